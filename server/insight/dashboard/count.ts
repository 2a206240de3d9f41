import { sql as raw, type Kysely } from 'kysely'
import type {
  Dashboard,
  Days,
  Figure,
  LongestWait,
  Trend,
} from '../../../contract/insight/dashboard/dashboard.ts'
import { addMonths, type CalendarDate } from '../../../contract/platform/dates/dates.ts'
import type { StageTargets } from '../../../contract/stages/due.ts'
import { firstOfMonth, periodBefore } from '../../../contract/insight/reportPeriod.ts'
import type { DB } from '../../platform/db/types.ts'
import { completionFunnel } from '../catalogue/completionFunnel.ts'
import { referralWaits } from '../catalogue/referralWaits.ts'
import { countSections, type CountedRow } from '../reports/count.ts'
import { sourceOf, type CountedSection, type Period } from '../reports/definition.ts'
import { fromBehind, personColumns } from '../reports/drillDown.ts'
import type { Value } from '../../platform/files/renderedReport.ts'
import { periodOf } from '../reports/run.ts'
import { suppressRows } from '../reports/suppress.ts'
import {
  atMostOf,
  figureChoices,
  funnelSection,
  funnelSteps,
  waitingRow,
  waitingSection,
  type FigureChoice,
} from './figures.ts'
import { byMonthOf, inPartsOf, partedBy } from './byTime.ts'

const monthsShown = 24
const waitsShown = 10

export interface DashboardAsked extends Days {
  /** The current day in London. */
  today: CalendarDate
  /** The days of *This month* in the funnel. The default is the month so far. */
  thisMonth?: Days
  targets: StageTargets
  /** Hides small numbers and lists no individual waits, for copies that leave the service. */
  suppress?: boolean
}

type Step = Dashboard['funnel']['steps'][number]

/**
 * The dashboard without the flags of waiting patients, which are read separately for every list. A hidden count is
 * null.
 */
export type CountedDashboard = Omit<Dashboard, 'countedAt' | 'waiting' | 'funnel'> & {
  waiting: Pick<Dashboard['waiting'], 'definition'> & {
    total: number | null
    longest: Omit<LongestWait, 'flags'>[]
  }
  funnel: Omit<Dashboard['funnel'], 'steps'> & {
    steps: (Pick<Step, 'id' | 'title'> & Record<'thisMonth' | 'period', number | null>)[]
  }
}

/** Counts everything on the dashboard, using the sections of the reports. */
export const countDashboard = async (
  sql: Kysely<DB>,
  {
    dateFrom,
    dateTo,
    today,
    targets,
    thisMonth = { dateFrom: firstOfMonth(today), dateTo: today },
    suppress = false,
  }: DashboardAsked,
): Promise<CountedDashboard> => {
  const period = { dateFrom, dateTo }
  const before = periodBefore(period)
  const months = { dateFrom: addMonths(firstOfMonth(dateTo), 1 - monthsShown), dateTo }
  const on = (days: Days): Period => periodOf(sql, { ...days, today })
  const count = async (sections: readonly CountedSection[], days: Period): Promise<Rows> => {
    const counted = await countAll(sql, sections, days)
    return suppress ? suppressed(counted) : counted
  }

  const standing = [waitingSection, ...figureChoices.filter(isStanding).map(({ section }) => section)]
  const atEnd = await count(standing, on(period))
  const atEndBefore = await count(standing, on(before))
  const happened = await countHappened(count, { period, before, months, on })
  const funnel = { ...funnelSection, groups: [] }
  const [inMonth, inPeriod] = [
    (await count([funnel], on(thisMonth))).get(funnel),
    (await count([funnel], on(period))).get(funnel),
  ]

  const figures = figureChoices.map((choice) => ({
    ...describe(choice, targets),
    ...(isStanding(choice)
      ? {
          value: valueOf(choice, atEnd.get(choice.section)),
          before: valueOf(choice, atEndBefore.get(choice.section)),
        }
      : happened.figureOf(choice)),
  }))
  // The total number of referrals is also a figure. If that figure is hidden, the funnel must not reveal it.
  const hidesReferred = figures.some(({ id, value }) => id === 'referrals' && value === null)
  const stepOf = (rows: readonly CountedRow[] | undefined, id: string): number | null =>
    id === 'referred' && hidesReferred ? null : countOf(rowOf(rows, null), id)

  return {
    period,
    before,
    figures,
    trends: figureChoices
      .filter(({ hasTrend }) => hasTrend)
      .map((choice) => ({
        ...{ id: choice.id, title: choice.title, unit: choice.unit, atMost: atMostOf(choice, targets) },
        months: happened.monthsOf(choice),
      })),
    waiting: {
      total: countOf(rowOf(atEnd.get(waitingSection), waitingRow), 'waiting'),
      definition: [
        'Referrals that wait for care as a whole, by the days since they were received, else referred.',
        ...referralWaits.definition,
        ...(await noteOf(sql, waitingSection)),
      ],
      longest: suppress ? [] : await longestWaits(sql, on(period)),
    },
    funnel: {
      thisMonth,
      definition: [...completionFunnel.definition],
      steps: funnelSteps.map((id) => ({
        id,
        title: funnelSection.measures.find((measure) => measure.id === id)?.title ?? id,
        thisMonth: stepOf(inMonth, id),
        period: stepOf(inPeriod, id),
      })),
    },
  }
}

