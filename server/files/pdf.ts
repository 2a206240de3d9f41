import type { Bar, RenderedReport, RenderedRow, RenderedSection } from './renderedReport.ts'
import { chartTextSize, describeChart, sceneOf, type Scene } from './chart.ts'
import { formatValue, isNumber, particularsOf, serviceName } from './cellText.ts'
import { layOutPdf, type PdfLayout, type Style } from './pdfLayout.ts'
import { formatDateTime } from '../../contract/format.ts'

const text: Style = { size: 10, weight: 400 }
const quiet: Style = { size: 9, weight: 400, colour: '#4c6272' }
const strong: Style = { size: 10, weight: 600 }
const padding = 4
/** Charts are smaller than on screen, as letters are. */
const onPaper = 0.75
/** From this many columns on a table wants the long side of the paper. */
const manyColumns = 10

/** The report on paper: tagged, with real text, repeated headings and page numbers; every column whole. */
export const renderPdf = (report: RenderedReport): Promise<Uint8Array> =>
  layOutPdf(
    {
      title: report.title,
      author: serviceName,
      wide: report.sections.some(({ columns }) => columns.length >= manyColumns),
      printed: `${serviceName}: ${report.title}, run by ${report.ranBy}, ${formatDateTime(report.ranAt)}`,
    },
    (pen) => {
      pen.block('P', serviceName, quiet, 0)
      pen.block('H1', report.title, { size: 18, weight: 600 })
      for (const sentence of report.definition) pen.block('P', sentence, text)
      drawParticulars(pen, report)
      for (const section of report.sections) drawSection(pen, section)
    },
  )

const drawParticulars = (pen: PdfLayout, report: RenderedReport): void => {
  const termWidth = 90
  const list = pen.element(pen.root, 'L')
  for (const [term, description] of particularsOf(report)) {
    const item = pen.element(list, 'LI')
    const label = pen.element(item, 'Lbl')
    const body = pen.element(item, 'LBody')
    const lines = pen.wrap(description, pen.width - termWidth, text)
    if (!pen.fits(lines.length * pen.lineHeight(text))) pen.nextPage()
    pen.content(label, 'Lbl', () => pen.write(term, pen.x, pen.y, strong))
    for (const line of lines) {
      pen.content(body, 'LBody', () => pen.write(line, pen.x + termWidth, pen.y, text))
      pen.y += pen.lineHeight(text)
    }
    item.end()
  }
  list.end()
}

const drawSection = (pen: PdfLayout, section: RenderedSection): void => {
  const { title, note, rows, chart, empty } = section
  // A heading never stands alone at the foot of a page: its chart or first rows stand with it.
  const follows = chart === null ? 80 : placeChart(pen, chart.bars).height
  if (!pen.fits(60 + follows)) pen.nextPage()
  else pen.y += 14
  pen.block('H2', title, { size: 13, weight: 600 })
  if (note !== null) pen.block('P', note, quiet)
  if (rows.length === 0) {
    pen.block('P', empty, text)
    return
  }
  if (chart !== null) drawChart(pen, chart)
  drawTable(pen, section)
}

/** Smaller letters than this are not read on paper. */
const smallestScale = 0.6

interface PlacedChart {
  scenes: Scene[]
  scale: number
  height: number
}

/** A chart stands on one page, with its heading; one that is too long for that stands in two columns where they fit. */
const placeChart = (pen: PdfLayout, bars: readonly Bar[]): PlacedChart => {
  const room = pen.pageHeight - 80
  const inColumns = (columns: number): PlacedChart => {
    const each = Math.ceil(bars.length / columns)
    const scenes = Array.from({ length: columns }, (_, column) =>
      sceneOf(bars.slice(column * each, (column + 1) * each), bars),
    )
    const width = scenes.reduce((sum, scene) => sum + scene.width, 0)
    const height = Math.max(...scenes.map((scene) => scene.height))
    const scale = Math.min(onPaper, pen.width / width, room / height)
    return { scenes, scale, height: height * scale }
  }
  const one = inColumns(1)
  if (one.scale >= smallestScale) return one
  const two = inColumns(2)
  return two.scale > one.scale ? two : one
}

const drawChart = (pen: PdfLayout, { title, bars }: NonNullable<RenderedSection['chart']>): void => {
  const { scenes, scale, height } = placeChart(pen, bars)
  if (!pen.fits(height)) pen.nextPage()
  const { y } = pen
  const style: Style = { size: chartTextSize * scale, weight: 400 }
  const width = scale * scenes.reduce((sum, scene) => sum + scene.width, 0)
  const figure = pen.element(pen.root, 'Figure', {
    alt: describeChart(title, bars),
    bbox: [pen.x, y, pen.x + width, y + height],
  })
  pen.content(figure, 'Figure', () => {
    let { x } = pen
    for (const scene of scenes) {
      for (const bar of scene.bars)
        pen.rectangle(x + bar.x * scale, y + bar.y * scale, bar.width * scale, bar.height * scale, '#005eb8')
      for (const { text: label, anchor, ...at } of scene.texts) {
        const start = at.x * scale - (anchor === 'end' ? pen.measure(label, style) : 0)
        // The scene knows base lines, the pen the tops of letters.
        pen.write(label, x + Math.max(0, start), y + at.y * scale - style.size, style)
      }
      x += scene.width * scale
    }
  })
  figure.end()
  pen.y += height + 8
}

