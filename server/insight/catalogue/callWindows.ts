import { sql as raw } from 'kysely'
import { callOnTimeWords, callWindowDays } from '../../../contract/stages/callOnTime.ts'
import { followupIntervalMonths } from '../../../contract/stages/calls.ts'
import { count, countAll, factsOf, meaning, percent, type CountedSection } from '../reports/definition.ts'
import { callsDue } from './callsDue.ts'
import { monthOf, plansTakenWords } from './shared.ts'

/* Follow-up calls on time: the only place that counts them, for every screen and report. */

const days = raw`${raw.lit(callWindowDays)}::integer`

/**
 * Calls whose window closed in the period and before today. An open window is left out, because the call can still be
 * made in time.
 */
const windows = factsOf(
  'Windows of follow-up calls',
  'First and second follow-up calls whose window closed in the period and before today',
  ({ from, to, today }) => raw`
  select judged.*, closed_on as day, ${monthOf(raw`closed_on`)},
    is_called and called_on < due_on - ${days} as early,
    is_called and called_on between due_on - ${days} and closed_on as on_time,
    is_called and called_on > closed_on as late,
    not is_called and not is_over as missed,
    not is_called and is_over as not_needed
  from (
    select due.pathway_id, due.patient_id, due.which, due.due_on, due.called_on, due.due_on + ${days} as closed_on,
      coalesce(due.called_on <= ${to}, false) as is_called, coalesce(due.over_on <= due.due_on + ${days}, false) as is_over
    from ${callsDue} as due) as judged
  where closed_on between ${from} and least(${to}, ${today} - 1)`,
)

export const callsOnTimeWords = [
  `${callOnTimeWords} Counted are the first and second calls whose window closed in the period: by its last day, and before today.`,
  `The first call is due ${followupIntervalMonths} months after the last plan ended or it was decided that none is needed, the second ${followupIntervalMonths} months after the first call that counts. Calls before care ended, calls that are early by the target of the list and were said to be so, and calls in which the patient was not reached do not count as either; referrals with a plan that is open or booked have no call due. ${plansTakenWords} A plan that was declined after another had ended ends nothing.`,
  'Late: reached after the window, by Date To. Not needed: not reached by Date To, and the referral was closed or the patient had died before the window closed.',
]

export const callsOnTime: CountedSection = {
  title: 'Follow-up calls on time',
  facts: windows,
  groups: [{ id: 'which', title: 'Call', every: () => ['First', 'Second'] }],
  measures: [
    countAll('closed', 'Windows closed', ['onTime', 'early', 'late', 'missed', 'notNeeded']),
    meaning('Those reached within the window, by Date To', count('onTime', 'On time', 'on_time')),
    meaning('Those reached before the window', count('early', 'Before the window', 'early')),
    count('late', 'Late', 'late'),
    meaning(
      'Those not reached by Date To, though the referral was open and the patient alive until the window closed',
      count('missed', 'Not reached', 'missed'),
    ),
    count('notNeeded', 'Not needed', 'not_needed'),
    percent('onTimePercent', 'On time %', 'onTime', 'closed'),
  ],
  chart: {
    title: 'Follow-up calls on time',
    bars: { total: ['closed', 'onTime', 'early', 'late', 'missed', 'notNeeded'] },
  },
}
