import { Link } from '@tanstack/react-router'
import { useId, useState } from 'react'
import { today } from '../../../contract/platform/dates/dates.ts'
import { foldName } from '../../../contract/platform/words/fold.ts'
import { formatDate, formatDateTime } from '../../../contract/platform/words/format.ts'
import type { ReportOffer } from '../../../contract/insight/report.ts'
import { daysOfPeriod } from '../../../contract/insight/reportPeriod.ts'
import { useLiveAfterChange } from '../../platform/ui/useLiveAfterChange.ts'
import { lastRuns, type LastRuns } from './lastRuns.ts'

const holds = ({ title, group, answers, definition }: ReportOffer, words: readonly string[]): boolean => {
  const text = foldName([title, group, answers, ...definition].join(' '))
  return words.every((word) => text.includes(word))
}

/** Every report with the question it answers. The user can run it for the last month at once, or for other days. */
export const ReportList = ({ reports }: { reports: readonly ReportOffer[] }) => {
  const [typed, setTyped] = useState('')
  const [runs] = useState(lastRuns)
  const id = useId()
  const words = typed.split(/\s+/).map(foldName).filter(Boolean)
  const found = reports.filter((report) => holds(report, words))
  const count =
    found.length === 0
      ? 'No report has these words. Try fewer words.'
      : `${found.length} of ${reports.length} reports`
  const live = useLiveAfterChange(count)
  return (
    <section className="sf-card" aria-labelledby="all-reports">
      <h2 className="nhsuk-heading-m" id="all-reports">
        All reports
      </h2>
      <div className="nhsuk-form-group">
        <label className="nhsuk-label" htmlFor={id}>
          Find a report
        </label>
        <input
          id={id}
          type="search"
          className="nhsuk-input nhsuk-input--width-20"
          autoComplete="off"
          value={typed}
          onChange={({ target }) => setTyped(target.value)}
        />
      </div>
      <p
        role="status"
        aria-live={live}
        className={words.length === 0 ? 'nhsuk-u-visually-hidden' : 'sf-quiet'}
      >
        {count}
      </p>
      {[...Map.groupBy(found, ({ group }) => group)].map(([group, own]) => (
        <section key={group} aria-label={group}>
          <h3 className="nhsuk-heading-s sf-reportList__group">{group}</h3>
          <ul className="sf-reportList">
            {own.map((report) => (
              <Offer key={report.name} report={report} last={runs[report.name]} />
            ))}
          </ul>
        </section>
      ))}
    </section>
  )
}

const Offer = ({ report, last }: { report: ReportOffer; last: LastRuns[string] | undefined }) => {
  const { name, title, answers } = report
  return (
    <li>
      <h4 className="sf-reportList__title">{title}</h4>
      <p>{answers}</p>
      <p className="sf-reportList__actions">
        <Link
          to="/falls/reports"
          search={{ report: name, ...daysOfPeriod('lastMonth', today()) }}
          aria-label={`Run for last month: ${title}`}
        >
          Run for last month
        </Link>
        <Link to="/falls/reports" search={{ report: name }} aria-label={`Choose days for ${title}`}>
          Choose days
        </Link>
      </p>
      {last !== undefined && (
        <p className="sf-quiet">
          Last run {formatDateTime(last.at)}:{' '}
          <Link
            to="/falls/reports"
            search={{ report: name, dateFrom: last.dateFrom, dateTo: last.dateTo }}
            aria-label={`Run ${title} again for ${formatDate(last.dateFrom)} to ${formatDate(last.dateTo)}`}
          >
            {formatDate(last.dateFrom)} to {formatDate(last.dateTo)}
          </Link>
        </p>
      )}
    </li>
  )
}
