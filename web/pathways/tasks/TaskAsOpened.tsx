import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState, type ReactNode } from 'react'
import type { Task } from '../../../contract/pathways/task.ts'
import { usePathway } from '../../patients/frames/PathwayFrame.tsx'
import { forgetAfterSave } from '../../platform/calls/queries.ts'
import { RecordNotFound } from '../records/RecordNotFound.tsx'
import { FailedState } from '../../platform/ui/FailedState.tsx'
import { LoadingState } from '../../platform/ui/LoadingState.tsx'
import { toast } from '../../platform/ui/Toast.tsx'
import { tasksQuery } from './taskQueries.ts'

/** Shows a task of this referral once it is read, as it was then. */
export const TaskAsOpened = ({ taskId, show }: { taskId: string; show: (task: Task) => ReactNode }) => {
  const { pathway } = usePathway()
  const { data: tasks, error, refetch } = useQuery(tasksQuery(pathway.id))
  if (tasks === undefined)
    return error === null ? (
      <LoadingState what="task" />
    ) : (
      <FailedState error={error} reset={() => void refetch()} />
    )
  const task = tasks.find(({ id }) => String(id) === taskId)
  if (task === undefined) return <RecordNotFound />
  return <Kept key={task.id} task={task} show={show} />
}

/** What is read again in the background must not take what is being typed. */
const Kept = ({ task, show }: { task: Task; show: (task: Task) => ReactNode }) => {
  const [opened] = useState(task)
  return show(opened)
}

/** Where a task’s forms lead back to. */
export const useBackToTasks = () => {
  const { pathway, patient } = usePathway()
  const navigate = useNavigate()
  const search = { id: pathway.id, patientId: patient.id, section: 'tasks' }
  return {
    search,
    leave: async (said: string): Promise<void> => {
      await forgetAfterSave()
      toast(said)
      await navigate({ to: '/falls/pathway/view', search, replace: true })
    },
  }
}
