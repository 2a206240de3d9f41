import { sql as raw, type Kysely, type RawBuilder } from 'kysely'
import type { DB } from '../../platform/db/types.ts'
import type { CountedSection, Facts, Group, Measure, Period, Statistic } from './definition.ts'

/**
 * A counted row: its group values, and its numbers by measure. `sizes` holds the number of values behind each median,
 * mean or ratio.
 */
export interface CountedRow {
  key: (string | null)[]
  isTotal: boolean
  numbers: Record<string, number | null>
  sizes: Record<string, number>
}

/** A row as the database returns it: `is_total`, the groups as g0, g1…, and the measures by id. */
type CountedColumns = Record<string, string | number | null>

const collator = new Intl.Collator('en-GB', { numeric: true })

/** Counts sections that share a source of facts in one statement, so that the source is read only once. */
export const countSections = async (
  sql: Kysely<DB>,
  source: Facts,
  sections: readonly CountedSection[],
  period: Period,
): Promise<CountedRow[][]> => {
  const names = new Map([[source, 'facts']])
  const taken: RawBuilder<unknown>[] = []
  for (const { facts } of sections) {
    if (names.has(facts) || facts.take === undefined) continue
    const name = `facts${names.size}`
    names.set(facts, name)
    taken.push(raw`, ${raw.ref(name)} as (${facts.take(period)})`)
  }
  const selects = sections.map((section, place) => {
    const counting = countingOf(section, raw.ref(names.get(section.facts) ?? ''))
    return raw`select ${raw.lit(place)} as section, to_jsonb(counted) as counted from (${counting}) as counted`
  })
  const { rows } = await raw<{ section: number; counted: CountedColumns }>`
    with facts as (${await source(period)}) ${raw.join(taken, raw` `)}
    ${raw.join(selects, raw` union all `)}`.execute(sql)
  return sections.map((section, place) =>
    arrange(
      rows.filter((row) => row.section === place).map(({ counted }) => readRow(counted, section)),
      section,
      period,
    ),
  )
}

/** The facts grouped as the section requires, with a total row if needed. */
const countingOf = (
  { groups, measures, hasTotal = true }: CountedSection,
  facts: RawBuilder<unknown>,
): RawBuilder<unknown> => {
  const labels = groups.map((_, index) => raw.ref(`g${index}`))
  const labelled = groups.map(({ id }, index) => raw`${raw.ref(id)}::text as ${raw.ref(`g${index}`)}`)
  const list = raw.join(labels)
  // A total that is not shown is counted only if a share needs it.
  const isTotalNeeded = hasTotal || measures.some(({ kind }) => kind === 'share')
  const sets = isTotalNeeded ? raw`(${list}), ()` : raw`(${list})`
  return raw`
    select ${groups.length === 0 ? raw`1` : raw`grouping(${list})`} as is_total,
      ${raw.join([...labels, ...measures.flatMap(numberOf)])}
    from (select ${raw.join([raw`facts.*`, ...labelled])} from ${facts} as facts) as labelled
    group by ${groups.length === 0 ? raw`()` : raw`grouping sets (${sets})`}`
}

/** Sorts the rows for display, adds rows of zeros where nothing was counted, and puts the total last. */
const arrange = (counted: readonly CountedRow[], section: CountedSection, period: Period): CountedRow[] => {
  const total = counted.find(({ isTotal }) => isTotal)
  const filled = fillRows(
    counted.filter(({ isTotal }) => !isTotal),
    section,
    period,
  )
  const inOrder = sortRows(filled, section, period)
  const all = total === undefined ? inOrder : [...inOrder, total]
  for (const row of all) addRates(row, total, section.measures)
  return all
}

/**
 * The SQL of a measure. Percentages have none: they are calculated from the counts, so that hiding a small count
 * hides them too.
 */
const numberOf = (measure: Measure): RawBuilder<unknown>[] => {
  if (measure.kind === 'percent' || measure.kind === 'share') return []
  const only = measure.when === undefined ? raw`` : raw`filter (where ${raw.raw(measure.when)})`
  if (measure.kind === 'count') {
    const what = measure.distinct === undefined ? raw`*` : raw`distinct ${raw.ref(measure.distinct)}`
    return [raw`count(${what}) ${only} as ${raw.ref(measure.id)}`]
  }
  const value = raw.ref(measure.value)
  const rounded = (number: RawBuilder<unknown>): RawBuilder<unknown> =>
    raw`round((${number})::numeric, ${raw.lit(measure.decimals ?? 1)})`
  const size = raw`count(${value}) ${only} as ${raw.ref(`${measure.id}_size`)}`
  if (measure.kind === 'ratio') {
    const per = raw`nullif(sum(${raw.ref(measure.per)}) ${only}, 0)`
    return [raw`${rounded(raw`sum(${value}) ${only} / ${per}`)} as ${raw.ref(measure.id)}`, size]
  }
  return [raw`${rounded(raw`${statisticOf(measure.kind, value)} ${only}`)} as ${raw.ref(measure.id)}`, size]
}

