import { createHash } from 'node:crypto'
import type { Kysely } from 'kysely'
import type { DB } from '../../../platform/db/types.ts'
import { sha256 } from '../../../platform/crypto/sha256.ts'
import { readerOf, readRow, wordsOf, type Reader } from './cells.ts'
import type { Fault } from './fault.ts'
import { fieldsOf } from './fields.ts'
import { columnName } from './header.ts'
import { fold } from './lists.ts'
import type { ImportedRecord, Mapping, Section } from './mapping.ts'
import { ColumnsMissing, ImportProblem } from './problem.ts'

/** One row of a file, unchanged. */
export interface SourceRow {
  sheet: Sheet
  row: number
  /** The other system's id of the row, with its part if the mapping names one (`idOf`). */
  key: string
  /** The parent's id in the same form; '' for a patient. */
  of: string
  cells: readonly string[]
}

/** One file of an import, to be read as its mapping says. */
export interface Sheet {
  file: string
  record: ImportedRecord
  part: string | undefined
  /** Updated while the import runs. */
  counts: Counts
  key: number
  keyColumn: string
  of: number | undefined
  width: number
  /** The id in a cell, with the part that the mapping names. */
  idIn: (cell: string) => string
  parentIn: (cell: string) => string
  keyOf: (key: string) => Buffer
  contentOf: (row: SourceRow) => Buffer
  /** The row as contract fields, and what could not be read. */
  read: (cells: readonly string[]) => { fields: Record<string, unknown>; faults: Fault[] }
  /** The column of the file that a field comes from. */
  columnOf: (field: string) => string
  cellOf: (field: string, cells: readonly string[]) => string
  /** One field of the row, as in `read`; undefined if there is none or it cannot be read. */
  fieldOf: (field: string, cells: readonly string[]) => unknown
  /** Whether the mapping allows the field to be dropped if it cannot be read. */
  letsGo: (field: string) => boolean
  /** The row without the cells of these fields. */
  without: (row: SourceRow, fields: readonly string[]) => SourceRow
  /** The rows in which a column's content was dropped. */
  letGo: ReadonlyMap<string, ReadonlySet<number>>
  /** Records what was dropped from a row: these fields, and cells for which the mapping has no word. */
  noteLetGo: (row: SourceRow, fields: readonly string[]) => void
}

export interface Counts {
  rows: number
  added: number
  /** Imported by an earlier run. */
  before: number
  /** Belongs to a patient who was already registered with the same NHS number. */
  linked: number
  /** Imported earlier, and changed in the file since. */
  changed: number
  refused: number
  /** Valid, but waits for a row that was refused. */
  waiting: number
}

const apart = '\u0000'
const idOf = (key: string, part: string | undefined): string =>
  part === undefined || key === '' ? key : `${key}${apart}${part}`

/** An id in readable form. */
export const idInWords = (id: string): string => id.replace(apart, ', ')

const keyHash = (source: string, record: string, key: string): Buffer =>
  sha256(JSON.stringify([source, record, key]))

/** A death or a refusal that cannot be read is never dropped: a person must look at it. */
const neverLetGo: ReadonlySet<string> = new Set(['deceasedDate', 'consentRefusedDate', 'timeConsentRefused'])

