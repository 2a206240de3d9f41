import { sql as raw } from 'kysely'
import { bmi, bmiInput, bmiRecord } from '../../../contract/patients/bmi.ts'
import { selected } from '../../platform/writes/columns.ts'
import { recordColumns, recordKind, selectFrom } from './kind.ts'
import { onPatient } from './parents.ts'

export const bmiColumns = recordColumns(bmiInput.shape)

export const bmiKind = recordKind(bmi, {
  entity: 'bmi',
  table: 'bmi',
  labels: bmiRecord.labels,
  parent: onPatient,
  columns: bmiColumns,
  select: selectFrom('bmi as record')
    .innerJoin('patient', 'patient.id', 'record.patient_id')
    .leftJoin('app_user as recorder', 'recorder.id', 'record.updated_by')
    .where('patient.is_active', '=', raw.lit(true))
    .select([
      'record.id',
      'record.version',
      'record.is_active as isActive',
      'record.patient_id as patientId',
      'recorder.display_name as recordedBy',
      'record.updated_at as recordedAt',
    ])
    .select(selected('record', bmiColumns)),
  days: ['assessmentDate'],
})
