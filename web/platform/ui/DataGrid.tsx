import { useLayoutEffect, useMemo, useRef, useState, type ReactNode } from 'react'
import { arrange, type Sorted } from '../../../contract/platform/words/grid.ts'
import type { SheetAsked } from '../../../contract/platform/calls/sheet.ts'
import { sortedAnewBy, type GridColumn } from './gridColumn.ts'
import { rememberGrid, useGridMemory } from './gridMemory.ts'
import { GridTable, usualActionWidth } from './GridTable.tsx'
import { GridToolbar } from './GridToolbar.tsx'
import type { LongList } from './longList.ts'
import { LongListEnd } from './LongListEnd.tsx'

interface DataGridProps<Row> {
  /** Identifies this grid, so that a user who comes back finds its filter, order and scroll position. */
  name: string
  caption: string
  columns: readonly GridColumn<Row>[]
  rows: readonly Row[]
  idOf: (row: Row) => string
  action: (row: Row) => ReactNode
  /** What the list contains, for the count: 'patients'. */
  noun: string
  /** Name of the order in which the rows arrive: 'Longest wait first'. It applies until the user chooses another. */
  naturalOrder?: string
  /** Shown in place of an empty list. */
  empty: ReactNode
  filterHint: string
  /** Shown beside the filter. */
  tools?: ReactNode
  /** Saves the whole list with its current filter and order. Required, because every list can be saved. */
  save: (asked: SheetAsked) => Promise<void>
  /** Width of the last column, which contains the action. */
  actionWidth?: number
  /** Set if the list is longer than `rows`. The server then filters, sorts and pages it. */
  long?: LongList | undefined
}

/** A list that announces its order, can be filtered with counts, and can be saved whole. */
export const DataGrid = <Row,>({
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
  actionWidth = usualActionWidth,
  long,
}: DataGridProps<Row>) => {
  const memory = useGridMemory(name)
  const [filter, setFilter] = useState(memory.filter)
  const [sorted, setSorted] = useState(memory.sorted)
  const frame = useRef<HTMLDivElement>(null)
  const end = useRef<HTMLDivElement>(null)

  const isLong = long !== undefined
  // The server has already sorted the rows of a long list. Other rows are sorted by the rule that their export also
  // follows.
  const shown = useMemo(
    () => (isLong ? rows : arrange(rows, columns, { filter, ...sorted })),
    [rows, columns, filter, isLong, sorted],
  )
  const all = long?.all ?? String(rows.length)
  const found = long === undefined ? String(shown.length) : filter === '' ? all : long.found

  const filterBy = (next: string): void => {
    setFilter(next)
    rememberGrid(name, { filter: next })
    long?.onArrange(next, sorted)
  }
  const sortBy = (next: Sorted): void => {
    setSorted(next)
    rememberGrid(name, { sorted: next })
    long?.onArrange(filter, next)
  }

  useLayoutEffect(() => {
    if (frame.current) frame.current.scrollTop = memory.scrollTop
  }, [memory])

  const asked = useRef({ filter, sorted })
  useLayoutEffect(() => {
    // A new filter or order starts at the top.
    if (asked.current.filter === filter && asked.current.sorted === sorted) return
    asked.current = { filter, sorted }
    if (frame.current) frame.current.scrollTop = 0
  }, [filter, sorted])

  return (
    <section className="sf-grid">
      <GridToolbar
        {...{ name, columns, all, found, noun, filter, filterHint, sorted, naturalOrder, tools, save }}
        onFilter={filterBy}
        onNaturalOrder={() => sortBy({})}
        onSkip={() => end.current?.focus()}
      />
      {shown.length === 0 ? (
        <div className="sf-state">
          {filter === '' ? (
            empty
          ) : (
            <>
              <p>
                No {noun} {all === '1' ? 'matches' : 'match'} the filter.
              </p>
              <button type="button" className="sf-link" onClick={() => filterBy('')}>
                Clear the filter
              </button>
            </>
          )}
        </div>
      ) : (
        <GridTable
          {...{ caption, columns, idOf, action, actionWidth, sorted, frame }}
          rows={shown}
          found={long?.found ?? found}
          onSort={(id) => sortBy(sortedAnewBy(id, sorted))}
          onScroll={(scrollTop) => rememberGrid(name, { scrollTop })}
        />
      )}
      {isLong && <LongListEnd long={long} shown={shown.length} noun={noun} />}
      <div id={`${name}-end`} ref={end} tabIndex={-1} />
    </section>
  )
}
