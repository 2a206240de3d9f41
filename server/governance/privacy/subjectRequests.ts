import { sql as raw, type Kysely } from 'kysely'
import type { z } from 'zod'
import { instantOf } from '../../../contract/platform/words/format.ts'
import {
  subjectRequestDue,
  type closeSubjectRequest,
  type releaseSubjectRequest,
  type reviewSubjectRequest,
  type SubjectItem,
  type SubjectRequest,
  type SubjectRequestRow,
  type subjectRequestInput,
} from '../../../contract/governance/subjectRequest.ts'
import { transact } from '../../platform/db/connection/transact.ts'
import type { DB } from '../../platform/db/types.ts'
import { HttpProblem, notFound, ValidationProblem } from '../../platform/errors.ts'
import { withFlags } from '../../patients/flags/read.ts'
import type { Reader } from '../../patients/flags/withheld.ts'
import { assertNotMerged } from '../../patients/patient/gone.ts'
import { valuesOf } from '../../platform/writes/columns.ts'
import { addRow, assertVersion, changeRow, lockRow, type StoredRow } from '../../platform/writes/saveRow.ts'
import type { StaffWriting } from '../../platform/writes/write.ts'
import { documentsOf, inParts, type HeldDocument } from './archive.ts'
import { subjectRequestColumns, subjectRequestTable } from './columns.ts'
import { readHolding, type Holding } from './holding.ts'
import { itemsOf } from './items.ts'

interface Saved {
  id: number
  version: number
}

const requests = (sql: Kysely<DB>) =>
  sql
    .selectFrom('subject_request as record')
    .leftJoin('app_user as recorder', 'recorder.id', 'record.created_by')
    .leftJoin('app_user as releaser', 'releaser.id', 'record.released_by')
    .leftJoin('app_user as closer', 'closer.id', 'record.closed_by')
    .select([
      'record.id',
      'record.version',
      'record.patient_id as patientId',
      'record.asked_date as askedDate',
      'record.due_date as dueDate',
      'record.requester as requester',
      'record.identity_checked as identityChecked',
      'recorder.display_name as recordedBy',
      'record.released_at as releasedAt',
      'releaser.display_name as releasedBy',
      'record.closed_at as closedAt',
      'closer.display_name as closedBy',
      'record.closed_note as closedNote',
    ])

/** Open requests by due date, then the others, latest first. */
export const listRequests = async (
  sql: Kysely<DB>,
  patientId: number | undefined,
  reader: Reader,
): Promise<SubjectRequestRow[]> => {
  const rows = await requests(sql)
    .innerJoin('patient', 'patient.id', 'record.patient_id')
    .leftJoin('name_prefix', 'name_prefix.id', 'patient.name_prefix_id')
    .select([
      'patient.family_name as familyName',
      'patient.first_name as firstName',
      'name_prefix.name as namePrefix',
      'patient.nhs_number as nhsNumber',
    ])
    .$if(patientId !== undefined, (query) => query.where('record.patient_id', '=', patientId ?? 0))
    .orderBy(raw`coalesce(record.released_at, record.closed_at)`, (order) => order.desc().nullsFirst())
    .orderBy('record.due_date')
    .orderBy('record.id')
    .execute()
  return withFlags(sql, rows, reader)
}

export interface Opened {
  request: SubjectRequest
  holding: Holding
  documents: HeldDocument[]
  parts: HeldDocument[][]
}

/** A request with everything that it covers, in one snapshot. */
export const openRequest = (sql: Kysely<DB>, id: number): Promise<Opened> =>
  transact(
    sql,
    async (reading) => {
      const row = await requests(reading).where('record.id', '=', id).executeTakeFirst()
      if (row === undefined) throw notFound()
      const holding = await readHolding(reading, row.patientId)
      const documents = await documentsOf(reading, row.patientId)
      const decisions = await reading
        .selectFrom('subject_decision')
        .selectAll()
        .where('request_id', '=', id)
        .execute()
      const items = itemsOf(holding, decisions)
      const copies = await reading
        .selectFrom('subject_copy as copy')
        .leftJoin('app_user as maker', 'maker.id', 'copy.made_by')
        .select(['part', 'parts', 'made_at as madeAt', 'size_bytes as sizeBytes', 'sha256'])
        .select('maker.display_name as madeBy')
        .where('request_id', '=', id)
        .orderBy('copy.id')
        .execute()
      const parts = inParts(documents, items)
      return { request: { ...row, items, parts: parts.length, copies }, holding, documents, parts }
    },
    { isReadOnly: true },
  )

export const saveRequest = async (
  writing: StaffWriting,
  input: z.output<typeof subjectRequestInput>,
): Promise<Saved> => {
  const dueDate = subjectRequestDue(input.askedDate)
  const values = { ...valuesOf(subjectRequestColumns, input), due_date: dueDate }
  await lockPatient(writing, input.patientId)
  if (input.id === 0) await assertNotMerged(writing.sql, input.patientId)
  if (input.id === 0) return addRow(writing, { ...subjectRequestTable, values, patientId: input.patientId })
  await lockOpen(writing, input)
  return changeRow(writing, {
    ...subjectRequestTable,
    id: input.id,
    version: input.version,
    values,
    patientId: input.patientId,
  })
}

/** Locks the patient first, as every write does. An inactive patient may make a request too. */
const lockPatient = async (writing: StaffWriting, id: number): Promise<void> => {
  await lockRow(writing, 'patient', id)
  writing.trace({ patientIds: [id] })
}

