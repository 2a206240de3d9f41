import type { Pool } from 'pg'
import { careDays } from '../../../contract/insight/audit/unusualReading.ts'
import { AuditFailure, reasonNeeded } from '../errors.ts'

/** A record that was changed or shown: which one, at which version, and for a write the changed fields. */
export interface RecordTrace {
  entity: string
  id: number | string
  version?: number
  before?: Record<string, unknown> | null
  after?: Record<string, unknown> | null
}

/** What a call did or showed (DP-1). */
export interface Trace {
  patientIds?: number[]
  pathwayIds?: number[]
  criteria?: Record<string, unknown>
  records?: RecordTrace[]
}

export interface AuditEvent extends Trace {
  kind: 'read' | 'write' | 'refusal' | 'session'
  action: string
  status: number
  userId: number | null
  sessionId: number | null
  role: string | null
  requestId: string
  address: string | null
  /**
   * The call shows or changes whole records, so it is refused if one of them is withheld from the user (decision 81).
   */
  opensRecords?: boolean
}

export interface AuditTrail {
  /**
   * Resolves once the event is durable. Rejects with `reason-needed` if the event opens a restricted record that is not
   * open to the user, and with `AuditFailure` if the event cannot be written.
   */
  append: (event: AuditEvent) => Promise<void>
}

/** An event that was not added: its position in the statement, and the restricted record that it would open. */
interface Withheld {
  place: number
  patient_id: number
}

const columns = `kind, action, status, user_id, session_id, role, patient_ids, pathway_ids, criteria, records, request_id,
  address`
const given = `jsonb_to_recordset($1::jsonb) as event (kind text, action text, status integer, user_id bigint,
  session_id bigint, role text, patient_ids bigint[], pathway_ids bigint[], criteria jsonb, records jsonb,
  request_id text, address text, opens_records boolean, place integer)`

/** Adds events that open no records. */
const insertPlainEvents = `insert into audit_event (${columns}) select ${columns} from ${given} order by place`

/**
 * Adds events, except those that open a record withheld from their user, and returns the withheld records. It is one
 * statement because every call ends with it.
 */
export const insertEvents = `
  with event as materialized (select * from ${given}
  ), withheld as materialized (
    select event.place, patient_id
    from event
    cross join lateral withheld_among(event.user_id, event.session_id, event.patient_ids, ${careDays}) as patient_id
    where event.opens_records
  ), added as (
    insert into audit_event (${columns})
    select ${columns}
    from event where not exists (select from withheld where withheld.place = event.place)
    order by place
  )
  select place, patient_id from withheld order by place, patient_id`

/**
 * The same for one event, whose values are `eventValues`.
 * @param before common table expressions to put in front, each followed by a comma
 */
export const insertEventWith = (before: string): string => `
  with ${before} withheld as materialized (
    select withheld_among($4::bigint, $5::bigint, $7::bigint[], ${careDays}) as patient_id where $13::boolean
  ), added as (
    insert into audit_event (${columns})
    select $1::text, $2::text, $3::integer, $4::bigint, $5::bigint, $6::text, $7::bigint[], $8::bigint[], $9::jsonb,
      $10::jsonb, $11::text, $12::text
    where not exists (select from withheld)
  )
  select 0 as place, patient_id from withheld order by patient_id`

/**
 * Throws `reason-needed` if the event was not added. @param place position of the event in the statement
 */
export const assertOpen = (answered: readonly unknown[], place = 0): void => {
  const withheld = (answered as readonly Withheld[]).find((row) => row.place === place)
  if (withheld !== undefined) throw reasonNeeded(withheld.patient_id)
}

/** The row of an event, as these statements expect it. A patient with several referrals on a list appears once. */
export const eventRow = (event: AuditEvent, place = 0) => ({
  kind: event.kind,
  action: event.action,
  status: event.status,
  user_id: event.userId,
  session_id: event.sessionId,
  role: event.role,
  patient_ids: [...new Set(event.patientIds)],
  pathway_ids: event.pathwayIds ?? [],
  criteria: event.criteria ?? null,
  records: event.records ?? null,
  request_id: event.requestId,
  address: event.address,
  opens_records: event.opensRecords === true,
  place,
})

const asJson = (value: unknown): string | null => (value === null ? null : JSON.stringify(value))

/** The same as the values of `insertEventWith`, in the order of its columns. */
export const eventValues = (event: AuditEvent): unknown[] => {
  const row = eventRow(event)
  return [
    ...[
      row.kind,
      row.action,
      row.status,
      row.user_id,
      row.session_id,
      row.role,
      row.patient_ids,
      row.pathway_ids,
    ],
    ...[asJson(row.criteria), asJson(row.records), row.request_id, row.address, row.opens_records],
  ]
}

interface Waiting {
  event: AuditEvent
  resolve: () => void
  reject: (error: unknown) => void
}

/**
 * Batches the events of concurrent reads. While one insert runs the next events queue up, and each caller waits for the
 * insert that contains its own event (DP-1: no audit, no data).
 */
export const openAuditTrail = (pool: Pool): AuditTrail => {
  let waiting: Waiting[] = []
  let writing = false

  const flush = async (): Promise<void> => {
    writing = true
    while (waiting.length > 0) {
      const batch = waiting
      waiting = []
      try {
        const { rows } = await pool.query<Withheld>({
          ...(batch.some(({ event }) => event.opensRecords === true)
            ? { name: 'append audit events', text: insertEvents }
            : { name: 'append plain audit events', text: insertPlainEvents }),
          values: [JSON.stringify(batch.map(({ event }, place) => eventRow(event, place)))],
        })
        for (const [place, { resolve, reject }] of batch.entries()) {
          const withheld = rows.find((row) => row.place === place)
          if (withheld === undefined) resolve()
          else reject(reasonNeeded(withheld.patient_id))
        }
      } catch (error) {
        for (const { reject } of batch) reject(new AuditFailure(error))
      }
    }
    writing = false
  }

  return {
    append: (event) =>
      new Promise<void>((resolve, reject) => {
        waiting.push({ event, resolve, reject })
        if (!writing) void flush()
      }),
  }
}
