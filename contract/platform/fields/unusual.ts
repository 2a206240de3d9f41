import { z } from 'zod'

/**
 * The person saw what is unusual about a save and means it. A screen that asks sends false at first; a sender that knows
 * nothing of it is not asked (decision 56).
 */
export const unusualConfirmed = z.boolean().optional()

/** Younger people are seldom referred to a falls service, so a birth date that says so is asked about. */
export const usualAgeFrom = 50

/** A record dated more days before its referral is asked about. */
export const usualDaysBeforeReferral = 28

/** What is answered to a save that asked, in the one form that all such questions have. */
export const unusualQuestion = (questions: readonly string[]): string =>
  `${questions.join(' ')} Tick to save it all the same.`
