/** The names and addresses of the eight lists. Which list a pathway is on: place.ts. */

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

/** The seven counters of the admissions home. In treatment has its count in the work-list menu. */
export const counterStages: readonly Stage[] = stages.filter((stage) => stage !== 'inTreatment')

/** The lists of patients to be called. Their target is the number of days before and after the due day of the call. */
export const isCallStage = (stage: Stage): boolean =>
  stage === 'awaitingFollowup' || stage === 'awaitingSecondFollowup'

export const forEachStage = <T>(make: (stage: Stage) => T): Record<Stage, T> =>
  Object.fromEntries(stages.map((stage) => [stage, make(stage)])) as Record<Stage, T>
