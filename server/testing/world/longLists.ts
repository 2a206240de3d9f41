import { aPathway } from './factories.ts'
import type { TestService } from '../process/service.ts'
import type { TestUser } from './users.ts'
import { lookupTables } from '../../reference/lookups/tables.ts'
import type { LookupName } from '../../../contract/reference/lookups.ts'

/* Lists beyond what a screen asks for at once, as rows: all like those that came through HTTP. */

/** Rows of each. Every fifth is called Fifth, and a few what a spreadsheet would take for a formula. */
export const many = 1_106

const nameOf = `case n when 1 then '=1+1' when 2 then '+44' when 3 then '-1' when 4 then '@sum' when 6 then 'O''Neill, "Nell"'
  else case when n % 5 = 0 then 'Fifth ' else 'Longlist ' end || n end`
const numbers = 'generate_series(1, $1::integer) as n'

/** As many as one statement adds on a busy machine within its time. */
const atOnce = 200

/** Patients awaiting assessment, referred in January 2026. */
export const manyPatients = async (service: TestService, user: TestUser): Promise<void> => {
  await aPathway(service, user, { referralDate: '2026-01-05' })
  for (let from = 1; from <= many; from += atOnce)
    await service.db.owner.query(
      `with people as (
       insert into patient (family_name, family_name_key, first_name, first_name_key, gender_id, date_of_birth, postcode)
       select ${nameOf}, folded(${nameOf}), 'Nr ' || n, 'nr' || n,
         (select min(id) from gender), '1940-01-01', 'ZZ1 1ZZ'
       from generate_series($1::integer, $2::integer) as n returning *),
     referrals as (
       insert into pathway (patient_id, referral_date) select id, '2026-01-05' from people returning *)
     insert into work_list (pathway_id, patient_id, stage, since, reason, deceased, family_name, first_name, name_key,
       date_of_birth, gender, postcode, referral_date)
     select referrals.id, people.id, 'awaitingAssessment', '2026-01-05', 'test', false, people.family_name,
       people.first_name, people.family_name_key || ' ' || people.first_name_key, people.date_of_birth, 'Male', people.postcode, referrals.referral_date
     from referrals join people on people.id = referrals.patient_id`,
      [from, Math.min(many, from + atOnce - 1)],
    )
}

/** Each of them a pair with one of them, merged with it once, and said to be registered in error. */
export const manyPairs = async ({ db }: TestService): Promise<void> => {
  const other = `(select max(id) from patient where family_name not ilike '%fifth%')`
  await db.owner.query(
    `insert into possible_duplicate (patient_id, other_id, reasons)
     select id, ${other}, array['Same date of birth'] from patient where id < ${other}`,
  )
  await db.owner.query(
    `insert into patient_merge (survivor_id, merged_id, kept, undone_at, undone_by)
     select id, ${other}, '{"rows": []}', clock_timestamp(), (select min(id) from app_user)
     from patient where id < ${other}`,
  )
  await db.owner.query(
    `insert into registered_in_error (patient_id, reason) select id, 'A test' from patient`,
  )
}

/** Rows of a list of choices, one in seven out of use. */
export const manyChoices = async ({ db }: TestService, of: LookupName): Promise<void> => {
  const { table, name = 'name', columns } = lookupTables[of]
  const more = Object.values(columns).includes('family_name')
    ? { family_name: `'Hidden'`, first_name: `'Ada'` }
    : Object.values(columns).includes('internal_code')
      ? { internal_code: `'L' || n` }
      : {}
  await db.owner.query(
    `insert into ${table} (${[name, ...Object.keys(more)].join()}, is_active)
     select ${[nameOf, ...Object.values(more)].join()}, n % 7 <> 0 from ${numbers}`,
    [many],
  )
}

export const manyOrganisations = async ({ db }: TestService): Promise<void> => {
  await db.owner.query(
    `insert into organisation (id, type, name, name_key, open_date, town, is_active)
     select 'LL' || n, 'GP Practices', ${nameOf}, lower(${nameOf}), '2001-04-01', 'Hidden', n % 7 <> 0 from ${numbers}`,
    [many],
  )
}

/** People with what no list shows of them. */
export const manyUsers = async ({ db }: TestService): Promise<void> => {
  await db.owner.query(
    `insert into app_user (user_name, user_name_key, family_name, first_name, display_name, default_role_id,
       provider_identifier, password_hash, is_active)
     select 'long' || n, 'long' || n, 'Hidden', 'Ada', ${nameOf}, (select min(id) from role), 'hidden' || n,
       '$argon2id$hidden', n % 7 <> 0 from ${numbers}`,
    [many],
  )
}
