import { Link, useParams } from '@tanstack/react-router'
import { labels, optional } from '../../contract/labels.ts'
import { closeTask, closeTaskForm, type Task } from '../../contract/task.ts'
import { call } from '../api.ts'
import { ConflictNotice, useConflict } from '../records/ConflictNotice.tsx'
import { FormFrame } from '../ui/FormFrame.tsx'
import { PageTitle } from '../ui/PageTitle.tsx'
import { TextAreaField } from '../ui/TextAreaField.tsx'
import { useZodForm } from '../ui/useZodForm.ts'
import { TaskAsOpened, useBackToTasks } from './TaskAsOpened.tsx'

/** Closes a task with what came of it. */
export const TaskCloseScreen = () => {
  const { taskId } = useParams({ from: '/falls/pathway/task-close/$taskId' })
  return <TaskAsOpened taskId={taskId} show={(task) => <CloseForm task={task} />} />
}

const CloseForm = ({ task }: { task: Task }) => {
  const conflict = useConflict(task.version)
  const { search, leave } = useBackToTasks()
  const form = useZodForm(closeTaskForm, { closedNote: '' })
  const isAutomatic = task.kind !== 'manual'
  const label = labels.task.closedNote
  return (
    <>
      <PageTitle>Close task</PageTitle>
      <p className="sf-purpose">{task.text}</p>
      <ConflictNotice
        conflict={conflict}
        leave={() => {
          form.reset()
          void leave('The task was not closed')
        }}
      />
      <FormFrame
        form={form}
        guarded
        className="sf-form"
        submit="Close task"
        onSave={async ({ closedNote }) => {
          await conflict.watch((version) => call(closeTask, { id: task.id, version, closedNote }))
          await leave('Task closed')
        }}
        actions={
          <Link to="/falls/pathway/view" search={search} className="sf-cancel">
            Cancel
          </Link>
        }
      >
        <TextAreaField
          form={form}
          name="closedNote"
          label={isAutomatic ? label : optional(label)}
          hint={
            isAutomatic
              ? 'This task opened by itself. Once you close it, it does not come back for the same cause.'
              : ''
          }
        />
      </FormFrame>
    </>
  )
}
