import {
  faultOutcome,
  mostFaults,
  notSentReasons,
  type ListReport,
} from '../../../contract/exchange/caseFinding/caseFinding.ts'
import { formatCount } from '../../../contract/platform/words/format.ts'
import { StackedTable } from '../../platform/ui/StackedTable.tsx'
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
    <StackedTable
      caption="To correct"
      rows={faults}
      keyOf={(_, place) => place}
      columns={[
        { title: 'Row', cell: ({ row }) => formatCount(row) },
        { title: 'Column', isName: true, cell: ({ column }) => column || 'The whole row' },
        { title: 'What is wrong', cell: ({ text }) => text },
        {
          title: 'Outcome',
          cell: faultOutcome,
        },
      ]}
    />
  </>
)
