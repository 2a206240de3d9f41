import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { formatDate, formatDateTime } from '../../../contract/platform/words/format.ts'
import { isUnderWay, openReportRun, type ReportRun } from '../../../contract/insight/reportRun.ts'
import { download } from '../../platform/calls/download.ts'
import { FailedState } from '../../platform/ui/FailedState.tsx'
import { LoadingState } from '../../platform/ui/LoadingState.tsx'
import { RenderedReport } from './RenderedReport.tsx'
import { openedRunQuery, runsQuery } from './queries.ts'
import { RemoveRun } from './RemoveRun.tsx'
import { useFocusedHeading } from '../../platform/ui/useFocusedHeading.ts'

/** A background report: its progress, and the report itself once it is ready. */
export const RunView = ({ id }: { id: number }) => {
  const { data: runs, error, refetch } = useQuery(runsQuery)
  if (error !== null) return <FailedState error={error} reset={() => void refetch()} />
  if (runs === undefined) return <LoadingState what="report" />
  const run = runs.find((each) => each.id === id)
  return (
    <>
      <p>
        <Link to="/falls/reports">Back to all reports</Link>
      </p>
      {run === undefined ? (
        <div className="sf-state sf-state--failed" role="alert">
          <p>
            This report is not here any more. A report is kept for a day, a monthly one for a week, and only
            for the person who asked for it.
          </p>
        </div>
      ) : run.state === 'ready' ? (
        <Ready run={run} />
      ) : (
        <Unready run={run} />
      )}
    </>
  )
}

const Unready = ({ run }: { run: ReportRun }) => {
  const heading = useFocusedHeading()
  const navigate = useNavigate()
  return (
    <section className="sf-card sf-report" aria-labelledby="report">
      <h2 className="nhsuk-heading-m" id="report" ref={heading} tabIndex={-1}>
        {run.title}
      </h2>
      <p className="sf-quiet">
        {formatDate(run.dateFrom)} to {formatDate(run.dateTo)}
      </p>
      <p role="status" className={isUnderWay(run) ? '' : 'sf-warning'}>
        {run.progress}
      </p>
      {isUnderWay(run) && (
        <p>
          Some reports take a few minutes. This one opens here by itself as soon as it is ready. You can leave
          this page: the report continues, and will be listed under My reports.
        </p>
      )}
      <RemoveRun run={run} onRemoved={() => navigate({ to: '/falls/reports' })} />
    </section>
  )
}

const Ready = ({ run }: { run: ReportRun }) => {
  const { data: html, error, refetch } = useQuery(openedRunQuery(run.id))
  if (error !== null) return <FailedState error={error} reset={() => void refetch()} />
  if (html === undefined) return <LoadingState what="report" />
  return (
    <>
      <p className="sf-quiet">Kept until {formatDateTime(run.expiresAt)}, for you alone.</p>
      <RenderedReport
        title={run.title}
        html={html}
        save={(type) => download(openReportRun, { id: run.id, type })}
      />
    </>
  )
}
