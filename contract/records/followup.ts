import { z } from 'zod'
import { requiredChoice, requiredDate } from '../fields.ts'
import { pathwayRecordIdentity, recordCalls, recordStamp } from './record.ts'

const fields = {
  callDate: requiredDate('Call Date required', { done: true }),
  clinicianId: requiredChoice('Clinician required'),
}

export const followupForm = z.object({
  ...fields,
  afterDeathConfirmed: pathwayRecordIdentity.afterDeathConfirmed,
})
export const followupInput = z.object({ ...pathwayRecordIdentity, ...fields })

export const followupReply = z.object({
  ...recordStamp,
  pathwayId: z.int(),
  callDate: z.string(),
  clinicianId: z.int(),
  names: z.object({ clinician: z.string() }),
})
export type Followup = z.output<typeof followupReply>

export const followup = recordCalls('followup', followupInput, followupReply)
