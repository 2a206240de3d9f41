/* How an exercise plan ended. Only a completed plan is completion, in every report, funnel and letter. */

export const planEndings = [
  { code: 'completed', title: 'Completed' },
  { code: 'stopped', title: 'Stopped' },
  { code: 'elsewhere', title: 'Goes on elsewhere' },
] as const
export type PlanEnding = (typeof planEndings)[number]['code']
export const planEndingCodes = planEndings.map(({ code }) => code)

export const stoppedReasons = [
  { code: 'declined', title: 'Did not want to' },
  { code: 'unwell', title: 'Unwell' },
  { code: 'moved', title: 'Moved away' },
  { code: 'died', title: 'Died' },
  { code: 'commitments', title: 'Work, or caring for somebody' },
  { code: 'noContact', title: 'Could not be reached' },
  { code: 'serviceEnded', title: 'The service ended it' },
  { code: 'other', title: 'Other' },
] as const
export type StoppedReason = (typeof stoppedReasons)[number]['code']
export const stoppedReasonCodes = stoppedReasons.map(({ code }) => code)
export const stoppedReasonTitle = (reason: StoppedReason): string =>
  stoppedReasons.find(({ code }) => code === reason)?.title ?? reason

interface Ended {
  completedDate: string | null
  endedHow: PlanEnding | null
  stoppedReason: StoppedReason | null
  elsewhereTo: string | null
}

/** How the plan ended; null while it is open. A plan that ended before this was asked counts as completed. */
export const endingOf = ({
  completedDate,
  endedHow,
}: Pick<Ended, 'completedDate' | 'endedHow'>): PlanEnding | null =>
  completedDate === null ? null : (endedHow ?? 'completed')

/** Which of the fields that say how a plan ended belong to this ending; null is a plan that is open. */
export const fieldsOfEnding = (ending: PlanEnding | null) => ({
  endedHow: ending !== null,
  stoppedReason: ending === 'stopped',
  elsewhereTo: ending === 'elsewhere',
})

/** 'stopped: unwell', 'goes on elsewhere: Leisure centre', 'completed'; null while the plan is open. */
export const endingInWords = (plan: Ended): string | null => {
  const { stoppedReason, elsewhereTo } = plan
  const ending = endingOf(plan)
  if (ending === null) return null
  if (ending === 'stopped')
    return stoppedReason === null ? 'stopped' : `stopped: ${stoppedReasonTitle(stoppedReason).toLowerCase()}`
  if (ending === 'elsewhere')
    return elsewhereTo === null ? 'goes on elsewhere' : `goes on elsewhere: ${elsewhereTo}`
  return 'completed'
}
