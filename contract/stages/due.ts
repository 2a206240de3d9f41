import { addDays, daysBetween, type CalendarDate } from '../platform/dates/dates.ts'
import { callDueAfter } from './calls.ts'
import type { DueGroup } from './dueGroup.ts'
import { isCallStage, type Stage } from './stage.ts'

/*
 * What is due, and so what is late. It follows from the list, the day on which the wait began, the targets that the
 * service sets, and today (docs/reference/pathways.md). None of it is stored, so a new target applies at once and a passing day
 * moves nobody by mistake (decision 49).
 */

/**
 * Days that each list may take. For the two call lists: the days before and after its due day in which a call is on
 * time.
 */
export type StageTargets = Readonly<Record<Stage, number>>

/** The targets of a new service. */
export const usualTargets: StageTargets = {
  awaitingAssessment: 28,
  awaitingWellbeing: 28,
  awaitingTreatment: 28,
  inTreatment: 84,
  inExercise: 182,
  awaitingFollowup: 14,
  awaitingSecondFollowup: 14,
  awaitingDischarge: 14,
}

/** The day by which the next step is due; null if the start of the wait is unknown. */
export const dueOf = (
  stage: Stage,
  since: CalendarDate | null,
  targets: StageTargets,
): CalendarDate | null => {
  if (isCallStage(stage)) return callDueAfter(since)
  return since === null ? null : addDays(since, targets[stage])
}

const aMonday = '2024-01-01'

/** The Sunday of the week that a day is in. */
export const endOfWeek = (day: CalendarDate): CalendarDate => {
  const weekday = ((daysBetween(aMonday, day) % 7) + 7) % 7
  return addDays(day, 6 - weekday)
}

/** A row without a due day belongs to this week: somebody has to find its day. */
export const dueGroupOf = (
  stage: Stage,
  due: CalendarDate | null,
  targets: StageTargets,
  today: CalendarDate,
): DueGroup => {
  if (due === null) return 'thisWeek'
  const lastInTime = isCallStage(stage) ? addDays(due, targets[stage]) : due
  if (today > lastInTime) return 'late'
  return due <= endOfWeek(today) ? 'thisWeek' : 'later'
}

const days = (count: number): string => (count === 1 ? '1 day' : `${count} days`)

/** '12 days late', 'due today', 'due this week', 'due in 30 days'. */
export const dueInWords = (due: CalendarDate | null, group: DueGroup, today: CalendarDate): string => {
  if (due === null) return 'no date to count from'
  const past = daysBetween(due, today)
  if (group === 'late') return `${days(past)} late`
  if (past === 0) return 'due today'
  // A call whose day has passed but whose window is still open.
  if (past > 0) return 'due now'
  if (group === 'later') return `due in ${days(-past)}`
  return past === -1 ? 'due tomorrow' : 'due this week'
}

/**
 * The same groups as bounds for an index. On a call list they compare with the day on which the call is due, otherwise
 * with the day on which the wait began. Rows before `lateBefore` are late, rows after `laterAfter` are later, all
 * others are for this week.
 */
export const dueBounds = (
  stage: Stage,
  targets: StageTargets,
  today: CalendarDate,
): { lateBefore: CalendarDate; laterAfter: CalendarDate } => {
  const target = targets[stage]
  return isCallStage(stage)
    ? { lateBefore: addDays(today, -target), laterAfter: endOfWeek(today) }
    : { lateBefore: addDays(today, -target), laterAfter: addDays(endOfWeek(today), -target) }
}
