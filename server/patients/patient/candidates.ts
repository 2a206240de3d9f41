import { sql as raw, type Kysely, type RawBuilder } from 'kysely'
import { foldName } from '../../../contract/platform/words/fold.ts'
import type { DB } from '../../platform/db/types.ts'
import {
  askedByName,
  birthsNear,
  compactPostcode,
  likenessOf,
  telephonesOf,
  type Identity,
  type NameOfPerson,
} from './likeness.ts'

/** A patient who may be the person in question. */
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
  /** NHS numbers that PDS replaced. */
  formerNumbers: string[]
}

export interface Alike {
  patient: Candidate
  reasons: string[]
}

/** What is known of a person, to find out whether they are registered. */
export type Sought = Identity & { nhsNumber: string | null }

/** Maximum patients compared because they share a telephone number or a postcode. */
const mostAtOnePlace = 500

/**
 * The active patients who share enough with this person to be compared. The larger the register, the more patients are
 * born on or near the same day. For those, an index returns the names, and only the records with a similar name or the
 * same place are read.
 * @param except id of the person's own record
 */
export const findCandidates = async (sql: Kysely<DB>, person: Sought, except = 0): Promise<Candidate[]> => {
  const ids = idsOf(person, await lookFor(sql, person))
  ids.delete(except)
  return ids.size === 0 ? [] : readCandidates(sql, [...ids])
}

/**
 * The same for each of several people, in two statements whatever their number. For lists: PostgreSQL plans the search
 * once, and not once for each person.
 */
export const findCandidatesOfEach = async (
  sql: Kysely<DB>,
  people: readonly Sought[],
): Promise<Candidate[][]> => {
  if (people.length === 0) return []
  const values = people.map((person, place) => ({ place, ...valuesOf(person) }))
  const { rows } = await raw<LookedFor>`
    /* prepared: find likely duplicates of each */
    select found.* from jsonb_to_recordset(${JSON.stringify(values)}::jsonb) as person (place integer, family text, first text,
      near date[], "nhsNumber" text, "dateOfBirth" date, "placesNear" text, places text)
    cross join lateral (${lookedFor((name) => raw.ref(`person.${name}`))}) as found
    order by person.place`.execute(sql)
  const idsOfEach = people.map((person, place) => idsOf(person, rows[place] ?? { named: [], found: [] }))
  const all = new Set(idsOfEach.flatMap((ids) => [...ids]))
  const candidates = all.size === 0 ? [] : await readCandidates(sql, [...all])
  return idsOfEach.map((ids) => candidates.filter(({ id }) => ids.has(id)))
}

const idsOf = (person: Identity, { named, found }: LookedFor): Set<number> => {
  const isAsked = askedByName(person)
  return new Set([
    ...found,
    ...named.flatMap(([id, family, first]) => (isAsked({ family, first }) ? [id] : [])),
  ])
}

interface LookedFor {
  /** Ids of patients who share something with the person other than a name and a near date of birth. */
  found: number[]
  /** Patients born on or near that day: the id, and the keys of a present or former name of the record. */
  named: [id: number, family: string, first: string][]
}

const lookFor = async (sql: Kysely<DB>, person: Sought): Promise<LookedFor> => {
  const values = valuesOf(person)
  const { rows } = await raw<LookedFor>`
    /* prepared: find likely duplicates */
    ${lookedFor((name) => raw`(select ${values[name]}::${raw.raw(typeOf[name])})`)}`.execute(sql)
  return rows[0] ?? { named: [], found: [] }
}

/** What is looked for, and its types in the database. */
const typeOf = {
  family: 'text',
  first: 'text',
  near: 'date[]',
  nhsNumber: 'text',
  dateOfBirth: 'date',
  placesNear: 'text',
  places: 'text',
} as const
type Value = keyof typeof typeOf

const valuesOf = (person: Sought): Record<Value, string | readonly string[] | null> => {
  const near = birthsNear(person.dateOfBirth)
  return {
    family: foldName(person.familyName),
    first: foldName(person.firstName ?? ''),
    near,
    nhsNumber: person.nhsNumber,
    dateOfBirth: person.dateOfBirth,
    placesNear: placesQuery(person, near),
    places: placesQuery(person),
  }
}

