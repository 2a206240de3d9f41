import { readFileSync, writeFileSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { connect } from '../server/platform/db/connection/connect.ts'
import { startEmbedded } from '../server/platform/db/embedded/embedded.ts'
import { makeTemporaryFolder } from '../server/platform/db/embedded/embeddedTesting.ts'
import { migrate } from '../server/platform/db/migrations/migrate.ts'
import { limitTable } from './scale/limits.ts'
import { putLimits } from './scale/scalePage.ts'
import { readSchema } from './scale/schema.ts'
import { readMigrations, readSources } from './scale/sources.ts'

/**
 * `npm run scale`: holds the schema of a freshly migrated database and the statements of the server against the documented limits of
 * distributed databases, and writes the table into docs/scale.md. scale.test.ts fails when it differs.
 */
const folder = await makeTemporaryFolder()
const database = await startEmbedded({ dataFolder: folder })
try {
  await migrate(database.ownerUrl)
  const owner = connect(database.ownerUrl, { asOwner: true, connections: 1 })
  const schema = await readSchema(owner.pool)
  await owner.close()
  const file = join(import.meta.dirname, '../docs/scale.md')
  const table = limitTable({ schema, sources: readSources(), migrations: readMigrations() })
  writeFileSync(file, putLimits(readFileSync(file, 'utf8'), table))
} finally {
  await database.stop()
  await rm(folder, { recursive: true, force: true })
}
