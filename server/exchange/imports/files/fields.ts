import { sql as raw, type Kysely } from 'kysely'
import { choiceTablesOf } from '../../../platform/db/query/foreignKeys.ts'
import type { DB } from '../../../platform/db/types.ts'
import { nextOfKinTable, patientTable } from '../../../patients/patient/columns.ts'
import { pathwayTable } from '../../../pathways/referral/columns.ts'
import { recordKindsOnServer } from '../../../pathways/records/kinds.ts'
import type { SavedTable } from '../../../platform/writes/columns.ts'
import { importedRecords, type ImportedRecord } from './mapping.ts'

/** How a field is read from a cell. `table` is the list that its words come from. */
export type FieldType =
  | { kind: 'text' | 'day' | 'yesNo' | 'number' | 'code' }
  | { kind: 'choice' | 'choices'; table: keyof DB & string }

/** The parent of a row, which its mapping names by `of` and not as a field. */
const parents: Partial<Record<ImportedRecord, readonly string[]>> = {
  nextOfKin: ['patientId'],
  referral: ['patientId'],
}

/** What the user confirms, once for all rows or row by row. */
const confirmations: Partial<Record<ImportedRecord, readonly string[]>> = {
  patient: [],
  nextOfKin: [],
  referral: ['secondReferral', 'afterDeathConfirmed'],
}

const parts: Partial<Record<ImportedRecord, Readonly<Record<string, FieldType>>>> = {
  wellbeing: { concerns: { kind: 'choices', table: 'concern' } },
}

export const tableOf = (record: ImportedRecord): SavedTable =>
  record === 'patient'
    ? patientTable
    : record === 'nextOfKin'
      ? nextOfKinTable
      : record === 'referral'
        ? pathwayTable
        : recordKindsOnServer[record]

/** The tables that an import fills. */
export const filledTables: readonly (keyof DB & string)[] = [
  ...importedRecords.map((record) => tableOf(record).table),
  ...(['work_list', 'stage_transition', 'task', 'import_row', 'name_word'] as const),
]

/** Every contract field that a mapping may name, by the type of its database column. */
export const fieldsOf = async (
  sql: Kysely<DB>,
  record: ImportedRecord,
): Promise<ReadonlyMap<string, FieldType>> => {
  const { table, columns } = tableOf(record)
  const lists = await choiceTablesOf(sql, table)
  const { rows } = await raw<{ column: string; type: string }>`
    select attname as column, format_type(atttypid, null) as type
    from pg_attribute where attrelid = ${table}::regclass and attnum > 0 and not attisdropped`.execute(sql)
  const types = new Map(rows.map(({ column, type }) => [column, type]))
  const stored = Object.entries(columns)
    .filter(([field]) => !(parents[record] ?? []).includes(field))
    .map(([field, column]): [string, FieldType] => {
      const list = lists.get(column)
      if (list === 'organisation') return [field, { kind: 'code' }]
      if (list !== undefined) return [field, { kind: 'choice', table: list }]
      return [field, { kind: kindOf(types.get(column)) }]
    })
  const confirmed = (confirmations[record] ?? ['afterDeathConfirmed']).map((field): [string, FieldType] => [
    field,
    { kind: 'yesNo' },
  ])
  return new Map([...stored, ...confirmed, ...Object.entries(parts[record] ?? {})])
}

const kindOf = (type = 'text'): 'text' | 'day' | 'yesNo' | 'number' =>
  type === 'date'
    ? 'day'
    : type === 'boolean'
      ? 'yesNo'
      : type === 'integer' || type === 'bigint' || type.startsWith('numeric')
        ? 'number'
        : 'text'
