import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState, type ReactNode } from 'react'
import type { Task } from '../../../contract/pathways/task.ts'
import { usePathway } from '../../patients/frames/PathwayFrame.tsx'
import { forgetAfterSave } from '../../platform/calls/queries.ts'
import { RecordNotFound } from '../records/RecordNotFound.tsx'
import { LoadingOrFailed } from '../../platform/ui/LoadingOrFailed.tsx'
import { toast } from '../../platform/ui/Toast.tsx'
import { tasksQuery } from './taskQueries.ts'

/** Reads a task of this referral, then shows it as it was at that moment. */
export const TaskAsOpened = ({ taskId, show }: { taskId: string; show: (task: Task) => ReactNode }) => {
  const { pathway } = usePathway()
  const { data: tasks, error, refetch } = useQuery(tasksQuery(pathway.id))
  if (tasks === undefined) return <LoadingOrFailed what="task" error={error} refetch={refetch} />
  const task = tasks.find(({ id }) => String(id) === taskId)
  if (task === undefined) return <RecordNotFound />
  return <Kept key={task.id} task={task} show={show} />
}

/** A refetch in the background must not overwrite what the user is typing. */
const Kept = ({ task, show }: { task: Task; show: (task: Task) => ReactNode }) => {
  const [opened] = useState(task)
  return show(opened)
}

/** Where the forms of a task return to. */
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
