import { sql as raw, type Kysely, type Transaction } from 'kysely'
import { feedOfNobody, type CalendarFeedView } from '../../../contract/care/appointments/calendarFeed.ts'
import { addDays, today, type CalendarDate } from '../../../contract/platform/dates/dates.ts'
import { holds, type Narrowing, type Profile } from '../../../contract/accounts/permissions.ts'
import {
  appointmentTypeTitle,
  isCancelled,
  type AppointmentOutcome,
  type AppointmentType,
} from '../../../contract/pathways/records/appointment.ts'
import { instantAt } from '../../../contract/platform/dates/wallTime.ts'
import { sha256 } from '../../platform/crypto/sha256.ts'
import { newToken } from '../../platform/crypto/tokens.ts'
import type { DB } from '../../platform/db/types.ts'
import { HttpProblem } from '../../platform/errors.ts'
import type { StaffWriting } from '../../platform/writes/write.ts'
import { writeCalendar } from './calendar.ts'
import { lockFeed, showEvents, type DiaryEvent } from './shownEvents.ts'

/* One clinician's calendar feed, read through its secret address. */

const entity = 'calendarFeed'
const [daysBack, daysAhead] = [28, 365]
const mostEvents = 2000
const minuteMs = 60_000

export const readFeedView = async (sql: Kysely<DB>, userId: number): Promise<CalendarFeedView> => {
  const row = await sql
    .selectFrom('app_user')
    .leftJoin('clinician', 'clinician.id', 'app_user.clinician_id')
    .leftJoin('calendar_feed as feed', (join) =>
      join.onRef('feed.user_id', '=', 'app_user.id').on('feed.address_hash', 'is not', null),
    )
    .select(['clinician.display_name as clinician', 'feed.made_at as madeAt'])
    .where('app_user.id', '=', userId)
    .executeTakeFirstOrThrow()
  return row
}

/** Creates a new address. The previous address stops working with this transaction. */
export const renewFeed = async (writing: StaffWriting, mayReadLists: boolean): Promise<string> => {
  const { sql, userId } = writing
  const { clinician } = await readFeedView(sql, userId)
  if (clinician === null || !mayReadLists) throw new HttpProblem(409, 'conflict', feedOfNobody)
  const secret = newToken()
  const { rows } = await raw<{ id: number; version: number }>`
    insert into calendar_feed as feed (user_id, address_hash) values (${userId}, ${sha256(secret)})
    on conflict (user_id) do update
      set address_hash = excluded.address_hash, made_at = clock_timestamp(), version = feed.version + 1
    returning id, version`.execute(sql)
  writing.trace({ records: rows.map((row) => ({ entity, ...row, after: { address: 'renewed' } })) })
  return secret
}

/** Withdrawing a second time changes nothing. */
export const withdrawFeed = async (writing: StaffWriting): Promise<void> => {
  const { sql, userId } = writing
  const withdrawn = await sql
    .updateTable('calendar_feed')
    .set((row) => ({ address_hash: null, version: row('version', '+', 1) }))
    .where('user_id', '=', userId)
    .where('address_hash', 'is not', null)
    .returning(['id', 'version'])
    .execute()
  writing.trace({ records: withdrawn.map((row) => ({ entity, ...row, after: { address: 'withdrawn' } })) })
}

export interface FeedOwner {
  feedId: number
  clinician: string
  userId: number
  clinicianId: number
}

/**
 * The owner of an address. Null if the address was never issued or has been withdrawn, or if its owner may no longer
 * read lists.
 */
export const ownerOfFeed = async (
  sql: Kysely<DB>,
  secret: string,
  narrowing: Narrowing,
): Promise<FeedOwner | null> => {
  const { rows } = await raw<FeedOwner & { profiles: Profile[] }>`
    select feed.id as "feedId", app_user.id as "userId", app_user.clinician_id as "clinicianId", clinician.display_name as clinician,
      array(select role.profile from user_role join role on role.id = user_role.role_id and role.is_active
        where user_role.user_id = app_user.id) as profiles
    from calendar_feed as feed
    join app_user on app_user.id = feed.user_id and app_user.is_active
    join clinician on clinician.id = app_user.clinician_id
    where feed.address_hash = ${sha256(secret)}`.execute(sql)
  const owner = rows[0]
  return owner !== undefined && holds(owner.profiles, 'workList.read', narrowing) ? owner : null
}

/**
 * When the calendar last changed, to the second. The stored hash of what was last shown decides, because the name of the
 * clinician belongs to it too. Each change gets a second of its own.
 */
