import { Link } from '@tanstack/react-router'
import type { Dashboard, Days } from '../../../contract/insight/dashboard/dashboard.ts'
import { formatFigure } from '../../../contract/insight/dashboard/dashboardWords.ts'
import { formatDate } from '../../../contract/platform/words/format.ts'

interface FunnelProps {
  funnel: Dashboard['funnel']
  period: Days
}

/** How far the referrals of this month, and of the period, have got: a table whose numbers are also drawn as bars. */
export const Funnel = ({ funnel: { steps, thisMonth, definition }, period }: FunnelProps) => {
  const [first] = steps
  return (
    <section className="sf-card" aria-labelledby="funnel">
      <h2 className="nhsuk-heading-m" id="funnel">
        From referral to completion
      </h2>
      <p className="sf-quiet">
        Number of referrals made this month (since {formatDate(thisMonth.dateFrom)}) and in the period, and
        how far they have got so far.
      </p>
      <table className="sf-table sf-funnel">
        <thead>
          <tr>
            <th scope="col">Step</th>
            <th scope="col">This month</th>
            <th scope="col">The period</th>
          </tr>
        </thead>
        <tbody>
          {steps.map((step) => (
            <tr key={step.id}>
              <th scope="row">{step.title}</th>
              <td>
                <Bar value={step.thisMonth} whole={first?.thisMonth ?? 0} />
              </td>
              <td>
                <Bar value={step.period} whole={first?.period ?? 0} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      <details>
        <summary>
          What is counted<span className="nhsuk-u-visually-hidden">: from referral to completion</span>
        </summary>
        {definition.map((sentence) => (
          <p key={sentence}>{sentence}</p>
        ))}
        <p>
          <Link to="/falls/reports" search={{ report: 'completionFunnel', ...period }}>
            Show the report Completion funnel
          </Link>
        </p>
      </details>
    </section>
  )
}

const Bar = ({ value, whole }: { value: number; whole: number }) => {
  const share = whole === 0 ? null : (100 * value) / whole
  return (
    <div className="sf-funnel__step">
      <span className="sf-funnel__number">
        {formatFigure(value, 'count')}
        {share !== null && <span className="sf-quiet"> ({Math.round(share)}% of referred)</span>}
      </span>
      <span className="sf-funnel__bar" style={{ width: `${share ?? 0}%` }} aria-hidden="true" />
    </div>
  )
}
