import { sql as raw } from 'kysely'
import { count, countAll, factsOf, meaning, percent, type Report } from '../reports/definition.ts'
import { completedWords, isCompleted } from './plansEnded.ts'
import { byMonth, deletedDoNotCount, monthOf, pathwaysInUse } from './shared.ts'

const facts = factsOf(
  'Exercise plans started',
  'Exercise plans whose plan date lies in the period',
  ({ from, to }) => raw`
  select pathway.id as pathway_id, pathway.patient_id, ${monthOf(raw`exercise.exercise_plan_date`)},
    ${isCompleted('exercise')} as completed,
    exercise.completed_date is null and pathway.discharge_date is null and pathway.cancel_referral_date is null as still_open,
    exercise.completed_date is not null and exercise.ended_how is not distinct from 'elsewhere' as elsewhere,
    coalesce(exercise.ended_how = 'stopped', exercise.completed_date is null)
      and (exercise.completed_date is not null or pathway.discharge_date is not null or pathway.cancel_referral_date is not null) as stopped,
    case when ${isCompleted('exercise')} then (exercise.completed_date - exercise.exercise_plan_date) / 7.0 end as weeks
  from exercise join (${pathwaysInUse}) on pathway.id = exercise.pathway_id
  where exercise.is_active and exercise.exercise_plan_date between ${from} and ${to}`,
)

export const exercisePlans: Report = {
  name: 'exercisePlans',
  title: 'Exercise plans and completion',
  group: 'Exercise and follow-up',
  answers: 'How many exercise plans were started and completed?',
  capability: 'report.run',
  definition: [
    `${facts.subject.each}, and what has become of them until now. Stopped: stopped, or not ended when the referral was discharged or cancelled. Weeks run from plan date to completion.`,
    completedWords,
    deletedDoNotCount,
  ],
  sections: [
    {
      title: 'By month of the plan',
      facts,
      groups: [byMonth],
      measures: [
        countAll('started', 'Plans started', ['completed', 'open', 'stopped', 'elsewhere']),
        meaning(
          'Those completed by now, also after the period',
          count('completed', 'Started plans completed', 'completed'),
        ),
        meaning(
          'Those not ended, of referrals that are neither discharged nor cancelled',
          count('open', 'Started plans still open', 'still_open'),
        ),
        meaning(
          'Those stopped, and those not ended of referrals that are discharged or cancelled',
          count('stopped', 'Started plans stopped', 'stopped'),
        ),
        meaning(
          'Those that ended because the person goes on elsewhere, such as in a leisure class',
          count('elsewhere', 'Started plans going on elsewhere', 'elsewhere'),
        ),
        percent('completedPercent', 'Completed % of started', 'completed', 'started'),
        { kind: 'median', id: 'weeks', title: 'Median weeks', value: 'weeks' },
      ],
      order: 'label',
      chart: {
        title: 'Exercise plans',
        bars: { total: ['started', 'completed', 'open', 'stopped', 'elsewhere'] },
      },
    },
  ],
}
