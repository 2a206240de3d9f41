import { sql as raw, type Kysely, type RawBuilder } from 'kysely'
import type { CalendarDate } from '../../../contract/platform/dates/dates.ts'
import type { Capability } from '../../../contract/accounts/permissions.ts'
import type { DB } from '../../platform/db/types.ts'
import type { Standings } from './standings.ts'

/*
 * What a report consists of. Each report is one file in catalogue/, which states in words and in SQL what it counts.
 * Counting, percentages, suppression, drawing and listing the patients behind a number are written once and work from
 * that definition.
 */

/** The requested days, as SQL of type date and as text. */
export interface Period {
  from: RawBuilder<unknown>
  to: RawBuilder<unknown>
  /** The current day in London. Anything planned for a later day has not happened yet. */
  today: RawBuilder<unknown>
  dateFrom: CalendarDate
  dateTo: CalendarDate
  /** The stage of every pathway at the end of the last day; read once, when a section first needs it. */
  standings: () => Promise<Standings>
}

type Select = RawBuilder<unknown> | Promise<RawBuilder<unknown>>

/** What is counted and by which date, as text above its figures in docs/reference/figures.md. */
export interface Subject {
  title: string
  each: string
}

/** A select with one row for each thing counted, with `patient_id` and `pathway_id` where they exist. */
export interface Facts {
  (period: Period): Select
  subject?: Subject
  /** The facts about the same things, to which these add columns. */
  sameAs?: Facts
  /** The facts from which these are derived. */
  source?: Facts
  /** The select that derives these from `facts`. */
  take?: (period: Period) => RawBuilder<unknown>
}

/**
 * Facts derived from others. The others are read once for all sections that derive from them.
 * @param take a select from `facts`, the name under which the others are available
 */
export const takenFrom = (source: Facts, take: (period: Period) => RawBuilder<unknown>): Facts =>
  Object.assign(async (period: Period) => raw`with facts as (${await source(period)}) ${take(period)}`, {
    source,
    take,
  })

/** Facts to count, with the text that describes them. */
export const factsOf = (title: string, each: string, facts: Facts): Facts & { subject: Subject } =>
  Object.assign(facts, { subject: { title, each } })

/**
 * The same things with more columns, so that counting them gives the same figure everywhere.
 * @param take a select from `facts` that keeps every row
 */
export const withColumns = (source: Facts, take: (period: Period) => RawBuilder<unknown>): Facts =>
  Object.assign(takenFrom(source, take), { sameAs: source })

/** Sections whose facts share a source are counted in one statement. */
export const sourceOf = ({ facts }: CountedSection): Facts => facts.source ?? facts

/** A column of the facts to group by. */
export interface Group {
  id: string
  title: string
  /** Shown if the fact has no value. */
  missing?: string
  /** Display names of stored values. */
  labels?: Record<string, string>
  /** Values that get a row even if nothing was counted, in order. Other values follow them. */
  every?: (period: Period) => string[]
  /** Formats a value if `labels` is not enough. */
  show?: (value: string) => string
}

/** The median, quartiles and centile interpolate between two values, as spreadsheets do (`percentile_cont`). */
export type Statistic =
  'lowerQuartile' | 'median' | 'upperQuartile' | 'ninetieth' | 'greatest' | 'mean' | 'sum'

interface OfSome {
  when?: string
  /** Decimal places; the default is one. */
  decimals?: 1 | 2
}

/** `when` is SQL over the columns of the facts, written in the catalogue and never taken from a request. */
export type Measure = {
  /** What the measure counts, if the report's definition does not say so. */
  meaning?: string
} & (
  | {
      kind: 'count'
      id: string
      title: string
      when?: string
      distinct?: string
      /**
       * Counts of the same row that add up to this one. Suppression needs them, because a hidden number could be
       * worked out from the sum.
       */
      sumOf?: readonly string[]
    }
  /** One count of the row as a percentage of another. */
  | { kind: 'percent'; id: string; title: string; of: string; among: string }
  /** A count of the row as a percentage of the same count in all rows. */
  | { kind: 'share'; id: string; title: string; of: string }
  | ({ kind: Statistic; id: string; title: string; value: string } & OfSome)
  /** The sum of one numeric column divided by the sum of another. */
  | ({ kind: 'ratio'; id: string; title: string; value: string; per: string } & OfSome)
)

export interface Chart {
  title: string
  /** One bar for each row, by one measure; or one bar for each of several measures of the total. */
  bars: { rows: string } | { total: readonly string[] }
}

/** Groups of the facts with a number for each measure. */
export interface CountedSection {
  kind?: never
  title: string
  /** A sentence, or a function that reads it if it depends on a setting. */
  note?: string | ((sql: Kysely<DB>) => Promise<string>)
  facts: Facts
  groups: readonly Group[]
  measures: readonly Measure[]
  /** The default is by the first count, highest first. */
  order?: 'most' | 'label'
  /** Not everything counted is a patient, so its numbers do not lead to the patients behind them. */
  isBeyondPatients?: true
  /** Whether there is a total row. False if a fact appears in several rows, so that a sum is meaningless. */
  hasTotal?: boolean
  chart?: Chart
}

export interface ListedColumn {
  id: string
  title: string
  kind: 'text' | 'day' | 'instant' | 'nhsNumber' | 'number'
}

/** Individual entries, one row each. Left out when small numbers are hidden. */
export interface ListedSection {
  kind: 'listed'
  title: string
  note?: string
  facts: Facts
  columns: readonly ListedColumn[]
  empty: string
}

export type Section = CountedSection | ListedSection

export interface Report {
  name: string
  title: string
  group: string
  /** The question that the report answers, worded as a user would ask it. */
  answers: string
  /** What is counted and by which date; printed on the report. */
  definition: readonly string[]
  capability: Capability
  /** The report shows the state at the end of the last day, so that day cannot be in the future. */
  isSnapshot?: true
  sections: readonly Section[]
}

/* Measures that most reports share. */

export const count = (id: string, title: string, when?: string, sumOf?: readonly string[]): Measure => ({
  kind: 'count',
  id,
  title,
  ...(when === undefined ? {} : { when }),
  ...(sumOf === undefined ? {} : { sumOf }),
})
/** Counts all facts. Each fact is in exactly one of the counts in `sumOf`. */
export const countAll = (id: string, title: string, sumOf: readonly string[]): Measure =>
  count(id, title, undefined, sumOf)
/** Counts distinct values among the facts, such as people among their sessions. */
export const countDistinct = (id: string, title: string, distinct: string, when?: string): Measure => ({
  kind: 'count',
  id,
  title,
  distinct,
  ...(when === undefined ? {} : { when }),
})
/** Adds text for the glossary, which otherwise uses the report's definition. */
export const meaning = (words: string, measure: Measure): Measure => ({ ...measure, meaning: words })
export const percent = (id: string, title: string, of: string, among: string): Measure => ({
  kind: 'percent',
  id,
  title,
  of,
  among,
})
export const share = (id: string, title: string, of: string): Measure => ({ kind: 'share', id, title, of })

/** Median, 90th centile and maximum of a number of days. */
export const spread = (value: string): Measure[] => [
  { kind: 'median', id: 'median', title: 'Median days', value },
  { kind: 'ninetieth', id: 'ninetieth', title: '90th centile days', value },
  { kind: 'greatest', id: 'greatest', title: 'Longest days', value },
]
