import { z } from 'zod'
import {
  optionalChoice,
  optionalDate,
  optionalText,
  requiredChoice,
  requiredDate,
  requiredText,
} from '../../platform/fields/fields.ts'
import { formatDate } from '../../platform/words/format.ts'
import { confirmations, pathwayRecordIdentity, recordKind, recordStamp } from '../../platform/calls/record.ts'

/** The stable code of the goals outcome that asks for a reason: 'No' by whatever name. */
export const goalsNotAchievedCode = 'no'
export const reasonRequired = 'Reason Goals Not Achieved required.'

const fields = {
  // A treatment may be planned ahead.
  treatmentDate: requiredDate('Treatment Date required'),
  assessmentDate: optionalDate({ done: true }),
  clinicianId: requiredChoice('Clinician required'),
  locationId: requiredChoice('Location required'),
  patientGoals: requiredText('Patient Goals required', 4000),
  goalsAchievedId: optionalChoice(),
  goalsNotAchievedReason: optionalText(4000),
  /** The day on which the plan ended (an addition); a save with an outcome and without it means today. */
  endedDate: optionalDate({ done: true }),
}

interface Goals {
  goalsAchievedId?: number | null | undefined
  goalsNotAchievedReason?: string | null | undefined
}

/**
 * The reason that stands with a goals outcome: required with 'No', and cleared with any other choice, also when a
 * stale form sends one (specification). null asks for the reason.
 */
export const reasonFor = (goals: Goals, isNo: boolean): { reason: string | null } | null => {
  if (!isNo) return { reason: null }
  return goals.goalsNotAchievedReason ? { reason: goals.goalsNotAchievedReason } : null
}

export const treatmentPlanInput = z.object({ ...pathwayRecordIdentity, ...fields })

const goals = { goalsAchievedId: true, goalsNotAchievedReason: true } as const

/**
 * The goals are looked at by themselves, so that their reason is asked for beside a date that is no day, too.
 *
 * @param isNo whether a goals outcome is the one that asks for a reason; the browser knows it from its list
 */
export const treatmentPlanForm = (isNo: (goalsAchievedId: number) => boolean) =>
  z
    .object(fields)
    .omit(goals)
    .extend(confirmations)
    .and(
      treatmentPlanInput
        .pick(goals)
        .refine(
          (chosen) =>
            reasonFor(chosen, chosen.goalsAchievedId != null && isNo(chosen.goalsAchievedId)) !== null,
          { path: ['goalsNotAchievedReason'], message: reasonRequired },
        ),
    )

export const treatmentPlanReply = z.object({
  ...recordStamp,
  pathwayId: z.int(),
  treatmentDate: z.string(),
  assessmentDate: z.string().nullable(),
  clinicianId: z.int(),
  locationId: z.int(),
  patientGoals: z.string(),
  goalsAchievedId: z.int().nullable(),
  goalsNotAchievedReason: z.string().nullable(),
  endedDate: z.string().nullable(),
  names: z.object({ clinician: z.string(), location: z.string(), goalsAchieved: z.string().nullable() }),
})
export type TreatmentPlan = z.output<typeof treatmentPlanReply>

export const treatmentPlanRecord = recordKind('treatmentPlan', {
  title: 'Treatment plan',
  input: treatmentPlanInput,
  reply: treatmentPlanReply,
  labels: {
    treatmentDate: 'Treatment date',
    assessmentDate: 'Assessment date',
    clinicianId: 'Clinician',
    locationId: 'Location',
    patientGoals: 'Patient goals',
    goalsAchievedId: 'Goals achieved',
    goalsNotAchievedReason: 'Reason goals not achieved',
    endedDate: 'Day ended',
  },
  section: {
    title: 'Treatment plans',
    nameOf: ({ treatmentDate }: TreatmentPlan) => `treatment plan of ${formatDate(treatmentDate)}`,
  },
  events: ({ treatmentDate, endedDate, names }) => [
    { day: treatmentDate, what: 'Treatment plan', by: names.clinician },
    {
      day: endedDate,
      what: ['Treatment ended', names.goalsAchieved].filter(Boolean).join(': goals achieved '),
    },
  ],
})
export const treatmentPlan = treatmentPlanRecord.calls
