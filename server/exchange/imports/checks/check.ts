import type { z } from 'zod'
import { fieldMessages } from '../../../../contract/platform/calls/fieldMessages.ts'
import { digitsOf, isRepeatedDigit } from '../../../../contract/platform/fields/nhsNumber.ts'
import { isNoFamilyName, isNoFirstName } from '../../../../contract/platform/words/placeholders.ts'
import { readPostcode } from '../../../../contract/platform/fields/postcode.ts'
import { cancelReferral, pathwayInput } from '../../../../contract/pathways/referral/pathway.ts'
import { nextOfKinInput, patientInput, type PatientInput } from '../../../../contract/patients/patient.ts'
import { recordKinds, type RecordKindName } from '../../../../contract/pathways/records/kinds.ts'
import type { FieldErrors } from '../../../../contract/platform/calls/problem.ts'
import { HttpProblem, ValidationProblem } from '../../../platform/errors.ts'
import { cancelColumns, dischargeColumns, pathwayTable } from '../../../pathways/referral/columns.ts'
import { recordKindsOnServer } from '../../../pathways/records/kinds.ts'
import type { RecordKind } from '../../../pathways/records/kind.ts'
import { valuesOf } from '../../../platform/writes/columns.ts'
import type { Fault } from '../files/fault.ts'
import type { SourceRow } from '../files/sheet.ts'

/*
 * Checks a row with the contract's own schemas, as the calls do. The import itself finds the record that a row belongs
 * to, so a made-up id takes its place here.
 */

const someId = 1

export type Checked<Input> = { input: Input; faults: null } | { input: null; faults: Fault[] }

export const refused = (faults: Fault[]): { input: null; faults: Fault[] } => ({ input: null, faults })

/** The messages of a check, each with the column of the file that the field comes from. */
export const faultsOf = ({ sheet, cells }: SourceRow, fields: FieldErrors): Fault[] =>
  Object.entries(fields).map(([path, message]) => {
    const field = path.replace(/^assessment\./, '').replace(/\.\d+$/, '')
    return { column: sheet.columnOf(field) || field, value: sheet.cellOf(field, cells), message, field }
  })

/** The faults of an error that a rule of the product throws, by column. Any other error is rethrown. */
export const faultsOfProblem = (row: SourceRow, error: unknown): Fault[] => {
  if (error instanceof ValidationProblem) return faultsOf(row, error.fields)
  if (error instanceof HttpProblem) return [{ column: '', value: '', message: error.message }]
  throw error
}

const parse = <Schema extends z.ZodType>(
  row: SourceRow,
  schema: Schema,
  identity: object,
): Checked<z.output<Schema>> => {
  const { fields, faults } = row.sheet.read(row.cells)
  const read = schema.safeParse({ ...identity, ...fields })
  const said = new Set(faults.map(({ column }) => column))
  const all = [
    ...faults,
    ...(read.success
      ? []
      : faultsOf(row, fieldMessages(read.error)).filter(({ column }) => !said.has(column))),
  ]
  return all.length === 0 && read.success ? { input: read.data, faults: null } : refused(all)
}

/**
 * Checks a row again without those invalid cells that the mapping allows to be dropped. They are counted if the rest of
 * the row is valid.
 */
export const lettingGo = async <Input>(
  row: SourceRow,
  check: (row: SourceRow) => Checked<Input> | Promise<Checked<Input>>,
): Promise<Checked<Input>> => {
  const gone: string[] = []
  let checked = await check(row)
  // One check may stop before another runs, so faults of the second appear only in the next round.
  for (;;) {
    const more = (checked.faults ?? []).flatMap(({ field }) =>
      field !== undefined && row.sheet.letsGo(field) && !gone.includes(field) ? [field] : [],
    )
    if (more.length === 0) break
    gone.push(...more)
    checked = await check(row.sheet.without(row, gone))
  }
  if (checked.faults === null) row.sheet.noteLetGo(row, gone)
  return checked
}

const nobody =
  'This is not the name of a person: leave the row out, or register the person in Surefoot if it is their name'
const unknownName = 'This is not a name: leave the cell empty if it is not known'

interface Names {
  familyName: string
  firstName?: string | null | undefined
}

/** Refuses what is not a person's name, such as the line below a list with the number of people. */
const named = <Input extends Names>(row: SourceRow, checked: Checked<Input>): Checked<Input> => {
  if (checked.input === null) return checked
  const { familyName, firstName } = checked.input
  const faults = faultsOf(row, {
    ...(isNoFamilyName(familyName) && { familyName: nobody }),
    ...(firstName != null && isNoFirstName(firstName) && { firstName: unknownName }),
  })
  return faults.length === 0 ? checked : refused(faults)
}

/** Refuses a partial postcode, or a word that means none: on a screen a question would be shown. */
const placed = (row: SourceRow, checked: Checked<PatientInput>): Checked<PatientInput> => {
  const { postcode } = checked.input ?? {}
  if (postcode == null || readPostcode(postcode) !== null) return checked
  return refused(
    faultsOf(row, { postcode: 'Not a full postcode, such as ZZ10 1AA: correct it or leave it empty' }),
  )
}

