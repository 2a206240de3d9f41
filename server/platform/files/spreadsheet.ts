import type { Cell, Row, Sheet } from 'write-excel-file/node'
import { formatDate, formatDateTime, formatNhsNumber } from '../../../contract/platform/words/format.ts'
import { isHidden, type CellKind, type RenderedReport, type Value } from './renderedReport.ts'
import { formatValue, isNumber, particularsOf, serviceName } from './cellText.ts'
import { csvFile } from './csv.ts'
import { telephoneCell } from './telephoneCell.ts'

/*
 * Spreadsheets (IO-5). In CSV an NHS number keeps its hyphens and a telephone number is written with spaces, because a
 * column of digits would lose leading zeros (decision 141). In Excel every text is a text cell, which is never run as a
 * formula, so it is left unchanged.
 */

export interface Table {
  title: string
  columns: readonly { title: string; kind: CellKind }[]
  rows: readonly (readonly Value[])[]
}

/** Numbers stay numbers. Everything else is written as users read it. */
const csvValue = (value: Value, kind: CellKind): string | number => {
  if (isNumber(kind)) return isHidden(value) ? '*' : typeof value === 'number' ? value : ''
  if (value === null && kind !== 'nhsNumber') return ''
  return kind === 'telephone' ? telephoneCell(formatValue(value, kind)) : formatValue(value, kind)
}

/** A single table without a header section, for lists. */
export const tableCsv = ({ columns, rows }: Table): string =>
  csvFile([
    columns.map(({ title }) => title),
    ...rows.map((row) => columns.map(({ kind }, place) => csvValue(row[place] ?? null, kind))),
  ])

export const renderCsv = (report: RenderedReport): string => {
  const head: string[][] = [
    [serviceName],
    [report.title],
    ...report.definition.map((text) => [text]),
    ...particularsOf(report).map(([term, text]) => [term, text]),
  ]
  const tables = report.sections.flatMap(({ title, note, columns, rows }) => [
    [],
    [title],
    ...(note === null ? [] : [[note]]),
    columns.map((column) => column.title),
    ...rows.map(({ values }) => columns.map(({ kind }, place) => csvValue(values[place] ?? null, kind))),
  ])
  return csvFile([...head, ...tables])
}

const bold = (value: string): Cell => ({ value, type: String, fontWeight: 'bold' })

const excelCell = (value: Value, kind: CellKind): Cell => {
  if (isHidden(value)) return { value: '*', type: String, align: 'right' }
  if (value === null) return kind === 'nhsNumber' ? { value: formatNhsNumber(null), type: String } : null
  if (kind === 'percent') return { value: Number(value), type: Number, format: '0.0' }
  if (isNumber(kind)) return { value: Number(value), type: Number }
  if (kind === 'day') return { value: formatDate(String(value)), type: String }
  if (kind === 'instant') return { value: formatDateTime(String(value)), type: String }
  // The digits alone, as text, because other systems look them up.
  if (kind === 'nhsNumber') return { value: String(value), type: String }
  return { value: formatValue(value, kind), type: String }
}

const headOf = (columns: Table['columns']): Row =>
  columns.map(({ title, kind }) => bold(kind === 'percent' && !title.includes('%') ? `${title} (%)` : title))

const rowsOf = ({ columns, rows }: Table): Row[] => [
  headOf(columns),
  ...rows.map((row) => columns.map(({ kind }, place) => excelCell(row[place] ?? null, kind))),
]

/** Leaves room for a number after the name. */
const mostOfName = 28

/** Sheet names have at most 31 characters, must be unique and may not contain these characters. */
const nameSheets = (titles: readonly string[]): string[] => {
  const used = new Set<string>()
  return titles.map((title) => {
    // If the title starts with the report's name and is too long, use only the section's name.
    const short = title.length > mostOfName ? title.slice(title.indexOf(': ') + 1) : title
    const clean = short
      .replaceAll(/[\\/?*[\]:' ]+/g, ' ')
      .trim()
      .slice(0, mostOfName)
      .trim()
    let name = clean
    for (let copy = 2; used.has(name.toLowerCase()); copy += 1) name = `${clean} ${copy}`
    used.add(name.toLowerCase())
    return name
  })
}

const widthsOf = (rows: readonly Row[]) =>
  Array.from({ length: Math.max(...rows.map(({ length }) => length)) }, (_, place) => ({
    width: Math.min(
      60,
      2 +
        Math.max(
          8,
          ...rows.slice(0, 500).map((row) => {
            const cell = row[place]
            return typeof cell === 'object' && cell !== null && 'value' in cell
              ? String(cell.value ?? '').length
              : 0
          }),
        ),
    ),
  }))

const write = async (
  sheets: { sheet: string; data: Row[]; stickyRowsCount?: number }[],
): Promise<Uint8Array> => {
  // Load the library with the first workbook.
  const { default: writeExcelFile } = await import('write-excel-file/node')
  return writeExcelFile(
    sheets.map(({ data, ...sheet }): Sheet<never> => ({ ...sheet, data, columns: widthsOf(data) })),
    { fontFamily: 'Arial', fontSize: 10 },
  ).toBuffer()
}

export const tableExcel = (table: Table): Promise<Uint8Array> =>
  write([{ sheet: nameSheets([table.title])[0] ?? 'List', data: rowsOf(table), stickyRowsCount: 1 }])

export const renderExcel = (report: RenderedReport): Promise<Uint8Array> => {
  const names = nameSheets(['About', ...report.sections.map(({ title }) => title)])
  const about: Row[] = [
    [bold(serviceName)],
    [bold(report.title)],
    ...report.definition.map((text): Row => [{ value: text, type: String }]),
    ...particularsOf(report).map(([term, text]): Row => [bold(term), { value: text, type: String }]),
    // Sheet names are short, so the full titles are listed here.
    [bold('Sheet'), bold('What it counts')],
    ...report.sections.map(({ title, note }, index): Row => [
      { value: names[index + 1] ?? title, type: String },
      { value: note === null ? title : `${title}. ${note}`, type: String },
    ]),
  ]
  return write([
    { sheet: 'About', data: about },
    ...report.sections.map(({ title, columns, rows }, index) => ({
      sheet: names[index + 1] ?? title,
      data: rowsOf({ title, columns, rows: rows.map(({ values }) => values) }),
      stickyRowsCount: 1,
    })),
  ])
}
