import { sql as raw, type Kysely, type Transaction } from 'kysely'
import type { DB } from '../../../platform/db/types.ts'
import { keyOfRecord, type SourceRow } from '../files/sheet.ts'

interface KnownRow {
  recordId: number
  content: Buffer
}

/** The records that earlier imports from the same source made, by the hashed ids of their rows. */
export interface KnownRows {
  of: (record: string, key: string) => KnownRow | undefined
}

export const readKnownRows = async (
  sql: Kysely<DB>,
  source: string,
  wanted: Iterable<readonly [record: string, key: string]>,
): Promise<KnownRows> => {
  const hashes = new Map<string, Buffer>()
  for (const [record, key] of wanted) hashes.set(`${record} ${key}`, keyOfRecord(source, record, key))
  const { rows } = await raw<{ key: Buffer; content: Buffer; record_id: number }>`
    select key, content, record_id from import_row where key = any(${[...hashes.values()]}::bytea[])`.execute(
    sql,
  )
  const known = new Map(rows.map((row) => [row.key.toString('hex'), row]))
  return {
    of: (record, key) => {
      const row = known.get(hashes.get(`${record} ${key}`)?.toString('hex') ?? '')
      return row === undefined ? undefined : { recordId: row.record_id, content: row.content }
    },
  }
}

/** Stores which record each row became, so that no row is imported twice. */
export const storeKnownRows = async (
  sql: Transaction<DB>,
  userId: number,
  made: readonly { row: SourceRow; recordId: number }[],
): Promise<void> => {
  if (made.length === 0) return
  await raw`
    insert into import_row (key, content, record, record_id, imported_by)
    select key, content, record, record_id, ${userId}::bigint
    from unnest(${made.map(({ row }) => row.sheet.keyOf(row.key))}::bytea[],
      ${made.map(({ row }) => row.sheet.contentOf(row))}::bytea[],
      ${made.map(({ row }) => row.sheet.record)}::text[],
      ${made.map(({ recordId }) => recordId)}::bigint[]) as made (key, content, record, record_id)`.execute(
    sql,
  )
}
