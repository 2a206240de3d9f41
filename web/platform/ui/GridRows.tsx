import { useState, type ReactNode } from 'react'
import type { GridColumn } from './gridColumn.ts'
import { useIsOpening } from './opening.ts'

interface GridRowsProps<Row> {
  columns: readonly GridColumn<Row>[]
  /** The rendered rows, and the index of the first of them in the whole list. */
  rows: readonly Row[]
  first: number
  idOf: (row: Row) => string
  action: (row: Row) => ReactNode
  /** Total heights of the rows before and after that are not rendered. */
  before: number
  after: number
  /** Measures the height of each row; null if all rows are rendered. */
  measure: ((row: HTMLTableRowElement | null) => void) | null
}

/** The rows of a grid. The row that was pressed is busy while its screen opens. */
export const GridRows = <Row,>({
  columns,
  rows,
  first,
  idOf,
  action,
  before,
  after,
  measure,
}: GridRowsProps<Row>) => {
  const [pressed, setPressed] = useState<string | null>(null)
  const isLeaving = useIsOpening()
  return (
    <tbody>
      {before > 0 && <Spacer height={before} span={columns.length + 1} />}
      {rows.map((row, index) => {
        const id = idOf(row)
        return (
          <tr
            key={id}
            aria-rowindex={first + index + 2}
            aria-busy={(isLeaving && pressed === id) || undefined}
            onClick={() => setPressed(id)}
            {...(measure !== null && { ref: measure, 'data-index': first + index })}
          >
            {columns.map(({ id, kind, isName, show, value }, place) => {
              const stored = value(row)
              const content = show?.(row) ?? stored
              // Text shown for a missing value is translated like any other.
              const isIdentity = stored !== null && (kind === 'nhsNumber' || isName === true)
              const translate = isIdentity ? 'no' : undefined
              return place === 0 ? (
                <th key={id} scope="row" translate={translate}>
                  {content}
                </th>
              ) : (
                <td key={id} translate={translate}>
                  {content}
                </td>
              )
            })}
            <td>{action(row)}</td>
          </tr>
        )
      })}
      {after > 0 && <Spacer height={after} span={columns.length + 1} />}
    </tbody>
  )
}

const Spacer = ({ height, span }: { height: number; span: number }) => (
  <tr aria-hidden="true" className="sf-grid__spacer">
    <td colSpan={span} style={{ height }} />
  </tr>
)
