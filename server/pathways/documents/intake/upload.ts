import type { DocumentsService } from '../service.ts'
import { randomUUID } from 'node:crypto'
import { sql as raw } from 'kysely'
import type { z } from 'zod'
import type { uploadInput } from '../../../../contract/pathways/document.ts'
import { ValidationProblem, notFound, HttpProblem, type PartFailure } from '../../../platform/errors.ts'
import { causeOf } from '../../../platform/db/connection/causeOf.ts'
import type { Call } from '../../../platform/http/calls/route.ts'
import { lockPathway } from '../../../stages/lock.ts'
import type { Writing } from '../../../platform/writes/write.ts'
import { addDocument } from './addDocument.ts'
import type { Documents } from '../documents.ts'
import { inspectFile, type InspectedFile } from '../inspection/inspect.ts'

type UploadInput = z.output<typeof uploadInput>

const scans = { clean: 'clean', unknown: 'waiting' } as const

/** Inspects, scans and stores a file: its row with its content, or nothing at all (FI-1 to FI-7). */
export const uploadDocument = async (call: Call<DocumentsService>, input: UploadInput) => {
  const { db, documents } = call.service
  const inspected = await inspectFile(input.file, documents.kinds)
  const tellWhy = (why: PartFailure): void =>
    call.log.warn(causeOf(why), 'a document was not scanned and waits in quarantine')
  const finding = (await documents.scanner?.scan(inspected.content, tellWhy)) ?? null
  if (finding === 'infected') {
    await tellOfVirus(call, input)
    throw new ValidationProblem({
      file: 'A virus was found in this file. Nothing was stored. Please tell your IT service desk.',
    })
  }
  const scan = finding === null ? 'unscanned' : scans[finding]
  const storedName = randomUUID()
  const { storage } = documents
  try {
    await storage.stage(db.sql, storedName, inspected.content)
    return await call.write(async (writing) => ({
      ...(await saveDocument(writing, documents, { input, inspected, scan, storedName })),
      ...(inspected.isRepaired && { repaired: true as const }),
    }))
  } finally {
    await storage.discardUnowned(db.sql, storedName).catch((error: unknown) => {
      // The note in document_pending stays, so the next sweep removes the content.
      call.log.warn(causeOf(error), 'content without a document could not be removed yet')
    })
  }
}

interface NewDocument {
  input: UploadInput
  inspected: InspectedFile
  scan: string
  storedName: string
}

const saveDocument = async (
  writing: Writing,
  { storage, limits }: Documents,
  { input, inspected, scan, storedName }: NewDocument,
) => {
  const { sql, userId } = writing
  const { content } = inspected
  await raw`select pg_advisory_xact_lock(hashtext('document quota'), ${userId}::integer)`.execute(sql)
  const pathway = await lockOwn(writing, input)
  await requireType(writing, input.DocumentTypeId)
  await assertRoom(writing, pathway.id, content.length, limits.pathwayBytes)
  await assertWithinQuota(writing, content.length, limits.dailyBytes)
  return addDocument(writing, storage, pathway, {
    fileName: inspected.fileName,
    kind: inspected.kind,
    content,
    documentTypeId: input.DocumentTypeId,
    scan,
    storedName,
  })
}

/**
 * Locks the pathway. A removed pathway is not found, and one of another patient than the screen's is refused (AZ-7).
 */
const lockOwn = async (writing: Writing, { ParentId, patientId }: UploadInput) => {
  const pathway = await lockPathway(writing, ParentId)
  await assertNotRemoved(writing, pathway)
  if (patientId !== undefined && patientId !== pathway.patient_id)
    throw new HttpProblem(409, 'conflict', 'This referral belongs to another patient. Nothing was stored.')
  return pathway
}

/** Documents can still be changed on a cancelled or discharged pathway, but not on a removed one. */
export const assertNotRemoved = async (
  { sql }: Writing,
  pathway: { is_active: boolean; patient_id: number },
): Promise<void> => {
  const patient = await sql
    .selectFrom('patient')
    .select('is_active')
    .where('id', '=', pathway.patient_id)
    .executeTakeFirstOrThrow()
  if (!pathway.is_active || !patient.is_active) throw notFound()
}

const requireType = async ({ sql }: Writing, id: number): Promise<void> => {
  const type = await sql
    .selectFrom('document_type')
    .select('is_active')
    .where('id', '=', id)
    .executeTakeFirst()
  if (type?.is_active !== true) throw new ValidationProblem({ DocumentTypeId: 'Choose from the list' })
}

/** Call with the pathway locked. */
export const assertRoom = async (
  { sql }: Writing,
  pathwayId: number,
  more: number,
  limit: number,
): Promise<void> => {
  const { held } = await sql
    .selectFrom('document')
    .select(({ fn }) => fn.coalesce(fn.sum<number>('size_bytes'), raw<number>`0`).as('held'))
    .where('pathway_id', '=', pathwayId)
    .where('is_active', '=', true)
    .executeTakeFirstOrThrow()
  if (Number(held) + more > limit)
    throw new HttpProblem(
      413,
      'too-large',
      `The documents of this referral would be larger than ${inMb(limit)} together. Delete what is not needed.`,
    )
}

const assertWithinQuota = async ({ sql, userId }: Writing, more: number, limit: number): Promise<void> => {
  const { sent } = await sql
    .selectFrom('document')
    .select(({ fn }) => fn.coalesce(fn.sum<number>('size_bytes'), raw<number>`0`).as('sent'))
    .where('created_by', '=', userId)
    .where('created_at', '>', raw<string>`clock_timestamp() - interval '24 hours'`)
    .executeTakeFirstOrThrow()
  if (Number(sent) + more > limit)
    throw new HttpProblem(
      429,
      'too-many',
      `You have uploaded ${inMb(limit)} in 24 hours, which is the most for one person. Try again tomorrow.`,
    )
}

const inMb = (bytes: number): string => `${Math.floor(bytes / 1024 / 1024)} MB`

/**
 * Adds a refusal to the audit trail: an attempt to upload a virus concerns those who monitor the service, even though
 * nothing was stored.
 */
const tellOfVirus = async (
  { service, principal, requestId }: Call<DocumentsService>,
  { ParentId }: UploadInput,
): Promise<void> =>
  service.audit.append({
    kind: 'refusal',
    action: 'POST /api/document/upload',
    status: 400,
    userId: principal.userId,
    sessionId: principal.sessionId,
    role: principal.currentRole,
    requestId,
    address: null,
    pathwayIds: [ParentId],
    criteria: { virus: true },
  })
