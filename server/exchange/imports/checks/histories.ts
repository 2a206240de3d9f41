import type { RecordKindName } from '../../../../contract/pathways/records/kinds.ts'
import { survivorsAmong } from '../../../patients/patient/gone.ts'
import {
  checkNextOfKin,
  checkRecord,
  checkReferral,
  lettingGo,
  type Checked,
  type CheckedReferral,
} from './check.ts'
import { MergedMeanwhile } from './failures.ts'
import type { PatientRows } from '../files/group.ts'
import type { KnownRows } from './knownRows.ts'
import { broughtBefore, refused, waiting, waitsFor, type Outcome } from '../outcome.ts'
import type { Person } from './people.ts'
import {
  planOfPatient,
  planReferral,
  type Checks,
  type Frame,
  type PlannedOfPatient,
  type PlannedReferral,
} from './planHistory.ts'
import { idInWords, type SourceRow } from '../files/sheet.ts'
import {
  patientsOfPathways,
  readOpenUbrns,
  readPathways,
  readPatients,
  readPlans,
  standingOfNew,
  type PatientStanding,
} from './standing.ts'
import { storeOfPatients, storeReferrals } from '../storeHistory.ts'

/**
 * Processes everything of a batch's patients in order: finds the patients, locks them, checks the rules, stores the
 * rows.
 */

export const checkHistory = (person: Person, known: KnownRows): Promise<[SourceRow, Checked<unknown>][]> =>
  Promise.all(
    rowsBelow(person.rows)
      .filter((row) => known.of(row.sheet.record, row.key) === undefined)
      .map(async (row): Promise<[SourceRow, Checked<unknown>]> => [row, await lettingGo(row, checkOf)]),
  )

const checkOf = (row: SourceRow): Checked<unknown> => {
  const { record } = row.sheet
  if (record === 'nextOfKin') return checkNextOfKin(row)
  return record === 'referral' ? checkReferral(row) : checkRecord(row, record as RecordKindName)
}

export interface ToPlace {
  pathwayId: number
  patientId: number
  isNew: boolean
}

/** A batch without its people. */
export type Batch = Pick<Frame, 'writing' | 'verdicts' | 'known' | 'outcomes' | 'made'> & { checks: Checks }

/**
 * Adds everything of these people, by the rules of the calls that would record it. A referral is imported completely or
 * waits: half of its history would put the patient on the wrong list.
 * @returns the referrals whose place must be recalculated
 */
export const addHistories = async (batch: Batch, people: readonly Person[]): Promise<ToPlace[]> => {
  const { writing, known } = batch
  const standings = await lockPeople(batch, people)
  const idsOf = (record: 'referral' | 'exercise', rows: readonly { key: string }[]): number[] =>
    rows.flatMap(({ key }) => known.of(record, key)?.recordId ?? [])
  const referralRows = people
    .filter(({ id }) => standings.has(id))
    .flatMap(({ rows }) => rows.referrals)
    .filter(({ records }) => records.some((row) => isNewIn(known, row)))
  const frame: Frame = {
    ...batch,
    openUbrns: await readOpenUbrns(writing.sql, ubrnsOf(batch, people)),
    pathways: await readPathways(writing.sql, idsOf('referral', referralRows)),
    plans: await readPlans(
      writing.sql,
      idsOf(
        'exercise',
        referralRows.flatMap(({ records }) => records.filter(({ sheet }) => sheet.record === 'exercise')),
      ),
    ),
  }
  const referrals: PlannedReferral[] = []
  const ofPatients: PlannedOfPatient[] = []
  for (const person of people) {
    const standing = standings.get(person.id)
    const stop = whyNot(known, person, standing)
    if (stop !== null || standing === undefined) {
      holdAll(batch, person, stop ?? nothing)
      continue
    }
    for (const row of person.rows.ofPatient) {
      const planned = await planOfPatient(frame, row, standing)
      if (planned !== null) ofPatients.push({ person, row, ...planned })
    }
    for (const referral of person.rows.referrals) {
      const planned = await planReferral(frame, person, referral, standing)
      if (planned !== null) referrals.push(planned)
    }
  }
  await storeOfPatients(frame, ofPatients)
  await storeReferrals(frame, referrals)
  return referrals.map(({ pathwayId, person, row }) => ({
    pathwayId,
    patientId: person.id,
    isNew: row !== null,
  }))
}

