import { sql as raw } from 'kysely'
import { count, countDistinct, type Facts, type Report } from '../definition.ts'
import { callsOnTime, callsOnTimeWords } from './callWindows.ts'
import { byMonth, deletedDoNotCount, monthOf, pathwaysInUse } from './shared.ts'

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
    ...callsOnTimeWords,
    'Calls made are all calls whose call date lies in the period, whatever their outcome.',
    deletedDoNotCount,
  ],
  sections: [
    callsOnTime,
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
