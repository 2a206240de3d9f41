import { closeTask, reopenTask } from '../../../contract/pathways/task.ts'
import { call } from '../../platform/calls/api.ts'
import { forgetAfterSave } from '../../platform/calls/queries.ts'
import { useAttempt } from '../../platform/ui/useAttempt.tsx'

interface Which {
  id: number
  version: number
}

/** Closes a task that a user recorded, with one click; the pathway page can reopen it. */
export const useTaskClosing = () => {
  const { problem, attempt } = useAttempt()
  const change = async (work: () => Promise<unknown>, said: string): Promise<void> => {
    await attempt(work, said)
    await forgetAfterSave()
  }
  return {
    problem,
    close: ({ id, version }: Which) => change(() => call(closeTask, { id, version }), 'Task done'),
    reopen: ({ id, version }: Which) => change(() => call(reopenTask, { id, version }), 'Task opened again'),
  }
}
