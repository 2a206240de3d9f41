import { describe, expect, it } from 'vitest'
import { firstDifference, marksOf, type MarkedEvent } from './marks.ts'

const event = (id: number, letter = 'a'): MarkedEvent => ({ id, hash: Buffer.alloc(32, letter) })
const sealed = [event(2), event(5), event(9)]

describe('the first event that is not as it was sealed (DP-3)', () => {
  it.each<[string, MarkedEvent[], string | null]>([
    ['none', [event(2), event(5), event(9)], null],
    ['one in front', [event(1), event(2), event(5), event(9)], 'event 1 was added'],
    ['one between', [event(2), event(3), event(5), event(9)], 'event 3 was added'],
    ['one at the end', [event(2), event(5), event(9), event(10)], 'event 10 was added'],
    ['the first gone', [event(5), event(9)], 'event 2 is missing'],
    ['one between gone', [event(2), event(9)], 'event 5 is missing'],
    ['the last gone', [event(2), event(5)], 'event 9 is missing'],
    ['all gone', [], 'event 2 is missing'],
    ['another hash', [event(2), event(5, 'b'), event(9)], 'event 5 was changed'],
    ['the last with another hash', [event(2), event(5), event(9, 'b')], 'event 9 was changed'],
    ['one in the place of another', [event(2), event(4), event(9)], 'event 4 was added'],
    ['one put at a later number', [event(2), event(9), event(11)], 'event 5 is missing'],
    ['of several the first', [event(2, 'b'), event(9, 'b'), event(11)], 'event 2 was changed'],
    [
      'one with two digits after one with one',
      [event(2), event(5), event(9), event(100)],
      'event 100 was added',
    ],
  ])('%s', (_, events, words) => {
    expect(firstDifference(events, marksOf(sealed))).toBe(words)
  })

  it('is none where nothing was sealed and nothing is there', () => {
    expect(firstDifference([], marksOf([]))).toBeNull()
  })

  it('leaves out what is no whole mark', () => {
    expect(firstDifference(sealed, Buffer.concat([marksOf(sealed), Buffer.alloc(39)]))).toBeNull()
  })
})