export const checkPatient = (row: SourceRow): Checked<PatientInput> => {
  const checked = placed(row, named(row, parse(row, patientInput, { id: 0 })))
  const number = digitsOf(checked.input?.nhsNumber ?? '')
  return isRepeatedDigit(number)
    ? refused(faultsOf(row, { nhsNumber: 'One digit ten times is not a real NHS number: leave it empty' }))
    : checked
}

export const checkNextOfKin = (row: SourceRow) =>
  named(row, parse(row, nextOfKinInput, { id: 0, patientId: someId }))

export interface CheckedReferral {
  referralDate: string
  /** When it was discharged or cancelled; null if it is open. */
  closed: string | null
  secondReferral: boolean
  afterDeathConfirmed: boolean
  ubrn: string | null
  /** By field, for the rules about days. */
  days: Record<string, string | null | undefined>
  values: Record<string, unknown>
}

/** A referral with its ending. It would be two calls, so it is checked as both. */
export const checkReferral = (row: SourceRow): Checked<CheckedReferral> => {
  const { fields, faults } = row.sheet.read(row.cells)
  const among = (columns: Readonly<Record<string, string>>) =>
    Object.fromEntries(Object.entries(fields).filter(([field]) => field in columns))
  const ending = { ...dischargeColumns, ...cancelColumns }
  const beginning = Object.fromEntries(Object.entries(fields).filter(([field]) => !(field in ending)))
  const [discharge, cancel] = [among(dischargeColumns), among(cancelColumns)]
  const isCancelled = Object.keys(cancel).length > 0
  const referral = pathwayInput.safeParse({ id: 0, patientId: someId, ...beginning })
  const discharged = pathwayInput.safeParse({ id: someId, patientId: someId, ...discharge })
  const cancelled = isCancelled ? cancelReferral.input.safeParse({ id: someId, ...cancel }) : null
  const messages: FieldErrors = {
    ...(referral.error && fieldMessages(referral.error)),
    ...(discharged.error && fieldMessages(discharged.error)),
    ...(cancelled?.error && fieldMessages(cancelled.error)),
    ...(Object.keys(discharge).length > 0 &&
      discharge['dischargeDate'] === undefined && { dischargeDate: 'Discharge Date required' }),
    ...(isCancelled &&
      discharge['dischargeDate'] !== undefined && {
        cancelReferralDate: 'A referral is cancelled or discharged, not both',
      }),
  }
  const said = new Set(faults.map(({ column }) => column))
  const all = [...faults, ...faultsOf(row, messages).filter(({ column }) => !said.has(column))]
  if (all.length > 0 || !referral.success || !discharged.success) return refused(all)
  const whole = { ...discharged.data, ...referral.data, ...cancelled?.data }
  const { referralDate = '', receivedDate, consentDate } = referral.data
  const { dischargeDate } = discharged.data
  const cancelReferralDate = cancelled?.data?.cancelReferralDate
  const { patient_id: _itsPatient, ...values } = {
    ...valuesOf(pathwayTable.columns, whole as Record<string, unknown>),
    ...valuesOf(dischargeColumns, discharged.data),
  }
  return {
    input: {
      referralDate,
      closed: dischargeDate ?? cancelReferralDate ?? null,
      secondReferral: referral.data.secondReferral === true,
      afterDeathConfirmed: referral.data.afterDeathConfirmed === true,
      ubrn: referral.data.ubrn ?? null,
      days: { referralDate, receivedDate, consentDate, dischargeDate, cancelReferralDate },
      values,
    },
    faults: null,
  }
}

/** The parents of each kind, by their field in the save. */
const parentsOf = (kind: RecordKindName): Record<string, number> => {
  if (recordKindsOnServer[kind].parent.column === 'patient_id') return { patientId: someId }
  return kind === 'exerciseAttendance' ? { pathwayId: someId, exerciseId: someId } : { pathwayId: someId }
}

/** A record of any kind, in the shape of its save. */
export const checkRecord = (row: SourceRow, kind: RecordKindName): Checked<unknown> => {
  const { fieldPrefix } = recordKindsOnServer[kind] as Pick<RecordKind<never>, 'fieldPrefix'>
  const own = { id: 0, ...parentsOf(kind) }
  const schema: z.ZodType = recordKinds[kind].calls.save.input
  if (fieldPrefix === undefined) return parse(row, schema, own)
  // This save has its fields in a part of its body, and its lists beside that part.
  const part = fieldPrefix.replace('.', '')
  const read = (cells: readonly string[]) => {
    const { fields, faults } = row.sheet.read(cells)
    const { concerns = [], ...others } = fields
    return { fields: { [part]: { ...own, ...others }, concerns }, faults }
  }
  return parse({ ...row, sheet: { ...row.sheet, read } }, schema, {})
}
