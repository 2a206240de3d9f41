import { csdsTables } from '../../../contract/insight/csds/tables.ts'
import type { Table } from '../../../contract/insight/csds/table.ts'
import type { SubmissionDetail } from '../../../contract/insight/csds/submission.ts'
import { formatCount } from '../../../contract/platform/words/format.ts'
import { StackedTable, type Column } from '../../platform/ui/StackedTable.tsx'
import { NationalName } from './NationalName.tsx'

/** The rows of each table, and how many would be refused. */
export const TableCounts = ({ submission }: { submission: SubmissionDetail }) => (
  <section className="sf-card sf-part" aria-labelledby="tables">
    <h2 className="nhsuk-heading-m" id="tables">
      Tables
    </h2>
    <div className="sf-scroll" role="region" aria-label="Tables of the return" tabIndex={0}>
      <StackedTable
        caption="Tables of the return"
        rows={csdsTables}
        keyOf={({ name }) => name}
        columns={columnsOf(submission)}
      />
    </div>
  </section>
)

const columnsOf = ({ tables }: SubmissionDetail): readonly Column<Table>[] => {
  const counted = (name: string) => tables.find((table) => table.name === name)
  return [
    {
      title: 'Table',
      cell: ({ name, title }) => (
        <div>
          {title}
          <div className="sf-quiet">
            <NationalName name={name} />
          </div>
        </div>
      ),
    },
    { title: 'Rows', cell: ({ name }) => formatCount(counted(name)?.rows ?? 0) },
    { title: 'Would be refused', cell: ({ name }) => formatCount(counted(name)?.refused ?? 0) },
    {
      title: 'What is in it',
      cell: ({ holds, emptyBecause }) => (emptyBecause === null ? holds : `Empty. ${emptyBecause}`),
    },
  ]
}
