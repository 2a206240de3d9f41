import { sql as raw } from 'kysely'
import { jsonBuildObject } from 'kysely/helpers/postgres'
import { exercise, exerciseInput, exerciseRecord } from '../../../contract/pathways/records/exercise.ts'
import { selected } from '../../platform/writes/columns.ts'
import { ValidationProblem } from '../../platform/errors.ts'
import { recordColumns, recordKind, selectFrom, stamp } from './kind.ts'
import { onPathway } from './parents.ts'

export const exerciseColumns = recordColumns(exerciseInput.shape)

export const exerciseKind = recordKind(exercise, {
  entity: 'exercise',
  table: 'exercise',
  labels: exerciseRecord.labels,
  parent: onPathway,
  identityOf: (input) => ({ ...input, parentId: input.pathwayId }),
  columns: exerciseColumns,
  settle: async (_writing, { exercisePlanDate, completedDate }, before) => {
    const stays = completedDate === undefined ? before?.completed_date : null
    if (stays && stays < exercisePlanDate)
      throw new ValidationProblem({ exercisePlanDate: 'The exercise plan date is after the completed date' })
    return {}
  },
  select: selectFrom('exercise as record')
    .innerJoin('pathway', 'pathway.id', 'record.pathway_id')
    .leftJoin('app_user as recorder', 'recorder.id', 'record.updated_by')
    .innerJoin('clinician', 'clinician.id', 'record.clinician_id')
    .where('pathway.is_active', '=', raw.lit(true))
    .select(stamp)
    .select(selected('record', exerciseColumns))
    .select(({ ref }) => jsonBuildObject({ clinician: ref('clinician.display_name') }).as('names')),
  days: ['exercisePlanDate', 'completedDate'],
})
