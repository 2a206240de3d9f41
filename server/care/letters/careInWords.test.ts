import { describe, expect, it } from 'vitest'
import type { MeasureRecord } from '../../../contract/pathways/records/measure.ts'
import type { MeasureCode } from '../../../contract/pathways/records/measures.ts'
import { bloodPressureOf, measuresInWords, unansweredReview } from './careInWords.ts'

/* Two results on one day, repeats and gaps: the value stored first is not always the right one. */

const about = { dateOfBirth: null, genderCode: null }

/**
 * Sorted as records are read: latest first.
 * @param results in the order in which they were recorded
 */
const read = (results: readonly (readonly [day: string, measure: MeasureCode, value: number | null])[]) =>
  results
    .map(
      ([measuredDate, measure, value], id) =>
        ({ id, measuredDate, measure, value }) as unknown as MeasureRecord,
    )
    .toReversed()

describe('the blood pressure of a letter', () => {
  const of = (results: Parameters<typeof read>[0]) => {
    const records = read(results)
    return bloodPressureOf(records, { ...about, all: records })
  }
  const [june, november] = ['2026-06-12', '2026-11-18']

  it('is the last set of a day, and its fall is worked out from that set alone', () => {
    const repeated = of([
      [june, 'systolicLying', 130],
      [june, 'systolicStanding1', 125],
      [june, 'systolicLying', 140],
      [june, 'systolicStanding1', 110],
    ])
    expect(repeated).toMatchObject({ drop: 'systolic 30 mmHg lower' })
    expect(repeated?.words).toContain('lying 140/–, standing after 1 minute 110/–')
    const steady = of([
      [june, 'systolicLying', 150],
      [june, 'systolicStanding1', 145],
      [june, 'systolicLying', 170],
      [june, 'systolicStanding1', 165],
    ])
    expect(steady?.drop).toBeNull()
  })

  it('stays that of the day on which the person stood up, when only a lying one follows', () => {
    const found = of([
      [june, 'systolicLying', 150],
      [june, 'systolicStanding3', 110],
      [november, 'systolicLying', 136],
    ])
    expect(found).toMatchObject({ day: june, drop: 'systolic 40 mmHg lower' })
  })

  it('says who could not stand, and names the greatest fall of the upper value', () => {
    expect(
      of([
        [june, 'systolicLying', 150],
        [june, 'systolicStanding1', null],
      ])?.words,
    ).toContain('lying 150/–, standing after 1 minute: unable')
    expect(
      of([
        [june, 'systolicLying', 148],
        [june, 'diastolicLying', 82],
        [june, 'systolicStanding1', 122],
        [june, 'diastolicStanding1', 62],
        [june, 'systolicStanding3', 126],
      ])?.drop,
    ).toBe('systolic 26 mmHg lower')
    expect(of([])).toBeNull()
  })
})

it('of two results of one day the one recorded later is the latest', () => {
  const records = read([
    ['2026-06-12', 'timedUpAndGo', 20],
    ['2026-06-12', 'timedUpAndGo', 13],
  ])
  expect(measuresInWords(records, { ...about, all: records })[0]).toMatch(
    /20 s on .*, then 13 s on .*Better by 7 s/,
  )
})

describe('a medicines review that was asked for', () => {
  const review = (reviewAskedDate: string | null, reviewDoneDate: string | null) =>
    ({ reviewAskedDate, reviewDoneDate }) as Parameters<typeof unansweredReview>[0][number]
  const asked = review('2026-08-03', null)
  it.each([
    ['nothing was asked for', [review(null, null)], undefined],
    ['it was not answered', [asked], asked],
    ['a later entry asks for nothing', [review(null, null), asked], asked],
    ['a later entry has the answer', [review(null, '2026-09-01'), asked], undefined],
    ['it was answered where it was asked for', [review('2026-08-03', '2026-08-20')], undefined],
    ['it was asked for again', [asked, review('2026-05-01', '2026-05-20')], asked],
  ])('%s', (_, reviews, unanswered) => expect(unansweredReview(reviews)).toBe(unanswered))
})
