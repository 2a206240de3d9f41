import type { Kysely } from 'kysely'
import { today } from '../../../../contract/platform/dates/dates.ts'
import { instantAt, londonClock } from '../../../../contract/platform/dates/wallTime.ts'
import type { DB } from '../../../platform/db/types.ts'

/* What the views of the own page say of a person's classes. */

export interface Place {
  id: number
  classId: number
  state: string
  name: string
  firstDate: string
  startTime: string
  place: string
  address: string
  isLeaving: boolean
}

export const readPlaces = async (sql: Kysely<DB>): Promise<Place[]> => {
  const rows = await sql.selectFrom('my_class').selectAll().orderBy('id').execute()
  return rows.map((row) => ({
    id: row.id ?? 0,
    classId: row.class_id ?? 0,
    state: row.state ?? '',
    name: row.name ?? '',
    firstDate: row.first_date ?? today(),
    startTime: row.start_time ?? '',
    place: row.place ?? '',
    address: row.address ?? '',
    isLeaving: row.is_leaving === true,
  }))
}

/** How many of the next sessions are shown. */
const sessionsShown = 4

export const readSessions = async (sql: Kysely<DB>, classId: number, now: number) => {
  const rows = await sql
    .selectFrom('my_session')
    .select(['id', 'session_date as day', 'start_time as time', 'is_missed as isMissed'])
    .where('class_id', '=', classId)
    .where('session_date', '>=', londonClock(now).day)
    .orderBy('session_date')
    .limit(sessionsShown + 1)
    .execute()
  return rows
    .map((row) => ({
      id: row.id ?? 0,
      day: row.day ?? '',
      time: row.time ?? '',
      isMissed: row.isMissed === true,
    }))
    .filter(({ day, time }) => instantAt(day, time) > now)
    .slice(0, sessionsShown)
}

/** Days off before the last session that is shown, or soon. */
export const readDaysOff = async (sql: Kysely<DB>, classId: number, now: number): Promise<string[]> => {
  const rows = await sql
    .selectFrom('my_day_off')
    .select('day_off as day')
    .where('class_id', '=', classId)
    .where('day_off', '>=', londonClock(now).day)
    .orderBy('day_off')
    .limit(sessionsShown)
    .execute()
  return rows.flatMap(({ day }) => (day === null ? [] : [day]))
}
