import { z } from 'zod'
import { recordKindNames } from '../../../../contract/pathways/records/kinds.ts'
import { listFields, mostInRound } from '../../../../contract/exchange/caseFinding/caseFinding.ts'
import { listFieldNames } from '../../../../contract/exchange/caseFinding/columns.ts'
import { encodings } from './encoding.ts'
import { ImportProblem } from './problem.ts'

/*
 * The mapping of an import (docs/operate/administration.md): what each file contains, and which column is which field. All its mistakes
 * are reported at once, each with its place in the mapping.
 */

/** What a row of a file can be. Exercise attendances come after their exercise plans. */
export const importedRecords = ['patient', 'nextOfKin', 'referral', ...recordKindNames] as const
export type ImportedRecord = (typeof importedRecords)[number]
/** The record of a case-finding list. */
export const listRecord = 'incomingReferral'

const columnName = z.string({ error: 'name a column of the file, in quotes' }).min(1, {
  error: 'name a column of the file',
})
const word = z.union([z.string(), z.number(), z.boolean(), z.null()])

const fromColumn = z.strictObject({
  column: columnName,
  /** How days are written, such as dd/MM/yyyy. Several formats are tried. */
  format: z.union([z.string(), z.array(z.string()).min(1)]).optional(),
  /** The first year that two digits can mean; the others are the 99 years after it. */
  yearsFrom: z.int().min(1850).max(2100).optional(),
  /** Words of the other system, and what each means here; null for nothing. */
  values: z.record(z.string(), word).optional(),
  /** The value for a word that is not in `values`; null for nothing. */
  otherwise: word.optional(),
  /** The separator of several choices in one cell. */
  between: z.string().min(1).optional(),
})
const constant = z.strictObject({ constant: word })
const whenEmpty = z.strictObject({ emptyOf: z.string().min(1) })

export type FromColumn = z.output<typeof fromColumn>
export type FieldSource = FromColumn | z.output<typeof constant> | z.output<typeof whenEmpty>

const fieldSource = z
  .union([columnName.transform((column): FromColumn => ({ column })), fromColumn, constant, whenEmpty], {
    error:
      'give the name of a column, or { "column": … } with format, yearsFrom, values, otherwise or between, or { "constant": … }, or { "emptyOf": … }',
  })
  .pipe(z.custom<FieldSource>())

const section = z
  .strictObject({
    file: z.string({ error: 'name the file' }).min(1, { error: 'name the file' }),
    record: z.enum(importedRecords, {
      error: `choose one of ${importedRecords.join(', ')} or ${listRecord}`,
    }),
    /** The column with the other system's id of the row. */
    key: columnName,
    /** The column with the parent's id: of the patient, the referral or the exercise plan. */
    of: columnName.optional(),
    /** Which of several records with one id this is, if a sheet has them side by side: the first FRAT, the second. */
    part: z.string().trim().min(1, { error: 'name the part' }).optional(),
    /** The part of the parent. */
    ofPart: z.string().trim().min(1, { error: 'name the part' }).optional(),
    encoding: z
      .enum(encodings, {
        error: 'choose utf-8, windows-1252 or utf-16le',
      })
      .default('utf-8'),
    separator: z.string().length(1, { error: 'give one character' }).optional(),
    fields: z.record(z.string(), fieldSource, { error: 'give the fields with their columns' }),
  })
  .superRefine(({ record, of }, context) => {
    if (record !== 'patient' && of === undefined)
      context.addIssue({
        code: 'custom',
        path: ['of'],
        message: 'name the column with the id of what the row belongs to',
      })
  })
export type Section = z.output<typeof section>

export const columnsOf = ({ key, of, fields }: Section): string[] => [
  key,
  ...(of === undefined ? [] : [of]),
  ...Object.values(fields).flatMap((from) => ('column' in from ? [from.column] : [])),
]

/** A case-finding list. Its columns are known by their usual names; `columns` gives others. */
const listSection = z.strictObject({
  file: z.string({ error: 'name the file' }).min(1, { error: 'name the file' }),
  record: z.literal(listRecord),
  ...listFields,
  encoding: z.enum(encodings, { error: 'choose utf-8, windows-1252 or utf-16le' }).default('utf-8'),
  separator: z.string().length(1, { error: 'give one character' }).optional(),
  columns: z
    .partialRecord(z.enum(listFieldNames), columnName, {
      error: `the fields are ${listFieldNames.join(', ')}; give each the name of its column`,
    })
    .default({}),
  /** How many of its people are sent to triage in all. A second run of the same list sends nobody more. */
  sendToTriage: z
    .int({ error: 'give a number of people' })
    .min(0, { error: 'give a number of people' })
    .max(mostInRound, { error: `at most ${mostInRound} at a time` })
    .default(0),
})
export type ListSection = z.output<typeof listSection>

/** Reports the mistakes of the kind of section that it is meant to be. */
const anySection = z.unknown().transform((written, context): Section | ListSection => {
  const isList = (written as { record?: unknown } | null)?.record === listRecord
  const read = isList ? listSection.safeParse(written) : section.safeParse(written)
  if (read.success) return read.data
  for (const { path, message } of read.error.issues) context.addIssue({ code: 'custom', path, message })
  return z.NEVER
})

const isList = (each: Section | ListSection): each is ListSection => each.record === listRecord

const mappingFile = z.strictObject({
  /** The name of the other system. It must be the same for each import from it. */
  source: z.string({ error: 'name the other system' }).trim().min(1, { error: 'name the other system' }),
  files: z.array(anySection, { error: 'list the files' }).min(1, { error: 'list the files' }),
})
export interface Mapping {
  source: string
  files: Section[]
}

/** What a mapping describes: files of records, and case-finding lists, whose people are no patients. */
export interface WholeMapping extends Mapping {
  lists: ListSection[]
}

/** @throws ImportProblem with one line for each mistake */
export const readMapping = (text: string): WholeMapping => {
  let written: unknown
  try {
    written = JSON.parse(text)
  } catch (error) {
    // JSON.parse quotes the text, and the user may have named the patient file by mistake. Only the position is shown.
    const place = /at position \d+(?: \(line \d+ column \d+\))?/.exec((error as SyntaxError).message)?.[0]
    throw new ImportProblem([`The mapping is not JSON${place === undefined ? '' : `: look ${place}`}.`])
  }
  const read = mappingFile.safeParse(written)
  if (read.success) {
    const { source, files } = read.data
    return { source, files: files.filter((each) => !isList(each)), lists: files.filter(isList) }
  }
  throw new ImportProblem(
    read.error.issues.map(({ path, message }) => `The mapping, ${inWords(path)}: ${message}`),
  )
}

const inWords = (path: readonly PropertyKey[]): string =>
  path.map((part) => (typeof part === 'number' ? `number ${part + 1}` : String(part))).join(' › ') ||
  'as a whole'
