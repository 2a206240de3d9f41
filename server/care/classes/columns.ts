import { saveClass } from '../../../contract/care/classes/class.ts'
import { saveHomeExercise } from '../../../contract/care/classes/homeExercise.ts'
import { enrol } from '../../../contract/care/classes/place.ts'
import { saveSession } from '../../../contract/care/classes/register.ts'
import { labels } from '../../../contract/platform/words/labels.ts'
import { columnsOf, savedTable } from '../../platform/writes/columns.ts'

export const classColumns = columnsOf(saveClass.input.shape, ['id', 'version', 'daysOff', 'unusualConfirmed'])

export const classTable = savedTable({
  table: 'exercise_class',
  entity: 'class',
  columns: classColumns,
  labels: labels.class,
})

export const sessionColumns = columnsOf(saveSession.input.shape, ['id', 'version', 'unusualConfirmed'])

export const sessionTable = savedTable({
  table: 'class_session',
  entity: 'classSession',
  columns: sessionColumns,
  labels: labels.classSession,
})

export const placeColumns = columnsOf(enrol.input.shape, ['isExtra', 'unusualConfirmed'])

export const placeTable = savedTable({
  table: 'class_place',
  entity: 'classPlace',
  columns: { ...placeColumns, leftDate: 'left_date', leftReason: 'left_reason', leftNote: 'left_note' },
  labels: labels.classPlace,
})

export const homeExerciseColumns = columnsOf(saveHomeExercise.input.shape, ['pathwayId', 'version'])

export const homeExerciseTable = savedTable({
  table: 'home_exercise',
  entity: 'homeExercise',
  columns: homeExerciseColumns,
  labels: labels.homeExercise,
})
