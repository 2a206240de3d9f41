import { z } from 'zod'
import { requiredChoice, requiredDate } from '../fields.ts'
import { formatDate } from '../format.ts'
import { confirmations, pathwayRecordIdentity, recordKind, recordStamp } from './record.ts'

/** Why somebody who was assessed needs no treatment or exercise plan: nobody waits for one for ever. */
export const noPlanReasons = [
  { code: 'adviceOnly', title: 'Advice only' },
  { code: 'equipmentOnly', title: 'Equipment only' },
  { code: 'onwardReferralOnly', title: 'Onward referral only' },
  { code: 'planDeclined', title: 'Plan declined' },
] as const
export type NoPlanReason = (typeof noPlanReasons)[number]['code']

const codes = noPlanReasons.map(({ code }) => code)
export const noPlanTitle = (reason: NoPlanReason): string =>
  noPlanReasons.find(({ code }) => code === reason)?.title ?? reason

const fields = {
  decisionDate: requiredDate('Decision Date required', { done: true }),
  clinicianId: requiredChoice('Clinician required'),
  reason: z.enum(codes, { error: 'Reason required' }),
}

export const noPlanDecisionForm = z.object({
  ...fields,
  ...confirmations,
})
export const noPlanDecisionInput = z.object({ ...pathwayRecordIdentity, ...fields })

export const noPlanDecisionReply = z.object({
  ...recordStamp,
  pathwayId: z.int(),
  decisionDate: z.string(),
  clinicianId: z.int(),
  reason: z.enum(codes),
  names: z.object({ clinician: z.string() }),
})
export type NoPlanDecision = z.output<typeof noPlanDecisionReply>

export const noPlanDecisionRecord = recordKind('noPlanDecision', {
  title: 'No-plan decision',
  input: noPlanDecisionInput,
  reply: noPlanDecisionReply,
  labels: { decisionDate: 'Decision date', clinicianId: 'Clinician', reason: 'Reason' },
  section: {
    title: 'No-plan decision',
    none: 'A plan is still expected.',
    nameOf: ({ decisionDate }: NoPlanDecision) => `no-plan decision of ${formatDate(decisionDate)}`,
  },
  events: ({ decisionDate, reason, names }) => [
    { day: decisionDate, what: `No plan needed: ${noPlanTitle(reason).toLowerCase()}`, by: names.clinician },
  ],
})
export const noPlanDecision = noPlanDecisionRecord.calls
