import type { Measure } from './definition.ts'
import { addRates, type CountedRow } from './count.ts'
import { hidden, type Value } from './drawn.ts'

/** Printed on a report whose small numbers are hidden. */
export const suppressionNote =
  'Small numbers are hidden: 1 to 4 are shown as *, other counts are rounded to the nearest 5, percentages are worked out from rounded counts, times of fewer than 5 are shown as *, and single entries are left out.'

const smallest = 5

const rounded = (count: number): number => smallest * Math.round(count / smallest)
const isSmall = (count: number): boolean => count > 0 && count < smallest

/**
 * The numbers of a section as they may leave the service (domain section 5.4). Rounding all counts, and not only
 * hiding the small ones, keeps a hidden number from being worked out by subtraction from its total.
 */
export const suppressRows = (
  rows: readonly CountedRow[],
  measures: readonly Measure[],
): Record<string, Value>[] => {
  const roundedRows = rows.map((row) => ({
    numbers: Object.fromEntries(
      measures.map(({ id, kind }) => {
        const number = row.numbers[id] ?? null
        return [id, kind === 'count' && number !== null ? rounded(number) : number]
      }),
    ),
  }))
  const total = roundedRows.find((_, index) => rows[index]?.isTotal)
  return roundedRows.map((row, index) => {
    const original = rows[index]?.numbers ?? {}
    const sizes = rows[index]?.sizes ?? {}
    addRates(row, total, measures)
    const smallPart = (id: string): boolean => isSmall(original[id] ?? 0)
    return Object.fromEntries(
      measures.map((measure): [string, Value] => {
        const { id } = measure
        const number = row.numbers[id] ?? null
        if (measure.kind === 'count') return [id, smallPart(id) ? hidden : number]
        if (measure.kind === 'percent')
          return [id, smallPart(measure.of) || smallPart(measure.among) ? hidden : number]
        if (measure.kind === 'share') return [id, smallPart(measure.of) ? hidden : number]
        return [id, isSmall(sizes[id] ?? 0) ? hidden : number]
      }),
    )
  })
}
