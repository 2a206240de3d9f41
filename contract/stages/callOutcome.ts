/** How a call ended. It is a follow-up only if the patient was reached; all others are attempts. */
export const callOutcomes = [
  { code: 'reached', title: 'Reached' },
  { code: 'noAnswer', title: 'No answer' },
  { code: 'wrongNumber', title: 'Wrong number' },
  { code: 'ringBack', title: 'Asked to be rung back' },
  { code: 'declined', title: 'Declined' },
  { code: 'inHospital', title: 'In hospital' },
  { code: 'died', title: 'Died' },
  { code: 'spokeToOther', title: 'Spoke to somebody else' },
] as const
export type CallOutcome = (typeof callOutcomes)[number]['code']

export const outcomeCodes = callOutcomes.map(({ code }) => code)

/** A sender that does not know outcomes sends none, and means that the patient was reached (specification). */
export const isReached = (outcome: CallOutcome | null): boolean => outcome === null || outcome === 'reached'
export const outcomeTitle = (outcome: CallOutcome | null): string | null =>
  callOutcomes.find(({ code }) => code === outcome)?.title ?? null

/** Whether there is another attempt: nobody was reached, and the outcome does not forbid ringing again. */
export const isTriedAgain = (outcome: CallOutcome | null): boolean =>
  !isReached(outcome) && outcome !== 'declined' && outcome !== 'died'

/** Whether somebody said how the patient is: the patient, or the person who answered instead. */
export const isTold = (outcome: CallOutcome | null): boolean =>
  isReached(outcome) || outcome === 'spokeToOther'
