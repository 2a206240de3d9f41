import { jsonBuildObject } from 'kysely/helpers/postgres'
import type { z } from 'zod'
import {
  exercise,
  exerciseInput,
  exerciseRecord,
  stoppedReasonRequired,
} from '../../../contract/pathways/records/exercise.ts'
import {
  fieldsOfEnding,
  type PlanEnding,
  type StoppedReason,
} from '../../../contract/pathways/records/exerciseEnding.ts'
import { selected } from '../../platform/writes/columns.ts'
import { ValidationProblem } from '../../platform/errors.ts'
import type { StoredRow } from '../../platform/writes/saveRow.ts'
import { recordColumns, recordKind, recordsOnPathway } from './kind.ts'
import { onPathway } from './parents.ts'

type ExerciseInput = z.output<typeof exerciseInput>

const misfits = {
  endedHow: 'Only with a completed date',
  stoppedReason: 'Only for a plan that was stopped',
  elsewhereTo: 'Only for a plan that goes on elsewhere',
}

/**
 * How the plan ends: as sent, otherwise as stored, otherwise completed. Throws ValidationProblem for a stopped plan without
 * a reason, and for what does not belong to this ending, unless it is sent as it is stored: then it goes with the ending
 * that it belonged to.
 */
const endingOf = (input: ExerciseInput, before: StoredRow<'exercise'> | null) => {
  const day = input.completedDate === undefined ? before?.completed_date : input.completedDate
  const stored = {
    endedHow: before?.ended_how,
    stoppedReason: before?.stopped_reason,
    elsewhereTo: before?.elsewhere_to,
  }
  const { endedHow = stored.endedHow, stoppedReason = stored.stoppedReason } = input
  const { elsewhereTo = stored.elsewhereTo } = input
  // The table allows no other ending.
  const how = day == null ? null : ((endedHow ?? 'completed') as PlanEnding)
  const fits = fieldsOfEnding(how)
  const refused = (['endedHow', 'stoppedReason', 'elsewhereTo'] as const).filter(
    (field) => input[field] != null && !fits[field] && input[field] !== stored[field],
  )
  if (refused.length > 0)
    throw new ValidationProblem(Object.fromEntries(refused.map((field) => [field, misfits[field]])))
  if (fits.stoppedReason && stoppedReason == null)
    throw new ValidationProblem({ stoppedReason: stoppedReasonRequired })
  return {
    ended_how: how,
    stopped_reason: fits.stoppedReason ? stoppedReason : null,
    elsewhere_to: fits.elsewhereTo ? elsewhereTo : null,
  }
}

export const exerciseColumns = recordColumns(exerciseInput.shape)

export const exerciseKind = recordKind(exercise, {
  entity: 'exercise',
  table: 'exercise',
  labels: exerciseRecord.labels,
  parent: onPathway,
  columns: exerciseColumns,
  settle: async (_writing, input, before) => {
    const { exercisePlanDate, completedDate } = input
    const stays = completedDate === undefined ? before?.completed_date : null
    if (stays && stays < exercisePlanDate)
      throw new ValidationProblem({ exercisePlanDate: 'The exercise plan date is after the completed date' })
    return endingOf(input, before)
  },
  // Why the person stopped is between them and the service; that they stopped is not.
  readOutside: { stoppedReason: null, elsewhereTo: null },
  select: recordsOnPathway('exercise')
    .innerJoin('clinician', 'clinician.id', 'record.clinician_id')
    .select(selected('record', exerciseColumns))
    .select(({ ref }) => jsonBuildObject({ clinician: ref('clinician.display_name') }).as('names'))
    // The table allows no other ending, and a save no other reason.
    .$narrowType<{ endedHow: PlanEnding | null; stoppedReason: StoppedReason | null }>(),
  days: ['exercisePlanDate', 'completedDate'],
})
