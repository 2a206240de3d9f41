import { gunzipSync, gzipSync } from 'node:zlib'
import { sql as raw, type Kysely, type Selectable } from 'kysely'
import { instantOf } from '../../../contract/platform/words/format.ts'
import { decrypt, encrypt } from '../../platform/crypto/encryption.ts'
import type { DB, ReportRun } from '../../platform/db/types.ts'
import type { AccountsService } from '../../accounts/settings/service.ts'
import type { RenderedReport } from '../../platform/files/renderedReport.ts'

/*
 * The rows of report_run: who asked for what, its progress, and the encrypted result
 * (docs/decisions/0023-report-jobs.md).
 */

export type RunRow = Omit<Selectable<ReportRun>, 'sealed'>
type Parts = Pick<AccountsService, 'db' | 'clock' | 'accounts'>

const hour = 60 * 60_000
const keptForMs = 24 * hour
/** Nobody is waiting for a scheduled report at the screen, and the first of the month may be a holiday. */
const scheduledKeptForMs = 7 * 24 * hour

const keptUntil = (now: number, scheduledFor: string | null): string =>
  instantOf(now + (scheduledFor === null ? keptForMs : scheduledKeptForMs))

const columns = [
  'id',
  'user_id',
  'report_name',
  'date_from',
  'date_to',
  'suppress',
  'saved_report_id',
  'scheduled_for',
  'state',
  'progress',
  'failure',
  'attempt',
  'asked_at',
  'queued_at',
  'beat_at',
  'ended_at',
  'expires_at',
] as const satisfies (keyof RunRow)[]

interface NewRun {
  userId: number
  reportName: string
  dateFrom: string
  dateTo: string
  suppress: boolean
  schedule?: { savedReportId: number; month: string }
}

const waitingToStart = 'Waiting to start'

