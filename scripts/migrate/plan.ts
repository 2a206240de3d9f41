import type { Client } from 'pg'
import { readPending } from '../../server/platform/db/migrations/migrate.ts'
import { migrationsFolder, readMigrations } from '../../server/platform/db/connection/migrations.ts'
import { withClient } from '../../server/platform/db/connection/withClient.ts'
import { megabytes, type Say } from '../backup/progress.ts'
import { effectsOf } from './effectsOf.ts'
import { headerOf } from '../../server/platform/db/query/headerOf.ts'

/**
 * Says which migrations would run, what each is for, and which tables that are there it closes to others, with their sizes. Runs
 * none. Answers how many there are.
 */
export const sayPlan = async (ownerUrl: string, say: Say, folder = migrationsFolder): Promise<number> => {
  const migrations = await readMigrations(folder)
  return withClient(ownerUrl, async (client) => {
    await client.query('begin read only')
    const pending = await readPending(client, migrations)
    say(
      pending.length === 0
        ? 'The database is up to date: no migration would run.'
        : `${pending.length} ${pending.length === 1 ? 'migration' : 'migrations'} would run, each in a transaction of its own.`,
    )
    for (const { name, sql } of pending) {
      const effects = await effectsOf(sql)
      const closed = { reading: new Set<string>(), writing: new Set<string>() }
      for (const [table, how] of effects.closes) closed[how === 'writing' ? 'writing' : 'reading'].add(table)
      for (const table of await tablesOfIndexes(client, effects.dropsIndexes)) {
        closed.reading.add(table)
        closed.writing.delete(table)
      }
      const line = async (words: string, tables: Iterable<string>): Promise<void> => {
        const found = await inWords(client, [...tables])
        if (found !== '') say(`  ${words}: ${found}`)
      }
      say('')
      say(name)
      say(`  ${headerOf(name, sql).purpose}`)
      await line('Until it ends nobody reads or writes', closed.reading)
      await line('Until it ends nobody writes', closed.writing)
      await line('Changes rows of', effects.changesRowsOf)
      if (effects.makes.length > 0) say(`  Makes: ${effects.makes.join(', ')}`)
      if (effects.takesAway.length > 0) say(`  Takes away: ${effects.takesAway.join(', ')}`)
      if (effects.decidesAsItRuns) say('  Part of it decides as it runs what it does; a rehearsal shows it.')
    }
    return pending.length
  })
}

const tablesOfIndexes = async (client: Client, indexes: readonly string[]): Promise<string[]> => {
  const { rows } = await client.query<{ table: string }>(
    `select indrelid::regclass::text as table from unnest($1::text[]) as name join pg_index on indexrelid = to_regclass(name)`,
    [indexes],
  )
  return rows.map(({ table }) => table)
}

/** Those that are there, with their sizes. What an earlier one of the same run makes is not, and nobody waits for it. */
const inWords = async (client: Client, tables: readonly string[]): Promise<string> => {
  const { rows } = await client.query<{ name: string; kind: string; bytes: string; rows: number }>(
    `select name, pg_class.relkind as kind, sum(pg_total_relation_size(part)) as bytes, sum(greatest(parts.reltuples, 0)) as rows
       from unnest($1::text[]) as name join pg_class on pg_class.oid = to_regclass(name)
       cross join lateral (select relid from pg_partition_tree(pg_class.oid) union select pg_class.oid) as tree (part)
       join pg_class as parts on parts.oid = part
      group by name, pg_class.relkind order by 3 desc, 1`,
    [tables],
  )
  return rows
    .map(({ name, kind, bytes, rows: about }) =>
      kind === 'v'
        ? `${name} (a view)`
        : `${name} (${megabytes(Number(bytes))}, about ${about.toLocaleString('en-GB')} rows)`,
    )
    .join(', ')
}
