import { Link } from '@tanstack/react-router'
import type { Dashboard, Days, LongestWait } from '../../../contract/insight/dashboard/dashboard.ts'
import { formatFigure } from '../../../contract/insight/dashboard/dashboardWords.ts'
import { formatDate, formatName, formatNhsNumber } from '../../../contract/platform/words/format.ts'
import { stageRoutes, stageTitles } from '../../../contract/stages/stage.ts'
import { FlagChips } from '../../platform/ui/FlagChips.tsx'

/** The people who have waited longest for care, each with a link to the pathway. */
export const LongestWaits = ({ waiting, period }: { waiting: Dashboard['waiting']; period: Days }) => {
  const { total, longest, definition } = waiting
  return (
    <section className="sf-card" aria-labelledby="longest-waits">
      <h2 className="nhsuk-heading-m" id="longest-waits">
        Longest waits for care
      </h2>
      {longest.length === 0 ? (
        <p>Nobody waited for care on {formatDate(period.dateTo)}.</p>
      ) : (
        <>
          <p className="sf-quiet">
            The {longest.length} longest of {total} people who waited for care on {formatDate(period.dateTo)}.{' '}
            <Link
              to="/falls/reports"
              search={{
                ...{ report: 'referralWaits', ...period, section: 1, row: ['whole'], column: 'waiting' },
                of: 'Waiting for care, as a whole',
              }}
            >
              Show all who wait
            </Link>
          </p>
          <div className="sf-scroll" role="region" aria-label="Longest waits, table" tabIndex={0}>
            <table className="sf-table sf-table--stacks" role="table">
              <thead>
                <tr>
                  <th scope="col">Waited</th>
                  <th scope="col">Patient</th>
                  <th scope="col">NHS Number</th>
                  <th scope="col">Referral Date</th>
                  <th scope="col">On the list now</th>
                </tr>
              </thead>
              <tbody>
                {longest.map((wait) => (
                  <Wait key={`${wait.patientId} ${wait.pathwayId ?? 0}`} wait={wait} />
                ))}
              </tbody>
            </table>
          </div>
        </>
      )}
      <details>
        <summary>
          What is counted<span className="nhsuk-u-visually-hidden">: longest waits</span>
        </summary>
        {definition.map((sentence) => (
          <p key={sentence}>{sentence}</p>
        ))}
      </details>
    </section>
  )
}

const Wait = ({ wait }: { wait: LongestWait }) => {
  const { days, nhsNumber, referralDate, stage, pathwayId, patientId, flags = [] } = wait
  return (
    <tr role="row">
      <td role="cell" data-label="Waited">
        <strong className="sf-nowrap">{formatFigure(days, 'days')}</strong>
      </td>
      <td role="cell" data-label="Patient">
        <div>
          {pathwayId === null ? (
            <span translate="no">{formatName(wait)}</span>
          ) : (
            <Link to="/falls/pathway/view" search={{ id: pathwayId, patientId }} translate="no">
              {formatName(wait)}
            </Link>
          )}
          <FlagChips chips={flags} />
        </div>
      </td>
      <td role="cell" data-label="NHS Number">
        <span className="sf-nowrap" translate="no">
          {formatNhsNumber(nhsNumber)}
        </span>
      </td>
      <td role="cell" data-label="Referral Date">
        <span className="sf-nowrap">{formatDate(referralDate)}</span>
      </td>
      <td role="cell" data-label="On the list now">
        {stage === null ? (
          'Closed since'
        ) : (
          <Link to={`/falls/${stageRoutes[stage]}`}>{stageTitles[stage]}</Link>
        )}
      </td>
    </tr>
  )
}
