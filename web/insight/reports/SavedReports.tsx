import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { today } from '../../../contract/platform/dates/dates.ts'
import { formatDate } from '../../../contract/platform/words/format.ts'
import { daysOfPeriod } from '../../../contract/insight/reportPeriod.ts'
import {
  deleteSavedReport,
  savedPeriodTitles,
  type SavedReport,
} from '../../../contract/insight/savedReport.ts'
import { ApiError, call } from '../../platform/calls/api.ts'
import { queryClient } from '../../platform/calls/queryClient.ts'
import { FailedState } from '../../platform/ui/FailedState.tsx'
import { toast } from '../../platform/ui/Toast.tsx'
import { useConfirm } from '../../platform/ui/useConfirm.tsx'
import { savedReportsQuery } from './queries.ts'

/** The user's saved reports with their periods, to run, edit or delete. */
export const SavedReports = () => {
  const { data: saved, error, refetch } = useQuery(savedReportsQuery)
  const { ask, dialog } = useConfirm()
  const remove = async ({ id, name, isMonthly }: SavedReport): Promise<void> => {
    const question = {
      title: `Delete “${name}”?`,
      confirm: 'Yes, delete it',
      says: (
        <p>
          {isMonthly
            ? 'It will no longer run on the first of the month.'
            : 'Reports that were made with it stay.'}
        </p>
      ),
    }
    await ask(question, async () => {
      try {
        await call(deleteSavedReport, { id })
        toast(`“${name}” has been deleted`)
      } catch (failure) {
        if (!(failure instanceof ApiError)) throw failure
        toast(failure.message)
      }
      await queryClient.invalidateQueries({ queryKey: savedReportsQuery.queryKey })
    })
  }
  return (
    <section className="sf-card" aria-labelledby="saved-reports">
      <div className="sf-report__head">
        <h2 className="nhsuk-heading-m" id="saved-reports">
          Saved reports
        </h2>
        <Link to="/falls/reports/saved/$savedId" params={{ savedId: '0' }} className="sf-button">
          Add a saved report
        </Link>
      </div>
      {error !== null && <FailedState error={error} reset={() => void refetch()} />}
      {saved?.length === 0 && (
        <p>
          None yet. Save a report with its period to run it again with one press, or on the first of each
          month.
        </p>
      )}
      {saved !== undefined && saved.length > 0 && (
        <ul className="sf-entries">
          {saved.map((each) => (
            <Entry key={each.id} saved={each} onRemove={() => void remove(each)} />
          ))}
        </ul>
      )}
      {dialog}
    </section>
  )
}

const Entry = ({ saved, onRemove }: { saved: SavedReport; onRemove: () => void }) => (
  <li>
    <div>
      <strong>{saved.name}</strong>
      <p className="sf-quiet">
        {saved.title}
        {saved.suppress && ', small numbers hidden'}
      </p>
    </div>
    <div>
      <strong>{periodOf(saved)}</strong>
      <p className="sf-quiet">{monthlyOf(saved)}</p>
    </div>
    <p className="sf-entries__actions">
      {saved.mayRun ? <RunLink saved={saved} /> : <span>Not for your current role</span>}
      <Link
        to="/falls/reports/saved/$savedId"
        params={{ savedId: String(saved.id) }}
        aria-label={`Edit ${saved.name}`}
      >
        Edit
      </Link>
      <button type="button" className="sf-link" aria-label={`Delete ${saved.name}`} onClick={onRemove}>
        Delete
      </button>
    </p>
  </li>
)

const RunLink = ({ saved }: { saved: SavedReport }) => {
  const { reportName: report, suppress } = saved
  return (
    <Link
      to="/falls/reports"
      search={{ report, ...daysOf(saved), ...(suppress ? { suppress } : {}) }}
      aria-label={`Run ${saved.name}`}
    >
      Run
    </Link>
  )
}

const daysOf = ({ period, dateFrom, dateTo }: SavedReport) =>
  period === 'fixed' ? { dateFrom: dateFrom ?? '', dateTo: dateTo ?? '' } : daysOfPeriod(period, today())

const periodOf = ({ period, dateFrom, dateTo }: SavedReport): string =>
  period === 'fixed' ? `${formatDate(dateFrom)} to ${formatDate(dateTo)}` : savedPeriodTitles[period]

const monthlyOf = ({ isMonthly, nextOn, stoppedAt }: SavedReport): string => {
  if (isMonthly) return `Each month, next on ${formatDate(nextOn)}`
  return stoppedAt === null ? 'Run when you ask' : 'Monthly runs have stopped: your account may not run it'
}
