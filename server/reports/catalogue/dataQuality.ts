import { sql as raw } from 'kysely'
import { count, percent, type Facts, type Report } from '../definition.ts'
import { careBegun, deletedDoNotCount, diedOn, has, londonDay, pathwaysInUse } from './shared.ts'

const patientItems = [
  'NHS number missing',
  'NHS number marked unknown',
  'Date of birth missing',
  'Ethnicity missing',
  'Registered GP missing',
  'Postcode missing',
  'Possible duplicate',
  'Died, date of death missing',
] as const

const patients: Facts = ({ to }) => raw`
  select checked.patient_id, checked.pathway_id, item.item, item.is_wrong
  from (
    select patient.*, patient.id as patient_id, null::bigint as pathway_id, exists (
      select from patient as other
      where other.is_active and other.id <> patient.id and other.family_name_key = patient.family_name_key
        and other.first_name_key = patient.first_name_key and other.date_of_birth = patient.date_of_birth) as has_double,
      patient.deceased_date is null and ${diedOn} is not null as lacks_death
    from patient
    where patient.is_active and ${londonDay('patient.created_at')} <= ${to}) as checked
  cross join lateral (values
    (${patientItems[0]}::text, checked.nhs_number is null),
    (${patientItems[1]}::text, checked.nhs_number_unknown),
    (${patientItems[2]}::text, checked.date_of_birth is null),
    (${patientItems[3]}::text, checked.ethnicity_id is null),
    (${patientItems[4]}::text, checked.registered_gp is null),
    (${patientItems[5]}::text, checked.postcode is null),
    (${patientItems[6]}::text, checked.has_double),
    (${patientItems[7]}::text, checked.lacks_death)) as item (item, is_wrong)`

const referralItems = [
  'Referral date missing',
  'Referrer missing',
  'Method missing',
  'Open though the patient has died',
  'No FRAT, though care has begun',
  'No wellbeing assessment, though care has begun',
] as const

const referrals: Facts = ({ to, today }) => raw`
  select checked.pathway_id, checked.patient_id, item.item, item.is_wrong
  from (
    select pathway.id as pathway_id, pathway.patient_id, pathway.referral_date, pathway.referrer_id, pathway.referral_method_id,
      ${diedOn} is not null and pathway.discharge_date is null and pathway.cancel_referral_date is null as is_left_open,
      ${careBegun(today)} and not ${has('frat')} as lacks_frat,
      ${careBegun(today)} and not ${has('wellbeing')} as lacks_wellbeing
    from ${pathwaysInUse}
    where ${londonDay('pathway.created_at')} <= ${to}) as checked
  cross join lateral (values
    (${referralItems[0]}::text, checked.referral_date is null),
    (${referralItems[1]}::text, checked.referrer_id is null),
    (${referralItems[2]}::text, checked.referral_method_id is null),
    (${referralItems[3]}::text, checked.is_left_open),
    (${referralItems[4]}::text, checked.lacks_frat),
    (${referralItems[5]}::text, checked.lacks_wellbeing)) as item (item, is_wrong)`

export const dataQuality: Report = {
  name: 'dataQuality',
  title: 'Data quality',
  group: 'People and data',
  answers: 'What is missing or wrong in what is recorded?',
  capability: 'report.run',
  isSnapshot: true,
  definition: [
    'What is recorded now of the patients and referrals that were entered by the end of Date To. Date From is not used.',
    'Possible duplicate: another patient has the same names and date of birth. Died, date of death missing: a closed referral, a FRAT or a call says that the patient died. Care has begun: a plan has begun or ended, or it was decided that none is needed. Whether an NHS number was traced is not recorded, so unverified numbers are not counted.',
    deletedDoNotCount,
  ],
  sections: [
    {
      kind: 'counted',
      title: 'Patients',
      facts: patients,
      groups: [{ id: 'item', title: 'What', every: () => [...patientItems] }],
      measures: [
        count('patients', 'Patients'),
        count('wrong', 'To put right', 'is_wrong'),
        percent('wrongPercent', 'To put right %', 'wrong', 'patients'),
      ],
      hasTotal: false,
      chart: { title: 'Patients with something to put right', bars: { rows: 'wrong' } },
    },
    {
      kind: 'counted',
      title: 'Referrals',
      facts: referrals,
      groups: [{ id: 'item', title: 'What', every: () => [...referralItems] }],
      measures: [
        count('referrals', 'Referrals'),
        count('wrong', 'To put right', 'is_wrong'),
        percent('wrongPercent', 'To put right %', 'wrong', 'referrals'),
      ],
      hasTotal: false,
    },
  ],
}
