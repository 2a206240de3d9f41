import { sql as raw, type Kysely, type Selectable } from 'kysely'
import type { FhirType } from '../../../../contract/exchange/fhir/types.ts'
import { instantOf } from '../../../../contract/platform/words/format.ts'
import { decrypt, encrypt } from '../../../platform/crypto/encryption.ts'
import { copiesOfRecords, sharedLock } from '../../../platform/db/connection/advisoryLock.ts'
import { transact } from '../../../platform/db/connection/transact.ts'
import { isUniqueViolation } from '../../../platform/errors.ts'
import { queueJob, type Job } from '../../../platform/db/jobs/jobs.ts'
import type { DB, FhirExport } from '../../../platform/db/types.ts'
import type { FhirService } from '../http/call.ts'
import type { FhirCaller } from '../../smart/tokens.ts'
import type { After } from '../search/rows.ts'
import type { ExportAsked } from './request.ts'

/* The rows of fhir_export and their files (decision 149). */

/** Writes the next files of an export. */
export const exportStep: Job<{ id: string; step: number }> = { name: 'fhirExport', attempts: 8 }

export type ExportRow = Omit<Selectable<FhirExport>, 'types' | 'position'> & {
  types: FhirType[]
  position: Position | null
}
/** Where the next files begin. */
export interface Position {
  part: number
  after: After | null
}

const keptForMs = 24 * 60 * 60_000
/**
 * A change that is being written when an export begins may carry a slightly earlier time, so an export promises only
 * what is a minute old. The next one, since then, has the rest.
 */
const settlesMs = 60_000

/** Adds an export and queues its first files. Null: the client has one under way. */
export const addExport = async (
  { db, clock }: FhirService,
  { clientId, scopes }: FhirCaller,
  request: string,
  { level, groupId, types, since }: ExportAsked,
): Promise<string | null> => {
  const now = clock()
  try {
    return await transact(db.sql, async (sql) => {
      const { id } = await sql
        .insertInto('fhir_export')
        .values({
          client_id: clientId,
          client_version: sql.selectFrom('fhir_client').select('version').where('id', '=', clientId),
          scopes: [...scopes],
          request,
          level,
          group_id: groupId,
          types: [...types],
          since,
          transaction_at: instantOf(now - settlesMs),
          asked_at: instantOf(now),
          expires_at: instantOf(now + keptForMs),
        })
        .returning('id')
        .executeTakeFirstOrThrow()
      await queueJob(sql, exportStep, { id, step: 0 })
      return id
    })
  } catch (error) {
    if (isUniqueViolation(error, 'fhir_export_under_way')) return null
    throw error
  }
}

const exportsOf = (sql: Kysely<DB>, id: string) =>
  sql.selectFrom('fhir_export').selectAll().where('id', '=', id)

/** An export of this client that is not gone yet. What was written for the client as it was is gone with its change. */
export const findExport = ({ db, clock }: FhirService, clientId: number, id: string) =>
  exportsOf(db.sql, id)
    .where('client_id', '=', clientId)
    .where((of) =>
      of.or([
        of('state', '=', 'failed'),
        of('client_version', '=', of.selectFrom('fhir_client').select('version').where('id', '=', clientId)),
      ]),
    )
    .where('expires_at', '>', instantOf(clock()))
    .executeTakeFirst()

export const findStep = async (sql: Kysely<DB>, id: string, step: number): Promise<ExportRow | undefined> =>
  (await exportsOf(sql, id).where('state', '=', 'underWay').where('step', '=', step).executeTakeFirst()) as
    ExportRow | undefined

export interface WrittenFile {
  type: string
  resources: number
  patientIds: readonly number[]
  compressed: Buffer
}

/**
 * Keeps the files of this step, and queues the next one, or ends the export. Nothing happens if the export was deleted or
 * another process was faster.
 * @throws Error if a record was destroyed while the files were written, so that they are written again without it
 */
