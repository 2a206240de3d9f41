import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { formatDateTime, orNotRecorded } from '../../../contract/platform/words/format.ts'
import type { RecordStamp } from '../../../contract/platform/calls/record.ts'
import { usePathway } from '../../patients/frames/PathwayFrame.tsx'
import { Sentence } from '../../platform/ui/Sentence.tsx'

export interface Column<R> {
  title: string
  /** Names of staff, which a browser that translates the page leaves as they are. */
  isName?: boolean
  cell: (record: R) => ReactNode
}

interface RecordTableProps<R extends RecordStamp> {
  /** Names the table for screen readers. */
  label: string
  records: readonly R[]
  columns: readonly Column<R>[]
  /** Where a record is edited, when it may be. */
  editPath: ((record: R) => string) | null
  /** Names a record: 'FRAT of 05-Jan-2026'. */
  nameOf: (record: R) => string
  /** What the button at the end of a row does. */
  verb?: string
}

/**
 * The records of one kind, latest first, with who recorded each and when. On a phone each row stands as a block with its
 * labels; the roles keep it a table for those who hear it.
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

/** A value that may be missing, said quietly when it is. */
export const Maybe = ({ value }: { value: string | number | null }) => (
  <span className={value === null || value === '' ? 'sf-missing sf-nowrap' : ''}>
    <Sentence>{String(orNotRecorded(value))}</Sentence>
  </span>
)
