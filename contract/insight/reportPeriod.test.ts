import { describe, expect, it } from 'vitest'
import { addDays } from '../platform/dates/dates.ts'
import { daysOfPeriod, movingPeriods, periodBefore, type MovingPeriod } from './reportPeriod.ts'

type Case = [period: MovingPeriod, day: string, dateFrom: string, dateTo: string]

const cases: Case[] = [
  ['lastMonth', '2026-03-31', '2026-02-01', '2026-02-28'],
  ['lastMonth', '2028-03-01', '2028-02-01', '2028-02-29'],
  ['lastMonth', '2026-01-15', '2025-12-01', '2025-12-31'],
  ['last3Months', '2026-01-15', '2025-10-01', '2025-12-31'],
  ['last3Months', '2026-05-31', '2026-02-01', '2026-04-30'],
  ['thisFinancialYear', '2026-03-31', '2025-04-01', '2026-03-31'],
  ['thisFinancialYear', '2026-04-01', '2026-04-01', '2026-04-01'],
  ['lastFinancialYear', '2026-03-31', '2024-04-01', '2025-03-31'],
  ['lastFinancialYear', '2026-04-01', '2025-04-01', '2026-03-31'],
  ['last12Months', '2026-11-21', '2025-11-22', '2026-11-21'],
  ['last12Months', '2028-02-29', '2027-03-01', '2028-02-29'],
]

/** What a schedule requests on the first of a month, when only the days before it are complete. */
const scheduled: Case[] = [
  ['lastMonth', '2026-04-01', '2026-03-01', '2026-03-31'],
  ['last3Months', '2026-04-01', '2026-01-01', '2026-03-31'],
  ['thisFinancialYear', '2026-04-01', '2025-04-01', '2026-03-31'],
  ['thisFinancialYear', '2026-05-01', '2026-04-01', '2026-04-30'],
  ['lastFinancialYear', '2026-04-01', '2025-04-01', '2026-03-31'],
  ['last12Months', '2026-04-01', '2025-04-01', '2026-03-31'],
  ['last12Months', '2028-03-01', '2027-03-01', '2028-02-29'],
]

describe('the days of a period', () => {
  it.each(cases)('%s on %s', (period, day, dateFrom, dateTo) => {
    expect(daysOfPeriod(period, day)).toEqual({ dateFrom, dateTo })
  })

  it.each(scheduled)('%s, asked for by the schedule of %s', (period, day, dateFrom, dateTo) => {
    expect(daysOfPeriod(period, day, addDays(day, -1))).toEqual({ dateFrom, dateTo })
  })

  it('are in order on every day of five years', () => {
    for (let day = '2024-01-01'; day < '2029-01-01'; day = addDays(day, 1))
      for (const period of movingPeriods) {
        const { dateFrom, dateTo } = daysOfPeriod(period, day)
        expect({ period, day, inOrder: dateFrom <= dateTo && dateTo <= day }).toEqual({
          period,
          day,
          inOrder: true,
        })
      }
  })
})

describe('the period before', () => {
  it.each([
    ['a month', '2026-03-01', '2026-03-31', '2026-02-01', '2026-02-28'],
    ['three months', '2026-01-01', '2026-03-31', '2025-10-01', '2025-12-31'],
    ['a financial year', '2025-04-01', '2026-03-31', '2024-04-01', '2025-03-31'],
    ['a year so far', '2026-04-01', '2026-04-20', '2026-03-12', '2026-03-31'],
    ['twelve weeks', '2026-08-31', '2026-11-22', '2026-06-08', '2026-08-30'],
    ['a day', '2026-03-01', '2026-03-01', '2026-02-28', '2026-02-28'],
  ])('of %s', (_, dateFrom, dateTo, from, to) => {
    expect(periodBefore({ dateFrom, dateTo })).toEqual({ dateFrom: from, dateTo: to })
  })
})
