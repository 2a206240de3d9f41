import { sql as raw, type Kysely } from 'kysely'
import type { PatientInput } from '../../../../contract/patients/patient.ts'
import type { DB } from '../../../platform/db/types.ts'
import { edition, isAsked } from '../../../governance/merges/findPairs.ts'
import type { Alike, Candidate } from '../../../patients/patient/candidates.ts'
import { patientColumns, patientTable } from '../../../patients/patient/columns.ts'
import { identityOf } from '../../../patients/patient/duplicates.ts'
import { assertLifeInOrder } from '../../../patients/patient/life.ts'
import { recordedDays } from '../../../pathways/records/recordedDays.ts'
import { likenessOf } from '../../../patients/patient/likeness.ts'
import { numberTaken } from '../../../patients/patient/numberTaken.ts'
import { valuesOfPatient } from '../../../patients/patient/store.ts'
import { addRows } from '../../../platform/writes/addRows.ts'
import { valuesOf } from '../../../platform/writes/columns.ts'
import type { StaffWriting } from '../../../platform/writes/write.ts'
import { checkPatient, lettingGo, faultsOf, faultsOfProblem, refused } from './check.ts'
import type { KnownPeople } from './knownPeople.ts'
import type { KnownRows } from './knownRows.ts'
import type { PatientRows } from '../files/group.ts'
import type { Fault } from '../files/fault.ts'
import type { SourceRow } from '../files/sheet.ts'
import type { Verdicts } from './verdicts.ts'

/** One patient of a batch: who it is, or why it is refused. */
export interface Person {
  rows: PatientRows
  /** 0 until the patient is registered. */
  id: number
  how: 'new' | 'linked' | 'before' | 'changed' | 'refused' | 'unknown'
  faults: Fault[]
  input: PatientInput | null
  candidate: Candidate | null
  /** Registered people who may be the same person. */
  alike: Alike[]
  /** Another row of the same batch that is the same person. */
  same: Person | null
}

interface Looking {
  /** Only for reading. */
  writing: StaffWriting
  rows: KnownRows
  people: KnownPeople
  verdicts: Verdicts
  /** The patients who have any of the batch's NHS numbers. */
  taken: ReadonlyMap<string, Candidate>
  /** Those of them whose records are withheld from the importing user. */
  withheld: ReadonlySet<number>
}

/**
 * Decides for each patient of a unit, by the rules of a registration, whether it is new. If the NHS number is in use
 * and birth and name agree, it is the same person: a user would open that record instead of registering another. If
 * they do not agree, the row is refused for a person to check.
 */
export const decideWho = async (looking: Looking, unit: readonly PatientRows[]): Promise<Person[]> => {
  const decided: Person[] = []
  for (const rows of unit) decided.push(await decide(looking, rows, decided))
  return decided
}

const decide = async (looking: Looking, rows: PatientRows, ofUnit: readonly Person[]): Promise<Person> => {
  const { row, key } = rows
  const person: Person = {
    ...{ rows, id: 0, how: 'unknown', faults: [], input: null, candidate: null, alike: [], same: null },
  }
  const before = key === null ? undefined : looking.rows.of('patient', key)
  if (row === null) return before === undefined ? person : { ...person, id: before.recordId, how: 'before' }
  if (before !== undefined) {
    const isSame = before.content.equals(row.sheet.contentOf(row))
    return { ...person, id: before.recordId, how: isSame ? 'before' : 'changed' }
  }
  const { input, faults } = await lettingGo(row, async (of) => {
    const checked = checkPatient(of)
    const refusals = await refusalsOf(looking, of, checked.input)
    return refusals.length === 0 ? checked : refused(refusals)
  })
  if (input === null) return { ...person, how: 'refused', faults }
  const disorder = await disorderOf(looking, row, input)
  if (disorder.length > 0) return { ...person, how: 'refused', faults: disorder }
  const candidate: Candidate = { ...identityOf(input), ...unregistered(input) }
  const number = input.nhsNumber
  const sameUnit = ofUnit.find(({ candidate: other }) => number !== null && other?.nhsNumber === number)
  const other = sameUnit?.candidate ?? (number === null ? undefined : looking.taken.get(number))
  if (other !== undefined) {
    // Says no more than a registration does, which compares neither name nor birth.
    if (looking.withheld.has(other.id))
      return { ...person, how: 'refused', faults: faultsOf(row, numberTaken().fields) }
    const isOnePerson =
      other.dateOfBirth !== null &&
      other.dateOfBirth === candidate.dateOfBirth &&
      likenessOf(candidate, other) !== null
    if (isOnePerson) return { ...person, how: 'linked', id: other.id, same: sameUnit ?? null }
    const message =
      'Another patient has or had this NHS number, with another name or date of birth. Find out whose number it is and correct it here or in Surefoot'
    return { ...person, how: 'refused', faults: faultsOf(row, { nhsNumber: message }) }
  }
  const alike = looking.people.alike(candidate).filter(({ patient }) => isAsked(candidate, patient))
  looking.people.add(candidate)
  return { ...person, how: 'new', input, candidate, alike }
}

