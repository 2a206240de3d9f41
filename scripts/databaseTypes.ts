import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { migrate } from '../server/platform/db/migrations/migrate.ts'
import { startOwnDatabase } from '../server/testing/process/ownDatabase.ts'

/**
 * Writes server/platform/db/types.ts from a freshly migrated database; with --verify only says whether it is up to date,
 * by its exit code.
 */
const database = await startOwnDatabase(migrate)
try {
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
}
