import { stringify } from 'csv-stringify/sync'

/*
 * Comma-separated values, which have no types: whoever opens them in a spreadsheet sees what it makes of each cell. A text that it would
 * run or turn into another gets a quotation mark in front, so that every reader has the same (IO-5, decision 141).
 */

const month =
  '(?:jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)'

/** What spreadsheets read as a number or a day, in the English of either side of the Atlantic. */
const misread = [
  // 0012, 1E10, 1.10, 123456789012345678, (123), £5, 10%
  /^\(?[£$€]?(?:\d[\d,]*(?:\.\d*)?|\.\d+)(?:e[+-]?\d+)? ?%?\)?$/i,
  // 1 1/2
  /^\d+ \d+\/\d+$/,
  // 3-5, 1/2, 2026-01, 1-2-03
  /^\d{1,4}[-/]\d{1,2}(?:[-/]\d{1,4})?$/,
  // 12-1999, 5/2026
  /^\d{1,2}[-/.]\d{4}$/,
  /^(?:true|false)$/i,
  // 5 May, 1-Mar-03, MAR1, May 5, 2026
  new RegExp(`^\\d{1,4}[-/ .]*${month}(?:[-/ .,]*\\d{1,4})?$`, 'i'),
  new RegExp(`^${month}[-/ .]*\\d{1,4}(?:,? *\\d{4})?$`, 'i'),
]

/** What they read as the number, day or month that it is. */
const readAsItIs = [
  /^(?:0|[1-9]\d{0,10}|(?:0|[1-9]\d{0,4})\.\d{0,4}[1-9])$/,
  /^(?:\d\d-[A-Z][a-z]{2}-|\d\d\/\d\d\/)\d{4}$/,
  /^\d{4}-\d\d-\d\d$/,
  /^[A-Z][a-z]{2,8} \d{4}$/,
]

const guarded = (text: string): string => {
  const read = text.trim()
  const isMisread = misread.some((form) => form.test(read)) && !readAsItIs.some((form) => form.test(read))
  return isMisread ? `'${text}` : text
}

type Row = readonly (string | number)[]

/** Lines of a file; numbers stay numbers. */
export const csvLines = (rows: readonly Row[]): string =>
  stringify(
    rows.map((row) => row.map((cell) => (typeof cell === 'string' ? guarded(cell) : cell))),
    { escape_formulas: true, record_delimiter: 'windows' },
  )

/** A whole file. The mark in front tells Excel that it is UTF-8. */
export const csvFile = (rows: readonly Row[]): string => `\ufeff${csvLines(rows)}`
