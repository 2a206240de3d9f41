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
  /** How many rows there are, beyond those given too; a text that is no number where nobody counted them. */
  found: string
  sorted: Sorted
  onSort: (columnId: string) => void
  /** What scrolls. */
  frame: RefObject<HTMLDivElement | null>
  onScroll: (top: number) => void
}

/** The height of a row (web/platform/styles/grid.scss), until it is measured: a long name makes it taller. */
const rowHeights: Record<Density, number> = { comfortable: 44, compact: 32 }
/** Below this many rows a browser draws them all without being asked twice. */
const virtualFrom = 200
/**
 * How large the frame will be (web/platform/styles/grid.scss). Its first rows are drawn with it; told only once it stands, they would all be
 * drawn at once in the middle of the same task.
 */
const frameBeforeDrawn = () => ({ width: window.innerWidth, height: Math.max(420, window.innerHeight - 400) })
/** On a phone no column is wider than what is left between the two that are pinned, so that each is read whole. */
const widestOnPhone = 148
/** As on a phone of 320 px, or where 1280 px are magnified fourfold (WCAG 1.4.10). */
const widestOnNarrow = 108

/** With the head; -1 says that nobody counted them. */
const rowCountOf = (found: string): number => (Number.isNaN(Number(found)) ? -1 : Number(found) + 1)

const inPixels = (widths: Record<string, number>): CSSProperties =>
  Object.fromEntries(Object.entries(widths).map(([name, width]) => [`--${name}`, `${width}px`]))

const widthOf = (width: number): CSSProperties => ({ width, ...inPixels({ width }) })

/** Room for a button that says View. */
export const usualActionWidth = 74

/** The style sheet chooses among them by the width of the screen. */
const widthsOf = (columns: readonly { width: number }[], actionWidth: number): CSSProperties => {
  const [first = 0, ...rest] = columns.map(({ width }) => width)
  const sum = (widths: number[]): number => widths.reduce((total, width) => total + width, 0)
  return inPixels({
    first,
    last: actionWidth,
    // A longer word than View is not broken either.
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

/** A real table that scrolls in its frame: sorted by its heads; of many rows only those in view are drawn. */
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
  // The same one from drawing to drawing: with another all rows are placed anew, whether drawn or not.
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
  // Rows that are not in view have another height now too.
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
