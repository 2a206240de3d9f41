import type { RecordKindName } from '../../../../contract/pathways/records/kinds.ts'
import { HttpProblem, ValidationProblem } from '../../../platform/errors.ts'
import { nextOfKinColumns, nextOfKinTable } from '../../../patients/patient/columns.ts'
import { assertOpen } from '../../../pathways/referral/closed.ts'
import { pathwayTable } from '../../../pathways/referral/columns.ts'
import { assertAfterReferral, assertDaysAfter } from '../../../pathways/referral/days.ts'
import { openAlready, patientDied } from '../../../pathways/referral/referral.ts'
import { ubrnTaken } from '../../../pathways/referral/ubrn.ts'
import { valuesOf } from '../../../platform/writes/columns.ts'
import type { StaffWriting } from '../../../platform/writes/write.ts'
import { faultsOfProblem, type Checked, type CheckedReferral } from './check.ts'
import type { ReferralRows } from '../files/group.ts'
import type { KnownRows } from './knownRows.ts'
import { broughtBefore, refused, waiting, waitsFor, type Outcome } from '../outcome.ts'
import type { Person } from './people.ts'
import { kindOf, planRecord, type PlannedRecord } from './planRecord.ts'
import type { Fault } from '../files/fault.ts'
import type { SourceRow } from '../files/sheet.ts'
import type { PathwayStanding, PatientStanding, PlanStanding } from './standing.ts'
import type { Verdicts } from './verdicts.ts'

/* Decides which rows of a patient's history are imported, by the rules of the calls. Writes nothing. */

/** The result of the contract's schemas for each row, found before the transaction. */
export type Checks = ReadonlyMap<SourceRow, Checked<unknown>>

export interface Frame {
  writing: StaffWriting
  verdicts: Verdicts
  known: KnownRows
  checks: Checks
  /** Existing referrals and exercise plans, locked. */
  pathways: ReadonlyMap<number, PathwayStanding>
  plans: ReadonlyMap<number, PlanStanding>
  /** UBRNs of open referrals, those of this batch among them. */
  openUbrns: Set<string>
  outcomes: Outcome[]
  made: { row: SourceRow; recordId: number }[]
}

/** A new referral with its records, or records for an existing one. */
export interface PlannedReferral {
  person: Pick<Person, 'id'>
  /** Null for an existing referral. */
  row: SourceRow | null
  pathwayId: number
  isOpen: boolean
  values: Record<string, unknown>
  records: PlannedRecord[]
}

/** A next of kin, by its values, or a record that belongs to the patient. */
export interface PlannedOfPatient {
  person: Pick<Person, 'id'>
  row: SourceRow
  planned: PlannedRecord | null
  values: object
}

