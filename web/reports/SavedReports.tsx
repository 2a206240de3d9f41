import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { today } from '../../contract/dates.ts'
import { formatDate } from '../../contract/format.ts'
import { daysOfPeriod } from '../../contract/reportPeriod.ts'
import { deleteSavedReport, savedPeriodTitles, type SavedReport } from '../../contract/savedReport.ts'
import { ApiError, call } from '../api.ts'
import { queryClient } from '../queries.ts'
import { FailedState } from '../ui/FailedState.tsx'
import { toast } from '../ui/Toast.tsx'
import { useConfirm } from '../ui/useConfirm.tsx'
import { savedReportsQuery } from './queries.ts'

/** Reports that one has saved with their periods: to run, edit or delete. */
export const SavedReports = () => {
  const { data: saved, error, refetch } = useQuery(savedReportsQuery)
  const { ask, dialog } = useConfirm()
  const remove = async ({ id, name, isMonthly }: SavedReport): Promise<void> => {
    const isSure = await ask({
      title: `Delete “${name}”?`,
      confirm: 'Yes, delete it',
      says: (
        <p>
          {isMonthly
            ? 'It will not run on the first of the month any more.'
            : 'Reports that were made with it stay.'}
        </p>
      ),
    })
    if (!isSure) return
    try {
      await call(deleteSavedReport, { id })
      toast(`“${name}” has been deleted`)
    } catch (failure) {
      if (!(failure instanceof ApiError)) throw failure
      toast(failure.message)
    }
    await queryClient.invalidateQueries({ queryKey: savedReportsQuery.queryKey })
  }
  return (
    <section className="sf-card" aria-labelledby="saved-reports">
      <div className="sf-report__head">
        <h2 className="nhsuk-heading-m" id="saved-reports">
          Saved reports
        </h2>
        <Link to="/falls/reports/saved/$id" params={{ id: '0' }} className="sf-button">
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
        <div className="sf-sign-ins" tabIndex={0} role="region" aria-label="Table of saved reports">
          <table className="sf-plain">
            <thead>
              <tr>
                <th scope="col">Name</th>
                <th scope="col">Report</th>
                <th scope="col">Period</th>
                <th scope="col">Each month</th>
                <th scope="col">Action</th>
              </tr>
            </thead>
            <tbody>
              {saved.map((each) => (
                <tr key={each.id}>
                  <th scope="row">{each.name}</th>
                  <td>
                    {each.title}
                    {each.suppress && ', small numbers hidden'}
                  </td>
                  <td>{periodOf(each)}</td>
                  <td>{monthlyOf(each)}</td>
                  <td className="sf-run__actions">
                    {each.mayRun ? <RunLink saved={each} /> : <span>Not for your present role</span>}
                    <Link
                      to="/falls/reports/saved/$id"
                      params={{ id: String(each.id) }}
                      aria-label={`Edit ${each.name}`}
                    >
                      Edit
                    </Link>
                    <button
                      type="button"
                      className="sf-link"
                      aria-label={`Delete ${each.name}`}
                      onClick={() => void remove(each)}
                    >
                      Delete
                    </button>
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
      {dialog}
    </section>
  )
}

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
  if (isMonthly) return `Next on ${formatDate(nextOn)}`
  return stoppedAt === null ? 'No' : 'Stopped: your account could not run it'
}
