import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import {
  existingId,
  optionalText,
  recordId,
  requiredChoice,
  requiredDate,
  saved,
  version,
} from '../fields.ts'
import { demographicsForm, patientInput, patientReply } from '../patient.ts'
import { fratReply } from '../records/frat.ts'
import { stages } from './stage.ts'

const referralFields = {
  referralDate: requiredDate('Referral Date required', { done: true }),
  referrerId: requiredChoice('Referrer required'),
  referralMethodId: requiredChoice('Referral Method required'),
}

/** The person saw that the patient already has an open pathway and refers again (trust section 4). */
const secondReferral = z.boolean().optional()

export const pathwayForm = z.object({ ...referralFields, secondReferral })

export const pathwayInput = z.object({
  id: recordId(),
  version: version(),
  patientId: existingId(),
  ...referralFields,
  comments: optionalText(4000),
  generalNotes: optionalText(4000),
  secondReferral,
})
export type PathwayInput = z.output<typeof pathwayInput>

const nullableText = z.string().nullable()

export const pathwayReply = z.object({
  id: z.int(),
  version: z.int(),
  isActive: z.boolean(),
  patientId: z.int(),
  referralDate: nullableText,
  referrerId: z.int().nullable(),
  referralMethodId: z.int().nullable(),
  cancelReferralDate: nullableText,
  dischargeDate: nullableText,
  comments: nullableText,
  generalNotes: nullableText,
  recordedBy: nullableText,
  recordedAt: z.string(),
  names: z.object({ referrer: nullableText, referralMethod: nullableText }),
})

export const placeReply = z.union([
  z.object({
    open: z.literal(true),
    stage: z.enum(stages),
    since: nullableText,
    due: nullableText,
    reason: z.string(),
    deceased: z.boolean(),
    warnings: z.array(z.string()),
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

export const pathwayView = z.object({
  pathway: pathwayReply,
  patient: patientReply,
  stage: placeReply,
  frat: z.array(fratReply),
  stageChanges: z.array(stageChange),
})
export type PathwayView = z.output<typeof pathwayView>

export const getPathway = endpoint({
  method: 'GET',
  path: '/api/pathway/get',
  summary: 'Everything that the pathway page shows, in one reply',
  /** With `patientId`, a pathway of another patient is not found (trust CS-1). */
  input: z.object({ id: existingId(), patientId: existingId().optional() }),
  reply: pathwayView,
})

export const savePathway = endpoint({
  method: 'POST',
  path: '/api/pathway/save',
  summary: 'Record a referral (id 0) or save changes',
  input: pathwayInput,
  reply: saved,
})

/** The older create screen: patient and referral in one step, saved together or not at all (specification section 2). */
export const referralCreateInput = z.object({
  patient: patientInput,
  referral: z.object(referralFields),
})

export const referralCreateForm = z.object({ patient: demographicsForm, referral: z.object(referralFields) })

export const createReferral = endpoint({
  method: 'POST',
  path: '/api/falls/v1/save',
  summary: 'Register a patient and record the referral in one step',
  input: referralCreateInput,
  reply: z.object({ id: z.int(), version: z.int(), patientId: z.int() }),
})
