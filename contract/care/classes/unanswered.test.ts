import { expect, it } from 'vitest'
import { instantAt } from '../../platform/dates/wallTime.ts'
import { answeredBy } from './unanswered.ts'

const at = (text: string): number => instantAt(text.slice(0, 10), text.slice(11))
/** A bank holiday on a Monday. */
const bankHolidayOn = (day: string) => (day === '2026-08-31' ? 'Summer bank holiday' : null)

it.each<[made: string, now: string, isLate: boolean]>([
  // Tuesday to Wednesday
  ['2026-08-25 10:00', '2026-08-26 09:50', false],
  ['2026-08-25 10:00', '2026-08-26 10:00', true],
  // Thursday afternoon to Friday afternoon, also if nobody looks before Saturday
  ['2026-08-27 16:00', '2026-08-28 15:50', false],
  ['2026-08-27 16:00', '2026-08-29 09:00', true],
  // Friday over a weekend with a bank holiday
  ['2026-08-28 11:00', '2026-08-29 17:50', false],
  ['2026-08-28 11:00', '2026-08-31 17:50', false],
  ['2026-08-28 11:00', '2026-09-01 10:50', false],
  ['2026-08-28 11:00', '2026-09-01 11:00', true],
  // Saturday: the whole of the next working day
  ['2026-08-29 11:00', '2026-09-01 17:50', false],
  ['2026-08-29 11:00', '2026-09-02 09:00', true],
  // A day on which clocks change
  ['2026-10-23 10:00', '2026-10-26 09:50', false],
  ['2026-10-23 10:00', '2026-10-26 10:00', true],
])('an offer of %s is unanswered for too long at %s: %s', (made, now, isLate) => {
  expect(at(made) <= answeredBy(at(now), bankHolidayOn)).toBe(isLate)
})
