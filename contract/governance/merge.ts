import { z } from 'zod'
import { endpoint } from '../platform/calls/endpoint.ts'
import { existingId, requiredVersion } from '../platform/fields/fields.ts'
import {
  formatDate,
  formatDateTime,
  formatName,
  formatNhsNumber,
  orNotRecorded,
} from '../platform/words/format.ts'
import type { Column } from '../platform/words/grid.ts'
import { labels } from '../platform/words/labels.ts'
import { patientReply, nextOfKinReply, type PatientRecord } from '../patients/patient.ts'
import { typedTelephone } from '../platform/fields/telephone.ts'

/*
 * Two records of one person become one: what was recorded of the one that is merged follows to the one that stays, and
 * a merge can be undone for a while (decision 74).
 */

/** How long a merge can be undone. */
export const daysToUndo = 30

const nullableText = z.string().nullable()

export const mergeSide = patientReply.extend({
  nextOfKin: nextOfKinReply.nullable(),
  /** How much of each kind is recorded, for the preview. */
  holds: z.array(z.object({ what: z.string(), count: z.int() })),
})
export type MergeSide = z.output<typeof mergeSide>

export const nameOfSide = (side: MergeSide): string =>
  formatName({ ...side, namePrefix: side.names.namePrefix })

/** What is chosen as one: an address of two halves would be nobody's. */
interface MergeField {
  label: string
  /** The fields of a patient that go together; none where it is not of the patient's own row. */
  of: readonly (keyof PatientRecord)[]
  /** In words; null where nothing is recorded. */
  show: (side: MergeSide) => string | null
  /** What one record has and the other lacks is kept: it cannot be dropped by a merge. */
  isKept?: true
}

const joined = (parts: readonly (string | null)[], by = ', '): string | null =>
  parts.filter(Boolean).join(by) || null

const field = <const Of extends readonly (keyof PatientRecord)[]>(
  label: string,
  of: Of,
  show: (side: MergeSide) => string | null,
  more: Pick<MergeField, 'isKept'> = {},
): MergeField => ({ label, of, show, ...more })

const telephone = (number: string | null, note: string | null): string | null =>
  typedTelephone(number, note) || null

const date = (day: string | null): string | null => (day === null ? null : formatDate(day))

export const mergeFields = {
  familyName: field(labels.patient.familyName, ['familyName'], (side) => side.familyName),
  firstName: field(labels.patient.firstName, ['firstName'], (side) => side.firstName),
  namePrefix: field(labels.patient.namePrefix, ['namePrefix'], (side) => side.names.namePrefix),
  genderId: field(labels.patient.genderId, ['genderId'], (side) => side.names.gender),
  dateOfBirth: field(labels.patient.dateOfBirth, ['dateOfBirth'], (side) => date(side.dateOfBirth)),
  nhsNumber: field(
    labels.patient.nhsNumber,
    ['nhsNumber', 'nhsNumberUnknown'],
    (side) => (side.nhsNumber === null ? null : formatNhsNumber(side.nhsNumber)),
    { isKept: true },
  ),
  ethnicity: field(labels.patient.ethnicity, ['ethnicity'], (side) => side.names.ethnicity),
  address: field(
    'Address',
    ['addressLine1', 'addressLine2', 'addressLine3', 'town', 'county', 'postcode'],
    (side) =>
      joined([
        side.addressLine1,
        side.addressLine2,
        side.addressLine3,
        side.town,
        side.county,
        side.postcode,
      ]),
  ),
  phoneHome: field(labels.patient.phoneHome, ['phoneHome', 'phoneHomeNote'], (side) =>
    telephone(side.phoneHome, side.phoneHomeNote),
  ),
  phoneWork: field(labels.patient.phoneWork, ['phoneWork', 'phoneWorkNote'], (side) =>
    telephone(side.phoneWork, side.phoneWorkNote),
  ),
  phoneMobile: field(labels.patient.phoneMobile, ['phoneMobile', 'phoneMobileNote'], (side) =>
    telephone(side.phoneMobile, side.phoneMobileNote),
  ),
  email: field(labels.patient.email, ['email'], (side) => side.email),
  registeredGP: field(labels.patient.registeredGP, ['registeredGP', 'registeredGP_Branch'], (side) =>
    joined([side.names.registeredGP, side.names.registeredGP_Branch]),
  ),
  consentRefused: field(
    'Consent refused',
    ['consentRefusedDate', 'timeConsentRefused'],
    (side) => joined([date(side.consentRefusedDate), side.timeConsentRefused], ' at '),
    { isKept: true },
  ),
  deceasedDate: field(labels.patient.deceasedDate, ['deceasedDate'], (side) => date(side.deceasedDate)),
  nextOfKin: field('Next of kin', [], ({ nextOfKin }) =>
    nextOfKin === null
      ? null
      : joined([
          formatName({ ...nextOfKin, namePrefix: nextOfKin.names.namePrefix }),
          nextOfKin.relationship,
          telephone(nextOfKin.phoneNumber, nextOfKin.phoneNumberNote),
        ]),
  ),
} as const satisfies Record<string, MergeField>
export type MergeFieldName = keyof typeof mergeFields
export const mergeFieldNames = Object.keys(mergeFields) as [MergeFieldName, ...MergeFieldName[]]

