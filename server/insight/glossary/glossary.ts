import { stages } from '../../../contract/stages/stage.ts'
import { catalogue } from '../catalogue/catalogue.ts'
import {
  figureChoices,
  funnelSection,
  funnelSteps,
  waitingRow,
  waitingSection,
} from '../dashboard/figures.ts'
import type { CountedSection, Facts, Measure, Report, Subject } from '../reports/definition.ts'

/* Every figure of the reports and the dashboard by name, with all the places in which it appears. */

export interface Place {
  report: Report
  section: CountedSection
  column: string
}

export interface NamedFigure {
  name: string
  subject: Subject
  measure: Measure
  places: Place[]
  /** Its names on other screens, and where. */
  elsewhere: string[]
}

/** Names that are meaningless without what they count. The glossary puts the subject in front of them. */
const ofTheirSubject: ReadonlySet<string> = new Set([
  ...['People', 'Share %', 'Median days', '90th centile days', 'Longest days', 'No date'],
  ...['0–1 weeks', '1–2 weeks', '2–4 weeks', '4–12 weeks', '12–18 weeks', '18–52 weeks', 'Over 52 weeks'],
  ...['Within 18 weeks', '% within 18 weeks', 'Within 52 weeks', '% within 52 weeks'],
])

/** Whether the report is built from the sections of other reports, which own the figures. */
export const isMadeOfOthers = ({ capability }: Report): boolean => capability === 'dashboard.read'

/** Ignores case and spacing, because a reader does too. */
export const normalised = (name: string): string => name.toLowerCase().replaceAll(/\s+/g, ' ').trim()

const subjectOf = ({ title, facts }: CountedSection): Subject => {
  const { subject } = facts.sameAs ?? facts
  if (subject === undefined) throw new Error(`Nothing says what is counted in ${title}`)
  return subject
}

export const measureOf = ({ title, measures }: CountedSection, id: string): Measure => {
  const found = measures.find((measure) => measure.id === id)
  if (found === undefined) throw new Error(`${title} counts no ${id}`)
  return found
}

export const nameOf = (section: CountedSection, { title }: Measure): string =>
  ofTheirSubject.has(title) ? `${subjectOf(section).title}: ${title}` : title

const factsInOrder: Facts[] = []
const numberOf = ({ facts }: CountedSection): number => {
  const own = facts.sameAs ?? facts
  if (!factsInOrder.includes(own)) factsInOrder.push(own)
  return factsInOrder.indexOf(own)
}

/** Two figures with the same text are the same calculation: the same facts with the same condition. */
export const definitionOf = (section: CountedSection, measure: Measure): string => {
  const counted = (own: Measure): unknown => {
    if (own.kind === 'count') return [own.kind, own.when, own.distinct]
    if (own.kind === 'share') return [own.kind, counted(measureOf(section, own.of))]
    if (own.kind === 'percent')
      return [own.kind, counted(measureOf(section, own.of)), counted(measureOf(section, own.among))]
    if (own.kind === 'ratio') return [own.kind, own.value, own.per, own.when, own.decimals]
    return [own.kind, own.value, own.when, own.decimals]
  }
  return JSON.stringify([numberOf(section), counted(measure)])
}

/** The name of a figure on another screen, and the row it is taken from. */
interface Elsewhere {
  screen: string
  section: CountedSection
  column: string
  row: string | null
  title: string
}

const onDashboard = ({ section, row, column, title }: Omit<Elsewhere, 'screen'>): Elsewhere => ({
  ...{ screen: 'Dashboard', section, row, column, title },
})

/** The title of a section's row. */
const rowTitle = ({ groups }: CountedSection, row: string): string => groups[0]?.labels?.[row] ?? row

const caseload = catalogue.find(({ name }) => name === 'caseloadByClinician')?.sections[0]

/** Every name on the dashboard, and the counters of the work lists, which equal today's caseload. */
export const namesElsewhere: readonly Elsewhere[] = [
  ...figureChoices.map(onDashboard),
  ...funnelSteps.map((id) =>
    onDashboard({ section: funnelSection, row: null, column: id, title: measureOf(funnelSection, id).title }),
  ),
  onDashboard({
    section: waitingSection,
    row: waitingRow,
    column: 'waiting',
    title: 'Longest waits for care',
  }),
  ...(caseload !== undefined && caseload.kind !== 'listed'
    ? stages.map((stage) => ({
        ...{ screen: 'Work lists', section: caseload, row: null, column: stage },
        title: measureOf(caseload, stage).title,
      }))
    : []),
]

const inWords = ({ screen, section, row, title }: Elsewhere): string =>
  `${screen} “${title}”${row === null ? '' : `, of the row “${rowTitle(section, row)}”`}`

/** Every figure, in the order of the reports that own them. A name with two definitions appears twice. */
export const namedFigures = (reports = catalogue): NamedFigure[] => {
  const figures = new Map<string, NamedFigure>()
  const keyOf = (section: CountedSection, measure: Measure): string =>
    `${normalised(nameOf(section, measure))} ${definitionOf(section, measure)}`
  for (const report of reports.toSorted((a, b) => Number(isMadeOfOthers(a)) - Number(isMadeOfOthers(b))))
    for (const section of report.sections) {
      if (section.kind === 'listed') continue
      for (const measure of section.measures) {
        const key = keyOf(section, measure)
        const place = { report, section, column: measure.id }
        const known = figures.get(key)
        if (known !== undefined) known.places.push(place)
        else
          figures.set(key, {
            name: nameOf(section, measure),
            subject: subjectOf(section),
            measure,
            places: [place],
            elsewhere: [],
          })
      }
    }
  for (const other of namesElsewhere)
    figures.get(keyOf(other.section, measureOf(other.section, other.column)))?.elsewhere.push(inWords(other))
  return [...figures.values()]
}
