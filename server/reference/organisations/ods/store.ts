import { CompiledQuery, sql as raw, type Kysely, type Transaction } from 'kysely'
import {
  eventRow,
  insertEvents,
  type AuditEvent,
  type RecordTrace,
} from '../../../platform/audit/auditTrail.ts'
import type { DB } from '../../../platform/db/types.ts'
import { showNewName } from '../../../stages/renamed.ts'
import { differing, type Plan, type Stored, type StoredLink, type StoredOrganisation } from './plan.ts'

/** The number of rows in one statement. */
const batchSize = 1_000

const organisationColumns = [
  'id',
  'type',
  'name',
  'name_key',
  'address_line1',
  'address_line2',
  'address_line3',
  'town',
  'county',
  'postcode',
  'open_date',
  'close_date',
  'status_code',
  'sub_type_code',
  'is_active',
] as const satisfies (keyof StoredOrganisation)[]
const linkColumns = [
  'organisation_id',
  'parent_organisation_id',
  'join_date',
  'leave_date',
  'parent_code',
  'is_active',
] as const satisfies (keyof StoredLink)[]

/** All organisations and links. They are few compared with the content of a file. */
export const readStored = async (sql: Kysely<DB>): Promise<Stored> => {
  const organisations = await sql.selectFrom('organisation').select(organisationColumns).execute()
  const links = await sql.selectFrom('organisation_parent').select(linkColumns).execute()
  return {
    organisations: new Map(organisations.map((row) => [row.id, row])),
    links: new Map(links.map((row) => [row.organisation_id, row])),
  }
}

/**
 * Writes what the plan says and returns the records for the audit trail. Nothing is ever deleted.
 * @param onProgress rows written so far, and the total
 */
export const applyPlan = async (
  sql: Transaction<DB>,
  { organisations, links }: Plan,
  userId: number | null,
  onProgress: (done: number, all: number) => void = () => undefined,
): Promise<RecordTrace[]> => {
  const all = organisations.length + links.length
  let done = 0
  const write = async (
    table: 'organisation' | 'organisation_parent',
    columns: readonly string[],
    rows: readonly (StoredOrganisation | StoredLink)[],
  ): Promise<void> => {
    for (let from = 0; from < rows.length; from += batchSize) {
      const batch = rows.slice(from, from + batchSize)
      await upsert(sql, table, columns, batch, userId)
      done += batch.length
      onProgress(done, all)
    }
  }
  await write(
    'organisation',
    organisationColumns,
    organisations.map(({ after }) => after),
  )
  await write(
    'organisation_parent',
    linkColumns,
    links.map(({ after }) => after),
  )
  const renamed = organisations.filter(({ before, after }) => before !== null && before.name !== after.name)
  await showNewName(
    sql,
    'organisation',
    renamed.map(({ after }) => after.id),
  )
  const isAdded = new Set(organisations.flatMap(({ before, after }) => (before === null ? [after.id] : [])))
  return [
    ...organisations.map((change) => ({ entity: 'organisation', id: change.after.id, ...changeOf(change) })),
    // The link of a new organisation is part of its creation.
    ...links
      .filter(({ after }) => !isAdded.has(after.organisation_id))
      .map((change) => ({
        entity: 'organisationParent',
        id: change.after.organisation_id,
        ...changeOf(change),
      })),
  ]
}

const upsert = async (
  sql: Transaction<DB>,
  table: 'organisation' | 'organisation_parent',
  columns: readonly string[],
  rows: readonly object[],
  userId: number | null,
): Promise<void> => {
  const [key = 'id', ...others] = columns
  const list = raw.join(columns.map((column) => raw.ref(column)))
  const assignments = others.map((column) => raw`${raw.ref(column)} = excluded.${raw.ref(column)}`)
  // Links have no stamp of their own: they are part of their organisation.
  const stamp =
    table === 'organisation' ? [raw`updated_at = clock_timestamp()`, raw`updated_by = ${userId}::bigint`] : []
  await raw`
    insert into ${raw.table(table)} (${list})
    select ${list} from jsonb_populate_recordset(null::${raw.table(table)}, ${JSON.stringify(rows)}::jsonb)
    on conflict (${raw.ref(key)}) do update
    set ${raw.join([...assignments, ...stamp])}, version = ${raw.table(table)}.version + 1`.execute(sql)
}

/** The changed values before and after. For a new row only its name and type: the rest is in the file. */
const changeOf = <Row extends StoredOrganisation | StoredLink>(change: {
  before: Row | null
  after: Row
}) => {
  const { before, after } = change
  const fields = before === null ? ['name', 'type'] : differing(change)
  const only = (row: Row) =>
    Object.fromEntries(Object.entries(row).filter(([field]) => fields.includes(field)))
  return { before: before === null ? null : only(before), after: only(after) }
}

/**
 * Writes the audit trail of a large import in events of readable size. Returns the records that are left for the call's
 * own event.
 */
export const traceInParts = async (
  sql: Transaction<DB>,
  event: Omit<AuditEvent, 'records'>,
  records: readonly RecordTrace[],
): Promise<RecordTrace[]> => {
  let from = 0
  for (; records.length - from > batchSize; from += batchSize) {
    const part = eventRow({ ...event, records: records.slice(from, from + batchSize) })
    await sql.executeQuery(CompiledQuery.raw(insertEvents, [JSON.stringify([part])]))
  }
  return records.slice(from)
}
