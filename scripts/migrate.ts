import { parseArgs } from 'node:util'
import { readConfig } from '../server/app/config.ts'
import { migrate } from '../server/platform/db/migrations/migrate.ts'
import { reachOwner } from '../server/platform/db/connection/reachDatabase.ts'
import { openDocuments } from '../server/pathways/documents/documents.ts'
import { stopOnSignal } from '../server/app/process/stopOnSignal.ts'
import { sayPlan } from './migrate/plan.ts'
import { rehearse } from './migrate/rehearse.ts'
import { sayApplied } from './migrate/sayApplied.ts'

/*
 * `npm run migrate`: brings the schema up to date, as each start does, before the new release is started. `-- --plan` says what it
 * would do, `-- --rehearse` does it to a copy (docs/operate/operations.md).
 */
const say = (line: string): void => console.log(line)

try {
  const { values } = parseArgs({
    options: { plan: { type: 'boolean', default: false }, rehearse: { type: 'boolean', default: false } },
  })
  const config = readConfig(process.env)
  const { databaseOwnerUrl, documents, backup } = config
  if (databaseOwnerUrl === undefined)
    throw new Error('DATABASE_URL is missing: the URL of the PostgreSQL database of the service')
  await reachOwner(config)
  if (values.plan) {
    await sayPlan(databaseOwnerUrl, say)
    say('Nothing was changed.')
  } else if (values.rehearse) {
    const stopping = new AbortController()
    stopOnSignal(() => stopping.abort())
    const problems = await rehearse({
      ownerUrl: databaseOwnerUrl,
      programs: backup.programs,
      documents: await openDocuments(documents),
      say,
      stopping: stopping.signal,
    })
    for (const problem of problems.slice(0, 20)) say(problem)
    say(
      problems.length === 0
        ? 'The copy is right after the migrations, and is dropped again. Nothing else was changed.'
        : `The copy has ${problems.length} problems after the migrations, and is dropped again. Nothing else was changed.`,
    )
    process.exitCode = problems.length === 0 ? 0 : 1
  } else {
    const { applied } = await migrate(databaseOwnerUrl, { onApplied: (each) => sayApplied(each, say) })
    say(applied.length === 0 ? 'The database is up to date.' : `${applied.length} migrations were applied.`)
  }
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
}
