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
 * Merging two records of one person. Everything recorded on the merged record moves to the surviving record, and a
 * merge can be undone for a limited time (decision 74).
 */

export const daysToUndo = 30

const nullableText = z.string().nullable()

export const mergeSide = patientReply.extend({
  nextOfKin: nextOfKinReply.nullable(),
  /** The number of records of each kind, for the preview. */
  holds: z.array(z.object({ what: z.string(), count: z.int() })),
})
export type MergeSide = z.output<typeof mergeSide>

export const nameOfSide = (side: MergeSide): string =>
  formatName({ ...side, namePrefix: side.names.namePrefix })

/** Patient details that are chosen as a unit: an address made of two halves would be nobody's. */
interface MergeField {
  label: string
  /** The patient fields that go together; empty if the value is not in the patient's own row. */
  of: readonly (keyof PatientRecord)[]
  /** The value as display text; null if nothing is recorded. */
  show: (side: MergeSide) => string | null
  /** A value that only one record has is kept: a merge cannot drop it. */
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

/** Whether only the merged record has a value, so that this value is suggested. */
export const isOnlyOn = (name: MergeFieldName, merged: MergeSide, survivor: MergeSide): boolean => {
  const { show } = mergeFields[name]
  return show(merged) !== null && show(survivor) === null
}

/** Whether there is nothing to choose: only one record has a value, and it may not be dropped. */
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
    /** Why the two records cannot be merged; null if they can. */
    refusal: nullableText,
    /** The user who said earlier that these are two people, and when; null if nobody did. */
    dismissed: z.object({ by: nullableText, at: z.string() }).nullable(),
  }),
})
export type MergePreview = z.output<typeof previewMerge.reply>

export const mergeForm = z.object({
  /** The user saw that there are records after the day of death and confirmed it. */
  deathBeforeRecordsConfirmed: z.boolean().optional(),
})

export const mergePatients = endpoint({
  method: 'POST',
  path: '/api/patient/merge',
  summary: 'Merge one record of a person into another; can be undone for 30 days',
  input: z.object({
    ...pair,
    /** The versions that the user saw: a record that has changed since is refused. */
    survivorVersion: requiredVersion(),
    mergedVersion: requiredVersion(),
    /** Fields to take from the merged record; all others keep the value of the surviving record. */
    takes: z.array(z.enum(mergeFieldNames)).max(mergeFieldNames.length),
    ...mergeForm.shape,
  }),
  /** The surviving record, in its new version. */
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
  /** The last day on which the merge can be undone. */
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
  summary: 'One merge, with what was recorded since and would not move if the merge is undone',
  input: z.object({ id: existingId() }),
  reply: z.object({
    merge: mergeRow,
    /** The number of records of each kind that go back to the merged record. */
    returns: z.array(z.object({ what: z.string(), count: z.int() })),
    /**
     * What was recorded since the merge about the person as a whole. Only a person who reads an entry can say which of
     * the two it is about.
     */
    since: z.array(
      z.object({
        key: z.string(),
        what: z.string(),
        at: z.string(),
        by: nullableText,
        staysWith: z.string(),
      }),
    ),
    /** Why the merge cannot be undone; null if it can. */
    refusal: nullableText,
  }),
})
export type MergeView = z.output<typeof getMerge.reply>

export const undoMerge = endpoint({
  method: 'POST',
  path: '/api/merge/undo',
  summary: 'Undo a merge: both records are restored with everything that was theirs',
  input: z.object({
    id: existingId(),
    version: requiredVersion(),
    /** Keys of the entries recorded since that the user was shown and left where they are. */
    seen: z.array(z.string().max(40)).max(300).optional(),
  }),
  reply: z.object({ id: z.int(), version: z.int() }),
})

export const mergeEndpoints = [previewMerge, mergePatients, listMerges, getMerge, undoMerge] as const
