import { sql as raw } from 'kysely'
import { count, countDistinct, factsOf, share, type Report } from '../reports/definition.ts'
import { deletedDoNotCount, inPeriod, londonDay, pathwaysInUse } from './shared.ts'

const facts = factsOf(
  'Equipment',
  'Equipment assessments that were entered in the period',
  (period) => raw`
  select pathway.id as pathway_id, pathway.patient_id, equipment.name as item, issued.other,
    ${londonDay('issued.created_at')} as issued_on, issued.id as issue_id
  from equipment_assessment as issued join (${pathwaysInUse}) on pathway.id = issued.pathway_id
  join equipment on equipment.id = issued.equipment_id
  where issued.is_active and ${inPeriod('issued.created_at', period)}`,
)

export const equipmentIssued: Report = {
  name: 'equipmentIssued',
  title: 'Equipment issued',
  group: 'Assessments and treatment',
  answers: 'Which equipment did we issue, and how much?',
  capability: 'report.run',
  definition: [
    'Equipment assessments entered in the period. Equipment has no date of its own, so the day on which it was entered counts, from midnight to midnight in London.',
    deletedDoNotCount,
  ],
  sections: [
    {
      title: 'By item',
      facts,
      groups: [{ id: 'item', title: 'Equipment' }],
      measures: [
        count('items', 'Items'),
        share('share', 'Share %', 'items'),
        countDistinct('people', 'People', 'patient_id'),
      ],
      chart: { title: 'Items issued', bars: { rows: 'items' } },
    },
    {
      kind: 'listed',
      title: 'Other equipment, as written',
      facts: async (period) => raw`
        select * from (${await facts(period)}) as issued where other is not null order by issued_on, issue_id`,
      columns: [
        { id: 'issued_on', title: 'Entered', kind: 'day' },
        { id: 'item', title: 'Equipment', kind: 'text' },
        { id: 'other', title: 'Other', kind: 'text' },
      ],
      empty: 'No other equipment was entered in this period.',
    },
  ],
}
