import type { Bar, RenderedReport, RenderedRow, RenderedSection } from './renderedReport.ts'
import { chartTextSize, describeChart, sceneOf, type Scene } from './chart.ts'
import { formatValue, isNumber, particularsOf, serviceName } from './cellText.ts'
import type { Style } from './drawText.ts'
import { layOutPdf, type PdfLayout } from './pdfLayout.ts'
import { formatDateTime } from '../../../contract/platform/words/format.ts'

const text: Style = { size: 10, weight: 400 }
const quiet: Style = { size: 9, weight: 400, colour: '#4c6272' }
const strong: Style = { size: 10, weight: 600 }
const padding = 4
/** Charts are smaller than on screen, as text is. */
const onPaper = 0.75
/** A table with at least this many columns is printed in landscape. */
const manyColumns = 10

/**
 * The report as a tagged PDF with real text, repeated headings and page numbers. Columns are never split across pages.
 * @param note also printed at the foot of each page
 */
export const renderPdf = (report: RenderedReport, note: string): Promise<Uint8Array> =>
  layOutPdf(
    {
      title: report.title,
      author: serviceName,
      wide: report.sections.some(({ columns }) => columns.length >= manyColumns),
      printed: `${serviceName}: ${report.title}, run by ${report.ranBy}, ${formatDateTime(report.ranAt)}. ${note}`,
    },
    (layout) => {
      layout.block('P', serviceName, quiet, 0)
      layout.block('H1', report.title, { size: 18, weight: 600 })
      for (const sentence of report.definition) layout.block('P', sentence, text)
      drawParticulars(layout, report)
      for (const section of report.sections) drawSection(layout, section)
    },
  )

const drawParticulars = (layout: PdfLayout, report: RenderedReport): void => {
  const termWidth = 90
  const list = layout.element(layout.root, 'L')
  for (const [term, description] of particularsOf(report)) {
    const item = layout.element(list, 'LI')
    const label = layout.element(item, 'Lbl')
    const body = layout.element(item, 'LBody')
    const lines = layout.wrap(description, layout.width - termWidth, text)
    if (!layout.fits(lines.length * layout.lineHeight(text))) layout.nextPage()
    layout.content(label, 'Lbl', () => layout.write(term, layout.x, layout.y, strong))
    for (const line of lines) {
      layout.content(body, 'LBody', () => layout.write(line, layout.x + termWidth, layout.y, text))
      layout.y += layout.lineHeight(text)
    }
    item.end()
  }
  list.end()
}

/** A table with its title. */
export const drawSection = (layout: PdfLayout, section: RenderedSection): void => {
  const { title, note, rows, chart, empty } = section
  // Keep a heading together with its chart or its first rows.
  const follows = chart === null ? 80 : placeChart(layout, chart.bars).height
  if (!layout.fits(60 + follows)) layout.nextPage()
  else layout.y += 14
  layout.block('H2', title, { size: 13, weight: 600 })
  if (note !== null) layout.block('P', note, quiet)
  if (rows.length === 0) {
    layout.block('P', empty, text)
    return
  }
  if (chart !== null) drawChart(layout, chart)
  drawTable(layout, section)
}

/** Smaller letters are not readable on paper. */
const smallestScale = 0.6

interface PlacedChart {
  scenes: Scene[]
  scale: number
  height: number
}

/**
 * Places a chart on one page with its heading. A chart that is too long for a page is split into two columns if they
 * fit.
 */
const placeChart = (layout: PdfLayout, bars: readonly Bar[]): PlacedChart => {
  const room = layout.pageHeight - 80
  const inColumns = (columns: number): PlacedChart => {
    const each = Math.ceil(bars.length / columns)
    const scenes = Array.from({ length: columns }, (_, column) =>
      sceneOf(bars.slice(column * each, (column + 1) * each), bars),
    )
    const width = scenes.reduce((sum, scene) => sum + scene.width, 0)
    const height = Math.max(...scenes.map((scene) => scene.height))
    const scale = Math.min(onPaper, layout.width / width, room / height)
    return { scenes, scale, height: height * scale }
  }
  const one = inColumns(1)
  if (one.scale >= smallestScale) return one
  const two = inColumns(2)
  return two.scale > one.scale ? two : one
}

const drawChart = (layout: PdfLayout, { title, bars }: NonNullable<RenderedSection['chart']>): void => {
  const { scenes, scale, height } = placeChart(layout, bars)
  if (!layout.fits(height)) layout.nextPage()
  const { y } = layout
  const style: Style = { size: chartTextSize * scale, weight: 400 }
  const width = scale * scenes.reduce((sum, scene) => sum + scene.width, 0)
  const figure = layout.element(layout.root, 'Figure', {
    alt: describeChart(title, bars),
    bbox: [layout.x, y, layout.x + width, y + height],
  })
  layout.content(figure, 'Figure', () => {
    let { x } = layout
    for (const scene of scenes) {
      for (const bar of scene.bars)
        layout.rectangle(
          x + bar.x * scale,
          y + bar.y * scale,
          bar.width * scale,
          bar.height * scale,
          '#005eb8',
        )
      for (const { text: label, anchor, ...at } of scene.texts) {
        const start = at.x * scale - (anchor === 'end' ? layout.measure(label, style) : 0)
        // The scene gives baselines; the layout expects the tops of letters.
        layout.write(label, x + Math.max(0, start), y + at.y * scale - style.size, style)
      }
      x += scene.width * scale
    }
  })
  figure.end()
  layout.y += height + 8
}

