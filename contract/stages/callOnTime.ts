import { usualTargets } from './due.ts'

/**
 * A follow-up call is on time within this many days before or after its due day. These are the usual targets, so that
 * periods stay comparable whatever targets the service sets now.
 */
export const callWindowDays = usualTargets.awaitingFollowup

/** Shown wherever calls on time are counted. */
export const callOnTimeWords = `A follow-up call is on time when the patient is reached within its window: the day on which the call is due, ${callWindowDays} days before and ${callWindowDays} after it, whatever the targets of the lists.`
