import type { FastifyBaseLogger } from 'fastify'
import { CompiledQuery, sql as raw, type Kysely, type Transaction } from 'kysely'
import type { BankHolidayOn } from '../../../contract/platform/dates/bankHolidays.ts'
import { careDays } from '../../../contract/insight/audit/unusualReading.ts'
import {
  assertOpen,
  eventValues,
  insertEventWith,
  type AuditEvent,
  type RecordTrace,
  type Trace,
} from '../audit/auditTrail.ts'
import { transact } from '../db/connection/transact.ts'
import type { DB } from '../db/types.ts'
import { AuditFailure, HttpProblem, isWorthRetrying, reasonNeeded, ValidationProblem } from '../errors.ts'
import { claimIdempotencyKey, keepReply, type IdempotencyClaim } from './idempotency.ts'

/** The entries of the lists of clinicians and of team members that stand for a user, if any. */
export interface WorksAs {
  clinicianId: number | null
  teamMemberId: number | null
}

/** One write: the transaction, who makes it, and what it records in the audit trail. */
export interface Writing {
  sql: Transaction<DB>
  /** Null if no user of the service writes: the patient does, on a page of their own, or a job. */
  userId: number | null
  sessionId: number | null
  worksAs: WorksAs
  requestId: string
  /** The route, as named in the audit trail and in stage changes. */
  command: string
  /** Adds what was changed to the audit event, which is written before the commit. */
  trace: (trace: Trace) => void
  /** Names the patient whose rows are read. Call this before reporting anything about them. */
  looksAt: (whose: Whose) => void
  bankHolidayOn: BankHolidayOn
}

/** The write of a user of the service. */
export interface StaffWriting extends Writing {
  userId: number
  sessionId: number
}

/** The patient and referral of a row, as far as the row shows them. */
export interface Whose {
  patientId?: unknown
  pathwayId?: unknown
}

export interface WriteFrame {
  sql: Kysely<DB>
  /** The audit event without what the work traces. */
  event: Omit<AuditEvent, Exclude<keyof Trace, 'criteria'>> & { userId: number; sessionId: number }
  worksAs: WorksAs
  /** Set for creates, and for every write with a key. */
  claim: IdempotencyClaim | null
  /** The patients and referrals of the write, as far as the request shows them. */
  whose: readonly Whose[]
  bankHolidayOn: BankHolidayOn
  log: FastifyBaseLogger
}

const attempts = 4

/**
 * Runs the work in one transaction together with its audit event and, if there is one, the claim on its key: everything
 * is stored, or nothing (DP-1, DU-4). Repeats the work if another transaction conflicts.
 */
export const writeOnce = async <Reply>(
  frame: WriteFrame,
  work: (writing: StaffWriting) => Promise<Reply>,
): Promise<Reply> => {
  for (let attempt = 1; ; attempt += 1) {
    const lookedAt: Whose[] = [...frame.whose]
    try {
      return await transact(frame.sql, (sql) =>
        inTransaction(sql, frame, work, (whose) => lookedAt.push(whose)),
      )
    } catch (error) {
      if (error instanceof HttpProblem || error instanceof ValidationProblem)
        await assertMayBeTold(frame, lookedAt)
      if (attempt === attempts || !isWorthRetrying(error)) throw error
      frame.log.info({ attempt }, 'transactions conflicted, trying again')
    }
  }
}

/**
 * The reason for a refused save reveals something about the record, such as who changed what. So if the record is
 * withheld, the user must first give a reason to see it (decision 105).
 */
const assertMayBeTold = async ({ sql, event }: WriteFrame, lookedAt: readonly Whose[]): Promise<void> => {
  if (event.opensRecords !== true) return
  // A request may send anything as an id, such as a word.
  const ids = (name: keyof Whose) =>
    lookedAt.map((whose) => Number(whose[name])).filter((id) => Number.isSafeInteger(id))
  const [patientIds, pathwayIds] = [ids('patientId'), ids('pathwayId')]
  if (patientIds.length + pathwayIds.length === 0) return
  const [withheld] = await withheldOfRows(sql, event, patientIds, pathwayIds)
  if (withheld !== undefined) throw reasonNeeded(withheld)
}

/**
 * Those of the given patients, and of the patients of the given referrals, whose records are withheld from the user.
 */
const withheldOfRows = async (
  sql: Kysely<DB>,
  { userId, sessionId }: { userId: number; sessionId: number },
  patientIds: readonly number[],
  pathwayIds: readonly number[],
): Promise<number[]> => {
  const { rows } = await raw<{ id: number }>`
    select id from withheld_records(${userId}, ${sessionId}, array(
      select unnest(${patientIds}::bigint[])
      union select patient_id from pathway where id = any(${pathwayIds}::bigint[])), ${raw.lit(careDays)}) as withheld (id)
    order by id`.execute(sql)
  return rows.map(({ id }) => id)
}

const inTransaction = async <Reply>(
  sql: Transaction<DB>,
  frame: WriteFrame,
  work: (writing: StaffWriting) => Promise<Reply>,
  looksAt: Writing['looksAt'],
): Promise<Reply> => {
  const { event, worksAs, claim, bankHolidayOn } = frame
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
    for (const patientId of done.patientIds ?? []) looksAt({ patientId })
    for (const id of done.patientIds ?? []) patientIds.add(id)
    for (const id of done.pathwayIds ?? []) pathwayIds.add(id)
    records.push(...(done.records ?? []))
    if (done.criteria !== undefined) criteria = { ...event.criteria, ...done.criteria }
  }
  const reply = await work({
    sql,
    userId: event.userId,
    sessionId: event.sessionId,
    worksAs,
    requestId: event.requestId,
    command: event.action,
    trace,
    looksAt,
    bankHolidayOn,
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

/** Writes an event that is stored only if the transaction commits (DP-1). */
export const appendEvent = (sql: Transaction<DB>, event: AuditEvent): Promise<void> => finish(sql, event)

const appendAndKeep = `/* prepared: append and keep */ ${insertEventWith(`kept as (${keepReply}),`)}`

/**
 * Writes the event and, for a claimed key, stores the reply for a repeat. It is one statement because every write ends
 * with it.
 */
const finish = async (
  sql: Transaction<DB>,
  event: AuditEvent,
  kept: { key: Buffer; reply: unknown } | null = null,
): Promise<void> => {
  const reply = kept === null ? [null, null, null] : [event.userId, kept.key, JSON.stringify(kept.reply)]
  const answered = await sql
    .executeQuery(CompiledQuery.raw(appendAndKeep, [...eventValues(event), ...reply]))
    .catch((error: unknown) => {
      throw isWorthRetrying(error) ? error : new AuditFailure(error)
    })
  assertOpen(answered.rows)
}