const unregistered = (input: PatientInput) => ({
  ...{ id: 0, namePrefix: null, nhsNumber: input.nhsNumber },
  telephones: [input.phoneHome, input.phoneWork, input.phoneMobile].map((number) => number ?? null),
  formerNames: [],
  formerNumbers: [],
})

const refusalsOf = async (
  { writing, verdicts }: Looking,
  row: SourceRow,
  input: PatientInput | null,
): Promise<Fault[]> => {
  if (input === null) return []
  const { registered_gp: practice, registered_gp_branch: branch, ...values } = valuesOf(patientColumns, input)
  const refusals = {
    ...(await verdicts.choices(writing, patientTable, values)),
    ...(await verdicts.practice(writing, practice ?? null, branch ?? null)),
  }
  return faultsOf(row, refusals)
}

/** Days that contradict each other are never dropped, because nobody knows which is wrong. */
const disorderOf = async ({ writing }: Looking, row: SourceRow, input: PatientInput): Promise<Fault[]> => {
  try {
    await assertLifeInOrder(writing, input, null, recordedDays)
    return []
  } catch (error) {
    return faultsOfProblem(row, error)
  }
}

/** The patients who have any of these numbers, or had it until PDS replaced it; by the number. */
export const readTaken = async (
  sql: Kysely<DB>,
  numbers: readonly string[],
): Promise<Map<string, Candidate>> => {
  const { rows } = await raw<Candidate & { asked: string }>`
    select found.asked, patient.id, family_name as "familyName", first_name as "firstName", null as "namePrefix",
      date_of_birth as "dateOfBirth", patient.nhs_number as "nhsNumber", postcode, address_line1 as "addressLine1",
      array[phone_home, phone_work, phone_mobile] as telephones, '[]'::jsonb as "formerNames", '{}'::text[] as "formerNumbers"
    from (
      select nhs_number as asked, patient_id, false as is_present from former_number where nhs_number = any(${numbers}::text[])
      union all
      select nhs_number, id, true from patient where is_active and nhs_number = any(${numbers}::text[])) as found
    join patient on patient.id = found.patient_id and patient.is_active
    order by found.is_present, patient.id`.execute(sql)
  // The later of two replaces the earlier: who has the number now comes last.
  return new Map(rows.map(({ asked, ...row }) => [asked, row]))
}

/**
 * Registers the new people. Possible duplicates are registered too, and added to the list of possible duplicates: a
 * patient who is left out would be on no list at all.
 */
export const registerPeople = async (
  writing: StaffWriting,
  people: readonly Person[],
  isDryRun: boolean,
): Promise<{ pairs: number }> => {
  const fresh = people.filter(({ how }) => how === 'new')
  const added = await addRows(
    writing,
    patientTable,
    fresh.map(({ input }) => (input === null ? {} : valuesOfPatient(input))),
  )
  for (const [at, person] of fresh.entries()) {
    const row = added[at]
    if (row === undefined || person.candidate === null) throw new Error('A patient was not registered')
    person.id = row.id
    person.candidate.id = row.id
    writing.trace({ patientIds: [row.id], records: [row.record] })
  }
  for (const person of people) if (person.same !== null) person.id = person.same.id
  const pairs = fresh.flatMap(({ id, alike }) =>
    alike.map(({ patient, reasons }) => ({
      patient_id: Math.min(id, patient.id),
      other_id: Math.max(id, patient.id),
      reasons,
    })),
  )
  // In a dry run the other patients were rolled back.
  if (!isDryRun) await keepPairs(writing, pairs, fresh)
  return { pairs: pairs.length }
}

const keepPairs = async (
  { sql }: StaffWriting,
  pairs: readonly object[],
  fresh: readonly Person[],
): Promise<void> => {
  await raw`
    insert into possible_duplicate (patient_id, other_id, reasons)
    select patient_id, other_id, reasons
    from jsonb_to_recordset(${JSON.stringify(pairs)}::jsonb) as pair (patient_id bigint, other_id bigint, reasons text[])
    on conflict do nothing`.execute(sql)
  await raw`
    insert into compared_patient (patient_id, version, edition)
    select id, 1, ${edition} from unnest(${fresh.map(({ id }) => id)}::bigint[]) as id`.execute(sql)
}