interface Cells {
  texts: readonly string[]
  isHead: boolean
  isTotal: boolean
}

const drawTable = (layout: PdfLayout, section: RenderedSection): void => {
  const { columns } = section
  const head: Cells = { texts: columns.map(({ title }) => title), isHead: true, isTotal: false }
  const body = section.rows.map((row) => cellsOf(section, row))
  const { widths, size } = fitColumns(layout, [head, ...body], columns.length)
  const width = widths.reduce((sum, each) => sum + each, 0)
  const styleOf = ({ isHead, isTotal }: Cells): Style => ({ size, weight: isHead || isTotal ? 600 : 400 })

  const lineHeight = layout.lineHeight({ size, weight: 400 })
  const linesOf = (row: Cells): string[][] =>
    row.texts.map((cell, place) => layout.wrap(cell, (widths[place] ?? 0) - 2 * padding, styleOf(row)))
  const heightOf = (lines: readonly string[][]): number =>
    Math.max(...lines.map(({ length }) => length)) * lineHeight + padding
  const drawCells = (
    row: Cells,
    lines: readonly string[][],
    draw: (place: number, drawCell: () => void) => void,
  ) => {
    let x = layout.x
    for (const [place, cell] of lines.entries()) {
      const column = widths[place] ?? 0
      const left = x
      draw(place, () => {
        for (const [index, line] of cell.entries()) {
          const style = styleOf(row)
          const end = left + column - padding - layout.measure(line, style)
          const start = isNumber(columns[place]?.kind ?? 'text') ? end : left + padding
          layout.write(line, start, layout.y + padding / 2 + index * layout.lineHeight(style), style)
        }
      })
      x += column
    }
  }

  const headLines = linesOf(head)
  const headHeight = heightOf(headLines)
  /** The number of lines that fit under the headings of an otherwise empty page. */
  const mostLines = Math.max(1, Math.floor((layout.pageHeight - headHeight - padding) / lineHeight))
  const rule = (row: Cells): void =>
    layout.artifact(() =>
      layout.line(layout.y, width, row.isHead ? '#212b32' : '#d8dde0', row.isHead ? 1 : 0.5),
    )
  const nextPage = (): void => {
    layout.nextPage()
    // Screen readers read the headings once; they are visible on every page.
    layout.artifact(() => drawCells(head, headLines, (_, draw) => draw()))
    layout.y += headHeight
    rule(head)
  }

  const table = layout.element(layout.root, 'Table')
  /** @param total the row that follows, which must not stand alone at the top of a page */
  const drawTagged = (row: Cells, total?: Cells): void => {
    const lines = linesOf(row)
    const together = heightOf(lines) + (total === undefined ? 0 : heightOf(linesOf(total)))
    if (!row.isHead && !layout.fits(together)) nextPage()
    const tr = layout.element(table, 'TR')
    const cells = row.texts.map((_, place) => {
      const isRowHead = !row.isHead && place === 0 && columns[0]?.kind === 'text'
      const type = row.isHead || isRowHead ? 'TH' : 'TD'
      const scope = row.isHead ? 'Column' : 'Row'
      return { type, element: layout.element(tr, type, type === 'TH' ? { scope } : {}) }
    })
    // A row stays on one page. A row longer than a page continues on the next, and repeats whose it is.
    const longest = Math.max(...lines.map(({ length }) => length))
    for (let from = 0; from < longest; from += mostLines) {
      if (from > 0) nextPage()
      const part = lines.map((cell) => (cell.length <= from ? cell : cell.slice(from)).slice(0, mostLines))
      drawCells(row, part, (place, draw) => {
        const cell = cells[place]
        if (cell === undefined || (lines[place]?.length ?? 0) <= from) layout.artifact(draw)
        else layout.content(cell.element, cell.type, draw)
      })
      layout.y += heightOf(part)
      rule(row)
    }
    for (const { element } of cells) element.end()
    tr.end()
  }
  if (!layout.fits(headHeight + 40)) layout.nextPage()
  drawTagged(head)
  for (const [place, row] of body.entries()) {
    const next = body[place + 1]
    drawTagged(row, next?.isTotal ? next : undefined)
  }
  table.end()
  layout.y += 6
}

const cellsOf = ({ columns }: RenderedSection, { values, isTotal }: RenderedRow): Cells => ({
  texts: columns.map(({ kind }, place) => formatValue(values[place] ?? null, kind)),
  isHead: false,
  isTotal,
})

/**
 * Column widths that fit the page: the preferred widths if possible, otherwise narrowed towards the longest words, with
 * smaller letters if necessary.
 */
const fitColumns = (
  layout: PdfLayout,
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
    const wished = measure((cell) => Math.min(layout.measure(cell, style), layout.width * 0.45))
    const least = measure((cell) =>
      Math.max(...cell.split(' ').map((word) => Math.min(layout.measure(word, style), 110))),
    )
    const sum = (widths: readonly number[]): number => widths.reduce((total, each) => total + each, 0)
    if (sum(wished) <= layout.width) return { widths: wished, size }
    if (sum(least) > layout.width && size > 6) continue
    const spare = Math.max(0, layout.width - sum(least))
    const wants = sum(wished) - sum(least)
    const widths = wished.map((wish, place) => {
      const floor = least[place] ?? 0
      return wants === 0 ? floor : floor + (spare * (wish - floor)) / wants
    })
    const shrink = Math.min(1, layout.width / sum(widths))
    return { widths: widths.map((each) => each * shrink), size }
  }
  throw new Error('A table has no smallest letters')
}
