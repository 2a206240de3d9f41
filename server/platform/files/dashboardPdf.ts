import type { Dashboard, Figure, LongestWait, Trend } from '../../../contract/insight/dashboard/dashboard.ts'
import {
  arrowOf,
  formatFigure,
  medianOf,
  monthWords,
  movementOf,
  targetOf,
  trendWords,
} from '../../../contract/insight/dashboard/dashboardWords.ts'
import type { CalendarDate } from '../../../contract/platform/dates/dates.ts'
import { formatDate, formatDateTime } from '../../../contract/platform/words/format.ts'
import { stageTitles } from '../../../contract/stages/stage.ts'
import { formatMonth } from '../../../contract/insight/reportPeriod.ts'
import { oneLine, serviceName } from './cellText.ts'
import type { Style } from './drawText.ts'
import { layOutPdf, type PdfLayout } from './pdfLayout.ts'

/** The dashboard as printed. Printouts get passed on, so they do not name the patients who wait (decision 67). */
export type PrintedDashboard = Omit<Dashboard, 'waiting' | 'funnel'> & {
  waiting: { total: number | null; longest: readonly Pick<LongestWait, 'days' | 'stage' | 'referralDate'>[] }
  funnel: Pick<Dashboard['funnel'], 'thisMonth'> & {
    steps: readonly { title: string; thisMonth: number | null; period: number | null }[]
  }
  /** Whether small numbers are hidden. A hidden number is null. */
  isSuppressed: boolean
}

const text: Style = { size: 8, weight: 400 }
const quiet: Style = { size: 7, weight: 400, colour: '#4c6272' }
const strong: Style = { size: 8, weight: 600 }
const heading: Style = { size: 11, weight: 600 }
const number: Style = { size: 15, weight: 600 }
const columns = 3
const gap = 14

const daysOf = ({ dateFrom, dateTo }: Dashboard['period']): string =>
  `${formatDate(dateFrom)} to ${formatDate(dateTo)}`

/** The whole dashboard on one A4 page. @param note also printed at the foot of each page */
export const renderDashboard = (
  dashboard: PrintedDashboard,
  printedBy: string,
  note: string,
): Promise<Uint8Array> =>
  layOutPdf(
    {
      title: 'Service dashboard',
      author: serviceName,
      wide: false,
      printed: `${serviceName}: Service dashboard, printed by ${oneLine(printedBy)}, ${formatDateTime(dashboard.countedAt)}. ${note}`,
    },
    (layout) => {
      const { period, before, figures, trends, isSuppressed } = dashboard
      layout.block('P', serviceName, quiet, 0)
      layout.block('H1', 'Service dashboard', { size: 17, weight: 600 }, 2)
      layout.block(
        'P',
        `${daysOf(period)}, both days counted, compared with ${daysOf(before)}. The report named under a number says what it counts.`,
        text,
        isSuppressed ? 2 : 6,
      )
      if (isSuppressed) layout.block('P', suppressedDashboardNote, text, 6)
      inColumns(layout, figures, 66, (_, figure, box) => drawFigure(layout, figure, box, isSuppressed))
      layout.block('H2', 'The last 24 months', heading, 2)
      inColumns(layout, trends, 94, (_, trend, box) => drawTrend(layout, trend, period.dateTo, box))
      const { y } = layout
      const width = (layout.width - gap) / 2
      drawTable(layout, isSuppressed ? waitingTable(dashboard) : longestTable(dashboard), layout.x, width)
      const end = layout.y
      layout.y = y
      drawTable(layout, funnelTable(dashboard), layout.x + width + gap, width)
      layout.y = Math.max(layout.y, end)
    },
  )

/** Lays things out in a grid, row by row. @param height of each thing */
const inColumns = <Thing>(
  layout: PdfLayout,
  things: readonly Thing[],
  height: number,
  draw: (
    layout: PdfLayout,
    thing: Thing,
    box: { x: number; y: number; width: number; height: number },
  ) => void,
): void => {
  const width = (layout.width - gap * (columns - 1)) / columns
  for (const [place, thing] of things.entries())
    draw(layout, thing, {
      x: layout.x + (place % columns) * (width + gap),
      y: layout.y + Math.floor(place / columns) * height,
      width,
      height,
    })
  layout.y += Math.ceil(things.length / columns) * height
}

interface Box {
  x: number
  y: number
  width: number
  height: number
}

const suppressedDashboardNote =
  'Small numbers are hidden: counts of 1 to 4 and percentages of fewer than 20 are shown as –, other counts are rounded to the nearest 5, and single waits are left out.'

const drawFigure = (layout: PdfLayout, figure: Figure, { x, y, width }: Box, isSuppressed: boolean): void => {
  const movement = movementOf(figure)
  const moved =
    isSuppressed && figure.before === null
      ? 'The one before is not shown'
      : `${arrowOf(movement)} ${movement.words}`
  const element = layout.element(layout.root, 'P')
  layout.artifact(() => layout.rectangle(x, y, width, 0.75, '#aeb7bd'))
  const lines: [string, Style][] = [
    [figure.title, strong],
    [formatFigure(figure.value, figure.unit), number],
    [moved.trim(), text],
    [besideOrTarget(figure), text],
    [`Report: ${figure.reportTitle}`, quiet],
  ]
  layout.content(element, 'P', () => {
    let at = y + 4
    for (const [words, style] of lines) {
      layout.write(words, x, at, style)
      at += layout.lineHeight(style)
    }
  })
  element.end()
}

