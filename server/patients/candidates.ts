import { sql as raw, type Kysely } from 'kysely'
import { foldName } from '../../contract/fold.ts'
import type { DB } from '../db/types.ts'
import {
  birthsNear,
  compactPostcode,
  likenessOf,
  telephonesOf,
  type Identity,
  type NameOfPerson,
} from './likeness.ts'

/** A patient who may be the one that is looked for. */
export interface Candidate {
  id: number
  familyName: string
  firstName: string | null
  namePrefix: string | null
  dateOfBirth: string | null
  nhsNumber: string | null
  postcode: string | null
  addressLine1: string | null
  telephones: (string | null)[]
  formerNames: NameOfPerson[]
}

export interface Alike {
  patient: Candidate
  reasons: string[]
}

/** Most patients who are compared because they share a telephone number or a postcode. */
const mostAtOnePlace = 500

/**
 * The patients in use who share enough with this person to be compared: each way of looking is one index.
 * @param except the person's own record
 */
export const findCandidates = async (
  sql: Kysely<DB>,
  person: Identity & { nhsNumber: string | null },
  except = 0,
): Promise<Candidate[]> => {
  const family = foldName(person.familyName)
  const first = foldName(person.firstName ?? '')
  const { rows } = await raw<Candidate>`
    /* prepared: find likely duplicates */
    select patient.id, family_name as "familyName", first_name as "firstName", name_prefix.name as "namePrefix",
      date_of_birth as "dateOfBirth", nhs_number as "nhsNumber", postcode, address_line1 as "addressLine1",
      array[phone_home, phone_work, phone_mobile] as telephones,
      (select coalesce(jsonb_agg(jsonb_build_object('familyName', family_name, 'firstName', first_name)), '[]'::jsonb)
        from former_name where former_name.patient_id = patient.id) as "formerNames"
    from patient left join name_prefix on name_prefix.id = patient.name_prefix_id
    where patient.is_active and patient.id <> ${except} and patient.id in (
      select id from patient where is_active and nhs_number = ${person.nhsNumber}
      union all
      select id from patient where is_active and date_of_birth = any(${birthsNear(person.dateOfBirth)}::date[])
      union all
      select id from patient where is_active and family_name_key = ${family} and first_name_key = ${first}
        and (date_of_birth is null or ${person.dateOfBirth}::date is null)
      union all
      select patient_id from former_name where family_name_key = ${family} and first_name_key = ${first}
      union all
      -- Of the same date, or one near it, they are found above; another date must have two parts of three in common.
      (select id from patient where is_active and search_terms @@ ${placesQuery(person)}::tsquery
        and (date_of_birth is null or ${person.dateOfBirth}::date is null
          or (extract(year from date_of_birth) = extract(year from ${person.dateOfBirth}::date))::integer
            + (extract(month from date_of_birth) = extract(month from ${person.dateOfBirth}::date))::integer
            + (extract(day from date_of_birth) = extract(day from ${person.dateOfBirth}::date))::integer = 2)
        limit ${mostAtOnePlace}))`.execute(sql)
  return rows
}

/** The telephone numbers and the postcode, as a condition on `search_terms` (migration 0045); null where there are none. */
const placesQuery = (person: Identity): string | null => {
  const postcode = compactPostcode(person.postcode)
  const terms = [
    ...telephonesOf(person).map((digits) => `'t:${[...digits].reverse().join('')}'`),
    ...(postcode === null ? [] : [`'p:${postcode}'`]),
  ]
  return terms.length === 0 ? null : terms.join(' | ')
}

/** Those of the candidates who may be this person: the closest names first, and of those the latest record. */
export const alikeAmong = (person: Identity, candidates: readonly Candidate[]): Alike[] =>
  candidates
    .flatMap((patient) => {
      const likeness = likenessOf(person, patient)
      return likeness === null ? [] : [{ patient, ...likeness }]
    })
    .sort((a, b) => a.distance - b.distance || b.patient.id - a.patient.id)
    .map(({ patient, reasons }) => ({ patient, reasons }))
