import {
  columnPinningFeature,
  createSortedRowModel,
  rowSortingFeature,
  tableFeatures,
  useTable,
  type ColumnDef,
  type RowData,
  type SortingState,
} from '@tanstack/react-table'
import { useVirtualizer } from '@tanstack/react-virtual'
import { useLayoutEffect, useMemo, useRef, useState, type ReactNode } from 'react'
import { matchesFilter } from '../../contract/patientColumns.ts'
import { useGridMemory } from './gridMemory.ts'

const features = tableFeatures({
  rowSortingFeature,
  columnPinningFeature,
  sortedRowModel: createSortedRowModel(),
})

export interface GridColumn<Row> {
  id: string
  title: string
  /** What the column sorts and filters by; null sorts last. */
  value: (row: Row) => string | number | null
  /** What is shown; the value unless given. */
  show?: (row: Row) => ReactNode
  width: number
  /** How the orders are spoken, such as 'oldest first' and 'newest first'. */
  orders?: [ascending: string, descending: string]
}

interface DataGridProps<Row> {
  /** Tells this grid from others, so that coming back finds its filter, order and place. */
  name: string
  caption: string
  columns: readonly GridColumn<Row>[]
  rows: readonly Row[]
  idOf: (row: Row) => string
  action: (row: Row) => ReactNode
  /** What is in the list, for the count: 'patients'. */
  noun: string
  /** Shown in place of an empty list. */
  empty: ReactNode
  filterHint: string
  /** Beside the filter; what saves the list is told what it is filtered by. */
  tools?: ReactNode | ((filter: string) => ReactNode)
}

const actionWidth = 92
/** Must be the real height of a row, or the scroll bar jumps. */
const rowHeight = 45
/** Below this many rows a browser draws them all without being asked twice. */
const virtualFrom = 200
const collator = new Intl.Collator('en-GB')

const compare = (a: string | number | null, b: string | number | null): number =>
  typeof a === 'number' && typeof b === 'number' ? a - b : collator.compare(String(a), String(b))

/**
 * A real table: sortable with the order spoken, first and last column pinned, filter with counts, thousands of rows by
 * drawing only those in view.
 */
