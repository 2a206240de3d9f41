import { sql as raw, type Kysely } from 'kysely'
import { endpoints } from '../../../contract/app/endpoints.ts'
import {
  formatDate,
  formatDateTime,
  formatNhsNumber,
  formatYesNo,
} from '../../../contract/platform/words/format.ts'
import type { DB } from '../../platform/db/types.ts'
import { isOfPatient, readPatientTables, type PatientColumn, type PatientTable } from './patientTables.ts'
import { inWords, isMade, leftOut, sectionOf } from './sections.ts'

export interface Fact {
  /** The column name. */
  field: string
  label: string
  /** The stored value. */
  value: string | number | boolean
  /** The value as shown to a person. */
  text: string
  isStaff: boolean
}

export interface Entry {
  /** Distinguishes the entry from all others of the patient: table and primary key. */
  key: string
  title: string
  facts: readonly Fact[]
}

export interface Held {
  table: string
  title: string
  entries: readonly Entry[]
}

/** Who saw or changed the record, and when. */
export interface Access {
  at: string
  who: string | null
  role: string | null
  kind: string
  what: string
}

export interface Holding {
  sections: readonly Held[]
  accesses: readonly Access[]
}

/** Everything that is held about one patient. Call it in one snapshot. */
export const readHolding = async (sql: Kysely<DB>, patientId: number): Promise<Holding> => {
  const tables = await readPatientTables(sql)
  const sections: Held[] = []
  for (const table of tables.filter(({ name }) => leftOut[name] === undefined)) {
    const entries = await readEntries(sql, tables, table, patientId)
    if (entries.length > 0) sections.push({ table: table.name, title: sectionOf(table.name).title, entries })
  }
  return { sections, accesses: await readAccesses(sql, patientId) }
}

interface StoredRow {
  row: Record<string, unknown>
  names: Record<string, string | null>
}

const readEntries = async (
  sql: Kysely<DB>,
  tables: readonly PatientTable[],
  { name, primaryKey, columns }: PatientTable,
  patientId: number,
): Promise<Entry[]> => {
  const titles = columns.flatMap(({ name: column, names }) =>
    names === null || names.title === null
      ? []
      : [
          raw`${raw.lit(column)}::text, (select ${raw.ref(`named.${names.title}`)} from ${raw.table(names.table)} as named
            where ${raw.ref(`named.${names.key}`)} = ${raw.ref(`${name}.${column}`)})`,
        ],
  )
  const { rows } = await raw<StoredRow>`
    select to_jsonb(${raw.table(name)}.*) as row, jsonb_build_object(${raw.join(titles)}) as names
    from ${raw.table(name)} where ${isOfPatient(tables, name, patientId)}
    order by ${raw.join(primaryKey.map((column) => raw.ref(`${name}.${column}`)))}`.execute(sql)
  const ownKeys = new Set(tables.find((table) => table.name === name)?.parents.map(({ column }) => column))
  return rows.map(({ row, names }, index) => ({
    key: `${name}:${primaryKey.map((column) => String(row[column])).join('-')}`,
    title: `${sectionOf(name).title} ${index + 1}${row['is_active'] === false ? ' (deleted)' : ''}`,
    facts: columns.flatMap((column): Fact[] => {
      const value = column.name === 'told' ? leavesOf(row[column.name]) : row[column.name]
      if (isMade(column.name) || ownKeys.has(column.name) || !isTold(value)) return []
      return [
        {
          field: column.name,
          label: inWords(column.name),
          value: names[column.name] ?? value,
          text: names[column.name] ?? textOf(column, value),
          isStaff: ['app_user', 'clinician', 'team_member'].includes(column.names?.table ?? ''),
        },
      ]
    }),
  }))
}

/** What a sender wrote, as lines; the other columns with several values are for the application. */
const leavesOf = (told: unknown): unknown =>
  typeof told === 'object' && told !== null
    ? Object.entries(told)
        .flatMap(([name, value]): string[] => {
          const inner = leavesOf(value)
          return inner === null || inner === '' ? [] : [`${inWords(name)}: ${String(inner)}`]
        })
        .join('; ')
    : told

const isTold = (value: unknown): value is string | number | boolean =>
  ['string', 'number', 'boolean'].includes(typeof value)

const textOf = ({ name, type }: PatientColumn, value: string | number | boolean): string => {
  if (typeof value === 'boolean') return formatYesNo(value)
  if (type === 'date') return formatDate(String(value))
  if (type === 'timestamptz') return formatDateTime(String(value))
  if (name === 'nhs_number') return formatNhsNumber(String(value))
  // A code, such as awaitingAssessment.
  return /^[a-z]+(?:[A-Z][a-z]+)+$/.test(String(value))
    ? inWords(String(value).replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`))
    : String(value)
}

const summaries = new Map(endpoints.map(({ method, path, summary }) => [`${method} ${path}`, summary]))

const readAccesses = async (sql: Kysely<DB>, patientId: number): Promise<Access[]> => {
  const { rows } = await raw<Omit<Access, 'what'> & { action: string }>`
    select seen.at, app_user.display_name as who, seen.role, seen.kind, seen.action
    from accesses_of_patient(${patientId}) as seen
    left join app_user on app_user.id = seen.user_id`.execute(sql)
  return rows.map(({ action, ...access }) => ({ ...access, what: summaries.get(action) ?? action }))
}