/** Whether only the record that is merged has a value, so that it is the one to suggest. */
export const isOnlyOn = (name: MergeFieldName, merged: MergeSide, survivor: MergeSide): boolean => {
  const { show } = mergeFields[name]
  return show(merged) !== null && show(survivor) === null
}

/** Whether there is nothing to choose: what only one record has, and may not be dropped. */
export const isSettled = (name: MergeFieldName, one: MergeSide, other: MergeSide): boolean => {
  const { isKept }: MergeField = mergeFields[name]
  return isKept === true && (isOnlyOn(name, one, other) || isOnlyOn(name, other, one))
}

const pair = { survivorId: existingId(), mergedId: existingId() }

export const previewMerge = endpoint({
  method: 'GET',
  path: '/api/merge/preview',
  summary: 'Two records side by side, before one is merged into the other',
  input: z.object(pair),
  reply: z.object({
    survivor: mergeSide,
    merged: mergeSide,
    /** Why the two cannot be merged; null where they can. */
    refusal: nullableText,
    /** Who said earlier that they are two people. */
    dismissed: z.object({ by: nullableText, at: z.string() }).nullable(),
  }),
})
export type MergePreview = z.output<typeof previewMerge.reply>

export const mergeForm = z.object({
  /** The person saw that there are records after the day of death and means it. */
  deathBeforeRecordsConfirmed: z.boolean().optional(),
})

export const mergePatients = endpoint({
  method: 'POST',
  path: '/api/patient/merge',
  summary: 'Merge one record of a person into another; can be undone for 30 days',
  input: z.object({
    ...pair,
    /** As they were shown: a record that changed since is refused. */
    survivorVersion: requiredVersion(),
    mergedVersion: requiredVersion(),
    /** What is taken from the record that is merged; all else stays as the other one has it. */
    takes: z.array(z.enum(mergeFieldNames)).max(mergeFieldNames.length),
    ...mergeForm.shape,
  }),
  /** The record that stays, in its new version. */
  reply: z.object({ id: z.int(), version: z.int(), mergeId: z.int() }),
})

export const mergeRow = z.object({
  id: z.int(),
  version: z.int(),
  survivorId: z.int(),
  survivor: z.string(),
  mergedId: z.int(),
  merged: z.string(),
  at: z.string(),
  by: nullableText,
  undoneAt: nullableText,
  undoneBy: nullableText,
  /** The last day on which it can be undone. */
  undoBy: z.string(),
  canUndo: z.boolean(),
})
export type MergeRow = z.output<typeof mergeRow>

export const mergeColumns = [
  { id: 'survivor', title: 'Record that stayed', kind: 'text', value: (row) => row.survivor },
  { id: 'merged', title: 'Merged into it', kind: 'text', value: (row) => row.merged },
  {
    id: 'at',
    title: 'Merged',
    kind: 'text',
    value: ({ at }) => formatDateTime(at),
    sortValue: ({ at }) => at,
  },
  { id: 'by', title: 'By', kind: 'text', value: ({ by }) => by },
  {
    id: 'undone',
    title: 'Undone',
    kind: 'text',
    value: ({ undoneAt, undoneBy }) =>
      undoneAt === null ? null : `${formatDateTime(undoneAt)} by ${orNotRecorded(undoneBy)}`,
    sortValue: ({ undoneAt }) => undoneAt,
  },
] as const satisfies readonly Column<MergeRow>[]

export const listMerges = endpoint({
  method: 'GET',
  path: '/api/merge/all',
  summary: 'Records that were merged, latest first, and merges that were undone',
  input: z.object({}),
  reply: z.array(mergeRow),
})

export const getMerge = endpoint({
  method: 'GET',
  path: '/api/merge/get',
  summary: 'One merge, with what was recorded since and would stay where it is when it is undone',
  input: z.object({ id: existingId() }),
  reply: z.object({
    merge: mergeRow,
    /** What goes back to the record that was merged. */
    returns: z.array(z.object({ what: z.string(), count: z.int() })),
    /** What was recorded since of the person as a whole: nobody but a reader can say of whom it is. */
    since: z.array(
      z.object({
        key: z.string(),
        what: z.string(),
        at: z.string(),
        by: nullableText,
        staysWith: z.string(),
      }),
    ),
    /** Why it cannot be undone; null where it can. */
    refusal: nullableText,
  }),
})
export type MergeView = z.output<typeof getMerge.reply>

export const undoMerge = endpoint({
  method: 'POST',
  path: '/api/merge/undo',
  summary: 'Undo a merge: both records stand as before, with all that was theirs',
  input: z.object({
    id: existingId(),
    version: requiredVersion(),
    /** Keys of what was recorded since, that the person was shown and left where it is. */
    seen: z.array(z.string().max(40)).max(300).optional(),
  }),
  reply: z.object({ id: z.int(), version: z.int() }),
})

export const mergeEndpoints = [previewMerge, mergePatients, listMerges, getMerge, undoMerge] as const
