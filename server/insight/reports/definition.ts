import { sql as raw, type Kysely, type RawBuilder } from 'kysely'
import type { CalendarDate } from '../../../contract/platform/dates/dates.ts'
import type { Capability } from '../../../contract/accounts/permissions.ts'
import type { DB } from '../../platform/db/types.ts'
import type { Standings } from './standings.ts'

/*
 * What a report is made of. A report is one file in catalogue/: it says in words and in SQL what it counts. Counting,
 * percentages, suppression, drawing and the patients behind a number follow from that and are written once.
 */

/** The days asked for, as SQL of the type date, and as text. */
export interface Period {
  from: RawBuilder<unknown>
  to: RawBuilder<unknown>
  /** The day it is in London: what is planned for a later one has not happened. */
  today: RawBuilder<unknown>
  dateFrom: CalendarDate
  dateTo: CalendarDate
  /** Where every pathway stood at the end of the last day; read once, when a section asks for it. */
  standings: () => Promise<Standings>
}

type Select = RawBuilder<unknown> | Promise<RawBuilder<unknown>>

/** What is counted, in words that head its figures in docs/figures.md: of whom, and by which date. */
export interface Subject {
  title: string
  each: string
}

/** A select that gives one row for each thing counted, with `patient_id` and `pathway_id` where there are any. */
export interface Facts {
  (period: Period): Select
  subject?: Subject
  /** The facts of the very same things, to which these add columns. */
  sameAs?: Facts
  /** The facts that these are taken from. */
  source?: Facts
  /** The select by which they are, from `facts`. */
  take?: (period: Period) => RawBuilder<unknown>
}

/**
 * Facts that are taken from others, which are read once for all sections whose facts are taken from them.
 * @param take a select from `facts`, which are the others
 */
export const takenFrom = (source: Facts, take: (period: Period) => RawBuilder<unknown>): Facts =>
  Object.assign(async (period: Period) => raw`with facts as (${await source(period)}) ${take(period)}`, {
    source,
    take,
  })

/** Facts that are counted, with the words for them. */
export const factsOf = (title: string, each: string, facts: Facts): Facts & { subject: Subject } =>
  Object.assign(facts, { subject: { title, each } })

/**
 * The same things with more columns, so that a number of them is the same figure wherever it stands.
 * @param take a select from `facts` that leaves none of them out
 */
export const withColumns = (source: Facts, take: (period: Period) => RawBuilder<unknown>): Facts =>
  Object.assign(takenFrom(source, take), { sameAs: source })

/** Sections whose facts have the same source are counted in one statement. */
export const sourceOf = ({ facts }: CountedSection): Facts => facts.source ?? facts

/** A column of the facts by which they are counted. */
export interface Group {
  id: string
  title: string
  /** Shown where the fact has no value. */
  missing?: string
  /** What stored values are called. */
  labels?: Record<string, string>
  /** Rows that are shown though nothing was counted, in their order; others follow them. */
  every?: (period: Period) => string[]
  /** How a value is shown, when `labels` are not enough. */
  show?: (value: string) => string
}

/** Median, quartiles and centile stand between two values in proportion, as spreadsheets do it (`percentile_cont`). */
export type Statistic =
  'lowerQuartile' | 'median' | 'upperQuartile' | 'ninetieth' | 'greatest' | 'mean' | 'sum'

interface OfSome {
  when?: string
  /** Digits after the point; one unless said. */
  decimals?: 1 | 2
}

/** `when` is SQL over the columns of the facts, written in the catalogue and never taken from a request. */
export type Measure = {
  /** What it counts, where the definition of the report does not say it. */
  meaning?: string
} & (
  | {
      kind: 'count'
      id: string
      title: string
      when?: string
      distinct?: string
      /** Counts of the same row that add up to this one, so that hiding small numbers hides what gives them away. */
      sumOf?: readonly string[]
    }
  /** One count of the row as a percentage of another. */
  | { kind: 'percent'; id: string; title: string; of: string; among: string }
  /** A count of the row as a percentage of the same count of all rows. */
  | { kind: 'share'; id: string; title: string; of: string }
  | ({ kind: Statistic; id: string; title: string; value: string } & OfSome)
  /** All of one number of the facts over all of another. */
  | ({ kind: 'ratio'; id: string; title: string; value: string; per: string } & OfSome)
)

export interface Chart {
  title: string
  /** Bars for the rows, by one measure; or for several measures of the total. */
  bars: { rows: string } | { total: readonly string[] }
}

export interface CountedSection {
  kind: 'counted'
  title: string
  /** A sentence, or what reads one where it depends on a setting. */
  note?: string | ((sql: Kysely<DB>) => Promise<string>)
  facts: Facts
  groups: readonly Group[]
  measures: readonly Measure[]
  /** Rows by their first count, most first, unless said. */
  order?: 'most' | 'label'
  /** The row of all facts; left out where facts are in several rows and a sum says nothing. */
  hasTotal?: boolean
  chart?: Chart
}

export interface ListedColumn {
  id: string
  title: string
  kind: 'text' | 'day' | 'instant' | 'nhsNumber' | 'number'
}

/** Single entries, one row each. Left out when small numbers are hidden. */
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
  /** The question that it answers, in the words of who would ask it. */
  answers: string
  /** Printed on the report: what is counted, by which date. */
  definition: readonly string[]
  capability: Capability
  /** Shows how things stood at the end of the last day, which therefore cannot be one that has not come. */
  isSnapshot?: true
  sections: readonly Section[]
}

/* The measures that most reports share. */

export const count = (id: string, title: string, when?: string, sumOf?: readonly string[]): Measure => ({
  kind: 'count',
  id,
  title,
  ...(when === undefined ? {} : { when }),
  ...(sumOf === undefined ? {} : { sumOf }),
})
/** All facts, where each is in exactly one of some other counts of the row. */
export const countAll = (id: string, title: string, sumOf: readonly string[]): Measure =>
  count(id, title, undefined, sumOf)
/** How many different ones there are among the facts, such as people among their sessions. */
export const countDistinct = (id: string, title: string, distinct: string, when?: string): Measure => ({
  kind: 'count',
  id,
  title,
  distinct,
  ...(when === undefined ? {} : { when }),
})
/** With words for the glossary, which takes those of the report's definition where there are none. */
export const meaning = (words: string, measure: Measure): Measure => ({ ...measure, meaning: words })
export const percent = (id: string, title: string, of: string, among: string): Measure => ({
  kind: 'percent',
  id,
  title,
  of,
  among,
})
export const share = (id: string, title: string, of: string): Measure => ({ kind: 'share', id, title, of })

/** Median, 90th centile and longest of a number of days. */
export const spread = (value: string, when?: string): Measure[] => {
  const of = { value, ...(when === undefined ? {} : { when }) }
  return [
    { kind: 'median', id: 'median', title: 'Median days', ...of },
    { kind: 'ninetieth', id: 'ninetieth', title: '90th centile days', ...of },
    { kind: 'greatest', id: 'greatest', title: 'Longest days', ...of },
  ]
}
