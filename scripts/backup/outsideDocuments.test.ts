import { createHash, randomUUID } from 'node:crypto'
import { chown, mkdir, mkdtemp, readdir, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { usualDocumentSettings } from '../../server/pathways/documents/storage/settings.ts'
import { copyToStores, documentsOfBackup } from './outsideDocuments.ts'

/* The page of operations says to restore as root; the service is a user of its own. */

const service = 61_234

describe.runIf(process.getuid?.() === 0)('documents that root restores into a folder', () => {
  let place: string
  beforeEach(async () => {
    place = await mkdtemp(join(tmpdir(), 'surefoot-outside-'))
  })
  afterEach(() => rm(place, { recursive: true }))

  /** The owners of the folder and of all that is in it. */
  const restoredTo = async (folder: string): Promise<number[]> => {
    const name = randomUUID()
    const bytes = Buffer.from('sealed')
    await documentsOfBackup(join(place, 'backup'), 'folder').put(name, bytes)
    const sha256 = createHash('sha256').update(bytes).digest('hex')
    const settings = { ...usualDocumentSettings, folder, keys: [Buffer.alloc(32, 7)] }
    await copyToStores(settings, join(place, 'backup'), [{ store: 'folder', name, sha256 }], () => undefined)
    const found = await readdir(folder, { recursive: true })
    expect(found.sort()).toEqual([name.slice(0, 2), join(name.slice(0, 2), name)])
    return Promise.all(
      [folder, ...found.map((each) => join(folder, each))].map(async (each) => (await stat(each)).uid),
    )
  }

  it('belong to whom the folder belongs to', async () => {
    const folder = join(place, 'documents')
    await mkdir(folder)
    await chown(folder, service, service)
    expect(await restoredTo(folder)).toEqual([service, service, service])
  })

  it('belong to whom the folder above belongs to, where the restore makes theirs', async () => {
    await chown(place, service, service)
    expect(await restoredTo(join(place, 'made', 'documents'))).toEqual([service, service, service])
    expect((await stat(join(place, 'made'))).uid).toBe(service)
  })

  it("stay root's where the folder is", async () => {
    expect(await restoredTo(join(place, 'documents'))).toEqual([0, 0, 0])
  })
})
