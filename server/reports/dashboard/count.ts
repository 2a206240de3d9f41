import { sql as raw, type Kysely } from 'kysely'
import type { Dashboard, Days, Figure, LongestWait, Trend } from '../../../contract/dashboard.ts'
import { addMonths, type CalendarDate } from '../../../contract/dates.ts'
import type { StageTargets } from '../../../contract/pathway/due.ts'
import { firstOfMonth, periodBefore } from '../../../contract/reportPeriod.ts'
import type { DB } from '../../db/types.ts'
import { completionFunnel } from '../catalogue/completionFunnel.ts'
import { referralWaits } from '../catalogue/referralWaits.ts'
import { countSections, type CountedRow } from '../count.ts'
import type { CountedSection, Period } from '../definition.ts'
import { fromBehind, personColumns } from '../drillDown.ts'
import { periodOf } from '../run.ts'
import { atMostOf, figureChoices, sectionOf, type FigureChoice } from './figures.ts'
import { byMonthOf } from './trends.ts'

const monthsShown = 24
const waitsShown = 10

const waitingSection = sectionOf(referralWaits, 'Still waiting')
/** People who wait for care of any kind, whether or not somebody has seen them. */
const waitingRow = 'whole'
const funnelSection = sectionOf(completionFunnel, 'Steps, by month of referral')
const funnelSteps = ['referred', 'eligible', 'enrolled', 'completed'] as const

export interface DashboardAsked extends Days {
  /** The day it is in London. */
  today: CalendarDate
  targets: StageTargets
}

/** A person who waits, without the flags that are read with every list. */
export type CountedDashboard = Omit<Dashboard, 'countedAt' | 'waiting'> & {
  waiting: Omit<Dashboard['waiting'], 'longest'> & { longest: Omit<LongestWait, 'flags'>[] }
}

/** Counts everything that the dashboard shows, with the sections of the reports. */
export const countDashboard = async (
  sql: Kysely<DB>,
  { dateFrom, dateTo, today, targets }: DashboardAsked,
): Promise<CountedDashboard> => {
  const period = { dateFrom, dateTo }
  const before = periodBefore(period)
  const thisMonth = { dateFrom: firstOfMonth(today), dateTo: today }
  const months = { dateFrom: addMonths(firstOfMonth(dateTo), 1 - monthsShown), dateTo }
  const on = (days: Days): Period => periodOf(sql, { ...days, today })

  const shown = [...figureChoices.map(({ section }) => section), waitingSection]
  const counted = await countAll(sql, shown, on(period))
  const countedBefore = await countAll(sql, shown, on(before))
  const trends = figureChoices
    .filter(({ hasTrend }) => hasTrend)
    .map((choice) => [choice, byMonthOf(choice)] as const)
  const byMonth = await countAll(
    sql,
    trends.map(([, section]) => section),
    on(months),
  )
  const funnel = { ...funnelSection, groups: [] }
  const [inMonth, inPeriod] = [
    (await countAll(sql, [funnel], on(thisMonth))).get(funnel),
    (await countAll(sql, [funnel], on(period))).get(funnel),
  ]

  return {
    period,
    before,
    figures: figureChoices.map((choice) => ({
      ...describe(choice, targets),
      value: valueOf(choice, counted.get(choice.section)),
      before: valueOf(choice, countedBefore.get(choice.section)),
    })),
    trends: trends.map(([choice, section]): Trend => ({
      ...{ id: choice.id, title: choice.title, unit: choice.unit, atMost: atMostOf(choice, targets) },
      months: (byMonth.get(section) ?? []).flatMap(({ key: [month], numbers }) =>
        month == null ? [] : [{ month, value: numbers[choice.column] ?? null }],
      ),
    })),
    waiting: {
      total: rowOf(counted.get(waitingSection), waitingRow)?.numbers['waiting'] ?? 0,
      definition: [
        'Referrals that wait for care as a whole, by the days since they were received, else referred.',
        ...referralWaits.definition,
        ...(await noteOf(sql, waitingSection)),
      ],
      longest: await longestWaits(sql, on(period)),
    },
    funnel: {
      thisMonth,
      definition: [...completionFunnel.definition],
      steps: funnelSteps.map((id) => ({
        id,
        title: funnelSection.measures.find((measure) => measure.id === id)?.title ?? id,
        thisMonth: rowOf(inMonth, null)?.numbers[id] ?? 0,
        period: rowOf(inPeriod, null)?.numbers[id] ?? 0,
      })),
    },
  }
}

/** Counts sections, those of the same facts in one statement. */
const countAll = async (
  sql: Kysely<DB>,
  sections: readonly CountedSection[],
  period: Period,
): Promise<Map<CountedSection, CountedRow[]>> => {
  const counted = new Map<CountedSection, CountedRow[]>()
  for (const [facts, alike] of Map.groupBy(new Set(sections), (section) => section.facts)) {
    const rows = await countSections(sql, facts, alike, period)
    for (const [index, section] of alike.entries()) counted.set(section, rows[index] ?? [])
  }
  return counted
}

/** @param row null for the row of all facts */
const rowOf = (rows: readonly CountedRow[] | undefined, row: string | null): CountedRow | undefined =>
  rows?.find(({ isTotal, key }) => (row === null ? isTotal : !isTotal && key[0] === row))

const valueOf = ({ row, column }: FigureChoice, rows: readonly CountedRow[] | undefined): number | null =>
  rowOf(rows, row)?.numbers[column] ?? null

const describe = (choice: FigureChoice, targets: StageTargets): Omit<Figure, 'value' | 'before'> => {
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
    hasPeople: measure?.kind === 'count',
  }
}

const noteOf = async (sql: Kysely<DB>, { note }: CountedSection): Promise<string[]> =>
  note === undefined ? [] : [typeof note === 'string' ? note : await note(sql)]

/** Who has waited longest for care at the end of the period. Referrals without a date have waited no known time. */
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
