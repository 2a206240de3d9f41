import { sql as raw, type Kysely } from 'kysely'
import { foldName } from '../../../../contract/platform/words/fold.ts'
import type { DB } from '../../../platform/db/types.ts'
import { alikeAmong, type Alike, type Candidate } from '../../../patients/patient/candidates.ts'
import { birthsNear, compactPostcode, telephonesOf } from '../../../patients/patient/likeness.ts'

/**
 * Everybody who is registered or whom the import registers, for the rule of likely duplicates. The lookups are those of
 * `findCandidates`, but in memory, because a hundred thousand database queries would take most of the time. People whom
 * somebody else registers meanwhile are compared by the queue (server/governance/merges/findPairs.ts).
 */
export interface KnownPeople {
  /** People who may be this person by the product's own rule. */
  alike: (person: Candidate) => Alike[]
  add: (person: Candidate) => void
}

const pageSize = 5_000
/** As in `findCandidates`. */
const mostAtOnePlace = 500

export const readKnownPeople = async (sql: Kysely<DB>): Promise<KnownPeople> => {
  const known = noKnownPeople()
  for (let last = 0; ;) {
    const { rows } = await raw<Candidate>`
      select patient.id, family_name as "familyName", first_name as "firstName", null as "namePrefix",
        date_of_birth as "dateOfBirth", nhs_number as "nhsNumber", postcode, address_line1 as "addressLine1",
        array[phone_home, phone_work, phone_mobile] as telephones,
        (select coalesce(jsonb_agg(jsonb_build_object('familyName', family_name, 'firstName', first_name)), '[]'::jsonb)
          from former_name where former_name.patient_id = patient.id) as "formerNames", '{}'::text[] as "formerNumbers"
      from patient where is_active and id > ${last} order by id limit ${pageSize}`.execute(sql)
    for (const row of rows) known.add(row)
    last = rows.at(-1)?.id ?? last
    if (rows.length < pageSize) return known
  }
}

const noKnownPeople = (): KnownPeople => {
  const byBirth = new Map<string, Candidate[]>()
  const byName = new Map<string, Candidate[]>()
  const byPlace = new Map<string, Candidate[]>()
  const put = (index: Map<string, Candidate[]>, key: string, person: Candidate): void => {
    const there = index.get(key)
    if (there === undefined) index.set(key, [person])
    else there.push(person)
  }
  return {
    alike: (person) => {
      const found = new Set<Candidate>()
      for (const day of birthsNear(person.dateOfBirth))
        for (const other of byBirth.get(day) ?? []) found.add(other)
      for (const other of byName.get(nameOf(person)) ?? [])
        if (person.dateOfBirth === null || other.dateOfBirth === null) found.add(other)
      let atPlace = 0
      for (const place of placesOf(person))
        for (const other of byPlace.get(place) ?? [])
          if (atPlace < mostAtOnePlace && isBornPartly(person.dateOfBirth, other.dateOfBirth)) {
            found.add(other)
            atPlace += 1
          }
      return alikeAmong(person, [...found])
    },
    add: (person) => {
      if (person.dateOfBirth !== null) put(byBirth, person.dateOfBirth, person)
      for (const name of new Set([person, ...person.formerNames].map(nameOf))) put(byName, name, person)
      for (const place of placesOf(person)) put(byPlace, place, person)
    },
  }
}

const nameOf = ({ familyName, firstName }: Pick<Candidate, 'familyName' | 'firstName'>): string =>
  `${foldName(familyName)} ${foldName(firstName ?? '')}`

const placesOf = (person: Pick<Candidate, 'telephones' | 'postcode'>): Set<string> => {
  const postcode = compactPostcode(person.postcode)
  return new Set([
    ...telephonesOf(person).map((digits) => `t:${digits}`),
    ...(postcode === null ? [] : [`p:${postcode}`]),
  ])
}

/** Whether either birth is unknown, or two of its three parts agree. Another lookup finds births on nearby days. */
const isBornPartly = (one: string | null, other: string | null): boolean => {
  if (one === null || other === null) return true
  const [a, b] = [one.split('-'), other.split('-')]
  return a.filter((part, at) => part === b[at]).length === 2
}
