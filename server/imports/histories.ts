import type { RecordKindName } from '../../contract/records/kinds.ts'
import { HttpProblem, ValidationProblem } from '../errors.ts'
import { nextOfKinColumns, nextOfKinTable } from '../patients/columns.ts'
import { assertOpen } from '../pathways/closed.ts'
import { pathwayTable } from '../pathways/columns.ts'
import { assertAfterReferral, assertDaysAfter } from '../pathways/days.ts'
import { openAlready, patientDied } from '../pathways/referral.ts'
import { addRows } from '../writes/addRows.ts'
import { valuesOf } from '../writes/columns.ts'
import type { Writing } from '../writes/write.ts'
import {
  checkNextOfKin,
  checkRecord,
  checkReferral,
  faultsOfProblem,
  type Checked,
  type CheckedReferral,
} from './check.ts'
import type { KnownRows } from './knownRows.ts'
import type { PatientRows, ReferralRows } from './load.ts'
import { refused, waiting, type Outcome } from './outcome.ts'
import type { Person } from './people.ts'
import { addRecords, kindOf, planRecord, type PlannedRecord } from './planRecord.ts'
import type { SourceRow } from './sheet.ts'
import {
  readPathways,
  readPatients,
  standingOfNew,
  type PathwayStanding,
  type PatientStanding,
} from './standing.ts'
import type { Verdicts } from './verdicts.ts'

/** What the schemas of the contract say of each row, found before the transaction. */
export type Checks = ReadonlyMap<SourceRow, Checked<unknown>>

export const checkHistory = (person: Person, known: KnownRows): [SourceRow, Checked<unknown>][] =>
  rowsBelow(person.rows)
    .filter((row) => known.of(row.sheet.record, row.key) === undefined)
    .map((row) => [row, checkOf(row)])

const checkOf = (row: SourceRow): Checked<unknown> => {
  const { record } = row.sheet
  if (record === 'nextOfKin') return checkNextOfKin(row)
  return record === 'referral' ? checkReferral(row) : checkRecord(row, record as RecordKindName)
}
interface PlannedReferral {
  person: Pick<Person, 'id'>
  /** Null for one that was there before. */
  row: SourceRow | null
  pathwayId: number
  isOpen: boolean
  values: Record<string, unknown>
  records: PlannedRecord[]
}

export interface ToPlace {
  pathwayId: number
  patientId: number
  isNew: boolean
}

interface Frame {
  writing: Writing
  verdicts: Verdicts
  known: KnownRows
  checks: Checks
  outcomes: Outcome[]
  made: { row: SourceRow; recordId: number }[]
}

/**
 * Adds everything of these people, by the rules of the calls that would record it. A referral comes in whole or waits: half of its
 * history would put the patient on a list where they do not belong.
 * @returns the referrals whose place has to be found
 */
export const addHistories = async (frame: Frame, people: readonly Person[]): Promise<ToPlace[]> => {
  const { writing, known } = frame
  const pathways = await readPathways(
    writing.sql,
    people.flatMap(({ rows }) =>
      rows.referrals.flatMap(({ key }) => known.of('referral', key)?.recordId ?? []),
    ),
  )
  for (const person of people)
    if (person.rows.key === null) {
      const [referral] = person.rows.referrals
      const pathwayId = known.of('referral', referral?.key ?? '')?.recordId ?? 0
      person.id = pathways.get(pathwayId)?.patientId ?? 0
    }
  // Of somebody of whom all is in already nothing is asked.
  const isNew = (row: SourceRow): boolean => known.of(row.sheet.record, row.key) === undefined
  const there = people
    .filter(({ how, id, rows }) => how !== 'new' && id !== 0 && rowsBelow(rows).some(isNew))
    .map(({ id }) => id)
  const standings = await readPatients(writing.sql, there)
  for (const { id, how, input } of people)
    if (how === 'new')
      standings.set(id, standingOfNew(input?.dateOfBirth ?? null, input?.deceasedDate ?? null))
  const referrals: PlannedReferral[] = []
  const ofPatients: { person: Person; row: SourceRow; planned: PlannedRecord | null; values: object }[] = []
  for (const person of people) {
    const standing = standings.get(person.id)
    const stop = whyNot(person, standing)
    if (stop !== null || standing === undefined) {
      holdAll(frame, person, stop ?? '')
      continue
    }
    for (const row of person.rows.ofPatient) {
      const planned = await planOfPatient(frame, row, standing)
      if (planned !== null) ofPatients.push({ person, row, ...planned })
    }
    for (const referral of person.rows.referrals) {
      const planned = await planReferral(frame, person, referral, standing, pathways)
      if (planned !== null) referrals.push(planned)
    }
  }
  await addOfPatients(frame, ofPatients)
  await addReferrals(frame, referrals)
  return referrals.map(({ pathwayId, person, row }) => ({
    pathwayId,
    patientId: person.id,
    isNew: row !== null,
  }))
}

