import { basename } from 'node:path'
import type { Kysely } from 'kysely'
import { isStorable } from '../../../contract/platform/words/text.ts'
import type { DB } from '../../platform/db/types.ts'
import { groupRows, type DamagedRow, type PatientRows } from './files/group.ts'
import { columnsOf, type Mapping, type Section } from './files/mapping.ts'
import { refused, type Outcome } from './outcome.ts'
import { ImportProblem } from './files/problem.ts'
import { readCsv } from './files/readCsv.ts'
import type { Fault } from './files/fault.ts'
import { idInWords, openSheet, withoutEmptyEnd, type Sheet, type SourceRow } from './files/sheet.ts'

interface Loaded {
  sheets: Sheet[]
  /** Rows with the same NHS number, which may be one patient, are together in one unit. */
  patients: PatientRows[][]
  /** Rows that are refused because two share an id or a row is cut short. */
  outcomes: Outcome[]
}

/** Reads all files and groups what belongs together. Everything is kept in memory, so the files may be in any order. */
export const loadFiles = async (
  sql: Kysely<DB>,
  mapping: Mapping,
  paths: readonly string[],
): Promise<Loaded> => {
  assertAllNamed(mapping, paths)
  const outcomes: Outcome[] = []
  const sheets: Sheet[] = []
  const ids = new Map<string, Standing>()
  const damaged: DamagedRow[] = []
  for (const section of mapping.files) {
    const path = paths.find((each) => basename(each) === section.file)
    if (path === undefined) continue
    let sheet: Sheet | null = null
    for await (const { row, cells: all, isMarked } of readCsv(path, {
      ...section,
      columns: columnsOf(section),
    })) {
      if (sheet === null) {
        sheet = await openSheet(sql, mapping, section, all)
        sheets.push(sheet)
        continue
      }
      // A row of empty cells only was emptied by hand.
      if (all.every((cell) => cell.trim() === '')) continue
      const cells = isOneLine(all) ? withoutEmptyEnd(all, sheet.width) : all
      const key = sheet.idIn(cells[sheet.key] ?? '')
      const of = sheet.of === undefined ? '' : sheet.parentIn(cells[sheet.of] ?? '')
      const source: SourceRow = { sheet, row, key, of, cells }
      const fault = isMarked ? strayMark : faultOf(source, section)
      if (fault !== null) {
        sheet.counts.rows += 1
        damaged.push({ row: source, ...perhapsOf(source) })
        outcomes.push(refused(source, [fault]))
        continue
      }
      const place = `${sheet.record} ${key}`
      const before = ids.get(place)
      if (before === undefined) ids.set(place, { row: source, others: null })
      // A sheet of referrals repeats its patient in every row.
      else if (isSame(before.row, source)) continue
      else (before.others ??= []).push(source)
      sheet.counts.rows += 1
    }
    if (sheet === null)
      throw new ImportProblem([`${section.file} is empty: its first row must name the columns.`])
  }
  const rows: SourceRow[] = []
  for (const { row, others } of ids.values()) {
    const second = others?.[0]
    if (others === null || second === undefined) rows.push(row)
    else
      // Only a person can tell which of the rows is right, and to which the rows with this parent id belong.
      for (const each of [row, ...others]) {
        damaged.push({ row: each, keys: [each.key], ofs: [each.of] })
        outcomes.push(refused(each, [doubled(each, each === row ? second : row)]))
      }
  }
  return { sheets, patients: groupRows(rows, damaged, outcomes), outcomes }
}

/** The first row with an id, and other rows with the same id but different content. */
interface Standing {
  row: SourceRow
  others: SourceRow[] | null
}

const isSame = (one: SourceRow, other: SourceRow): boolean =>
  one.sheet.contentOf(one).equals(other.sheet.contentOf(other))

const doubled = (row: SourceRow, other: SourceRow): Fault => ({
  column: row.sheet.keyColumn,
  value: idInWords(row.key),
  message:
    row.sheet === other.sheet
      ? `Row ${other.row} has the same id with other details: correct one of the two`
      : `Row ${other.row} of ${other.sheet.file} has the same id with other details: correct one of the two, or give each entry of the mapping a part if they are two records`,
})

const assertAllNamed = (mapping: Mapping, paths: readonly string[]): void => {
  const problems = paths
    .map((path) => basename(path))
    .filter((name) => !mapping.files.some(({ file }) => file === name))
    .map((name) => `${name} is not in the mapping: describe it there under files.`)
  if (paths.length === 0) problems.push('Please name at least one file.')
  if (problems.length > 0) throw new ImportProblem(problems)
}

/** A cell with several lines may have swallowed other rows; the empty cells at the end may then be theirs. */
const isOneLine = (cells: readonly string[]): boolean => cells.every((cell) => !/[\r\n]/.test(cell))

const strayMark: Fault = {
  column: '',
  value: '',
  message:
    'A quotation mark in a cell is not doubled, so the end of the cell is unclear: double it, or remove it',
}

const faultOf = (
  { sheet, key, of, cells }: SourceRow,
  section: Pick<Section, 'key' | 'of'>,
): Fault | null => {
  if (cells.length !== sheet.width)
    return {
      column: '',
      value: '',
      message: `${cells.length} cells instead of ${sheet.width}: a separator or a quotation mark is missing, or one too many`,
    }
  const unstorable = (['key', 'of'] as const).find((which) => !isStorable(cells[sheet[which] ?? -1] ?? ''))
  if (unstorable !== undefined)
    return {
      column: section[unstorable] ?? '',
      value: '',
      message: 'The id holds a character that cannot be stored',
    }
  if (key === '')
    return { column: section.key, value: '', message: 'The id is empty, so the row cannot be recognised' }
  if (section.of !== undefined && of === '')
    return { column: section.of, value: '', message: 'The id of the record that the row belongs to is empty' }
  return null
}

/** The ids that a damaged row and its parent may have. */
const perhapsOf = ({ sheet, cells }: SourceRow): Pick<DamagedRow, 'keys' | 'ofs'> => ({
  keys: perhapsAt(sheet, sheet.key, cells).map(sheet.idIn),
  ofs: sheet.of === undefined ? [] : perhapsAt(sheet, sheet.of, cells).map(sheet.parentIn),
})

/**
 * The possible contents of a column in a damaged row. Cells may have shifted by as many as there are too many or too
 * few. A cell with several lines may have swallowed other rows, so its pieces count too.
 */
const perhapsAt = ({ width }: Sheet, place: number, cells: readonly string[]): string[] => {
  const moved = place + cells.length - width
  const near = cells.slice(Math.max(0, Math.min(place, moved)), Math.max(place, moved) + 1)
  const swallowed = cells.filter((cell) => /[\r\n]/.test(cell)).flatMap((cell) => cell.split(/[\r\n,;\t|"]+/))
  return [...new Set([...near, ...swallowed].map((cell) => cell.trim()).filter(Boolean))]
}
