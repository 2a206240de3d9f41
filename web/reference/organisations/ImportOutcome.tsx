import { Details } from 'nhsuk-react-components'
import { mostExamples, type ImportReport } from '../../../contract/reference/organisationImport.ts'
import { formatCount } from '../../../contract/platform/words/format.ts'
import { useFocusedHeading } from '../../platform/ui/useFocusedHeading.ts'

const kinds = [
  ['added', 'Added'],
  ['changed', 'Changed'],
  ['closed', 'Closed: out of use from now on'],
  ['reopened', 'Opened again'],
  ['rejected', 'Refused: left out'],
  ['doubtful', 'Imported, but not completely'],
] as const

/** The counts of a trial run or of the real one, with the rows behind them. */
export const ImportOutcome = ({ title, report }: { title: string; report: ImportReport }) => {
  const heading = useFocusedHeading(title)
  return (
    <section className="sf-card" aria-labelledby="outcome">
      <h2 className="nhsuk-heading-m" id="outcome" tabIndex={-1} ref={heading}>
        {title}
      </h2>
      <p>
        {formatCount(report.rows)} rows
        {report.type === null ? ' of memberships' : ` of ${report.type}`}. {formatCount(report.unchanged)}{' '}
        already are as the file says
        {report.skipped > 0 && `, ${formatCount(report.skipped)} are not for this list`}.
      </p>
      {kinds
        .filter(([kind]) => report[kind] > 0)
        .map(([kind, words]) => (
          <Details key={kind}>
            <Details.Summary>
              {words}: {formatCount(report[kind])}
            </Details.Summary>
            <Details.Text>
              {report[kind] > mostExamples && <p>The first {mostExamples} are shown.</p>}
              <div className="sf-scroll">
                <table className="sf-table">
                  <caption className="nhsuk-u-visually-hidden">{words}</caption>
                  <thead>
                    <tr>
                      <th scope="col">Row</th>
                      <th scope="col">Code</th>
                      <th scope="col">What</th>
                    </tr>
                  </thead>
                  <tbody>
                    {report.examples[kind].map(({ row, code, text }) => (
                      <tr key={`${row} ${text}`}>
                        <th scope="row">{row}</th>
                        <td>{code}</td>
                        <td>{text}</td>
                      </tr>
                    ))}
                  </tbody>
                </table>
              </div>
            </Details.Text>
          </Details>
        ))}
    </section>
  )
}
