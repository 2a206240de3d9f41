import {
  columnPinningFeature,
  rowSortingFeature,
  tableFeatures,
  useTable,
  type ColumnDef,
  type RowData,
  type SortingState,
} from '@tanstack/react-table'
import { useVirtualizer } from '@tanstack/react-virtual'
import { useLayoutEffect, useMemo, useRef, useState, type CSSProperties, type ReactNode } from 'react'
import { arrange, filterLength, type Column } from '../../contract/grid.ts'
import type { SheetAsked } from '../../contract/listExport.ts'
import { useIsOpening } from './opening.ts'
import { ExportButton } from './ExportButton.tsx'
import { useGridMemory } from './gridMemory.ts'
import type { LongList } from './longList.ts'
import { LongListEnd } from './LongListEnd.tsx'
import { useIsPrinting } from './useIsPrinting.ts'

const features = tableFeatures({ rowSortingFeature, columnPinningFeature })

export interface GridColumn<Row> extends Column<Row> {
  /** What is shown; the value unless given. */
  show?: (row: Row) => ReactNode
  width: number
  /** Takes the room that is left over, so that the others keep their width. */
  grows?: boolean
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
  /** The order in which the rows come, until another is chosen: 'Longest wait first'. */
  naturalOrder?: string
  /** Shown in place of an empty list. */
  empty: ReactNode
  filterHint: string
  /** Beside the filter. */
  tools?: ReactNode
  /** Saves the whole list as it is filtered and sorted. Every list can be saved, so every grid asks for this. */
  save: (asked: SheetAsked) => Promise<void>
  /** Width of the last column, which holds the action. */
  actionWidth?: number
  /** The list is longer than its rows: the server filters and sorts it, and sends more of it. */
  long?: LongList | undefined
}

/** The height of a row, until it is measured: a long name makes it taller. */
const rowHeight = 44
/** Below this many rows a browser draws them all without being asked twice. */
const virtualFrom = 200
/** 'Sorted by Patient, A to Z'; null while the rows stand in their natural order. */
const orderOf = <Row,>(by: SortingState[number] | undefined, columns: readonly GridColumn<Row>[]) => {
  const column = columns.find(({ id }) => id === by?.id)
  if (by === undefined || column === undefined) return null
  const [ascending, descending] = column.orders ?? ['A to Z', 'Z to A']
  return `Sorted by ${column.title}, ${by.desc ? descending : ascending}`
}

const sortedBy = ([by]: SortingState): Pick<SheetAsked, 'sortBy' | 'isDescending'> =>
  by === undefined ? {} : { sortBy: by.id, isDescending: by.desc }

/** With the head; -1 says that nobody counted them. */
const rowCountOf = (found: string): number => (Number.isNaN(Number(found)) ? -1 : Number(found) + 1)
/** On a phone no column is wider than what is left between the two that are pinned, so that each is read whole. */
const widestOnPhone = 148

const inPixels = (widths: Record<string, number>): CSSProperties =>
  Object.fromEntries(Object.entries(widths).map(([name, width]) => [`--${name}`, `${width}px`]))

const widthOf = (width: number): CSSProperties => ({ width, ...inPixels({ width }) })

/** The style sheet chooses among them by the width of the screen. */
const widthsOf = (columns: readonly { width: number }[], actionWidth: number): CSSProperties => {
  const [first = 0, ...rest] = columns.map(({ width }) => width)
  const sum = (widths: number[]): number => widths.reduce((total, width) => total + width, 0)
  return inPixels({
    first,
    last: actionWidth,
    rest: sum(rest),
    'rest-on-phone': sum(rest.map((width) => Math.min(width, widestOnPhone))),
    'widest-on-phone': widestOnPhone,
  })
}

