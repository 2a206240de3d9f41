import { sql as raw } from 'kysely'
import type { RecordTrace } from '../audit/auditTrail.ts'
import { columnDefaultsOf } from '../db/query/columnDefaults.ts'
import type { SavedTable } from './columns.ts'
import { missingChoice } from './missingChoice.ts'
import type { Writing } from './write.ts'

interface AddedRow {
  id: number
  /** The record for the audit trail. */
  record: RecordTrace
}

/**
 * Adds many rows to one table in one statement, each as `addRow` would. Returns the added rows in the given order, for
 * the caller to trace under the right patient.
 */
export const addRows = async (
  { sql, userId }: Pick<Writing, 'sql'> & { userId: number | null },
  { table, entity, columns }: Pick<SavedTable, 'table' | 'entity' | 'columns'>,
  rows: readonly Readonly<Record<string, unknown>>[],
): Promise<AddedRow[]> => {
  if (rows.length === 0) return []
  const set = rows.map((row) => Object.fromEntries(Object.entries(row).filter(([, value]) => value != null)))
  const written = [...new Set(set.flatMap((row) => Object.keys(row)))]
  const by = ['created_by', 'updated_by'].map((column) => raw.ref(column))
  const list = written.map((column) => raw.ref(column))
  const defaults = await columnDefaultsOf(sql, table)
  // The statement names columns that some of its rows lack. Those rows get the default, as in a statement of their own.
  const values = written.map((column) => {
    const expression = defaults.get(column)
    return expression === undefined
      ? raw.ref(column)
      : raw`coalesce(${raw.ref(column)}, ${raw.raw(expression)})`
  })
  const added = await raw<{ id: number; version: number }>`
    insert into ${raw.table(table)} (${raw.join([...list, ...by])})
    select ${raw.join([...values, ...by.map(() => raw`${userId}::bigint`)])}
    from jsonb_populate_recordset(null::${raw.table(table)}, ${JSON.stringify(set)}::jsonb) with ordinality
    order by ordinality
    returning id, version`
    .execute(sql)
    .catch((error: unknown) => {
      throw missingChoice(error, columns) ?? error
    })
  // Ids are assigned in the order of the select. The rows may be returned in another order.
  const inOrder = added.rows.toSorted((a, b) => a.id - b.id)
  if (inOrder.length !== rows.length) throw new Error(`${table} did not take every row`)
  return inOrder.map(({ id, version }, at) => ({
    id,
    record: { entity, id, version, before: null, after: set[at] ?? {} },
  }))
}
