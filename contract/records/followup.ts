import { z } from 'zod'
import { requiredChoice, requiredDate } from '../fields.ts'
import { formatDate } from '../format.ts'
import { pathwayRecordIdentity, recordKind, recordStamp } from './record.ts'

/** How a call ended. Only one in which the patient was reached is a follow-up; the others are attempts. */
export const callOutcomes = [
  { code: 'reached', title: 'Reached' },
  { code: 'noAnswer', title: 'No answer' },
  { code: 'wrongNumber', title: 'Wrong number' },
  { code: 'ringBack', title: 'Asked to be rung back' },
  { code: 'declined', title: 'Declined' },
  { code: 'inHospital', title: 'In hospital' },
  { code: 'died', title: 'Died' },
  { code: 'spokeToOther', title: 'Spoke to somebody else' },
] as const
export type CallOutcome = (typeof callOutcomes)[number]['code']

const outcomeCodes = callOutcomes.map(({ code }) => code)

/** A sender that knows no outcomes sends none, and means that the patient was reached (specification). */
export const isReached = (outcome: CallOutcome | null): boolean => outcome === null || outcome === 'reached'
export const outcomeTitle = (outcome: CallOutcome | null): string | null =>
  callOutcomes.find(({ code }) => code === outcome)?.title ?? null

const fields = {
  callDate: requiredDate('Call Date required', { done: true }),
  clinicianId: requiredChoice('Clinician required'),
  /** An addition. */
  outcome: z.enum(outcomeCodes, { error: 'Choose from the list' }).nullable().optional(),
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
  outcome: z.enum(outcomeCodes).nullable(),
  names: z.object({ clinician: z.string() }),
})
export type Followup = z.output<typeof followupReply>

export const followupRecord = recordKind('followup', {
  title: 'Telephone follow-up',
  input: followupInput,
  reply: followupReply,
  labels: { callDate: 'Call date', clinicianId: 'Clinician', outcome: 'Outcome' },
  section: {
    title: 'Telephone follow-ups',
    indexTitle: 'Follow-ups',
    nameOf: ({ callDate }: Followup) => `telephone follow-up of ${formatDate(callDate)}`,
  },
  events: ({ callDate, outcome, names }) => [
    {
      day: callDate,
      what: ['Telephone follow-up', isReached(outcome) ? null : outcomeTitle(outcome)]
        .filter(Boolean)
        .join(': '),
      by: names.clinician,
    },
  ],
})
export const followup = followupRecord.calls
