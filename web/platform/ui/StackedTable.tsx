import type { ReactNode } from 'react'

export interface Column<Row> {
  title: string
  cell: (row: Row) => ReactNode
  /** A name or number, which stays as it is when a browser translates the page. */
  isName?: boolean
  className?: string
}

interface StackedTableProps<Row> {
  caption?: string
  rows: readonly Row[]
  keyOf: (row: Row, index: number) => string | number
  columns: readonly Column<Row>[]
  /** The links and buttons of a row. */
  action?: ((row: Row) => ReactNode) | undefined
  /** Whether their heading is visible. */
  showsAction?: true
}

/** A short table whose cells stand below each other, each with its title, where the screen is narrow. */
export const StackedTable = <Row,>({
  caption,
  rows,
  keyOf,
  columns,
  action,
  showsAction,
}: StackedTableProps<Row>) => (
  <table className="sf-table sf-table--stacks" role="table">
    {caption !== undefined && <caption className="nhsuk-u-visually-hidden">{caption}</caption>}
    <thead>
      <tr>
        {columns.map(({ title }) => (
          <th scope="col" key={title}>
            {title}
          </th>
        ))}
        {action !== undefined && (
          <th scope="col">
            {showsAction ? 'Action' : <span className="nhsuk-u-visually-hidden">Action</span>}
          </th>
        )}
      </tr>
    </thead>
    <tbody>
      {rows.map((row, index) => (
        <tr key={keyOf(row, index)} role="row">
          {columns.map(({ title, cell, isName, className }) => (
            <td
              key={title}
              role="cell"
              data-label={title}
              translate={isName ? 'no' : undefined}
              className={className}
            >
              {cell(row)}
            </td>
          ))}
          {action !== undefined && (
            <td role="cell" className="sf-table__action">
              {action(row)}
            </td>
          )}
        </tr>
      ))}
    </tbody>
  </table>
)
