import {
  mostFaults,
  notSentReasons,
  type ListReport,
} from '../../../contract/exchange/caseFinding/caseFinding.ts'
import { formatCount } from '../../../contract/platform/words/format.ts'
import { useFocusedHeading } from '../../platform/ui/useFocusedHeading.ts'

const counts = [
  ['added', 'New: would be loaded'],
  ['listedBefore', 'On a list of this kind, sender and day already'],
  ['repeated', 'Named by an earlier row of the file: left out'],
  ['refused', 'Refused: left out'],
  ['incomplete', 'Would be loaded without a cell that cannot be read'],
] as const

/** What a dry run says. */
export const ListOutcome = ({ report }: { report: ListReport }) => {
  const title = 'What the list would do'
  const heading = useFocusedHeading(title)
  const notSent = notSentReasons.filter(({ code }) => report.notSent[code] > 0)
  return (
    <section className="sf-card sf-part" aria-labelledby="outcome">
      <h2 className="nhsuk-heading-m" id="outcome" tabIndex={-1} ref={heading}>
        {title}
      </h2>
      <dl className="sf-facts">
        <div>
          <dt>Rows</dt>
          <dd>{formatCount(report.rows)}</dd>
        </div>
        {counts
          .filter(([name]) => name === 'added' || report[name] > 0)
          .map(([name, words]) => (
            <div key={name}>
              <dt>{words}</dt>
              <dd>{formatCount(report[name])}</dd>
            </div>
          ))}
      </dl>
      {notSent.length > 0 && (
        <>
          <p>Of the new people these would not be sent to triage:</p>
          <ul className="nhsuk-list nhsuk-list--bullet">
            {notSent.map(({ code, title: words }) => (
              <li key={code}>
                {words}: {formatCount(report.notSent[code])}
              </li>
            ))}
          </ul>
        </>
      )}
      {report.unreadColumns.length > 0 && (
        <p>
          Not read: {report.unreadColumns.length === 1 ? 'the column ' : 'the columns '}
          <span translate="no">{report.unreadColumns.join(', ')}</span>.
        </p>
      )}
      {report.faults.length > 0 && <Faults faults={report.faults} />}
    </section>
  )
}

const Faults = ({ faults }: Pick<ListReport, 'faults'>) => (
  <>
    <h3 className="nhsuk-heading-s">To correct</h3>
    {faults.length === mostFaults && <p>The first {mostFaults} are shown. The file has all of them.</p>}
    <div className="sf-scroll" role="region" aria-label="To correct, table" tabIndex={0}>
      <table className="sf-table">
        <caption className="nhsuk-u-visually-hidden">To correct</caption>
        <thead>
          <tr>
            <th scope="col">Row</th>
            <th scope="col">Column</th>
            <th scope="col">What is wrong</th>
            <th scope="col">The row</th>
          </tr>
        </thead>
        <tbody>
          {faults.map(({ row, column, text, isRefused }, place) => (
            <tr key={place}>
              <th scope="row">{row}</th>
              <td translate="no">{column}</td>
              <td>{text}</td>
              <td>{isRefused ? 'Refused' : 'Left out as said'}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  </>
)
