import { ageOn, type CalendarDate } from '../../platform/dates/dates.ts'
import type { Told } from './told.ts'

/*
 * Whom NICE NG249 (April 2025) offers a comprehensive falls assessment: people of 65 or more, and of 50 to 64 with a
 * condition that raises the risk, who fell in the last year and were injured, blacked out, could not get up without
 * help, fell twice or more, or live with frailty. It is a prompt for the person who decides, never a score.
 */

export const eligibilities = [
  { code: 'comprehensive', title: 'Comprehensive assessment to be offered' },
  { code: 'exercise', title: 'Fell once and is unsteady: exercise to be offered' },
  { code: 'notNamed', title: 'No reason that NG249 names' },
  { code: 'unclear', title: 'Not enough is known' },
] as const
export type Eligibility = (typeof eligibilities)[number]['code']
export const eligibilityCodes = eligibilities.map(({ code }) => code)

export const eligibilityTitle = (eligibility: Eligibility): string =>
  eligibilities.find(({ code }) => code === eligibility)?.title ?? eligibility

export interface Assessed {
  eligibility: Eligibility
  /** What speaks for it, in words. */
  reasons: string[]
  /** What is not known and could change it, in words. */
  missing: string[]
}

const reasonWords = {
  injured: 'injured in a fall',
  blackout: 'blacked out, or does not know why',
  couldNotGetUp: 'could not get up without help',
  longLie: 'over an hour on the floor',
  frail: 'lives with frailty',
} as const
type Reason = keyof typeof reasonWords
const reasonNames = Object.keys(reasonWords) as Reason[]

/** @param day the day on which the referral was received */
export const assessEligibility = (
  { person, answers }: Pick<Told, 'person' | 'answers'>,
  day: CalendarDate,
): Assessed => {
  const { falls, unsteady, condition } = answers
  const age = person.dateOfBirth == null ? null : ageOn(person.dateOfBirth, day)
  if (age !== null && (age < 50 || (age < 65 && condition === 'no')))
    return {
      eligibility: 'notNamed',
      reasons: [age < 50 ? 'under 50' : 'under 65, no condition'],
      missing: [],
    }
  const named = reasonNames.filter((name) => answers[name] === 'yes')
  // Who was hurt, blacked out or lay on the floor has fallen, whatever was ticked.
  const hasFallen = falls === 'one' || falls === 'more' || named.some((name) => name !== 'frail')
  const reasons = [
    ...(falls === 'more' ? ['two or more falls in the last year'] : []),
    ...(hasFallen ? named.map((name) => reasonWords[name]) : []),
  ]
  const missing = [
    ...(age === null ? ['date of birth'] : []),
    ...(age !== null && age < 65 && condition !== 'yes' ? ['a condition that raises the risk'] : []),
    ...(!hasFallen && falls !== 'none' ? ['falls in the last year'] : []),
  ]
  if (reasons.length > 0)
    return { eligibility: missing.length > 0 ? 'unclear' : 'comprehensive', reasons, missing }
  if (falls === 'none') return { eligibility: 'notNamed', reasons: ['no fall in the last year'], missing: [] }
  const open = reasonNames.filter((name) => answers[name] !== 'no').map((name) => reasonWords[name])
  if (missing.length + open.length > 0)
    return { eligibility: 'unclear', reasons, missing: [...missing, ...open] }
  return unsteady === 'yes'
    ? { eligibility: 'exercise', reasons: ['one fall', 'unsteady'], missing: [] }
    : { eligibility: 'notNamed', reasons: ['one fall, none of the reasons'], missing: [] }
}
