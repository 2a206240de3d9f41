import { sql as raw, type Insertable, type Selectable, type Updateable } from 'kysely'
import { activeLabel } from '../../../contract/platform/words/labels.ts'
import { labelOf, type ColumnOf, type SavedTable, type TableName } from './columns.ts'
import { prepareShort } from '../db/query/compileOnce.ts'
import type { DB } from '../db/types.ts'
import { notFound, HttpProblem } from '../errors.ts'
import { missingChoice } from './missingChoice.ts'
import type { Writing } from './write.ts'

type Row = Record<string, unknown>

/** Ids are numbers, except that the id of an organisation is its code. */
type RowId = number | string
type IdOf<Table extends TableName> = Selectable<DB[Table]> extends { id: infer Id extends RowId } ? Id : never

/** The reply to a save. */
export interface SavedRow<Id extends RowId = number> {
  id: Id
  version: number
}

/** A row as JSON represents it: days and instants as text. */
export type StoredRow<Table extends TableName> = Selectable<DB[Table]>

/** Allows only columns of the table, however the object was built. */
type NoOther<Table extends TableName, Values> = Record<Exclude<keyof Values, ColumnOf<Table>>, never>

interface RowOf<Table extends TableName> extends SavedTable<Table> {
  /** The row's patient; null for a row that belongs to no patient, such as a choice of a list. */
  patientId: number | null
  /**
   * Parts of the row that are stored in another table, such as a list of concerns. A change to them counts as a change
   * to the row.
   */
  parts?: Record<string, { before: unknown; after: unknown }> | undefined
}

interface RowToAdd<Table extends TableName, Values> extends Omit<RowOf<Table>, 'patientId'> {
  values: Values & NoOther<Table, Values>
  patientId: number | 'itself' | null
}

interface RowToChange<Table extends TableName, Values> extends RowOf<Table> {
  id: IdOf<Table>
  version: number | undefined
  /** The row that `lockRow` returned in this transaction, if it has not changed since; it is then not read again. */
  locked?: { id: RowId; version: number }
  /** Columns whose change the audit trail names without the words, because these are removed before the trail is. */
  withoutWords?: readonly string[]
  /** Columns to set. An undefined value leaves the column as it is. */
  values: Values & NoOther<Table, Values>
}

const patientsOf = (patientId: number | null): number[] => (patientId === null ? [] : [patientId])

/**
 * Changes one row under its version (DU-3): locks it, throws a conflict if somebody changed it since the sender read
 * it, traces what changed and returns the new version. If the sender gives no version, the one last shown to its
 * session counts. Writes nothing if nothing differs.
 */
export const changeRow = async <Table extends TableName, Values extends Updateable<DB[Table]>>(
  writing: Writing,
  change: RowToChange<Table, Values>,
): Promise<{ id: IdOf<Table>; version: number }> => {
  const { sql, userId } = writing
  const { table, entity, id, patientId } = change
  const before = lockedAlready(change) ?? (await lock(writing, table, id))
  const version = await assertVersion(writing, change, before)

  const changed = Object.entries(change.values).filter(
    ([column, value]) => value !== undefined && value !== before[column],
  )
  const parts = Object.entries(change.parts ?? {}).filter(
    ([, part]) => JSON.stringify(part.before) !== JSON.stringify(part.after),
  )
  if (changed.length === 0 && parts.length === 0) return { id, version }
  const assignments = changed.map(([column, value]) => raw`${raw.ref(column)} = ${value}, `)
  await namingMissingChoice(
    change,
    raw`
    update ${raw.table(table)}
    set ${raw.join(assignments, raw``)}version = version + 1, updated_at = clock_timestamp(), updated_by = ${userId}
    where id = ${id}`.execute(sql),
  )
  writing.trace({
    patientIds: patientsOf(patientId),
    records: [
      {
        entity,
        id,
        version: version + 1,
        before: Object.fromEntries([
          ...changed.map(([column]) => [column, traced(change, column, before[column] ?? null)]),
          ...parts.map(([name, part]) => [name, part.before]),
        ]) as Row,
        after: Object.fromEntries([
          ...changed.map(([column, value]) => [column, traced(change, column, value)]),
          ...parts.map(([name, part]) => [name, part.after]),
        ]) as Row,
      },
    ],
  })
  return { id, version: version + 1 }
}

const traced = (
  { withoutWords = [] }: { withoutWords?: readonly string[] },
  column: string,
  value: unknown,
): unknown => (value != null && withoutWords.includes(column) ? '(not kept here)' : value)

/** Returns the version of the locked row. Throws a conflict unless it is the version that the sender saw (DU-3). */
export const assertVersion = async (
  writing: Writing,
  change: Pick<RowOf<TableName>, 'entity' | 'columns' | 'labels' | 'patientId'> & {
    id: RowId
    version: number | undefined
  },
  { version }: { version: number },
): Promise<number> => {
  const seen = change.version ?? (await lastServed(writing, change.entity, change.id))
  if (seen !== version) throw await conflict(writing, change, version, seen)
  return version
}

