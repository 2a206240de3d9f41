import { isCalendarDate, type CalendarDate } from '../../../../contract/platform/dates/dates.ts'
import {
  parentCodes,
  statusCodes,
  subTypeCodes,
  type ParentCode,
  type StatusCode,
  type SubTypeCode,
} from '../../../../contract/reference/organisation.ts'
import { standardPostcode } from '../../../../contract/platform/fields/postcode.ts'

/* One row of a national file, in the variants that its sources write. */

export interface ParentLink {
  parentId: string
  joinDate: CalendarDate
  leaveDate: CalendarDate | null
  /** undefined if the layout does not contain it. */
  parentCode: ParentCode | undefined
}

export interface OrganisationInFile {
  kind: 'organisation'
  row: number
  code: string
  name: string
  addressLine1: string | null
  addressLine2: string | null
  addressLine3: string | null
  town: string | null
  county: string | null
  postcode: string | null
  openDate: CalendarDate
  closeDate: CalendarDate | null
  statusCode: StatusCode
  /** undefined if the file's value is not in the list. */
  subTypeCode: SubTypeCode | null | undefined
  /** The kind of prescribing place; '4' is a GP practice. */
  setting: string
  parent: ParentLink | null
  /** What the file says but could not be imported. */
  doubts: string[]
}

export interface MembershipInFile extends ParentLink {
  kind: 'membership'
  row: number
  code: string
}

export interface RejectedRow {
  kind: 'rejected'
  row: number
  code: string
  text: string
}

export type RowInFile = OrganisationInFile | MembershipInFile | RejectedRow

/** A day as YYYYMMDD, YYYY-MM-DD or DD/MM/YYYY. Null if empty, false if it is not a day. */
const dayIn = (text: string): CalendarDate | null | false => {
  if (text === '') return null
  const [, year, month, day] = /^(\d{4})-?(\d{2})-?(\d{2})$/.exec(text) ?? []
  const [, laterDay, laterMonth, laterYear] = /^(\d{2})\/(\d{2})\/(\d{4})$/.exec(text) ?? []
  const date = `${year ?? laterYear}-${month ?? laterMonth}-${day ?? laterDay}`
  return isCalendarDate(date) ? date : false
}

/** Newer sources write words in place of the letters. */
const statusWords: Record<string, StatusCode> = {
  ACTIVE: 'A',
  OPEN: 'A',
  INACTIVE: 'C',
  CLOSED: 'C',
  DORMANT: 'D',
  PROPOSED: 'P',
  RETIRED: 'B',
}

/** Branches may have no status. The dates then decide. */
const statusIn = (text: string, closeDate: CalendarDate | null, today: CalendarDate): StatusCode | false => {
  const written = text.toUpperCase()
  if (written === '') return closeDate !== null && closeDate <= today ? 'C' : 'A'
  if (written in statusCodes) return written as StatusCode
  return statusWords[written] ?? false
}

const isCode = (code: string): boolean => /^[A-Z0-9]{1,12}$/.test(code)

/** The number of columns of the layout. Some sources append empty columns, or omit the last empty ones. */
const layoutOf = (columns: readonly string[]): 27 | 6 | null => {
  const used = columns.findLastIndex((column) => column !== '') + 1
  if (columns.length >= 20 && used <= 27) return 27
  if (columns.length >= 4 && used <= 6) return 6
  return null
}

/** Whether the first row contains column names instead of data. */
export const isHeader = (columns: readonly string[]): boolean => {
  const first = columns[0]?.trim() ?? ''
  return /code|name|organisation id|^id$/i.test(first) || (first !== '' && !isCode(first.toUpperCase()))
}

/** @param row its number in the file, counted from 1 including the header */
export const readRow = (columns: readonly string[], row: number, today: CalendarDate): RowInFile => {
  const cells = columns.map((column) => column.trim())
  const code = (cells[0] ?? '').toUpperCase()
  const rejected = (text: string): RejectedRow => ({ kind: 'rejected', row, code: code.slice(0, 20), text })
  const layout = layoutOf(cells)
  if (cells.some((cell) => cell.includes('\u0000') || !cell.isWellFormed()))
    return rejected('A character that cannot be stored')
  if (layout === null) return rejected(`${cells.length} columns instead of 27 or 6`)
  if (code === '') return rejected('No code')
  if (!isCode(code)) return rejected('The code is not letters and digits')
  return layout === 6 ? readMembership(cells, row, code) : readOrganisation(cells, row, code, today)
}

