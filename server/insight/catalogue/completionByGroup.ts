import { sql as raw } from 'kysely'
import {
  count,
  countAll,
  countDistinct,
  meaning,
  percent,
  withColumns,
  type Report,
} from '../reports/definition.ts'
import {
  ageBandOn,
  byAge,
  byDeprivation,
  byEthnicity,
  byGender,
  deprivationNote,
  joinOfPatient,
  ofPatient,
} from './peopleGroups.ts'
import { attendedEnough, completedWords, plansEnded } from './plansEnded.ts'
import { deletedDoNotCount } from './shared.ts'

const facts = withColumns(
  plansEnded,
  () => raw`
  select facts.*, ${ofPatient}, ${ageBandOn(raw`facts.planned_on`)}
  from facts
  join patient on patient.id = facts.patient_id
  ${joinOfPatient}`,
)

const measures = [
  countAll('ended', 'Plans ended', ['completed', 'stopped', 'elsewhere']),
  count('completed', 'Plans completed', 'completed'),
  meaning(
    'Those stopped, and those not ended when the referral was discharged or cancelled',
    count('stopped', 'Plans stopped', 'not completed and not elsewhere'),
  ),
  meaning(
    'Those that ended because the person goes on elsewhere, such as in a leisure class',
    count('elsewhere', 'Plans going on elsewhere', 'elsewhere'),
  ),
  percent('completedPercent', 'Completed % of ended', 'completed', 'ended'),
  meaning(
    'Those in which the person attended at least three quarters of the sessions offered in the plan; none where no session was offered',
    count('enough', 'Ended plans attended 75% or more', attendedEnough),
  ),
  percent('enoughPercent', 'Ended plans attended 75% or more %', 'enough', 'ended'),
  countDistinct('people', 'People', 'patient_id'),
]

export const completionByGroup: Report = {
  name: 'completionByGroup',
  title: 'Completion by group',
  group: 'Outcomes',
  answers: 'Does completion differ by age, gender, ethnicity and deprivation?',
  capability: 'report.run',
  definition: [
    'Exercise plans that ended in the period. Stopped: on the day on which the plan was stopped, or if it had not ended, on the day on which the referral was discharged or cancelled.',
    completedWords,
    'Attended 75% or more: of the sessions that were offered in the plan, which are all that are recorded but those that the service cancelled. A plan without any is not among them.',
    'Grouped by what is recorded about the patient now. Age is in completed years on the plan date; ethnicity in the 16+1 categories of the 2001 census. The deprivation fifth is that of the postcode in the file that administrators have imported, a national index cut into five parts of equal size; 1 is the most deprived. A postcode that is missing, or not in the file, is not known.',
    deletedDoNotCount,
  ],
  sections: [
    {
      title: 'Completion by age',
      facts,
      groups: [byAge],
      measures,
      chart: { title: 'Completed % by age', bars: { rows: 'completedPercent' } },
    },
    { title: 'Completion by gender', facts, groups: [byGender], measures },
    {
      title: 'Completion by ethnicity',
      facts,
      groups: [byEthnicity],
      measures,
      order: 'label',
    },
    {
      title: 'Completion by deprivation fifth',
      note: deprivationNote,
      facts,
      groups: [byDeprivation],
      measures,
      order: 'label',
      chart: { title: 'Completed % by deprivation fifth', bars: { rows: 'completedPercent' } },
    },
  ],
}
