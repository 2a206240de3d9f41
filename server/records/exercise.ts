import { sql as raw } from 'kysely'
import type { z } from 'zod'
import type { exerciseInput } from '../../contract/records/exercise.ts'
import { FieldFailure } from '../errors.ts'
import { latestFirst, ofPathway, stamp, type RecordKind } from './kind.ts'
import { onPathway } from './parents.ts'

export const exerciseKind: RecordKind<z.output<typeof exerciseInput>> = {
  entity: 'exercise',
  table: 'exercise',
  parent: onPathway,
  identityOf: (input) => ({ ...input, parentId: input.pathwayId }),
  columnsOf: (input) => ({
    exercise_plan_date: input.exercisePlanDate,
    clinician_id: input.clinicianId,
    exercise_plan: input.exercisePlan,
    completed_date: input.completedDate,
  }),
  settle: async (_writing, { exercisePlanDate, completedDate }, before) => {
    const stays =
      completedDate === undefined ? (before?.['completed_date'] as string | null | undefined) : null
    if (stays && stays < exercisePlanDate)
      throw new FieldFailure({ exercisePlanDate: 'The exercise plan date is after the completed date' })
    return {}
  },
  select: raw`
    select ${stamp}, record.exercise_plan_date as "exercisePlanDate", record.clinician_id as "clinicianId",
      record.exercise_plan as "exercisePlan", record.completed_date as "completedDate",
      jsonb_build_object('clinician', clinician.display_name) as names
    from ${ofPathway('exercise')}
    join clinician on clinician.id = record.clinician_id`,
  order: latestFirst('exercisePlanDate'),
  days: ['exercise_plan_date', 'completed_date'],
}
