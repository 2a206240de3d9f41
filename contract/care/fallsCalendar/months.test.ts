import { describe, expect, it } from 'vitest'
import type { FlagFacts } from '../../patients/flags/chips.ts'
import { addDays, addMonths, daysBetween } from '../../platform/dates/dates.ts'
import { askedOn, calendarMonth, calendarWay, daysAtRisk, monthToAsk, type CalendarFacts } from './months.ts'

describe('the months of a calendar', () => {
  it.each(['2026-01-31', '2025-11-30', '2024-02-29', '2026-03-28', '2026-10-24', '2026-06-15'])(
    'after care that ended on %s follow each other without a gap, twelve in a year',
    (ended) => {
      let before = ended
      for (let number = 1; number <= 12; number += 1) {
        const { periodFrom, periodTo } = calendarMonth(ended, number)
        expect(periodFrom).toBe(addDays(before, 1))
        expect(daysBetween(periodFrom, periodTo) + 1).toBeGreaterThanOrEqual(28)
        expect(daysBetween(periodFrom, periodTo) + 1).toBeLessThanOrEqual(31)
        before = periodTo
      }
      expect(before).toBe(addMonths(ended, 12))
    },
  )
})

describe('the month to ask about', () => {
  const careEndedOn = '2026-01-31'
  const agreedOn = '2026-01-15'
  const cases: [
    name: string,
    today: string,
    latest: [to: string, asked: string] | null,
    agreed: string,
    month: number | null,
  ][] = [
    ['none on the last day of the first month', '2026-02-28', null, agreedOn, null],
    ['the first on the day after', '2026-03-01', null, agreedOn, 1],
    ['not twice', '2026-03-02', ['2026-02-28', '2026-03-01'], agreedOn, null],
    ['the second a month later', '2026-04-01', ['2026-02-28', '2026-03-01'], agreedOn, 2],
    ['only the latest after a time away', '2026-06-05', ['2026-02-28', '2026-03-01'], agreedOn, 4],
    ['none soon after one that was late', '2026-04-01', ['2026-02-28', '2026-03-20'], agreedOn, null],
    ['the one that waited for that', '2026-04-10', ['2026-02-28', '2026-03-20'], agreedOn, 2],
    ['none that was over when they agreed', '2026-03-05', null, '2026-03-02', null],
    ['one that ended on the day before they agreed', '2026-03-01', null, '2026-03-01', 1],
    ['the next after they agreed', '2026-04-01', null, '2026-03-02', 2],
    ['the last after a year', '2027-02-01', ['2026-12-31', '2027-01-01'], agreedOn, 12],
    ['none after that', '2027-03-02', ['2026-12-31', '2027-01-01'], agreedOn, null],
    ['none after the last', '2027-02-20', ['2027-01-31', '2027-02-01'], agreedOn, null],
  ]
  it.each(cases)('is %s', (_, today, latest, agreed, month) => {
    const asked = latest === null ? null : { periodTo: latest[0], askedDate: latest[1] }
    expect(monthToAsk({ careEndedOn, agreedOn: agreed, latest: asked }, today)?.monthNumber ?? null).toBe(
      month,
    )
  })

  it('is asked about once a month, whatever the day on which care ended', () => {
    for (let day = 0; day < 366; day += 11) {
      const ended = addDays('2024-01-01', day)
      let latest: { periodTo: string; askedDate: string } | null = null
      const asked: string[] = []
      for (let on = ended; on <= addMonths(ended, 14); on = addDays(on, 1)) {
        const month = monthToAsk({ careEndedOn: ended, agreedOn: ended, latest }, on)
        if (month === null) continue
        expect(on).toBe(askedOn(month))
        asked.push(on)
        latest = { periodTo: month.periodTo, askedDate: on }
      }
      expect(asked).toHaveLength(12)
    }
  })
})

const noFlags: FlagFacts = {
  flags: [],
  ...{ consentRefusedDate: null, timeConsentRefused: null, deceasedDate: null },
  ...{ isSaidDead: false, isDeadInPds: false, isRestricted: false, hasSimilarName: false },
}
const person = (
  consent: Partial<NonNullable<CalendarFacts['consent']>> | null,
  more: Partial<CalendarFacts> = {},
): CalendarFacts => ({
  consent:
    consent === null
      ? null
      : { byText: false, byMail: false, byCall: false, isSilentNumber: false, ...consent },
  ...{ phoneMobile: '07700 900123', email: 'edna@example.org', flags: noFlags },
  ...more,
})
const refused = (category: string): FlagFacts => ({
  ...noFlags,
  flags: [
    {
      ...{ kind: 'consentRefused', category, detail: 'Said so', sinceDate: null, action: null },
      reviewDate: '2026-12-01',
    },
  ],
})

describe('the way in which somebody is asked', () => {
  const all = { texts: true, mails: true }
  const cases: [name: string, facts: CalendarFacts, sends: typeof all, way: string | null][] = [
    ['nobody who was not asked', person(null), all, null],
    ['nobody who stopped it', person({}), all, null],
    ['a text', person({ byText: true, byMail: true }), all, 'text'],
    ['a mail', person({ byMail: true }), all, 'mail'],
    ['a call', person({ byCall: true }), all, 'call'],
    ['a mail to a silent number', person({ byText: true, byMail: true, isSilentNumber: true }), all, 'mail'],
    [
      'a call where only texts to a silent number were agreed',
      person({ byText: true, isSilentNumber: true }),
      all,
      'call',
    ],
    [
      'a call without a mobile number',
      person({ byText: true }, { phoneMobile: '01632 960001' }),
      all,
      'call',
    ],
    ['a call without an address', person({ byMail: true }, { email: null }), all, 'call'],
    ['a call where no texts can be sent', person({ byText: true }), { texts: false, mails: true }, 'call'],
    [
      'nobody who died',
      person({ byText: true }, { flags: { ...noFlags, deceasedDate: '2026-05-01' } }),
      all,
      null,
    ],
    [
      'nobody who died as a record says',
      person({ byText: true }, { flags: { ...noFlags, isSaidDead: true } }),
      all,
      null,
    ],
    [
      'nobody who died as PDS says',
      person({ byCall: true }, { flags: { ...noFlags, isDeadInPds: true } }),
      all,
      null,
    ],
    [
      'nobody who refused to be contacted',
      person({ byText: true }, { flags: refused('contact') }),
      all,
      null,
    ],
    ['nobody who refused to be rung', person({ byCall: true }, { flags: refused('calls') }), all, null],
    [
      'whom a refusal to share does not concern',
      person({ byText: true }, { flags: refused('sharing') }),
      all,
      'text',
    ],
  ]
  it.each(cases)('is %s', (_, facts, sends, way) => {
    expect(calendarWay(facts, sends)).toBe(way)
  })
})

it.each<[endedOn: string | null, days: number]>([
  [null, 31],
  ['2026-04-01', 31],
  ['2026-03-31', 31],
  ['2026-03-10', 10],
  ['2026-03-01', 1],
  ['2026-02-20', 0],
])('days at risk of a month that is ended on %s', (endedOn, days) => {
  expect(daysAtRisk({ periodFrom: '2026-03-01', periodTo: '2026-03-31' }, endedOn)).toBe(days)
})
