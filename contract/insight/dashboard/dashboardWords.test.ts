import { describe, expect, it } from 'vitest'
import type { Figure } from './dashboard.ts'
import {
  arrowOf,
  formatFigure,
  medianOf,
  monthWords,
  movementOf,
  targetOf,
  trendWords,
} from './dashboardWords.ts'

type Moved = Pick<Figure, 'value' | 'before' | 'unit' | 'better'>

describe('how a figure moved', () => {
  const cases: [of: Moved, arrow: string, words: string][] = [
    [{ value: 12, before: 10, unit: 'count', better: null }, '↑', 'Up from 10'],
    [{ value: 1204, before: 2040, unit: 'count', better: 'lower' }, '↓', 'Down from 2,040: better'],
    [{ value: 30.5, before: 28, unit: 'days', better: 'lower' }, '↑', 'Up from 28 days: worse'],
    [{ value: 80, before: 83.3, unit: 'percent', better: 'higher' }, '↓', 'Down from 83.3%: worse'],
    [{ value: 90, before: 83.3, unit: 'percent', better: 'higher' }, '↑', 'Up from 83.3%: better'],
    [{ value: 0, before: 0, unit: 'count', better: 'lower' }, '=', 'No change from 0'],
    [{ value: 1, before: null, unit: 'days', better: 'lower' }, '', 'Nothing to compare with'],
    [{ value: null, before: 1, unit: 'days', better: 'lower' }, '', 'Was 1 day'],
    [{ value: 0.84, before: 1.5, unit: 'rate', better: 'lower' }, '↓', 'Down from 1.50: better'],
  ]
  it.each(cases)('%j', (figure, arrow, words) => {
    const movement = movementOf(figure)
    expect({ arrow: arrowOf(movement), words: movement.words }).toEqual({ arrow, words })
  })
})

describe('the target of a figure', () => {
  const cases: [of: Pick<Figure, 'value' | 'atMost' | 'unit'>, isMet: boolean | null, words: string][] = [
    [{ value: 28, atMost: 28, unit: 'days' }, true, 'Target: at most 28 days, met'],
    [{ value: 28.5, atMost: 28, unit: 'days' }, false, 'Target: at most 28 days, not met'],
    [{ value: 0, atMost: 0, unit: 'count' }, true, 'Target: 0, met'],
    [{ value: 1, atMost: 0, unit: 'count' }, false, 'Target: 0, not met'],
    [{ value: null, atMost: 28, unit: 'days' }, null, 'Target: at most 28 days'],
    [{ value: 5, atMost: null, unit: 'count' }, null, 'No target set'],
  ]
  it.each(cases)('%j', (figure, isMet, words) => {
    expect(targetOf(figure)).toEqual({ isMet, words })
  })
})

describe('a run of months', () => {
  const monthsOf = (...values: (number | null)[]) =>
    values.map((value, place) => ({ month: `2026-${String(place + 1).padStart(2, '0')}`, value }))

  it('has the median of the months in which something was counted', () => {
    expect(medianOf({ months: monthsOf(3, null, 1, 2) })).toBe(2)
    expect(medianOf({ months: monthsOf(4, 1, 2, 3) })).toBe(2.5)
    expect(medianOf({ months: monthsOf(null) })).toBeNull()
  })

  const lasting = 'The last 6 months off it are all above it: a lasting change.'
  const chance = 'The latest months show no lasting change.'
  const cases: [name: string, values: (number | null)[], says: string][] = [
    ['six on one side are a lasting change', [1, 2, 1, 2, 1, 2, 8, 9, 8, 9, 8, 9], lasting],
    ['five are not', [1, 2, 1, 2, 1, 2, 1, 8, 9, 8, 9, 8], chance],
    [
      'one on the median neither counts nor ends a run',
      [1, 1, 1, 1, 1, 1, 5, 8, 8, 8, 5, 8, 8, 8, 5],
      lasting,
    ],
    ['an empty month does not end it', [1, 2, 1, 2, 1, 2, 8, 9, 8, null, 9, 8, 9], lasting],
    ['all alike', [4, 4, 4], chance],
  ]
  it.each(cases)('%s', (_, values, says) => {
    expect(trendWords({ months: monthsOf(...values), unit: 'count' })).toContain(says)
  })

  it('says when nothing was counted', () => {
    expect(trendWords({ months: monthsOf(null, null), unit: 'days' })).toBe(
      'Nothing was counted in these months.',
    )
  })

  it('says which month is not over', () => {
    expect(monthWords('2026-11', '2026-11-22')).toBe('Nov 2026 so far')
    expect(monthWords('2026-11', '2026-11-30')).toBe('Nov 2026')
    expect(monthWords('2026-10', '2026-11-22')).toBe('Oct 2026')
  })
})

it('a value without anything to count is a dash, and 0 is 0', () => {
  expect([formatFigure(null, 'percent'), formatFigure(0, 'percent'), formatFigure(1, 'days')]).toEqual([
    '–',
    '0.0%',
    '1 day',
  ])
})
