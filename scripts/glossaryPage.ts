import { catalogue } from '../server/insight/catalogue/catalogue.ts'
import type { Report } from '../server/insight/reports/definition.ts'
import {
  isMadeOfOthers,
  measureOf,
  namedFigures,
  nameOf,
  normalised,
  type NamedFigure,
} from '../server/insight/glossary/glossary.ts'

/* docs/reference/figures.md: every name that a report or the dashboard gives to a number, what it counts, and where it stands. */

const head = `# Figures

Written by \`npm run glossary\` from the reports and the dashboard. Each figure is listed once, under the report it belongs to, by the
name that screens and files use. A name that says nothing alone, such as *Median days*, has before it what is counted. A test fails when
one name means two things.

- *The period* is Date From to Date To, London days, both included. What is open or waiting is counted as of the end of Date To.
- A figure counts the things named in bold above its table. A report shows it in rows, such as months; *All* covers every row.
- A percentage refers to its own row, to one decimal, and is omitted where the denominator is zero. Medians and centiles are interpolated between two values.
- How small numbers are hidden, and the other rules of all reports: [care.md](care.md#reports).
`

const nouns: Record<string, string> = {
  patient_id: 'people',
  wellbeing_id: 'assessments',
  session_id: 'sessions',
}

const quoted = (title: string): string => `*${title}*`

const valueInWords = (value: string): string => value.replaceAll('_', ' ')

const statistics = {
  lowerQuartile: 'Lower quartile',
  median: 'Median',
  upperQuartile: 'Upper quartile',
  ninetieth: '90th centile',
  greatest: 'Greatest',
  mean: 'Mean',
  sum: 'Sum',
} as const

/** How the figure is counted among the things named above the table. */
const howCounted = (figure: NamedFigure): string => {
  const { measure, places } = figure
  if (measure.meaning !== undefined) return measure.meaning
  const titleOf = (id: string): string =>
    places
      .slice(0, 1)
      .map(({ section }) => quoted(nameOf(section, measureOf(section, id))))
      .join('')
  if (measure.kind === 'count' && measure.when !== undefined) return asDefined(figure)
  if (measure.kind === 'count')
    return measure.distinct === undefined ? 'All' : `Different ${nouns[measure.distinct] ?? measure.distinct}`
  if (measure.kind === 'share') return `Percentage that the row has of all ${titleOf(measure.of)}`
  if (measure.kind === 'percent') return `${titleOf(measure.of)} as a percentage of ${titleOf(measure.among)}`
  if (measure.kind === 'ratio')
    return `All ${valueInWords(measure.value)} over all ${valueInWords(measure.per)}`
  return `${statistics[measure.kind]} of the ${valueInWords(measure.value)}`
}

/** @throws where nothing says what a condition means */
const asDefined = ({ measure: { title }, places }: NamedFigure): string => {
  const words = normalised(places[0]?.report.definition.join(' ') ?? '')
  if (!words.includes(normalised(title))) throw new Error(`Nothing says what ${title} is`)
  return 'Those that meet the definition above'
}

const placesOf = ({ places, elsewhere }: NamedFigure): string => {
  const reports = [...Map.groupBy(places, ({ report }) => report)].map(([report, own]) =>
    // The pack has the sections under the names that they have in their own report.
    report.name === 'monthEndPack'
      ? report.title
      : `${report.title} › ${own.map(({ section }) => section.title).join(', ')}`,
  )
  return [...reports, ...elsewhere].join('; ')
}

const tableOf = (figures: readonly NamedFigure[]): string => `| Figure | Counted | Places |
|---|---|---|
${figures.map((figure) => `| ${figure.name} | ${howCounted(figure)} | ${placesOf(figure)} |`).join('\n')}
`

const partOf = (report: Report, figures: readonly NamedFigure[]): string => {
  const tables = [...Map.groupBy(figures, ({ subject }) => subject)].map(
    ([{ each }, own]) => `**${each}:**\n\n${tableOf(own)}`,
  )
  const words = report.definition.map((line) => `- ${line}`).join('\n')
  return `## ${report.title}\n\n${words}\n\n${tables.length === 0 ? 'Its figures are listed above.\n' : tables.join('\n')}`
}

export const glossaryPage = (): string => {
  const byHome = Map.groupBy(namedFigures(), ({ places: [first] }) => first?.report)
  return [
    head,
    ...catalogue
      .filter((report) => !isMadeOfOthers(report))
      .map((report) => partOf(report, byHome.get(report) ?? [])),
  ].join('\n')
}
