import { gunzipSync, gzipSync } from 'node:zlib'
import { sql as raw, type Kysely, type Selectable } from 'kysely'
import {
  checkKeptDays,
  submissionKeptMonths,
  type Comparison,
  type Finding,
  type SubmissionKind,
  type TableCount,
  type TableDifferences,
} from '../../../contract/insight/csds/submission.ts'
import { addDays, addMonths, today } from '../../../contract/platform/dates/dates.ts'
import { instantOf } from '../../../contract/platform/words/format.ts'
import { decrypt, encrypt } from '../../platform/crypto/encryption.ts'
import { copiesOfRecords, sharedLock } from '../../platform/db/connection/advisoryLock.ts'
import { transact } from '../../platform/db/connection/transact.ts'
import type { CsdsSubmission, DB } from '../../platform/db/types.ts'
import type { CsdsService } from './settings.ts'

/* The rows of csds_submission: what was checked and made, and for what was made the encrypted lines of each table. */

export type SubmissionRow = Omit<
  Selectable<CsdsSubmission>,
  'tables' | 'findings' | 'counts' | 'differences'
> & {
  tables: TableCount[] | null
  findings: Finding[] | null
  counts: Comparison[] | null
  differences: TableDifferences[] | null
}

/** What came of a run. */
export interface Made {
  tables: TableCount[]
  findings: Finding[]
  counts: Comparison[]
  differences: TableDifferences[] | null
  sha256: string
}

const keptUntil = (now: number, kind: string): string => {
  const day = today(now)
  const until = kind === 'check' ? addDays(day, checkKeptDays) : addMonths(day, submissionKeptMonths)
  return `${until}T00:00:00Z`
}

