import { sql as raw, type Kysely, type RawBuilder, type Transaction } from 'kysely'
import { today, type CalendarDate } from '../../../contract/platform/dates/dates.ts'
import type { RecordTrace, Trace } from '../../platform/audit/auditTrail.ts'
import { anyOf, parameter, prepare, type Value } from '../../platform/db/query/compileOnce.ts'
import { transact } from '../../platform/db/connection/transact.ts'
import type { DB } from '../../platform/db/types.ts'
import { addRows } from '../../platform/writes/addRows.ts'
import { appendEvent } from '../../platform/writes/write.ts'
import { openCauses } from './automaticKinds.ts'
import { taskTable } from './columns.ts'
import { isSettled } from './isSettled.ts'

/** A cause and its task that do not agree. */
interface Difference {
  pathwayId: number
  patientId: number
  /** Null if there is no task yet. */
  id: number | null
  version: number | null
  kind: string
  cause: string
  isLive: boolean
  dueDate: string | null
  text: string | null
  /** The clinician for a new task; null for the owner of the referral. */
  clinicianId: number | null
}

/** @param only the pathways to check; default all */
const differences = (day: Value<CalendarDate>, only: RawBuilder<unknown> | null): RawBuilder<unknown> => {
  const among = (column: string) => (only === null ? raw`true` : raw`${raw.ref(column)} = ${only}`)
  return raw`
    with live as (select * from (${openCauses(day)}) as cause where ${among('cause.pathway_id')}),
    known as (select * from task where task.kind <> 'manual' and ${among('task.pathway_id')})
    select coalesce(live.pathway_id, known.pathway_id) as pathway_id, known.id, known.version,
      coalesce(live.kind, known.kind) as kind, coalesce(live.cause, known.cause) as cause,
      live.pathway_id is not null as is_live, live.due_date, live.text, live.clinician_id
    from live full join known
      on known.pathway_id = live.pathway_id and known.kind = live.kind and known.cause = live.cause
    where case
      when live.pathway_id is null then known.closed_at is null
      when known.id is null or known.closed_how = 'cause' then true
      when known.closed_how = 'person' then coalesce(known.look_again_date <= ${day}::date, false)
      else known.closed_at is null and (known.due_date <> live.due_date or known.text <> live.text) end`
}

const day = parameter<CalendarDate>(1, 'date')
const these = anyOf(2, 'bigint')

/** Prepared, because planning it costs several times as much as running it. */
const readDifferences = prepare(
  'read what tasks lack',
  raw<Difference>`
    select pathway.patient_id as "patientId", difference.pathway_id as "pathwayId", difference.id, difference.version,
      difference.kind, difference.cause, difference.is_live as "isLive", difference.due_date as "dueDate", difference.text,
      difference.clinician_id as "clinicianId"
    from (${differences(day, these)}) as difference
    join pathway on pathway.id = difference.pathway_id`,
)

const differencesOf = async (
  sql: Transaction<DB>,
  pathwayIds: readonly number[],
): Promise<readonly Difference[]> =>
  (await isSettled(sql, pathwayIds)) ? [] : readDifferences(sql, today(), pathwayIds)

/**
 * Opens a task for each current cause, and closes tasks whose cause is gone. A task that a user closed stays closed
 * until the day to look again. Running it twice changes nothing more. The caller has locked the pathways.
 */
export const settleTasksOf = async (
  sql: Transaction<DB>,
  pathwayIds: readonly number[],
  userId: number | null,
): Promise<Trace> => {
  const rows = await differencesOf(sql, pathwayIds)
  const missing = rows.filter(({ id }) => id === null)
  const added = await addRows(
    { sql, userId },
    taskTable,
    missing.map(
      ({ pathwayId: pathway_id, kind, cause, dueDate: due_date, text, clinicianId: clinician_id }) => ({
        ...{ pathway_id, kind, cause, due_date, text, clinician_id },
      }),
    ),
  )
  const records: RecordTrace[] = added.map(({ record }) => record)
  for (const each of rows)
    if (each.id !== null) records.push(await settle(sql, { ...each, id: each.id }, userId))
  return {
    patientIds: rows.map(({ patientId }) => patientId),
    pathwayIds: [...new Set(rows.map(({ pathwayId }) => pathwayId))],
    records,
  }
}

const settle = async (
  sql: Transaction<DB>,
  { id, dueDate, text, isLive }: Difference & { id: number },
  userId: number | null,
): Promise<RecordTrace> => {
  const { entity } = taskTable
  const values = { due_date: dueDate, text }
  const { rows } = await raw<{ version: number }>`
    update task set version = version + 1, updated_at = clock_timestamp(), updated_by = ${userId},
      due_date = coalesce(${dueDate}::date, due_date), text = coalesce(${text}, text),
      closed_at = ${isLive ? null : raw`clock_timestamp()`}, closed_how = ${isLive ? null : 'cause'},
      closed_by = null, closed_note = null, look_again_date = null
    where id = ${id} returning version`.execute(sql)
  const closed = { closed_how: isLive ? null : 'cause' }
  return {
    entity,
    id,
    version: rows[0]?.version ?? 1,
    before: {},
    after: isLive ? { ...values, ...closed } : closed,
  }
}

/** Number of pathways settled in one transaction. */
const batchSize = 200

/**
 * Settles all pathways: after midnight in London, when targets are newly missed, and at each start. A batch has one row
 * in the audit trail, without a user. A batch that fails does not hold up the others; the job then fails and is
 * retried.
 */
export const settleTasks = async (sql: Kysely<DB>): Promise<number> => {
  const { rows } = await raw<{ id: number }>`
    select distinct pathway_id as id from (${differences(today(), null)}) as difference order by 1`.execute(
    sql,
  )
  const failures: unknown[] = []
  for (let from = 0; from < rows.length; from += batchSize) {
    const ids = rows.slice(from, from + batchSize).map(({ id }) => id)
    await transact(sql, async (transaction) => {
      await raw`select from pathway where id = any(${ids}::bigint[]) order by id for update`.execute(
        transaction,
      )
      const trace = await settleTasksOf(transaction, ids, null)
      if (trace.records?.length === 0) return
      await appendEvent(transaction, {
        kind: 'write',
        action: 'settleTasks',
        status: 200,
        userId: null,
        sessionId: null,
        role: null,
        requestId: 'settleTasks',
        address: null,
        ...trace,
      })
    }).catch((error: unknown) => failures.push(error))
  }
  if (failures.length > 0)
    throw new AggregateError(
      failures,
      `Tasks of referrals were not settled: ${failures.length} of ${Math.ceil(rows.length / batchSize)} batches`,
    )
  return rows.length
}
