import { ageBand, deprivationFifth } from './ageBand.ts'
import { callsMade } from './callsMade.ts'
import { people, share, variants, type Recount } from './recount.ts'
import { number, percentOf, type Tally } from './tally.ts'

const item = (name: string, condition: string): string =>
  `select '${name}' as item, ${condition} as wrong from known`
const wrong = number((each) => each['wrong'] === true)
const cared = `
  select pathway_id from recount.decision
  union select pathway_id from recount.programme where last_day is not null or begun <= timezone('Europe/London', now())::date`
const blank = (key: string): Tally => number((each) => each[key] === null)

const equality = `
  select (select name from gender where id = w.gender_id) as gender, w.postcode, w.date_of_birth, w.ethnicity_id,
    (select code || ' ' || name from ethnicity where id = w.ethnicity_id) as ethnicity,
    regexp_replace(w.postcode, ' *[0-9][A-Z]{2}$', '') as district,
    ${ageBand('w.date_of_birth', 'w.referral_date')} as age, ${deprivationFifth('w.postcode')} as fifth
  from recount.referral w where w.referral_date >= $1 and w.referral_date <= $2`

/** Everybody who lives, whose flag was set in London by the last day and is not ended; whose it is follows from the last referral. */
const redFlags = `
  select f.patient_id, case f.category when 'blackout' then 'Blackout or syncope' when 'longLie' then 'Long lie of over an hour'
      else 'Sudden rise in falls' end as sign, f.action is null as unanswered,
    f.review_date < timezone('Europe/London', now())::date as past, coalesce(o.name, 'Unowned') as owner,
    case when o.shut is null and o.id is not null then 'A referral is open' when o.id is not null then 'The last referral is closed'
      else 'Never referred' end as referral
  from patient p join patient_flag f on f.patient_id = p.id and f.kind = 'redFlag' and f.ended_note is null
  left join lateral (
    select w.id, coalesce(w.cancel_referral_date, w.discharge_date) as shut,
      (select c.display_name from pathway_owner t, clinician c where t.pathway_id = w.id and c.id = t.clinician_id and c.is_active
        and not exists (select 1 from app_user u where u.clinician_id = c.id)) as name
    from recount.referral w where w.patient_id = p.id) o
    on not exists (select 1 from recount.referral x where x.patient_id = p.id and x.id <> o.id and (
      (coalesce(x.cancel_referral_date, x.discharge_date) is null and o.shut is not null)
      or (coalesce(x.cancel_referral_date, x.discharge_date) is null and o.shut is null
        and ((select c.is_active from pathway_owner t join clinician c on c.id = t.clinician_id where t.pathway_id = x.id) is true, x.id) > (o.name is not null, o.id))
      or (o.shut is not null and (coalesce(x.cancel_referral_date, x.discharge_date), x.id) > (o.shut, o.id))))
  where p.is_active and p.deceased_date is null and p.id not in (select patient_id from recount.death_said where patient_id is not null)
    and timezone('Europe/London', f.created_at)::date <= $2 and $1::date is not null`
const redFlagTallies = {
  'Red flags': number(),
  ...people,
  'Not answered': number((each) => each['unanswered'] === true),
  'Review day past': number((each) => each['past'] === true),
  'In Unowned': number((each) => each['owner'] === 'Unowned'),
}