const statisticOf = (kind: Statistic, value: RawBuilder<unknown>): RawBuilder<unknown> => {
  const centile = (share: number) => raw`percentile_cont(${raw.lit(share)}) within group (order by ${value})`
  switch (kind) {
    case 'lowerQuartile':
      return centile(0.25)
    case 'median':
      return centile(0.5)
    case 'upperQuartile':
      return centile(0.75)
    case 'ninetieth':
      return centile(0.9)
    case 'greatest':
      return raw`max(${value})`
    case 'mean':
      return raw`avg(${value})`
    case 'sum':
      return raw`sum(${value})`
  }
}

const readRow = (row: CountedColumns, { groups, measures }: CountedSection): CountedRow => {
  const isTotal = row['is_total'] !== 0
  const number = (id: string): number | null => (row[id] === null ? null : Number(row[id]))
  const asked = measures.filter(({ kind }) => kind !== 'percent' && kind !== 'share')
  return {
    isTotal,
    key: isTotal ? [] : groups.map((_, index) => row[`g${index}`] as string | null),
    numbers: Object.fromEntries(asked.map(({ id }) => [id, number(id)])),
    sizes: Object.fromEntries(
      asked.filter(({ kind }) => kind !== 'count').map(({ id }) => [id, number(`${id}_size`) ?? 0]),
    ),
  }
}

const everyOf = (group: Group | undefined, period: Period): string[] => group?.every?.(period) ?? []

/** Adds rows of zeros for values that must be shown even if nothing was counted. Only for a single group. */
const fillRows = (rows: CountedRow[], { groups, measures }: CountedSection, period: Period): CountedRow[] => {
  const [group, second] = groups
  if (second !== undefined) return rows
  const seen = new Set(rows.map(({ key }) => key[0]))
  const zero = (value: string): CountedRow => ({
    key: [value],
    isTotal: false,
    numbers: Object.fromEntries(measures.map(({ id, kind }) => [id, kind === 'count' ? 0 : null])),
    sizes: {},
  })
  return [
    ...rows,
    ...everyOf(group, period)
      .filter((value) => !seen.has(value))
      .map(zero),
  ]
}

const sortRows = (rows: CountedRow[], section: CountedSection, period: Period): CountedRow[] => {
  const { groups, measures, order = 'most' } = section
  const firstCount = measures.find(({ kind }) => kind === 'count')?.id ?? ''
  const places = groups.map((group) => {
    const every = everyOf(group, period)
    return (value: string | null): number => {
      const place = value === null ? -1 : every.indexOf(value)
      // Missing values sort last.
      return value === null ? every.length + 1 : place === -1 ? every.length : place
    }
  })
  const label = (group: number, value: string | null): string =>
    value === null ? '' : (groups[group]?.labels?.[value] ?? value)
  return rows.toSorted((a, b) => {
    for (const [group, place] of places.entries()) {
      const difference = place(a.key[group] ?? null) - place(b.key[group] ?? null)
      if (difference !== 0) return difference
    }
    if (order === 'most') {
      const difference = (b.numbers[firstCount] ?? 0) - (a.numbers[firstCount] ?? 0)
      if (difference !== 0) return difference
    }
    for (const group of groups.keys()) {
      const difference = collator.compare(
        label(group, a.key[group] ?? null),
        label(group, b.key[group] ?? null),
      )
      if (difference !== 0) return difference
    }
    return 0
  })
}

/** Percentage to one decimal; null if there is nothing to divide by. */
export const rate = (part: number | null | undefined, whole: number | null | undefined): number | null =>
  part == null || whole == null || whole === 0 ? null : Math.round((1000 * part) / whole) / 10

/** Calculates the percentages of a row from its counts and those of the total. */
export const addRates = (
  row: Pick<CountedRow, 'numbers'>,
  total: Pick<CountedRow, 'numbers'> | undefined,
  measures: readonly Measure[],
): void => {
  for (const measure of measures) {
    if (measure.kind === 'percent')
      row.numbers[measure.id] = rate(row.numbers[measure.of], row.numbers[measure.among])
    if (measure.kind === 'share')
      row.numbers[measure.id] = rate(row.numbers[measure.of], total?.numbers[measure.of])
  }
}
