import { z } from 'zod'
import { endpoint, saveCall } from '../platform/calls/endpoint.ts'
import { flagChip } from '../patients/flags/chips.ts'
import { existingId, optionalText, requiredText, version } from '../platform/fields/fields.ts'
import { formatDateTime, formatName, formatNhsNumber } from '../platform/words/format.ts'
import type { Column } from '../platform/words/grid.ts'

/*
 * Restricted records: colleagues, public figures, and people whose address must not be disclosed. A user with no part
 * in the care gives a reason before such a record opens, and Information Governance reviews these reasons (trust T18,
 * decision 81).
 */

export const restrictionKinds = [
  { code: 'colleague', title: 'Works here, or is a relative of somebody who does' },
  { code: 'publicPerson', title: 'Known to the public' },
  { code: 'safety', title: 'Not safe at home: the address must not be disclosed' },
  { code: 'other', title: 'Another reason' },
] as const
const kindCodes = restrictionKinds.map(({ code }) => code)
export type RestrictionKind = (typeof kindCodes)[number]

/** The reasons that a user who needs to see the record can choose from, the most urgent first. */
export const accessReasons = [
  { code: 'emergency', title: 'Emergency' },
  { code: 'care', title: 'I care for this person, or cover for somebody who does' },
  { code: 'enquiry', title: 'The person, their family or another service asked' },
  { code: 'governance', title: 'A complaint, incident, audit or request to see the record' },
  { code: 'other', title: 'Another reason' },
] as const
const reasonCodes = accessReasons.map(({ code }) => code)
export type AccessReason = (typeof reasonCodes)[number]

const titleOf = <Code extends string>(
  choices: readonly { code: Code; title: string }[],
  code: Code,
): string => choices.find((choice) => choice.code === code)?.title ?? code
export const restrictionTitle = (kind: RestrictionKind): string => titleOf(restrictionKinds, kind)
export const accessReasonTitle = (reason: AccessReason): string => titleOf(accessReasons, reason)

/** How many hours a record stays open to a user who gave a reason, unless the session ends sooner. */
export const accessHours = 8

const nullableText = z.string().nullable()

const whose = {
  patientId: z.int(),
  familyName: z.string(),
  firstName: nullableText,
  namePrefix: nullableText,
  nhsNumber: nullableText,
  flags: z.array(flagChip),
}

const restriction = z.object({
  id: z.int(),
  version: z.int(),
  kind: z.enum(kindCodes),
  reason: z.string(),
  setBy: nullableText,
  setAt: z.string(),
  endedAt: nullableText,
  endedBy: nullableText,
  endedNote: nullableText,
})
export type Restriction = z.output<typeof restriction>

const restrictedRecord = restriction.extend(whose)
export type RestrictedRecord = z.output<typeof restrictedRecord>

/** Maximum rows in a reply; the latest are returned. */
export const mostRestrictedShown = 1000

export const listRestrictions = endpoint({
  method: 'GET',
  path: '/api/restriction/all',
  summary: `Records that are restricted now, the latest first: ${mostRestrictedShown} at most`,
  input: z.object({}),
  reply: z.array(restrictedRecord),
})

export const getRestrictions = endpoint({
  method: 'GET',
  path: '/api/restriction/get',
  summary: 'Whether the record of one patient is restricted, with earlier restrictions',
  input: z.object({ patientId: existingId() }),
  reply: z.array(restriction),
})

export const restrictForm = z.object({
  kind: z.enum(kindCodes, { error: 'Choose why it is restricted' }),
  reason: requiredText('Say what is behind it', 500),
})
export const restrictRecord = saveCall({
  path: '/api/restriction/save',
  summary: 'Restrict the record of a patient: users with no part in the care must say why they open it',
  input: z.object({ patientId: existingId(), ...restrictForm.shape }),
})

