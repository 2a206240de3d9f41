import { sql as raw } from 'kysely'
import {
  count,
  countAll,
  countDistinct,
  factsOf,
  meaning,
  percent,
  share,
  type Report,
} from '../reports/definition.ts'
import { deletedDoNotCount, pathwaysInUse } from './shared.ts'

const scores = factsOf(
  'FRAT scores',
  'FRAT assessments whose assessment date lies in the period',
  ({ from, to }) => raw`
  select pathway.id as pathway_id, pathway.patient_id, frat.frat_score
  from frat join (${pathwaysInUse}) on pathway.id = frat.pathway_id
  where frat.is_active and frat.assessment_date between ${from} and ${to}`,
)

/** Referrals with two or more FRATs, the latest of them in the period: the first score and the latest. */
const changes = factsOf(
  'First and latest FRAT',
  'Referrals with two or more FRATs whose latest lies in the period',
  ({ from, to }) => raw`
  select pathway.id as pathway_id, pathway.patient_id, assessed.first_score, assessed.latest_score
  from (
    select pathway_id, count(*) as assessments,
      (array_agg(frat_score order by assessment_date, id))[1] as first_score,
      (array_agg(frat_score order by assessment_date desc, id desc))[1] as latest_score,
      max(assessment_date) as latest_date
    from frat where is_active group by pathway_id) as assessed
  join (${pathwaysInUse}) on pathway.id = assessed.pathway_id
  where assessed.assessments > 1 and assessed.latest_date between ${from} and ${to}`,
)

export const fratScores: Report = {
  name: 'fratScores',
  title: 'FRAT scores',
  group: 'Assessments and treatment',
  answers: 'How high are the FRAT scores, and do they change?',
  capability: 'report.run',
  definition: [
    'FRAT assessments (Nandy 2004, five items) whose assessment date lies in the period, by score. A score prompts a next step; it does not predict falls.',
    'First and latest: of two FRATs on one day the one entered later is the latest.',
    deletedDoNotCount,
  ],
  sections: [
    {
      title: 'By score',
      facts: scores,
      groups: [{ id: 'frat_score', title: 'Score', every: () => ['0', '1', '2', '3', '4', '5'] }],
      measures: [
        count('assessments', 'FRAT assessments'),
        share('share', 'Share %', 'assessments'),
        countDistinct('people', 'People', 'patient_id'),
      ],
      chart: { title: 'Assessments by score', bars: { rows: 'assessments' } },
    },
    {
      title: 'In short',
      facts: scores,
      groups: [],
      measures: [
        count('assessments', 'FRAT assessments'),
        { kind: 'mean', id: 'mean', title: 'Mean score', value: 'frat_score' },
        meaning('Those whose score is 3, 4 or 5', count('high', 'Score 3 or more', 'frat_score >= 3')),
        percent('highPercent', 'Score 3 or more %', 'high', 'assessments'),
      ],
    },
    {
      title: 'First and latest',
      facts: changes,
      groups: [],
      measures: [
        countAll('referrals', 'Referrals with two or more', ['lower', 'same', 'higher']),
        { kind: 'mean', id: 'first', title: 'Mean first', value: 'first_score' },
        { kind: 'mean', id: 'latest', title: 'Mean latest', value: 'latest_score' },
        meaning(
          'Those whose latest score is lower than the first',
          count('lower', 'Lower at the latest', 'latest_score < first_score'),
        ),
        meaning(
          'Those whose latest score is the first',
          count('same', 'The same at the latest', 'latest_score = first_score'),
        ),
        meaning(
          'Those whose latest score is higher than the first',
          count('higher', 'Higher at the latest', 'latest_score > first_score'),
        ),
      ],
    },
  ],
}
