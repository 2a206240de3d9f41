import { expect, it } from 'vitest'
import type { QuestionsTold, ToldQuestions } from './questions.ts'
import { fallOfTold, followupOfTold, linesOfTold, whoTold } from './questionsTaken.ts'

const nothing: QuestionsTold = {
  ...{ occasion: 'call', words: { language: 'en', version: 'abc' }, isAllWell: false, falls: 0 },
  ...{ described: [], fallenInYear: null, unsteady: null, worried: null },
  ...{ confidence: null, exerciseDays: null, note: null },
}
const answer = (told: Partial<QuestionsTold>): ToldQuestions => ({
  ...{ id: 1, version: 1, toldAt: '2026-11-30T17:02:00Z', toldBy: null, settledAt: null, settledHow: null },
  told: { ...nothing, ...told },
})
const hurt = { hurt: true, longLie: false, ambulance: false }

it.each<[Partial<QuestionsTold>, string[]]>([
  [{}, ['No falls since the last contact']],
  [{ isAllWell: true }, ['No falls since the last contact', 'Ticked that all is well; not asked more']],
  [{ falls: 1, described: [hurt] }, ['1 fall since the last contact', 'Fall 1: hurt']],
  [{ falls: 3 }, ['3 or more falls since the last contact']],
  [{ falls: 3, fallCount: null }, ['3 or more falls since the last contact']],
  [{ falls: 3, fallCount: 3 }, ['3 falls since the last contact']],
  [{ falls: 3, fallCount: 7 }, ['7 falls since the last contact']],
  [
    { unsteady: false, confidence: 0 },
    ['No falls since the last contact', 'Feels unsteady: no', 'Confidence not to fall: 0 of 10'],
  ],
  [{ exerciseDays: 1 }, ['No falls since the last contact', 'Exercises at home on 1 day a week']],
])('%j is read by staff as %j', (told, lines) => {
  expect(linesOfTold(answer(told).told)).toEqual(lines)
})

it.each<[Partial<QuestionsTold>, object]>([
  [{}, { fallsSinceContact: '0', falls: [] }],
  [
    { falls: 1, described: [hurt] },
    { fallsSinceContact: '1', falls: [{ injury: true, longLie: false, ambulance: false }] },
  ],
  [{ falls: 3, fallCount: 7, described: [hurt] }, { fallsSinceContact: '7' }],
  [{ falls: 3 }, { fallsSinceContact: '3' }],
  [{ confidence: 0 }, { confidence: '0' }],
  [{ exerciseDays: 0 }, { exerciseHours: '0' }],
])('%j fills a call with %j', (told, fields) => {
  expect(followupOfTold(answer(told))).toMatchObject(fields)
})

it('fills no number that nobody told', () => {
  const fields = followupOfTold(answer({ exerciseDays: 3 }))
  expect(fields).not.toHaveProperty('exerciseHours')
  expect(fields).not.toHaveProperty('confidence')
})

it.each<[Partial<QuestionsTold>, object]>([
  [
    { falls: 1, described: [{ ...hurt, longLie: true }] },
    { how: 'one', longLie: 'yes' },
  ],
  [{ falls: 1, described: [hurt] }, { how: 'one' }],
  [{ falls: 0 }, { how: 'several', fallCount: '0' }],
  [{ falls: 3 }, { how: 'several', fallCount: '3' }],
  [
    { falls: 3, fallCount: 7 },
    { how: 'several', fallCount: '7' },
  ],
])('%j fills a fall with %j', (told, fields) => {
  expect(fallOfTold(answer(told))).toEqual(fields)
})

it('says who told it', () => {
  expect(whoTold({ toldBy: 'Harriet Vale', toldAt: '2026-11-30T17:02:00Z' })).toBe(
    'Said by Harriet Vale for the patient on 30/11/2026 17:02',
  )
})
