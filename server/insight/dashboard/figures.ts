import type { Figure } from '../../../contract/insight/dashboard/dashboard.ts'
import type { StageTargets } from '../../../contract/stages/due.ts'
import type { Stage } from '../../../contract/stages/stage.ts'
import { callsOnTime } from '../catalogue/callWindows.ts'
import { waitingForPlace } from '../catalogue/classWaits.ts'
import { completionFunnel } from '../catalogue/completionFunnel.ts'
import { discharges } from '../catalogue/discharges.ts'
import { exerciseActivity } from '../catalogue/exerciseActivity.ts'
import { fallsCalendar } from '../catalogue/fallsCalendar.ts'
import { sinceCareEnded } from '../catalogue/fallsPerYear.ts'
import { referralWaits } from '../catalogue/referralWaits.ts'
import { referralsReceived } from '../catalogue/referralsReceived.ts'
import { telephoneFollowups } from '../catalogue/telephoneFollowups.ts'
import { waitingTimes } from '../catalogue/waitingTimes.ts'
import type { CountedSection, Report } from '../reports/definition.ts'

/** One number of a report, and how the dashboard presents it. */
export interface FigureChoice extends Pick<Figure, 'id' | 'title' | 'part' | 'unit' | 'better'> {
  report: Report
  section: CountedSection
  /** The value of the section's single group; null for the total. */
  row: string | null
  column: string
  /**
   * Another count of the section to show with the figure; its value is null if it is hidden. Such a figure has no
   * target.
   */
  beside?: { column: string; words: (count: number | null) => string }
  /** The list whose target in days applies, or 'none' if the target is zero. */
  target?: Stage | 'none'
  /**
   * The figure describes the state at the end of the period, not events on a day, so its facts have no `day` column.
   */
  isSnapshot?: true
  /** Also shown month by month, so its facts have a `month` column. */
  hasTrend?: true
}

/** @throws if the report has no such section; this happens at start-up, not when a user opens the dashboard */
export const sectionOf = (report: Report, title: string): CountedSection => {
  const found = report.sections.find((section) => section.title === title)
  if (found === undefined || found.kind === 'listed') throw new Error(`${report.name} counts no ${title}`)
  return found
}

const waits = { report: waitingTimes, section: sectionOf(waitingTimes, 'Waits by step'), column: 'median' }
export const waitingSection = sectionOf(referralWaits, 'Still waiting')
/**
 * People waiting for care of any kind, whether or not they have been seen: used for their number and for the longest
 * waits.
 */
export const waitingRow = 'whole'
export const funnelSection = sectionOf(completionFunnel, 'Steps, by month of referral')
export const funnelSteps = ['referred', 'eligible', 'enrolled', 'completed'] as const
const stillWaiting = {
  report: referralWaits,
  section: waitingSection,
  row: 'firstContact',
  isSnapshot: true,
} as const
const referrals = { report: referralsReceived, section: sectionOf(referralsReceived, 'By month'), row: null }

/** At most fifteen, to fit on one page. Anything more belongs in a report. */
export const figureChoices: readonly FigureChoice[] = [
  {
    ...referrals,
    ...{ id: 'referrals', title: 'Referrals received', part: 'Referrals', unit: 'count', better: null },
    column: 'referrals',
    hasTrend: true,
  },
  {
    ...referrals,
    ...{ id: 'accepted', title: 'Accepted, of those decided', part: 'Referrals', unit: 'percent' },
    ...{ better: null, column: 'acceptedPercent' },
    beside: {
      column: 'undecided',
      words: (count) => (count === 1 ? '1 is not decided yet' : `${count ?? 'A few'} are not decided yet`),
    },
  },
  {
    ...waits,
    ...{ id: 'waitFrat', title: 'Referral to FRAT, median', part: 'Waits that ended', unit: 'days' },
    ...{ better: 'lower', row: 'Referral to FRAT', target: 'awaitingAssessment', hasTrend: true },
  },
  {
    ...waits,
    ...{ id: 'waitWellbeing', title: 'FRAT to wellbeing, median', part: 'Waits that ended', unit: 'days' },
    ...{ better: 'lower', row: 'FRAT to wellbeing assessment', target: 'awaitingWellbeing' },
  },
  {
    ...waits,
    ...{ id: 'waitTreatment', title: 'Wellbeing to treatment, median', part: 'Waits that ended' },
    ...{ unit: 'days', better: 'lower', row: 'Wellbeing assessment to treatment' },
    ...{ target: 'awaitingTreatment', hasTrend: true },
  },
  {
    ...stillWaiting,
    ...{ id: 'waiting', title: 'Waiting for first contact', part: 'Waiting at the end', unit: 'count' },
    ...{ better: 'lower', column: 'waiting' },
  },
  {
    ...stillWaiting,
    ...{ id: 'within18', title: 'Of these, within 18 weeks', part: 'Waiting at the end', unit: 'percent' },
    ...{ better: 'higher', column: 'percent18' },
  },
  {
    ...stillWaiting,
    ...{ id: 'over52', title: 'Waiting over 52 weeks', part: 'Waiting at the end', unit: 'count' },
    ...{ better: 'lower', column: 'longer', target: 'none' },
  },
  {
    ...{ report: referralWaits, section: waitingForPlace, row: null, isSnapshot: true },
    ...{ id: 'waitingClass', title: 'Waiting for a place in a class', part: 'Waiting at the end' },
    ...{ unit: 'count', better: 'lower', column: 'people' },
  },
  {
    ...{ report: exerciseActivity, section: sectionOf(exerciseActivity, 'Attendance by month'), row: null },
    ...{ id: 'missed', title: 'Sessions missed', part: 'Care', unit: 'percent', better: 'lower' },
    column: 'missedPercent',
    hasTrend: true,
  },
  {
    report: exerciseActivity,
    section: sectionOf(exerciseActivity, 'Attended 75% of completed plans'),
    row: null,
    ...{ id: 'attended75', title: 'Completed plans attended 75%', part: 'Care', unit: 'percent' },
    ...{ better: 'higher', column: 'enoughPercent' },
  },
  {
    report: telephoneFollowups,
    section: callsOnTime,
    row: null,
    ...{ id: 'callsOnTime', title: 'Follow-up calls on time', part: 'Care', unit: 'percent' },
    ...{ better: 'higher', column: 'onTimePercent', hasTrend: true },
  },
  {
    report: fallsCalendar,
    section: sectionOf(fallsCalendar, 'Falls per person-year by the calendar'),
    // Counted for the people of each period by themselves: a person’s months are added up.
    ...{ row: sinceCareEnded, isSnapshot: true, column: 'perYear' },
    ...{ id: 'fallsPerYear', title: 'Falls per person-year after', part: 'Care', unit: 'rate' },
    better: 'lower',
  },
  {
    ...{ report: discharges, section: sectionOf(discharges, 'By month'), row: null },
    ...{ id: 'discharges', title: 'Discharges', part: 'Care', unit: 'count', better: null },
    column: 'discharges',
    hasTrend: true,
  },
]

/** The target maximum of a figure, from the current targets of the lists. */
export const atMostOf = ({ target }: FigureChoice, targets: StageTargets): number | null =>
  target === undefined ? null : target === 'none' ? 0 : targets[target]
