import { share, people, spread, variants, type Recount } from './recount.ts'
import { different, mean, number, percentOf, shareOf, type Tally } from './tally.ts'

const scores = `select * from recount.frat where assessment_date >= $1 and assessment_date <= $2`
const high = number((each) => Number(each['frat_score']) >= 3)
const beside = (is: (first: number, latest: number) => boolean): Tally =>
  number((each) => is(Number(each['first']), Number(each['latest'])))

const outcomes = `
  select t.patient_id, g.name as outcome, nullif(greatest(t.ended_date - t.treatment_date, -1), -1) as days
  from recount.plan t, goals_achieved g
  where g.id = t.goals_achieved_id and t.ended_date >= $1 and t.ended_date <= $2`

const bmis = `
  select b.patient_id, case
      when b.bmi < 18.5 then 'Underweight'
      when b.bmi < case when low then 23 else 25 end then 'Healthy weight'
      when b.bmi < case when low then 27.5 else 30 end then 'Overweight'
      when b.bmi < case when low then 32.5 else 35 end then 'Obesity class 1'
      when b.bmi < case when low then 37.5 else 40 end then 'Obesity class 2'
      else 'Obesity class 3' end as category
  from (
    select b.*, coalesce((select e.code in ('H', 'J', 'K', 'L', 'M', 'N', 'P', 'R') from ethnicity e where e.id = p.ethnicity_id), false) as low
    from bmi b, patient p where p.id = b.patient_id and p.is_active and b.is_active) b
  where b.assessment_date >= $1 and b.assessment_date <= $2`
const noBmi = number((each) => each['has_bmi'] !== true)

export const treatmentRecounts: readonly Recount[] = [
  {
    report: 'fratScores',
    section: 'By score',
    things: scores,
    labels: { Score: 'frat_score' },
    tallies: { 'FRAT assessments': number(), ...share, ...people },
  },
  {
    report: 'fratScores',
    section: 'In short',
    things: scores,
    labels: {},
    tallies: {
      'FRAT assessments': number(),
      'Mean score': mean('frat_score'),
      'Score 3 or more': high,
      'Score 3 or more %': percentOf(high, number()),
    },
  },
  {
    report: 'fratScores',
    section: 'First and latest',
    things: `
      select a.frat_score as first, z.frat_score as latest
      from recount.frat a, recount.frat z
      where a.pathway_id = z.pathway_id and a.id <> z.id and z.assessment_date >= $1 and z.assessment_date <= $2
        and not exists (select 1 from recount.frat o where o.pathway_id = a.pathway_id
          and (o.assessment_date < a.assessment_date or o.assessment_date = a.assessment_date and o.id < a.id))
        and not exists (select 1 from recount.frat o where o.pathway_id = z.pathway_id
          and (o.assessment_date > z.assessment_date or o.assessment_date = z.assessment_date and o.id > z.id))`,
    labels: {},
    tallies: {
      'Referrals with two or more': number(),
      'Mean first': mean('first'),
      'Mean latest': mean('latest'),
      'Lower at the latest': beside((first, latest) => latest < first),
      'The same at the latest': beside((first, latest) => latest === first),
      'Higher at the latest': beside((first, latest) => latest > first),
    },
  },
  {
    report: 'wellbeingConcerns',
    section: 'By concern',
    things: `
      select b.id, b.patient_id, c.name as concern from recount.wellbeing b, wellbeing_concern l, concern c
      where l.wellbeing_id = b.id and c.id = l.concern_id and b.assessment_date >= $1 and b.assessment_date <= $2
      union all
      select b.id, b.patient_id, null from recount.wellbeing b
      where b.assessment_date >= $1 and b.assessment_date <= $2 and b.id not in (select wellbeing_id from wellbeing_concern)`,
    labels: { Concern: 'concern' },
    missing: 'No concern recorded',
    tallies: {
      'Wellbeing assessments': different('id'),
      'Of assessments %': shareOf(different('id')),
      ...people,
    },
  },
  {
    report: 'treatmentOutcomes',
    section: 'Goals achieved',
    things: outcomes,
    labels: { 'Goals achieved': 'outcome' },
    tallies: { Plans: number(), ...share, ...people, ...spread('days') },
  },
  {
    report: 'equipmentIssued',
    section: 'By item',
    things: `
      select e.patient_id, i.name as item from recount.equipment e, equipment i
      where i.id = e.equipment_id and to_char(e.created_at at time zone 'Europe/London', 'YYYY-MM-DD')
        between to_char($1::date, 'YYYY-MM-DD') and to_char($2::date, 'YYYY-MM-DD')`,
    labels: { Equipment: 'item' },
    tallies: { Items: number(), ...share, ...people },
  },
  ...variants(
    [
      { report: 'onwardReferrals', section: 'By service', labels: { 'Referred to': 'service' } },
      {
        report: 'onwardReferrals',
        section: 'By service and method',
        labels: { 'Referred to': 'service', Method: 'method' },
      },
    ],
    {
      things: `
      select o.patient_id, s.name as service, m.name as method from recount.onward o, refer_to s, method m
      where s.id = o.refer_to_id and m.id = o.referral_method_id and o.referral_date >= $1 and o.referral_date <= $2`,
      tallies: { 'Onward referrals': number(), ...share, ...people },
    },
  ),
  {
    report: 'bmi',
    section: 'By category',
    things: bmis,
    labels: { Category: 'category' },
    tallies: { Measurements: number(), ...share, ...people },
  },
  {
    report: 'bmi',
    section: 'Missing',
    things: `
      select seen.patient_id, seen.patient_id in (select patient_id from bmi where is_active and assessment_date <= $2) as has_bmi
      from (
        select patient_id from recount.frat where assessment_date >= $1 and assessment_date <= $2
        union select patient_id from recount.wellbeing where assessment_date >= $1 and assessment_date <= $2) seen`,
    labels: {},
    tallies: {
      'Patients assessed': number(),
      'With a BMI': number((each) => each['has_bmi'] === true),
      'BMI missing': noBmi,
      'BMI missing %': percentOf(noBmi, number()),
    },
  },
]
