import { describe, expect, it } from 'vitest'
import { fallAdvice, fallsInYear, fallsInYearInWords, mayBeRedFlag } from './fallReading.ts'

const today = '2026-06-15'
const one = (fallDate: string) => ({ fallDate, fallCount: null, periodFrom: null })
const several = (fallCount: number, periodFrom: string, fallDate: string) => ({
  fallDate,
  fallCount,
  periodFrom,
})

describe('the falls of the last 12 months', () => {
  it.each([
    ['none', [], 'No fall recorded in the last 12 months.'],
    ['one today', [one(today)], '1 fall recorded in the last 12 months.'],
    ['the day after a year ago', [one('2025-06-16')], '1 fall recorded in the last 12 months.'],
    ['a year ago to the day', [one('2025-06-15')], 'No fall recorded in the last 12 months.'],
    [
      'a number, with another fall outside its period',
      [one('2026-06-01'), several(3, '2026-03-01', '2026-05-31')],
      '4 falls recorded in the last 12 months.',
    ],
    [
      'a fall that is described and one of a number',
      [one('2026-05-31'), one('2026-03-01'), several(3, '2026-03-01', '2026-05-31')],
      '3 falls recorded in the last 12 months.',
    ],
    [
      'more falls described than were counted',
      [one('2026-05-01'), one('2026-05-02'), several(1, '2026-03-01', '2026-05-31')],
      '2 falls recorded in the last 12 months.',
    ],
    ['0 counted', [several(0, '2026-03-01', '2026-05-31')], 'No fall recorded in the last 12 months.'],
    [
      'a number of a period that began earlier',
      [several(4, '2025-01-01', '2025-12-31'), one('2025-10-01'), one('2025-02-01')],
      '1 fall recorded in the last 12 months, and up to 2 more of a period that began earlier.',
    ],
    [
      'a number of a period that ended earlier',
      [several(4, '2025-01-01', '2025-06-15')],
      'No fall recorded in the last 12 months.',
    ],
  ])('%s', (_what, falls, words) => {
    expect(fallsInYearInWords(fallsInYear(falls, today))).toBe(words)
  })
})

describe('what is said of a fall', () => {
  it.each([
    [{ injury: 'none', blackout: false, longLie: false }, [], false],
    [{ injury: 'minor', blackout: null }, [], false],
    [{ blackout: true }, [/^A blackout is a red flag.+loss of consciousness/], true],
    [{ injury: 'fracture' }, [/NG249.+bone health/], false],
    [{ injury: 'headInjury' }, [/anticoagulant/], true],
    [{ longLie: true, injury: 'fracture' }, [/bone health/, /^Over an hour on the floor/], true],
  ] as const)('%j', (fall, words, isOffered) => {
    const said = fallAdvice(fall)
    expect(said).toHaveLength(words.length)
    words.forEach((each, place) => expect(said[place]).toMatch(each))
    expect(mayBeRedFlag(fall)).toBe(isOffered)
  })
})
