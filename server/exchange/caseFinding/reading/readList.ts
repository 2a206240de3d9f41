import { setImmediate } from 'node:timers/promises'
import {
  comparedName,
  listColumns,
  titleOfField,
  type ListField,
} from '../../../../contract/exchange/caseFinding/columns.ts'
import { storedTold, type Told } from '../../../../contract/exchange/incoming/told.ts'
import type { CalendarDate } from '../../../../contract/platform/dates/dates.ts'
import { foldName } from '../../../../contract/platform/words/fold.ts'
import { isStorable } from '../../../../contract/platform/words/text.ts'
import { likelyEncoding, type CsvSource, type Encoding } from '../../imports/files/encoding.ts'
import { ImportProblem } from '../../imports/files/problem.ts'
import { readCsv } from '../../imports/files/readCsv.ts'
import { withoutEmptyEnd } from '../../imports/files/sheet.ts'
import { rowReader, type Described } from './readRow.ts'

/** A person on a list, and what a list says of them. */
export interface PersonOnList {
  row: number
  told: Told
  isOptedOut: boolean
}

/** What is wrong with a row, for its file of faults. */
export interface ListFault {
  row: number
  /** The name of the column in the file; '' for the whole row. */
  column: string
  value: string
  text: string
  /** The row is refused; otherwise it is taken without this cell. */
  isRefused: boolean
}

export interface FileOfPeople {
  rows: number
  people: PersonOnList[]
  refused: number
  repeated: number
  incomplete: number
  faults: ListFault[]
  unreadColumns: string[]
}

export interface Written {
  source: CsvSource
  /** If nobody says it, it is what the bytes look like. */
  encoding?: Encoding | undefined
  separator?: string | undefined
  /** Columns with names of their own. */
  named?: Partial<Record<ListField, string>> | undefined
}

/** Reads a list, and checks each row. @throws ImportProblem if it cannot be read as a list of people */
export const readList = async (
  { source, encoding, separator, named = {} }: Written,
  described: Described,
  today: CalendarDate,
): Promise<FileOfPeople> => {
  const names = namesOf(named)
  const reader = rowReader(described, today)
  const file: FileOfPeople = {
    ...{ rows: 0, people: [], refused: 0, repeated: 0, incomplete: 0, faults: [], unreadColumns: [] },
  }
  const seen = seenPeople()
  let header: Header | null = null
  const written = {
    encoding: encoding ?? (await likelyEncoding(source)),
    separator,
    columns: [...names.keys()],
    nameOf: comparedName,
  }
  for await (const { row, cells: all, isMarked } of readCsv(source, written)) {
    if (header === null) {
      header = headerOf(all, names)
      file.unreadColumns = header.unread
      continue
    }
    if (all.every((cell) => cell.trim() === '')) continue
    file.rows += 1
    if (file.rows % 500 === 0) await setImmediate()
    const { places, titles } = header
    const cells = all.every((cell) => !/[\r\n]/.test(cell)) ? withoutEmptyEnd(all, titles.length) : all
    const cellOf = (field: ListField): string => cells[places.get(field) ?? -1] ?? ''
    const note = (field: ListField | null, text: string, isRefused: boolean): void => {
      const place = field === null ? undefined : places.get(field)
      const column = place === undefined ? '' : (titles[place] ?? '')
      file.faults.push({ row, column, value: field === null ? '' : cellOf(field), text, isRefused })
    }
    const damage = damageOf(cells, titles.length, isMarked)
    const read = damage === null ? reader.read(cellOf) : { refused: [{ field: null, text: damage }] }
    if ('refused' in read) {
      file.refused += 1
      for (const { field, text } of read.refused) note(field, text, true)
      continue
    }
    const told = storedTold.parse(read.told)
    const earlier = seen.find(told)
    if (earlier !== undefined) {
      file.repeated += 1
      // Nobody who said no on one row is written to because of another.
      if (read.isOptedOut) earlier.isOptedOut = true
      note(null, `Row ${earlier.row} names the same person: this row is left out`, false)
      continue
    }
    if (read.leftOut.length > 0) file.incomplete += 1
    for (const { field, text } of read.leftOut) note(field, text, false)
    const person = { row, told, isOptedOut: read.isOptedOut }
    file.people.push(person)
    seen.add(person)
  }
  if (header === null) throw new ImportProblem(['The file is empty: its first row must name the columns.'])
  return file
}

