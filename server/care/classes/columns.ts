import type { saveClass } from '../../../contract/care/classes/class.ts'
import type { saveHomeExercise } from '../../../contract/care/classes/homeExercise.ts'
import type { enrol } from '../../../contract/care/classes/place.ts'
import type { saveSession } from '../../../contract/care/classes/register.ts'
import type { CheckedInputOf } from '../../../contract/platform/calls/endpoint.ts'
import { labels } from '../../../contract/platform/words/labels.ts'
import { savedTable, type ColumnsOf } from '../../platform/writes/columns.ts'

export const classColumns = {
  name: 'name',
  exerciseTypeId: 'exercise_type_id',
  locationId: 'location_id',
  firstDate: 'first_date',
  startTime: 'start_time',
  minutes: 'minutes',
  weeks: 'weeks',
  clinicianId: 'clinician_id',
  qualification: 'qualification',
  qualificationExpires: 'qualification_expires',
  capacity: 'capacity',
} as const satisfies ColumnsOf<
  CheckedInputOf<typeof saveClass>,
  'exercise_class',
  'id' | 'version' | 'daysOff' | 'unusualConfirmed'
>

export const classTable = savedTable({
  table: 'exercise_class',
  entity: 'class',
  columns: classColumns,
  labels: labels.class,
})

export const sessionColumns = {
  minutes: 'minutes',
  clinicianId: 'clinician_id',
} as const satisfies ColumnsOf<
  CheckedInputOf<typeof saveSession>,
  'class_session',
  'id' | 'version' | 'unusualConfirmed'
>

export const sessionTable = savedTable({
  table: 'class_session',
  entity: 'classSession',
  columns: sessionColumns,
  labels: labels.classSession,
})

export const placeColumns = {
  pathwayId: 'pathway_id',
  classId: 'class_id',
  transport: 'transport',
  wantedLocationId: 'wanted_location_id',
  joinedDate: 'joined_date',
} as const satisfies ColumnsOf<CheckedInputOf<typeof enrol>, 'class_place', 'unusualConfirmed'>

export const placeTable = savedTable({
  table: 'class_place',
  entity: 'classPlace',
  columns: { ...placeColumns, leftDate: 'left_date', leftReason: 'left_reason', leftNote: 'left_note' },
  labels: labels.classPlace,
})

export const homeExerciseColumns = {
  exerciseId: 'exercise_id',
  weekDate: 'week_date',
  minutes: 'minutes',
} as const satisfies ColumnsOf<
  CheckedInputOf<typeof saveHomeExercise>,
  'home_exercise',
  'pathwayId' | 'version'
>

export const homeExerciseTable = savedTable({
  table: 'home_exercise',
  entity: 'homeExercise',
  columns: homeExerciseColumns,
  labels: labels.homeExercise,
})
