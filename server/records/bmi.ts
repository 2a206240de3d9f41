import { sql as raw } from 'kysely'
import type { z } from 'zod'
import type { bmiInput } from '../../contract/records/bmi.ts'
import { latestFirst, type RecordKind } from './kind.ts'
import { onPatient } from './parents.ts'

export const bmiKind: RecordKind<z.output<typeof bmiInput>> = {
  entity: 'bmi',
  table: 'bmi',
  parent: onPatient,
  identityOf: (input) => ({ ...input, parentId: input.patientId }),
  columnsOf: (input) => ({ assessment_date: input.assessmentDate, bmi: input.bmi }),
  select: raw`
    select record.id, record.version, record.is_active as "isActive", record.patient_id as "patientId",
      recorder.display_name as "recordedBy", record.updated_at as "recordedAt",
      record.assessment_date as "assessmentDate", record.bmi
    from bmi as record
    join patient on patient.id = record.patient_id and patient.is_active
    left join app_user as recorder on recorder.id = record.updated_by`,
  order: latestFirst('assessmentDate'),
  days: ['assessment_date'],
}
