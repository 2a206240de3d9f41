import type { Report, Section } from '../reports/definition.ts'
import { caseFinding } from './caseFinding.ts'
import { callsAndFalls } from './callsAndFalls.ts'
import { classes } from './classes.ts'
import { classWaitWords, waitingForPlace } from './classWaits.ts'
import { completionByGroup } from './completionByGroup.ts'
import { currentWaitingList } from './currentWaitingList.ts'
import { declinedReferrals } from './declinedReferrals.ts'
import { discharges } from './discharges.ts'
import { equalityMonitoring } from './equalityMonitoring.ts'
import { exerciseActivity } from './exerciseActivity.ts'
import { fallsAssessment } from './fallsAssessment.ts'
import { fallsBeforeAndAfter } from './fallsBeforeAndAfter.ts'
import { pairedMeasures } from './pairedMeasures.ts'
import { referralWaits } from './referralWaits.ts'
import { referralsReceived } from './referralsReceived.ts'
import { treatmentOutcomes } from './treatmentOutcomes.ts'
import { waitingTimes } from './waitingTimes.ts'

/** The reports that commissioners ask for each month. */
const reports: readonly Report[] = [
  referralsReceived,
  caseFinding,
  declinedReferrals,
  waitingTimes,
  currentWaitingList,
  treatmentOutcomes,
  exerciseActivity,
  classes,
  callsAndFalls,
  discharges,
  pairedMeasures,
  fallsBeforeAndAfter,
  completionByGroup,
  fallsAssessment,
  equalityMonitoring,
]

const named =
  (report: string) =>
  (section: Section): Section => ({ ...section, title: `${report}: ${section.title}` })

const counted = ({ kind }: Section): boolean => kind !== 'listed'

/**
 * The month's reports in one. It reuses the sections of the individual reports, so that no number is counted in a
 * different way.
 */
export const monthEndPack: Report = {
  name: 'monthEndPack',
  title: 'Month-end pack',
  group: 'Service',
  answers: 'What do commissioners ask for each month, in one file?',
  capability: 'dashboard.read',
  isSnapshot: true,
  definition: [
    `The reports ${reports.map(({ title }) => title).join(', ')}, each counted as in the report of that name, without its single entries, and from ${referralWaits.title} who waits for a place in a class. Waiting lists are those at the end of Date To.`,
    ...reports.flatMap(({ title, definition }) => definition.map((words) => `${title}: ${words}`)),
    `${referralWaits.title}: ${classWaitWords}`,
  ],
  sections: [
    ...reports.flatMap(({ title, sections }) => sections.filter(counted).map(named(title))),
    named(referralWaits.title)(waitingForPlace),
  ],
}
