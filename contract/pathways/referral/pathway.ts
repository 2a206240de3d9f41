import { z } from 'zod'
import { deathFields } from '../../patients/died.ts'
import { documentReply } from '../document.ts'
import { endpoint, saveCall } from '../../platform/calls/endpoint.ts'
import {
  existingId,
  optionalChoice,
  optionalCode,
  optionalDate,
  optionalText,
  optionalYesNo,
  recordId,
  requiredChoice,
  requiredDate,
  version,
} from '../../platform/fields/fields.ts'
import { flagChip } from '../../patients/flags/chips.ts'
import { demographicsForm, nextOfKinForm, patientInput, patientReply } from '../../patients/patient.ts'
import { recordKindNames, recordKinds, type RecordKindName } from '../records/kinds.ts'
import { historyCall } from '../../platform/calls/record.ts'
import { saidBeside } from '../../platform/words/saidBeside.ts'
import { optionalUbrn } from '../../platform/fields/ubrn.ts'
import { unusualConfirmed } from '../../platform/fields/unusual.ts'
import { bookedCodes } from './booked.ts'
import { dueGroups } from '../../stages/dueGroup.ts'
import { stages } from '../../stages/stage.ts'
import { checkVulnerability, vulnerabilityCodes, vulnerabilityFields } from './vulnerability.ts'

export const dischargeDateRequired = 'Discharge Date required'

const referralFields = {
  referralDate: requiredDate('Referral Date required', { done: true }),
  referrerId: requiredChoice('Referrer required'),
  referralMethodId: requiredChoice('Referral Method required'),
}
type ReferralField = keyof typeof referralFields
/**
 * An addition to the specification: the day on which the service received the referral. The waiting time counts from
 * it.
 */
const receivedFields = { receivedDate: optionalDate({ done: true }) }
/** An addition to the specification: the number of the referral in the NHS e-Referral Service. */
const ubrnFields = { ubrn: optionalUbrn() }

/** The user has seen that the patient already has an open pathway, and refers again. */
const secondReferral = z.boolean().optional()
/**
 * The user has seen what is still open, and closes the referral anyway. The screens send false first, so that the
 * server asks about everything. A sender that omits the field is asked only what the specification asks (decision 48).
 */
const openPlansConfirmed = z.boolean().optional()
/** What to do with future appointments; if absent, they stay as they are. */
const bookedAppointments = optionalCode(bookedCodes)
/** The appointments shown with the question, so that none is cancelled unseen. If absent, all future appointments. */
const bookedIds = z.array(existingId()).max(50).optional()
/** The user has seen that the patient has died, and refers anyway. */
const afterDeathConfirmed = z.boolean().optional()

const commentsFields = { comments: optionalText(4000) }
const generalFields = { generalNotes: optionalText(4000) }
const consentFields = { consentGiven: optionalYesNo(), consentDate: optionalDate({ done: true }) }
const vasFields = { vasScaleId: optionalChoice() }
const dischargeChoices = {
  dischargeReasonId: optionalChoice(),
  dischargeClinicianId: optionalChoice(),
  dischargedTo: optionalChoice(),
}

/** The forms of the pathway screens. Each saves its part of the pathway; absent fields stay unchanged. */
export const referralForm = z.object({
  ...referralFields,
  ...receivedFields,
  ...ubrnFields,
  secondReferral,
  afterDeathConfirmed,
  unusualConfirmed,
})
export const commentsForm = z.object(commentsFields)
export const generalForm = z.object(generalFields)
export const vasForm = z.object(vasFields)
export const consentForm = z.object(consentFields)
export const dischargeForm = z
  .object({
    dischargeDate: requiredDate(dischargeDateRequired, { done: true }),
    ...dischargeChoices,
    ...vulnerabilityFields,
    ...deathFields,
    openPlansConfirmed,
    bookedAppointments,
  })
  .superRefine(...saidBeside(checkVulnerability))

const requiredForNew: [ReferralField, string][] = [
  ['referralDate', 'Referral Date required'],
  ['referrerId', 'Referrer required'],
  ['referralMethodId', 'Referral Method required'],
]

