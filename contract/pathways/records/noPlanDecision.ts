import { z } from 'zod'
import { requiredChoice, requiredDate } from '../../platform/fields/fields.ts'
import { formatDate } from '../../platform/words/format.ts'
import { noPlanReasons, noPlanTitle } from '../../stages/noPlanReasons.ts'
import { confirmations, pathwayRecordIdentity, recordKind, recordStamp } from '../../platform/calls/record.ts'

const codes = noPlanReasons.map(({ code }) => code)
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
