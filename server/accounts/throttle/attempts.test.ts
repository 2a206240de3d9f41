import { describe, expect, it } from 'vitest'
import { accountRule, addressRule, mayTry, type AttemptRule } from './attempts.ts'

const second = 1000
const minute = 60 * second
/** This many failures, one a second, the last at 0. */
const failures = (count: number): number[] =>
  Array.from({ length: count }, (_, index) => (index - count + 1) * second)
const places = (count: number): number[] => Array.from({ length: count }, () => 0)

describe('AU-10: whether one more password is looked at', () => {
  it.each<[what: string, failed: number[], pending: number, now: number, rule: AttemptRule, answer: string]>([
    ['nothing before', [], 0, 0, accountRule, 'yes'],
    ['four failures', failures(4), 0, 1, accountRule, 'yes'],
    ['five failures, at once', failures(5), 0, 2 * second - 1, accountRule, 'no'],
    ['five failures, after two seconds', failures(5), 0, 2 * second, accountRule, 'yes'],
    ['six failures, after two seconds', failures(6), 0, 2 * second, accountRule, 'no'],
    ['nine failures, after 31 seconds', failures(9), 0, 31 * second, accountRule, 'no'],
    ['nine failures, after 32 seconds', failures(9), 0, 32 * second, accountRule, 'yes'],
    ['ten failures, after a minute', failures(10), 0, minute, accountRule, 'no'],
    ['ten failures, to the last second of the quarter', failures(10), 0, 15 * minute - 1, accountRule, 'no'],
    ['ten failures, after the quarter', failures(10), 0, 15 * minute, accountRule, 'yes'],
    ['ten being looked at', [], 10, 0, accountRule, 'wait'],
    ['nine being looked at', [], 9, 0, accountRule, 'yes'],
    ['four failures and six being looked at', failures(4), 6, 1, accountRule, 'wait'],
    ['29 failures from an address', failures(29), 0, 1, addressRule(30, 0), 'yes'],
    ['30 failures from an address', failures(30), 0, 14 * minute, addressRule(30, 0), 'no'],
    ['30 failures from an address, a quarter ago', failures(30), 0, 15 * minute, addressRule(30, 0), 'yes'],
    ['32 failures where one has signed in', failures(32), 0, 1, addressRule(30, 1), 'yes'],
    ['33 failures where one has signed in', failures(33), 0, 1, addressRule(30, 1), 'no'],
    ['119 failures where thirty have signed in', failures(119), 0, 1, addressRule(30, 30), 'yes'],
    ['120 failures where thirty have signed in', failures(120), 0, 1, addressRule(30, 30), 'no'],
    ['120 failures where a thousand have', failures(120), 0, 1, addressRule(30, 1000), 'no'],
    [
      'five failures where at most five may be and one has signed in',
      failures(5),
      0,
      1,
      addressRule(5, 1),
      'yes',
    ],
    ['six failures there', failures(6), 0, 1, addressRule(5, 1), 'no'],
  ])('%s', (_, failed, pending, now, rule, answer) => {
    expect(mayTry({ failed, pending: places(pending) }, rule, now)).toBe(answer)
  })
})
