import { migrate } from '../../platform/db/migrations/migrate.ts'

/*
 * Migrates in a process of its own, so that a test can kill it: the database and the folder come by message, so that the process is
 * there before it is wanted.
 */
process.once('message', ({ url, folder }: { url: string; folder: string }) => {
  void migrate(url, { folder }).then(() => process.exit(0))
})
// Nobody is left to kill it: the tests have ended, however they ended.
process.once('disconnect', () => process.exit(0))
