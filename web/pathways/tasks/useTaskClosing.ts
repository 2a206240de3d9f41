import { useState } from 'react'
import { closeTask, reopenTask } from '../../../contract/pathways/task.ts'
import { ApiError, call } from '../../platform/calls/api.ts'
import { forgetAfterSave } from '../../platform/calls/queries.ts'
import { toast } from '../../platform/ui/Toast.tsx'

interface Which {
  id: number
  version: number
}

/** Closes a task that a user recorded, with one click; the pathway page can reopen it. */
export const useTaskClosing = () => {
  const [failure, setFailure] = useState<ApiError | null>(null)
  const attempt = async (work: () => Promise<unknown>, said: string): Promise<void> => {
    try {
      await work()
      setFailure(null)
      toast(said)
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      setFailure(error)
    }
    await forgetAfterSave()
  }
  return {
    failure,
    close: ({ id, version }: Which) => attempt(() => call(closeTask, { id, version }), 'Task done'),
    reopen: ({ id, version }: Which) => attempt(() => call(reopenTask, { id, version }), 'Task opened again'),
  }
}
