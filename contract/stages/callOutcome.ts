/** How a call ended. Only one in which the patient was reached is a follow-up; the others are attempts. */
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

/** A sender that knows no outcomes sends none, and means that the patient was reached (specification). */
export const isReached = (outcome: CallOutcome | null): boolean => outcome === null || outcome === 'reached'
export const outcomeTitle = (outcome: CallOutcome | null): string | null =>
  callOutcomes.find(({ code }) => code === outcome)?.title ?? null

/** Whether there is a next try after it: nobody was reached, and nothing says that the person is not to be rung. */
export const isTriedAgain = (outcome: CallOutcome | null): boolean =>
  !isReached(outcome) && outcome !== 'declined' && outcome !== 'died'

/** Whether somebody told how the person is, the person or who was spoken to instead. */
export const isTold = (outcome: CallOutcome | null): boolean =>
  isReached(outcome) || outcome === 'spokeToOther'