export const planOfPatient = async (
  frame: Frame,
  row: SourceRow,
  standing: PatientStanding,
): Promise<Pick<PlannedOfPatient, 'planned' | 'values'> | null> => {
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

export const planReferral = async (
  frame: Frame,
  person: Person,
  referral: ReferralRows,
  standing: PatientStanding,
): Promise<PlannedReferral | null> => {
  const { known, checks, outcomes } = frame
  const { key, row, records } = referral
  const before = known.of('referral', key)
  if (before !== undefined) {
    if (row !== null) outcomes.push(broughtBefore(known, row))
    return addToExisting(frame, person, referral, standing, before.recordId)
  }
  const planned: PlannedRecord[] = []
  const faults = new Map<SourceRow, Outcome>()
  const checked = row === null ? undefined : (checks.get(row) as Checked<CheckedReferral> | undefined)
  if (row === null || checked === undefined) throw new Error('A new referral has a row that was checked')
  const wasOpen = standing.openReferrals
  const found = await faultsOfReferral(frame, row, checked, standing)
  if (found.length > 0) faults.set(row, refused(row, found))
  let decisions = 0
  for (const record of records) {
    const { single } = kindOf(record.sheet.record as RecordKindName)
    if (single !== undefined) decisions += 1
    if (known.of(record.sheet.record, record.key) !== undefined)
      // An earlier file had this record under another referral.
      faults.set(record, broughtBefore(known, record))
    else if (single !== undefined && decisions > 1)
      faults.set(record, refused(record, [{ column: '', value: '', message: single.refusal }]))
    else {
      const plan = await planOne(frame, record, standing)
      if ('planned' in plan) planned.push(plan.planned)
      else faults.set(record, refused(record, plan.faults))
    }
  }
  const damaged = referral.damagedRow ?? referral.damagedRecord
  if (faults.size === 0 && damaged === null && checked.input !== null)
    return {
      ...{ person, row, pathwayId: 0, isOpen: checked.input.closed === null },
      ...{ values: checked.input.values, records: planned },
    }
  standing.openReferrals = wasOpen
  const first = [...faults.keys()][0] ?? damaged ?? row
  for (const each of [row, ...records])
    outcomes.push(
      faults.get(each) ?? waiting(each, `${waitsFor(first)}: a referral is brought in whole or not at all`),
    )
  return null
}

/**
 * Later records of an existing referral. Each is imported or refused individually, and the referral must be open, as in
 * a save.
 */
const addToExisting = async (
  frame: Frame,
  person: Person,
  { records, damagedRow }: ReferralRows,
  standing: PatientStanding,
  pathwayId: number,
): Promise<PlannedReferral | null> => {
  const { known, outcomes } = frame
  const planned: PlannedRecord[] = []
  const stopped = new Map<string, SourceRow>()
  for (const record of records) {
    if (known.of(record.sheet.record, record.key) !== undefined) {
      outcomes.push(broughtBefore(known, record))
      continue
    }
    const isAttendance = record.sheet.record === 'exerciseAttendance'
    const waitsOn = damagedRow ?? (isAttendance ? stopped.get(record.of) : undefined)
    if (waitsOn !== undefined) {
      outcomes.push(waiting(record, waitsFor(waitsOn)))
      continue
    }
    const plan = await planOne(frame, record, standing, () => {
      assertRecordable(frame, record, person.id, pathwayId)
      if (isAttendance && !planned.some(({ row }) => isPlanOf(row, record)))
        assertPlanThere(frame, record, pathwayId)
    })
    if ('planned' in plan) planned.push(plan.planned)
    else {
      if (record.sheet.record === 'exercise') stopped.set(record.key, record)
      outcomes.push(refused(record, plan.faults))
    }
  }
  if (planned.length === 0) return null
  return { person, row: null, pathwayId, isOpen: true, values: {}, records: planned }
}

const isPlanOf = (row: SourceRow, attendance: SourceRow): boolean =>
  row.sheet.record === 'exercise' && row.key === attendance.of

/**
 * Throws unless the referral exists, belongs to this patient and is open. If it may have only one decision, it must not
 * have one yet.
 */
const assertRecordable = (
  { pathways }: Frame,
  record: SourceRow,
  patientId: number,
  pathwayId: number,
): void => {
  const pathway = pathways.get(pathwayId)
  if (pathway === undefined) throw new HttpProblem(404, 'not-found', 'The referral no longer exists')
  if (pathway.patientId !== patientId)
    throw new HttpProblem(409, 'conflict', 'The referral now belongs to another record')
  assertOpen(pathway)
  const { single } = kindOf(record.sheet.record as RecordKindName)
  if (single === undefined) return
  if (pathway.hasNoPlanDecision) throw new HttpProblem(409, 'conflict', single.refusal)
  pathway.hasNoPlanDecision = true
}

/** Throws unless the attendance's plan is active and belongs to the same referral, as in its save. */
const assertPlanThere = ({ known, plans }: Frame, { of }: SourceRow, pathwayId: number): void => {
  const plan = plans.get(known.of('exercise', of)?.recordId ?? 0)
  if (plan === undefined || !plan.isActive)
    throw new HttpProblem(404, 'not-found', 'The exercise plan no longer exists: it was deleted')
  if (plan.pathwayId !== pathwayId)
    throw new HttpProblem(409, 'conflict', 'The exercise plan belongs to another referral')
}

const planOne = async (
  { writing, verdicts, checks }: Frame,
  row: SourceRow,
  standing: PatientStanding,
  before: () => void = () => undefined,
): Promise<{ planned: PlannedRecord } | { faults: readonly Fault[] }> => {
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
  { writing, verdicts, openUbrns }: Frame,
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
    // A referral from when the patient was alive is history.
    const wasAlive = standing.death !== null && input.referralDate <= standing.death
    if (standing.hasDied && !wasAlive && !input.afterDeathConfirmed) throw patientDied()
    if (input.closed !== null) return []
    if (standing.openReferrals > 0 && !input.secondReferral) throw openAlready()
    if (input.ubrn !== null && openUbrns.has(input.ubrn)) throw ubrnTaken()
    if (input.ubrn !== null) openUbrns.add(input.ubrn)
    standing.openReferrals += 1
    return []
  } catch (error) {
    return faultsOfProblem(row, error)
  }
}
