import { Link } from '@tanstack/react-router'
import { formatDateTime, orNotRecorded } from '../../../contract/platform/words/format.ts'
import type { RecordStamp } from '../../../contract/platform/calls/record.ts'
import { usePathway } from '../../patients/frames/PathwayFrame.tsx'
import { StackedTable, type Column } from '../../platform/ui/StackedTable.tsx'
import { Sentence } from '../../platform/ui/Sentence.tsx'

interface RecordTableProps<R extends RecordStamp> {
  /** Names the table for screen readers. */
  label: string
  records: readonly R[]
  columns: readonly Column<R>[]
  /** Path for editing a record; null if it may not be edited. */
  editPath: ((record: R) => string) | null
  /** Name of a record: 'FRAT of 05-Jan-2026'. */
  nameOf: (record: R) => string
  /** Text of the button at the end of a row. */
  verb?: string
}

/**
 * The records of one kind, latest first, with who recorded each and when. On a phone each row becomes a block with
 * its labels; the ARIA roles keep it a table for screen readers.
 */
export const RecordTable = <R extends RecordStamp>({
  label,
  records,
  columns,
  editPath,
  nameOf,
  verb = 'Edit',
}: RecordTableProps<R>) => {
  const { pathway, patient } = usePathway()
  return (
    <div className="sf-scroll" role="region" aria-label={`${label}, table`} tabIndex={0}>
      <StackedTable
        rows={records}
        keyOf={({ id }) => id}
        columns={[
          ...columns.map((column) => ({
            ...column,
            cell: (record: R) => <div>{column.cell(record)}</div>,
          })),
          {
            title: 'Recorded',
            isName: true,
            className: 'sf-quiet',
            cell: ({ recordedAt, recordedBy }) => (
              <div>
                <span className="sf-nowrap">{formatDateTime(recordedAt)}</span> {recordedBy}
              </div>
            ),
          },
        ]}
        action={
          editPath === null
            ? undefined
            : (record) => (
                <Link
                  className="sf-button"
                  to={editPath(record)}
                  search={{ id: pathway.id, patientId: patient.id }}
                  aria-label={`${verb} ${nameOf(record)}`}
                >
                  {verb}
                </Link>
              )
        }
      />
    </div>
  )
}

/** A value that may be missing; a missing value is shown in a quieter style. */
export const Maybe = ({ value }: { value: string | number | null }) => (
  <span className={value === null || value === '' ? 'sf-missing sf-nowrap' : ''}>
    <Sentence>{String(orNotRecorded(value))}</Sentence>
  </span>
)
