import { flagInput } from '../../../contract/patients/flags/flag.ts'
import { labels } from '../../../contract/platform/words/labels.ts'
import { columnsOf, savedTable } from '../../platform/writes/columns.ts'

export const flagColumns = columnsOf(flagInput.shape, ['id', 'version'])

export const flagTable = savedTable({
  table: 'patient_flag',
  entity: 'flag',
  columns: { ...flagColumns, endedNote: 'ended_note' },
  labels: labels.flag,
})
