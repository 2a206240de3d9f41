import { sql as raw, type RawBuilder } from 'kysely'
import { addDays, addMonths, isCalendarDate } from '../../../../contract/platform/dates/dates.ts'
import { instantAt } from '../../../../contract/platform/dates/wallTime.ts'
import type { Column } from '../mapping/source.ts'
import { wrong } from './problem.ts'
import { instantFrom, millisecondsOf } from '../mapping/instants.ts'

const prefixes = ['eq', 'ne', 'gt', 'lt', 'ge', 'le', 'sa', 'eb'] as const
type Prefix = (typeof prefixes)[number]

const written =
  /^([a-z]{2})?(\d{4})(?:-(\d\d)(?:-(\d\d)(?:T(\d\d):(\d\d)(?::(\d\d)(\.\d{1,9})?)?(Z|[+-]\d\d:\d\d)?)?)?)?$/

/** What a date of a search stands for: from `start` to before `end`, in milliseconds. Days are those of London. */
export interface Span {
  prefix: Prefix
  start: number
  end: number
}

const isPrefix = (text: string): text is Prefix => (prefixes as readonly string[]).includes(text)
const [minute, second] = [60_000, 1000]

export const readDate = (parameter: string, text: string): Span => {
  const refuse = () =>
    wrong(
      parameter,
      'Write a date from 1850 to 2198 like 2026, 2026-11, 2026-11-29 or 2026-11-29T09:30:00Z, with eq, ne, gt, lt, ge, le, sa or eb in front if needed.',
    )
  const [, prefix = 'eq', year, month, day, hour, minutes, seconds, fraction, zone] = written.exec(text) ?? []
  if (year === undefined || !isPrefix(prefix)) throw refuse()
  const first = `${year}-${month ?? '01'}-${day ?? '01'}`
  if (!isCalendarDate(first) || year > '2198') throw refuse()
  if (hour === undefined || minutes === undefined) {
    const next = day !== undefined ? addDays(first, 1) : addMonths(first, month === undefined ? 12 : 1)
    return { prefix, start: instantAt(first, '00:00'), end: instantAt(next, '00:00') }
  }
  if (hour > '23' || minutes > '59' || (seconds ?? '00') > '59') throw refuse()
  const start =
    zone === undefined
      ? instantAt(first, `${hour}:${minutes}`) + Number(seconds ?? 0) * second
      : millisecondsOf(`${first}T${hour}:${minutes}:${seconds ?? '00'}${zone}`)
  if (Number.isNaN(start)) throw refuse()
  if (fraction !== undefined) {
    const exact = start + Math.floor(Number(fraction) * second)
    return { prefix, start: exact, end: exact + 1 }
  }
  return { prefix, start, end: start + (seconds === undefined ? minute : second) }
}

const at = (milliseconds: number): RawBuilder<unknown> => raw`${instantFrom(milliseconds)}::timestamptz`

/** The condition that the date of a row agrees with that of the search (FHIR R4, search, prefixes). */
export const datesAgree = (
  { from, to, isInstant }: Extract<Column, { kind: 'date' }>,
  { prefix, start, end }: Span,
): RawBuilder<unknown> => {
  const begins = isInstant === true ? raw`date_trunc('milliseconds', ${from})` : raw`london_day(${from})`
  const after = (last: RawBuilder<unknown>) =>
    isInstant === true
      ? raw`date_trunc('milliseconds', ${last}) + interval '1 millisecond'`
      : raw`london_day((${last})::date + 1)`
  // A span without an end goes on; one without a beginning began long ago.
  const lower = to === undefined ? begins : raw`coalesce(${begins}, '-infinity'::timestamptz)`
  const upper = to === undefined ? after(from) : raw`coalesce(${after(to)}, 'infinity'::timestamptz)`
  const isThere = to === undefined ? raw`${from} is not null` : raw`num_nonnulls(${from}, ${to}) > 0`
  const within = raw`(${lower} >= ${at(start)} and ${upper} <= ${at(end)})`
  const conditions: Record<Prefix, RawBuilder<unknown>> = {
    eq: within,
    ne: raw`not ${within}`,
    gt: raw`${upper} > ${at(end)}`,
    lt: raw`${lower} < ${at(start)}`,
    ge: raw`(${upper} > ${at(end)} or ${within})`,
    le: raw`(${lower} < ${at(start)} or ${within})`,
    sa: raw`${lower} >= ${at(end)}`,
    eb: raw`${upper} <= ${at(start)}`,
  }
  return raw`(${isThere} and ${conditions[prefix]})`
}