/** Why nothing can be recorded of this person, in a sentence; null where it can. */
const whyNot = ({ how, rows }: Person, standing: PatientStanding | undefined): string | null => {
  if (how === 'refused')
    return `Waits for row ${rows.row?.row ?? '?'} of ${rows.row?.sheet.file ?? '?'}, which was refused`
  if (standing === undefined)
    return rows.key === null
      ? 'No referral with this id is in the files, or was brought in before'
      : 'No patient with this id is in the files, or was brought in before'
  return standing.isActive
    ? null
    : 'The patient’s record is not in use any more: it was merged, destroyed or registered in error'
}

const rowsBelow = ({ ofPatient, referrals }: PatientRows): SourceRow[] => [
  ...ofPatient,
  ...referrals.flatMap(({ row, records }) => [...(row === null ? [] : [row]), ...records]),
]

const holdAll = ({ outcomes, known }: Frame, { rows, how }: Person, message: string): void => {
  for (const row of rowsBelow(rows))
    if (known.of(row.sheet.record, row.key) !== undefined) outcomes.push(broughtBefore(known, row))
    else
      outcomes.push(
        how === 'refused' ? waiting(row, message) : refused(row, [{ column: '', value: row.of, message }]),
      )
}

/** An earlier import had it: nothing is done, and what was changed in the file since is told. */
export const broughtBefore = (known: KnownRows, row: SourceRow): Outcome => {
  const isSame = known.of(row.sheet.record, row.key)?.content.equals(row.sheet.contentOf(row)) === true
  if (isSame) return { row, how: 'before', faults: [] }
  const message =
    'Brought in before, and changed in the file since: nothing was changed here. Make the change in Surefoot if it is right'
  return { row, how: 'changed', faults: [{ column: '', value: '', message }] }
}

const planOfPatient = async (
  frame: Frame,
  row: SourceRow,
  standing: PatientStanding,
): Promise<{ planned: PlannedRecord | null; values: object } | null> => {
  const { writing, verdicts, known, checks, outcomes } = frame
  if (known.of(row.sheet.record, row.key) !== undefined) {
    outcomes.push(broughtBefore(known, row))
    return null
  }
  const checked = checks.get(row)
  if (checked === undefined || checked.faults !== null) {
    outcomes.push(refused(row, checked?.faults ?? []))
    return null
  }
  try {
    if (row.sheet.record !== 'nextOfKin') {
      const planned = await planRecord(
        writing,
        verdicts,
        { row, kind: row.sheet.record as RecordKindName, input: checked.input },
        standing,
      )
      return { planned, values: {} }
    }
    const { patient_id: _its, ...values } = valuesOf(
      nextOfKinColumns,
      checked.input as Record<string, unknown>,
    )
    const refusals = await verdicts.choices(writing, nextOfKinTable, values)
    if (Object.keys(refusals).length > 0) throw new ValidationProblem(refusals)
    if (standing.hasNextOfKin)
      throw new HttpProblem(
        409,
        'conflict',
        'The patient has a next of kin already: change that one in Surefoot',
      )
    standing.hasNextOfKin = true
    return { planned: null, values }
  } catch (error) {
    outcomes.push(refused(row, faultsOfProblem(row, error)))
    return null
  }
}

