import { sql as raw, type Kysely } from 'kysely'
import { isCalendarDate } from '../../../../contract/platform/dates/dates.ts'
import { formatDate, formatYesNo } from '../../../../contract/platform/words/format.ts'
import type { RecordChange } from '../../../../contract/platform/calls/record.ts'
import { labelOf, type SavedTable } from '../../writes/columns.ts'
import { choiceTablesOf, type ChoiceTables } from '../../db/query/foreignKeys.ts'
import type { DB } from '../../db/types.ts'
import { notFound } from '../../errors.ts'

/** A table whose rows have a history, and the column that links it to a patient. */
export interface Historied extends SavedTable {
  parent: 'pathway_id' | 'patient_id' | 'exercise_id'
  /**
   * Labels for a table whose rows come from forms that label a field differently. @param recorded the columns of the
   * row when it was first recorded
   */
  labelsOf?: (recorded: Record<string, unknown>) => Readonly<Record<string, string>>
}

export interface History {
  patientId: number
  pathwayId: number | null
  changes: RecordChange[]
}

interface Entry {
  at: string
  by: string | null
  version: number
  before: Record<string, unknown> | null
  after: Record<string, unknown>
}

/** The changes of one row in words, oldest first. They come from the audit trail, which nobody can change (DP-2). */
export const readHistory = async (sql: Kysely<DB>, historied: Historied, id: number): Promise<History> => {
  const { entity, table, parent } = historied
  const owner = await readOwner(sql, table, parent, id)
  const { rows } = await raw<Entry>`
    select changes.at, app_user.display_name as by, changes.version, changes.before, changes.after
    from history_of(${entity}, ${String(id)}, ${owner.patientId}) as changes
    left join app_user on app_user.id = changes.user_id`.execute(sql)
  const recorded = rows.some(({ before }) => before === null)
  const entries = recorded ? rows : [{ ...owner.recorded, version: 1, before: null, after: {} }, ...rows]
  const begun = entries.find(({ before }) => before === null)
  const labels = begun && historied.labelsOf?.(begun.after)
  const labelled = labels === undefined ? historied : { ...historied, labels }
  const choices = new Map([...(await choiceTablesOf(sql, table)), ...partChoices])
  const names = await readNames(sql, choices, entries)
  return {
    patientId: owner.patientId,
    pathwayId: owner.pathwayId,
    changes: entries.map((entry) => inWords(entry, labelled, choices, names)),
  }
}

/** Parts that a record stores in a table of their own. The audit trail lists them under the name of the part. */
const partChoices: [string, keyof DB & string][] = [['concerns', 'concern']]

interface Owner {
  patientId: number
  pathwayId: number | null
  /** For rows that came with the database, so that no call recorded them. */
  recorded: { at: string; by: string | null }
}

const ownerJoins = {
  pathway_id: raw`join pathway on pathway.id = record.pathway_id and pathway.is_active`,
  exercise_id: raw`join exercise on exercise.id = record.exercise_id
    join pathway on pathway.id = exercise.pathway_id and pathway.is_active`,
  patient_id: raw`join patient on patient.id = record.patient_id and patient.is_active`,
}

const readOwner = async (
  sql: Kysely<DB>,
  table: string,
  parent: Historied['parent'],
  id: number,
): Promise<Owner> => {
  const ofPatient = parent === 'patient_id'
  const { rows } = await raw<Omit<Owner, 'recorded'> & Owner['recorded']>`
    select ${ofPatient ? raw`record.patient_id` : raw`pathway.patient_id`} as "patientId",
      ${table === 'pathway' ? raw`record.id` : ofPatient ? raw`null` : raw`pathway.id`} as "pathwayId",
      record.created_at as at, app_user.display_name as by
    from ${raw.table(table)} as record ${ownerJoins[parent]}
    left join app_user on app_user.id = record.created_by
    where record.id = ${id}`.execute(sql)
  const owner = rows[0]
  if (owner === undefined) throw notFound()
  return { patientId: owner.patientId, pathwayId: owner.pathwayId, recorded: { at: owner.at, by: owner.by } }
}

type Names = Map<string, string>
const nameKey = (table: string, id: unknown): string => `${table} ${String(id)}`

const idsIn = (value: unknown): unknown[] => (Array.isArray(value) ? value : value == null ? [] : [value])

/** The names behind every id in the entries, with one statement per list. */
const readNames = async (
  sql: Kysely<DB>,
  choices: ChoiceTables,
  entries: readonly Entry[],
): Promise<Names> => {
  const wanted = new Map<string, Set<unknown>>()
  for (const { before, after } of entries)
    for (const [column, value] of [...Object.entries(before ?? {}), ...Object.entries(after)]) {
      const table = choices.get(column)
      if (table === undefined) continue
      const ids = wanted.get(table) ?? new Set()
      for (const id of idsIn(value)) ids.add(String(id))
      wanted.set(table, ids)
    }
  const names: Names = new Map()
  for (const [table, ids] of wanted) {
    const { rows } = await raw<{ id: string; name: string }>`
      select t.id::text as id, coalesce(to_jsonb(t) ->> 'display_name', to_jsonb(t) ->> 'name') as name
      from ${raw.table(table)} as t where t.id::text = any(${[...ids]})`.execute(sql)
    for (const { id, name } of rows) names.set(nameKey(table, id), name)
  }
  return names
}

const whatOf = (before: Entry['before'], after: Entry['after']): RecordChange['what'] => {
  if (before === null) return 'recorded'
  // A row moves to another patient only if two records are merged, or a merge is undone.
  if ('patient_id' in after) return 'moved'
  const active = after['is_active']
  return active === false ? 'deleted' : active === true ? 'restored' : 'changed'
}

const inWords = (
  { at, by, version, before, after }: Entry,
  historied: Historied,
  choices: ChoiceTables,
  names: Names,
): RecordChange => {
  const say = (column: string, value: unknown): string | null => {
    const table = choices.get(column)
    if (table !== undefined) {
      const said = idsIn(value).map((id) => names.get(nameKey(table, id)) ?? 'no longer listed')
      return said.length === 0 ? null : said.join(', ')
    }
    if (value == null || value === '') return null
    if (typeof value === 'boolean') return formatYesNo(value)
    if (typeof value === 'string' && isCalendarDate(value)) return formatDate(value)
    return String(value)
  }
  return {
    version,
    at,
    by,
    what: whatOf(before, after),
    // Columns that the product fills in have no label. The parent column is left out.
    fields: Object.keys(after).flatMap((column) => {
      const name = column === historied.parent ? undefined : labelOf(historied, column)
      return name === undefined
        ? []
        : [{ name, before: say(column, before?.[column]), after: say(column, after[column]) }]
    }),
  }
}
