import type { Client } from 'pg'
import { foldName } from '../contract/fold.ts'
import { checkDigitOf } from '../contract/nhsNumber.ts'
import { compactCounts } from '../server/worklists/counts.ts'
import { stages, type Stage } from '../contract/pathway/stage.ts'
import { stocks } from '../db/seed/demonstration/names.ts'
import { addRecords } from './fillRecords.ts'

/** How a service with many open pathways is spread: of twenty, how many are on each list. */
const share: Record<Stage, number> = {
  awaitingAssessment: 2,
  awaitingWellbeing: 1,
  awaitingTreatment: 2,
  inTreatment: 4,
  inExercise: 3,
  awaitingFollowup: 3,
  awaitingSecondFollowup: 2,
  awaitingDischarge: 3,
}

export const largestStage: Stage = 'inTreatment'

const batch = 50_000

/** As in a register, a few names are common and most are rare. */
const endings = ['', ...'s son ley ton ford ham well by worth man field more wick'.split(' ')]
const families = endings.flatMap((ending) =>
  stocks.flatMap(({ family }) => family.map((name) => name + ending)),
)
const firsts = [...new Set(stocks.flatMap(({ women, men }) => [...women, ...men]))]
const onLists = stages.flatMap((stage) => Array.from({ length: share[stage] }, () => stage))

/** Valid numbers of the test range; null where the nine digits have no check digit, or none are left. */
const numbersFrom = (first: number, count: number): (string | null)[] =>
  Array.from({ length: count }, (_, index) => {
    const nine = first + index
    const check = checkDigitOf(`${nine}0`)
    return check < 10 && nine < 1_000_000_000 ? `${nine}${check}` : null
  })

/**
 * Adds invented patients, each with one open pathway and its records, until the work lists hold as many rows as asked.
 * By plain statements: a hundred thousand in well under a minute.
 */
export const fillTo = async (client: Client, pathways: number): Promise<void> => {
  const { rows } = await client.query<{ count: number }>('select count(*)::integer as count from work_list')
  for (let held = rows[0]?.count ?? 0; held < pathways; held += batch)
    await addPatients(client, 999_100_000 + held, Math.min(batch, pathways - held))
  // As the service does each minute.
  await compactCounts(client)
  await client.query('vacuum analyze')
}

const addPatients = async (client: Client, firstNumber: number, count: number): Promise<void> => {
  await client.query('begin')
  await client.query(
    `create temporary table invented on commit drop as
     select nhs_number, nextval(pg_get_serial_sequence('patient', 'id')) as patient_id,
       nextval(pg_get_serial_sequence('pathway', 'id')) as pathway_id,
       1 + floor(random() ^ 1.5 * $2)::integer as family,
       1 + floor(random() ^ 2 * $3)::integer as first,
       1 + floor(random() * 2)::integer as gender,
       current_date - 22000 - floor(random() * 13000)::integer as born,
       current_date - floor(random() * 400)::integer as referred,
       'ZZ' || 10 + floor(random() * 90) || ' ' || 1 + floor(random() * 9) || 'AB' as postcode,
       ($4::text[])[1 + floor(random() * cardinality($4::text[]))] as stage
     from unnest($1::text[]) as nhs_number`,
    [numbersFrom(firstNumber, count), families.length, firsts.length, onLists],
  )
  await client.query(
    `insert into patient (id, family_name, family_name_key, first_name, first_name_key, gender_id, date_of_birth,
       nhs_number, nhs_number_unknown, postcode, registered_gp)
     overriding system value
     select patient_id, ($1::text[])[family], ($2::text[])[family], ($3::text[])[first], ($4::text[])[first],
       (select id from gender where code = gender::text), born, nhs_number, nhs_number is null, postcode,
       (select min(id) from organisation where type = 'GP Practices')
     from invented`,
    [families, families.map(foldName), firsts, firsts.map(foldName)],
  )
  await client.query(
    `insert into pathway (id, patient_id, referral_date, referrer_id, referral_method_id)
     overriding system value
     select pathway_id, patient_id, referred, (select min(id) from referrer), (select min(id) from method)
     from invented`,
  )
  await addRecords(client)
  await client.query(
    `insert into stage_transition (pathway_id, from_stage, to_stage, command)
     select pathway_id, null, 'awaitingAssessment', 'bench' from invented
     union all
     select pathway_id, 'awaitingAssessment', stage, 'bench' from invented where stage <> 'awaitingAssessment'`,
  )
  await client.query(
    `insert into work_list (pathway_id, patient_id, stage, since, due, reason, deceased, family_name, first_name,
       name_key, nhs_number, date_of_birth, gender, postcode, referral_date, referrer, registered_gp)
     select invented.pathway_id, invented.patient_id, stage, referred + 1, referred + 90, 'bench', false, patient.family_name,
       patient.first_name, patient.family_name_key || ' ' || patient.first_name_key, patient.nhs_number,
       patient.date_of_birth, gender.name, patient.postcode, referred, referrer.name, organisation.name
     from invented
     join patient on patient.id = invented.patient_id
     join gender on gender.id = patient.gender_id
     join pathway on pathway.id = invented.pathway_id
     join referrer on referrer.id = pathway.referrer_id
     join organisation on organisation.id = patient.registered_gp`,
  )
  await client.query('commit')
}
