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

/** The stable code of the goals outcome that requires a reason: 'No', whatever its name. */
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
  /**
   * The day on which the plan ended (an addition to the specification). If an outcome is saved without it, the server
   * uses today.
   */
  endedDate: optionalDate({ done: true }),
}

interface Goals {
  goalsAchievedId?: number | null | undefined
  goalsNotAchievedReason?: string | null | undefined
}

/**
 * The reason stored with a goals outcome. It is required with 'No', and cleared with any other choice even if an
 * outdated form sends one (specification). Returns null if the reason is missing.
 */
export const reasonFor = (goals: Goals, isNo: boolean): { reason: string | null } | null => {
  if (!isNo) return { reason: null }
  return goals.goalsNotAchievedReason ? { reason: goals.goalsNotAchievedReason } : null
}

export const treatmentPlanInput = z.object({ ...pathwayRecordIdentity, ...fields })

const goals = { goalsAchievedId: true, goalsNotAchievedReason: true } as const

/**
 * The goals are checked separately, so that a missing reason is reported together with an invalid date.
 *
 * @param isNo whether a goals outcome requires a reason; the browser knows it from its list
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
