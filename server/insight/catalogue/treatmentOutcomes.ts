import { sql as raw } from 'kysely'
import { count, countDistinct, factsOf, share, spread, type Report } from '../reports/definition.ts'
import { deletedDoNotCount, pathwaysInUse } from './shared.ts'

const facts = factsOf(
  'Treatment plans ended',
  'Treatment plans with a goals outcome that ended in the period',
  ({ from, to }) => raw`
  select pathway.id as pathway_id, pathway.patient_id, goals_achieved.name as outcome, plan.goals_not_achieved_reason as reason,
    plan.ended_date as ended_on,
    case when plan.ended_date >= plan.treatment_date then plan.ended_date - plan.treatment_date end as days,
    clinician.display_name as clinician, plan.id as plan_id
  from treatment_plan as plan join (${pathwaysInUse}) on pathway.id = plan.pathway_id
  join goals_achieved on goals_achieved.id = plan.goals_achieved_id
  left join clinician on clinician.id = plan.clinician_id
  where plan.is_active and plan.ended_date between ${from} and ${to}`,
)

export const treatmentOutcomes: Report = {
  name: 'treatmentOutcomes',
  title: 'Treatment outcomes',
  group: 'Assessments and treatment',
  answers: 'Were the goals of treatment plans achieved, and why not?',
  capability: 'report.run',
  definition: [
    `${facts.subject.each}. Days run from the treatment date to the day ended; a plan that was ended before it began has none.`,
    deletedDoNotCount,
  ],
  sections: [
    {
      title: 'Goals achieved',
      facts,
      groups: [{ id: 'outcome', title: 'Goals achieved' }],
      measures: [
        count('plans', 'Plans'),
        share('share', 'Share %', 'plans'),
        countDistinct('people', 'People', 'patient_id'),
        ...spread('days'),
      ],
      chart: { title: 'Plans by goals outcome', bars: { rows: 'plans' } },
    },
    {
      kind: 'listed',
      title: 'Why goals were not achieved',
      facts: async (period) => raw`
        select * from (${await facts(period)}) as plan where reason is not null order by ended_on, plan_id`,
      columns: [
        { id: 'ended_on', title: 'Ended', kind: 'day' },
        { id: 'clinician', title: 'Clinician', kind: 'text' },
        { id: 'reason', title: 'Reason', kind: 'text' },
      ],
      empty: 'No reason was recorded in this period.',
    },
  ],
}
