import type { FlagInput } from '../../../contract/patients/flags/flag.ts'
import { labels } from '../../../contract/platform/words/labels.ts'
import { savedTable, type ColumnsOf } from '../../platform/writes/columns.ts'

export const flagColumns = {
  patientId: 'patient_id',
  kind: 'kind',
  category: 'category',
  detail: 'detail',
  sinceDate: 'since_date',
  action: 'action',
  reviewDate: 'review_date',
} as const satisfies ColumnsOf<FlagInput, 'patient_flag', 'id' | 'version'>

export const flagTable = savedTable({
  table: 'patient_flag',
  entity: 'flag',
  columns: { ...flagColumns, endedNote: 'ended_note' },
  labels: labels.flag,
})
