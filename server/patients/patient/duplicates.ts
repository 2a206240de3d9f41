import { sql as raw, type Kysely } from 'kysely'
import { foldName } from '../../../contract/platform/words/fold.ts'
import type { LikelyDuplicate } from '../../../contract/platform/calls/likelyDuplicate.ts'
import type { PatientInput } from '../../../contract/patients/patient.ts'
import { HttpProblem } from '../../platform/errors.ts'
import { withheldAmong, type Reader } from '../flags/withheld.ts'
import type { DB } from '../../platform/db/types.ts'
import type { StaffWriting } from '../../platform/writes/write.ts'
import {
  alikeAmong,
  findCandidates,
  findCandidatesOfEach,
  type Alike,
  type Candidate,
  type Sought,
} from './candidates.ts'
import { birthsNear, compactPostcode, telephonesOf, type Identity } from './likeness.ts'
import { numberTaken } from './numberTaken.ts'

/**
 * Maximum candidates shown, as many as the sender's reply can name (`notDuplicateOf`): the closest, then the latest.
 */
const mostShown = 50

/**
 * Refuses a registration with an NHS number that another patient has. Also refuses one that may be a second record of a
 * person, unless the sender has seen every candidate and judged each to be somebody else (CS-2, decision 73).
 * @returns the ids of the candidates who were judged to be somebody else
 */
export const assertNewPerson = async (writing: StaffWriting, input: PatientInput): Promise<number[]> => {
  const person = identityOf(input)
  await lockIdentity(writing, person)
  const candidates = await findCandidates(writing.sql, { ...person, nhsNumber: input.nhsNumber })
  if (input.nhsNumber !== null && candidates.some(({ nhsNumber }) => nhsNumber === input.nhsNumber))
    throw numberTaken()
  const alike = likelyAmong({ ...person, nhsNumber: input.nhsNumber }, candidates)
  const seen = new Set(input.notDuplicateOf ?? [])
  if (alike.every(({ patient }) => seen.has(patient.id))) return alike.map(({ patient }) => patient.id)
  throw new HttpProblem(
    409,
    'likely-duplicate',
    'This person may be registered already. Please check before going on.',
    { duplicates: await presentAll(writing.sql, alike, writing) },
  )
}

/** The registered patients who may be this person: those of the same NHS number, now or formerly, first. */
export const findLikely = async (
  sql: Kysely<DB>,
  person: Sought,
  reader: Reader,
): Promise<LikelyDuplicate[]> => {
  return presentAll(sql, likelyAmong(person, await findCandidates(sql, person)), reader)
}

/** The same without what is shown of them, and withheld records included: for rules about a person. */
export const findLikelyPatients = async (sql: Kysely<DB>, person: Sought): Promise<Candidate[]> =>
  likelyAmong(person, await findCandidates(sql, person)).map(({ patient }) => patient)

/** How many registered patients may be each of these people. */
export const countLikely = async (sql: Kysely<DB>, people: readonly Sought[]): Promise<number[]> => {
  const candidates = await findCandidatesOfEach(sql, people)
  return people.map((person, place) => likelyAmong(person, candidates[place] ?? []).length)
}

const likelyAmong = (person: Sought, candidates: readonly Candidate[]): Alike[] => {
  const { nhsNumber: number } = person
  const same = candidates.filter(({ nhsNumber }) => nhsNumber !== null && nhsNumber === number)
  const former = candidates.filter(
    (one) => number !== null && one.formerNumbers.includes(number) && !same.includes(one),
  )
  const alike = alikeAmong(person, candidates)
  const reasonsOf = (patient: Candidate) =>
    alike.find((one) => one.patient === patient)?.reasons ?? ['Other details differ']
  return [
    ...same.map((patient) => ({ patient, reasons: ['Same NHS number', ...reasonsOf(patient)] })),
    ...former.map((patient) => ({ patient, reasons: ['Former NHS number', ...reasonsOf(patient)] })),
    ...alike.filter(({ patient }) => !same.includes(patient) && !former.includes(patient)),
  ].slice(0, mostShown)
}

const presentAll = async (
  sql: Kysely<DB>,
  alike: readonly Alike[],
  reader: Reader,
): Promise<LikelyDuplicate[]> => {
  const withheld = await withheldAmong(
    sql,
    alike.map(({ patient }) => patient.id),
    reader,
  )
  return alike.map((one) => present(one, withheld.has(one.patient.id)))
}

export const identityOf = (input: PatientInput): Identity => ({
  familyName: input.familyName,
  firstName: input.firstName ?? null,
  formerNames: [],
  dateOfBirth: input.dateOfBirth ?? null,
  addressLine1: input.addressLine1 ?? null,
  postcode: input.postcode ?? null,
  telephones: [input.phoneHome, input.phoneWork, input.phoneMobile].map((number) => number ?? null),
})

/**
 * Serialises registrations that could be of one person, so that the second sees the first. Until this transaction ends,
 * nobody else can register that name, a date of birth near that one, that postcode or that telephone number. The locks
 * are taken in a fixed order, so that two registrations never wait for each other.
 */
const lockIdentity = async ({ sql }: StaffWriting, person: Identity): Promise<void> => {
  const family = foldName(person.familyName)
  const first = foldName(person.firstName ?? '')
  const keys = [
    `patient named ${family} ${first}`,
    ...(person.dateOfBirth === null ? ['patient born unknown'] : []),
    ...birthsNear(person.dateOfBirth).map((day) => `patient born ${day}`),
    ...telephonesOf(person).map((number) => `patient rung ${number}`),
    `patient at ${compactPostcode(person.postcode) ?? ''}`,
  ].filter((key) => key !== 'patient at ')
  await raw`
    /* prepared: lock names */
    select pg_advisory_xact_lock(key)
    from (select distinct hashtextextended(name, 0) as key from unnest(${keys}::text[]) as name order by key) as keys
  `.execute(sql)
}

/** A candidate as shown to the sender. For a withheld record it has no address, and no reasons why it was found. */
const present = ({ patient, reasons }: Alike, isWithheld: boolean): LikelyDuplicate => ({
  id: patient.id,
  familyName: patient.familyName,
  firstName: patient.firstName,
  namePrefix: patient.namePrefix,
  dateOfBirth: patient.dateOfBirth,
  nhsNumber: patient.nhsNumber,
  postcode: isWithheld ? null : patient.postcode,
  ...(isWithheld ? { isWithheld } : { reasons }),
})
