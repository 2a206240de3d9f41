import { z } from 'zod'
import { optionalDate, requiredChoice, requiredDate, requiredText } from '../fields.ts'
import { pathwayRecordIdentity, recordCalls, recordStamp } from './record.ts'

const fields = {
  // A plan may begin in the future; its end is a thing that happened.
  exercisePlanDate: requiredDate('Exercise Plan Date required'),
  clinicianId: requiredChoice('Clinician required'),
  exercisePlan: requiredText('Exercise Plan required', 4000),
  completedDate: optionalDate({ done: true }),
}

interface Days {
  exercisePlanDate: string
  completedDate?: string | null | undefined
}

const checkOrder = ({ exercisePlanDate, completedDate }: Days, context: z.RefinementCtx): void => {
  if (completedDate && completedDate < exercisePlanDate)
    context.addIssue({
      code: 'custom',
      path: ['completedDate'],
      message: 'The completed date is before the exercise plan date',
    })
}

export const exerciseForm = z
  .object({ ...fields, afterDeathConfirmed: pathwayRecordIdentity.afterDeathConfirmed })
  .superRefine(checkOrder)
export const exerciseInput = z.object({ ...pathwayRecordIdentity, ...fields }).superRefine(checkOrder)

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

export const exercise = recordCalls('exercise', exerciseInput, exerciseReply)