const planReferral = async (
  frame: Frame,
  person: Person,
  { key, row, records }: ReferralRows,
  standing: PatientStanding,
  pathways: ReadonlyMap<number, PathwayStanding>,
): Promise<PlannedReferral | null> => {
  const { known, checks, outcomes } = frame
  const before = known.of('referral', key)
  if (before !== undefined) {
    if (row !== null) outcomes.push(broughtBefore(known, row))
    return addToExisting(frame, person, records, standing, {
      id: before.recordId,
      standing: pathways.get(before.recordId),
    })
  }
  const planned: PlannedRecord[] = []
  const faults = new Map<SourceRow, ReturnType<typeof faultsOfProblem>>()
  const checked = row === null ? undefined : (checks.get(row) as Checked<CheckedReferral> | undefined)
  if (row === null || checked === undefined) return null
  const wasOpen = standing.openReferrals
  const found = await faultsOfReferral(frame, row, checked, standing)
  if (found.length > 0) faults.set(row, found)
  let decisions = 0
  for (const record of records) {
    const plan = await planOne(frame, record, standing)
    if ('planned' in plan) planned.push(plan.planned)
    else faults.set(record, plan.faults)
    const { single } = kindOf(record.sheet.record as RecordKindName)
    if (single !== undefined) decisions += 1
    if (single !== undefined && decisions > 1)
      faults.set(record, [{ column: '', value: '', message: single.refusal }])
  }
  if (faults.size === 0 && checked.input !== null)
    return {
      ...{ person, row, pathwayId: 0, isOpen: checked.input.closed === null },
      ...{ values: checked.input.values, records: planned },
    }
  standing.openReferrals = wasOpen
  const first = [...faults.keys()][0] ?? row
  for (const each of [row, ...records]) {
    const own = faults.get(each)
    const message = `Waits for row ${first.row} of ${first.sheet.file}, which was refused: a referral comes in whole`
    outcomes.push(own === undefined ? waiting(each, message) : refused(each, own))
  }
  return null
}

/** Later records of a referral that is there: each stands by itself, and the referral must be open, as in a save. */
const addToExisting = async (
  frame: Frame,
  person: Person,
  records: readonly SourceRow[],
  standing: PatientStanding,
  pathway: { id: number; standing: PathwayStanding | undefined },
): Promise<PlannedReferral | null> => {
  const { known, outcomes } = frame
  const planned: PlannedRecord[] = []
  for (const record of records) {
    if (known.of(record.sheet.record, record.key) !== undefined) {
      outcomes.push(broughtBefore(known, record))
      continue
    }
    const plan = await planOne(frame, record, standing, () => {
      if (pathway.standing === undefined)
        throw new HttpProblem(404, 'not-found', 'The referral is not there any more')
      if (pathway.standing.patientId !== person.id)
        throw new HttpProblem(409, 'conflict', 'The referral is now of another record: it was merged')
      assertOpen(pathway.standing)
      const { single } = kindOf(record.sheet.record as RecordKindName)
      if (single === undefined) return
      if (pathway.standing.hasNoPlanDecision) throw new HttpProblem(409, 'conflict', single.refusal)
      pathway.standing.hasNoPlanDecision = true
    })
    if ('planned' in plan) planned.push(plan.planned)
    else outcomes.push(refused(record, plan.faults))
  }
  if (planned.length === 0) return null
  return { person, row: null, pathwayId: pathway.id, isOpen: true, values: {}, records: planned }
}

const planOne = async (
  { writing, verdicts, checks }: Frame,
  row: SourceRow,
  standing: PatientStanding,
  before: () => void = () => undefined,
): Promise<{ planned: PlannedRecord } | { faults: ReturnType<typeof faultsOfProblem> }> => {
  const checked = checks.get(row)
  if (checked === undefined || checked.faults !== null) return { faults: checked?.faults ?? [] }
  try {
    before()
    const kind = row.sheet.record as RecordKindName
    return { planned: await planRecord(writing, verdicts, { row, kind, input: checked.input }, standing) }
  } catch (error) {
    return { faults: faultsOfProblem(row, error) }
  }
}

