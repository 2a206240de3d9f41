import { sql as raw } from 'kysely'
import { foldName } from '../../contract/fold.ts'
import type { LikelyDuplicate, PatientInput } from '../../contract/patient.ts'
import { Refusal } from '../errors.ts'
import type { Writing } from '../write.ts'
import { editDistance } from './editDistance.ts'

/** Names that differ by this many letters may be one person's (trust CS-2). */
const closeEnough = 2

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
 * Refuses a registration that may be a second record of one person, unless the sender has seen every candidate and
 * judged each to be somebody else (trust CS-2). People born on the same day with equal, close or swapped names are
 * candidates; without a birth date, people of exactly the same name.
 */
export const warnOfDuplicates = async (writing: Writing, input: PatientInput): Promise<void> => {
  const family = foldName(input.familyName)
  const first = foldName(input.firstName ?? '')
  const born = input.dateOfBirth ?? null
  const { rows } = await raw<Candidate>`
    select patient.id, family_name, first_name, family_name_key, first_name_key, name_prefix.name as name_prefix,
      date_of_birth, nhs_number, postcode
    from patient left join name_prefix on name_prefix.id = patient.name_prefix_id
    where patient.is_active and ${
      born === null
        ? raw`family_name_key = ${family} and first_name_key = ${first}`
        : raw`(date_of_birth = ${born}
          or (date_of_birth is null and family_name_key = ${family} and first_name_key = ${first}))`
    }
    order by patient.id
    limit 500`.execute(writing.sql)
  const seen = new Set(input.notDuplicateOf ?? [])
  const alike = rows.filter((row) => isAlike(row, family, first))
  if (alike.every(({ id }) => seen.has(id))) return
  throw new Refusal(
    409,
    'likely-duplicate',
    'This person may be registered already. Please check before going on.',
    {
      duplicates: alike.slice(0, 20).map(present),
    },
  )
}

const isAlike = (row: Candidate, family: string, first: string): boolean => {
  const distance = (a: string, b: string) => editDistance(a, b, closeEnough)
  const straight = distance(row.family_name_key, family) + distance(row.first_name_key, first)
  const swapped = distance(row.family_name_key, first) + distance(row.first_name_key, family)
  return Math.min(straight, swapped) <= closeEnough
}

const present = (row: Candidate): LikelyDuplicate => ({
  id: row.id,
  familyName: row.family_name,
  firstName: row.first_name,
  namePrefix: row.name_prefix,
  dateOfBirth: row.date_of_birth,
  nhsNumber: row.nhs_number,
  postcode: row.postcode,
})
