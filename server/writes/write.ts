import type { Kysely, Transaction } from 'kysely'
import type { FastifyBaseLogger } from 'fastify'
import { CompiledQuery } from 'kysely'
import {
  assertOpen,
  eventRow,
  insertEventsWith,
  type AuditEvent,
  type RecordTrace,
  type Trace,
} from '../audit/auditTrail.ts'
import { transact } from '../db/transact.ts'
import type { DB } from '../db/types.ts'
import { isWorthRetrying, AuditFailure } from '../errors.ts'
import { claimIdempotencyKey, keepReply, type IdempotencyClaim } from './idempotency.ts'

/** One write: the transaction, who does it, and what it leaves in the audit trail. */
export interface Writing {
  sql: Transaction<DB>
  userId: number
  sessionId: number
  requestId: string
  /** The route, as the audit trail and stage changes name it. */
  command: string
  /** Adds what was changed to the event that is written before commit. */
  trace: (trace: Trace) => void
}

export interface WriteFrame {
  sql: Kysely<DB>
  /** Everything of the event but what the work traces. */
  event: Omit<AuditEvent, Exclude<keyof Trace, 'criteria'>> & { userId: number; sessionId: number }
  /** Present for creates, and for every write that came with a key. */
  claim: IdempotencyClaim | null
  log: FastifyBaseLogger
}

const attempts = 4

/**
 * Runs the work in one transaction together with its audit event and, where there is one, the claim on its key, so that
 * all of it is stored, or nothing (DP-1, DU-4). Does it again when another transaction got in the way.
 */
export const writeOnce = async <Reply>(
  frame: WriteFrame,
  work: (writing: Writing) => Promise<Reply>,
): Promise<Reply> => {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await transact(frame.sql, (sql) => inTransaction(sql, frame, work))
    } catch (error) {
      if (attempt === attempts || !isWorthRetrying(error)) throw error
      frame.log.info({ attempt }, 'transactions met, trying again')
    }
  }
}

const inTransaction = async <Reply>(
  sql: Transaction<DB>,
  frame: WriteFrame,
  work: (writing: Writing) => Promise<Reply>,
): Promise<Reply> => {
  const { event, claim } = frame
  if (claim !== null) {
    const first = await claimIdempotencyKey(sql, event.userId, claim)
    if (first !== null) {
      await finish(sql, { ...event, criteria: { ...event.criteria, replayed: true } })
      return first as Reply
    }
  }
  const patientIds = new Set<number>()
  const pathwayIds = new Set<number>()
  const records: RecordTrace[] = []
  let { criteria } = event
  const trace = (done: Trace): void => {
    for (const id of done.patientIds ?? []) patientIds.add(id)
    for (const id of done.pathwayIds ?? []) pathwayIds.add(id)
    records.push(...(done.records ?? []))
    if (done.criteria !== undefined) criteria = { ...event.criteria, ...done.criteria }
  }
  const reply = await work({
    sql,
    userId: event.userId,
    sessionId: event.sessionId,
    requestId: event.requestId,
    command: event.action,
    trace,
  })
  const done: AuditEvent = {
    ...event,
    patientIds: [...patientIds],
    pathwayIds: [...pathwayIds],
    records,
    ...(criteria === undefined ? {} : { criteria }),
  }
  await finish(sql, done, claim === null ? null : { key: claim.key, reply })
  return reply
}

/** Writes an event that is stored with the transaction or not at all (DP-1). */
export const appendEvent = (sql: Transaction<DB>, event: AuditEvent): Promise<void> => finish(sql, event)

const appendAndKeep = `/* prepared: append and keep */ ${insertEventsWith(`kept as (${keepReply}),`)}`

/** The event and, of a create, the reply for whoever sends it again: one statement, because every write ends so. */
const finish = async (
  sql: Transaction<DB>,
  event: AuditEvent,
  kept: { key: Buffer; reply: unknown } | null = null,
): Promise<void> => {
  const written = [JSON.stringify([eventRow(event)])]
  const reply = kept === null ? [null, null, null] : [event.userId, kept.key, JSON.stringify(kept.reply)]
  const answered = await sql
    .executeQuery(CompiledQuery.raw(appendAndKeep, [...written, ...reply]))
    .catch((error: unknown) => {
      throw isWorthRetrying(error) ? error : new AuditFailure(error)
    })
  assertOpen(answered.rows)
}
