import { useVirtualizer } from '@tanstack/react-virtual'
import { useCallback, useEffect, type CSSProperties, type ReactNode, type RefObject } from 'react'
import type { Sorted } from '../../../contract/platform/words/grid.ts'
import { useDensity, type Density } from './density.ts'
import { specifiedActionWidth, type GridColumn } from './gridColumn.ts'
import { GridRows } from './GridRows.tsx'
import { useIsPrinting } from './useIsPrinting.ts'

interface GridTableProps<Row> {
  caption: string
  columns: readonly GridColumn<Row>[]
  rows: readonly Row[]
  idOf: (row: Row) => string
  action: (row: Row) => ReactNode
  actionWidth: number
  /** The total number of rows, including those not loaded. The text is not a number if nobody counted them. */
  found: string
  sorted: Sorted
  onSort: (columnId: string) => void
  /** The element that scrolls. */
  frame: RefObject<HTMLDivElement | null>
  onScroll: (top: number) => void
}

/**
 * Estimated row height (web/platform/styles/grid.scss), used until the row is measured: a long name makes it taller.
 */
const rowHeights: Record<Density, number> = { comfortable: 44, compact: 32 }
/** With fewer rows than this a browser can easily render them all. */
const virtualFrom = 200
/**
 * The expected size of the frame (web/platform/styles/grid.scss), so that its first rows are rendered together with it.
 * If the size were only known once the frame is on the page, all of these rows would be rendered at once within the
 * same task.
 */
const frameBeforeDrawn = () => ({ width: window.innerWidth, height: Math.max(420, window.innerHeight - 400) })
/** On a phone no column is wider than the space between the two pinned columns, so that each can be read in full. */
const widestOnPhone = 148
/** For a phone of 320 px, or 1280 px magnified fourfold (WCAG 1.4.10). */
const widestOnNarrow = 108

/** Includes the header row; -1 means that nobody counted the rows. */
const rowCountOf = (found: string): number => (Number.isNaN(Number(found)) ? -1 : Number(found) + 1)

const inPixels = (widths: Record<string, number>): CSSProperties =>
  Object.fromEntries(Object.entries(widths).map(([name, width]) => [`--${name}`, `${width}px`]))

const widthOf = (width: number): CSSProperties => ({ width, ...inPixels({ width }) })

/** Wide enough for a View button. */
export const usualActionWidth = 74

/** The style sheet chooses among these by the width of the screen. */
const widthsOf = (columns: readonly { width: number }[], actionWidth: number): CSSProperties => {
  const [first = 0, ...rest] = columns.map(({ width }) => width)
  const sum = (widths: number[]): number => widths.reduce((total, width) => total + width, 0)
  return inPixels({
    first,
    last: actionWidth,
    // A word longer than View must not be broken either.
    'last-on-phone': [usualActionWidth, specifiedActionWidth].includes(actionWidth) ? 70 : 112,
    rest: sum(rest),
    'rest-on-phone': sum(rest.map((width) => Math.min(width, widestOnPhone))),
    'widest-on-phone': widestOnPhone,
    'rest-on-narrow': sum(rest.map((width) => Math.min(width, widestOnNarrow))),
    'widest-on-narrow': widestOnNarrow,
  })
}

const spokenOrder = (id: string, { sortBy, isDescending }: Sorted) => {
  if (id !== sortBy) return 'none'
  return isDescending === true ? 'descending' : 'ascending'
}

/** A real table that scrolls in its frame and is sorted by its headings. Of many rows it renders only those in view. */
export const GridTable = <Row,>({
  caption,
  columns,
  rows,
  idOf,
  action,
  actionWidth,
  found,
  sorted,
  onSort,
  frame,
  onScroll,
}: GridTableProps<Row>) => {
  const isPrinting = useIsPrinting()
  const isVirtual = rows.length > virtualFrom && !isPrinting
  const density = useDensity()
  // Must stay the same function between renders: a new one makes the virtualizer place all rows again, rendered or not.
  const getItemKey = useCallback(
    (index: number) => {
      const row = rows[index]
      return row === undefined ? index : idOf(row)
    },
    [rows, idOf],
  )
  // oxlint-disable-next-line react/incompatible-library -- what it returns is used here only and never memoized
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => frame.current,
    estimateSize: () => rowHeights[density],
    getItemKey,
    overscan: 6,
    initialRect: frameBeforeDrawn(),
    enabled: isVirtual,
  })
  // Rows out of view have a new height now too.
  useEffect(() => virtual.measure(), [virtual, density])
  const inView = isVirtual ? virtual.getVirtualItems() : []
  const first = inView[0]?.index ?? 0
  return (
    <div
      className="sf-grid__frame"
      ref={frame}
      role="region"
      aria-label={caption}
      tabIndex={0}
      onScroll={(event) => onScroll(event.currentTarget.scrollTop)}
    >
      <table style={widthsOf(columns, actionWidth)} aria-rowcount={rowCountOf(found)}>
        <caption className="nhsuk-u-visually-hidden">{caption}</caption>
        <colgroup>
          {columns.map(({ id, grows, width }) => (
            <col key={id} style={grows ? {} : widthOf(width)} />
          ))}
          <col style={widthOf(actionWidth)} />
        </colgroup>
        <thead>
          <tr aria-rowindex={1}>
            {columns.map(({ id, title }) => (
              <th key={id} scope="col" aria-sort={spokenOrder(id, sorted)}>
                <button type="button" onClick={() => onSort(id)}>
                  {title}
                  <span className="sf-grid__order" aria-hidden="true" />
                </button>
              </th>
            ))}
            <th scope="col">Action</th>
          </tr>
        </thead>
        <GridRows
          columns={columns}
          rows={isVirtual ? rows.slice(first, first + inView.length) : rows}
          first={first}
          idOf={idOf}
          action={action}
          before={inView[0]?.start ?? 0}
          after={isVirtual ? virtual.getTotalSize() - (inView.at(-1)?.end ?? 0) : 0}
          measure={isVirtual ? virtual.measureElement : null}
        />
      </table>
    </div>
  )
}
