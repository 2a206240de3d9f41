import { sql as raw } from 'kysely'
import { jsonBuildObject } from 'kysely/helpers/postgres'
import type { z } from 'zod'
import {
  type AttendanceStatus,
  exerciseAttendance,
  type exerciseAttendanceInput,
  exerciseAttendanceRecord,
} from '../../contract/records/exerciseAttendance.ts'
import { selected, type ColumnsOf } from '../writes/columns.ts'
import { recordKind, selectFrom, stamp } from './kind.ts'
import { onExercise } from './parents.ts'

export const exerciseAttendanceColumns = {
  attendanceDate: 'attendance_date',
  exerciseTypeId: 'exercise_type_id',
  locationId: 'location_id',
  attendanceStatus: 'attendance_status',
  minutes: 'minutes',
} as const satisfies ColumnsOf<
  z.output<typeof exerciseAttendanceInput>,
  'exercise_attendance',
  'id' | 'version' | 'pathwayId' | 'patientId' | 'exerciseId' | 'afterDeathConfirmed'
>

export const exerciseAttendanceKind = recordKind(exerciseAttendance, {
  entity: 'exerciseAttendance',
  table: 'exercise_attendance',
  labels: exerciseAttendanceRecord.labels,
  parent: onExercise,
  identityOf: (input) => ({ ...input, parentId: input.exerciseId }),
  columns: exerciseAttendanceColumns,
  // Attendances of a deleted plan are out of sight with it, and come back with it.
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
    // The table holds no other.
    .$narrowType<{ attendanceStatus: AttendanceStatus }>(),
  days: ['attendanceDate'],
})