/**
 * Each way of searching uses one index.
 * @param of where a value stands, hidden from the planner, which would plan again for each
 */
const lookedFor = (of: (name: Value) => RawBuilder<unknown>) => raw`
    with born as materialized (
      select id, family_name_key, first_name_key from patient where is_active and date_of_birth = any(${of('near')}::date[])
    )
    select
      (select coalesce(json_agg(json_build_array(id, family_name_key, first_name_key)), '[]'::json) from (
        select id, family_name_key, first_name_key from born
        union all
        select born.id, former.family_name_key, former.first_name_key
        from born join former_name as former on former.patient_id = born.id) as named) as named,
      (select coalesce(json_agg(id), '[]'::json) from (
        select id from patient where is_active and nhs_number = ${of('nhsNumber')}
        union all
        select patient_id from former_number where nhs_number = ${of('nhsNumber')}
        union all
        select id from patient where is_active and family_name_key = ${of('family')} and first_name_key = ${of('first')}
          and (date_of_birth is null or ${of('dateOfBirth')} is null)
        union all
        select patient_id from former_name where family_name_key = ${of('family')} and first_name_key = ${of('first')}
        union all
        select id from patient where is_active and search_terms @@ (${of('placesNear')})::tsquery
        union all
        -- Another date that is no near one must have two parts of three in common.
        (select id from patient where is_active and search_terms @@ (${of('places')})::tsquery
          and (date_of_birth is null or ${of('dateOfBirth')} is null
            or (extract(year from date_of_birth) = extract(year from ${of('dateOfBirth')}))::integer
              + (extract(month from date_of_birth) = extract(month from ${of('dateOfBirth')}))::integer
              + (extract(day from date_of_birth) = extract(day from ${of('dateOfBirth')}))::integer = 2)
          limit ${raw.lit(mostAtOnePlace)})) as found) as found`

const readCandidates = async (sql: Kysely<DB>, ids: readonly number[]): Promise<Candidate[]> => {
  const { rows } = await raw<Candidate>`
    /* prepared: read likely duplicates */
    select patient.id, family_name as "familyName", first_name as "firstName", name_prefix.name as "namePrefix",
      date_of_birth as "dateOfBirth", nhs_number as "nhsNumber", postcode, address_line1 as "addressLine1",
      array[phone_home, phone_work, phone_mobile] as telephones,
      (select coalesce(jsonb_agg(jsonb_build_object('familyName', family_name, 'firstName', first_name)), '[]'::jsonb)
        from former_name where former_name.patient_id = patient.id) as "formerNames",
      array(select former_number.nhs_number from former_number where former_number.patient_id = patient.id) as "formerNumbers"
    from patient left join name_prefix on name_prefix.id = patient.name_prefix_id
    where patient.is_active and patient.id = any((select ${ids}::bigint[])::bigint[])`.execute(sql)
  return rows
}

/**
 * The telephone numbers and the postcode, as a condition on `search_terms` (migration 0045); null if there are none.
 * @param births if given, one of these dates of birth must match too
 */
const placesQuery = (person: Identity, births?: readonly string[]): string | null => {
  const postcode = compactPostcode(person.postcode)
  const places = [
    ...telephonesOf(person).map((digits) => `'t:${[...digits].reverse().join('')}'`),
    ...(postcode === null ? [] : [`'p:${postcode}'`]),
  ]
  const days = births?.map((day) => `'b:${day.replaceAll('-', '')}'`)
  if (places.length === 0 || days?.length === 0) return null
  const anyOf = (terms: readonly string[]): string => `(${terms.join(' | ')})`
  return [places, ...(days === undefined ? [] : [days])].map(anyOf).join(' & ')
}

/** The candidates who may be this person: the closest names first, then the latest record. */
export const alikeAmong = (person: Identity, candidates: readonly Candidate[]): Alike[] =>
  candidates
    .flatMap((patient) => {
      const likeness = likenessOf(person, patient)
      return likeness === null ? [] : [{ patient, ...likeness }]
    })
    .sort((a, b) => a.distance - b.distance || b.patient.id - a.patient.id)
    .map(({ patient, reasons }) => ({ patient, reasons }))
