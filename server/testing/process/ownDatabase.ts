import { loadReferenceData } from '../../../db/reference/load.ts'
import { loadDemonstration } from '../../../db/seed/demonstration.ts'
import { startEmbedded, type EmbeddedDatabase } from '../../platform/db/embedded/embedded.ts'
import { makeTemporaryFolder, remove } from '../../platform/db/embedded/embeddedTesting.ts'
import { migrate } from '../../platform/db/migrations/migrate.ts'

export interface OwnDatabase extends EmbeddedDatabase {
  folder: string
}

const opened = new Set<OwnDatabase>()

/* PostgreSQL outlives the process that started it, so a benchmark or fault that is interrupted stops it first. */
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'])
  process.once(signal, () => {
    void Promise.allSettled([...opened].map((database) => database.stop())).finally(() => process.exit(1))
  })

export const withReferenceData = async (ownerUrl: string): Promise<void> => {
  await migrate(ownerUrl)
  await loadReferenceData(ownerUrl)
}

export const withDemonstration = async (ownerUrl: string): Promise<void> => {
  await withReferenceData(ownerUrl)
  await loadDemonstration(ownerUrl)
}

/** An embedded database in a temporary folder, which is removed when it is stopped. */
export const startOwnDatabase = async (
  fill?: (ownerUrl: string) => Promise<unknown>,
): Promise<OwnDatabase> => {
  const folder = await makeTemporaryFolder()
  const { pid, stop, ...database } = await startEmbedded({ dataFolder: folder })
  const own: OwnDatabase = {
    ...database,
    pid,
    folder,
    stop: async () => {
      opened.delete(own)
      await stop()
      await remove(folder)
    },
  }
  opened.add(own)
  try {
    await fill?.(own.ownerUrl)
  } catch (error) {
    await own.stop()
    throw error
  }
  return own
}
