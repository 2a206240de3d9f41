import { sql as raw } from 'kysely'
import { stages, stageTitles } from '../../../contract/stages/stage.ts'
import { count, countAll, meaning, withColumns, type Report } from '../reports/definition.ts'
import { openReferrals } from './currentWaitingList.ts'
import { deletedDoNotCount } from './shared.ts'

/** Open referrals with the clinician of their latest record. */
const facts = withColumns(
  openReferrals,
  ({ to }) => raw`
  select facts.*, clinician.display_name as clinician
  from facts
  left join (
    select distinct on (pathway_id) pathway_id, clinician_id
    from (
      select pathway_id, clinician_id, assessment_date as day, 1 as step, id from wellbeing where is_active
      union all
      select pathway_id, clinician_id, treatment_date, 2, id from treatment_plan where is_active
      union all
      select pathway_id, clinician_id, exercise_plan_date, 3, id from exercise where is_active
      union all
      select pathway_id, clinician_id, call_date, 4, id from followup where is_active) as record
    where day <= ${to}
    order by pathway_id, day desc, step desc, id desc) as latest on latest.pathway_id = facts.pathway_id
  left join clinician on clinician.id = latest.clinician_id`,
)

export const caseloadByClinician: Report = {
  name: 'caseloadByClinician',
  title: 'Caseload by clinician',
  group: 'Discharges and caseload',
  answers: 'How many open referrals does each clinician have?',
  capability: 'report.run',
  isSnapshot: true,
  definition: [
    'Every open referral at the end of Date To that was received by then, by the clinician of its latest wellbeing assessment, treatment plan, exercise plan or call dated up to that day, and by stage. Date From is not used. Of two records on one day the later step counts.',
    deletedDoNotCount,
  ],
  sections: [
    {
      title: 'Open referrals by clinician and stage',
      facts,
      groups: [{ id: 'clinician', title: 'Clinician', missing: 'No clinician yet' }],
      measures: [
        countAll('open', 'Open', stages),
        ...stages.map((stage) =>
          meaning(
            `Those on the list ${stageTitles[stage]}`,
            count(stage, stageTitles[stage], `stage = '${stage}'`),
          ),
        ),
      ],
      chart: { title: 'Open referrals by clinician', bars: { rows: 'open' } },
    },
  ],
}
