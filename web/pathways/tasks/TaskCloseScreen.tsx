import { useParams } from '@tanstack/react-router'
import { CancelLink } from '../../platform/ui/CancelLink.tsx'
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
import { StoredForm } from '../../platform/ui/StoredForm.tsx'
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
      <StoredForm
        form={form}
        version={task.version}
        submit="Close task"
        leave={() => leave('The task was not closed')}
        save={({ closedNote, lookAgainDate }, version) =>
          call(closeTask, { id: task.id, version, closedNote, ...(isAutomatic && { lookAgainDate }) })
        }
        done={() => leave('Task closed')}
        actions={<CancelLink to="/falls/pathway/view" search={search} />}
      >
        <Fields
          form={form}
          labels={labels.task}
          fields={[
            { lines: 'closedNote', isOptional: !isAutomatic, hint: isAutomatic ? howItReturns(returns) : '' },
            isAutomatic && { day: 'lookAgainDate', isOptional: !returns },
          ]}
        />
      </StoredForm>
    </>
  )
}
