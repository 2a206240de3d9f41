import { expect, it } from 'vitest'
import { assessEligibility, type Eligibility } from './eligibility.ts'
import type { ToldAnswers } from './told.ts'

const day = '2026-11-30'
const [aged80, aged60, aged49] = ['1946-11-30', '1966-11-30', '1976-12-01']
const answeredNo: ToldAnswers = {
  injured: 'no',
  blackout: 'no',
  couldNotGetUp: 'no',
  longLie: 'no',
  frail: 'no',
}

const cases: [
  what: string,
  born: string | null,
  answers: ToldAnswers,
  expected: Eligibility,
  reasons: string[],
][] = [
  ['80, two falls', aged80, { falls: 'more' }, 'comprehensive', ['two or more falls in the last year']],
  ['80, one fall and frail', aged80, { falls: 'one', frail: 'yes' }, 'comprehensive', ['lives with frailty']],
  ['80, one fall, hurt', aged80, { falls: 'one', injured: 'yes' }, 'comprehensive', ['injured in a fall']],
  [
    '80, could not get up, number of falls not said',
    aged80,
    { couldNotGetUp: 'yes' },
    'comprehensive',
    ['could not get up without help'],
  ],
  ['80, blackout', aged80, { blackout: 'yes' }, 'comprehensive', ['blacked out, or does not know why']],
  ['80, long lie', aged80, { longLie: 'yes' }, 'comprehensive', ['over an hour on the floor']],
  [
    '80, frail without a fall',
    aged80,
    { ...answeredNo, falls: 'none', frail: 'yes' },
    'notNamed',
    ['no fall in the last year'],
  ],
  ['80, frail, falls not known', aged80, { ...answeredNo, frail: 'yes' }, 'unclear', []],
  [
    '80, one fall, unsteady, all else no',
    aged80,
    { ...answeredNo, falls: 'one', unsteady: 'yes' },
    'exercise',
    ['one fall', 'unsteady'],
  ],
  [
    '80, one fall, all else no',
    aged80,
    { ...answeredNo, falls: 'one' },
    'notNamed',
    ['one fall, none of the reasons'],
  ],
  ['80, one fall, nothing else said', aged80, { falls: 'one' }, 'unclear', []],
  ['80, nothing said', aged80, {}, 'unclear', []],
  [
    '60 with a condition, two falls',
    aged60,
    { falls: 'more', condition: 'yes' },
    'comprehensive',
    ['two or more falls in the last year'],
  ],
  [
    '60, two falls, condition not said',
    aged60,
    { falls: 'more' },
    'unclear',
    ['two or more falls in the last year'],
  ],
  [
    '60 without a condition',
    aged60,
    { falls: 'more', condition: 'no' },
    'notNamed',
    ['under 65, no condition'],
  ],
  ['49', aged49, { falls: 'more', condition: 'yes' }, 'notNamed', ['under 50']],
  ['age not known, two falls', null, { falls: 'more' }, 'unclear', ['two or more falls in the last year']],
]

it.each(cases)('%s', (_what, dateOfBirth, answers, eligibility, reasons) => {
  const person = { familyName: 'Tranter', dateOfBirth, nhsNumber: null }
  expect(assessEligibility({ person, answers }, day)).toMatchObject({ eligibility, reasons })
})

it('says what is not known', () => {
  const person = { familyName: 'Tranter', dateOfBirth: null, nhsNumber: null }
  expect(assessEligibility({ person, answers: {} }, day).missing).toEqual([
    'date of birth',
    'falls in the last year',
    'injured in a fall',
    'blacked out, or does not know why',
    'could not get up without help',
    'over an hour on the floor',
    'lives with frailty',
  ])
})