export const keepFiles = async (
  { db, clock, secretKey }: FhirService,
  { id, step }: Pick<ExportRow, 'id' | 'step'>,
  files: readonly WrittenFile[],
  next: Position | null,
): Promise<void> => {
  const now = clock()
  await transact(db.sql, async (sql) => {
    await sharedLock(sql, copiesOfRecords)
    if (await isAnyDestroyed(sql, files)) throw new Error('A record was destroyed meanwhile')
    const { numUpdatedRows } = await sql
      .updateTable('fhir_export')
      .set({
        step: step + 1,
        position: JSON.stringify(next),
        ...(next === null
          ? { state: 'ready', ended_at: instantOf(now), expires_at: instantOf(now + keptForMs) }
          : {}),
      })
      .where('id', '=', id)
      .where('state', '=', 'underWay')
      .where('step', '=', step)
      .executeTakeFirstOrThrow()
    if (numUpdatedRows === 0n) return
    const { first } = await sql
      .selectFrom('fhir_export_file')
      .select(raw<number>`count(*)::integer`.as('first'))
      .where('export_id', '=', id)
      .executeTakeFirstOrThrow()
    for (const [index, { type, resources, patientIds, compressed }] of files.entries())
      await sql
        .insertInto('fhir_export_file')
        .values({
          export_id: id,
          place: first + index,
          type,
          resources,
          patient_ids: [...patientIds],
          sealed: encrypt(secretKey, contextOf(id, first + index), compressed),
        })
        .execute()
    if (next !== null) await queueJob(sql, exportStep, { id, step: step + 1 })
  })
}

/** Events name people without their records. */
const isOfRecords = ({ type }: Pick<WrittenFile, 'type'>): boolean => type !== 'AuditEvent'

const isAnyDestroyed = async (sql: Kysely<DB>, files: readonly WrittenFile[]): Promise<boolean> => {
  const ids = [...new Set(files.filter(isOfRecords).flatMap(({ patientIds }) => patientIds))]
  const { rows } = await raw<{ isGone: boolean }>`
    select exists (select from unnest(${ids}::bigint[]) as shown (id)
      where not exists (select from patient where id = shown.id)) as "isGone"`.execute(sql)
  return rows[0]?.isGone ?? true
}

/** Ends an export without a result. @param failure why, as a sentence for those who asked */
export const failExport = async ({ db, clock }: FhirService, id: string, failure: string): Promise<void> => {
  await db.sql
    .updateTable('fhir_export')
    .set({ state: 'failed', failure, ended_at: instantOf(clock()) })
    .where('id', '=', id)
    .where('state', '=', 'underWay')
    .execute()
}

/** Removes an export and its files. */
export const dropExport = async ({ db }: FhirService, id: string): Promise<void> => {
  await db.sql.deleteFrom('fhir_export').where('id', '=', id).execute()
}

/** The files of an export, without their content. */
export const filesOf = ({ db }: FhirService, id: string) =>
  db.sql
    .selectFrom('fhir_export_file')
    .select(['place', 'type', 'resources'])
    .where('export_id', '=', id)
    .orderBy('place')
    .execute()

/** How many resources are written so far. */
export const countWritten = async ({ db }: FhirService, id: string): Promise<number> => {
  const { written } = await db.sql
    .selectFrom('fhir_export_file')
    .select(raw<number>`coalesce(sum(resources), 0)::integer`.as('written'))
    .where('export_id', '=', id)
    .executeTakeFirstOrThrow()
  return written
}

/** One file, compressed with gzip, and whose records it shows. */
export const openFile = async (
  { db, secretKey }: FhirService,
  id: string,
  place: number,
): Promise<{ type: string; patientIds: number[]; compressed: Buffer } | null> => {
  const found = await db.sql
    .selectFrom('fhir_export_file')
    .select(['type', 'patient_ids', 'sealed'])
    .where('export_id', '=', id)
    .where('place', '=', place)
    .executeTakeFirst()
  if (found === undefined) return null
  return {
    type: found.type,
    patientIds: found.patient_ids.map(Number),
    compressed: decrypt(secretKey, contextOf(id, place), found.sealed),
  }
}

const contextOf = (id: string, place: number): string => `file ${place} of FHIR export ${id}`