/** Adds a run and queues it, in the caller's transaction. */
export const addRun = async (
  sql: Kysely<DB>,
  now: number,
  { userId, reportName, dateFrom, dateTo, suppress, schedule }: NewRun,
): Promise<number> => {
  const { id } = await sql
    .insertInto('report_run')
    .values({
      user_id: userId,
      report_name: reportName,
      date_from: dateFrom,
      date_to: dateTo,
      suppress,
      saved_report_id: schedule?.savedReportId ?? null,
      scheduled_for: schedule?.month ?? null,
      progress: waitingToStart,
      asked_at: instantOf(now),
      queued_at: instantOf(now),
      expires_at: keptUntil(now, schedule?.month ?? null),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await queueRun(sql, id)
  return id
}

/** One job for each run. A second job replaces the first while that is waiting; otherwise it finds nothing to do. */
export const queueRun = async (sql: Kysely<DB>, id: number): Promise<void> => {
  await raw`select graphile_worker.add_job('reportRun', ${JSON.stringify({ id })}::json,
    job_key => ${`report run ${id}`}, max_attempts => 10)`.execute(sql)
}

/** The unexpired runs of a user, latest first. */
export const runsOf = ({ db, clock }: Parts, userId: number) =>
  db.sql
    .selectFrom('report_run')
    .leftJoin('saved_report', 'saved_report.id', 'saved_report_id')
    .select(columns.map((column) => `report_run.${column}` as const))
    .select('saved_report.name as saved_as')
    .where('report_run.user_id', '=', userId)
    .where('expires_at', '>', instantOf(clock()))
    .orderBy('report_run.id', 'desc')
    .execute()

/** A finished run of this user, with its result; undefined if there is none. */
export const openRun = async (
  { db, clock, accounts }: Parts,
  id: number,
  userId: number,
): Promise<{ run: RunRow; report: RenderedReport } | undefined> => {
  const found = await db.sql
    .selectFrom('report_run')
    .select(columns)
    .select('sealed')
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .where('expires_at', '>', instantOf(clock()))
    .executeTakeFirst()
  if (found?.sealed == null) return undefined
  const { sealed, ...run } = found
  try {
    const opened = gunzipSync(decrypt(accounts.secretKey, contextOfRun(run), sealed))
    return { run, report: JSON.parse(opened.toString('utf8')) as RenderedReport }
  } catch {
    // The result was encrypted with an earlier key and cannot be read any more.
    return undefined
  }
}

/** Starts a waiting run; undefined if it was cancelled or another process has it. */
export const claimRun = ({ db, clock }: Parts, id: number): Promise<RunRow | undefined> =>
  db.sql
    .updateTable('report_run')
    .set((row) => ({
      state: 'running',
      attempt: row('attempt', '+', 1),
      beat_at: instantOf(clock()),
      progress: 'Counting begins',
    }))
    .where('id', '=', id)
    .where('state', '=', 'waiting')
    .returning(columns)
    .executeTakeFirst()

type Claimed = Pick<RunRow, 'id' | 'attempt'>

/** Only the current attempt may update a run: an earlier attempt may have been declared dead. */
const updateClaimed = (sql: Kysely<DB>, { id, attempt }: Claimed) =>
  sql
    .updateTable('report_run')
    .where('id', '=', id)
    .where('attempt', '=', attempt)
    .where('state', '=', 'running')

/** Records that the run is still alive. Returns false if the run was cancelled or given to another process. */
export const beat = async ({ db, clock }: Parts, run: Claimed, progress?: string): Promise<boolean> => {
  const { numUpdatedRows } = await updateClaimed(db.sql, run)
    .set({ beat_at: instantOf(clock()), ...(progress === undefined ? {} : { progress }) })
    .executeTakeFirstOrThrow()
  return numUpdatedRows > 0n
}

/** Stores the result. Returns false if the run was cancelled or given to another process in the meantime. */
export const keepResult = async (
  { clock, accounts }: Parts,
  sql: Kysely<DB>,
  run: RunRow,
  report: RenderedReport,
): Promise<boolean> => {
  const content = gzipSync(JSON.stringify(report))
  const { numUpdatedRows } = await updateClaimed(sql, run)
    .set({
      state: 'ready',
      progress: 'Ready',
      sealed: encrypt(accounts.secretKey, contextOfRun(run), content),
      ended_at: instantOf(clock()),
      expires_at: keptUntil(clock(), run.scheduled_for),
    })
    .executeTakeFirstOrThrow()
  return numUpdatedRows > 0n
}

/**
 * Ends a run without a result.
 * @param failure why, as a sentence for the user who asked
 */
export const failRun = async (
  { clock }: Parts,
  sql: Kysely<DB>,
  run: RunRow,
  failure: string,
): Promise<boolean> => {
  const { numUpdatedRows } = await updateClaimed(sql, run)
    .set({
      state: 'failed',
      progress: '',
      failure,
      ended_at: instantOf(clock()),
      expires_at: keptUntil(clock(), run.scheduled_for),
    })
    .executeTakeFirstOrThrow()
  return numUpdatedRows > 0n
}

/** Puts an interrupted run back into the queue. */
export const releaseRun = async ({ clock }: Parts, sql: Kysely<DB>, run: Claimed): Promise<void> => {
  const { numUpdatedRows } = await updateClaimed(sql, run)
    .set({
      state: 'waiting',
      progress: 'It was interrupted and will be counted again',
      queued_at: instantOf(clock()),
    })
    .executeTakeFirstOrThrow()
  if (numUpdatedRows > 0n) await queueRun(sql, run.id)
}

/** Runs marked as running whose last heartbeat was before the given time. */
export const silentRuns = ({ db }: Parts, since: number): Promise<RunRow[]> =>
  db.sql
    .selectFrom('report_run')
    .select(columns)
    .where('state', '=', 'running')
    .where('beat_at', '<', instantOf(since))
    .execute()

/** Queues runs again that have been waiting since before the given time: their job may have died with its worker. */
export const queueAgain = async ({ db, clock }: Parts, since: number): Promise<void> => {
  const waiting = await db.sql
    .updateTable('report_run')
    .set({ queued_at: instantOf(clock()) })
    .where('state', '=', 'waiting')
    .where('queued_at', '<', instantOf(since))
    .returning('id')
    .execute()
  for (const { id } of waiting) await queueRun(db.sql, id)
}

export const contextOfRun = ({ id, user_id: userId }: Pick<RunRow, 'id' | 'user_id'>): string =>
  `report run ${id} of ${userId}`