export const DataGrid = <Row extends RowData>({
  name,
  caption,
  columns,
  rows,
  idOf,
  action,
  noun,
  empty,
  filterHint,
  tools,
}: DataGridProps<Row>) => {
  const memory = useGridMemory(name)
  const [filter, setFilter] = useState(memory.filter)
  const [sorting, setSorting] = useState<SortingState>(memory.sorting)
  const [spoken, setSpoken] = useState('')
  const frame = useRef<HTMLDivElement>(null)

  const shown = useMemo(() => {
    if (filter.trim() === '') return [...rows]
    return rows.filter((row) =>
      matchesFilter(
        columns.map((column) => column.value(row)),
        filter,
      ),
    )
  }, [rows, columns, filter])

  const definitions = useMemo<ColumnDef<typeof features, Row>[]>(
    () =>
      columns.map((column) => ({
        id: column.id,
        header: column.title,
        // What is not recorded sorts last in both directions.
        accessorFn: (row: Row) => column.value(row) ?? undefined,
        sortUndefined: 'last' as const,
        sortFn: (a, b, id) => compare(a.getValue<string | number>(id), b.getValue<string | number>(id)),
      })),
    [columns],
  )

  const table = useTable({
    features,
    columns: definitions,
    data: shown,
    getRowId: idOf,
    enableSortingRemoval: false,
    sortDescFirst: false,
    state: { sorting, columnPinning: { start: columns.slice(0, 1).map(({ id }) => id), end: [] } },
    onSortingChange: (update) => {
      const next = typeof update === 'function' ? update(sorting) : update
      setSorting(next)
      memory.sorting = next
      const first = next[0]
      const column = columns.find(({ id }) => id === first?.id)
      if (first === undefined || column === undefined) return
      const [ascending, descending] = column.orders ?? ['A to Z', 'Z to A']
      setSpoken(`Sorted by ${column.title}, ${first.desc ? descending : ascending}`)
    },
  })
  const ordered = table.getRowModel().rows

  const isVirtual = ordered.length > virtualFrom
  // eslint-disable-next-line react-hooks/incompatible-library -- what it returns is used here only and never memoized
  const virtual = useVirtualizer({
    count: ordered.length,
    getScrollElement: () => frame.current,
    estimateSize: () => rowHeight,
    overscan: 12,
    enabled: isVirtual,
  })
  const inView = isVirtual ? virtual.getVirtualItems() : []
  const drawn = isVirtual ? inView.flatMap(({ index }) => ordered.slice(index, index + 1)) : ordered
  const before = inView[0]?.start ?? 0
  const after = isVirtual ? virtual.getTotalSize() - (inView.at(-1)?.end ?? 0) : 0
  const firstIndex = inView[0]?.index ?? 0

  useLayoutEffect(() => {
    if (frame.current) frame.current.scrollTop = memory.scrollTop
  }, [memory])

  const width = columns.reduce((sum, column) => sum + column.width, actionWidth)
  return (
    <section className="sf-grid">
      <div className="sf-grid__tools">
        <div className="sf-grid__filter">
          <label className="nhsuk-label" htmlFor={`${name}-filter`}>
            Filter
          </label>
          <input
            id={`${name}-filter`}
            className="nhsuk-input"
            type="search"
            autoComplete="off"
            placeholder={filterHint}
            value={filter}
            onChange={(event) => {
              setFilter(event.target.value)
              memory.filter = event.target.value
            }}
          />
        </div>
        <p className="sf-grid__count" role="status">
          {filter === '' ? `${rows.length} ${noun}` : `${shown.length} of ${rows.length} ${noun}`}
        </p>
        {typeof tools === 'function' ? tools(filter) : tools}
        <a className="nhsuk-skip-link sf-grid__skip" href={`#${name}-end`}>
          Skip past the table
        </a>
      </div>
      <p className="nhsuk-u-visually-hidden" role="status">
        {spoken}
      </p>
      {ordered.length === 0 ? (
        <div className="sf-state">{filter === '' ? empty : `No ${noun} match the filter.`}</div>
      ) : (
        <div
          className="sf-grid__frame"
          ref={frame}
          role="region"
          aria-label={caption}
          tabIndex={0}
          onScroll={(event) => {
            memory.scrollTop = event.currentTarget.scrollTop
          }}
        >
          <table style={{ minWidth: width }} aria-rowcount={ordered.length + 1}>
            <caption className="nhsuk-u-visually-hidden">{caption}</caption>
            <colgroup>
              {columns.map((column) => (
                <col key={column.id} style={{ width: column.width }} />
              ))}
              <col style={{ width: actionWidth }} />
            </colgroup>
            <thead>
              <tr aria-rowindex={1}>
                {columns.map((column) => {
                  const order = sorting.find(({ id }) => id === column.id)
                  return (
                    <th
                      key={column.id}
                      scope="col"
                      aria-sort={order === undefined ? 'none' : order.desc ? 'descending' : 'ascending'}
                    >
                      <button type="button" onClick={() => table.getColumn(column.id)?.toggleSorting()}>
                        {column.title}
                        <span className="sf-grid__order" aria-hidden="true">
                          {order === undefined ? '' : order.desc ? ' ▼' : ' ▲'}
                        </span>
                      </button>
                    </th>
                  )
                })}
                <th scope="col">Action</th>
              </tr>
            </thead>
            <tbody>
              {before > 0 && <Spacer height={before} span={columns.length + 1} />}
              {drawn.map((row, index) => (
                <tr key={row.id} aria-rowindex={firstIndex + index + 2}>
                  {columns.map((column, place) => {
                    const content = column.show?.(row.original) ?? column.value(row.original)
                    return place === 0 ? (
                      <th key={column.id} scope="row">
                        {content}
                      </th>
                    ) : (
                      <td key={column.id}>{content}</td>
                    )
                  })}
                  <td>{action(row.original)}</td>
                </tr>
              ))}
              {after > 0 && <Spacer height={after} span={columns.length + 1} />}
            </tbody>
          </table>
        </div>
      )}
      <div id={`${name}-end`} tabIndex={-1} />
    </section>
  )
}

const Spacer = ({ height, span }: { height: number; span: number }) => (
  <tr aria-hidden="true" className="sf-grid__spacer">
    <td colSpan={span} style={{ height }} />
  </tr>
)
