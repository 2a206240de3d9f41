import { sql as raw } from 'kysely'
import { count, percent, spread, type CountedSection, type Facts, type Report } from '../definition.ts'
import { deletedDoNotCount, pathwaysInUse, weeks18, weeks52 } from './shared.ts'

const steps = [
  'Referral to FRAT',
  'FRAT to wellbeing assessment',
  'Wellbeing assessment to treatment',
  'Treatment to exercise start',
] as const

/** The first day of each kind of record, and each step from one to the next. */
const facts: Facts = ({ from, to }) => raw`
  select dated.pathway_id, dated.patient_id, step.step, step.until - step.since as days
  from (
    select pathway.id as pathway_id, pathway.patient_id, pathway.referral_date as referral,
      (select min(assessment_date) from frat where pathway_id = pathway.id and is_active) as frat,
      (select min(assessment_date) from wellbeing where pathway_id = pathway.id and is_active) as wellbeing,
      (select min(treatment_date) from treatment_plan where pathway_id = pathway.id and is_active) as treatment,
      (select min(exercise_plan_date) from exercise where pathway_id = pathway.id and is_active) as exercise
    from ${pathwaysInUse}) as dated
  cross join lateral (values
    (${steps[0]}::text, dated.referral, dated.frat),
    (${steps[1]}::text, dated.frat, dated.wellbeing),
    (${steps[2]}::text, dated.wellbeing, dated.treatment),
    (${steps[3]}::text, dated.treatment, dated.exercise)) as step (step, since, until)
  where step.until between ${from} and ${to} and step.since <= step.until`

export const waitsByStep: CountedSection = {
  kind: 'counted',
  title: 'Waits by step',
  facts,
  groups: [{ id: 'step', title: 'Step', every: () => [...steps] }],
  measures: [
    count('waits', 'Waits ended'),
    ...spread('days'),
    count('within18', 'Within 18 weeks', `days <= ${weeks18}`),
    percent('percent18', '% within 18 weeks', 'within18', 'waits'),
    count('over52', 'Over 52 weeks', `days > ${weeks52}`),
  ],
  hasTotal: false,
  chart: { title: 'Median days waited', bars: { rows: 'median' } },
}

export const waitingTimes: Report = {
  name: 'waitingTimes',
  title: 'Waiting times',
  group: 'Waits',
  capability: 'report.run',
  definition: [
    'Waits that ended in the period: the day of the later step lies in it. A step is the first FRAT, wellbeing assessment, treatment plan or exercise plan of a referral, by the date of the record.',
    'A wait whose steps are recorded in the other order is left out. Within 18 weeks: 126 days or fewer. Over 52 weeks: more than 364 days.',
    deletedDoNotCount,
  ],
  sections: [waitsByStep],
}
