import { basename } from 'node:path'
import type { Kysely } from 'kysely'
import { digitsOf } from '../../contract/nhsNumber.ts'
import type { DB } from '../db/types.ts'
import type { Mapping } from './mapping.ts'
import { refused, type Outcome } from './outcome.ts'
import { ImportProblem } from './problem.ts'
import { readCsv } from './readCsv.ts'
import { openSheet, type Sheet, type SourceRow } from './sheet.ts'

/** A referral with what is recorded of it; the row is null where an earlier import brought it in. */
export interface ReferralRows {
  key: string
  row: SourceRow | null
  /** In the order of the mapping, so that plans come before their attendances. */
  records: SourceRow[]
}

/** One patient with everything of theirs; the row is null where an earlier import brought it in. */
export interface PatientRows {
  /** Null where only a referral of theirs is named. */
  key: string | null
  row: SourceRow | null
  ofPatient: SourceRow[]
  referrals: ReferralRows[]
}

interface Loaded {
  sheets: Sheet[]
  /** Patients who may be one, by their NHS number, stand together; at most a few in each. */
  patients: PatientRows[][]
  /** Rows that are refused for where they stand: twice under one id, or cut short. */
  outcomes: Outcome[]
}

/** Reads all files and puts together what belongs together. Everything is held in memory, so that files need no order. */
export const loadFiles = async (
  sql: Kysely<DB>,
  mapping: Mapping,
  paths: readonly string[],
): Promise<Loaded> => {
  assertAllNamed(mapping, paths)
  const outcomes: Outcome[] = []
  const sheets: Sheet[] = []
  const rows: SourceRow[] = []
  for (const section of mapping.files) {
    const path = paths.find((each) => basename(each) === section.file)
    if (path === undefined) continue
    let sheet: Sheet | null = null
    const seen = new Map<string, { row: number; content: Buffer }>()
    for await (const { row, cells } of readCsv(path, section)) {
      if (sheet === null) {
        sheet = await openSheet(sql, mapping, section, cells)
        sheets.push(sheet)
        continue
      }
      const key = (cells[sheet.key] ?? '').trim()
      const of = sheet.of === undefined ? '' : (cells[sheet.of] ?? '').trim()
      // A cell on its own is a row that somebody emptied.
      if (cells.every((cell) => cell.trim() === '')) continue
      const source: SourceRow = { sheet, row, key, of, cells }
      const fault = faultOf(source, section.key, section.of)
      if (fault !== null) {
        sheet.counts.rows += 1
        outcomes.push(fault)
        continue
      }
      const content = sheet.contentOf(source)
      const before = seen.get(key)
      // A patient stands in each row of a sheet of referrals.
      if (before?.content.equals(content) === true) continue
      sheet.counts.rows += 1
      if (before === undefined) {
        seen.set(key, { row, content })
        rows.push(source)
      } else {
        const message = `Row ${before.row} has the same id with other details: put one of the two right`
        outcomes.push(refused(source, [{ column: section.key, value: key, message }]))
      }
    }
    if (sheet === null)
      throw new ImportProblem([`${section.file} is empty: its first row names the columns.`])
  }
  return { sheets, patients: group(rows, outcomes), outcomes }
}

const assertAllNamed = (mapping: Mapping, paths: readonly string[]): void => {
  const problems = paths
    .map((path) => basename(path))
    .filter((name) => !mapping.files.some(({ file }) => file === name))
    .map((name) => `${name} is not in the mapping: say under files what it holds.`)
  if (paths.length === 0) problems.push('Please name at least one file.')
  if (problems.length > 0) throw new ImportProblem(problems)
}

const faultOf = (row: SourceRow, keyColumn: string, ofColumn: string | undefined): Outcome | null => {
  const { sheet, key, of, cells } = row
  if (cells.length !== sheet.width)
    return refused(row, [
      {
        column: '',
        value: '',
        message: `${cells.length} cells instead of ${sheet.width}: a separator or a quotation mark is missing, or one too many`,
      },
    ])
  if (key === '')
    return refused(row, [
      { column: keyColumn, value: '', message: 'The id is empty, so the row cannot be recognised' },
    ])
  if (ofColumn !== undefined && of === '')
    return refused(row, [{ column: ofColumn, value: '', message: 'Nothing says whose row this is' }])
  return null
}

const group = (rows: readonly SourceRow[], outcomes: Outcome[]): PatientRows[][] => {
  const patients = new Map<string, PatientRows>()
  const referrals = new Map<string, ReferralRows>()
  const plans = new Map<string, ReferralRows>()
  /** Of referrals that are in none of the files. */
  const alone = new Map<string, PatientRows>()
  const patientOf = (key: string): PatientRows => {
    const known = patients.get(key)
    if (known !== undefined) return known
    const added: PatientRows = { key, row: null, ofPatient: [], referrals: [] }
    patients.set(key, added)
    return added
  }
  const each = (records: readonly string[], place: (row: SourceRow) => void): void => {
    for (const row of rows) if (records.includes(row.sheet.record)) place(row)
  }
  each(['patient'], (row) => {
    patientOf(row.key).row = row
  })
  each(['nextOfKin', 'bmi'], (row) => patientOf(row.of).ofPatient.push(row))
  each(['referral'], (row) => {
    const referral: ReferralRows = { key: row.key, row, records: [] }
    patientOf(row.of).referrals.push(referral)
    referrals.set(row.key, referral)
  })
  for (const row of rows) {
    const { record } = row.sheet
    if (['patient', 'nextOfKin', 'bmi', 'referral', 'exerciseAttendance'].includes(record)) continue
    const referral = referrals.get(row.of) ?? earlier(alone, row.of)
    referral.records.push(row)
    if (record === 'exercise') plans.set(row.key, referral)
  }
  each(['exerciseAttendance'], (row) => {
    const referral = plans.get(row.of)
    if (referral !== undefined) referral.records.push(row)
    else {
      const message = 'No exercise plan with this id is in the files: bring plans and attendances in together'
      outcomes.push(refused(row, [{ column: '', value: row.of, message }]))
    }
  })
  return byNumber([...patients.values(), ...alone.values()])
}

const earlier = (alone: Map<string, PatientRows>, key: string): ReferralRows => {
  const known = alone.get(key)?.referrals[0]
  if (known !== undefined) return known
  const referral: ReferralRows = { key, row: null, records: [] }
  alone.set(key, { key: null, row: null, ofPatient: [], referrals: [referral] })
  return referral
}

/** Several rows with one NHS number are looked at together, so that the second finds the first. */
const byNumber = (patients: readonly PatientRows[]): PatientRows[][] => {
  const units = new Map<string, PatientRows[]>()
  for (const patient of patients) {
    const { row } = patient
    const number = row === null ? '' : digitsOf(row.sheet.cellOf('nhsNumber', row.cells))
    const unit = number === '' ? undefined : units.get(number)
    if (unit === undefined) units.set(number === '' ? `row ${units.size}` : number, [patient])
    else unit.push(patient)
  }
  return [...units.values()]
}
