import { csdsTables } from '../../../contract/insight/csds/tables.ts'
import { needTitles, standingInWords } from '../../../contract/insight/csds/fieldInWords.ts'
import type { Field, Table } from '../../../contract/insight/csds/table.ts'
import type { SubmissionDetail } from '../../../contract/insight/csds/submission.ts'
import { formatCount } from '../../../contract/platform/words/format.ts'
import { StackedTable, type Column } from '../../platform/ui/StackedTable.tsx'
import { NationalName } from './NationalName.tsx'

/** Each field of the return: how many are filled, where it comes from, and how sure its code is. */
export const FieldByField = ({ submission }: { submission: SubmissionDetail }) => (
  <>
    {csdsTables.map((table) => (
      <section key={table.name} className="sf-card sf-part" aria-labelledby={table.name}>
        <h2 className="nhsuk-heading-m" id={table.name}>
          {table.title}
        </h2>
        <p className="sf-quiet">
          <NationalName name={table.name} />
        </p>
        <p>{table.emptyBecause === null ? table.holds : `Empty. ${table.emptyBecause}`}</p>
        {table.emptyBecause === null && (
          <div className="sf-scroll" role="region" aria-label={`${table.title}, table`} tabIndex={0}>
            <StackedTable
              caption={table.title}
              rows={table.fields}
              keyOf={({ name }) => name}
              columns={columnsOf(table, submission)}
            />
          </div>
        )}
      </section>
    ))}
  </>
)

const columnsOf = ({ name: table }: Table, { tables }: SubmissionDetail): readonly Column<Field>[] => {
  const counted = tables.find(({ name }) => name === table)
  return [
    { title: 'Field', isName: true, cell: ({ name }) => <NationalName name={name} /> },
    {
      title: 'Filled',
      cell: ({ name }) =>
        `${formatCount(counted?.filled[name] ?? 0)} of ${formatCount(counted?.of[name] ?? 0)}`,
    },
    { title: 'Need', cell: ({ need }) => needTitles[need] },
    { title: 'Comes from', cell: ({ from }) => from },
    { title: 'How sure', cell: ({ standing }) => standingInWords(standing) },
  ]
}
