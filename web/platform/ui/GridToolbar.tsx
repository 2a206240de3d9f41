import { useId, useState, type ReactNode } from 'react'
import { filterLength, type Sorted } from '../../../contract/platform/words/grid.ts'
import type { SheetAsked } from '../../../contract/platform/calls/sheet.ts'
import { DensityButton } from './DensityButton.tsx'
import { ExportButton } from './ExportButton.tsx'
import { orderInWords, type GridColumn } from './gridColumn.ts'
import { useLiveAfterChange } from './useLiveAfterChange.ts'
import { useWholePaste } from './useWholePaste.ts'

interface GridToolbarProps<Row> {
  name: string
  columns: readonly GridColumn<Row>[]
  /** The number of rows, and the number that match the filter. */
  all: string
  found: string
  noun: string
  filter: string
  filterHint: string
  onFilter: (filter: string) => void
  sorted: Sorted
  /** Name of the order in which the rows arrive; '' for none. */
  naturalOrder: string
  onNaturalOrder: () => void
  tools: ReactNode
  save: (asked: SheetAsked) => Promise<void>
  /** Moves the focus past the table. */
  onSkip: () => void
}

const lowerFirst = (words: string): string => words.slice(0, 1).toLowerCase() + words.slice(1)

/** The area above a grid: its filter with counts, its order in words, and the actions for the whole list. */
export const GridToolbar = <Row,>({
  name,
  columns,
  all,
  found,
  noun,
  filter,
  filterHint,
  onFilter,
  sorted,
  naturalOrder,
  onNaturalOrder,
  tools,
  save,
  onSkip,
}: GridToolbarProps<Row>) => {
  const [isUnfolded, setUnfolded] = useState(false)
  const more = useId()
  const { said, limited } = useWholePaste(filterLength)
  const count = found === all ? `${all} ${noun}` : `${found} of ${all} ${noun}`
  const order = orderInWords(sorted, columns) ?? naturalOrder
  const countLive = useLiveAfterChange(count)
  const orderLive = useLiveAfterChange(order)
  return (
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
          aria-describedby={said === '' ? undefined : `${name}-filter-said`}
          {...limited((event) => onFilter(event.target.value))}
        />
        {said !== '' && (
          <p id={`${name}-filter-said`} role="alert">
            {said}
          </p>
        )}
      </div>
      <p className="sf-grid__count" role="status" aria-live={countLive}>
        {count}
      </p>
      <div className="sf-grid__orders">
        <p role="status" aria-live={orderLive}>
          {order}
        </p>
        {sorted.sortBy !== undefined && naturalOrder !== '' && (
          <button type="button" className="sf-link" onClick={onNaturalOrder}>
            Back to {lowerFirst(naturalOrder)}
          </button>
        )}
      </div>
      {tools}
      {/* Shown only on a phone, where the rows would otherwise begin below the screen. */}
      <button
        type="button"
        className="sf-button sf-grid__more"
        aria-expanded={isUnfolded}
        aria-controls={more}
        onClick={() => setUnfolded(!isUnfolded)}
      >
        More <span aria-hidden="true">{isUnfolded ? '▴' : '▾'}</span>
      </button>
      <div id={more} className={`sf-grid__right ${isUnfolded ? '' : 'sf-grid__right--folded'}`}>
        <DensityButton />
        <ExportButton save={(type) => save({ type, filter, ...sorted })} />
      </div>
      <a
        className="nhsuk-skip-link sf-grid__skip"
        href={`#${name}-end`}
        onClick={(event) => {
          // Does not change the address, which would add a step to the history.
          event.preventDefault()
          onSkip()
        }}
      >
        Skip past the table
      </a>
    </div>
  )
}
