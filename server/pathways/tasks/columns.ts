import { labels } from '../../../contract/platform/words/labels.ts'
import { closeTaskForm, saveTask } from '../../../contract/pathways/task.ts'
import { columnsOf, savedTable } from '../../platform/writes/columns.ts'

/** The columns that a save of a task sets. */
export const taskColumns = columnsOf(saveTask.input.shape, ['id', 'version'])

const closeColumns = columnsOf(closeTaskForm.shape, [])

export const taskTable = savedTable({
  table: 'task',
  entity: 'task',
  columns: { ...taskColumns, ...closeColumns, closedHow: 'closed_how' },
  labels: labels.task,
})
