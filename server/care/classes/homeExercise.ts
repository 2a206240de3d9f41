import { mondayOf } from '../../../contract/platform/dates/weekdays.ts'
import type { saveHomeExercise } from '../../../contract/care/classes/homeExercise.ts'
import type { CheckedInputOf } from '../../../contract/platform/calls/endpoint.ts'
import { onExercise } from '../../pathways/records/parents.ts'
import { addRow, changeRow, type SavedRow } from '../../platform/writes/saveRow.ts'
import type { Writing } from '../../platform/writes/write.ts'
import { homeExerciseTable } from './columns.ts'

/** Stores the home diary entry for a week: one number for each plan and week. */
export const saveHomeExerciseRow = async (
  writing: Writing,
  { pathwayId, exerciseId, version, weekDate, minutes }: CheckedInputOf<typeof saveHomeExercise>,
): Promise<SavedRow> => {
  const { patientId, pathwayIds, requireOpen } = await onExercise.lock(writing, exerciseId, pathwayId)
  requireOpen()
  writing.trace({ patientIds: [patientId], pathwayIds })
  const week = mondayOf(weekDate)
  const before = await writing.sql
    .selectFrom('home_exercise')
    .select(['id', 'version', 'minutes'])
    .where('exercise_id', '=', exerciseId)
    .where('week_date', '=', week)
    .executeTakeFirst()
  // Saving the same number again changes nothing.
  if (before?.minutes === minutes) return { id: before.id, version: before.version }
  return before === undefined
    ? addRow(writing, {
        ...homeExerciseTable,
        values: { exercise_id: exerciseId, week_date: week, minutes },
        patientId,
      })
    : changeRow(writing, { ...homeExerciseTable, id: before.id, version, values: { minutes }, patientId })
}
