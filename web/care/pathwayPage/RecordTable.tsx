import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { formatDateTime, orNotRecorded } from '../../../contract/platform/words/format.ts'
import type { RecordStamp } from '../../../contract/platform/calls/record.ts'
import { usePathway } from '../../patients/frames/PathwayFrame.tsx'
import { Sentence } from '../../platform/ui/Sentence.tsx'

export interface Column<R> {
  title: string
  /** Contains names of staff, which a translating browser must leave as they are. */
  isName?: boolean
  cell: (record: R) => ReactNode
}

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
      <table className="sf-table sf-table--stacks" role="table">
        <thead>
          <tr>
            {columns.map(({ title }) => (
              <th scope="col" key={title}>
                {title}
              </th>
            ))}
            <th scope="col">Recorded</th>
            {editPath !== null && (
              <th scope="col">
                <span className="nhsuk-u-visually-hidden">Action</span>
              </th>
            )}
          </tr>
        </thead>
        <tbody>
          {records.map((record) => (
            <tr key={record.id} role="row">
              {columns.map(({ title, isName, cell }) => (
                <td key={title} role="cell" data-label={title} translate={isName === true ? 'no' : undefined}>
                  <div>{cell(record)}</div>
                </td>
              ))}
              <td role="cell" data-label="Recorded" className="sf-quiet" translate="no">
                <div>
                  <span className="sf-nowrap">{formatDateTime(record.recordedAt)}</span> {record.recordedBy}
                </div>
              </td>
              {editPath !== null && (
                <td role="cell" className="sf-table__action">
                  <Link
                    className="sf-button"
                    to={editPath(record)}
                    search={{ id: pathway.id, patientId: patient.id }}
                    aria-label={`${verb} ${nameOf(record)}`}
                  >
                    {verb}
                  </Link>
                </td>
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

/** A value that may be missing; a missing value is shown in a quieter style. */
export const Maybe = ({ value }: { value: string | number | null }) => (
  <span className={value === null || value === '' ? 'sf-missing sf-nowrap' : ''}>
    <Sentence>{String(orNotRecorded(value))}</Sentence>
  </span>
)
