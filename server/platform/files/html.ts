import {
  leadsToPeople,
  type RenderedColumn,
  type RenderedReport,
  type RenderedRow,
  type RenderedSection,
} from './renderedReport.ts'
import { chartTextSize, describeChart, phoneSceneOf, sceneOf, type Scene } from './chart.ts'
import { formatValue, isNumber, particularsOf, serviceName } from './cellText.ts'
import { sha256 } from '../crypto/sha256.ts'

const escapes: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}
/** Escapes text so that HTML shows it and never interprets it. */
export const escapeHtml = (text: string): string =>
  text.replaceAll(/[&<>"']/g, (sign) => escapes[sign] ?? sign)

/*
 * The colours are copied from the application's screens (web/platform/styles/_tokens.scss), in which the report may be
 * embedded: this page loads none of their styles. Print is always light.
 */
const style = `
:root,:host{color-scheme:light dark;--ink:#212b32;--quiet:#4c6272;--line:#d8dde0;--ground:#fff;--blue:#005eb8}
@media screen and (prefers-color-scheme:dark){
:root,:host{--ink:#e8edee;--quiet:#b3c0c9;--line:#3d4a54;--ground:#1b242b;--blue:#84bdf5}
}
html{font-family:'Source Sans 3',arial,sans-serif;font-size:17px;line-height:1.4;color:var(--ink);background:var(--ground)}
body{margin:0;padding:4px}
h1{font-size:26px;margin:0 0 4px}
h2{font-size:21px;margin:32px 0 4px}
p{margin:4px 0 8px;max-width:50em}
.quiet{color:var(--quiet);margin:0}
dl{display:grid;grid-template-columns:max-content 1fr;gap:2px 16px;margin:12px 0}
dt{font-weight:600}dd{margin:0}
.wide{overflow-x:auto;margin:8px 0 0}
.wide:focus-visible{outline:3px solid var(--ink)}
table{border-collapse:collapse;min-width:50%}
th,td{border-bottom:1px solid var(--line);padding:6px 12px 6px 4px;text-align:left;vertical-align:top}
thead th{border-bottom:2px solid var(--ink);vertical-align:bottom;min-width:4.5em}
tbody th{font-weight:400;min-width:8em}
.n{text-align:right;font-variant-numeric:tabular-nums}
td.n,td.whole{white-space:nowrap}
tr.total th,tr.total td{font-weight:600;border-top:2px solid var(--ink)}
a{color:var(--blue);display:inline-block;min-width:24px;min-height:24px}
a:focus-visible{background:#ffeb3b;color:#212b32;outline:2px solid #212b32}
svg{height:auto;max-width:100%;display:block;font-family:inherit}
svg.phone{display:none}
svg rect{fill:var(--blue)}svg text{fill:var(--ink);font-size:${chartTextSize}px}
@media (max-width:560px){svg.desk{display:none}svg.phone{display:block}}
@media print{
:root,:host{color-scheme:light}
main{font:10pt/1.35 'Source Sans 3',arial,sans-serif;color:#212b32}
h1{font-size:16pt}h2{font-size:12pt;margin:6mm 0 1mm}
h1,h2,h2+p{break-after:avoid}tr,svg,p,dl,dt,dd{break-inside:avoid}
.wide{overflow:visible}table{width:100%;font-size:9pt}
th,td{padding:1mm 2mm 1mm 0}thead th{min-width:0}tbody th{min-width:22mm}
tr.total{break-before:avoid}svg{zoom:.75}
tbody th,td,p,dd,h1,h2{overflow-wrap:anywhere}
a{color:inherit;text-decoration:none;min-width:0;min-height:0}
}
`

/** The hash of this style, which a page's content security policy must allow for a report to look right in it. */
export const reportStyleHash = `'sha256-${sha256(style).toString('base64')}'`

/**
 * The whole report as a self-contained page: no script, no external resources, all text escaped. If `hasPeople`,
 * numbers link to the patients behind them.
 */
export const renderHtml = (report: RenderedReport, { hasPeople }: { hasPeople: boolean }): string => {
  const link = linkOf(report)
  const body = [
    `<p class="quiet">${serviceName}</p>`,
    `<h1>${escapeHtml(report.title)}</h1>`,
    ...report.definition.map((text) => `<p>${escapeHtml(text)}</p>`),
    `<dl>${particularsOf(report)
      .map(([term, text]) => `<dt>${term}</dt><dd>${escapeHtml(text)}</dd>`)
      .join('')}</dl>`,
    ...report.sections.map((section, index) =>
      drawSection(section, index, hasPeople ? (row, column) => link(index, row, column) : null),
    ),
  ]
  return `<!doctype html>
<html lang="en-GB"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>${escapeHtml(report.title)}</title><style>${style}</style></head>
<body><main>${body.join('\n')}</main></body></html>`
}

type Link = (row: RenderedRow, column: RenderedColumn) => string

/** The address of the screen that lists the patients behind a number. It names no patient (DP-7). */
const linkOf =
  ({ name, dateFrom, dateTo }: RenderedReport) =>
  (section: number, { key, values }: RenderedRow, column: RenderedColumn): string =>
    `/falls/reports?${new URLSearchParams({
      report: name,
      dateFrom,
      dateTo,
      section: String(section),
      row: JSON.stringify(key),
      column: column.id,
      of: [
        ...values
          .slice(0, key?.length ?? 1)
          .filter(Boolean)
          .map(String),
        column.title,
      ].join(', '),
    }).toString()}`

const drawSection = (section: RenderedSection, index: number, link: Link | null): string => {
  const { title, note, columns, rows, chart, empty } = section
  const parts = [`<section aria-labelledby="s${index}"><h2 id="s${index}">${escapeHtml(title)}</h2>`]
  if (note !== null) parts.push(`<p class="quiet">${escapeHtml(note)}</p>`)
  if (rows.length === 0) return [...parts, `<p>${escapeHtml(empty)}</p></section>`].join('')
  if (chart !== null) parts.push(drawChart(chart))
  parts.push(
    `<div class="wide" role="region" tabindex="0" aria-label="Table: ${escapeHtml(title)}"><table>`,
    `<thead><tr>${columns
      .map(
        ({ title: head, kind }) =>
          `<th scope="col"${isNumber(kind) ? ' class="n"' : ''}>${escapeHtml(head)}</th>`,
      )
      .join('')}</tr></thead><tbody>`,
    ...rows.map((row) => drawRow(section, row, link)),
    '</tbody></table></div></section>',
  )
  return parts.join('')
}

/** Numbers are aligned right. Values such as a day or an NHS number do not wrap. */
const classOf = ({ kind }: RenderedColumn): string => {
  if (isNumber(kind)) return ' class="n"'
  return kind === 'text' ? '' : ' class="whole"'
}

const drawRow = ({ columns }: RenderedSection, row: RenderedRow, link: Link | null): string => {
  const cells = columns.map((column, place) => {
    const value = row.values[place] ?? null
    const text = escapeHtml(formatValue(value, column.kind))
    const content =
      link !== null && leadsToPeople(column, value)
        ? `<a href="${escapeHtml(link(row, column))}" target="_top" title="Patients: ${escapeHtml(column.title)}">${text}</a>`
        : text
    if (column.kind === 'text' && place === 0) return `<th scope="row">${content}</th>`
    return `<td${classOf(column)}>${content}</td>`
  })
  return `<tr${row.isTotal ? ' class="total"' : ''}>${cells.join('')}</tr>`
}

/** Rendered twice, for a desktop and for a phone. Only the one that fits is shown and read out. */
const drawChart = ({ title, bars }: NonNullable<RenderedSection['chart']>): string => {
  const said = escapeHtml(describeChart(title, bars))
  return `<div class="wide" role="region" tabindex="0" aria-label="Chart: ${escapeHtml(title)}">${drawScene('desk', sceneOf(bars), said)}${drawScene('phone', phoneSceneOf(bars), said)}</div>`
}

const drawScene = (screen: 'desk' | 'phone', { width, height, bars, texts }: Scene, said: string): string =>
  [
    `<svg class="${screen}" role="img" aria-label="${said}" width="${width}" viewBox="0 0 ${width} ${height}">`,
    ...bars.map((bar) => `<rect x="${bar.x}" y="${bar.y}" width="${bar.width}" height="${bar.height}"/>`),
    ...texts.map(
      ({ x, y, text, anchor }) =>
        `<text x="${x}" y="${y}" text-anchor="${anchor}">${escapeHtml(text)}</text>`,
    ),
    '</svg>',
  ].join('')
