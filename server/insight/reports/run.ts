import { sql as raw, type Kysely } from 'kysely'
import type { CalendarDate } from '../../../contract/platform/dates/dates.ts'
import { transact } from '../../platform/db/connection/transact.ts'
import type { DB } from '../../platform/db/types.ts'
import { causedBy, HttpProblem } from '../../platform/errors.ts'
import { countSections, type CountedRow } from './count.ts'
import { sourceOf, type CountedSection, type Group, type Period, type Report } from './definition.ts'
import {
  type Bar,
  type CellKind,
  type RenderedColumn,
  type RenderedReport,
  type RenderedRow,
  type RenderedSection,
  type Value,
} from '../../platform/files/renderedReport.ts'
import { renderListed } from './listed.ts'
import { readStandings, type Standings } from './standings.ts'
import { suppressRows } from './suppress.ts'
import { formatValue, oneLine } from '../../platform/files/cellText.ts'

export interface Asked {
  dateFrom: CalendarDate
  dateTo: CalendarDate
  suppress: boolean
  /** The current day in London. */
  today: CalendarDate
}

/** A longer chart is less readable than its table. */
const mostBars = 60

/** The period in the form that sections use. */
export const periodOf = (
  sql: Kysely<DB>,
  { dateFrom, dateTo, today }: Pick<Asked, 'dateFrom' | 'dateTo' | 'today'>,
): Period => {
  let standings: Promise<Standings> | null = null
  return {
    dateFrom,
    dateTo,
    from: raw`${dateFrom}::date`,
    to: raw`${dateTo}::date`,
    today: raw`${today}::date`,
    standings: () => (standings ??= readStandings(sql, dateTo, today)),
  }
}

export interface Counting extends Asked {
  ranBy: string
  ranAt: string
  /** Includes all the entries that a spreadsheet shows. */
  isWhole: boolean
  /** Called before each section is counted, to record progress. */
  onSection?: (place: number, of: number, title: string) => Promise<void>
}

const timedOut = '57014'

/** A statement took longer than it may. */
export class TookTooLong extends HttpProblem {
  constructor() {
    super(503, 'unavailable', 'This report takes too long over so many days. Choose a shorter period.')
  }
}

/**
 * Counts in one snapshot, so that all numbers are consistent. Extra memory is allowed for sorting, but only one
 * processor, so that other users are not slowed down. A wait for a lock counts as part of its statement. PostgreSQL
 * checks every second whether the client is still connected, where the operating system supports this.
 */
export const countInSnapshot = async <Counted>(
  sql: Kysely<DB>,
  statementTimeoutMs: number,
  counting: (snapshot: Kysely<DB>) => Promise<Counted>,
): Promise<Counted> => {
  try {
    return await transact(
      sql,
      async (snapshot) => {
        await raw`
          select set_config('statement_timeout', ${String(statementTimeoutMs)}, true),
            set_config('work_mem', '32MB', true),
            set_config('lock_timeout', '0', true),
            set_config('max_parallel_workers_per_gather', '0', true),
            (select set_config('client_connection_check_interval', '1000', true)
             where version() ~* 'linux|darwin|freebsd|openbsd|netbsd')`.execute(snapshot)
        return counting(snapshot)
      },
      { isReadOnly: true },
    )
  } catch (error) {
    if ((error as { code?: string }).code !== timedOut) throw error
    throw causedBy(new TookTooLong(), error)
  }
}

/** Counts a report in a snapshot that the caller has opened. */
export const countReport = async (
  snapshot: Kysely<DB>,
  { name, title, definition, sections }: Report,
  asked: Counting,
): Promise<RenderedReport> => {
  const { dateFrom, dateTo, suppress, ranBy, ranAt, isWhole } = asked
  const period = periodOf(snapshot, asked)
  const counted = new Map<CountedSection, CountedRow[]>()
  const rendered: RenderedSection[] = []
  for (const [place, section] of sections.entries()) {
    await asked.onSection?.(place + 1, sections.length, section.title)
    if (section.kind === 'listed') {
      if (!suppress) rendered.push(await renderListed(snapshot, section, period, isWhole))
      continue
    }
    if (!counted.has(section)) {
      const source = sourceOf(section)
      const alike = sections
        .filter((each) => each.kind !== 'listed')
        .filter((each) => sourceOf(each) === source)
      const rows = await countSections(snapshot, source, alike, period)
      for (const [index, each] of alike.entries()) counted.set(each, rows[index] ?? [])
    }
    const note = typeof section.note === 'function' ? await section.note(snapshot) : section.note
    rendered.push(drawCounted({ ...section, note }, counted.get(section) ?? [], suppress))
  }
  return { name, title, definition, dateFrom, dateTo, suppress, ranBy, ranAt, sections: rendered }
}

