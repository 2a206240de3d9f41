import type { Pool } from 'pg'
import { AuditFailure } from '../errors.ts'

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
}

export interface AuditTrail {
  /** Settles when the event is durable; rejects when it could not be written. */
  append: (event: AuditEvent) => Promise<void>
}

export const insertEvents = `
  insert into audit_event (kind, action, status, user_id, session_id, role, patient_ids, pathway_ids, criteria,
    records, request_id, address)
  select kind, action, status, user_id, session_id, role, patient_ids, pathway_ids, criteria, records, request_id, address
  from jsonb_to_recordset($1::jsonb) as event (kind text, action text, status integer, user_id bigint,
    session_id bigint, role text, patient_ids bigint[], pathway_ids bigint[], criteria jsonb, records jsonb,
    request_id text, address text)`

/** The row of an event, as `insertEvents` takes it. Each patient is named once, also with several referrals on a list. */
export const eventRow = (event: AuditEvent) => ({
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
        await pool.query({
          name: 'append audit events',
          text: insertEvents,
          values: [JSON.stringify(batch.map(({ event }) => eventRow(event)))],
        })
        for (const { resolve } of batch) resolve()
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
