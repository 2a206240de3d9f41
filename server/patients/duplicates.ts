import { distance as between } from 'fastest-levenshtein'
import { sql as raw } from 'kysely'
import { foldName } from '../../contract/fold.ts'
import type { LikelyDuplicate, PatientInput } from '../../contract/patient.ts'
import { HttpProblem } from '../errors.ts'
import type { Writing } from '../writes/write.ts'
import { numberTaken } from './numberTaken.ts'

/** Names that differ by this many letters may be one person's (CS-2). */
const closeEnough = 2

/** As many as a reply of the sender can name (`notDuplicateOf`): the closest, and of those the latest. */
const mostShown = 50

interface Candidate {
  id: number
  family_name: string
  first_name: string | null
  family_name_key: string
  first_name_key: string
  name_prefix: string | null
  date_of_birth: string | null
  nhs_number: string | null
  postcode: string | null
}

/**
 * Refuses a registration under a number that another patient has, and one that may be a second record of one person
 * unless the sender has seen every candidate and judged each to be somebody else (CS-2, decision 3).
 */
export const assertNewPerson = async (writing: Writing, input: PatientInput): Promise<void> => {
  const family = foldName(input.familyName)
  const first = foldName(input.firstName ?? '')
  const born = input.dateOfBirth ?? null
  await lockNames(writing, [`patient named ${family} ${first}`, `patient born ${born ?? 'unknown'}`])
  const rows = await findCandidates(writing, { family, first, born, nhsNumber: input.nhsNumber })
  if (input.nhsNumber !== null && rows.some((row) => row.nhs_number === input.nhsNumber)) throw numberTaken()
  const alike = rows
    .map((row) => ({ row, distance: distanceOf(row, family, first) }))
    .filter(({ distance }) => distance <= closeEnough)
    .sort((a, b) => a.distance - b.distance || b.row.id - a.row.id)
    .slice(0, mostShown)
    .map(({ row }) => row)
  const seen = new Set(input.notDuplicateOf ?? [])
  if (alike.every(({ id }) => seen.has(id))) return
  throw new HttpProblem(
    409,
    'likely-duplicate',
    'This person may be registered already. Please check before going on.',
    { duplicates: alike.map(present) },
  )
}

/**
 * Registrations that could be of one person come one after another, so that the second sees the first: until this
 * transaction ends, nobody else registers that name or that birth date. Taken in one order, so that two never wait
 * for each other.
 */
const lockNames = async ({ sql }: Writing, names: readonly string[]): Promise<void> => {
  await raw`
    /* prepared: lock names */
    select pg_advisory_xact_lock(key)
    from (select distinct hashtextextended(name, 0) as key from unnest(${names}::text[]) as name order by key) as keys
  `.execute(sql)
}

/** Born on the same day; or of exactly the same name where either birth date is not known; or of the same number. */
const findCandidates = async (
  { sql }: Writing,
  person: { family: string; first: string; born: string | null; nhsNumber: string | null },
): Promise<Candidate[]> => {
  const { rows } = await raw<Candidate>`
    /* prepared: find likely duplicates */
    select patient.id, family_name, first_name, family_name_key, first_name_key, name_prefix.name as name_prefix,
      date_of_birth, nhs_number, postcode
    from patient left join name_prefix on name_prefix.id = patient.name_prefix_id
    where patient.is_active and (
      nhs_number = ${person.nhsNumber}
      or date_of_birth = ${person.born}::date
      or (family_name_key = ${person.family} and first_name_key = ${person.first}
        and (date_of_birth is null or ${person.born}::date is null)))`.execute(sql)
  return rows
}

const distanceOf = (row: Candidate, family: string, first: string): number => {
  const straight = between(row.family_name_key, family) + betweenFirst(row.first_name_key, first)
  const swapped = between(row.family_name_key, first) + between(row.first_name_key, family)
  return Math.min(straight, swapped)
}

/** A first name that was not given says little: half as far as two names can be apart. */
const betweenFirst = (a: string, b: string): number =>
  (a === '') === (b === '') ? between(a, b) : closeEnough / 2

const present = (row: Candidate): LikelyDuplicate => ({
  id: row.id,
  familyName: row.family_name,
  firstName: row.first_name,
  namePrefix: row.name_prefix,
  dateOfBirth: row.date_of_birth,
  nhsNumber: row.nhs_number,
  postcode: row.postcode,
})
