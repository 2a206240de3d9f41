import type { z } from 'zod'
import { labels } from '../../../contract/platform/words/labels.ts'
import type { subjectRequestInput } from '../../../contract/governance/subjectRequest.ts'
import type { restrictRecord } from '../../../contract/governance/restriction.ts'
import { savedTable, type ColumnsOf } from '../../platform/writes/columns.ts'

export const subjectRequestColumns = {
  patientId: 'patient_id',
  askedDate: 'asked_date',
  requester: 'requester',
  identityChecked: 'identity_checked',
} as const satisfies ColumnsOf<z.output<typeof subjectRequestInput>, 'subject_request', 'id' | 'version'>

export const subjectRequestTable = savedTable({
  table: 'subject_request',
  entity: 'subjectRequest',
  columns: {
    ...subjectRequestColumns,
    dueDate: 'due_date',
    closedNote: 'closed_note',
    releasedAt: 'released_at',
  },
  labels: labels.subjectRequest,
})

export const restrictionColumns = {
  patientId: 'patient_id',
  kind: 'kind',
  reason: 'reason',
} as const satisfies ColumnsOf<z.output<typeof restrictRecord.input>, 'patient_restriction', never>
