import { isUnderWay, removeReportRun, type ReportRun } from '../../../contract/insight/reportRun.ts'
import { formatDateTime } from '../../../contract/platform/words/format.ts'
import { ApiError, call } from '../../platform/calls/api.ts'
import { queryClient } from '../../platform/calls/queryClient.ts'
import { toast } from '../../platform/ui/Toast.tsx'
import { WorkButton } from '../../platform/ui/WorkButton.tsx'
import { openedRunQuery, runsQuery } from './queries.ts'

interface RemoveRunProps {
  run: ReportRun
  onRemoved?: () => Promise<void>
}

/** Cancels a running report, or deletes the result of a finished one. */
export const RemoveRun = ({ run, onRemoved }: RemoveRunProps) => {
  const remove = async (): Promise<void> => {
    try {
      await call(removeReportRun, { id: run.id })
      toast(isUnderWay(run) ? `${run.title} has been cancelled` : `${run.title} has been removed`)
      await onRemoved?.()
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      toast(error.message)
    }
    queryClient.removeQueries({ queryKey: openedRunQuery(run.id).queryKey })
    await queryClient.invalidateQueries({ queryKey: runsQuery.queryKey })
  }
  const does = isUnderWay(run) ? 'Cancel' : 'Remove'
  return (
    <WorkButton look="link" label={`${does} ${run.title} of ${formatDateTime(run.askedAt)}`} work={remove}>
      {does}
    </WorkButton>
  )
}
