import { labels } from '../../../contract/platform/words/labels.ts'
import { nextOfKinInput, patientInput } from '../../../contract/patients/patient.ts'
import { columnsOf, savedTable } from '../../platform/writes/columns.ts'

export const patientColumns = columnsOf(
  patientInput.in.shape,
  ['id', 'version', 'deathBeforeRecordsConfirmed', 'notDuplicateOf', 'unusualConfirmed', 'pdsTraceId'],
  {
    namePrefix: 'name_prefix_id',
    ethnicity: 'ethnicity_id',
    registeredGP: 'registered_gp',
    registeredGP_Branch: 'registered_gp_branch',
  },
)

export const nextOfKinColumns = columnsOf(nextOfKinInput.shape, ['id', 'version'], {
  namePrefix: 'name_prefix_id',
})

export const patientTable = savedTable({
  table: 'patient',
  entity: 'patient',
  columns: patientColumns,
  labels: labels.patient,
})

export const nextOfKinTable = savedTable({
  table: 'next_of_kin',
  entity: 'nextOfKin',
  columns: nextOfKinColumns,
  labels: labels.nextOfKin,
})
