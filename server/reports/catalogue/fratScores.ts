import { sql as raw } from 'kysely'
import { count, countAll, countDistinct, percent, share, type Facts, type Report } from '../definition.ts'
import { deletedDoNotCount, pathwaysInUse } from './shared.ts'

const scores: Facts = ({ from, to }) => raw`
  select pathway.id as pathway_id, pathway.patient_id, frat.frat_score
  from frat join (${pathwaysInUse}) on pathway.id = frat.pathway_id
  where frat.is_active and frat.assessment_date between ${from} and ${to}`

/** Referrals with two FRATs or more, the latest of them in the period: the first beside the latest. */
const changes: Facts = ({ from, to }) => raw`
  select pathway.id as pathway_id, pathway.patient_id, assessed.first_score, assessed.latest_score
  from (
    select pathway_id, count(*) as assessments,
      (array_agg(frat_score order by assessment_date, id))[1] as first_score,
      (array_agg(frat_score order by assessment_date desc, id desc))[1] as latest_score,
      max(assessment_date) as latest_date
    from frat where is_active group by pathway_id) as assessed
  join (${pathwaysInUse}) on pathway.id = assessed.pathway_id
  where assessed.assessments > 1 and assessed.latest_date between ${from} and ${to}`

export const fratScores: Report = {
  name: 'fratScores',
  title: 'FRAT scores',
  group: 'Assessments and treatment',
  answers: 'How high are the FRAT scores, and do they change?',
  capability: 'report.run',
  definition: [
    'FRAT assessments (Nandy 2004, five items) whose assessment date lies in the period, by score. A score prompts a next step; it does not predict falls.',
    'First and latest: referrals with two or more FRATs whose latest lies in the period. Of two on one day the one entered later is the latest.',
    deletedDoNotCount,
  ],
  sections: [
    {
      kind: 'counted',
      title: 'By score',
      facts: scores,
      groups: [{ id: 'frat_score', title: 'Score', every: () => ['0', '1', '2', '3', '4', '5'] }],
      measures: [
        count('assessments', 'Assessments'),
        share('share', 'Share %', 'assessments'),
        countDistinct('people', 'People', 'patient_id'),
      ],
      chart: { title: 'Assessments by score', bars: { rows: 'assessments' } },
    },
    {
      kind: 'counted',
      title: 'In short',
      facts: scores,
      groups: [],
      measures: [
        count('assessments', 'Assessments'),
        { kind: 'mean', id: 'mean', title: 'Mean score', value: 'frat_score' },
        count('high', 'Score 3 or more', 'frat_score >= 3'),
        percent('highPercent', 'Score 3 or more %', 'high', 'assessments'),
      ],
    },
    {
      kind: 'counted',
      title: 'First and latest',
      facts: changes,
      groups: [],
      measures: [
        countAll('referrals', 'Referrals with two or more', ['lower', 'same', 'higher']),
        { kind: 'mean', id: 'first', title: 'Mean first', value: 'first_score' },
        { kind: 'mean', id: 'latest', title: 'Mean latest', value: 'latest_score' },
        count('lower', 'Lower at the latest', 'latest_score < first_score'),
        count('same', 'The same', 'latest_score = first_score'),
        count('higher', 'Higher at the latest', 'latest_score > first_score'),
      ],
    },
  ],
}