interface Cells {
  texts: readonly string[]
  isHead: boolean
  isTotal: boolean
}

const drawTable = (pen: PdfLayout, section: RenderedSection): void => {
  const { columns } = section
  const head: Cells = { texts: columns.map(({ title }) => title), isHead: true, isTotal: false }
  const body = section.rows.map((row) => cellsOf(section, row))
  const { widths, size } = fitColumns(pen, [head, ...body], columns.length)
  const width = widths.reduce((sum, each) => sum + each, 0)
  const styleOf = ({ isHead, isTotal }: Cells): Style => ({ size, weight: isHead || isTotal ? 600 : 400 })

  const linesOf = (row: Cells): string[][] =>
    row.texts.map((cell, place) => pen.wrap(cell, (widths[place] ?? 0) - 2 * padding, styleOf(row)))
  const heightOf = (lines: readonly string[][]): number =>
    Math.max(...lines.map(({ length }) => length)) * pen.lineHeight({ size, weight: 400 }) + padding
  const drawCells = (
    row: Cells,
    lines: readonly string[][],
    draw: (place: number, drawCell: () => void) => void,
  ) => {
    let x = pen.x
    for (const [place, cell] of lines.entries()) {
      const column = widths[place] ?? 0
      const left = x
      draw(place, () => {
        for (const [index, line] of cell.entries()) {
          const style = styleOf(row)
          const end = left + column - padding - pen.measure(line, style)
          const start = isNumber(columns[place]?.kind ?? 'text') ? end : left + padding
          pen.write(line, start, pen.y + padding / 2 + index * pen.lineHeight(style), style)
        }
      })
      x += column
    }
  }

  const headLines = linesOf(head)
  const headHeight = heightOf(headLines)
  const rule = (row: Cells): void =>
    pen.artifact(() => pen.line(pen.y, width, row.isHead ? '#212b32' : '#d8dde0', row.isHead ? 1 : 0.5))

  const table = pen.element(pen.root, 'Table')
  /** @param total the row after this one, which never stands alone at the top of a page */
  const drawTagged = (row: Cells, total?: Cells): void => {
    const lines = linesOf(row)
    const height = heightOf(lines)
    const together = height + (total === undefined ? 0 : heightOf(linesOf(total)))
    if (!row.isHead && !pen.fits(together)) {
      pen.nextPage()
      // Readers hear the headings once; who looks sees them on every page.
      pen.artifact(() => drawCells(head, headLines, (_, draw) => draw()))
      pen.y += headHeight
      rule(head)
    }
    const tr = pen.element(table, 'TR')
    drawCells(row, lines, (place, draw) => {
      const isRowHead = !row.isHead && place === 0 && columns[0]?.kind === 'text'
      const type = row.isHead || isRowHead ? 'TH' : 'TD'
      const cell = pen.element(tr, type, type === 'TH' ? { scope: row.isHead ? 'Column' : 'Row' } : {})
      pen.content(cell, type, draw)
      cell.end()
    })
    tr.end()
    pen.y += height
    rule(row)
  }
  if (!pen.fits(headHeight + 40)) pen.nextPage()
  drawTagged(head)
  for (const [place, row] of body.entries()) {
    const next = body[place + 1]
    drawTagged(row, next?.isTotal ? next : undefined)
  }
  table.end()
  pen.y += 6
}

const cellsOf = ({ columns }: RenderedSection, { values, isTotal }: RenderedRow): Cells => ({
  texts: columns.map(({ kind }, place) => formatValue(values[place] ?? null, kind)),
  isHead: false,
  isTotal,
})

/** Column widths that fit the page: as wide as they wish, else shrunk towards their longest words, in smaller letters if need be. */
const fitColumns = (
  pen: PdfLayout,
  rows: readonly Cells[],
  columns: number,
): { widths: number[]; size: number } => {
  for (const size of [9, 8, 7, 6]) {
    const style: Style = { size, weight: 600 }
    const measure = (of: (text: string) => number): number[] =>
      Array.from(
        { length: columns },
        (_, place) => Math.max(...rows.map(({ texts }) => of(texts[place] ?? ''))) + 2 * padding + 1,
      )
    const wished = measure((cell) => Math.min(pen.measure(cell, style), pen.width * 0.45))
    const least = measure((cell) =>
      Math.max(...cell.split(' ').map((word) => Math.min(pen.measure(word, style), 110))),
    )
    const sum = (widths: readonly number[]): number => widths.reduce((total, each) => total + each, 0)
    if (sum(wished) <= pen.width) return { widths: wished, size }
    if (sum(least) > pen.width && size > 6) continue
    const spare = Math.max(0, pen.width - sum(least))
    const wants = sum(wished) - sum(least)
    const widths = wished.map((wish, place) => {
      const floor = least[place] ?? 0
      return wants === 0 ? floor : floor + (spare * (wish - floor)) / wants
    })
    const shrink = Math.min(1, pen.width / sum(widths))
    return { widths: widths.map((each) => each * shrink), size }
  }
  throw new Error('A table has no smallest letters')
}
