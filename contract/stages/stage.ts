/** What the eight lists are called, and where they are. Which of them a pathway is on: place.ts. */

export const stages = [
  'awaitingAssessment',
  'awaitingWellbeing',
  'awaitingTreatment',
  'inTreatment',
  'inExercise',
  'awaitingFollowup',
  'awaitingSecondFollowup',
  'awaitingDischarge',
] as const
export type Stage = (typeof stages)[number]

export const stageTitles: Record<Stage, string> = {
  awaitingAssessment: 'Awaiting assessment',
  awaitingWellbeing: 'Awaiting wellbeing',
  awaitingTreatment: 'Awaiting treatment',
  inTreatment: 'In treatment',
  inExercise: 'In exercise',
  awaitingFollowup: 'Awaiting follow-up',
  awaitingSecondFollowup: 'Awaiting second follow-up',
  awaitingDischarge: 'Awaiting discharge',
}

/** Addresses of the work lists (specification). */
export const stageRoutes = {
  awaitingAssessment: 'awaiting-assessment',
  awaitingWellbeing: 'awaiting-wellbeing',
  awaitingTreatment: 'awaiting-treatment',
  inTreatment: 'in-treatment',
  inExercise: 'in-exercise',
  awaitingFollowup: 'awaiting-followup',
  awaitingSecondFollowup: 'awaiting-second-followup',
  awaitingDischarge: 'awaiting-discharge',
} as const satisfies Record<Stage, string>

/** The seven counters of the admissions home; in treatment has its count in the work-list menu. */
export const counterStages: readonly Stage[] = stages.filter((stage) => stage !== 'inTreatment')

/** The lists of people to be called: their target is days before and after the day of the call. */
export const isCallStage = (stage: Stage): boolean =>
  stage === 'awaitingFollowup' || stage === 'awaitingSecondFollowup'

/** The same of each list. */
export const forEachStage = <T>(make: (stage: Stage) => T): Record<Stage, T> =>
  Object.fromEntries(stages.map((stage) => [stage, make(stage)])) as Record<Stage, T>
