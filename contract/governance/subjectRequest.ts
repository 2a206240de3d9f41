import { z } from 'zod'
import { addMonths, type CalendarDate } from '../platform/dates/dates.ts'
import { endpoint, saveCall } from '../platform/calls/endpoint.ts'
import {
  existingId,
  optionalText,
  recordId,
  requiredDate,
  requiredText,
  version,
  yesNo,
} from '../platform/fields/fields.ts'
import { fileReply, zipType } from '../platform/calls/file.ts'
import { flagChip } from '../patients/flags/chips.ts'

/*
 * A person's request to see what the service holds about them (PR-1, UK GDPR Article 15, decision 77): it is recorded,
 * reviewed part by part, released, and handed over as an archive.
 */

/** One calendar month later; if that month has no such day, its last day. */
export const subjectRequestDue = (asked: CalendarDate): CalendarDate => addMonths(asked, 1)

const fields = {
  askedDate: requiredDate('Date asked required', { done: true }),
  requester: requiredText('Say who asked'),
  identityChecked: requiredText('Say how you know who they are', 500),
}

export const subjectRequestForm = z.object(fields)
export const subjectRequestInput = z.object({
  id: recordId(),
  version: version(),
  patientId: existingId(),
  ...fields,
})

const nullableText = z.string().nullable()

const requestReply = {
  id: z.int(),
  version: z.int(),
  patientId: z.int(),
  askedDate: z.string(),
  dueDate: z.string(),
  requester: z.string(),
  identityChecked: z.string(),
  recordedBy: nullableText,
  releasedAt: nullableText,
  releasedBy: nullableText,
  closedAt: nullableText,
  closedBy: nullableText,
  closedNote: nullableText,
}

export const subjectRequestRow = z.object({
  ...requestReply,
  familyName: z.string(),
  firstName: nullableText,
  namePrefix: nullableText,
  nhsNumber: nullableText,
  flags: z.array(flagChip),
})
export type SubjectRequestRow = z.output<typeof subjectRequestRow>

/** A unit that is released or withheld as a whole: all entries of a kind, one entry, or the text of one field. */
export const subjectItem = z.object({
  key: z.string(),
  section: z.string(),
  title: z.string(),
  /** What to look for before it is released; null if nothing in it can be about anybody else. */
  caution: nullableText,
  entries: z.array(
    z.object({
      title: z.string(),
      facts: z.array(z.object({ label: z.string(), value: z.string() })),
    }),
  ),
  /** The document to open and read, if the item is a document. */
  documentId: z.int().optional(),
  /** The decision; null while one is needed, which is also the case after the content has changed. */
  isReleased: z.boolean().nullable(),
  reason: nullableText,
  hasChanged: z.boolean(),
  /** Identifies this exact content, so that nobody decides on something they have not seen. */
  fingerprint: z.string(),
})
export type SubjectItem = z.output<typeof subjectItem>

/** An archive that was created and handed over. */
const subjectCopy = z.object({
  part: z.int(),
  parts: z.int(),
  madeAt: z.string(),
  madeBy: nullableText,
  sizeBytes: z.int(),
  sha256: z.string(),
})

export const subjectRequestReply = z.object({
  ...requestReply,
  items: z.array(subjectItem),
  /** The number of archives: one may not have room for all documents. */
  parts: z.int(),
  copies: z.array(subjectCopy),
})
export type SubjectRequest = z.output<typeof subjectRequestReply>

export const listSubjectRequests = endpoint({
  method: 'GET',
  path: '/api/subjectRequest/all',
  summary: 'Subject access requests: open ones by due date, then others, latest first',
  input: z.object({ patientId: existingId().optional() }),
  reply: z.array(subjectRequestRow),
})

export const getSubjectRequest = endpoint({
  method: 'GET',
  path: '/api/subjectRequest/get',
  summary:
    'One subject access request with everything held about the patient, in parts to release or withhold',
  input: z.object({ id: existingId() }),
  reply: subjectRequestReply,
})

export const saveSubjectRequest = saveCall({
  path: '/api/subjectRequest/save',
  summary: 'Record a subject access request (id 0), or correct it before it is released',
  input: subjectRequestInput,
})

/** The request, the version that the user saw, and the patient it is expected to belong to. */
const whichRequest = { id: existingId(), version: version(), patientId: existingId().optional() }

const reasonMissing = 'Say why it is withheld'

const decision = z
  .object({
    key: requiredText('Say which part of the record', 200),
    fingerprint: z.string().max(64),
    isReleased: yesNo(),
    reason: optionalText(500),
  })
  .refine(({ isReleased, reason }) => isReleased || Boolean(reason), {
    path: ['reason'],
    error: reasonMissing,
  })

/** Maximum decisions in one save; a long record needs several saves. */
export const mostDecisions = 100

export const reviewSubjectRequest = saveCall({
  path: '/api/subjectRequest/review',
  summary: 'Decide whether parts of the record are released or withheld, and why',
  input: z.object({
    ...whichRequest,
    decisions: z.array(decision).min(1, 'Decide at least one part').max(mostDecisions),
  }),
})

export const releaseSubjectRequest = saveCall({
  path: '/api/subjectRequest/release',
  summary: 'Release the record, once every part is decided',
  input: z.object(whichRequest),
})

/** The review form on the screen, where parts may be left for later. */
export const reviewForm = z.object({
  decisions: z.array(
    z
      .object({
        key: z.string(),
        fingerprint: z.string(),
        choice: z.enum(['', 'release', 'withhold']).nullable(),
        reason: optionalText(500),
      })
      .refine(({ choice, reason }) => choice !== 'withhold' || Boolean(reason), {
        path: ['reason'],
        error: reasonMissing,
      }),
  ),
})

export const closeForm = z.object({ closedNote: requiredText('Say why nothing is released', 500) })
export const closeSubjectRequest = saveCall({
  path: '/api/subjectRequest/close',
  summary: 'Close a request without a release, for example when it was withdrawn, with a reason',
  input: z.object({ ...whichRequest, ...closeForm.shape }),
})

export const getSubjectArchive = endpoint({
  method: 'POST',
  path: '/api/subjectRequest/archive',
  takesNoKey: true,
  summary: 'The archive of a released request, or one part of it: page, JSON, CSV and documents',
  input: z.object({ id: existingId(), part: existingId().optional() }),
  reply: fileReply,
  files: [zipType],
})

export const subjectRequestEndpoints = [
  listSubjectRequests,
  getSubjectRequest,
  saveSubjectRequest,
  reviewSubjectRequest,
  releaseSubjectRequest,
  closeSubjectRequest,
  getSubjectArchive,
] as const
