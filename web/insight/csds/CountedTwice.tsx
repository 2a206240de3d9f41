import type { Comparison, SubmissionDetail } from '../../../contract/insight/csds/submission.ts'
import { formatCount } from '../../../contract/platform/words/format.ts'
import { StackedTable, type Column } from '../../platform/ui/StackedTable.tsx'

/** Numbers of the return beside those of the reports and of a second statement. */
export const CountedTwice = ({ submission: { comparisons } }: { submission: SubmissionDetail }) => (
  <section className="sf-card sf-part" aria-labelledby="twice">
    <h2 className="nhsuk-heading-m" id="twice">
      Counted twice
    </h2>
    <p>
      The reports count what happened in the month. The return also has the referrals that were still open
      from the months before.
    </p>
    <div className="sf-scroll" role="region" aria-label="Counted twice, table" tabIndex={0}>
      <StackedTable caption="Counted twice" rows={comparisons} keyOf={({ what }) => what} columns={columns} />
    </div>
  </section>
)

const columns: readonly Column<Comparison>[] = [
  { title: 'What', cell: ({ what }) => what },
  { title: 'In the return', cell: ({ here }) => formatCount(here) },
  { title: 'Counted again', cell: ({ again }) => formatCount(again) },
  { title: 'Equal', cell: ({ isEqual }) => (isEqual ? 'Yes' : 'No: please tell your system administrator') },
  { title: 'By what', cell: ({ by }) => by },
]
