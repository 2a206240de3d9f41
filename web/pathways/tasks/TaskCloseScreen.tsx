import { Link, useParams } from '@tanstack/react-router'
import { Fields } from '../../platform/ui/DescribedFields.tsx'
import { labels } from '../../../contract/platform/words/labels.ts'
import { addDays, today } from '../../../contract/platform/dates/dates.ts'
import {
  closeTask,
  closeTaskForm,
  returningKinds,
  usualDaysAway,
  type Task,
} from '../../../contract/pathways/task.ts'
import { call } from '../../platform/calls/api.ts'
import { ConflictNotice, useConflict } from '../../platform/ui/ConflictNotice.tsx'
import { FormFrame } from '../../platform/ui/FormFrame.tsx'
import { PageTitle } from '../../platform/ui/PageTitle.tsx'
import { useZodForm } from '../../platform/ui/useZodForm.ts'
import { TaskAsOpened, useBackToTasks } from './TaskAsOpened.tsx'

/** Closes a task with a note of the outcome. */
export const TaskCloseScreen = () => {
  const { taskId } = useParams({ from: '/falls/pathway/task-close/$taskId' })
  return <TaskAsOpened taskId={taskId} show={(task) => <CloseForm task={task} />} />
}

const howItReturns = (returns: boolean): string =>
  returns
    ? 'This task opened automatically. It comes back on the day below while its cause lasts.'
    : 'This task opened automatically. It does not come back for the same cause, unless you choose a day.'

const CloseForm = ({ task }: { task: Task }) => {
  const conflict = useConflict(task.version)
  const { search, leave } = useBackToTasks()
  const returns = returningKinds.some((kind) => kind === task.kind)
  const form = useZodForm(closeTaskForm, {
    closedNote: '',
    lookAgainDate: returns ? addDays(today(), usualDaysAway) : '',
  })
  const isAutomatic = task.kind !== 'manual'
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
        onSave={async ({ closedNote, lookAgainDate }) => {
          await conflict.watch((version) =>
            call(closeTask, {
              id: task.id,
              version,
              closedNote,
              ...(isAutomatic && { lookAgainDate }),
            }),
          )
          await leave('Task closed')
        }}
        actions={
          <Link to="/falls/pathway/view" search={search} className="sf-cancel">
            Cancel
          </Link>
        }
      >
        <Fields
          form={form}
          labels={labels.task}
          fields={[
            { lines: 'closedNote', isOptional: !isAutomatic, hint: isAutomatic ? howItReturns(returns) : '' },
            isAutomatic && { day: 'lookAgainDate', isOptional: !returns },
          ]}
        />
      </FormFrame>
    </>
  )
}
