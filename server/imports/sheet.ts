import { createHash } from 'node:crypto'
import type { Kysely } from 'kysely'
import type { DB } from '../db/types.ts'
import { sha256 } from '../crypto/sha256.ts'
import { fieldsOf, type FieldType } from './fields.ts'
import { entryOf, fold, readList } from './lists.ts'
import type { FieldSource, ImportedRecord, Mapping, Section } from './mapping.ts'
import { ImportProblem } from './problem.ts'
import { dayFormat, readDay, type DayFormat } from './readDay.ts'

/** One row of a file, as it stands there. */
export interface SourceRow {
  sheet: Sheet
  row: number
  /** The other system's id of it, with its part where the mapping names one (`idOf`). */
  key: string
  /** The same of what it belongs to; '' for a patient. */
  of: string
  cells: readonly string[]
}

/** What is wrong with a row: in which column of the file, if in one, and what stands there. */
export interface Fault {
  column: string
  value: string
  message: string
}

/** One file of an import, as its mapping says it is to be read. */
export interface Sheet {
  file: string
  record: ImportedRecord
  part: string | undefined
  /** Counted as it goes. */
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
  /** The row as the contract's fields, and what could not be read. */
  read: (cells: readonly string[]) => { fields: Record<string, unknown>; faults: Fault[] }
  /** Where in the file a field comes from. */
  columnOf: (field: string) => string
  cellOf: (field: string, cells: readonly string[]) => string
  /** One field of the row, as `read` has it; undefined where it has none or cannot be read. */
  fieldOf: (field: string, cells: readonly string[]) => unknown
}

export interface Counts {
  rows: number
  added: number
  /** Brought in by an earlier run. */
  before: number
  /** Of a patient who was registered already, under the same NHS number. */
  linked: number
  /** Brought in earlier, and changed in the file since. */
  changed: number
  refused: number
  /** Nothing is wrong with it, and it waits for a row that was refused. */
  waiting: number
}

const apart = '\u0000'
const idOf = (key: string, part: string | undefined): string =>
  part === undefined || key === '' ? key : `${key}${apart}${part}`

/** An id as people read it. */
export const idInWords = (id: string): string => id.replace(apart, ', ')

const keyHash = (source: string, record: string, key: string): Buffer =>
  sha256(JSON.stringify([source, record, key]))

/** Holds a section of the mapping against the names of the columns, and prepares how each cell is read. */
export const openSheet = async (
  sql: Kysely<DB>,
  { source }: Pick<Mapping, 'source'>,
  section: Section,
  names: readonly string[],
): Promise<Sheet> => {
  const { file, record } = section
  const problems: string[] = []
  const titles = names.map((name) => name.trim())
  const placeOf = (column: string): number => {
    const place = titles.indexOf(column.trim())
    if (place === -1) problems.push(missingColumn(file, column, titles))
    else if (titles.lastIndexOf(column.trim()) !== place)
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
    const place = 'column' in from ? placeOf(from.column) : -1
    const reader = await readerOf(sql, type, from, problems, `${file}, ${field}: `)
    readers.push({ field, place, column: 'column' in from ? from.column : '', read: reader, from })
  }
  if (problems.length > 0) throw new ImportProblem(problems)
  const byField = new Map(readers.map((reader) => [reader.field, reader]))
  const used = [...new Set([key, ...(of === undefined ? [] : [of]), ...readers.map(({ place }) => place)])]
    .filter((place) => place >= 0)
    .toSorted((a, b) => a - b)
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
  }
}

/** Names nothing of the file but what the mapping names: where the row with the names is missing, its first row is a patient. */
const missingColumn = (file: string, column: string, titles: readonly string[]): string => {
  const alike = titles.find((title) => fold(title) === fold(column))
  return alike === undefined
    ? `${file} has no column “${column}” among the ${titles.length} of its first row, which names them. Compare it with the file: the name, and whether the row, the separator and the encoding are right.`
    : `${file} has no column “${column}”, but one that is written “${alike}”.`
}

/** Of a row that an earlier run brought in, or one of another file. */
export const keyOfRecord = keyHash

interface Reader {
  field: string
  place: number
  column: string
  from: FieldSource
  read: ReadCell
}

/** Null for nothing; throws nothing. */
type ReadCell = (text: string) => { value: unknown } | { message: string }

/** Whatever wrote the file could not write the letter that stood there, and nobody can say which it was. */
const characterLost =
  'The sign � stands where a letter was lost: export the file again, or put the letter right'