/**
 * Counts what happened in the period, in the period before and in each month. Each kind of fact is read once for all
 * three.
 */
const countHappened = async (
  count: (sections: readonly CountedSection[], days: Period) => Promise<Rows>,
  {
    period,
    before,
    months,
    on,
  }: Record<'period' | 'before' | 'months', Days> & { on: (days: Days) => Period },
) => {
  const choices = figureChoices.filter((choice) => !isStanding(choice))
  const earliest = before.dateFrom < months.dateFrom ? before.dateFrom : months.dateFrom
  const all = on({ dateFrom: earliest, dateTo: period.dateTo })
  const inParts = new Map<FigureChoice, CountedSection>()
  const byMonth = new Map<FigureChoice, CountedSection>()
  const counted = new Map<CountedSection, CountedRow[]>()
  for (const [facts, alike] of Map.groupBy(choices, ({ section }) => section.facts)) {
    const parted = partedBy(facts, { period, before })
    for (const choice of alike) {
      inParts.set(choice, { ...inPartsOf(choice), facts: parted })
      if (choice.hasTrend) byMonth.set(choice, { ...byMonthOf(choice), facts: parted })
    }
    const sections = alike.flatMap((choice) => [inParts.get(choice) ?? [], byMonth.get(choice) ?? []].flat())
    for (const [section, rows] of await count(sections, all)) counted.set(section, rows)
  }
  const rowsOf = (section: CountedSection | undefined): CountedRow[] =>
    (section === undefined ? undefined : counted.get(section)) ?? []
  return {
    figureOf: (choice: FigureChoice): Pick<Figure, 'value' | 'before' | 'beside'> => {
      const rows = rowsOf(inParts.get(choice))
      const { beside } = choice
      return {
        ...{ value: partOf(choice, rows, 'period'), before: partOf(choice, rows, 'before') },
        ...(beside !== undefined && {
          beside: beside.words(partOf({ ...choice, column: beside.column }, rows, 'period')),
        }),
      }
    },
    monthsOf: (choice: FigureChoice): Trend['months'] =>
      rowsOf(byMonth.get(choice)).flatMap(({ key: [month], numbers }) =>
        month == null || month < months.dateFrom.slice(0, 7)
          ? []
          : [{ month, value: numbers[choice.column] ?? null }],
      ),
  }
}

const partOf = (choice: FigureChoice, rows: readonly CountedRow[], part: string): number | null => {
  const found = rows.find(({ isTotal, key }) => !isTotal && key[0] === part)
  return isCount(choice) ? countOf(found, choice.column) : (found?.numbers[choice.column] ?? null)
}

