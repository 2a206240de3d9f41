import { describe, expect, it } from 'vitest'
import { isWeekday } from '../../platform/dates/workingDays.ts'
import type { CallOutcome } from '../../stages/callOutcome.ts'
import { callOffer, nextTimeAfter, nextTryAfter, triesSince } from './callTries.ts'

let calls = 0
const call = (
  callDate: string,
  outcome: CallOutcome | null = 'noAnswer',
  letterSentDate: string | null = null,
) => {
  calls += 1
  return { id: calls, callDate, outcome, letterSentDate }
}
const from = '2026-03-02'

describe('the next try', () => {
  it.each([
    ['a Monday', '2026-03-09', 0, '2026-03-10'],
    ['a Friday', '2026-03-13', 0, '2026-03-16'],
    ['a Saturday', '2026-03-14', 0, '2026-03-16'],
    ['a Monday, after an earlier try', '2026-03-09', 1, '2026-03-12'],
    ['a Thursday, after an earlier try', '2026-03-12', 1, '2026-03-17'],
    ['a Sunday, after two earlier tries', '2026-03-15', 2, '2026-03-18'],
  ])('after a try on %s is on a working day', (_, day, earlier, next) => {
    expect(nextTryAfter(day, earlier)).toBe(next)
    expect(isWeekday(next)).toBe(true)
  })

  it('is at another time of day from the second try on', () => {
    expect([nextTimeAfter(9, 0), nextTimeAfter(9, 1), nextTimeAfter(15, 1), nextTimeAfter(18, 4)]).toEqual([
      null,
      'afternoon',
      'morning',
      'morning',
    ])
  })
})

describe('tries', () => {
  it('are the calls since the patient was last reached, from the day from which calls count', () => {
    const all = [
      call('2026-02-20'),
      call('2026-06-01'),
      call('2026-06-02', 'reached'),
      call('2026-09-03', 'wrongNumber'),
      call('2026-09-02'),
    ]
    expect(triesSince(all, from).map(({ callDate }) => callDate)).toEqual(['2026-09-02', '2026-09-03'])
    expect(triesSince(all.slice(0, 2), from).map(({ callDate }) => callDate)).toEqual(['2026-06-01'])
    expect(triesSince(all, null)).toEqual([])
  })

  it('on one day come before the call that reached somebody then', () => {
    expect(triesSince([call('2026-06-01'), call('2026-06-01', null)], from)).toEqual([])
  })
})

describe('what is offered', () => {
  const three = [call('2026-06-01'), call('2026-06-02', 'wrongNumber'), call('2026-06-05', 'spokeToOther')]
  const letter = (day: string) => [...three, call('2026-06-08', 'noAnswer', day)]
  it.each([
    ['nothing before any try', [], null],
    ['nothing after two tries', three.slice(0, 2), null],
    ['nothing after three tries on two days', [...three.slice(0, 2), call('2026-06-02')], null],
    ['the letter after three tries on three days', three, 'letter'],
    ['nothing once the patient is reached', [...three, call('2026-06-09', 'reached')], null],
    ['waiting after the letter', letter('2026-06-17'), 'wait'],
    ['discharge when the letter is 14 days old', letter('2026-06-16'), 'discharge'],
    ['discharge for somebody who declined', [call('2026-06-01', 'declined')], 'declined'],
    [
      'nothing where a death was told, which has its own list',
      [...three.slice(0, 2), call('2026-06-09', 'died')],
      null,
    ],
  ] as const)('is %s', (_, all, what) => {
    expect(callOffer(all, from, '2026-06-30')?.what ?? null).toBe(what)
  })
})