const faultsOfReferral = async (
  { writing, verdicts }: Frame,
  row: SourceRow,
  { input, faults }: Checked<CheckedReferral>,
  standing: PatientStanding,
) => {
  if (input === null) return faults ?? []
  try {
    assertDaysAfter(standing.birth, input.days)
    for (const field of ['receivedDate', 'dischargeDate', 'cancelReferralDate'] as const) {
      const day = input.days[field]
      if (day != null) assertAfterReferral(field, day, input.referralDate)
    }
    const refusals = await verdicts.choices(writing, pathwayTable, input.values)
    if (Object.keys(refusals).length > 0) throw new ValidationProblem(refusals)
    // Of somebody who was alive then, it is history.
    const wasAlive = standing.death !== null && input.referralDate <= standing.death
    if (standing.hasDied && !wasAlive && !input.afterDeathConfirmed) throw patientDied()
    if (input.closed !== null) return []
    if (standing.openReferrals > 0 && !input.secondReferral) throw openAlready()
    standing.openReferrals += 1
    return []
  } catch (error) {
    return faultsOfProblem(row, error)
  }
}

const addOfPatients = async (
  { writing, outcomes, made }: Frame,
  planned: readonly { person: Person; row: SourceRow; planned: PlannedRecord | null; values: object }[],
): Promise<void> => {
  const kin = planned.filter((each) => each.planned === null)
  const added = await addRows(
    writing,
    nextOfKinTable,
    kin.map(({ person, values }) => ({ ...values, patient_id: person.id })),
  )
  for (const [at, { person, row }] of kin.entries()) {
    const done = added[at]
    if (done === undefined) continue
    writing.trace({ patientIds: [person.id], records: [done.record] })
    made.push({ row, recordId: done.id })
    outcomes.push({ row, how: 'added', faults: [] })
  }
  const bmis = planned.flatMap(({ person, planned: record }) => (record === null ? [] : [{ person, record }]))
  const ids = await addRecords(
    writing,
    'bmi',
    bmis.map(({ person, record }) => ({
      ...record,
      patientId: person.id,
      parentId: person.id,
      isOpen: false,
    })),
  )
  for (const [at, { record }] of bmis.entries()) {
    made.push({ row: record.row, recordId: ids[at] ?? 0 })
    outcomes.push({ row: record.row, how: 'added', faults: [] })
  }
}

const addReferrals = async (frame: Frame, referrals: readonly PlannedReferral[]): Promise<void> => {
  const { writing, outcomes, made, known } = frame
  const fresh = referrals.filter(({ row }) => row !== null)
  const added = await addRows(
    writing,
    pathwayTable,
    fresh.map(({ person, values }) => ({ ...values, patient_id: person.id })),
  )
  for (const [at, referral] of fresh.entries()) {
    const done = added[at]
    if (done === undefined || referral.row === null) continue
    referral.pathwayId = done.id
    writing.trace({ patientIds: [referral.person.id], pathwayIds: [done.id], records: [done.record] })
    made.push({ row: referral.row, recordId: done.id })
    outcomes.push({ row: referral.row, how: 'added', faults: [] })
  }
  const plans = new Map<string, number>()
  const all = referrals.flatMap((referral) => referral.records.map((record) => ({ referral, record })))
  // Plans are added before the attendances of them.
  const kinds = [...new Set(all.map(({ record }) => record.kind))].toSorted(
    (a, b) => Number(a === 'exerciseAttendance') - Number(b === 'exerciseAttendance'),
  )
  for (const kind of kinds) {
    const ofKind = all.filter(({ record }) => record.kind === kind)
    const ids = await addRecords(
      writing,
      kind,
      ofKind.map(({ referral: { person, pathwayId, isOpen }, record }) => ({
        ...{ ...record, patientId: person.id, isOpen },
        parentId:
          kind === 'exerciseAttendance'
            ? (plans.get(record.row.of) ?? known.of('exercise', record.row.of)?.recordId ?? 0)
            : pathwayId,
      })),
    )
    for (const [at, { record, referral }] of ofKind.entries()) {
      const id = ids[at] ?? 0
      if (kind === 'exercise') plans.set(record.row.key, id)
      writing.trace({ patientIds: [referral.person.id], pathwayIds: [referral.pathwayId] })
      made.push({ row: record.row, recordId: id })
      outcomes.push({ row: record.row, how: 'added', faults: [] })
    }
  }
}
