import { Link } from '@tanstack/react-router'
import {
  mostDifferences,
  type SubmissionDetail,
  type TableDifferences,
} from '../../../contract/insight/csds/submission.ts'
import { csdsTable } from '../../../contract/insight/csds/tables.ts'
import { formatCount } from '../../../contract/platform/words/format.ts'
import { StackedTable, type Column } from '../../platform/ui/StackedTable.tsx'

/** What a refresh has that the primary submission had not, has otherwise, or has no more. */
export const Differences = ({ submission: { differences } }: { submission: SubmissionDetail }) => {
  const some = (differences ?? []).filter(({ rows }) => rows.length > 0)
  if (some.length === 0) return <p>Nothing differs from the primary submission.</p>
  return some.map((table) => (
    <section key={table.table} className="sf-card sf-part" aria-labelledby={table.table}>
      <h2 className="nhsuk-heading-m" id={table.table}>
        {csdsTable(table.table).title}
      </h2>
      <p>
        Added: {formatCount(table.added)}. Changed: {formatCount(table.changed)}. Gone:{' '}
        {formatCount(table.gone)}.
        {table.added + table.changed + table.gone > mostDifferences &&
          ` The first ${mostDifferences} are listed.`}
      </p>
      <div
        className="sf-scroll"
        role="region"
        aria-label={`${csdsTable(table.table).title}, table`}
        tabIndex={0}
      >
        <StackedTable
          caption={csdsTable(table.table).title}
          rows={table.rows}
          keyOf={({ key, change }) => `${change} ${key}`}
          columns={columns}
        />
      </div>
    </section>
  ))
}

const titles = { added: 'Added', changed: 'Changed', gone: 'Gone' } as const

const columns: readonly Column<TableDifferences['rows'][number]>[] = [
  { title: 'What', cell: ({ change }) => titles[change] },
  {
    title: 'Row',
    isName: true,
    cell: ({ key, pathwayId }) =>
      pathwayId === null ? (
        key
      ) : (
        <Link to="/falls/pathway/view" search={{ id: pathwayId }}>
          {key}
        </Link>
      ),
  },
  {
    title: 'Fields',
    isName: true,
    cell: ({ fields }) => <span className="sf-breaks">{fields.join(', ')}</span>,
  },
]