const shownLabel = (group: Group, value: string | null): string =>
  value === null
    ? (group.missing ?? 'Not recorded')
    : (group.labels?.[value] ?? group.show?.(value) ?? oneLine(value))

const drawCounted = (
  section: CountedSection & { note: string | undefined },
  counted: readonly CountedRow[],
  suppress: boolean,
): RenderedSection => {
  const { groups, measures, hasTotal = true, isBeyondPatients } = section
  const numbers: Record<string, Value>[] = suppress
    ? suppressRows(counted, measures)
    : counted.map((row) => row.numbers)
  const labelsOf = (row: CountedRow): string[] =>
    row.isTotal
      ? groups.map((_, index) => (index === 0 ? 'All' : ''))
      : groups.map((group, index) => shownLabel(group, row.key[index] ?? null))
  const rows: RenderedRow[] = counted.map((row, index) => ({
    isTotal: row.isTotal,
    key: row.isTotal ? null : row.key,
    values: [...labelsOf(row), ...measures.map(({ id }) => numbers[index]?.[id] ?? null)],
  }))
  const columns: RenderedColumn[] = [
    ...groups.map(({ id, title }) => ({ id, title, kind: 'text' as const, hasPeople: false })),
    ...measures.map(({ id, title, kind }) => ({
      id,
      title,
      kind: kindOf(kind),
      hasPeople: kind === 'count' && !suppress && isBeyondPatients !== true,
    })),
  ]
  // Without groups there is only the total row, so it is shown even if the section hides totals.
  const shown = rows.filter(({ isTotal }) => hasTotal || groups.length === 0 || !isTotal)
  return {
    title: section.title,
    note: section.note ?? null,
    columns,
    rows: shown,
    chart: chartOf(section, rows, columns),
    empty: 'Nothing to count in this period.',
  }
}

const kindOf = (kind: CountedSection['measures'][number]['kind']): CellKind =>
  kind === 'count' ? 'count' : kind === 'percent' || kind === 'share' ? 'percent' : 'number'

const barOf = (label: string, value: Value, kind: CellKind): Bar => ({
  label,
  value: typeof value === 'number' ? value : 0,
  text: formatValue(value, kind),
})

const chartOf = (
  { chart, groups }: CountedSection,
  rows: readonly RenderedRow[],
  columns: readonly RenderedColumn[],
): RenderedSection['chart'] => {
  if (chart === undefined) return null
  const { bars } = chart
  const place = (id: string): number => columns.findIndex((column) => column.id === id)
  if ('total' in bars) {
    const total = rows.find(({ isTotal }) => isTotal)
    return {
      title: chart.title,
      bars: bars.total.map((id) =>
        barOf(
          columns[place(id)]?.title ?? '',
          total?.values[place(id)] ?? null,
          columns[place(id)]?.kind ?? 'count',
        ),
      ),
    }
  }
  const measured = place(bars.rows)
  const kind = columns[measured]?.kind ?? 'count'
  const rendered = rows
    .filter(({ isTotal }) => !isTotal)
    .map(({ values }) =>
      barOf(values.slice(0, groups.length).map(String).join(', '), values[measured] ?? null, kind),
    )
  if (rendered.length === 0) return null
  if (rendered.length <= mostBars) return { title: chart.title, bars: rendered }
  // For weeks and months, show the latest bars; otherwise, the first ones in the table.
  const isTime = groups.some(({ id }) => id === 'week' || id === 'month')
  return {
    title: `${chart.title} (the ${isTime ? 'latest' : 'first'} ${mostBars})`,
    bars: isTime ? rendered.slice(-mostBars) : rendered.slice(0, mostBars),
  }
}