export const endRestrictionForm = z.object({
  endedNote: requiredText('Say why it need not be restricted any longer', 500),
})
export const endRestriction = saveCall({
  path: '/api/restriction/end',
  summary: 'End the restriction of a record, with a reason',
  input: z.object({
    id: existingId(),
    version: version(),
    patientId: existingId().optional(),
    ...endRestrictionForm.shape,
  }),
})

export const accessForm = z.object({
  reason: z.enum(reasonCodes, { error: 'Choose why you need to see it' }),
  words: requiredText('Say it in one line', 200),
})
export const openRestricted = endpoint({
  method: 'POST',
  path: '/api/patient/restrictedAccess',
  takesNoKey: true,
  summary: `Give a reason for opening a restricted record: it is then open to the caller for ${accessHours} hours, or until the session ends`,
  input: z.object({ patientId: existingId(), ...accessForm.shape }),
  reply: z.object({ patientId: z.int(), until: z.string() }),
})

export const accessRow = z.object({
  id: z.int(),
  version: z.int(),
  ...whose,
  who: z.string(),
  role: nullableText,
  reason: z.enum(reasonCodes),
  words: z.string(),
  at: z.string(),
  until: z.string(),
  /** The current user opened the record, so somebody else must review it. */
  isOwn: z.boolean(),
  reviewedAt: nullableText,
  reviewedBy: nullableText,
  reviewNote: nullableText,
})
export type AccessRow = z.output<typeof accessRow>

/** The columns that a reviewer judges by come first. */
export const accessColumns = [
  { id: 'at', title: 'When', kind: 'text', value: ({ at }) => formatDateTime(at), sortValue: ({ at }) => at },
  { id: 'who', title: 'Who', kind: 'text', value: ({ who }) => who },
  { id: 'patient', title: 'Patient', kind: 'text', value: (row) => formatName(row) },
  { id: 'reason', title: 'Reason', kind: 'text', value: ({ reason }) => accessReasonTitle(reason) },
  { id: 'words', title: 'In their words', kind: 'text', value: ({ words }) => words },
  { id: 'role', title: 'Role', kind: 'text', value: ({ role }) => role },
  {
    id: 'nhsNumber',
    title: 'NHS Number',
    kind: 'nhsNumber',
    value: ({ nhsNumber }) => nhsNumber,
    sortValue: ({ nhsNumber }) => (nhsNumber === null ? null : formatNhsNumber(nhsNumber)),
  },
  {
    id: 'reviewed',
    title: 'Reviewed',
    kind: 'text',
    value: ({ reviewedAt, reviewedBy }) =>
      reviewedAt === null ? null : `${formatDateTime(reviewedAt)} by ${reviewedBy}`,
    sortValue: ({ reviewedAt }) => reviewedAt,
  },
  { id: 'reviewNote', title: 'Found', kind: 'text', value: ({ reviewNote }) => reviewNote },
] as const satisfies readonly Column<AccessRow>[]

export const listAccesses = endpoint({
  method: 'GET',
  path: '/api/restrictedAccess/all',
  summary: `Restricted records that were opened with a reason, unreviewed ones first: ${mostRestrictedShown} at most`,
  input: z.object({}),
  reply: z.array(accessRow),
})

export const countAccesses = endpoint({
  method: 'GET',
  path: '/api/restrictedAccess/waiting',
  summary: 'Number of openings of restricted records whose reason is not reviewed yet',
  input: z.object({}),
  reply: z.object({ waiting: z.int() }),
})

export const reviewForm = z.object({ reviewNote: optionalText(500) })
export const reviewAccess = saveCall({
  path: '/api/restrictedAccess/review',
  summary: 'Review the reason for opening a restricted record',
  input: z.object({
    id: existingId(),
    version: version(),
    patientId: existingId().optional(),
    ...reviewForm.shape,
  }),
})

export const restrictionEndpoints = [
  listRestrictions,
  getRestrictions,
  restrictRecord,
  endRestriction,
  openRestricted,
  listAccesses,
  countAccesses,
  reviewAccess,
] as const
