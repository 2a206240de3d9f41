import { sql as raw } from 'kysely'
import { followupIntervalMonths } from '../../../contract/pathway/calls.ts'
import { count, countAll, countDistinct, percent, type Facts, type Report } from '../definition.ts'
import { callsDue } from './callsDue.ts'
import { byMonth, deletedDoNotCount, monthOf, pathwaysInUse } from './shared.ts'

/** The first and second call that fell due in the period. */
const dueCalls: Facts = ({ from, to }) => raw`
  select planned.pathway_id, planned.patient_id, planned.which, due_on as day, ${monthOf(raw`due_on`)},
    coalesce(called_on <= ${to}, false) as done,
    coalesce(called_on <= ${to} and called_on <= due_on, false) as on_time,
    coalesce(called_on <= ${to} and called_on > due_on, false) as late,
    (called_on is null or called_on > ${to}) and not coalesce(over_on <= ${to}, false) as overdue,
    (called_on is null or called_on > ${to}) and coalesce(over_on <= ${to}, false) as not_needed
  from ${callsDue} as planned
  where due_on between ${from} and ${to}`

const calls: Facts = ({ from, to }) => raw`
  select pathway.id as pathway_id, pathway.patient_id, ${monthOf(raw`followup.call_date`)}, clinician.display_name as clinician
  from followup join (${pathwaysInUse}) on pathway.id = followup.pathway_id
  left join clinician on clinician.id = followup.clinician_id
  where followup.is_active and followup.call_date between ${from} and ${to}`

export const telephoneFollowups: Report = {
  name: 'telephoneFollowups',
  title: 'Telephone follow-ups',
  group: 'Exercise and follow-up',
  answers: 'Were follow-up calls made on time?',
  capability: 'report.run',
  isSnapshot: true,
  definition: [
    `Calls that fell due in the period: the first ${followupIntervalMonths} months after the last plan ended or it was decided that none is needed, the second ${followupIntervalMonths} months after the first call that counts. Calls before care ended, calls that were said to be too early, and calls in which the patient was not reached do not count as either; referrals with a plan that is open or booked have no call due.`,
    'Done: called by Date To. On time: on or before the due day. Overdue: not called by Date To. Not needed: not called, and the referral was closed or the patient had died by Date To.',
    'Calls made are all calls whose call date lies in the period, whatever their outcome.',
    deletedDoNotCount,
  ],
  sections: [
    {
      kind: 'counted',
      title: 'Calls that fell due',
      facts: dueCalls,
      groups: [{ id: 'which', title: 'Call', every: () => ['First', 'Second'] }],
      measures: [
        countAll('due', 'Due', ['done', 'overdue', 'notNeeded']),
        count('done', 'Done', 'done', ['onTime', 'late']),
        count('onTime', 'On time', 'on_time'),
        count('late', 'Late', 'late'),
        count('overdue', 'Overdue', 'overdue'),
        count('notNeeded', 'Not needed', 'not_needed'),
        percent('onTimePercent', 'On time %', 'onTime', 'due'),
      ],
      chart: {
        title: 'Calls that fell due',
        bars: { total: ['due', 'done', 'onTime', 'late', 'overdue', 'notNeeded'] },
      },
    },
    {
      kind: 'counted',
      title: 'Calls made, by month',
      facts: calls,
      groups: [byMonth()],
      measures: [count('calls', 'Calls made'), countDistinct('people', 'People', 'patient_id')],
      order: 'label',
    },
    {
      kind: 'counted',
      title: 'Calls made, by clinician',
      facts: calls,
      groups: [{ id: 'clinician', title: 'Clinician' }],
      measures: [count('calls', 'Calls made'), countDistinct('people', 'People', 'patient_id')],
    },
  ],
}
