import type { Client } from 'pg'

/** For each table its number of rows and the sum of the hashes of their text, whatever order they lie in. */
export type TableSums = Record<string, string>

/** Reads every row of every table in the transaction of the connection, which must be the owner's. */
export const tableSums = async (owner: Client): Promise<TableSums> => {
  // What decides how a value is written as text.
  await owner.query(
    `select set_config('timezone', 'UTC', true), set_config('datestyle', 'ISO', true),
       set_config('extra_float_digits', '1', true), set_config('bytea_output', 'hex', true)`,
  )
  const { rows: tables } = await owner.query<{ name: string }>(
    `select oid::regclass::text as name from pg_class
      where relnamespace in ('public'::regnamespace, 'graphile_worker'::regnamespace)
        and relkind in ('r', 'p') and not relispartition
      order by 1`,
  )
  const sums: TableSums = {}
  for (const { name } of tables) {
    const { rows } = await owner.query<{ sum: string }>(
      `select count(*) || ' rows, ' || coalesce(sum(hashtextextended(each::text, 0)::numeric), 0) as sum from ${name} as each`,
    )
    sums[name] = rows[0]?.sum ?? ''
  }
  return sums
}

/** The tables that are not the same, in words. */
export const differences = (expected: TableSums, found: TableSums): string[] =>
  [...new Set([...Object.keys(expected), ...Object.keys(found)])]
    .filter((name) => expected[name] !== found[name])
    .map(
      (name) =>
        `${name}: ${expected[name] ?? 'no table'} in the backup, ${found[name] ?? 'no table'} restored`,
    )
