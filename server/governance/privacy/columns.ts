import { labels } from '../../../contract/platform/words/labels.ts'
import { subjectRequestInput } from '../../../contract/governance/subjectRequest.ts'
import { restrictRecord } from '../../../contract/governance/restriction.ts'
import { columnsOf, savedTable } from '../../platform/writes/columns.ts'

export const subjectRequestColumns = columnsOf(subjectRequestInput.shape, ['id', 'version'])

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

export const restrictionColumns = columnsOf(restrictRecord.input.shape, [])
