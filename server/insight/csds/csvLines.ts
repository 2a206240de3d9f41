import { parse } from 'csv-parse/sync'
import { stringify } from 'csv-stringify/sync'

/*
 * Lines of the return. A national system reads them, so a text stands there as it is: there is no guard against
 * formulas, which every other CSV file of ours has.
 */

export const csvOf = (rows: readonly (readonly (string | null)[])[]): string =>
  stringify(rows as (string | null)[][], { record_delimiter: 'windows' })

export const rowsOfCsv = (text: string): string[][] => parse(text, { record_delimiter: '\r\n' })
