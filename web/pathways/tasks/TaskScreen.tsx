import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { CancelLink } from '../../platform/ui/CancelLink.tsx'
import { Fields } from '../../platform/ui/DescribedFields.tsx'
import { labels } from '../../../contract/platform/words/labels.ts'
import { saveTask, taskForm, type Task } from '../../../contract/pathways/task.ts'
import { call } from '../../platform/calls/api.ts'
import { usePathway } from '../../patients/frames/PathwayFrame.tsx'
import { clinicianChoices } from '../owners/clinicianChoices.ts'
import { caseloadsQuery } from '../owners/ownerQueries.ts'
import { StoredForm } from '../../platform/ui/StoredForm.tsx'
import { idText } from '../../platform/ui/idText.ts'
import { PageTitle } from '../../platform/ui/PageTitle.tsx'
import { useZodForm } from '../../platform/ui/useZodForm.ts'
import { TaskAsOpened, useBackToTasks } from './TaskAsOpened.tsx'

/** A task of the referral; id 0 adds one. */
export const TaskScreen = () => {
  const { taskId } = useParams({ from: '/falls/pathway/task/$taskId' })
  if (taskId === '0') return <TaskForm task={null} />
  return <TaskAsOpened taskId={taskId} show={(task) => <TaskForm task={task} />} />
}

const TaskForm = ({ task }: { task: Task | null }) => {
  const { pathway } = usePathway()
  const { search, leave } = useBackToTasks()
  const { data: counts } = useQuery(caseloadsQuery)
  const isAutomatic = task !== null && task.kind !== 'manual'
  const form = useZodForm(taskForm, {
    text: task?.text ?? '',
    dueDate: task?.dueDate ?? '',
    clinicianId: idText(task?.clinicianId),
  })
  return (
    <>
      <PageTitle>{task === null ? 'Add task' : 'Edit task'}</PageTitle>
      <StoredForm
        form={form}
        version={task?.version}
        leave={() => leave('Your changes were not saved')}
        save={(values, version, options) =>
          call(saveTask, { ...values, pathwayId: pathway.id, id: task?.id ?? 0, version }, options)
        }
        done={() => leave('Task saved')}
        actions={<CancelLink to="/falls/pathway/view" search={search} />}
      >
        {isAutomatic && (
          <p>
            <strong>{task.text}.</strong> This task opened automatically, so only its owner can be changed.
          </p>
        )}
        <Fields
          form={form}
          labels={labels.task}
          record={{ clinicianId: task?.clinicianId, names: { clinician: task?.clinician } }}
          fields={[
            !isAutomatic && { text: 'text' },
            !isAutomatic && { day: 'dueDate' },
            {
              select: 'clinicianId',
              isOptional: true,
              options: clinicianChoices(counts),
              unset: 'The owner of the referral',
            },
          ]}
        />
      </StoredForm>
    </>
  )
}
