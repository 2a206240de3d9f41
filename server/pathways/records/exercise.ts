import { jsonBuildObject } from 'kysely/helpers/postgres'
import { exercise, exerciseInput, exerciseRecord } from '../../../contract/pathways/records/exercise.ts'
import { selected } from '../../platform/writes/columns.ts'
import { ValidationProblem } from '../../platform/errors.ts'
import { recordColumns, recordKind, recordsOnPathway } from './kind.ts'
import { onPathway } from './parents.ts'

export const exerciseColumns = recordColumns(exerciseInput.shape)

export const exerciseKind = recordKind(exercise, {
  entity: 'exercise',
  table: 'exercise',
  labels: exerciseRecord.labels,
  parent: onPathway,
  columns: exerciseColumns,
  settle: async (_writing, { exercisePlanDate, completedDate }, before) => {
    const stays = completedDate === undefined ? before?.completed_date : null
    if (stays && stays < exercisePlanDate)
      throw new ValidationProblem({ exercisePlanDate: 'The exercise plan date is after the completed date' })
    return {}
  },
  select: recordsOnPathway('exercise')
    .innerJoin('clinician', 'clinician.id', 'record.clinician_id')
    .select(selected('record', exerciseColumns))
    .select(({ ref }) => jsonBuildObject({ clinician: ref('clinician.display_name') }).as('names')),
  days: ['exercisePlanDate', 'completedDate'],
})
