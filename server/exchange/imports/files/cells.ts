import type { Kysely } from 'kysely'
import type { DB } from '../../../platform/db/types.ts'
import { isMisread } from './encoding.ts'
import type { Fault } from './fault.ts'
import type { FieldType } from './fields.ts'
import { entryOf, readList } from './lists.ts'
import type { FieldSource, FromColumn } from './mapping.ts'
import { dayFormat, readDay, type DayFormat } from './readDay.ts'

/* How the cell of a column becomes the contract field that the mapping names. */

export interface Reader {
  field: string
  place: number
  column: string
  from: FieldSource
  read: ReadCell
}

/** The value is null for nothing. Never throws. */
type ReadCell = (text: string) => { value: unknown } | { message: string }

/** The program that wrote the file could not write a letter, and nobody can say which letter it was. */
const characterLost =
  'The character � shows that a letter was lost: export the file again, or correct the letter'

/** The letters were decoded wrongly before they came into this file. */
const misread =
  'These characters show that a letter with an accent was read in the wrong encoding, such as Ã© for é: export the file again, or correct the letter'

/** What shows that letters of a text were lost or read wrongly before it came here; null if nothing does. */
export const damageIn = (text: string): string | null =>
  text.includes('\ufffd') ? characterLost : isMisread(text) ? misread : null

export const readRow = (readers: readonly Reader[], cells: readonly string[]) => {
  const fields: Record<string, unknown> = {}
  const faults: Fault[] = []
  for (const { field, place, column, from, read } of readers) {
    if ('emptyOf' in from) continue
    const text = place === -1 ? '' : (cells[place] ?? '').trim()
    const damage = damageIn(text)
    const found = damage === null ? read(text) : { message: damage }
    if ('message' in found) faults.push({ column, value: text, message: found.message, field })
    else if (found.value !== null) fields[field] = found.value
  }
  for (const { field, from } of readers)
    if ('emptyOf' in from) fields[field] = fields[from.emptyOf] === undefined
  return { fields, faults }
}

export const readerOf = async (
  sql: Kysely<DB>,
  type: FieldType,
  from: FieldSource,
  problems: string[],
  where: string,
): Promise<ReadCell> => {
  if ('emptyOf' in from) return () => ({ value: null })
  const wordReader = await readerOfWord(sql, type, from, problems, where)
  // Looks up each word of a list once.
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
  const table = wordsOf(from)
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

/** The words of the mapping, by their lower-case form. */
export const wordsOf = ({ values = {} }: FromColumn) =>
  new Map(Object.entries(values).map(([word, value]) => [word.trim().toLowerCase(), value]))

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
        return { message: 'Neither yes nor no: map the word under values in the mapping' }
      }
    case 'day': {
      const written = [('column' in from ? from.format : undefined) ?? 'yyyy-MM-dd'].flat()
      const formats = written.flatMap((format): DayFormat[] => {
        const found = dayFormat(format, 'column' in from ? from.yearsFrom : undefined)
        if (typeof found !== 'string') return [found]
        problems.push(`${where}${found}.`)
        return []
      })
      const message = `Not a day written as ${written.join(' or ')}, or a day that can be read in two ways`
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