const ubrnsOf = ({ checks }: Batch, people: readonly Person[]): string[] =>
  people
    .flatMap(({ rows }) => rows.referrals)
    .flatMap(({ row }) => {
      const checked = row === null ? undefined : (checks.get(row) as Checked<CheckedReferral> | undefined)
      return checked?.input?.ubrn ?? []
    })

const isNewIn = (known: KnownRows, row: SourceRow): boolean =>
  known.of(row.sheet.record, row.key) === undefined

/**
 * Finds the current record of each person and locks those to which something is to be added. A merged record leads to
 * the one that it was merged into, as old addresses do (server/patients/patient/gone.ts).
 */
const lockPeople = async (
  { writing, known }: Batch,
  people: readonly Person[],
): Promise<Map<number, PatientStanding>> => {
  const { sql } = writing
  const pathwayOf = ({ rows }: Person): number =>
    rows.key === null ? (known.of('referral', rows.referrals[0]?.key ?? '')?.recordId ?? 0) : 0
  const patients = await patientsOfPathways(sql, people.map(pathwayOf).filter(Boolean))
  for (const person of people) if (person.rows.key === null) person.id = patients.get(pathwayOf(person)) ?? 0
  // Skips people whose rows were all imported before.
  const there = people.filter(
    ({ how, id, rows }) =>
      !['new', 'refused'].includes(how) && id !== 0 && rowsBelow(rows).some((row) => isNewIn(known, row)),
  )
  const survivors = await survivorsOf(sql, there)
  for (const person of there) person.id = survivors.get(person.id) ?? person.id
  const standings = await readPatients(sql, [...new Set(there.map(({ id }) => id))], writing)
  const gone = there.filter(({ id }) => standings.get(id)?.isActive === false)
  if ((await survivorsOf(sql, gone)).size > 0) throw new MergedMeanwhile('A record was merged meanwhile')
  for (const { id, how, input } of people)
    if (how === 'new')
      standings.set(id, standingOfNew(input?.dateOfBirth ?? null, input?.deceasedDate ?? null))
  return standings
}

const survivorsOf = async (sql: Frame['writing']['sql'], people: readonly Person[]) =>
  survivorsAmong(
    sql,
    people.map(({ id }) => id),
  )

/** Why nothing can be recorded for a person. `waits` means that correcting another row is enough. */
interface Stop {
  message: string
  waits: boolean
}

/** Everything was imported before. */
const nothing: Stop = { message: '', waits: false }

const whyNot = (
  known: KnownRows,
  { how, rows }: Person,
  standing: PatientStanding | undefined,
): Stop | null => {
  const damaged = rows.damagedRow ?? (rows.key === null ? (rows.referrals[0]?.damagedRow ?? null) : null)
  const before = damaged ?? (how === 'refused' ? rows.row : null)
  if (before !== null) return { message: waitsFor(before), waits: true }
  const stop = (message: string): Stop => ({ message, waits: false })
  const gone = 'The patient’s record is no longer in use: it was destroyed, or registered in error'
  if (standing === undefined) {
    if (rowsBelow(rows).every((row) => !isNewIn(known, row))) return nothing
    if (rows.key === null)
      return stop(
        known.of('referral', rows.referrals[0]?.key ?? '') === undefined
          ? 'No referral with this id is in the files, or was brought in before'
          : 'The referral no longer exists: it was destroyed',
      )
    return stop(
      known.of('patient', rows.key) === undefined
        ? 'No patient with this id is in the files, or was brought in before'
        : gone,
    )
  }
  if (!standing.isActive) return stop(gone)
  return standing.isWithheld
    ? stop('This record is restricted: record it in Surefoot, where you say why you need to see it')
    : null
}

const rowsBelow = ({ ofPatient, referrals }: PatientRows): SourceRow[] => [
  ...ofPatient,
  ...referrals.flatMap(({ row, records }) => [...(row === null ? [] : [row]), ...records]),
]

const holdAll = ({ outcomes, known }: Batch, { rows }: Person, { message, waits }: Stop): void => {
  const held = (row: SourceRow): Outcome =>
    waits ? waiting(row, message) : refused(row, [{ column: '', value: idInWords(row.of), message }])
  for (const row of rowsBelow(rows))
    outcomes.push(isNewIn(known, row) ? held(row) : broughtBefore(known, row))
}