/** If nothing happened, there is no row. */
const countOf = (row: CountedRow | undefined, id: string): number | null =>
  row === undefined ? 0 : (row.numbers[id] ?? null)

const isStanding = ({ isSnapshot }: FigureChoice): boolean => isSnapshot === true

const isCount = ({ section, column }: FigureChoice): boolean =>
  section.measures.find(({ id }) => id === column)?.kind === 'count'

type Rows = ReadonlyMap<CountedSection, CountedRow[]>

/** Rows with small numbers hidden. The total is left out for parts of time, because it is never shown. */
const suppressed = (counted: Rows): Rows =>
  new Map(
    [...counted].map(([section, all]) => {
      const rows = section.hasTotal === false ? all.filter(({ isTotal }) => !isTotal) : all
      const shown = suppressRows(rows, section.measures)
      return [section, rows.map((row, place) => ({ ...row, numbers: numbersOf(shown[place] ?? {}) }))]
    }),
  )

const numbersOf = (values: Readonly<Record<string, Value>>): CountedRow['numbers'] =>
  Object.fromEntries(
    Object.entries(values).map(([id, value]) => [id, typeof value === 'number' ? value : null]),
  )

/** Counts the sections, with one statement for all sections that share the same facts. */
const countAll = async (
  sql: Kysely<DB>,
  sections: readonly CountedSection[],
  period: Period,
): Promise<Rows> => {
  const counted = new Map<CountedSection, CountedRow[]>()
  for (const [source, alike] of Map.groupBy(new Set(sections), sourceOf)) {
    const rows = await countSections(sql, source, alike, period)
    for (const [index, section] of alike.entries()) counted.set(section, rows[index] ?? [])
  }
  return counted
}

/** @param row null for the total row */
const rowOf = (rows: readonly CountedRow[] | undefined, row: string | null): CountedRow | undefined =>
  rows?.find(({ isTotal, key }) => (row === null ? isTotal : !isTotal && key[0] === row))

const valueOf = ({ row, column }: FigureChoice, rows: readonly CountedRow[] | undefined): number | null =>
  rowOf(rows, row)?.numbers[column] ?? null

const describe = (
  choice: FigureChoice,
  targets: StageTargets,
): Omit<Figure, 'value' | 'before' | 'beside'> => {
  const { id, title, part, unit, better, report, section, row, column } = choice
  const measure = section.measures.find((each) => each.id === column)
  const [group] = section.groups
  const rowTitle = row === null ? null : (group?.labels?.[row] ?? row)
  const place = [section.title, ...(rowTitle === null ? [] : [rowTitle])].join(', ')
  return {
    ...{ id, title, part, unit, better, column },
    atMost: atMostOf(choice, targets),
    definition: [`“${measure?.title}” of “${place}” in the report ${report.title}.`, ...report.definition],
    reportName: report.name,
    reportTitle: report.title,
    section: report.sections.indexOf(section),
    row: row === null ? null : [row],
    hasPeople: isCount(choice),
  }
}

const noteOf = async (sql: Kysely<DB>, { note }: CountedSection): Promise<string[]> =>
  note === undefined ? [] : [typeof note === 'string' ? note : await note(sql)]

/**
 * Referrals that have waited longest for care at the end of the period. Leaves out referrals without a date, because
 * the length of their wait is unknown.
 */
const longestWaits = async (sql: Kysely<DB>, period: Period): Promise<Omit<LongestWait, 'flags'>[]> => {
  const { rows } = await raw<Omit<LongestWait, 'flags'>>`
    with facts as (${await waitingSection.facts(period)}),
    behind as (
      select patient_id, pathway_id, days from facts
      where wait = ${waitingRow} and days is not null
      order by days desc, pathway_id
      limit ${waitsShown})
    select ${personColumns}, behind.days, work_list.stage
    ${fromBehind}
    left join work_list on work_list.pathway_id = behind.pathway_id
    order by behind.days desc, behind.pathway_id`.execute(sql)
  return rows
}
