import { createHash } from 'node:crypto'
import { lchown, mkdir, readdir, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { contentStores } from '../../server/pathways/documents/documents.ts'
import { folderStore } from '../../server/pathways/documents/storage/folderStore.ts'
import type { ContentStore } from '../../server/pathways/documents/storage/outsideStorage.ts'
import type { DocumentSettings } from '../../server/pathways/documents/storage/settings.ts'
import type { Manifest } from './manifest.ts'
import type { Say } from './progress.ts'

/* Documents outside the database are copied as they lie there: each is encrypted already. */

type Copied = Manifest['documents']

const sha256 = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex')

/** A folder of the backup, in the form in which the service keeps a folder of documents. */
export const documentsOfBackup = (folder: string, store: ContentStore['name']): ContentStore => ({
  ...folderStore(join(folder, 'documents', store)),
  name: store,
})

/** After the database was read: every document that it knows was stored before its row. */
export const copyFromStores = async (
  settings: DocumentSettings,
  folder: string,
  say: Say,
): Promise<Copied> => {
  const copied: Copied = []
  for (const store of await contentStores(settings)) {
    const backup = documentsOfBackup(folder, store.name)
    for await (const name of store.names()) {
      const bytes = await store.get(name)
      // An upload that failed meanwhile takes its content away again.
      if (bytes === null) continue
      await backup.put(name, bytes)
      copied.push({ store: store.name, name, sha256: sha256(bytes) })
      if (copied.length % 1000 === 0) say(`${copied.length} documents copied`)
    }
  }
  return copied
}

/** Reads each again from the backup and hands it on. Throws for the first that is not as it was copied. */
export const readCopies = async (
  folder: string,
  documents: Copied,
  use: (store: ContentStore['name'], name: string, bytes: Buffer) => Promise<void>,
): Promise<void> => {
  for (const { store, name, sha256: expected } of documents) {
    const bytes = await documentsOfBackup(folder, store).get(name)
    if (bytes === null || sha256(bytes) !== expected)
      throw new Error(`The document ${name} in the backup is missing or not as it was copied.`)
    await use(store, name, bytes)
  }
}

/**
 * Root restores, and the service reads as a user of its own: what is in the folder goes to whom the folder belongs to, or
 * the folder that it is made in.
 */
const giveToService = async (folder: string, restore: () => Promise<void>): Promise<void> => {
  const made = await mkdir(folder, { recursive: true, mode: 0o700 })
  const { uid, gid } = await stat(made === undefined ? folder : dirname(made))
  await restore()
  if (process.getuid?.() !== 0 || uid === 0) return
  if (made !== undefined) await lchown(made, uid, gid)
  for (const { parentPath, name } of await readdir(made ?? folder, { recursive: true, withFileTypes: true }))
    await lchown(join(parentPath, name), uid, gid)
}

/** Puts each back where it was. Throws before the first where a place is not set up. */
export const copyToStores = async (
  settings: DocumentSettings,
  folder: string,
  documents: Copied,
  say: Say,
): Promise<void> => {
  const stores = new Map((await contentStores(settings)).map((store) => [store.name, store]))
  let put = 0
  const restore = (): Promise<void> =>
    readCopies(folder, documents, async (name, storedName, bytes) => {
      await stores.get(name)?.put(storedName, bytes)
      put += 1
      if (put % 1000 === 0) say(`${put} of ${documents.length} documents put back`)
    })
  const isToFolder = documents.some(({ store }) => store === 'folder')
  await (isToFolder && settings.folder !== null ? giveToService(settings.folder, restore) : restore())
}

/** Before anything is restored: each place that the backup has documents of must be set up. */
export const assertStores = async (settings: DocumentSettings, documents: Copied): Promise<void> => {
  const known = new Set((await contentStores(settings)).map(({ name }) => name))
  const missing = documents.find(({ store }) => !known.has(store))?.store
  if (missing !== undefined)
    throw new Error(
      `The backup has documents of DOCUMENT_STORE ${missing}, which is not set up here: please set it, with DOCUMENT_KEY.`,
    )
}