const readRow = (readers: readonly Reader[], cells: readonly string[]) => {
  const fields: Record<string, unknown> = {}
  const faults: Fault[] = []
  for (const { field, place, column, from, read } of readers) {
    if ('emptyOf' in from) continue
    const text = place === -1 ? '' : (cells[place] ?? '').trim()
    const found = text.includes('\ufffd') ? { message: characterLost } : read(text)
    if ('message' in found) faults.push({ column, value: text, message: found.message })
    else if (found.value !== null) fields[field] = found.value
  }
  for (const { field, from } of readers)
    if ('emptyOf' in from) fields[field] = fields[from.emptyOf] === undefined
  return { fields, faults }
}

const readerOf = async (
  sql: Kysely<DB>,
  type: FieldType,
  from: FieldSource,
  problems: string[],
  where: string,
): Promise<ReadCell> => {
  if ('emptyOf' in from) return () => ({ value: null })
  const wordReader = await readerOfWord(sql, type, from, problems, where)
  // Each word of a list is looked up once.
  const known = new Map<string, ReturnType<ReadCell>>()
  const readWord: ReadCell =
    type.kind === 'text'
      ? wordReader
      : (word) => {
          const before = known.get(word)
          if (before !== undefined) return before
          const found = wordReader(word)
          if (known.size < 10_000) known.set(word, found)
          return found
        }
  if ('constant' in from) {
    const found = from.constant === null ? { value: null } : readWord(String(from.constant))
    if ('message' in found) problems.push(`${where}“${String(from.constant)}”: ${found.message}.`)
    return () => found
  }
  const table = new Map(
    Object.entries(from.values ?? {}).map(([word, value]) => [word.trim().toLowerCase(), value]),
  )
  for (const value of new Set([...table.values(), from.otherwise ?? null])) {
    const found = value === null ? null : readWord(String(value))
    if (found !== null && 'message' in found) problems.push(`${where}“${String(value)}”: ${found.message}.`)
  }
  const translate: ReadCell = (text) => {
    const word = text.toLowerCase()
    if (table.has(word)) {
      const value = table.get(word) ?? null
      return value === null ? { value: null } : readWord(String(value))
    }
    if (text === '') return { value: null }
    const found = readWord(text)
    if (from.otherwise === undefined || 'value' in found) return found
    return from.otherwise === null ? { value: null } : readWord(String(from.otherwise))
  }
  return type.kind === 'choices' ? (text) => readSeveral(text, from.between ?? ';', translate) : translate
}

const readSeveral = (text: string, between: string, read: ReadCell): ReturnType<ReadCell> => {
  const found = text
    .split(between)
    .map((word) => word.trim())
    .filter(Boolean)
    .map((word) => read(word))
  const wrong = found.find((each) => 'message' in each)
  if (wrong !== undefined) return wrong
  return {
    value: [
      ...new Set(found.flatMap((each) => ('value' in each && each.value !== null ? [each.value] : []))),
    ],
  }
}

const yes = ['yes', 'y', 'true', 't', '1']
const no = ['no', 'n', 'false', 'f', '0']

const readerOfWord = async (
  sql: Kysely<DB>,
  type: FieldType,
  from: FieldSource,
  problems: string[],
  where: string,
): Promise<ReadCell> => {
  switch (type.kind) {
    case 'text':
    case 'number':
      return (text) => ({ value: text })
    case 'code':
      return (text) => ({ value: text.toUpperCase().replaceAll(/\s/g, '') })
    case 'yesNo':
      return (text) => {
        const word = text.toLowerCase()
        if (yes.includes(word)) return { value: true }
        if (no.includes(word)) return { value: false }
        return { message: 'Neither yes nor no: give the word under values in the mapping' }
      }
    case 'day': {
      const written = [('column' in from ? from.format : undefined) ?? 'yyyy-MM-dd'].flat()
      const formats = written.flatMap((format): DayFormat[] => {
        const found = dayFormat(format, 'column' in from ? from.yearsFrom : undefined)
        if (typeof found !== 'string') return [found]
        problems.push(`${where}${found}.`)
        return []
      })
      const message = `Not a day, or more than one, as ${written.join(' or ')} is written`
      return (text) => {
        const day = readDay(text, formats)
        return day === null ? { message } : { value: day }
      }
    }
    case 'choice':
    case 'choices': {
      const entries = await readList(sql, type.table)
      return (text) => {
        const found = entryOf(entries, text)
        return typeof found === 'number' ? { value: found } : found
      }
    }
  }
}