const pathwayFields = z.object({
  id: recordId(),
  version: version(),
  patientId: existingId(),
  referralDate: referralFields.referralDate.optional(),
  referrerId: referralFields.referrerId.optional(),
  referralMethodId: referralFields.referralMethodId.optional(),
  ...receivedFields,
  ...ubrnFields,
  ...commentsFields,
  ...generalFields,
  ...consentFields,
  ...vasFields,
  /** A date discharges the pathway; null reopens it, which only a Team Lead may do. */
  dischargeDate: optionalDate({ done: true }),
  ...dischargeChoices,
  /** Required if the patient missed the last appointment (an addition to the specification, decision 112). */
  ...vulnerabilityFields,
  ...deathFields,
  secondReferral,
  afterDeathConfirmed,
  openPlansConfirmed,
  bookedAppointments,
  bookedIds,
  /** Confirms a day of receipt after the first assessment (an addition to the specification). */
  unusualConfirmed,
})

const dischargeFields = [
  'dischargeDate',
  'dischargeReasonId',
  'dischargeClinicianId',
  'dischargedTo',
  'vulnerability',
  'vulnerabilityNote',
] as const

/** Runs before the id is validated. */
const isNew = (id: unknown): boolean => id === 0 || (typeof id === 'string' && Number(id) === 0)

/** A new referral needs all three fields. A change to a pathway leaves absent fields unchanged. */
export const pathwayInput = requiredForNew.reduce(
  (schema, [field, message]) =>
    schema.refine((sent) => !isNew(sent.id) || sent[field] !== undefined, {
      error: message,
      path: [field],
      // Reports this together with errors in other fields, not after them.
      when: () => true,
    }),
  // A discharge that is not stored must not be answered with success (IO-3).
  pathwayFields.refine((sent) => !isNew(sent.id) || dischargeFields.every((field) => sent[field] == null), {
    error: 'Record the referral first, then discharge it',
    path: ['dischargeDate'],
  }),
)
export type PathwayInput = z.output<typeof pathwayInput>

const nullableText = z.string().nullable()
const nullableId = z.int().nullable()

export const pathwayReply = z.object({
  id: z.int(),
  version: z.int(),
  isActive: z.boolean(),
  patientId: z.int(),
  referralDate: nullableText,
  receivedDate: nullableText,
  /** 12 digits (an addition to the specification). */
  ubrn: nullableText,
  referrerId: nullableId,
  referralMethodId: nullableId,
  cancelReferralDate: nullableText,
  declinedReferralId: nullableId,
  teamMemberId: nullableId,
  dischargeDate: nullableText,
  dischargeReasonId: nullableId,
  dischargeClinicianId: nullableId,
  dischargedTo: nullableId,
  /**
   * The answer given before the discharge of a patient who missed the last appointment; null for people outside the
   * service.
   */
  vulnerability: z.enum(vulnerabilityCodes).nullable(),
  vulnerabilityNote: nullableText,
  consentGiven: z.boolean().nullable(),
  consentDate: nullableText,
  comments: nullableText,
  generalNotes: nullableText,
  vasScaleId: nullableId,
  /** Who recorded the referral, and when. Its history lists later changes. */
  recordedBy: nullableText,
  recordedAt: z.string(),
  names: z.object({
    referrer: nullableText,
    referralMethod: nullableText,
    declinedReferral: nullableText,
    teamMember: nullableText,
    dischargeReason: nullableText,
    dischargeClinician: nullableText,
    dischargedTo: nullableText,
    vasScale: nullableText,
  }),
})
export type Pathway = z.output<typeof pathwayReply>

export const placeReply = z.union([
  z.object({
    open: z.literal(true),
    stage: z.enum(stages),
    since: nullableText,
    due: nullableText,
    reason: z.string(),
    deceased: z.boolean(),
    warnings: z.array(z.string()),
    /** The day on which care ended; tries of a call count from it (an addition to the specification). */
    callsCountFrom: nullableText,
    /** The ids of the calls that count as follow-ups, earliest first (an addition to the specification). */
    countedCalls: z.array(z.int()),
    /** The first day on which the awaited call counts without a question (an addition to the specification). */
    nextCallCountsFrom: nullableText,
    /** The day of a missed first appointment, while its plan waits for a new day (an addition to the specification). */
    firstMissedOn: nullableText,
  }),
  z.object({
    open: z.literal(false),
    closed: z.enum(['removed', 'discharged', 'cancelled']),
    reason: z.string(),
  }),
])

export const stageChange = z.object({
  from: nullableText,
  to: z.string(),
  at: z.string(),
  by: nullableText,
})

const recordLists = Object.fromEntries(
  Object.values(recordKinds).map(({ kind, reply }) => [kind, z.array<z.ZodType>(reply)]),
) as { [Kind in RecordKindName]: z.ZodArray<(typeof recordKinds)[Kind]['reply']> }

