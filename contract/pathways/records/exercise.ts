import { z } from 'zod'
import {
  optionalCode,
  optionalDate,
  optionalText,
  requiredChoice,
  requiredDate,
  requiredText,
} from '../../platform/fields/fields.ts'
import { formatDate } from '../../platform/words/format.ts'
import { saidBeside } from '../../platform/words/saidBeside.ts'
import { confirmations, pathwayRecordIdentity, recordKind, recordStamp } from '../../platform/calls/record.ts'
import {
  endingInWords,
  endingOf,
  fieldsOfEnding,
  planEndingCodes,
  stoppedReasonCodes,
} from './exerciseEnding.ts'

const fields = {
  // A plan may start in the future, but it cannot be completed in the future.
  exercisePlanDate: requiredDate('Exercise Plan Date required'),
  clinicianId: requiredChoice('Clinician required'),
  exercisePlan: requiredText('Exercise Plan required', 4000),
  completedDate: optionalDate({ done: true }),
  /** How the plan ended on that day (an addition to the specification). If absent, it was completed. */
  endedHow: optionalCode(planEndingCodes),
  /** Only for a stopped plan, which requires it. */
  stoppedReason: optionalCode(stoppedReasonCodes),
  /** Only for a plan that goes on elsewhere, such as the name of a leisure class. */
  elsewhereTo: optionalText(200),
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

export const stoppedReasonRequired = 'Say why the plan stopped'

interface Ending {
  completedDate?: string | null | undefined
  endedHow?: string | null | undefined
  stoppedReason?: string | null | undefined
}

/** The screen asks how a plan ended; another sender may leave it out. */
const checkEnding = ({ completedDate, endedHow, stoppedReason }: Ending, context: z.RefinementCtx): void => {
  if (!completedDate) return
  if (!endedHow) context.addIssue({ code: 'custom', path: ['endedHow'], message: 'Say how the plan ended' })
  if (endedHow === 'stopped' && !stoppedReason)
    context.addIssue({ code: 'custom', path: ['stoppedReason'], message: stoppedReasonRequired })
}

/** The form empties what it does not show; another sender is told. */
export const exerciseForm = z
  .object({ ...fields, ...confirmations })
  .superRefine(...saidBeside(checkOrder))
  .superRefine(...saidBeside(checkEnding))
  .transform((input) => {
    const { completedDate = null, endedHow = null } = input
    const shown = fieldsOfEnding(endingOf({ completedDate, endedHow }))
    return {
      ...input,
      endedHow: shown.endedHow ? input.endedHow : null,
      stoppedReason: shown.stoppedReason ? input.stoppedReason : null,
      elsewhereTo: shown.elsewhereTo ? input.elsewhereTo : null,
    }
  })
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
  /** Null while the plan is open, and for one that was completed before this was asked. */
  endedHow: z.enum(planEndingCodes).nullable(),
  stoppedReason: z.enum(stoppedReasonCodes).nullable(),
  elsewhereTo: z.string().nullable(),
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
    endedHow: 'How it ended',
    stoppedReason: 'Why it stopped',
    elsewhereTo: 'Where it goes on',
  },
  section: {
    title: 'Exercise',
    nameOf: ({ exercisePlanDate }: Exercise) => `exercise plan of ${formatDate(exercisePlanDate)}`,
  },
  events: (plan) => [
    { day: plan.exercisePlanDate, what: 'Exercise plan', by: plan.names.clinician },
    { day: plan.completedDate, what: `Exercise ${endingInWords(plan) ?? ''}` },
  ],
})
export const exercise = exerciseRecord.calls
