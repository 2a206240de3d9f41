import { z } from 'zod'

/**
 * The user has confirmed what is unusual about a save. A screen that can ask sends false first. A sender that omits the
 * field is not asked (decision 56).
 */
export const unusualConfirmed = z.boolean().optional()

/**
 * Younger people are seldom referred to a falls service, so the user must confirm a date of birth that gives a lower
 * age.
 */
export const usualAgeFrom = 50

/** The user must confirm a record dated more than this many days before its referral. */
export const usualDaysBeforeReferral = 28

/** The message returned when a save needs confirmation. All such questions have this form. */
export const unusualQuestion = (questions: readonly string[]): string =>
  `${questions.join(' ')} Tick to save it all the same.`
