import { z } from 'zod'
import { requiredChoice, requiredDate } from '../fields.ts'
import { pathwayRecordIdentity, recordCalls, recordStamp } from './record.ts'

const fields = {
  referralDate: requiredDate('Referral Date required', { done: true }),
  referralClinicianId: requiredChoice('Clinician required'),
  referToId: requiredChoice('Refer To required'),
  referralMethodId: requiredChoice('Method required'),
}

export const onwardReferralForm = z.object({
  ...fields,
  afterDeathConfirmed: pathwayRecordIdentity.afterDeathConfirmed,
})
export const onwardReferralInput = z.object({ ...pathwayRecordIdentity, ...fields })

export const onwardReferralReply = z.object({
  ...recordStamp,
  pathwayId: z.int(),
  referralDate: z.string(),
  referralClinicianId: z.int(),
  referToId: z.int(),
  referralMethodId: z.int(),
  names: z.object({ referralClinician: z.string(), referTo: z.string(), referralMethod: z.string() }),
})
export type OnwardReferral = z.output<typeof onwardReferralReply>

export const onwardReferral = recordCalls('onwardReferral', onwardReferralInput, onwardReferralReply)
