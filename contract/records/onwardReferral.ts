import { z } from 'zod'
import { requiredChoice, requiredDate } from '../fields.ts'
import { formatDate } from '../format.ts'
import { pathwayRecordIdentity, recordKind, recordStamp } from './record.ts'

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

export const onwardReferralRecord = recordKind('onwardReferral', {
  title: 'Onward referral',
  input: onwardReferralInput,
  reply: onwardReferralReply,
  labels: {
    referralDate: 'Referral date',
    referralClinicianId: 'Clinician',
    referToId: 'Refer to',
    referralMethodId: 'Method',
  },
  section: {
    title: 'Onward referrals',
    nameOf: ({ referralDate, names }: OnwardReferral) =>
      `onward referral of ${formatDate(referralDate)} to ${names.referTo}`,
    columns: [
      { title: 'Date', kind: 'day', value: ({ referralDate }: OnwardReferral) => referralDate },
      { title: 'Refer to', kind: 'text', value: ({ names }: OnwardReferral) => names.referTo },
      { title: 'Method', kind: 'text', value: ({ names }: OnwardReferral) => names.referralMethod },
      { title: 'Clinician', kind: 'text', value: ({ names }: OnwardReferral) => names.referralClinician },
    ],
  },
  events: ({ referralDate, names }) => [
    { day: referralDate, what: `Referred on to ${names.referTo}`, by: names.referralClinician },
  ],
})
export const onwardReferral = onwardReferralRecord.calls
