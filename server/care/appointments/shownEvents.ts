import { sql as raw, type Kysely, type Transaction } from 'kysely'
import { instantOf } from '../../../contract/platform/words/format.ts'
import type { DB } from '../../platform/db/types.ts'
import type { CalendarEvent } from './calendar.ts'

/* What a feed showed of each event. An event never just vanishes: it is shown as cancelled until it leaves the window. */

/** An event of the diary as it is now. */
export interface DiaryEvent extends Omit<CalendarEvent, 'uid'> {
  what: 'appointment' | 'session'
  recordId: number
}

interface Window {
  /** Instants. What began earlier is in no calendar any more. */
  from: number
  /** The diary was read up to here, because it has more than a calendar shows. */
  until: number
  now: number
}

const keyOf = ({ what, recordId }: Pick<DiaryEvent, 'what' | 'recordId'>): string => `${what}-${recordId}`

/**
 * The events to show: those of the diary, and as cancelled those that were shown and are there no longer, because they
 * were deleted, closed or given to somebody else. The sequence rises with each visible change, and with nothing else.
 */
const settle = (
  diary: readonly DiaryEvent[],
  shown: readonly DiaryEvent[],
  { from, until, now }: Window,
): DiaryEvent[] => {
  const shownBefore = new Map(shown.map((event) => [keyOf(event), event]))
  const inDiary = new Set(diary.map(keyOf))
  const gone = shown.filter(
    (event) => !inDiary.has(keyOf(event)) && event.startsAt >= from && event.startsAt <= until,
  )
  return [...diary, ...gone.map((event) => ({ ...event, isCancelled: true }))].map((event) => {
    const before = shownBefore.get(keyOf(event))
    if (before === undefined) return event
    if (looksOf(before) === looksOf(event)) return before
    return { ...event, sequence: Math.max(before.sequence + 1, event.sequence), changedAt: now }
  })
}

const looksOf = ({ startsAt, endsAt, summary, location, isCancelled }: DiaryEvent): string =>
  JSON.stringify([startsAt, endsAt, summary, location, isCancelled])

/** Locks the feed, so that two programs that read it at once are shown the same. @returns the host of its UIDs */
export const lockFeed = async (sql: Transaction<DB>, feedId: number, host: string): Promise<string> => {
  const { uid_host: kept } = await sql
    .updateTable('calendar_feed')
    .set((row) => ({ uid_host: row.fn.coalesce('uid_host', row.val(host)) }))
    .where('id', '=', feedId)
    .returning('uid_host')
    .executeTakeFirstOrThrow()
  return kept ?? host
}

/** Stores what the feed shows from now on. */
export const showEvents = async (
  sql: Transaction<DB>,
  feedId: number,
  diary: readonly DiaryEvent[],
  window: Window,
): Promise<DiaryEvent[]> => {
  const shown = await readShown(sql, feedId)
  const events = settle(diary, shown, window)
  const known = new Map(shown.map((event) => [keyOf(event), event]))
  const changed = events.filter((event) => known.get(keyOf(event)) !== event)
  if (changed.length > 0) await store(sql, feedId, changed)
  if (shown.some(({ startsAt }) => startsAt < window.from))
    await sql
      .deleteFrom('calendar_feed_event')
      .where('feed_id', '=', feedId)
      .where('starts_at', '<', instantOf(window.from))
      .execute()
  return events.toSorted(
    (one, other) => one.startsAt - other.startsAt || (keyOf(one) < keyOf(other) ? -1 : 1),
  )
}

const milliseconds = (column: string) =>
  raw`(extract(epoch from ${raw.ref(column)}) * 1000)::double precision`

const readShown = async (sql: Kysely<DB>, feedId: number): Promise<DiaryEvent[]> => {
  const { rows } = await raw<DiaryEvent>`
    select what, record_id as "recordId", sequence, ${milliseconds('changed_at')} as "changedAt",
      ${milliseconds('starts_at')} as "startsAt", ${milliseconds('ends_at')} as "endsAt", summary, location,
      is_cancelled as "isCancelled"
    from calendar_feed_event where feed_id = ${feedId}`.execute(sql)
  return rows
}

const store = async (sql: Kysely<DB>, feedId: number, events: readonly DiaryEvent[]): Promise<void> => {
  const rows = events.map((event) => ({
    ...{ what: event.what, record_id: event.recordId, sequence: event.sequence },
    ...{ changed_at: instantOf(event.changedAt), starts_at: instantOf(event.startsAt) },
    ...{ ends_at: instantOf(event.endsAt), summary: event.summary, location: event.location },
    is_cancelled: event.isCancelled,
  }))
  await raw`
    insert into calendar_feed_event (feed_id, what, record_id, sequence, changed_at, starts_at, ends_at, summary, location, is_cancelled)
    select ${feedId}::bigint, row.* from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as row (what text, record_id bigint,
      sequence integer, changed_at timestamptz, starts_at timestamptz, ends_at timestamptz, summary text, location text,
      is_cancelled boolean)
    on conflict (feed_id, what, record_id) do update set sequence = excluded.sequence, changed_at = excluded.changed_at,
      starts_at = excluded.starts_at, ends_at = excluded.ends_at, summary = excluded.summary, location = excluded.location,
      is_cancelled = excluded.is_cancelled`.execute(sql)
}
