import { z } from 'zod'
import { requiredChoice, requiredDate } from '../../platform/fields/fields.ts'
import { formatDate } from '../../platform/words/format.ts'
import {
  onwardProblems,
  onwardProgressEvents,
  onwardProgressFields,
  onwardProgressLabels,
  onwardProgressReply,
} from './onwardProgress.ts'
import { problemsBeside, problemsOfNew } from './problems.ts'
import { confirmations, pathwayRecordIdentity, recordKind, recordStamp } from '../../platform/calls/record.ts'

const fields = {
  referralDate: requiredDate('Referral Date required', { done: true }),
  referralClinicianId: requiredChoice('Clinician required'),
  referToId: requiredChoice('Refer To required'),
  referralMethodId: requiredChoice('Method required'),
  ...onwardProgressFields,
}

export const onwardReferralForm = z
  .object({
    ...fields,
    ...confirmations,
  })
  .superRefine(...problemsBeside(onwardProblems))
export const onwardReferralInput = z
  .object({ ...pathwayRecordIdentity, ...fields })
  .superRefine(...problemsOfNew(onwardProblems))

export const onwardReferralReply = z.object({
  ...recordStamp,
  pathwayId: z.int(),
  referralDate: z.string(),
  referralClinicianId: z.int(),
  referToId: z.int(),
  referralMethodId: z.int(),
  ...onwardProgressReply,
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
    ...onwardProgressLabels,
  },
  section: {
    title: 'Onward referrals',
    nameOf: ({ referralDate, names }: OnwardReferral) =>
      `onward referral of ${formatDate(referralDate)} to ${names.referTo}`,
  },
  events: (record) => [
    {
      day: record.referralDate,
      what: `Referred on to ${record.names.referTo}`,
      by: record.names.referralClinician,
    },
    ...onwardProgressEvents(record, record.names.referTo),
  ],
})
export const onwardReferral = onwardReferralRecord.calls
