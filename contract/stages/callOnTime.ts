import { usualTargets } from './due.ts'

/**
 * Days before and after the day on which a follow-up call is due, in which it is on time. The usual ones, so that periods compare
 * whatever the lists of a service go by now.
 */
export const callWindowDays = usualTargets.awaitingFollowup

/** Said wherever calls on time are counted. */
export const callOnTimeWords = `A follow-up call is on time when the patient is reached within its window: the day on which the call is due, ${callWindowDays} days before and ${callWindowDays} after it, whatever targets the lists have.`