const lowerFirst = (words: string): string => words.slice(0, 1).toLowerCase() + words.slice(1)

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
  naturalOrder = '',
  empty,
  filterHint,
  tools,
  save,
  actionWidth = 92,
  long,
}: DataGridProps<Row>) => {
  const memory = useGridMemory(name)
  const [filter, setFilter] = useState(memory.filter)
  const [sorting, setSorting] = useState<SortingState>(memory.sorting)
  const [pressed, setPressed] = useState<string | null>(null)
  const isLeaving = useIsOpening()
  const frame = useRef<HTMLDivElement>(null)
  const end = useRef<HTMLDivElement>(null)

  const isLong = long !== undefined
  const shown = useMemo(
    () => (isLong ? [...rows] : arrange(rows, columns, { filter, ...sortedBy(sorting) })),
    [rows, columns, filter, isLong, sorting],
  )
  const all = long?.all ?? String(rows.length)
  const found = long === undefined ? String(shown.length) : filter === '' ? all : long.found
  const sortBy = (next: SortingState): void => {
    setSorting(next)
    memory.sorting = next
    long?.onArrange(filter, next)
  }

  const definitions = useMemo<ColumnDef<typeof features, Row>[]>(
    () =>
      columns.map((column) => ({
        id: column.id,
        header: column.title,
        accessorFn: column.value,
      })),
    [columns],
  )

  const table = useTable({
    features,
    columns: definitions,
    data: shown,
    getRowId: idOf,
    // The rows come in their order: the same rule sorts the export.
    manualSorting: true,
    enableSortingRemoval: false,
    sortDescFirst: false,
    state: { sorting, columnPinning: { start: columns.slice(0, 1).map(({ id }) => id), end: [] } },
    onSortingChange: (update) => {
      sortBy(typeof update === 'function' ? update(sorting) : update)
    },
  })
  const ordered = table.getRowModel().rows

  const isPrinting = useIsPrinting()
  const isVirtual = ordered.length > virtualFrom && !isPrinting
  // eslint-disable-next-line react-hooks/incompatible-library -- what it returns is used here only and never memoized
  const virtual = useVirtualizer({
    count: ordered.length,
    getScrollElement: () => frame.current,
    estimateSize: () => rowHeight,
    getItemKey: (index) => ordered[index]?.id ?? index,
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

  const asked = useRef({ filter, sorting })
  useLayoutEffect(() => {
    // Another filter or order begins at its top.
    if (asked.current.filter === filter && asked.current.sorting === sorting) return
    asked.current = { filter, sorting }
    if (frame.current) frame.current.scrollTop = 0
  }, [filter, sorting])

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
            maxLength={filterLength}
            value={filter}
            onChange={(event) => {
              setFilter(event.target.value)
              memory.filter = event.target.value
              long?.onArrange(event.target.value, sorting)
            }}
          />
        </div>
        <p className="sf-grid__count" role="status">
          {found === all ? `${all} ${noun}` : `${found} of ${all} ${noun}`}
        </p>
        <div className="sf-grid__orders">
          <p role="status">{orderOf(sorting[0], columns) ?? naturalOrder}</p>
          {sorting.length > 0 && naturalOrder !== '' && (
            <button type="button" className="sf-link" onClick={() => sortBy([])}>
              Back to {lowerFirst(naturalOrder)}
            </button>
          )}
        </div>
        {tools}
        <ExportButton save={(type) => save({ type, filter, ...sortedBy(sorting) })} />
        <a
          className="nhsuk-skip-link sf-grid__skip"
          href={`#${name}-end`}
          onClick={(event) => {
            // Without a change of address, which would be one more step back.
            event.preventDefault()
            end.current?.focus()
          }}
        >
          Skip past the table
        </a>
      </div>
      {ordered.length === 0 ? (
        <div className="sf-state">
          {filter === '' ? (
            empty
          ) : (
            <p>
              No {noun} {all === '1' ? 'matches' : 'match'} the filter.
            </p>
          )}
        </div>
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
          <table style={widthsOf(columns, actionWidth)} aria-rowcount={rowCountOf(long?.found ?? found)}>
            <caption className="nhsuk-u-visually-hidden">{caption}</caption>
            <colgroup>
              {columns.map((column) => (
                <col key={column.id} style={column.grows ? {} : widthOf(column.width)} />
              ))}
              <col style={widthOf(actionWidth)} />
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
                        <span className="sf-grid__order" aria-hidden="true" />
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
                <tr
                  key={row.id}
                  aria-rowindex={firstIndex + index + 2}
                  aria-busy={(isLeaving && pressed === row.id) || undefined}
                  onClick={() => setPressed(row.id)}
                  {...(isVirtual && { ref: virtual.measureElement, 'data-index': firstIndex + index })}
                >
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
      {isLong && <LongListEnd long={long} shown={ordered.length} noun={noun} />}
      <div id={`${name}-end`} ref={end} tabIndex={-1} />
    </section>
  )
}

const Spacer = ({ height, span }: { height: number; span: number }) => (
  <tr aria-hidden="true" className="sf-grid__spacer">
    <td colSpan={span} style={{ height }} />
  </tr>
)
