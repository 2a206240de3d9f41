import { sql as raw } from 'kysely'
import type { DB } from './db/types.ts'
import { Refusal, notFound } from './errors.ts'
import type { Writing } from './write.ts'

type Row = Record<string, unknown>

/** Ids are numbers, save that an organisation's is its code. */
type RowId = number | string

interface RowToSave<Id extends RowId = number> {
  table: keyof DB & string
  /** The entity's name on the wire, in the trail and in conflicts. */
  entity: string
  id: Id
  version: number | undefined
  /** Columns to set; an undefined value leaves the column as it is. */
  values: Row
  /** Whose row it is; null for one that belongs to no patient, such as a choice of a list. */
  patientId: number | null
  /** What the row carries in a table of its own, such as a list of concerns: it counts as a change of the row. */
  parts?: Record<string, { before: unknown; after: unknown }> | undefined
}

const patientsOf = (patientId: number | null): number[] => (patientId === null ? [] : [patientId])

/**
 * Changes one row under its version (trust DU-3): locks it, refuses when somebody changed it since the sender read it,
 * and answers the new version with what changed. A sender without a version is held to the one last served to its session.
 * Writes nothing when nothing differs.
 */
export const changeRow = async <Id extends RowId>(
  writing: Writing,
  change: RowToSave<Id>,
): Promise<{ id: Id; version: number }> => {
  const { sql, userId } = writing
  const { table, entity, id, patientId } = change
  const before = await lockRow(writing, table, id)
  const version = await demandVersion(writing, change, before)

  const changed = Object.entries(change.values).filter(
    ([column, value]) => value !== undefined && value !== before[column],
  )
  const parts = Object.entries(change.parts ?? {}).filter(
    ([, part]) => JSON.stringify(part.before) !== JSON.stringify(part.after),
  )
  if (changed.length === 0 && parts.length === 0) return { id, version }
  const assignments = changed.map(([column, value]) => raw`${raw.ref(column)} = ${value}, `)
  await raw`
    update ${raw.table(table)}
    set ${assignments.length === 0 ? raw`` : raw.join(assignments, raw``)}version = version + 1, updated_at = clock_timestamp(), updated_by = ${userId}
    where id = ${id}`.execute(sql)
  writing.trace({
    patientIds: patientsOf(patientId),
    records: [
      {
        entity,
        id,
        version: version + 1,
        before: Object.fromEntries([
          ...changed.map(([column]) => [column, before[column] ?? null]),
          ...parts.map(([name, part]) => [name, part.before]),
        ]) as Row,
        after: Object.fromEntries([...changed, ...parts.map(([name, part]) => [name, part.after])]) as Row,
      },
    ],
  })
  return { id, version: version + 1 }
}

/** The version of the locked row, which must be the one that the sender saw (trust DU-3). */
export const demandVersion = async (
  writing: Writing,
  change: Pick<RowToSave<RowId>, 'entity' | 'id' | 'version' | 'patientId'>,
  before: Row,
): Promise<number> => {
  const version = before['version'] as number
  const seen = change.version ?? (await lastServed(writing, change.entity, change.id))
  if (seen !== version) throw await conflict(writing, change, version, seen)
  return version
}

/** Adds one row and says so in the trail. */
export const addRow = async <Id extends RowId = number>(
  writing: Writing,
  {
    table,
    entity,
    values,
    patientId,
    parts = {},
  }: Pick<RowToSave, 'table' | 'entity' | 'values' | 'parts'> & { patientId: number | 'itself' | null },
): Promise<{ id: Id; version: number }> => {
  const set = Object.entries({ ...values, created_by: writing.userId, updated_by: writing.userId }).filter(
    ([, value]) => value !== undefined && value !== null,
  )
  const { rows } = await raw<{ id: Id; version: number }>`
    insert into ${raw.table(table)} (${raw.join(set.map(([column]) => raw.ref(column)))})
    values (${raw.join(set.map(([, value]) => value))})
    returning id, version`.execute(writing.sql)
  const added = rows[0]
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

/** The row as JSON has it (days as text), locked until the transaction ends; 404 when there is none. */
export const lockRow = async ({ sql }: Writing, table: keyof DB & string, id: RowId): Promise<Row> => {
  const { rows } = await raw<{ row: Row }>`
    select to_jsonb(t) as row from ${raw.table(table)} as t where t.id = ${id} for update`.execute(sql)
  const row = rows[0]?.row
  if (row === undefined) throw notFound()
  return row
}

/** The version that this session was last shown of a record; null when it was shown none. */
export const lastServed = async (
  { sql, sessionId }: Writing,
  entity: string,
  id: RowId,
): Promise<number | null> => {
  const { rows } = await raw<{ version: number | null }>`
    select last_served_version(${sessionId}, ${entity}, ${String(id)}) as version`.execute(sql)
  return rows[0]?.version ?? null
}

interface ChangeSince {
  at: string
  by: string | null
  fields: string[]
}

const conflict = async (
  { sql }: Writing,
  { entity, id, patientId }: Pick<RowToSave<RowId>, 'entity' | 'id' | 'patientId'>,
  version: number,
  seen: number | null,
): Promise<Refusal> => {
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
    fields: fields.map(inWords),
  }))
  const last = changes.at(-1)
  const message =
    last === undefined
      ? 'This record was changed since you opened it. Nothing of yours was saved.'
      : `${last.by} changed this record since you opened it (${last.fields.join(', ')}). Nothing of yours was saved.`
  return new Refusal(409, 'conflict', message, { conflict: { version, changes } })
}

/** 'address_line1' → 'address line1', 'location_id' → 'location'. */
const inWords = (column: string): string => column.replace(/_id$/, '').replaceAll('_', ' ')
