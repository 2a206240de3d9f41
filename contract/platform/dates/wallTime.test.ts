import { describe, expect, it } from 'vitest'
import { instantOf } from '../words/format.ts'
import { endOf, instantAt, londonClock } from './wallTime.ts'

describe('the instant at which the clocks show a time', () => {
  it.each([
    ['in winter', '2026-01-15', '10:30', '2026-01-15T10:30:00.000Z'],
    ['in summer', '2026-07-15', '10:30', '2026-07-15T09:30:00.000Z'],
    ['just after midnight in summer', '2026-07-15', '00:15', '2026-07-14T23:15:00.000Z'],
    ['before the last Sunday of March changes', '2026-03-29', '00:59', '2026-03-29T00:59:00.000Z'],
    ['that the last Sunday of March leaves out', '2026-03-29', '01:30', '2026-03-29T01:30:00.000Z'],
    ['after the last Sunday of March has changed', '2026-03-29', '02:00', '2026-03-29T01:00:00.000Z'],
    ['on the morning of the last Sunday of March', '2026-03-29', '10:30', '2026-03-29T09:30:00.000Z'],
    ['before the last Sunday of October changes', '2026-10-25', '00:30', '2026-10-24T23:30:00.000Z'],
    ['that the last Sunday of October has twice', '2026-10-25', '01:30', '2026-10-25T00:30:00.000Z'],
    ['after the last Sunday of October has changed', '2026-10-25', '02:00', '2026-10-25T02:00:00.000Z'],
    ['on the morning of the last Sunday of October', '2026-10-25', '10:30', '2026-10-25T10:30:00.000Z'],
    ['in a summer two hours ahead', '1947-05-20', '00:00', '1947-05-19T22:00:00.000Z'],
    ['in a winter of the war', '1941-12-20', '00:00', '1941-12-19T23:00:00.000Z'],
  ])('%s', (_, day, time, instant) => {
    expect(instantOf(instantAt(day, time))).toBe(instant)
  })
})

it.each([
  ['2026-01-15', '10:30', 45, '11:15'],
  ['2026-01-15', '23:30', 60, '00:30'],
  ['2026-03-29', '00:30', 60, '02:30'],
  ['2026-10-25', '00:30', 120, '01:30'],
  ['2026-10-25', '00:30', 60, '01:30'],
])('what begins on %s at %s and takes %i minutes ends at %s', (day, time, minutes, end) => {
  expect(endOf(day, time, minutes)).toBe(end)
})

it('shows what the clocks show', () => {
  expect(londonClock(instantAt('2026-03-29', '01:30'))).toEqual({ day: '2026-03-29', time: '02:30' })
  expect(londonClock(instantAt('2026-10-25', '01:30'))).toEqual({ day: '2026-10-25', time: '01:30' })
})
