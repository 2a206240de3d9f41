import { z } from 'zod'
import { optionalDate, requiredChoice, requiredDate, requiredText } from '../../platform/fields/fields.ts'
import { formatDate } from '../../platform/words/format.ts'
import { saidBeside } from '../../platform/words/saidBeside.ts'
import { confirmations, pathwayRecordIdentity, recordKind, recordStamp } from '../../platform/calls/record.ts'

const fields = {
  // A plan may start in the future, but it cannot be completed in the future.
  exercisePlanDate: requiredDate('Exercise Plan Date required'),
  clinicianId: requiredChoice('Clinician required'),
  exercisePlan: requiredText('Exercise Plan required', 4000),
  completedDate: optionalDate({ done: true }),
}

interface Days {
  exercisePlanDate?: string | undefined
  completedDate?: string | null | undefined
}

const checkOrder = ({ exercisePlanDate, completedDate }: Days, context: z.RefinementCtx): void => {
  if (completedDate && exercisePlanDate !== undefined && completedDate < exercisePlanDate)
    context.addIssue({
      code: 'custom',
      path: ['completedDate'],
      message: 'The completed date is before the exercise plan date',
    })
}

export const exerciseForm = z.object({ ...fields, ...confirmations }).superRefine(...saidBeside(checkOrder))
export const exerciseInput = z
  .object({ ...pathwayRecordIdentity, ...fields })
  .superRefine(...saidBeside(checkOrder))

export const exerciseReply = z.object({
  ...recordStamp,
  pathwayId: z.int(),
  exercisePlanDate: z.string(),
  clinicianId: z.int(),
  exercisePlan: z.string(),
  completedDate: z.string().nullable(),
  names: z.object({ clinician: z.string() }),
})
export type Exercise = z.output<typeof exerciseReply>

export const exerciseRecord = recordKind('exercise', {
  title: 'Exercise plan',
  input: exerciseInput,
  reply: exerciseReply,
  labels: {
    exercisePlanDate: 'Exercise plan date',
    clinicianId: 'Clinician',
    exercisePlan: 'Exercise plan',
    completedDate: 'Completed date',
  },
  section: {
    title: 'Exercise',
    nameOf: ({ exercisePlanDate }: Exercise) => `exercise plan of ${formatDate(exercisePlanDate)}`,
  },
  events: ({ exercisePlanDate, completedDate, names }) => [
    { day: exercisePlanDate, what: 'Exercise plan', by: names.clinician },
    { day: completedDate, what: 'Exercise completed' },
  ],
})
export const exercise = exerciseRecord.calls
