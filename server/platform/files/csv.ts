import { stringify } from 'csv-stringify/sync'

/*
 * Comma-separated values have no types, so a spreadsheet guesses the type of each cell. A text that it would run as a
 * formula or convert gets a quotation mark in front, so that every reader sees the same (IO-5, decision 141).
 */

const month =
  '(?:jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)'

/** Text that spreadsheets read as a number or a day, in British and American English. */
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

/** Text that spreadsheets read correctly, as the number, day or month it is. */
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

/** Lines of a CSV file. Numbers stay numbers. */
export const csvLines = (rows: readonly Row[]): string =>
  stringify(
    rows.map((row) => row.map((cell) => (typeof cell === 'string' ? guarded(cell) : cell))),
    { escape_formulas: true, record_delimiter: 'windows' },
  )

/** A whole CSV file. The byte order mark tells Excel that it is UTF-8. */
export const csvFile = (rows: readonly Row[]): string => `\ufeff${csvLines(rows)}`
