import { sql as raw, type RawBuilder } from 'kysely'
import { count, factsOf, meaning, percent, type Report } from '../reports/definition.ts'
import { dropOuts } from './classes.ts'
import { callsDue } from './callsDue.ts'
import { careBegun, deletedDoNotCount, diedOn, has, joinTold, pathwaysInUse, untilEndOf } from './shared.ts'

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

/**
 * One row for each checked record and item. `faults` of the checked record holds the results in the order of the
 * items.
 */
const byItem = (items: readonly string[]): RawBuilder<unknown> =>
  raw.join(
    items.map(
      (item, place) =>
        raw`select patient_id, pathway_id, ${item}::text as item, faults[${raw.lit(place + 1)}] as is_wrong from checked`,
    ),
    raw` union all `,
  )

const patients = factsOf(
  'Patients checked',
  'Patients who were entered by the end of Date To, once for each thing that may be wrong',
  ({ to }) => raw`
  with checked as materialized (
    select patient.id as patient_id, null::bigint as pathway_id, array[
      patient.nhs_number is null,
      patient.nhs_number_unknown,
      patient.date_of_birth is null,
      patient.ethnicity_id is null,
      patient.registered_gp is null,
      patient.postcode is null,
      alike.date_of_birth is not null,
      patient.deceased_date is null and told.day is not null] as faults
    from patient
    ${joinTold}
    left join (
      select family_name_key, first_name_key, date_of_birth from patient where is_active
      group by family_name_key, first_name_key, date_of_birth having count(*) > 1)
      as alike using (family_name_key, first_name_key, date_of_birth)
    where patient.is_active and ${untilEndOf(to, 'patient.created_at')})
  ${byItem(patientItems)}`,
)

const referralItems = [
  'Referral date missing',
  'Referrer missing',
  'Method missing',
  'Open though the patient has died',
  'No FRAT, though care has begun',
  'No wellbeing assessment, though care has begun',
  'Follow-up call counted before its time, unasked',
  'Place in a class that is over',
  'Plan completed, though the person left the class',
] as const

const referrals = factsOf(
  'Referrals checked',
  'Referrals that were entered by the end of Date To, once for each thing that may be wrong',
  ({ to, today }) => raw`
  with known as materialized (
    select pathway.id as pathway_id, pathway.patient_id, pathway.referral_date, pathway.referrer_id, pathway.referral_method_id,
      ${diedOn} is not null and pathway.discharge_date is null and pathway.cancel_referral_date is null as is_left_open,
      early.pathway_id is not null as is_called_early,
      exists (
        select from class_member as member
        where member.pathway_id = pathway.id and member.ended_how is null
          and (select max(session_date) from class_session where class_session.class_id = member.class_id) < ${today}) as is_left_in_class,
      exists (
        select from class_place as place
        join exercise on exercise.id = place.exercise_id and exercise.is_active
        where place.pathway_id = pathway.id and place.left_reason = any(${dropOuts})
          and exercise.completed_date is not null and exercise.ended_how is null) as is_dropout_completed,
      ${careBegun(today)} as has_begun, ${has('frat')} as has_frat, ${has('wellbeing')} as has_wellbeing
    from ${pathwaysInUse}
    ${joinTold}
    left join (
      select distinct pathway_id from ${callsDue} as due cross join stage_target
      where due.is_unasked and due.called_on
        < due.due_on - case due.which when 'First' then awaiting_followup else awaiting_second_followup end)
      as early on early.pathway_id = pathway.id
    where ${untilEndOf(to, 'pathway.created_at')}),
  checked as materialized (
    select patient_id, pathway_id, array[
      referral_date is null,
      referrer_id is null,
      referral_method_id is null,
      is_left_open,
      has_begun and not has_frat,
      has_begun and not has_wellbeing,
      is_called_early,
      is_left_in_class,
      is_dropout_completed] as faults
    from known)
  ${byItem(referralItems)}`,
)

const ofRow = 'Those to which the name of the row applies'

export const dataQuality: Report = {
  name: 'dataQuality',
  title: 'Data quality',
  group: 'People and data',
  answers: 'What is missing or wrong in what is recorded?',
  capability: 'report.run',
  isSnapshot: true,
  definition: [
    'What is recorded now of the patients and referrals that were entered by the end of Date To. Date From is not used.',
    'Possible duplicate: another patient has the same names and date of birth. Died, date of death missing: a closed referral, a FRAT or a call says that the patient died. Care has begun: a plan has begun or ended, or it was decided that none is needed. Follow-up call counted before its time: it was sent by another program, which cannot ask; check whether it was the follow-up, and answer the question on the call. Place in a class that is over: its outcome is not recorded yet. Plan completed, though the person left the class: the plan ended before it was asked how, and the reason for leaving the class says that the person stopped; open the plan and say how it ended. Whether an NHS number was traced is not recorded, so unverified numbers are not counted.',
    deletedDoNotCount,
  ],
  sections: [
    {
      title: 'Patients',
      facts: patients,
      groups: [{ id: 'item', title: 'What', every: () => [...patientItems] }],
      measures: [
        count('patients', 'Patients checked'),
        meaning(ofRow, count('wrong', 'Patients to put right', 'is_wrong')),
        percent('wrongPercent', 'Patients to put right %', 'wrong', 'patients'),
      ],
      hasTotal: false,
      chart: { title: 'Patients with something to put right', bars: { rows: 'wrong' } },
    },
    {
      title: 'Referrals',
      facts: referrals,
      groups: [{ id: 'item', title: 'What', every: () => [...referralItems] }],
      measures: [
        count('referrals', 'Referrals checked'),
        meaning(ofRow, count('wrong', 'Referrals to put right', 'is_wrong')),
        percent('wrongPercent', 'Referrals to put right %', 'wrong', 'referrals'),
      ],
      hasTotal: false,
    },
  ],
}
