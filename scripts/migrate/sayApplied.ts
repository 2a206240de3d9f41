import type { AppliedMigration } from '../../server/platform/db/migrations/migrate.ts'
import type { Say } from '../backup/progress.ts'

/** Says how long a migration took, and what was closed to others meanwhile. */
export const sayApplied = ({ name, milliseconds, locked }: AppliedMigration, say: Say): void => {
  say(`${name} took ${(milliseconds / 1000).toFixed(2)} s.`)
  for (const how of ['reading and writing', 'writing'] as const) {
    const tables = locked.filter(({ closed }) => closed === how).map(({ table }) => table)
    if (tables.length > 0) say(`  Closed to ${how} until it ended: ${tables.join(', ')}`)
  }
}
