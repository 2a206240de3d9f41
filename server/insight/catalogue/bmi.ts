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

const categories = [
  'Underweight',
  'Healthy weight',
  'Overweight',
  'Obesity class 1',
  'Obesity class 2',
  'Obesity class 3',
] as const

/** Ethnic categories for which the lower thresholds apply. */
const lowerFor = ['H', 'J', 'K', 'L', 'R', 'M', 'N', 'P']
const thresholds = { usual: [18.5, 25, 30, 35, 40], lower: [18.5, 23, 27.5, 32.5, 37.5] } as const

const measured = factsOf(
  'BMI measurements',
  'BMI measurements whose assessment date lies in the period',
  ({ from, to }) => raw`
  select patient.id as patient_id, null::bigint as pathway_id,
    (array[${raw.join(categories.map((name) => raw`${name}`))}]::text[])[1 + width_bucket(bmi.bmi,
      case when ethnicity.code = any(${lowerFor}) then ${[...thresholds.lower]}::numeric[]
      else ${[...thresholds.usual]}::numeric[] end)] as category
  from bmi join patient on patient.id = bmi.patient_id and patient.is_active
  left join ethnicity on ethnicity.id = patient.ethnicity_id
  where bmi.is_active and bmi.assessment_date between ${from} and ${to}`,
)

/** Patients with a FRAT or wellbeing assessment in the period, and whether they have a BMI. */
const assessed = factsOf(
  'Patients assessed',
  'Patients with a FRAT or wellbeing assessment in the period',
  ({ from, to }) => raw`
  select seen.patient_id, seen.pathway_id,
    exists (
      select from bmi where bmi.patient_id = seen.patient_id and bmi.is_active and bmi.assessment_date <= ${to}) as has_bmi
  from (
    select pathway.patient_id, max(pathway.id) as pathway_id
    from ${pathwaysInUse}
    where exists (
        select from frat
        where frat.pathway_id = pathway.id and frat.is_active and frat.assessment_date between ${from} and ${to})
      or exists (
        select from wellbeing
        where wellbeing.pathway_id = pathway.id and wellbeing.is_active
          and wellbeing.assessment_date between ${from} and ${to})
    group by pathway.patient_id) as seen`,
)

export const bmi: Report = {
  name: 'bmi',
  title: 'BMI',
  group: 'Assessments and treatment',
  answers: 'In which weight category are people, and whose BMI is missing?',
  capability: 'report.run',
  definition: [
    `${measured.subject.each}. Categories: underweight below 18.5, healthy weight below 25, overweight below 30, obesity class 1 below 35, class 2 below 40, class 3 from 40.`,
    'For South Asian, Chinese, other Asian, Black African and African-Caribbean people healthy weight ends at 23 and the obesity classes begin at 27.5, 32.5 and 37.5.',
    'Missing: patients with a FRAT or wellbeing assessment in the period who have no BMI dated by Date To.',
    deletedDoNotCount,
  ],
  sections: [
    {
      title: 'By category',
      facts: measured,
      groups: [{ id: 'category', title: 'Category', every: () => [...categories] }],
      measures: [
        count('measurements', 'Measurements'),
        share('share', 'Share %', 'measurements'),
        countDistinct('people', 'People', 'patient_id'),
      ],
      chart: { title: 'Measurements by category', bars: { rows: 'measurements' } },
    },
    {
      title: 'Missing',
      facts: assessed,
      groups: [],
      measures: [
        countAll('assessed', 'Patients assessed', ['with', 'without']),
        meaning(
          'Those with a BMI dated by Date To, before the period or in it',
          count('with', 'With a BMI', 'has_bmi'),
        ),
        meaning('Those without', count('without', 'BMI missing', 'not has_bmi')),
        percent('withoutPercent', 'BMI missing %', 'without', 'assessed'),
      ],
    },
  ],
}
