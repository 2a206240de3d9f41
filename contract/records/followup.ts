import { z } from 'zod'
import { requiredChoice, requiredDate } from '../fields.ts'
import { formatDate } from '../format.ts'
import { pathwayRecordIdentity, recordKind, recordStamp } from './record.ts'

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

export const followupRecord = recordKind('followup', {
  title: 'Telephone follow-up',
  input: followupInput,
  reply: followupReply,
  labels: { callDate: 'Call date', clinicianId: 'Clinician' },
  section: {
    title: 'Telephone follow-ups',
    indexTitle: 'Follow-ups',
    nameOf: ({ callDate }: Followup) => `telephone follow-up of ${formatDate(callDate)}`,
    columns: [
      { title: 'Call date', kind: 'day', value: ({ callDate }: Followup) => callDate },
      { title: 'Clinician', kind: 'text', value: ({ names }: Followup) => names.clinician },
    ],
  },
  events: ({ callDate, names }) => [{ day: callDate, what: 'Telephone follow-up', by: names.clinician }],
})
export const followup = followupRecord.calls
