import { execFileSync } from 'node:child_process'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { startEmbedded } from '../server/platform/db/embedded/embedded.ts'
import { makeTemporaryFolder } from '../server/platform/db/embedded/embeddedTesting.ts'
import { migrate } from '../server/platform/db/migrations/migrate.ts'

/**
 * Writes server/platform/db/types.ts from a freshly migrated database; with --verify only says whether it is up to date,
 * by its exit code.
 */
const folder = await makeTemporaryFolder()
const database = await startEmbedded({ dataFolder: folder })
try {
  await migrate(database.ownerUrl)
  const instant = '{"int8":"number","timestamptz":"string","date":"string","numeric":"number"}'
  execFileSync(
    join(import.meta.dirname, '../node_modules/.bin/kysely-codegen'),
    [
      ...['--dialect', 'postgres', '--url', database.ownerUrl, '--type-mapping', instant],
      ...['--include-pattern', 'public.*', '--exclude-pattern', '{schema_migration,audit_event_*}'],
      ...['--out-file', join(import.meta.dirname, '../server/platform/db/types.ts')],
      ...process.argv.slice(2),
    ],
    { stdio: 'inherit' },
  )
} finally {
  await database.stop()
  await rm(folder, { recursive: true, force: true })
}