const readMembership = (cells: readonly string[], row: number, code: string): RowInFile => {
  const [, parent = '', parentCode = '', join = '', leave = ''] = cells
  const rejected = (text: string): RejectedRow => ({ kind: 'rejected', row, code, text })
  const letter = parentCode.toUpperCase()
  const [joinDate, leaveDate] = [dayIn(join), dayIn(leave)]
  if (!isCode(parent.toUpperCase())) return rejected('The parent’s code is missing')
  if (!(letter in parentCodes))
    return rejected(`The parent’s type is not ${Object.keys(parentCodes).join(' or ')}`)
  if (joinDate === null || joinDate === false) return rejected('The join date is not a day')
  if (leaveDate === false) return rejected('The leave date is not a day')
  if (leaveDate !== null && leaveDate < joinDate) return rejected('The leave date is before the join date')
  if (parent.toUpperCase() === code) return rejected('It is its own parent')
  return {
    kind: 'membership',
    row,
    code,
    parentId: parent.toUpperCase(),
    joinDate,
    leaveDate,
    parentCode: letter as ParentCode,
  }
}

const readOrganisation = (
  cells: readonly string[],
  row: number,
  code: string,
  today: CalendarDate,
): RowInFile => {
  const cell = (number: number): string => cells[number - 1] ?? ''
  const orNone = (number: number): string | null => (cell(number) === '' ? null : cell(number))
  const rejected = (text: string): RejectedRow => ({ kind: 'rejected', row, code, text })
  const [openDate, closeDate] = [dayIn(cell(11)), dayIn(cell(12))]
  if (cell(2) === '') return rejected('No name')
  if (cells.some((text) => text.length > 255)) return rejected('More than 255 characters in a column')
  if (cell(10).length > 8) return rejected('The postcode is longer than 8 characters')
  if (openDate === null || openDate === false) return rejected('The open date is not a day')
  if (closeDate === false) return rejected('The close date is not a day')
  if (closeDate !== null && closeDate < openDate) return rejected('The close date is before the open date')
  const statusCode = statusIn(cell(13), closeDate, today)
  if (statusCode === false) return rejected('The status is not known')
  const doubts: string[] = []
  const subType = cell(14).toUpperCase()
  const isSubType = subType === '' || subType in subTypeCodes
  if (!isSubType) doubts.push('The sub-type is not known and was left out')
  return {
    kind: 'organisation',
    row,
    code,
    name: cell(2),
    addressLine1: orNone(5),
    addressLine2: orNone(6),
    addressLine3: orNone(7),
    town: orNone(8),
    county: orNone(9),
    postcode: cell(10) === '' ? null : standardPostcode(cell(10)),
    openDate,
    closeDate,
    statusCode,
    subTypeCode: subType === '' ? null : isSubType ? (subType as SubTypeCode) : undefined,
    setting: cell(26),
    parent: parentIn({ parent: cell(15), join: cell(16), leave: cell(17), code, openDate }, doubts),
    doubts,
  }
}

/** An invalid link is dropped, but the organisation is kept. */
const parentIn = (
  said: { parent: string; join: string; leave: string; code: string; openDate: CalendarDate },
  doubts: string[],
): ParentLink | null => {
  if (said.parent === '') return null
  const parentId = said.parent.toUpperCase()
  const [joinDate, leaveDate] = [dayIn(said.join), dayIn(said.leave)]
  const wrong =
    !isCode(parentId) || parentId === said.code
      ? 'The parent’s code is not valid'
      : joinDate === false || leaveDate === false
        ? 'A day of the link to the parent is not a day'
        : leaveDate !== null && leaveDate < (joinDate ?? said.openDate)
          ? 'The leave date of the parent is before its join date'
          : null
  if (wrong !== null || joinDate === false || leaveDate === false) {
    doubts.push(`${wrong}: the link was left out`)
    return null
  }
  return { parentId, joinDate: joinDate ?? said.openDate, leaveDate, parentCode: undefined }
}
