import { addDays } from '../contract/platform/dates/dates.ts'
import { foldName } from '../contract/platform/words/fold.ts'
import { checkDigitOf } from '../contract/platform/fields/nhsNumber.ts'
import { withDatabase } from './database.ts'

/** As long as a list is ever sent. */
export const longest = 1000

/** aaa, aab, aac and so on: every one another name. */
const letters = (place: number): string =>
  [676, 26, 1].map((unit) => String.fromCodePoint(97 + (Math.floor(place / unit) % 26))).join('')

/** Numbers of the 999 range that nobody else has; null where the check digit would be 10. */
const numberOf = (place: number): string | null => {
  const nine = String(999_500_000 + place)
  const check = checkDigitOf(nine)
  return check === 10 ? null : `${nine}${check}`
}

/** One in a hundred needs three lines. */
const familyNameOf = (place: number): string =>
  `Quayle-${letters(place)}${place % 100 === 50 ? '-Featherstonehaugh-Cholmondeley' : ''}`

const personAt = (place: number) => ({
  family_name: familyNameOf(place),
  family_name_key: foldName(familyNameOf(place)),
  date_of_birth: addDays('1925-01-01', (place * 7) % 27_000),
  nhs_number: numberOf(place),
  postcode: place % 3 === 0 ? null : 'ZZ99 3CZ',
  referral_date: addDays('2024-01-01', place % 400),
})

const assessed = '2025-06-30'

/** People whose FRAT says where they were discharged to: that puts them on the list. */
const insert = `
  with known as (
    select
      (select min(id) from gender) as gender_id, (select min(id) from team_member) as team_member_id,
      (select min(id) from location) as location_id, (select min(id) from discharged_to) as discharged_to_id,
      (select id from referrer where name = 'Physiotherapist') as referrer_id, (select min(id) from method) as method_id
  ), person as (
    insert into patient (family_name, family_name_key, first_name, first_name_key, gender_id, date_of_birth, nhs_number,
      nhs_number_unknown, postcode)
    select family_name, family_name_key, 'Ida', 'ida', known.gender_id, date_of_birth, nhs_number, nhs_number is null, postcode
    from known, jsonb_to_recordset($1) as given (
      family_name text, family_name_key text, date_of_birth date, nhs_number text, postcode text)
    returning *
  ), referral as (
    insert into pathway (patient_id, referral_date, referrer_id, referral_method_id)
    select person.id, given.referral_date, known.referrer_id, known.method_id
    from known, person
    join jsonb_to_recordset($1) as given (family_name text, referral_date date) using (family_name)
    returning *
  ), assessment as (
    insert into frat (pathway_id, assessment_date, team_member_id, location_id, frat_score, discharged_to_id)
    select referral.id, $2, known.team_member_id, known.location_id, 1, known.discharged_to_id from known, referral
  )
  insert into work_list (pathway_id, patient_id, stage, since, reason, deceased, family_name, first_name, name_key,
    nhs_number, date_of_birth, gender, postcode, referral_date, referrer)
  select referral.id, person.id, 'awaitingDischarge', $2, 'Discharged after the FRAT', false, person.family_name, person.first_name,
    family_name_key || ' ' || first_name_key, nhs_number, date_of_birth, gender.name, postcode, referral_date, referrer.name
  from referral
  join person on person.id = referral.patient_id
  join gender on gender.id = person.gender_id
  join referrer on referrer.id = referral.referrer_id`

/**
 * Fills the list Awaiting discharge up to so many. In one statement, for two thousand calls would take longer than all
 * other journeys; no other test looks at that list.
 */
export const fillDischargeList = async (dataFolder: string, people = longest): Promise<void> =>
  withDatabase(dataFolder, async (client) => {
    const { rows } = await client.query<{ count: number }>(
      `select count(*)::integer as count from work_list where stage = 'awaitingDischarge'`,
    )
    const missing = Array.from({ length: people - (rows[0]?.count ?? 0) }, (_, place) => personAt(place))
    await client.query(insert, [JSON.stringify(missing), assessed])
  })
