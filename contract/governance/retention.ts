import { z } from 'zod'
import { endpoint, saveCall } from '../platform/calls/endpoint.ts'
import { existingId, requiredText, version, wholeNumber } from '../platform/fields/fields.ts'
import { flagChip } from '../patients/flags/chips.ts'

/*
 * How long records are kept (PR-2, decision 78): the rules, the records that are due, holds that keep a record longer,
 * and destruction, which two people decide.
 */

export const holdKinds = [
  { code: 'legal', title: 'Legal hold: a claim, inquest or inquiry' },
  { code: 'longer', title: 'Kept longer for another reason' },
] as const
const holdCodes = holdKinds.map(({ code }) => code)
export type HoldKind = (typeof holdCodes)[number]

export const holdTitle = (kind: HoldKind): string =>
  holdKinds.find(({ code }) => code === kind)?.title ?? kind

const nullableText = z.string().nullable()

const retentionRule = z.object({
  id: z.int(),
  version: z.int(),
  code: z.string(),
  title: z.string(),
  years: z.int(),
  /** The minimum in the NHS Records Management Code: a service may keep records longer, not shorter. */
  yearsAtLeast: z.int(),
})
export type RetentionRule = z.output<typeof retentionRule>

const whose = {
  patientId: z.int(),
  familyName: z.string(),
  firstName: nullableText,
  namePrefix: nullableText,
  nhsNumber: nullableText,
  dateOfBirth: nullableText,
  flags: z.array(flagChip),
}

/** The retention dates of one record. */
const kept = {
  /** The latest date anywhere in the record. */
  lastDay: z.string(),
  dueDay: z.string(),
}

const retentionHold = z.object({
  id: z.int(),
  version: z.int(),
  kind: z.enum(holdCodes),
  reason: z.string(),
  setBy: nullableText,
  setAt: z.string(),
  endedAt: nullableText,
  endedBy: nullableText,
  endedNote: nullableText,
})

const decision = {
  id: z.int(),
  version: z.int(),
  patientId: z.int(),
  reason: z.string(),
  ...kept,
  decidedBy: nullableText,
  decidedAt: z.string(),
}

const pendingDecision = z.object({ ...decision, isOwn: z.boolean() })
export type PendingDecision = z.output<typeof pendingDecision>

/** What remains of a destroyed record: no facts about the patient. */
const certificate = z.object({
  ...decision,
  confirmedBy: nullableText,
  confirmedAt: z.string(),
  documents: z.int(),
  /** Records that had been merged into this one and were destroyed with it. */
  mergedIds: z.array(z.int()),
  rows: z.array(z.object({ table: z.string(), count: z.int() })),
  sha256: z.string(),
})
export type Certificate = z.output<typeof certificate>

export const retentionRow = z.object({ ...whose, ...kept })
export type RetentionRow = z.output<typeof retentionRow>

/** Maximum rows in a reply, as many as anybody reviews at a time. The records that have been due longest come first. */
export const mostDue = 200

export const retentionReply = z.object({
  rules: z.array(retentionRule),
  due: z.array(retentionRow),
  /** The total number due, of which `due` contains the first. */
  dueTotal: z.int(),
  held: z.array(retentionHold.extend(whose)),
  decided: z.array(pendingDecision.extend(whose)),
  destroyed: z.array(certificate),
})
export type Retention = z.output<typeof retentionReply>

export const getRetention = endpoint({
  method: 'GET',
  path: '/api/retention/all',
  summary: 'How long records are kept, and which are due for review, held, decided on and destroyed',
  input: z.object({}),
  reply: retentionReply,
})

export const countWaitingDecisions = endpoint({
  method: 'GET',
  path: '/api/retention/waiting',
  summary:
    'Number of decisions to destroy a record that the caller can confirm, because somebody else made them',
  input: z.object({}),
  reply: z.object({ waiting: z.int() }),
})

export const patientRetentionReply = z.object({
  ...whose,
  /** False for a patient who was registered in error. */
  isActive: z.boolean(),
  ...kept,
  isDue: z.boolean(),
  hasOpenReferral: z.boolean(),
  hasOpenRequest: z.boolean(),
  holds: z.array(retentionHold),
  decision: pendingDecision.nullable(),
})
export type PatientRetention = z.output<typeof patientRetentionReply>

export const getPatientRetention = endpoint({
  method: 'GET',
  path: '/api/retention/get',
  summary: 'How long the record of one patient must be kept, and what keeps it longer',
  input: z.object({ patientId: existingId() }),
  reply: patientRetentionReply,
})

export const yearsField = (atLeast: number) =>
  wholeNumber(`Enter a whole number from ${atLeast} to 100`, { from: atLeast, to: 100 })
export const saveRetentionRule = saveCall({
  path: '/api/retention/saveRule',
  summary: 'Keep records longer than the NHS code requires',
  input: z.object({ id: existingId(), version: version(), years: yearsField(1) }),
})

export const holdForm = z.object({
  kind: z.enum(holdCodes, { error: 'Choose why it is kept' }),
  reason: requiredText('Say why the record is kept', 500),
})
export const holdRecord = saveCall({
  path: '/api/retention/hold',
  summary: 'Hold a record beyond its retention period, with a reason',
  input: z.object({ patientId: existingId(), ...holdForm.shape }),
})

export const endHoldForm = z.object({
  endedNote: requiredText('Say why it need not be kept any longer', 500),
})
const whichRow = { id: existingId(), version: version(), patientId: existingId().optional() }
export const endHold = saveCall({
  path: '/api/retention/endHold',
  summary: 'End the hold of a record, with a reason',
  input: z.object({ ...whichRow, ...endHoldForm.shape }),
})

export const decideForm = z.object({ grounds: requiredText('Say why the record can be destroyed', 500) })
export const decideDestruction = saveCall({
  path: '/api/retention/decide',
  summary: 'Decide that a record past its retention period can be destroyed; somebody else must confirm it',
  input: z.object({ patientId: existingId(), ...decideForm.shape }),
})

export const withdrawDecision = saveCall({
  path: '/api/retention/withdraw',
  summary: 'Take back the decision to destroy a record',
  input: z.object(whichRow),
})

export const destroyForm = (patientId: number) =>
  z.object({
    patientNumber: requiredText('Enter the number of the patient').refine(
      (typed) => typed === String(patientId),
      { error: 'This is not the number of this patient' },
    ),
  })
export const destroyRecord = endpoint({
  method: 'POST',
  path: '/api/retention/destroy',
  summary:
    'Confirm somebody else’s decision: the record and its documents are destroyed, and a certificate is kept',
  input: z.object({
    id: existingId(),
    version: version(),
    /** The patient number that the user typed, to confirm whose record is meant. */
    patientId: existingId('Enter the number of the patient'),
  }),
  reply: z.object({ id: z.int(), success: z.literal(true) }),
})

export const retentionEndpoints = [
  getRetention,
  countWaitingDecisions,
  getPatientRetention,
  saveRetentionRule,
  holdRecord,
  endHold,
  decideDestruction,
  withdrawDecision,
  destroyRecord,
] as const
