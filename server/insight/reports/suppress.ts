import type { Measure } from './definition.ts'
import { addRates, type CountedRow } from './count.ts'
import { hidden, type Value } from '../../platform/files/renderedReport.ts'
import { suppressSecondary, isSmall, rounded, type Sum } from './secondarySuppression.ts'

/** A percentage of a smaller base, which is also rounded, is meaningless. */
const smallestBase = 20
const isTooFew = (base: number | null | undefined): boolean => (base ?? 0) > 0 && (base ?? 0) < smallestBase

/**
 * The numbers of a section in a form that may leave the service. All counts are rounded, small counts are hidden, and
 * so is any sum that would still reveal a hidden number.
 */
export const suppressRows = (
  rows: readonly CountedRow[],
  measures: readonly Measure[],
): Record<string, Value>[] => {
  const originals = rows.map(({ numbers }) => numbers)
  const hiddenIds = suppressSecondary(originals, sumsOf(rows, measures), countsOf(measures))
  const roundedRows = originals.map((numbers) => ({
    numbers: Object.fromEntries(
      measures.map(({ id, kind }) => {
        const number = numbers[id] ?? null
        return [id, kind === 'count' && number !== null ? rounded(number) : number]
      }),
    ),
  }))
  const totalPlace = rows.findIndex(({ isTotal }) => isTotal)
  return roundedRows.map((row, index) => {
    const sizes = rows[index]?.sizes ?? {}
    addRates(row, roundedRows[totalPlace], measures)
    const isHidden = (place: number, id: string): boolean => hiddenIds[place]?.has(id) ?? false
    return Object.fromEntries(
      measures.map((measure): [string, Value] => {
        const { id } = measure
        const number = row.numbers[id] ?? null
        if (measure.kind === 'count') return [id, isHidden(index, id) ? hidden : number]
        if (measure.kind === 'percent' || measure.kind === 'share') {
          const whole = measure.kind === 'share' ? totalPlace : index
          const base = measure.kind === 'share' ? measure.of : measure.among
          const isKept = !isHidden(index, measure.of) && !isHidden(whole, base)
          return [id, isKept && !isTooFew(roundedRows[whole]?.numbers[base]) ? number : hidden]
        }
        return [id, isSmall(sizes[id] ?? 0) ? hidden : number]
      }),
    )
  })
}

const countsOf = (measures: readonly Measure[]): string[] =>
  measures.filter(({ kind }) => kind === 'count').map(({ id }) => id)

/**
 * The sums a reader can check: a column and its total, and columns of a row that add up to another of its columns.
 */
const sumsOf = (rows: readonly CountedRow[], measures: readonly Measure[]): Sum[] => {
  const total = rows.findIndex(({ isTotal }) => isTotal)
  const parts = rows.flatMap(({ isTotal }, row) => (isTotal ? [] : [row]))
  return measures.flatMap((measure): Sum[] => {
    if (measure.kind !== 'count') return []
    const { id, distinct, sumOf } = measure
    const down: Sum[] =
      total === -1 || parts.length === 0 || distinct !== undefined
        ? []
        : [{ whole: { row: total, id }, parts: parts.map((row) => ({ row, id })) }]
    const across: Sum[] =
      sumOf === undefined
        ? []
        : rows.map((_, row) => ({ whole: { row, id }, parts: sumOf.map((part) => ({ row, id: part })) }))
    return [...down, ...across]
  })
}
