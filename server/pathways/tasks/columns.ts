import type { CheckedInputOf } from '../../../contract/platform/calls/endpoint.ts'
import { labels } from '../../../contract/platform/words/labels.ts'
import type { closeTask, saveTask } from '../../../contract/pathways/task.ts'
import { savedTable, type ColumnsOf } from '../../platform/writes/columns.ts'

/** The columns that a save of a task sets. */
export const taskColumns = {
  pathwayId: 'pathway_id',
  text: 'text',
  dueDate: 'due_date',
  clinicianId: 'clinician_id',
} as const satisfies ColumnsOf<CheckedInputOf<typeof saveTask>, 'task', 'id' | 'version'>

const closeColumns = {
  closedNote: 'closed_note',
  lookAgainDate: 'look_again_date',
} as const satisfies ColumnsOf<CheckedInputOf<typeof closeTask>, 'task', 'id' | 'version'>

export const taskTable = savedTable({
  table: 'task',
  entity: 'task',
  columns: { ...taskColumns, ...closeColumns, closedHow: 'closed_how' },
  labels: labels.task,
})
