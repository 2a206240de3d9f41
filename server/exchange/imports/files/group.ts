import { digitsOf, isNhsNumber } from '../../../../contract/platform/fields/nhsNumber.ts'
import { recordKindNames } from '../../../../contract/pathways/records/kinds.ts'
import { recordKindsOnServer } from '../../../pathways/records/kinds.ts'
import { refused, waiting, waitsFor, type Outcome } from '../outcome.ts'
import { idInWords, type SourceRow } from './sheet.ts'

/** A referral with its records. `row` is null if an earlier import brought it in. */
export interface ReferralRows {
  key: string
  row: SourceRow | null
  /** In the order of the mapping, so that plans come before their attendances. */
  records: SourceRow[]
  /** Rows that could not be read: its own, and one of its records. The referral waits for them. */
  damagedRow: SourceRow | null
  damagedRecord: SourceRow | null
}

/** One patient with all their rows. `row` is null if an earlier import brought the patient in. */
export interface PatientRows {
  /** Null if the files name only a referral of the patient. */
  key: string | null
  row: SourceRow | null
  ofPatient: SourceRow[]
  referrals: ReferralRows[]
  /** The patient's own row, if it could not be read. All other rows of the patient wait for it. */
  damagedRow: SourceRow | null
}

/** A row that could not be read or that occurs twice, with the ids that it and its parent may have. */
export interface DamagedRow {
  row: SourceRow
  keys: readonly string[]
  ofs: readonly string[]
}

const ofPatients = [
  'nextOfKin',
  ...recordKindNames.filter((kind) => recordKindsOnServer[kind].parent.column === 'patient_id'),
] as readonly string[]

/**
 * Groups rows by what they belong to. Rows that may belong to a damaged row, or be incomplete without it, refer to it,
 * so that nothing is imported as if the damaged row did not exist.
 * @returns units of patients; rows with the same NHS number are in one unit
 */
export const groupRows = (
  rows: readonly SourceRow[],
  damaged: readonly DamagedRow[],
  outcomes: Outcome[],
): PatientRows[][] => {
  const patients = new Map<string, PatientRows>()
  const referrals = new Map<string, ReferralRows>()
  const plans = new Map<string, ReferralRows>()
  const damagedPlans = new Map<string, SourceRow>()
  /** Referrals that are in none of the files. */
  const alone = new Map<string, PatientRows>()
  const patientOf = (key: string): PatientRows => {
    const known = patients.get(key)
    if (known !== undefined) return known
    const added: PatientRows = { key, row: null, ofPatient: [], referrals: [], damagedRow: null }
    patients.set(key, added)
    return added
  }
  const referralOf = (key: string): ReferralRows | undefined =>
    referrals.get(key) ?? alone.get(key)?.referrals[0]
  const each = (isMeant: (record: string) => boolean, place: (row: SourceRow) => void): void => {
    for (const row of rows) if (isMeant(row.sheet.record)) place(row)
  }
  each(
    (record) => record === 'patient',
    (row) => {
      patientOf(row.key).row = row
    },
  )
  each(
    (record) => ofPatients.includes(record),
    (row) => patientOf(row.of).ofPatient.push(row),
  )
  each(
    (record) => record === 'referral',
    (row) => {
      const referral = emptyReferral(row.key, row)
      patientOf(row.of).referrals.push(referral)
      referrals.set(row.key, referral)
    },
  )
  each(
    (record) => !['patient', 'referral', 'exerciseAttendance', ...ofPatients].includes(record),
    (row) => {
      const referral = referralOf(row.of) ?? earlier(alone, row.of)
      referral.records.push(row)
      if (row.sheet.record === 'exercise') plans.set(row.key, referral)
    },
  )
  for (const { row, keys, ofs } of damaged) {
    const { record } = row.sheet
    if (record === 'exercise') for (const key of keys) damagedPlans.set(key, row)
    if (record === 'patient')
      for (const key of keys) {
        const patient = patients.get(key)
        if (patient !== undefined) patient.damagedRow ??= row
      }
    else if (record === 'referral')
      for (const key of keys) {
        const referral = referralOf(key)
        if (referral !== undefined) referral.damagedRow ??= row
      }
    else if (!ofPatients.includes(record))
      for (const of of ofs) {
        const referral = record === 'exerciseAttendance' ? plans.get(of) : referralOf(of)
        if (referral !== undefined) referral.damagedRecord ??= row
      }
  }
  each(
    (record) => record === 'exerciseAttendance',
    (row) => {
      const referral = plans.get(row.of)
      const damagedPlan = damagedPlans.get(row.of)
      if (damagedPlan !== undefined) {
        outcomes.push(waiting(row, waitsFor(damagedPlan)))
        if (referral !== undefined) referral.damagedRecord ??= damagedPlan
      } else if (referral !== undefined) referral.records.push(row)
      else {
        const message =
          'No exercise plan with this id is in the files: bring plans and attendances in together'
        outcomes.push(refused(row, [{ column: '', value: idInWords(row.of), message }]))
      }
    },
  )
  return byNumber([...patients.values(), ...alone.values()])
}

const emptyReferral = (key: string, row: SourceRow | null): ReferralRows => ({
  ...{ key, row, records: [], damagedRow: null, damagedRecord: null },
})

const earlier = (alone: Map<string, PatientRows>, key: string): ReferralRows => {
  const referral = emptyReferral(key, null)
  alone.set(key, { key: null, row: null, ofPatient: [], referrals: [referral], damagedRow: null })
  return referral
}

/** The NHS number of a patient's row; '' if it has none or an invalid one. */
export const numberOf = ({ row }: Pick<PatientRows, 'row'>): string => {
  const found = row?.sheet.fieldOf('nhsNumber', row.cells)
  const number = typeof found === 'string' ? digitsOf(found) : ''
  return isNhsNumber(number) ? number : ''
}

/** Rows with the same NHS number are processed together, so that the second finds the first. */
const byNumber = (patients: readonly PatientRows[]): PatientRows[][] => {
  const units = new Map<string, PatientRows[]>()
  for (const patient of patients) {
    const number = numberOf(patient)
    const unit = number === '' ? undefined : units.get(number)
    if (unit === undefined) units.set(number === '' ? `row ${units.size}` : number, [patient])
    else unit.push(patient)
  }
  return [...units.values()]
}
