import { dateRules, missingRule, orphanRule } from '../../../../contract/insight/csds/rules.ts'
import { isAsked } from '../../../../contract/insight/csds/tables.ts'
import type { Field, Table } from '../../../../contract/insight/csds/table.ts'
import type { Finding, TableCount } from '../../../../contract/insight/csds/submission.ts'
import type { Row } from '../extract/rows.ts'

/** So many records of a rule are kept to be listed. All are counted. */
const mostListed = 500

/**
 * Checks the rows of a submission as they pass: which would be refused, what is missing, whether each refers to a row that
 * is there. A row goes with the row that it refers to: if a person is refused, so are the referrals and contacts. Tables
 * come in the order of `filledTables`.
 */
export const checkingRows = () => {
  const tables: TableCount[] = []
  const findings = new Map<string, Finding>()
  /** The values of the fields that other tables refer to, and whether their row is refused. */
  const known = new Map<string, Map<string, boolean>>()
  const referrals = new Map<string, { received: string | null; discharged: string | null }>()

  const note = (rule: string, row: Pick<Row, 'patientId' | 'pathwayId'>): void => {
    const found = findings.get(rule) ?? { rule, count: 0, records: [] }
    findings.set(rule, found)
    found.count += 1
    const { patientId = null, pathwayId = null } = row
    if (patientId !== null && found.records.length < mostListed)
      found.records.push({
        patientId: Number(patientId),
        pathwayId: pathwayId === null ? null : Number(pathwayId),
      })
  }

  /** Whether the row's dates are out of order. */
  const isOutOfOrder = (table: Table, row: Row): boolean => {
    const id = textOf(row, 'ServiceRequestID') ?? ''
    const day = (field: string): string | null => textOf(row, field)
    if (table.name === 'CYP101Referral')
      referrals.set(id, {
        received: day('ReferralRequest_ReceivedDate'),
        discharged: day('Discharge_Date'),
      })
    const { received = null, discharged = null } = referrals.get(id) ?? {}
    const isBefore = (one: string | null, other: string | null): boolean =>
      one !== null && other !== null && one < other
    const broken: Record<string, [string, boolean][]> = {
      CYP101Referral: [[dateRules.discharge, isBefore(discharged, received)]],
      CYP102ServiceTypeReferredTo: [[dateRules.rejection, isBefore(day('Referral_RejectionDate'), received)]],
      CYP201CareContact: [
        [dateRules.contactBefore, isBefore(day('Contact_Date'), received)],
        [dateRules.contactAfter, isBefore(discharged, day('Contact_Date'))],
      ],
    }
    const rules = (broken[table.name] ?? []).filter(([, isBroken]) => isBroken)
    for (const [rule] of rules) note(rule, row)
    return rules.length > 0
  }

  const isRefused = (table: Table, row: Row): boolean => {
    let isBad = isOutOfOrder(table, row)
    for (const field of table.fields.filter(isAsked)) {
      if (!isMissing(field, row)) continue
      note(missingRule(table.name, field.name), row)
      if (field.need === 'mandatory') isBad = true
    }
    for (const { field, table: parent, its } of table.parents) {
      const value = textOf(row, field)
      if (value === null) continue
      const standing = known.get(`${parent}.${its}`)?.get(value)
      if (standing === undefined) note(orphanRule(table.name, field), row)
      if (standing !== false) isBad = true
    }
    return isBad
  }

  return {
    /** The next rows of a table. */
    take: (table: Table, rows: readonly Row[]): void => {
      let counted = tables.find(({ name }) => name === table.name)
      if (counted === undefined)
        tables.push((counted = { name: table.name, rows: 0, refused: 0, filled: {}, of: {} }))
      for (const row of rows) {
        counted.rows += 1
        for (const { name, when } of table.fields) {
          if (when === undefined || textOf(row, when) !== null) counted.of[name] = (counted.of[name] ?? 0) + 1
          if (textOf(row, name) !== null) counted.filled[name] = (counted.filled[name] ?? 0) + 1
        }
        const isBad = isRefused(table, row)
        if (isBad) counted.refused += 1
        for (const { name } of table.fields) {
          const value = textOf(row, name)
          if (value === null || !referredTo.has(name)) continue
          const values = known.get(`${table.name}.${name}`) ?? new Map<string, boolean>()
          known.set(`${table.name}.${name}`, values)
          // A team is in many rows: one that is accepted is enough.
          values.set(value, isBad && values.get(value) !== false)
        }
        if (table.name === 'CYP002GP' && isBad) refusePerson(textOf(row, 'LocalPatientID') ?? '')
      }
    },
    note,
    outcome: (): { tables: TableCount[]; findings: Finding[] } => ({
      tables,
      findings: [...findings.values()],
    }),
  }

  /** Without a practice the person is refused too. */
  function refusePerson(id: string): void {
    const people = known.get('CYP001MPI.LocalPatientID')
    const counted = tables.find(({ name }) => name === 'CYP001MPI')
    if (people?.get(id) !== false || counted === undefined) return
    people.set(id, true)
    counted.refused += 1
  }
}

const referredTo: ReadonlySet<string> = new Set([
  ...['LocalPatientID', 'ServiceRequestID', 'TeamID_Local', 'CareContactID', 'CareActivityID'],
  ...['CareProfessionalID_Local', 'PlanID'],
])

const isMissing = ({ name, when }: Field, row: Row): boolean =>
  textOf(row, name) === null &&
  (when === undefined || textOf(row, when) !== null) &&
  // Its postcode is left out on purpose.
  !(name === 'Postcode' && row['isRestricted'] === true)

/** The text of a field as it is sent; null if there is none. */
export const textOf = (row: Row, field: string): string | null => {
  const value = row[field]
  return value === null || value === undefined || value === '' ? null : String(value)
}
