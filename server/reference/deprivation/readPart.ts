import { CsvError, parse } from 'csv-parse/sync'
import { mostExamples, type PartTaken } from '../../../contract/reference/deprivation.ts'
import { ValidationProblem } from '../../platform/errors.ts'

export interface PostcodeFifth {
  postcode: string
  fifth: number
}

interface Columns {
  postcode: number
  value: number
  /** Two tenths make a fifth. */
  isDecile: boolean
}

const noColumns =
  'The first line must name a column Postcode, and one of the decile or fifth (quintile) of the Index of Multiple Deprivation'

/** Ignores spaces, underscores and case of a heading. */
const folded = (heading: string): string =>
  heading
    .toLowerCase()
    .replaceAll(/[^a-z]+/g, ' ')
    .trim()

/**
 * Finds the columns by their headings. A national file has several kinds of decile. This uses that of the whole index,
 * and a plain “decile” only if no heading says of what.
 */
const columnsOf = (headings: readonly string[]): Columns => {
  const names = headings.map(folded)
  const find = (...patterns: RegExp[]): number =>
    patterns.map((pattern) => names.findIndex((name) => pattern.test(name))).find((place) => place >= 0) ?? -1
  const postcode = find(/^(postcode|pcd|pcds|post code)$/)
  const decile = find(
    /(multiple deprivation|\bimd\b).*decile|decile.*(multiple deprivation|\bimd\b)/,
    /^decile$/,
  )
  const fifth = find(
    /(multiple deprivation|\bimd\b).*(quintile|fifth)|(quintile|fifth).*(multiple deprivation|\bimd\b)/,
    /^(quintile|fifth|deprivation fifth|deprivation quintile)$/,
  )
  const value = fifth >= 0 ? fifth : decile
  if (postcode < 0 || value < 0) throw new ValidationProblem({ file: noColumns })
  return { postcode, value, isDecile: fifth < 0 }
}

const readRows = (text: string): string[][] => {
  try {
    return parse(text, { bom: true, relax_column_count: true, relax_quotes: true, skip_empty_lines: true })
  } catch (error) {
    if (!(error instanceof CsvError)) throw error
    throw new ValidationProblem({
      file: 'This is not a comma-separated file: a quotation mark is not closed',
    })
  }
}

/**
 * Reads whole lines of a file, the first with its headings. Returns the fifth of each postcode, 1 being the most
 * deprived, and the rows that are refused.
 */
export const readPart = (text: string): { found: PostcodeFifth[]; counts: Omit<PartTaken, 'taken'> } => {
  const [headings = [], ...rows] = readRows(text)
  const { postcode: at, value, isDecile } = columnsOf(headings)
  const most = isDecile ? 10 : 5
  const found = new Map<string, number>()
  const examples: PartTaken['examples'] = []
  let [refused, repeated] = [0, 0]
  for (const [place, row] of rows.entries()) {
    const postcode = (row[at] ?? '').toUpperCase().replaceAll(/\s+/g, '')
    const number = Number((row[value] ?? '').trim() || 'none')
    const why = !/^[A-Z]{1,2}[0-9][A-Z0-9]?[0-9][A-Z]{2}$/.test(postcode)
      ? 'no postcode'
      : !Number.isInteger(number) || number < 1 || number > most
        ? `no ${isDecile ? 'decile' : 'fifth'} from 1 to ${most}`
        : null
    if (why !== null) {
      refused += 1
      if (examples.length < mostExamples)
        examples.push({ row: place + 2, text: `${(row[at] ?? '').slice(0, 20)}: ${why}` })
    } else if (found.has(postcode)) repeated += 1
    else found.set(postcode, isDecile ? Math.ceil(number / 2) : number)
  }
  return {
    found: [...found].map(([postcode, fifth]) => ({ postcode, fifth })),
    counts: { rows: rows.length, repeated, refused, examples },
  }
}