/** Checks a section of the mapping against the column names, and prepares how each cell is read. */
export const openSheet = async (
  sql: Kysely<DB>,
  { source }: Pick<Mapping, 'source'>,
  section: Section,
  names: readonly string[],
): Promise<Sheet> => {
  const { file, record } = section
  const problems: string[] = []
  const titles = withoutEmptyEnd(names.map(columnName))
  const missing = new Set<string>()
  const placeOf = (column: string): number => {
    const name = columnName(column)
    const place = titles.indexOf(name)
    if (place === -1) missing.add(name)
    else if (titles.lastIndexOf(name) !== place)
      problems.push(`${file} has more than one column “${column}”: give them different names.`)
    return place
  }
  const key = placeOf(section.key)
  const of = section.of === undefined ? undefined : placeOf(section.of)
  const types = await fieldsOf(sql, record)
  const readers: Reader[] = []
  for (const [field, from] of Object.entries(section.fields)) {
    const type = types.get(field)
    if (type === undefined) {
      problems.push(
        `${file}: “${field}” is not a field of ${record}. Its fields are: ${[...types.keys()].join(', ')}.`,
      )
      continue
    }
    if (neverLetGo.has(field) && 'column' in from && from.otherwise === null)
      problems.push(
        `${file}, ${field}: “otherwise”: null is not possible here, because somebody who died or refused would be brought in as if they had not. List the words that mean nothing in “values”.`,
      )
    const place = 'column' in from ? placeOf(from.column) : -1
    const reader = await readerOf(sql, type, from, problems, `${file}, ${field}: `)
    readers.push({ field, place, column: 'column' in from ? from.column : '', read: reader, from })
  }
  if (missing.size > 0)
    throw new ColumnsMissing([missingColumns(file, [...missing], titles), ...problems], file, names)
  if (problems.length > 0) throw new ImportProblem(problems)
  const byField = new Map(readers.map((reader) => [reader.field, reader]))
  const used = [...new Set([key, ...(of === undefined ? [] : [of]), ...readers.map(({ place }) => place)])]
    .filter((place) => place >= 0)
    .toSorted((a, b) => a - b)
  const letGo = new Map<string, Set<number>>()
  const goes = readers.filter(({ from }) => 'column' in from && from.otherwise === null)
  return {
    file,
    record,
    part: section.part,
    counts: { rows: 0, added: 0, before: 0, linked: 0, changed: 0, refused: 0, waiting: 0 },
    key,
    keyColumn: section.key,
    of,
    width: titles.length,
    idIn: (cell) => idOf(cell.trim(), section.part),
    parentIn: (cell) => idOf(cell.trim(), section.ofPart),
    keyOf: (id) => keyHash(source, record, id),
    contentOf: ({ cells }) => {
      const hash = createHash('sha256')
      for (const place of used) hash.update(`${JSON.stringify(cells[place] ?? '')}\n`)
      return hash.digest()
    },
    read: (cells) => readRow(readers, cells),
    columnOf: (field) => byField.get(field)?.column ?? '',
    cellOf: (field, cells) => cells[byField.get(field)?.place ?? -1] ?? '',
    fieldOf: (field, cells) => {
      const reader = byField.get(field)
      return reader === undefined ? undefined : readRow([reader], cells).fields[field]
    },
    letsGo: (field) => goes.some((reader) => reader.field === field),
    without: (row, fields) => {
      const places = new Set(fields.map((field) => byField.get(field)?.place))
      return { ...row, cells: row.cells.map((cell, place) => (places.has(place) ? '' : cell)) }
    },
    letGo,
    noteLetGo: ({ row, cells }, fields) => {
      for (const { field, column, from, place, read } of goes) {
        const text = (cells[place] ?? '').trim()
        const found = fields.includes(field) ? null : read(text)
        const isMeant = text === '' || ('column' in from && wordsOf(from).has(text.toLowerCase()))
        if (found !== null && (isMeant || 'message' in found || found.value !== null)) continue
        const rows = letGo.get(column) ?? new Set()
        letGo.set(column, rows.add(row))
      }
    },
  }
}

/** Quotes only names that are in the mapping: if the row of names is missing, the first row is a patient. */
const missingColumns = (file: string, missing: readonly string[], titles: readonly string[]): string => {
  const named = missing.map((column) => {
    const alike = titles.find((title) => fold(title) === fold(column))
    return alike === undefined ? `“${column}”` : `“${column}” (but it has “${alike}”)`
  })
  return `${file} has no column ${named.join(', ')} among the ${titles.length} of the row that names them. Check the names in the file, and that the row, the separator and the encoding are right.`
}

/** Removes empty cells after the last column. */
export const withoutEmptyEnd = (cells: readonly string[], least = 0): readonly string[] =>
  cells.slice(0, Math.max(least, cells.findLastIndex((cell) => cell.trim() !== '') + 1))

/** The key of a row that an earlier run imported, or of a row in another file. */
export const keyOfRecord = keyHash
