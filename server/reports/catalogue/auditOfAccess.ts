import { sql as raw } from 'kysely'
import { countDistinct, type Facts, type Report } from '../definition.ts'

/** One row for each event and patient it showed or changed; events without a patient have one row. */
const facts: Facts = ({ from, to }) => raw`
  select event.id as event_id, event.kind, event.action, event.at, patient_id, null::bigint as pathway_id,
    coalesce(app_user.display_name, 'Nobody signed in') as who
  from audit_events_of_days(${from}, ${to}) as event
  left join lateral unnest(event.patient_ids) as patient_id on true
  left join app_user on app_user.id = event.user_id`

const measures = [
  countDistinct('events', 'Events', 'event_id'),
  countDistinct('reads', 'Reads', 'event_id', `kind = 'read'`),
  countDistinct('writes', 'Changes', 'event_id', `kind = 'write'`),
  countDistinct('refusals', 'Refusals', 'event_id', `kind = 'refusal'`),
  countDistinct('patients', 'Patients', 'patient_id'),
]

export const auditOfAccess: Report = {
  name: 'auditOfAccess',
  title: 'Audit of access',
  group: 'Audit',
  capability: 'report.audit',
  definition: [
    'Events of the audit trail in the period, from midnight to midnight in London. Patients: how many different patients were shown or changed.',
  ],
  sections: [
    {
      kind: 'counted',
      title: 'By person',
      facts,
      groups: [{ id: 'who', title: 'Person' }],
      measures,
      chart: { title: 'Patients seen, by person', bars: { rows: 'patients' } },
    },
    { kind: 'counted', title: 'By action', facts, groups: [{ id: 'action', title: 'Action' }], measures },
    {
      kind: 'listed',
      title: 'Who saw or changed whom',
      note: 'One line for each person, patient and action.',
      facts: async (period) => raw`
        select who, seen.patient_id, patient.nhs_number, patient.family_name, action, count(*) as times,
          max(at) as latest
        from (${await facts(period)}) as seen
        join patient on patient.id = seen.patient_id
        group by who, seen.patient_id, patient.nhs_number, patient.family_name, action
        order by who, patient.family_name, seen.patient_id, action`,
      columns: [
        { id: 'who', title: 'Person', kind: 'text' },
        { id: 'family_name', title: 'Patient', kind: 'text' },
        { id: 'nhs_number', title: 'NHS Number', kind: 'nhsNumber' },
        { id: 'action', title: 'Action', kind: 'text' },
        { id: 'times', title: 'Times', kind: 'number' },
        { id: 'latest', title: 'Latest', kind: 'instant' },
      ],
      empty: 'No patient was seen in this period.',
    },
  ],
}