/** Adds one row and traces it for the audit trail. */
export const addRow = async <Table extends TableName, Values extends Insertable<DB[Table]>>(
  writing: Writing,
  row: RowToAdd<Table, Values>,
): Promise<{ id: IdOf<Table>; version: number }> => {
  const { table, entity, values, patientId, parts = {} } = row
  const set = Object.entries({ ...values, created_by: writing.userId, updated_by: writing.userId }).filter(
    ([, value]) => value != null,
  )
  const [added] = await namingMissingChoice(
    row,
    prepareShort(
      writing.sql,
      'add',
      raw<{ id: IdOf<Table>; version: number }>`
    insert into ${raw.table(table)} (${raw.join(set.map(([column]) => raw.ref(column)))})
    values (${raw.join(set.map(([, value]) => value))})
    returning id, version`,
    ),
  )
  if (added === undefined) throw new Error(`${table} took no row`)
  const { created_by: _by, updated_by: _too, ...after } = Object.fromEntries(set)
  writing.trace({
    patientIds: patientId === 'itself' ? [Number(added.id)] : patientsOf(patientId),
    records: [
      {
        entity,
        id: added.id,
        version: added.version,
        before: null,
        after: {
          ...after,
          ...Object.fromEntries(Object.entries(parts).map(([name, part]) => [name, part.after])),
        },
      },
    ],
  })
  return added
}

/**
 * Locks a row until the transaction ends and returns it as JSON represents it (days as text). Throws 404 if there is
 * none.
 */
export const lockRow = async <Table extends TableName>(
  writing: Writing,
  table: Table,
  id: RowId,
): Promise<StoredRow<Table>> => (await lock(writing, table, id)) as unknown as StoredRow<Table>

const lock = async (
  { sql, looksAt }: Writing,
  table: TableName,
  id: RowId,
): Promise<Row & { version: number }> => {
  const [locked] = await prepareShort(
    sql,
    'lock',
    raw<{ row: Row & { version: number } }>`
    select to_jsonb(t) as row from ${raw.table(table)} as t where t.id = ${id} for update`,
  )
  const row = locked?.row
  if (row === undefined) throw notFound()
  looksAt({
    patientId: table === 'patient' ? row['id'] : row['patient_id'],
    pathwayId: row['pathway_id'],
  })
  return row
}

const lockedAlready = ({
  id,
  locked,
}: Pick<RowToChange<TableName, object>, 'locked'> & { id: RowId }):
  (Row & { version: number }) | undefined => {
  if (locked !== undefined && locked.id !== id) throw new Error('The row that was locked is another one')
  return locked as (Row & { version: number }) | undefined
}

/** Attributes a choice that names no row to its field. */
const namingMissingChoice = async <Done>(
  { columns }: Pick<SavedTable, 'columns'>,
  done: Promise<Done>,
): Promise<Done> => {
  try {
    return await done
  } catch (error) {
    throw missingChoice(error, columns) ?? error
  }
}

/** The version of a record that this session was last shown; null if none. */
export const lastServed = async (
  { sql, sessionId }: Writing,
  entity: string,
  id: RowId,
): Promise<number | null> => {
  const { rows } = await raw<{ version: number | null }>`
    select last_served_version(${sessionId}, ${entity}, ${String(id)}) as version`.execute(sql)
  return rows[0]?.version ?? null
}

/** Raises the version of a row because something stored for it in another table has changed. */
export const raiseVersion = async (
  { sql, userId }: Writing,
  table: TableName,
  id: RowId,
): Promise<number> => {
  const { rows } = await raw<{ version: number }>`
    update ${raw.table(table)} set version = version + 1, updated_at = clock_timestamp(), updated_by = ${userId}
    where id = ${id} returning version`.execute(sql)
  const row = rows[0]
  if (row === undefined) throw notFound()
  return row.version
}

interface ChangeSince {
  at: string
  by: string | null
  fields: string[]
}

const conflict = async (
  { sql }: Writing,
  { entity, columns, labels, id, patientId }: Parameters<typeof assertVersion>[1],
  version: number,
  seen: number | null,
): Promise<HttpProblem> => {
  const { rows } = await raw<ChangeSince>`
    select changes.at, app_user.display_name as by, changes.fields
    from ${
      patientId === null
        ? raw`reference_changes_since(${entity}, ${String(id)}, ${seen ?? 0})`
        : raw`changes_since(${entity}, ${String(id)}, ${patientId}, ${seen ?? 0})`
    } as changes
    left join app_user on app_user.id = changes.user_id`.execute(sql)
  const changes = rows.map(({ at, by, fields }) => ({
    by: by ?? 'Somebody',
    at,
    fields: fields.flatMap(
      (name) => labelOf({ columns, labels }, name) ?? (name === 'is_active' ? activeLabel : []),
    ),
  }))
  const last = changes.at(-1)
  // Not every column has a name that users know.
  const which = last === undefined || last.fields.length === 0 ? '' : ` (${last.fields.join(', ')})`
  const message =
    last === undefined
      ? 'This record was changed since you opened it. Nothing of yours was saved.'
      : `${last.by} changed this record since you opened it${which}. Nothing of yours was saved.`
  return new HttpProblem(409, 'conflict', message, { conflict: { version, changes } })
}
