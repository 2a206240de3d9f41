import { sql as raw } from 'kysely'
import { jsonBuildObject } from 'kysely/helpers/postgres'
import {
  type AttendanceStatus,
  exerciseAttendance,
  exerciseAttendanceInput,
  exerciseAttendanceRecord,
} from '../../../contract/pathways/records/exerciseAttendance.ts'
import { formatDate } from '../../../contract/platform/words/format.ts'
import { selected } from '../../platform/writes/columns.ts'
import { recordColumns, recordKind, selectFrom, stamp } from './kind.ts'
import { onExercise } from './parents.ts'

export const exerciseAttendanceColumns = recordColumns(exerciseAttendanceInput.shape)

export const exerciseAttendanceKind = recordKind(exerciseAttendance, {
  entity: 'exerciseAttendance',
  table: 'exercise_attendance',
  labels: exerciseAttendanceRecord.labels,
  parent: onExercise,
  columns: exerciseAttendanceColumns,
  // Attendances of a deleted plan are hidden with it, and return with it.
  select: selectFrom('exercise_attendance as record')
    .innerJoin('exercise', 'exercise.id', 'record.exercise_id')
    .innerJoin('pathway', 'pathway.id', 'exercise.pathway_id')
    .leftJoin('app_user as recorder', 'recorder.id', 'record.updated_by')
    .innerJoin('exercise_type', 'exercise_type.id', 'record.exercise_type_id')
    .innerJoin('location', 'location.id', 'record.location_id')
    .where('exercise.is_active', '=', raw.lit(true))
    .where('pathway.is_active', '=', raw.lit(true))
    .select(stamp)
    .select('record.exercise_id as exerciseId')
    .select(selected('record', exerciseAttendanceColumns))
    .select(({ ref }) =>
      jsonBuildObject({ exerciseType: ref('exercise_type.name'), location: ref('location.name') }).as(
        'names',
      ),
    )
    // The table allows no other value.
    .$narrowType<{ attendanceStatus: AttendanceStatus }>(),
  days: ['attendanceDate'],
  unusual: async ({ sql }, { attendanceDate: day, exerciseId }, before) => {
    if (before?.attendance_date === day) return []
    const { rows } = await raw<{ start: string; end: string | null; isDoubled: boolean }>`
      select exercise_plan_date as start, completed_date as end, exists (
        select from exercise_attendance as other
        where other.exercise_id = exercise.id and other.attendance_date = ${day} and other.is_active
          and other.id <> ${before?.id ?? 0}) as "isDoubled"
      from exercise where id = ${exerciseId}`.execute(sql)
    return rows.flatMap(({ start, end, isDoubled }) => [
      ...(isDoubled ? [`This plan has an attendance on ${formatDate(day)} already.`] : []),
      ...(day < start ? [`The exercise plan began on ${formatDate(start)}, later than this session.`] : []),
      ...(end !== null && day > end
        ? [`The exercise plan was completed on ${formatDate(end)}, earlier than this session.`]
        : []),
    ])
  },
})
