import { sql as raw } from 'kysely'
import { count, percent, share, type Facts, type Report } from '../definition.ts'
import { deletedDoNotCount, pathwaysInUse } from './shared.ts'

const ageBands = ['Under 50', '50 to 64', '65 to 74', '75 to 84', '85 to 94', '95 and over'] as const

const facts: Facts = ({ from, to }) => raw`
  select pathway.id as pathway_id, pathway.patient_id, gender.name as gender, ethnicity.code || ' ' || ethnicity.name as ethnicity,
    patient.date_of_birth is null as no_birth, patient.ethnicity_id is null as no_ethnicity, patient.postcode is null as no_postcode,
    (array[${raw.join(ageBands.map((name) => raw`${name}`))}]::text[])[1 + width_bucket(
      extract(year from age(pathway.referral_date, patient.date_of_birth))::integer, array[50, 65, 75, 85, 95])] as age_band,
    nullif(left(replace(upper(patient.postcode), ' ', ''), -3), '') as district
  from ${pathwaysInUse}
  join gender on gender.id = patient.gender_id
  left join ethnicity on ethnicity.id = patient.ethnicity_id
  where pathway.referral_date between ${from} and ${to}`

const measures = [count('referrals', 'Referrals'), share('share', 'Share %', 'referrals')]

export const equalityMonitoring: Report = {
  name: 'equalityMonitoring',
  title: 'Equality monitoring',
  group: 'People and data',
  answers: 'Who are the people referred to us, by age, gender, ethnicity and district?',
  capability: 'report.run',
  definition: [
    'Referrals whose referral date lies in the period, by what is recorded of the patient now. Age is in completed years on the referral date; ethnicity in the 16+1 categories of the 2001 census; the postcode district is the first part of the postcode. Deprivation is not linked.',
    deletedDoNotCount,
  ],
  sections: [
    {
      kind: 'counted',
      title: 'Age',
      facts,
      groups: [{ id: 'age_band', title: 'Age', every: () => [...ageBands] }],
      measures,
      chart: { title: 'Referrals by age', bars: { rows: 'referrals' } },
    },
    { kind: 'counted', title: 'Gender', facts, groups: [{ id: 'gender', title: 'Gender' }], measures },
    {
      kind: 'counted',
      title: 'Ethnicity',
      facts,
      groups: [{ id: 'ethnicity', title: 'Ethnicity' }],
      measures,
      order: 'label',
    },
    {
      kind: 'counted',
      title: 'Postcode district',
      facts,
      groups: [{ id: 'district', title: 'District' }],
      measures,
    },
    {
      kind: 'counted',
      title: 'Not recorded',
      facts,
      groups: [],
      measures: [
        count('referrals', 'Referrals'),
        count('noBirth', 'No date of birth', 'no_birth'),
        percent('noBirthPercent', 'No date of birth %', 'noBirth', 'referrals'),
        count('noEthnicity', 'No ethnicity', 'no_ethnicity'),
        percent('noEthnicityPercent', 'No ethnicity %', 'noEthnicity', 'referrals'),
        count('noPostcode', 'No postcode', 'no_postcode'),
        percent('noPostcodePercent', 'No postcode %', 'noPostcode', 'referrals'),
      ],
    },
  ],
}