/** Each list of records has the name of its kind; latest first. */
export const pathwayView = z.object({
  pathway: pathwayReply,
  patient: patientReply,
  /** The flags that staff must see before anything else about the patient (an addition to the specification). */
  flags: z.array(flagChip),
  /** This patient must not be rung (an addition to the specification). */
  doNotCall: z.boolean(),
  stage: placeReply,
  /**
   * When the next step is due, as on the work lists; null if the pathway is closed, and for people outside the service
   * (an addition to the specification).
   */
  nextDue: z.object({ day: nullableText, group: z.enum(dueGroups), words: z.string() }).nullable(),
  /** The patient's other open referrals (an addition to the specification). */
  otherOpen: z.array(z.object({ id: z.int(), referralDate: nullableText, stage: z.enum(stages) })),
  /** What the referral was accepted from, if it came in from outside; for staff only (an addition). */
  incomingReferralId: nullableId.optional(),
  ...recordLists,
  documents: z.array(documentReply),
  stageChanges: z.array(stageChange),
})
export type PathwayView = z.output<typeof pathwayView>

export const getPathway = endpoint({
  method: 'GET',
  path: '/api/pathway/get',
  summary: 'Everything that the page of a referral shows, in one reply',
  /** If `patientId` is sent, a pathway of another patient is reported as not found (CS-1). */
  input: z.object({ id: existingId(), patientId: existingId().optional() }),
  reply: pathwayView,
})

export const savePathway = saveCall({
  path: '/api/pathway/save',
  summary: 'Record a referral (id 0), or save changes, a discharge or a reopening',
  input: pathwayInput,
})

const cancelFields = {
  cancelReferralDate: requiredDate('Cancellation Date required', { done: true }),
  declinedReferralId: optionalChoice(),
  teamMemberId: optionalChoice(),
  ...deathFields,
  openPlansConfirmed,
  bookedAppointments,
}
export const declineReasonMissing = 'Say why the referral is declined'

/** @param demandsReason the service does not accept a cancellation without a reason */
export const cancelForm = (demandsReason: boolean) =>
  z.object(cancelFields).superRefine(
    ...saidBeside(({ declinedReferralId }: { declinedReferralId?: number | null | undefined }, context) => {
      if (demandsReason && declinedReferralId == null)
        context.addIssue({ code: 'custom', path: ['declinedReferralId'], message: declineReasonMissing })
    }),
  )

/** If `patientId` is sent, a pathway of another patient is refused (AZ-7). */
const whichPathway = { id: existingId(), version: version(), patientId: existingId().optional() }

export const cancelReferral = saveCall({
  path: '/api/pathway/cancelReferral',
  summary: 'Cancel a referral, with the reason and who decided',
  input: z.object({ ...whichPathway, ...cancelFields, bookedIds }),
})

export const reinstateReferral = saveCall({
  path: '/api/pathway/reinstateReferral',
  summary: 'Reinstate a cancelled referral; it returns to the work list that its records imply',
  input: z.object(whichPathway),
})

export const pathwayHistory = historyCall('pathway', 'pathway')

/** A deleted record, as listed for restoring. */
export const deletedRecord = z.object({
  kind: z.enum(recordKindNames),
  id: z.int(),
  /** The day that the record is about, if its kind has one. */
  day: nullableText,
  deletedBy: nullableText,
  deletedAt: z.string(),
})
export type DeletedRecord = z.output<typeof deletedRecord>

export const deletedRecords = endpoint({
  method: 'GET',
  path: '/api/pathway/deleted',
  summary: 'Records of a referral and BMIs of its patient that were deleted and can be restored',
  input: z.object({ id: existingId() }),
  reply: z.array(deletedRecord),
})

/** The older create screen: patient and referral in one step, saved in one transaction (specification). */
export const referralCreateInput = z.object({
  patient: patientInput,
  /** Saved in the same step if present (an addition to the specification). */
  nextOfKin: nextOfKinForm.optional(),
  referral: z.object({ ...referralFields, ...receivedFields, ...ubrnFields }),
})

export const referralCreateForm = z.object({
  patient: demographicsForm,
  referral: z.object({ ...referralFields, ...receivedFields, ...ubrnFields }),
})

export const createReferral = endpoint({
  method: 'POST',
  path: '/api/falls/v1/save',
  summary: 'Register a patient and record the referral in one step',
  input: referralCreateInput,
  reply: z.object({ id: z.int(), version: z.int(), patientId: z.int() }),
})
