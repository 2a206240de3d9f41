import type { Client } from 'pg'

/** Inserts rows as they are, ids included; the next id follows the highest. */
export const insertRows = async (
  client: Pick<Client, 'query'>,
  table: string,
  rows: readonly object[],
): Promise<void> => {
  const columns = [...new Set(rows.flatMap((row) => Object.keys(row)))].join(', ')
  await client.query(
    `insert into ${table} (${columns}) overriding system value
     select ${columns} from jsonb_populate_recordset(null::${table}, $1::jsonb)`,
    [JSON.stringify(rows)],
  )
  if (rows.some((row) => typeof (row as { id?: unknown }).id === 'number'))
    await client.query(
      `select setval(pg_get_serial_sequence('${table}', 'id'), (select max(id) from ${table}))`,
    )
}