const patientOf = async ({ sql }: StaffWriting, id: number): Promise<number> => {
  const row = await sql
    .selectFrom('subject_request')
    .select('patient_id')
    .where('id', '=', id)
    .executeTakeFirst()
  if (row === undefined) throw notFound()
  return row.patient_id
}

const lockRequest = async (writing: StaffWriting, id: number): Promise<StoredRow<'subject_request'>> => {
  await lockPatient(writing, await patientOf(writing, id))
  return lockRow(writing, 'subject_request', id)
}

/** @param patientId the patient that the sender expects */
const lockOpen = async (
  writing: StaffWriting,
  { id, patientId }: { id: number; patientId?: number | undefined },
): Promise<StoredRow<'subject_request'>> => {
  const request = await lockRequest(writing, id)
  if (patientId !== undefined && patientId !== request.patient_id)
    throw new HttpProblem(409, 'conflict', 'This request belongs to another patient. Nothing was saved.')
  if (request.closed_at !== null)
    throw new HttpProblem(409, 'conflict', 'This request was closed. Record a new one instead.')
  return request
}

/** Stores the decisions about parts as they are now. A part that has changed since it was shown is refused. */
export const reviewRequest = async (
  writing: StaffWriting,
  { items }: SubjectRequest,
  input: z.output<(typeof reviewSubjectRequest)['input']>,
): Promise<Saved> => {
  const { id, version, decisions } = input
  const before = await lockOpen(writing, input)
  await assertVersion(writing, { ...subjectRequestTable, id, version, patientId: before.patient_id }, before)
  const missed = decisions.filter(
    ({ key, fingerprint }) => !items.some((item) => item.key === key && item.fingerprint === fingerprint),
  )
  if (missed.length > 0)
    throw new HttpProblem(
      409,
      'conflict',
      'Part of the record changed since you opened this page. Nothing of yours was saved. Open the request again and look at what is new.',
    )
  await writing.sql
    .insertInto('subject_decision')
    .values(
      decisions.map(({ key, fingerprint, isReleased, reason }) => ({
        request_id: id,
        item: key,
        fingerprint,
        is_released: isReleased,
        reason: isReleased ? null : (reason ?? null),
        decided_by: writing.userId,
      })),
    )
    .onConflict((conflict) =>
      conflict.columns(['request_id', 'item']).doUpdateSet(({ ref }) => ({
        fingerprint: ref('excluded.fingerprint'),
        is_released: ref('excluded.is_released'),
        reason: ref('excluded.reason'),
        decided_by: ref('excluded.decided_by'),
        decided_at: raw`clock_timestamp()`,
      })),
    )
    .execute()
  const was = new Map(items.map(({ key, isReleased }) => [key, isReleased]))
  return changeRow(writing, {
    ...subjectRequestTable,
    id,
    version,
    // A new decision needs a new release.
    values: { released_at: null, released_by: null },
    patientId: before.patient_id,
    parts: {
      decisions: {
        before: decisions.map(({ key }) => [key, was.get(key) ?? null]),
        after: decisions.map(({ key, isReleased, reason }) => [key, isReleased, reason ?? null]),
      },
    },
  })
}

const undecided = (items: readonly SubjectItem[]): number =>
  items.filter(({ isReleased }) => isReleased === null).length

/** Throws unless every part is decided in its present form. */
export const assertDecided = (items: readonly SubjectItem[]): void => {
  const left = undecided(items)
  if (left > 0)
    throw new HttpProblem(
      409,
      'conflict',
      `${left} ${left === 1 ? 'part is' : 'parts are'} not decided yet, or changed since. Look through the record first.`,
    )
}

export const releaseRequest = async (
  writing: StaffWriting,
  { items }: SubjectRequest,
  input: z.output<(typeof releaseSubjectRequest)['input']>,
  now: number,
): Promise<Saved> => {
  const { id, version } = input
  const before = await lockOpen(writing, input)
  assertDecided(items)
  return changeRow(writing, {
    ...subjectRequestTable,
    id,
    version,
    values: { released_at: instantOf(now), released_by: writing.userId },
    patientId: before.patient_id,
  })
}

export const closeRequest = async (
  writing: StaffWriting,
  input: z.output<(typeof closeSubjectRequest)['input']>,
  now: number,
): Promise<Saved> => {
  const { id, version, closedNote } = input
  const before = await lockOpen(writing, input)
  if (before.released_at !== null)
    throw new HttpProblem(409, 'conflict', 'This request was released, so it is closed already.')
  return changeRow(writing, {
    ...subjectRequestTable,
    id,
    version,
    values: { closed_at: instantOf(now), closed_by: writing.userId, closed_note: closedNote },
    patientId: before.patient_id,
  })
}

/** Records that an archive was created, before it is sent. */
export const keepCopy = async (
  writing: StaffWriting,
  { id, patientId }: SubjectRequest,
  copy: { part: number; parts: number; size: number; sha256: string },
): Promise<void> => {
  const before = await lockRequest(writing, id)
  if (before.released_at === null) throw notReleased()
  await writing.sql
    .insertInto('subject_copy')
    .values({
      request_id: id,
      part: copy.part,
      parts: copy.parts,
      size_bytes: copy.size,
      sha256: copy.sha256,
      made_by: writing.userId,
    })
    .execute()
  writing.trace({ patientIds: [patientId], criteria: { id, part: copy.part, sha256: copy.sha256 } })
}

export const notReleased = () =>
  new HttpProblem(
    409,
    'conflict',
    'This request is not released yet. Look through the record and release it first.',
  )

export const noSuchPart = () => new ValidationProblem({ part: 'There is no such part' })
