import { ageOn, type CalendarDate } from '../../platform/dates/dates.ts'
import { measureOf, valueInWords, type Measure, type MeasureCode } from './measures.ts'

/* What a value means, and how the latest value compares with the first, in words. None of it is stored. */

export interface Reading {
  says: string
  source: string
}

/** A result; the value null means unable. */
export interface Measured {
  measure: MeasureCode
  measuredDate: CalendarDate
  value: number | null
}

/** Facts besides the value that an interpretation may depend on. */
export interface About {
  dateOfBirth: CalendarDate | null
  /** National code of the gender: 1 is male, 2 female. */
  genderCode: string | null
  /** All results, so that a value can be compared with another of the same day. */
  all: readonly Measured[]
}

/**
 * Each row: the age from which it applies, then the limits for men and for women. Fewer stands than the limit are below
 * average (CDC STEADI).
 */
const chairStandRows = [
  [60, 14, 12],
  [65, 12, 11],
  [70, 12, 10],
  [75, 11, 10],
  [80, 10, 9],
  [85, 8, 8],
  [90, 7, 4],
] as const
const chairStandUntilAge = 94

const chairStand = (value: number, { dateOfBirth, genderCode }: About, day: CalendarDate): Reading | null => {
  if (dateOfBirth === null || (genderCode !== '1' && genderCode !== '2')) return null
  const age = ageOn(dateOfBirth, day)
  const row = chairStandRows.findLast(([from]) => age >= from)
  if (row === undefined || age > chairStandUntilAge) return null
  const [, men, women] = row
  const [least, whom] = genderCode === '1' ? [men, 'men'] : [women, 'women']
  return {
    says:
      value < least
        ? `Below average: under ${least} for ${whom} of this age`
        : `Not below average: ${least} or more for ${whom} of this age`,
    source: 'CDC STEADI',
  }
}

/**
 * A standing blood pressure is compared with the lying one of the same day. A drop of `from` or more is postural
 * hypotension.
 */
const lyingOf: Partial<Record<MeasureCode, { lying: MeasureCode; from: number }>> = {
  systolicStanding1: { lying: 'systolicLying', from: 20 },
  systolicStanding3: { lying: 'systolicLying', from: 20 },
  diastolicStanding1: { lying: 'diastolicLying', from: 10 },
  diastolicStanding3: { lying: 'diastolicLying', from: 10 },
}

const postural = (measure: MeasureCode, value: number, { all }: About, day: CalendarDate): Reading | null => {
  const against = lyingOf[measure]
  const lying = all.find((one) => one.measure === against?.lying && one.measuredDate === day)?.value
  if (against === undefined || lying == null) return null
  const fall = lying - value
  const source = 'RCP, lying and standing blood pressure'
  if (fall >= against.from)
    return { says: `Postural hypotension: ${fall} lower than lying, ${against.from} or more`, source }
  return {
    says: fall > 0 ? `${fall} lower than lying: under ${against.from}` : 'Not lower than lying',
    source,
  }
}

/** Null if there is no agreed interpretation, or if a fact it depends on is unknown. */
export const readingOf = ({ measure, value, measuredDate }: Measured, about: About): Reading | null => {
  if (value === null) return null
  if (measure === 'chairStand30') return chairStand(value, about, measuredDate)
  const band = measureOf(measure).bands?.find(({ to }) => value <= to)
  return band === undefined
    ? postural(measure, value, about, measuredDate)
    : { says: band.says, source: band.source }
}

/** How the latest recorded value compares with the first. It predicts nothing. */
export interface ChangeSince {
  is: 'better' | 'worse' | 'same' | 'neither'
  words: string
}

const same = (words: string): ChangeSince => ({ is: 'same', words })

/** Compares a profile digit by digit: better only if no digit is worse. */
const profileChange = (first: number, latest: number): ChangeSince => {
  const digits = [...String(first)].map((digit, place) => Number(String(latest)[place]) - Number(digit))
  const [better, worse] = [digits.filter((by) => by < 0).length, digits.filter((by) => by > 0).length]
  if (better === 0 && worse === 0) return same('No change')
  if (worse === 0) return { is: 'better', words: `Better in ${better} of 5` }
  if (better === 0) return { is: 'worse', words: `Worse in ${worse} of 5` }
  return { is: 'neither', words: `Better in ${better}, worse in ${worse} of 5` }
}

const rounded = (value: number, { decimals }: Measure): number => Number(value.toFixed(decimals))

export const changeBetween = (
  code: MeasureCode,
  first: number | null,
  latest: number | null,
): ChangeSince => {
  if (first === null || latest === null) {
    if (first === latest) return same('Unable both times')
    return first === null
      ? { is: 'better', words: 'Better: unable at first' }
      : { is: 'worse', words: 'Worse: now unable' }
  }
  if (code === 'eq5dProfile') return profileChange(first, latest)
  const measure = measureOf(code)
  const by = rounded(latest - first, measure)
  if (by === 0) return same('No change')
  const { better, matters } = measure
  const size = valueInWords(measure, Math.abs(by))
  if (matters !== undefined && Math.abs(by) < matters.by)
    return same(
      `No change that matters: ${size}, under ${valueInWords(measure, matters.by)} (${matters.source})`,
    )
  if (better === null) return { is: 'neither', words: `${by > 0 ? 'Up' : 'Down'} by ${size}` }
  return by > 0 === (better === 'higher')
    ? { is: 'better', words: `Better by ${size}` }
    : { is: 'worse', words: `Worse by ${size}` }
}
