import { addDays, type CalendarDate } from '../platform/dates/dates.ts'
import type { Figure, FigureUnit, Trend } from './dashboard.ts'
import { formatMonth } from './reportPeriod.ts'

/* What the numbers of the dashboard say, in words: on the screen and on paper alike, and never by colour alone. */

const whole = new Intl.NumberFormat('en-GB')
const places = new Intl.NumberFormat('en-GB', { maximumFractionDigits: 1 })
const tenths = new Intl.NumberFormat('en-GB', { minimumFractionDigits: 1, maximumFractionDigits: 1 })

const daysWord = (value: number): string => (value === 1 ? 'day' : 'days')

/** 1,204; 83.3%; 12.5 days. A dash where there was nothing to count. */
export const formatFigure = (value: number | null, unit: FigureUnit): string => {
  if (value === null) return '–'
  if (unit === 'percent') return `${tenths.format(value)}%`
  return unit === 'days' ? `${places.format(value)} ${daysWord(value)}` : whole.format(value)
}

export const unitWords: Record<FigureUnit, string> = { count: 'Number', percent: 'Per cent', days: 'Days' }

export interface Movement {
  direction: 'up' | 'down' | 'same' | 'none'
  verdict: 'better' | 'worse' | null
  words: string
}

const arrows = { up: '↑', down: '↓', same: '=', none: '' } as const
export const arrowOf = ({ direction }: Movement): string => arrows[direction]

/** How a figure moved since the period before. */
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

/** Whether a target is met; null where there is none, or nothing to hold against it. */
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

/** Nov 2026, and whether the month was over on the last day that is counted. */
export const monthWords = (month: string, dateTo: CalendarDate): string =>
  dateTo.startsWith(month) && addDays(dateTo, 1).startsWith(month)
    ? `${formatMonth(month)} so far`
    : formatMonth(month)

const valuesOf = ({ months }: Pick<Trend, 'months'>): number[] =>
  months.flatMap(({ value }) => (value === null ? [] : [value]))

/** The middle of the months, as a run chart draws it; null without any. */
export const medianOf = (trend: Pick<Trend, 'months'>): number | null => {
  const values = valuesOf(trend).toSorted((a, b) => a - b)
  const middle = values.length / 2
  const [low, high] = [values[Math.ceil(middle) - 1], values[Math.floor(middle)]]
  return low === undefined || high === undefined ? null : Math.round(((low + high) / 2) * 10) / 10
}

/** Six months in a row on one side of the median are a shift, and not chance (the usual rule of run charts). */
const shiftLength = 6

/** How many of the latest months lie on one side of the median; those on it neither count nor end the run. */
const latestRun = (
  trend: Pick<Trend, 'months'>,
  median: number,
): { side: 'above' | 'below'; length: number } => {
  const off = valuesOf(trend).filter((value) => value !== median)
  const isAbove = (off.at(-1) ?? median) > median
  const ends = off.findLastIndex((value) => value > median !== isAbove)
  return { side: isAbove ? 'above' : 'below', length: off.length - 1 - ends }
}

/** The chart in a sentence or two: the median, and whether the latest months have left it. */
export const trendWords = (trend: Pick<Trend, 'months' | 'unit'>): string => {
  const median = medianOf(trend)
  if (median === null) return 'Nothing was counted in these months.'
  const middle = `Median of the months: ${formatFigure(median, trend.unit)}.`
  const { side, length } = latestRun(trend, median)
  return length < shiftLength
    ? `${middle} The latest months show no lasting change.`
    : `${middle} The last ${length} months off it are all ${side} it: a lasting change.`
}
