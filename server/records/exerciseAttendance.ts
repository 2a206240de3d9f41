import { sql as raw } from 'kysely'
import type { z } from 'zod'
import type { exerciseAttendanceInput } from '../../contract/records/exerciseAttendance.ts'
import { latestFirst, stamp, type RecordKind } from './kind.ts'
import { onExercise } from './parents.ts'

export const exerciseAttendanceKind: RecordKind<z.output<typeof exerciseAttendanceInput>> = {
  entity: 'exerciseAttendance',
  table: 'exercise_attendance',
  parent: onExercise,
  identityOf: (input) => ({ ...input, parentId: input.exerciseId }),
  columnsOf: (input) => ({
    attendance_date: input.attendanceDate,
    exercise_type_id: input.exerciseTypeId,
    location_id: input.locationId,
    attendance_status: input.attendanceStatus,
    minutes: input.minutes,
  }),
  // Attendances of a deleted plan are out of sight with it, and come back with it.
  select: raw`
    select ${stamp}, record.exercise_id as "exerciseId", record.attendance_date as "attendanceDate",
      record.exercise_type_id as "exerciseTypeId", record.location_id as "locationId",
      record.attendance_status as "attendanceStatus", record.minutes,
      jsonb_build_object('exerciseType', exercise_type.name, 'location', location.name) as names
    from exercise_attendance as record
    join exercise on exercise.id = record.exercise_id and exercise.is_active
    join pathway on pathway.id = exercise.pathway_id and pathway.is_active
    left join app_user as recorder on recorder.id = record.updated_by
    join exercise_type on exercise_type.id = record.exercise_type_id
    join location on location.id = record.location_id`,
  order: latestFirst('attendanceDate'),
  days: ['attendance_date'],
}
