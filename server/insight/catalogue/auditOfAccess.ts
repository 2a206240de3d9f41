import { sql as raw } from 'kysely'
import { count, countDistinct, factsOf, meaning, type Report } from '../reports/definition.ts'

/** An event that shows more people than this is a list or a search: it did not open an individual record. */
const mostOpened = 20

/** One row for each event and each patient that it opened or changed. The first row of an event counts the event. */
const facts = factsOf(
  'Audit trail',
  'Events of the audit trail in the period, and the patients that each opened or changed',
  ({ from, to }) => raw`
  select event.kind, event.action, event.at, opened.patient_id, null::bigint as pathway_id,
    coalesce(opened.place, 1) = 1 as is_event, coalesce(app_user.display_name, 'Nobody signed in') as who
  from audit_events_of_days(${from}, ${to}) as event
  left join lateral unnest(event.patient_ids) with ordinality as opened (patient_id, place)
    on cardinality(event.patient_ids) <= ${raw.lit(mostOpened)}
  left join app_user on app_user.id = event.user_id`,
)

const measures = [
  meaning('All events, each once', count('events', 'Events', 'is_event')),
  meaning('Events that opened records or lists', count('reads', 'Reads', `is_event and kind = 'read'`)),
  meaning('Events that changed something', count('writes', 'Changes', `is_event and kind = 'write'`)),
  meaning(
    'Events of calls that were refused',
    count('refusals', 'Refusals', `is_event and kind = 'refusal'`),
  ),
  countDistinct('patients', 'Patients opened or changed', 'patient_id'),
]

export const auditOfAccess: Report = {
  name: 'auditOfAccess',
  title: 'Audit of access',
  group: 'Audit',
  answers: 'Who opened or changed whose records?',
  capability: 'report.audit',
  definition: [
    'Events of the audit trail in the period, from midnight to midnight in London.',
    `Patients opened or changed: how many different ones. An event that shows more than ${mostOpened} at once is a list, a search or a report: it counts as an event, and its patients do not count as opened.`,
  ],
  sections: [
    {
      title: 'By person',
      facts,
      groups: [{ id: 'who', title: 'Person' }],
      measures,
      chart: { title: 'Patients opened, by person', bars: { rows: 'patients' } },
    },
    { title: 'By action', facts, groups: [{ id: 'action', title: 'Action' }], measures },
    {
      kind: 'listed',
      title: 'Who opened or changed whom',
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
      empty: 'No patient was opened in this period.',
    },
  ],
}