const shownSince = async (sql: Kysely<DB>, feedId: number, hash: Buffer): Promise<Date> => {
  const { rows } = await raw<{ since: string }>`
    update calendar_feed set shown_hash = ${hash},
      shown_at = case when shown_hash = ${hash} then shown_at
        else greatest(date_trunc('second', clock_timestamp()), shown_at + interval '1 second') end
    where id = ${feedId} returning shown_at as since`.execute(sql)
  return new Date(rows[0]?.since ?? 0)
}

interface Row {
  what: 'appointment' | 'session'
  id: number
  version: number
  changedAt: string
  day: string
  time: string
  minutes: number
  place: string
  type: AppointmentType | null
  outcome: AppointmentOutcome | null
  className: string | null
  /** The referral has been closed or the patient has died, so the appointment may not take place. */
  isDoubtful: boolean
}

/** Does not state the reason, because anyone with the address can read the calendar. */
const lookFirst = 'please look in the diary'

/** The days that a calendar shows: four weeks back and a year ahead. */
const windowOf = (day: CalendarDate): { from: CalendarDate; to: CalendarDate } => ({
  from: addDays(day, -daysBack),
  to: addDays(day, daysAhead),
})

/**
 * The clinician's diary on these days. Reads neither the patient nor the reason for the appointment. A referral that is
 * on no list is closed.
 */
const readFeedRows = async (
  sql: Kysely<DB>,
  clinicianId: number,
  { from, to }: ReturnType<typeof windowOf>,
): Promise<Row[]> => {
  const { rows } = await raw<Row>`
    select * from (
      select 'appointment' as what, appointment.id, appointment.version, appointment.updated_at as "changedAt",
        appointment.appointment_date as day, appointment.start_time as time, appointment.minutes, location.name as place,
        appointment.appointment_type as type, appointment.outcome, null as "className",
        appointment.outcome is null and (listed.pathway_id is null or listed.deceased) as "isDoubtful"
      from appointment
      join pathway on pathway.id = appointment.pathway_id and pathway.is_active
      left join work_list as listed on listed.pathway_id = pathway.id
      join location on location.id = appointment.location_id
      where appointment.clinician_id = ${clinicianId} and appointment.is_active
        and appointment.appointment_date between ${from} and ${to}
      union all
      select 'session', session.id, session.version, session.updated_at, session.session_date, session.start_time,
        session.minutes, location.name, null, null, class.name, false
      from class_session as session
      join exercise_class as class on class.id = session.class_id
      join location on location.id = session.location_id
      where session.clinician_id = ${clinicianId} and session.session_date between ${from} and ${to}) as found
    order by day, time, what, id limit ${mostEvents}`.execute(sql)
  return rows
}

/** Whether the diary has more than these, which begin first. */
const isCut = (rows: readonly Row[]): boolean => rows.length >= mostEvents

const eventOf = (row: Row): DiaryEvent => {
  const startsAt = instantAt(row.day, row.time)
  const what = row.type === null ? (row.className ?? '') : appointmentTypeTitle(row.type)
  return {
    what: row.what,
    recordId: row.id,
    sequence: row.version - 1,
    changedAt: Date.parse(row.changedAt),
    startsAt,
    endsAt: startsAt + row.minutes * minuteMs,
    summary: row.isDoubtful ? `${what} – ${lookFirst}` : what,
    location: row.place,
    isCancelled: isCancelled(row.outcome),
  }
}

/**
 * The calendar of a feed at this moment, and what was read for it.
 * @param host of the service; makes the id of an event unique among all calendars
 */
export const showCalendar = async (
  sql: Transaction<DB>,
  { feedId, clinicianId, clinician }: FeedOwner,
  host: string,
  now: number,
): Promise<{ calendar: string; rows: Row[]; hash: Buffer; since: Date }> => {
  const uidHost = await lockFeed(sql, feedId, host)
  const window = windowOf(today(now))
  const rows = await readFeedRows(sql, clinicianId, window)
  const diary = rows.map(eventOf)
  const events = await showEvents(sql, feedId, diary, {
    from: instantAt(window.from, '00:00'),
    until: isCut(rows) ? (diary.at(-1)?.startsAt ?? now) : Infinity,
    now,
  })
  const calendar = writeCalendar(
    `Surefoot: ${clinician}`,
    events.map((event) => ({ ...event, uid: `${event.what}-${event.recordId}@${uidHost}` })),
  )
  const hash = sha256(calendar)
  return { calendar, rows, hash, since: await shownSince(sql, feedId, hash) }
}