/** Every name in the form in which it is compared, with its field. */
const namesOf = (named: Partial<Record<ListField, string>>): Map<string, ListField> =>
  new Map<string, ListField>([
    ...listColumns.flatMap(({ field, title, also }) =>
      [title, ...also].map((name): [string, ListField] => [comparedName(name), field]),
    ),
    ...Object.entries(named).map(([field, name]): [string, ListField] => [
      comparedName(name),
      field as ListField,
    ]),
  ])

interface Header {
  titles: readonly string[]
  places: ReadonlyMap<ListField, number>
  unread: string[]
}

const headerOf = (all: readonly string[], names: ReadonlyMap<string, ListField>): Header => {
  const titles = withoutEmptyEnd(all).map((title) => title.trim())
  const places = new Map<ListField, number>()
  const unread: string[] = []
  for (const [place, title] of titles.entries()) {
    const field = names.get(comparedName(title))
    if (field === undefined) unread.push(title)
    else if (places.has(field))
      throw new ImportProblem([
        `More than one column is the ${titleOfField(field).toLowerCase()}: remove the others, or give them other names.`,
      ])
    else places.set(field, place)
  }
  const missing = [
    ...(places.has('familyName') ? [] : [titleOfField('familyName')]),
    ...(places.has('nhsNumber') || places.has('dateOfBirth')
      ? []
      : [`${titleOfField('nhsNumber')} or ${titleOfField('dateOfBirth')}`]),
  ]
  // The row may be a person's, so none of its words is repeated.
  if (missing.length > 0)
    throw new ImportProblem([
      `No column is called ${missing.join(', nor ')}, among the ${titles.length} of the row that names them. The first row must name the columns, as in the template.`,
    ])
  if (unread.some((title) => !isStorable(title)))
    throw new ImportProblem(['A name of a column has a character that cannot be read.'])
  return { titles, places, unread: unread.filter((title) => title !== '') }
}

const damageOf = (cells: readonly string[], width: number, isMarked: boolean): string | null => {
  if (isMarked)
    return 'A quotation mark in a cell is not doubled, so the end of the cell is unclear: double it, or remove it'
  if (cells.length !== width)
    return `${cells.length} cells instead of ${width}: a separator or a quotation mark is missing, or one too many`
  return cells.every(isStorable) ? null : 'A cell has a character that cannot be stored'
}

/** A person by name and date of birth; null without one of them. */
export const nameKey = ({ familyName, firstName, dateOfBirth }: Told['person']): string | null =>
  dateOfBirth == null ? null : `${foldName(familyName)} ${foldName(firstName ?? '')} ${dateOfBirth}`

/** Finds people who were read before: by number, or by name and date of birth where one of the two has no number. */
const seenPeople = () => {
  const byNumber = new Map<string, PersonOnList>()
  const byName = new Map<string, PersonOnList[]>()
  return {
    add: (person: PersonOnList): void => {
      const { nhsNumber } = person.told.person
      const key = nameKey(person.told.person)
      if (nhsNumber !== null) byNumber.set(nhsNumber, person)
      if (key !== null) byName.set(key, [...(byName.get(key) ?? []), person])
    },
    find: ({ person }: Told): PersonOnList | undefined =>
      (person.nhsNumber === null ? undefined : byNumber.get(person.nhsNumber)) ??
      byName
        .get(nameKey(person) ?? '')
        ?.find(({ told }) => told.person.nhsNumber === null || person.nhsNumber === null),
  }
}
