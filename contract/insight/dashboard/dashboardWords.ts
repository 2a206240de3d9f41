import { addDays, type CalendarDate } from '../../platform/dates/dates.ts'
import type { Figure, FigureUnit, Trend } from './dashboard.ts'
import { formatMonth } from '../reportPeriod.ts'

/* The dashboard's numbers in words, for both the screen and paper, so that nothing relies on colour alone. */

const whole = new Intl.NumberFormat('en-GB')
const places = new Intl.NumberFormat('en-GB', { maximumFractionDigits: 1 })
const tenths = new Intl.NumberFormat('en-GB', { minimumFractionDigits: 1, maximumFractionDigits: 1 })

const daysWord = (value: number): string => (value === 1 ? 'day' : 'days')

const hundredths = new Intl.NumberFormat('en-GB', { minimumFractionDigits: 2, maximumFractionDigits: 2 })

/** 1,204; 83.3%; 12.5 days; 0.84. A dash if there was nothing to count. */
export const formatFigure = (value: number | null, unit: FigureUnit): string => {
  if (value === null) return '–'
  if (unit === 'percent') return `${tenths.format(value)}%`
  if (unit === 'rate') return hundredths.format(value)
  return unit === 'days' ? `${places.format(value)} ${daysWord(value)}` : whole.format(value)
}

export const unitWords: Record<FigureUnit, string> = {
  count: 'Number',
  percent: 'Per cent',
  days: 'Days',
  rate: 'A year',
}

export interface Movement {
  direction: 'up' | 'down' | 'same' | 'none'
  verdict: 'better' | 'worse' | null
  words: string
}

const arrows = { up: '↑', down: '↓', same: '=', none: '' } as const
export const arrowOf = ({ direction }: Movement): string => arrows[direction]

/** How a figure changed from the previous period. */
export const movementOf = ({
  value,
  before,
  unit,
  better,
}: Pick<Figure, 'value' | 'before' | 'unit' | 'better'>): Movement => {
  if (before === null) return { direction: 'none', verdict: null, words: 'Nothing to compare with' }
  const was = formatFigure(before, unit)
  if (value === null) return { direction: 'none', verdict: null, words: `Was ${was}` }
  if (value === before) return { direction: 'same', verdict: null, words: `No change from ${was}` }
  const direction = value > before ? 'up' : 'down'
  const verdict = better === null ? null : (better === 'higher') === (direction === 'up') ? 'better' : 'worse'
  const from = `${direction === 'up' ? 'Up' : 'Down'} from ${was}`
  return { direction, verdict, words: verdict === null ? from : `${from}: ${verdict}` }
}

/** Whether a target is met; null if there is no target or no value. */
export const targetOf = ({
  value,
  atMost,
  unit,
}: Pick<Figure, 'value' | 'atMost' | 'unit'>): { isMet: boolean | null; words: string } => {
  if (atMost === null) return { isMet: null, words: 'No target set' }
  const target = atMost === 0 ? 'Target: 0' : `Target: at most ${formatFigure(atMost, unit)}`
  if (value === null) return { isMet: null, words: target }
  const isMet = value <= atMost
  return { isMet, words: `${target}, ${isMet ? 'met' : 'not met'}` }
}

/** 'Nov 2026', with 'so far' if the month was not over on the last day counted. */
export const monthWords = (month: string, dateTo: CalendarDate): string =>
  dateTo.startsWith(month) && addDays(dateTo, 1).startsWith(month)
    ? `${formatMonth(month)} so far`
    : formatMonth(month)

const valuesOf = ({ months }: Pick<Trend, 'months'>): number[] =>
  months.flatMap(({ value }) => (value === null ? [] : [value]))

/** Median of the months, for a run chart; null if no month has a value. */
export const medianOf = (trend: Pick<Trend, 'months'>): number | null => {
  const values = valuesOf(trend).toSorted((a, b) => a - b)
  const middle = values.length / 2
  const [low, high] = [values[Math.ceil(middle) - 1], values[Math.floor(middle)]]
  return low === undefined || high === undefined ? null : Math.round(((low + high) / 2) * 10) / 10
}

/** Six months in a row on one side of the median indicate a shift rather than chance (the usual run chart rule). */
const shiftLength = 6

/**
 * How many of the latest months lie on one side of the median. Months on the median neither count nor end the run.
 */
const latestRun = (
  trend: Pick<Trend, 'months'>,
  median: number,
): { side: 'above' | 'below'; length: number } => {
  const off = valuesOf(trend).filter((value) => value !== median)
  const isAbove = (off.at(-1) ?? median) > median
  const ends = off.findLastIndex((value) => value > median !== isAbove)
  return { side: isAbove ? 'above' : 'below', length: off.length - 1 - ends }
}

/** The chart in a sentence or two: the median, and whether the latest months have shifted from it. */
export const trendWords = (trend: Pick<Trend, 'months' | 'unit'>): string => {
  const median = medianOf(trend)
  if (median === null) return 'Nothing was counted in these months.'
  const middle = `Median of the months: ${formatFigure(median, trend.unit)}.`
  const { side, length } = latestRun(trend, median)
  return length < shiftLength
    ? `${middle} The latest months show no lasting change.`
    : `${middle} The last ${length} months off it are all ${side} it: a lasting change.`
}
