import type { Pool } from 'pg'
import { careDays } from '../../../contract/insight/unusualReading.ts'
import { AuditFailure, reasonNeeded } from '../errors.ts'

/** One record touched or shown: which, at what version, and for writes the fields that changed. */
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
  /** It shows or changes records as a whole, so that none of them may be withheld from the user (decision 81). */
  opensRecords?: boolean
}

export interface AuditTrail {
  /**
   * Settles when the event is durable. Rejects with `reason-needed` when it opens a record that is restricted and not open to
   * the user, and when it could not be written.
   */
  append: (event: AuditEvent) => Promise<void>
}

/** An event that was not added, by its place among those of the statement, and the restricted record that it would open. */
interface Withheld {
  place: number
  patient_id: number
}

/**
 * Adds events, but for those that open a record which is withheld from their user: of these it answers the records. One
 * statement for both, because every call ends so.
 * @param before other parts of the statement, each with a comma behind it
 */
export const insertEventsWith = (before: string): string => `
  with ${before} event as materialized (
    select * from jsonb_to_recordset($1::jsonb) as event (kind text, action text, status integer, user_id bigint,
      session_id bigint, role text, patient_ids bigint[], pathway_ids bigint[], criteria jsonb, records jsonb,
      request_id text, address text, opens_records boolean, place integer)
  ), withheld as materialized (
    select event.place, patient_id
    from event cross join lateral withheld_records(event.user_id, event.session_id, event.patient_ids, ${careDays}) as patient_id
    where event.opens_records
  ), added as (
    insert into audit_event (kind, action, status, user_id, session_id, role, patient_ids, pathway_ids, criteria,
      records, request_id, address)
    select kind, action, status, user_id, session_id, role, patient_ids, pathway_ids, criteria, records, request_id, address
    from event where not exists (select from withheld where withheld.place = event.place)
    order by place
  )
  select place, patient_id from withheld order by place, patient_id`
export const insertEvents = insertEventsWith('')

/** Throws `reason-needed` for an event that `insertEvents` did not add. @param place of the event among those of the statement */
export const assertOpen = (answered: readonly unknown[], place = 0): void => {
  const withheld = (answered as readonly Withheld[]).find((row) => row.place === place)
  if (withheld !== undefined) throw reasonNeeded(withheld.patient_id)
}

/** The row of an event, as `insertEvents` takes it. Each patient is named once, also with several referrals on a list. */
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

interface Waiting {
  event: AuditEvent
  resolve: () => void
  reject: (error: unknown) => void
}

/**
 * Writes events of concurrent reads together: while one insert is on its way the next ones gather, and each caller
 * waits for the insert that holds its own event (DP-1: no audit, no data).
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
          name: 'append audit events',
          text: insertEvents,
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
