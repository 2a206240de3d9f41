import { expect, it } from 'vitest'
import { bankHolidaysOf } from '../../platform/dates/bankHolidays.ts'
import { decideByOf } from './decideBy.ts'

const england = bankHolidaysOf('england', null)

it.each([
  ['Monday', '2026-11-30', '2026-12-02'],
  ['Thursday', '2026-11-26', '2026-11-30'],
  ['Friday', '2026-11-27', '2026-12-01'],
  ['Saturday', '2026-11-28', '2026-12-01'],
  ['Sunday', '2026-11-29', '2026-12-01'],
  ['the day before Christmas', '2026-12-24', '2026-12-30'],
  ['Maundy Thursday', '2026-04-02', '2026-04-08'],
])('two working days after %s', (_what, received, decideBy) => {
  expect(decideByOf(received, england)).toBe(decideBy)
})