export const patientRecounts: readonly Recount[] = [
  ...variants(
    [
      { report: 'openRedFlags', section: 'By referral', labels: { Referral: 'referral' } },
      { report: 'openRedFlags', section: 'By owner', labels: { Owner: 'owner' } },
      { report: 'openRedFlags', section: 'By sign', labels: { Sign: 'sign' } },
    ],
    { things: redFlags, tallies: redFlagTallies },
  ),
  ...variants(
    [
      { report: 'equalityMonitoring', section: 'Age', labels: { Age: 'age' } },
      { report: 'equalityMonitoring', section: 'Gender', labels: { Gender: 'gender' } },
      { report: 'equalityMonitoring', section: 'Ethnicity', labels: { Ethnicity: 'ethnicity' } },
      { report: 'equalityMonitoring', section: 'Postcode district', labels: { District: 'district' } },
    ],
    { things: equality, tallies: { Referrals: number(), ...share } },
  ),
  {
    report: 'equalityMonitoring',
    section: 'Deprivation fifth',
    things: equality,
    labels: { 'Deprivation fifth': 'fifth' },
    missing: 'Postcode not known',
    tallies: { Referrals: number(), ...share },
  },
  {
    report: 'equalityMonitoring',
    section: 'Not recorded',
    things: equality,
    labels: {},
    tallies: {
      Referrals: number(),
      'No date of birth': blank('date_of_birth'),
      'No date of birth %': percentOf(blank('date_of_birth'), number()),
      'No ethnicity': blank('ethnicity_id'),
      'No ethnicity %': percentOf(blank('ethnicity_id'), number()),
      'No postcode': blank('postcode'),
      'No postcode %': percentOf(blank('postcode'), number()),
    },
  },
  {
    report: 'dataQuality',
    section: 'Patients',
    things: `
      with known as (select * from patient where is_active and $1::date is not null
        and to_char(created_at at time zone 'Europe/London', 'YYYY-MM-DD') <= to_char($2::date, 'YYYY-MM-DD'))
      ${[
        item('NHS number missing', 'nhs_number is null'),
        item('NHS number marked unknown', 'nhs_number_unknown'),
        item('Date of birth missing', 'date_of_birth is null'),
        item('Ethnicity missing', 'ethnicity_id is null'),
        item('Registered GP missing', 'registered_gp is null'),
        item('Postcode missing', 'postcode is null'),
        item(
          'Possible duplicate',
          `(select count(*) > 1 from patient o where o.is_active and (o.family_name_key, o.first_name_key, o.date_of_birth)
            = (known.family_name_key, known.first_name_key, known.date_of_birth))`,
        ),
        item(
          'Died, date of death missing',
          'deceased_date is null and id in (select patient_id from recount.death_said where day is not null)',
        ),
      ].join(' union all ')}`,
    labels: { What: 'item' },
    tallies: {
      'Patients checked': number(),
      'Patients to put right': wrong,
      'Patients to put right %': percentOf(wrong, number()),
    },
  },
  {
    report: 'dataQuality',
    section: 'Referrals',
    things: `
      with ${callsMade},
      hasty as (
        select c.pathway_id from made m join recount.call c on c.pathway_id = m.id and c.counts_early is null and coalesce(c.outcome, 'reached') = 'reached'
        cross join stage_target target
        where c.call_date = m.one and c.call_date < (m.day + interval '3 months')::date - target.awaiting_followup
          or c.call_date = m.two and c.call_date < (m.one + interval '3 months')::date - target.awaiting_second_followup),
      known as (select * from recount.referral where $1::date is not null
        and to_char(created_at at time zone 'Europe/London', 'YYYY-MM-DD') <= to_char($2::date, 'YYYY-MM-DD'))
      ${[
        item('Referral date missing', 'referral_date is null'),
        item('Referrer missing', 'referrer_id is null'),
        item('Method missing', 'referral_method_id is null'),
        item(
          'Open though the patient has died',
          `(deceased_date is not null or patient_id in (select patient_id from recount.death_said where day is not null))
            and coalesce(discharge_date, cancel_referral_date) is null`,
        ),
        item(
          'No FRAT, though care has begun',
          `id in (${cared}) and id not in (select pathway_id from recount.frat)`,
        ),
        item(
          'No wellbeing assessment, though care has begun',
          `id in (${cared}) and id not in (select pathway_id from recount.wellbeing)`,
        ),
        item('Follow-up call counted before its time, unasked', 'id in (select pathway_id from hasty)'),
        item(
          'Place in a class that is over',
          `id in (select m.pathway_id from class_member m where m.ended_how is null and m.class_id not in (
            select class_id from class_session where session_date >= timezone('Europe/London', now())::date)
            and m.class_id in (select class_id from class_session))`,
        ),
        item(
          'Plan completed, though the person left the class',
          `id in (select p.pathway_id from class_place p join recount.exercise e on e.id = p.exercise_id
            where e.completed_date is not null and e.ended_how is null and p.state = 'left'
              and p.left_reason not in ('finished', 'otherClass', 'home', 'elsewhere', 'serviceEnded', 'merged'))`,
        ),
      ].join(' union all ')}`,
    labels: { What: 'item' },
    tallies: {
      'Referrals checked': number(),
      'Referrals to put right': wrong,
      'Referrals to put right %': percentOf(wrong, number()),
    },
  },
]
