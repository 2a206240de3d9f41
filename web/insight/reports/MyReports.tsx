import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { formatDate, formatDateTime } from '../../../contract/platform/words/format.ts'
import { isUnderWay, type ReportRun } from '../../../contract/insight/reportRun.ts'
import { FailedState } from '../../platform/ui/FailedState.tsx'
import { runsQuery } from './queries.ts'
import { RemoveRun } from './RemoveRun.tsx'

const stateWords: Record<ReportRun['state'], string> = {
  waiting: 'Waiting',
  running: 'Running',
  ready: 'Ready',
  failed: 'Failed',
}

/** The message to announce when a report ends while the list is on screen. */
const useEndings = (runs: readonly ReportRun[] | undefined): string => {
  const before = useRef(new Map<number, ReportRun['state']>())
  const [said, say] = useState('')
  useEffect(() => {
    if (runs === undefined) return
    const ended = runs.filter(
      (run) => !isUnderWay(run) && before.current.has(run.id) && before.current.get(run.id) !== run.state,
    )
    before.current = new Map(runs.map(({ id, state }) => [id, state]))
    if (ended.length === 0) return

    say(
      ended
        .map(({ title, state }) => (state === 'ready' ? `${title} is ready.` : `${title} has failed.`))
        .join(' '),
    )
  }, [runs])
  return said
}

/** The user's own background reports with their progress. Announces when one ends. */
export const MyReports = () => {
  const { data: runs, error, refetch } = useQuery(runsQuery)
  const ending = useEndings(runs)
  return (
    <section className="sf-card" aria-labelledby="my-reports">
      <h2 className="nhsuk-heading-m" id="my-reports">
        My reports
      </h2>
      <p className="nhsuk-u-visually-hidden" role="status">
        {ending}
      </p>
      {error !== null && <FailedState error={error} reset={() => void refetch()} />}
      {runs?.length === 0 && (
        <p>
          Nothing here now. A report that takes long, or that you run in the background, is listed here while
          it is counted and for a day afterwards.
        </p>
      )}
      {runs !== undefined && runs.length > 0 && (
        <ul className="sf-entries">
          {runs.map((run) => (
            <Entry key={run.id} run={run} />
          ))}
        </ul>
      )}
    </section>
  )
}

const Entry = ({ run }: { run: ReportRun }) => (
  <li>
    <div>
      <strong>{run.title}</strong>
      {run.savedAs !== null && ` (monthly: ${run.savedAs})`}
      <p className="sf-quiet">
        {formatDate(run.dateFrom)} to {formatDate(run.dateTo)}
        {run.suppress && ', small numbers hidden'}. Asked for {formatDateTime(run.askedAt)}
      </p>
    </div>
    <div>
      <strong>{stateWords[run.state]}</strong>
      <p className="sf-quiet">
        {run.state === 'ready' ? `Kept until ${formatDateTime(run.expiresAt)}` : run.progress}
      </p>
    </div>
    <p className="sf-entries__actions">
      <Link
        to="/falls/reports"
        search={{ run: run.id }}
        aria-label={`${run.state === 'ready' ? 'Open' : 'View'} ${run.title} of ${formatDateTime(run.askedAt)}`}
      >
        {run.state === 'ready' ? 'Open' : 'View'}
      </Link>
      <RemoveRun run={run} />
    </p>
  </li>
)