/** One line serves both: a figure that is shown with another count has no target. */
const besideOrTarget = (figure: Figure): string => figure.beside ?? targetOf(figure).words

const plotHeight = 46

/**
 * A bar for each month, with the median as a line. The last month and the median show their numbers, the first and last
 * their names.
 */
const drawTrend = (layout: PdfLayout, trend: Trend, dateTo: CalendarDate, { x, y, width }: Box): void => {
  const { months, title, unit } = trend
  const median = medianOf(trend)
  const greatest = Math.max(1, trend.atMost ?? 0, ...months.map(({ value }) => value ?? 0))
  const top = y + 26
  const heightOf = (value: number): number => (plotHeight * value) / greatest
  const last = months.findLast(({ value }) => value !== null)
  const [from, to] = [months.at(0), months.at(-1)]
  const figure = layout.element(layout.root, 'Figure', {
    alt: `${title}, by month. ${trendWords(trend)}`,
    bbox: [x, y, x + width, y + 88],
  })
  layout.content(figure, 'Figure', () => {
    layout.write(title, x, y + 2, strong)
    const latest =
      last === undefined ? '' : `${monthWords(last.month, dateTo)}: ${formatFigure(last.value, unit)}`
    layout.write(latest, x + width - layout.measure(latest, quiet), y + 12, quiet)
    layout.write(
      median === null ? 'Nothing counted' : `Line: median ${formatFigure(median, unit)}`,
      x,
      y + 12,
      quiet,
    )
    const step = width / Math.max(1, months.length)
    for (const [place, { value }] of months.entries())
      if (value !== null)
        layout.rectangle(
          x + place * step,
          top + plotHeight - heightOf(value),
          step * 0.7,
          Math.max(0.5, heightOf(value)),
          '#005eb8',
        )
    layout.rectangle(x, top + plotHeight, width, 0.5, '#4c6272')
    if (median !== null) layout.rectangle(x, top + plotHeight - heightOf(median), width, 0.75, '#212b32')
    const end = monthWords(to?.month ?? '', dateTo)
    layout.write(formatMonth(from?.month ?? ''), x, top + plotHeight + 3, quiet)
    layout.write(end, x + width - layout.measure(end, quiet), top + plotHeight + 3, quiet)
  })
  figure.end()
}

interface Table {
  title: string
  note: string
  head: readonly string[]
  rows: readonly (readonly string[])[]
  /** The fraction of the width for each column. */
  shares: readonly number[]
}

const longestTable = ({ waiting: { total, longest }, period }: PrintedDashboard): Table => ({
  title: 'Longest waits for care',
  note: `The ${longest.length} longest of ${total} on ${formatDate(period.dateTo)}. Their names are on the screen.`,
  head: ['Referred', 'Waited', 'On the list now'],
  rows: longest.map(({ referralDate, days, stage }) => [
    formatDate(referralDate),
    formatFigure(days, 'days'),
    stage === null ? 'Closed since' : stageTitles[stage],
  ]),
  shares: [0.28, 0.24, 0.48],
})

/** How many wait, without individual waits: a single wait is a small number. */
const waitingTable = ({ waiting: { total }, period }: PrintedDashboard): Table => ({
  title: 'Waiting for care',
  note: `Referrals that wait for care as a whole on ${formatDate(period.dateTo)}.`,
  head: ['', 'Referrals'],
  rows: [['Waiting', formatFigure(total, 'count')]],
  shares: [0.5, 0.5],
})

const funnelTable = ({ funnel: { steps, thisMonth } }: PrintedDashboard): Table => ({
  title: 'From referral to completion',
  note: `How far referrals have got: those of this month (since ${formatDate(thisMonth.dateFrom)}) and of the period.`,
  head: ['Step', 'This month', 'The period'],
  rows: steps.map((step) => [
    step.title,
    formatFigure(step.thisMonth, 'count'),
    formatFigure(step.period, 'count'),
  ]),
  shares: [0.46, 0.27, 0.27],
})

const drawTable = (
  layout: PdfLayout,
  { title, note, head, rows, shares }: Table,
  x: number,
  width: number,
) => {
  const write = (type: string, words: string, style: Style, after = 0): void => {
    const element = layout.element(layout.root, type)
    for (const line of layout.wrap(words, width, style)) {
      layout.content(element, type, () => layout.write(line, x, layout.y, style))
      layout.y += layout.lineHeight(style)
    }
    element.end()
    layout.y += after
  }
  write('H2', title, heading)
  write('P', note, quiet, 3)
  const table = layout.element(layout.root, 'Table')
  for (const [place, cells] of [head, ...rows].entries()) {
    const isHead = place === 0
    const style = isHead ? strong : text
    const row = layout.element(table, 'TR')
    let at = x
    for (const [column, words] of cells.entries()) {
      const left = at
      const type = isHead || column === 0 ? 'TH' : 'TD'
      const cell = layout.element(row, type, type === 'TH' ? { scope: isHead ? 'Column' : 'Row' } : {})
      layout.content(cell, type, () => layout.write(words, left, layout.y, style))
      cell.end()
      at += width * (shares[column] ?? 0)
    }
    row.end()
    layout.y += layout.lineHeight(style) + 1
    layout.artifact(() => layout.rectangle(x, layout.y - 1, width, 0.4, '#d8dde0'))
  }
  table.end()
}
