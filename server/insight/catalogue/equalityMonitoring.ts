import { sql as raw } from 'kysely'
import { count, meaning, percent, share, withColumns, type Report } from '../reports/definition.ts'
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
import { referralFacts } from './referralsReceived.ts'
import { deletedDoNotCount } from './shared.ts'

const facts = withColumns(
  referralFacts,
  () => raw`
  select facts.pathway_id, facts.patient_id, ${ofPatient},
    patient.date_of_birth is null as no_birth, patient.ethnicity_id is null as no_ethnicity, patient.postcode is null as no_postcode,
    ${ageBandOn(raw`facts.day`)},
    nullif(left(replace(upper(patient.postcode), ' ', ''), -3), '') as district
  from facts
  join patient on patient.id = facts.patient_id
  ${joinOfPatient}`,
)

const measures = [count('referrals', 'Referrals'), share('share', 'Share %', 'referrals')]

export const equalityMonitoring: Report = {
  name: 'equalityMonitoring',
  title: 'Equality monitoring',
  group: 'People and data',
  answers: 'Who are the people referred to us, by age, gender, ethnicity, district and deprivation?',
  capability: 'report.run',
  definition: [
    `${referralFacts.subject.each}, grouped by what is recorded about the patient now. Age is in completed years on the referral date; ethnicity in the 16+1 categories of the 2001 census; the postcode district is the first part of the postcode. The deprivation fifth is that of the postcode in the file that administrators have imported; 1 is the most deprived.`,
    deletedDoNotCount,
  ],
  sections: [
    {
      title: 'Age',
      facts,
      groups: [byAge],
      measures,
      chart: { title: 'Referrals by age', bars: { rows: 'referrals' } },
    },
    { title: 'Gender', facts, groups: [byGender], measures },
    {
      title: 'Ethnicity',
      facts,
      groups: [byEthnicity],
      measures,
      order: 'label',
    },
    {
      title: 'Postcode district',
      facts,
      groups: [{ id: 'district', title: 'District' }],
      measures,
    },
    {
      title: 'Deprivation fifth',
      note: deprivationNote,
      facts,
      groups: [byDeprivation],
      measures,
      order: 'label',
    },
    {
      title: 'Not recorded',
      facts,
      groups: [],
      measures: [
        count('referrals', 'Referrals'),
        meaning(
          'Those of patients without a date of birth',
          count('noBirth', 'No date of birth', 'no_birth'),
        ),
        percent('noBirthPercent', 'No date of birth %', 'noBirth', 'referrals'),
        meaning(
          'Those of patients without an ethnicity',
          count('noEthnicity', 'No ethnicity', 'no_ethnicity'),
        ),
        percent('noEthnicityPercent', 'No ethnicity %', 'noEthnicity', 'referrals'),
        meaning('Those of patients without a postcode', count('noPostcode', 'No postcode', 'no_postcode')),
        percent('noPostcodePercent', 'No postcode %', 'noPostcode', 'referrals'),
      ],
    },
  ],
}
