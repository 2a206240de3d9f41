import { randomBytes } from 'node:crypto'
import { openDocuments } from '../../server/pathways/documents/documents.ts'
import type { DocumentSettings } from '../../server/pathways/documents/storage/settings.ts'
import { dropDatabase } from '../../server/platform/db/connection/dropDatabase.ts'
import { withClient } from '../../server/platform/db/connection/withClient.ts'
import { createDatabase } from './createDatabase.ts'
import { documentsOfBackup, readCopies } from './outsideDocuments.ts'
import { restoreDatabase, type RestoreOptions } from './restoreBackup.ts'
import { verifyRestored } from './verifyRestored.ts'

/**
 * Restores a backup into a database that is made for it beside the one of the address, verifies it, and drops it. The documents are
 * read from the backup itself. Answers what is wrong; throws where it cannot be restored.
 */
export const checkBackup = async ({
  documents,
  ...options
}: RestoreOptions & { documents: DocumentSettings }): Promise<string[]> => {
  const name = `surefoot_check_${randomBytes(6).toString('hex')}`
  const url = new URL(options.ownerUrl)
  url.pathname = `/${name}`
  await withClient(options.ownerUrl, (owner) =>
    createDatabase(owner, name, 'restore it into an empty cluster (docs/operate/operations.md)'),
  )
  try {
    const manifest = await restoreDatabase({ ...options, ownerUrl: url.toString() })
    await readCopies(options.folder, manifest.documents, () => Promise.resolve())
    const stores = [...new Set(manifest.documents.map(({ store }) => store))]
    const copies = stores.map((store) => documentsOfBackup(options.folder, store))
    return await verifyRestored(
      url.toString(),
      await openDocuments({ ...documents, store: 'postgres' }, copies),
    )
  } finally {
    await dropDatabase(options.ownerUrl, name)
  }
}