/** Adds a run and queues it, in the caller's transaction. */
export const addSubmission = async (
  sql: Kysely<DB>,
  now: number,
  { userId, month, kind }: { userId: number; month: string; kind: SubmissionKind },
): Promise<number> => {
  const { id } = await sql
    .insertInto('csds_submission')
    .values({
      user_id: userId,
      month: `${month}-01`,
      kind,
      asked_at: instantOf(now),
      queued_at: instantOf(now),
      expires_at: keptUntil(now, kind),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await queueSubmission(sql, id)
  return id
}

/** One job for each run: a second one finds nothing to do. */
const queueSubmission = async (sql: Kysely<DB>, id: number): Promise<void> => {
  await raw`select graphile_worker.add_job('csdsSubmission', ${JSON.stringify({ id })}::json,
    job_key => ${`csds submission ${id}`}, max_attempts => 10)`.execute(sql)
}

/** A submission that is not gone. */
export const findSubmission = async (
  sql: Kysely<DB>,
  id: number,
  now: number,
): Promise<SubmissionRow | undefined> =>
  (await sql
    .selectFrom('csds_submission')
    .selectAll()
    .where('id', '=', id)
    .where('expires_at', '>', instantOf(now))
    .executeTakeFirst()) as SubmissionRow | undefined

/** The last primary submission of a month that is ready. */
export const primaryOf = async (sql: Kysely<DB>, month: string): Promise<number | null> => {
  const found = await sql
    .selectFrom('csds_submission')
    .select('id')
    .where('month', '=', month)
    .where('kind', '=', 'primary')
    .where('state', '=', 'ready')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return found?.id ?? null
}

/** Starts a waiting run, without what an earlier attempt left; undefined if another process has it. */
export const claimSubmission = ({ db, clock }: CsdsService, id: number): Promise<SubmissionRow | undefined> =>
  transact(db.sql, async (sql) => {
    const claimed = await sql
      .updateTable('csds_submission')
      .set((row) => ({ state: 'running', attempt: row('attempt', '+', 1), beat_at: instantOf(clock()) }))
      .where('id', '=', id)
      .where('state', '=', 'waiting')
      .returningAll()
      .executeTakeFirst()
    if (claimed !== undefined) await sql.deleteFrom('csds_file').where('submission_id', '=', id).execute()
    return claimed as SubmissionRow | undefined
  })

type Claimed = Pick<SubmissionRow, 'id' | 'attempt'>

/** Only the current attempt may change a run: an earlier one may have been declared dead. */
const updateClaimed = (sql: Kysely<DB>, { id, attempt }: Claimed) =>
  sql
    .updateTable('csds_submission')
    .where('id', '=', id)
    .where('attempt', '=', attempt)
    .where('state', '=', 'running')

/** Records that the run is alive; false if it is no longer ours. */
export const beat = async ({ db, clock }: CsdsService, run: Claimed): Promise<boolean> => {
  const { numUpdatedRows } = await updateClaimed(db.sql, run)
    .set({ beat_at: instantOf(clock()) })
    .executeTakeFirstOrThrow()
  return numUpdatedRows > 0n
}

export interface Part {
  place: number
  table: string
  rows: number
  patientIds: readonly number[]
  /** Lines of CSV, without the line of names. */
  lines: string
}

/**
 * Keeps lines of a table.
 * @throws Error if a record in them was destroyed meanwhile, or the run is no longer ours, so that it is made again
 */
export const keepPart = ({ db, accounts }: CsdsService, run: Claimed, part: Part): Promise<void> =>
  transact(db.sql, async (sql) => {
    await sharedLock(sql, copiesOfRecords)
    const ids = [...part.patientIds]
    const { numInsertedOrUpdatedRows } = await sql
      .insertInto('csds_file')
      .columns(['submission_id', 'place', 'table_name', 'row_count', 'patient_ids', 'sealed'])
      .expression(
        sql
          .selectFrom('csds_submission')
          .select([
            'id',
            raw<number>`${part.place}::integer`.as('place'),
            raw<string>`${part.table}::text`.as('table_name'),
            raw<number>`${part.rows}::integer`.as('row_count'),
            raw<number[]>`${ids}::bigint[]`.as('patient_ids'),
            raw<Buffer>`${encrypt(accounts.secretKey, contextOfFile(run.id, part.place), gzipSync(part.lines))}::bytea`.as(
              'sealed',
            ),
          ])
          .where('id', '=', run.id)
          .where('attempt', '=', run.attempt)
          .where('state', '=', 'running')
          .where(
            raw<boolean>`not exists (select from unnest(${ids}::bigint[]) as shown (id)
              where not exists (select from patient where patient.id = shown.id))`,
          ),
      )
      .executeTakeFirstOrThrow()
    if (numInsertedOrUpdatedRows !== 1n)
      throw new Error('The submission was taken over, or a record was destroyed')
  })

/** The lines of a table as they were kept, some thousands at a time. */
export async function* linesOf(
  { db, accounts }: Pick<CsdsService, 'db' | 'accounts'>,
  id: number,
  table: string,
): AsyncGenerator<string> {
  const places = await db.sql
    .selectFrom('csds_file')
    .select('place')
    .where('submission_id', '=', id)
    .where('table_name', '=', table)
    .orderBy('place')
    .execute()
  for (const { place } of places) {
    const { sealed } = await db.sql
      .selectFrom('csds_file')
      .select('sealed')
      .where('submission_id', '=', id)
      .where('place', '=', place)
      .executeTakeFirstOrThrow()
    yield gunzipSync(decrypt(accounts.secretKey, contextOfFile(id, place), sealed)).toString('utf8')
  }
}

/** Whose records a submission shows. */
export const patientsIn = async (sql: Kysely<DB>, id: number): Promise<number[]> => {
  const { rows } = await raw<{ id: number }>`
    select distinct unnest(patient_ids) as id from csds_file where submission_id = ${id} order by id`.execute(
    sql,
  )
  return rows.map((row) => Number(row.id))
}

/** Whose records are restricted at this moment, with the records that were merged into theirs. */
export const restrictedNow = async (sql: Kysely<DB>): Promise<number[]> => {
  const { rows } = await raw<{ id: number }>`
    select distinct unnest(records_of_person(patient_id)) as id from patient_restriction
    where ended_at is null`.execute(sql)
  return rows.map((row) => Number(row.id))
}

/** Stores the outcome; false if the run is no longer ours. */
export const keepOutcome = async (
  sql: Kysely<DB>,
  run: SubmissionRow,
  { tables, findings, counts, differences, sha256 }: Made,
  now: number,
): Promise<boolean> => {
  const { numUpdatedRows } = await updateClaimed(sql, run)
    .set({
      state: 'ready',
      ended_at: instantOf(now),
      expires_at: keptUntil(now, run.kind),
      tables: JSON.stringify(tables),
      findings: JSON.stringify(findings),
      counts: JSON.stringify(counts),
      differences: JSON.stringify(differences),
      sha256,
    })
    .executeTakeFirstOrThrow()
  return numUpdatedRows > 0n
}

/** Ends a run without a result. @param failure why, as a sentence for the user */
export const failSubmission = async (
  { db, clock }: CsdsService,
  run: Claimed,
  failure: string,
): Promise<void> =>
  transact(db.sql, async (sql) => {
    const { numUpdatedRows } = await updateClaimed(sql, run)
      .set({ state: 'failed', failure, ended_at: instantOf(clock()) })
      .executeTakeFirstOrThrow()
    if (numUpdatedRows > 0n) await sql.deleteFrom('csds_file').where('submission_id', '=', run.id).execute()
  })

/** Puts an interrupted run back into the queue. */
export const releaseSubmission = ({ db, clock }: CsdsService, run: Claimed): Promise<void> =>
  transact(db.sql, async (sql) => {
    const { numUpdatedRows } = await updateClaimed(sql, run)
      .set({ state: 'waiting', queued_at: instantOf(clock()) })
      .executeTakeFirstOrThrow()
    if (numUpdatedRows > 0n) await queueSubmission(sql, run.id)
  })

/** Runs marked as running whose last heartbeat was before the given time. */
export const silentSubmissions = ({ db }: CsdsService, since: number): Promise<Claimed[]> =>
  db.sql
    .selectFrom('csds_submission')
    .select(['id', 'attempt'])
    .where('state', '=', 'running')
    .where('beat_at', '<', instantOf(since))
    .execute()

/** Queues runs again that have waited since before the given time: their job may have died with its worker. */
export const queueSubmissionsAgain = async ({ db, clock }: CsdsService, since: number): Promise<void> => {
  const waiting = await db.sql
    .updateTable('csds_submission')
    .set({ queued_at: instantOf(clock()) })
    .where('state', '=', 'waiting')
    .where('queued_at', '<', instantOf(since))
    .returning('id')
    .execute()
  for (const { id } of waiting) await queueSubmission(db.sql, id)
}

export const contextOfFile = (id: number, place: number): string => `file ${place} of CSDS submission ${id}`
