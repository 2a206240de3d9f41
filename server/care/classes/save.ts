import { sql as raw } from 'kysely'
import type { saveClass } from '../../../contract/care/classes/class.ts'
import { daysAfterChange } from '../../../contract/care/classes/days.ts'
import type { CheckedInputOf } from '../../../contract/platform/calls/endpoint.ts'
import { unusualQuestion } from '../../../contract/platform/fields/unusual.ts'
import { unusualHours } from '../../../contract/pathways/records/usualHours.ts'
import { ValidationProblem } from '../../platform/errors.ts'
import { sessionsBookedOver, takeBookingsInTurn } from '../../pathways/records/bookings.ts'
import { requireActiveChoices } from '../../platform/writes/activeChoices.ts'
import { valuesOf } from '../../platform/writes/columns.ts'
import { addRow, changeRow, lockRow, type SavedRow, type StoredRow } from '../../platform/writes/saveRow.ts'
import type { Writing } from '../../platform/writes/write.ts'
import { classColumns, classTable } from './columns.ts'
import { settleTasksOf } from '../../pathways/tasks/settle.ts'
import { updateStage } from '../../stages/updateStage.ts'
import type { Tell } from '../telling/tell.ts'
import { askAboutLost, readAhead, tellOfLost } from './lostSessions.ts'
import { countPlaces } from './places.ts'
import { readDaysOff } from './read.ts'

/**
 * Saves a class with its days off and updates its sessions, except sessions with anything recorded.
 * @param tell tells the people of sessions to come that the class no longer has; null if they know
 */
export const saveClassRow = async (
  writing: Writing,
  input: CheckedInputOf<typeof saveClass>,
  tell: Tell | null,
): Promise<SavedRow> => {
  const { id, version, capacity } = input
  // Same lock order as every other change: referrals, then the class (places.ts).
  if (id !== 0) await lockMembers(writing, id)
  const before = id === 0 ? null : await lockRow(writing, 'exercise_class', id)
  const values = valuesOf(classColumns, input)
  await requireActiveChoices(writing, classTable, values, before)
  if (before !== null && capacity < before.capacity) await assertRoom(writing, id, capacity)
  const offBefore = before === null ? [] : await readDaysOff(writing.sql, id)
  const off = input.daysOff === undefined ? offBefore : [...new Set(input.daysOff)].sort()
  const parts: Record<string, { before: string; after: string }> =
    offBefore.length + off.length === 0
      ? {}
      : { daysOff: { before: offBefore.join(', '), after: off.join(', ') } }
  const row = { ...classTable, values, patientId: null, parts }
  const saved =
    before === null
      ? await addRow(writing, row)
      : await changeRow(writing, { ...row, id, version, locked: before })
  await writing.sql.deleteFrom('class_day_off').where('class_id', '=', saved.id).execute()
  if (off.length > 0)
    await writing.sql
      .insertInto('class_day_off')
      .values(off.map((day) => ({ class_id: saved.id, day_off: day })))
      .execute()
  await takeBookingsInTurn(writing, { clinicianId: input.clinicianId, roomId: input.locationId })
  const bookedBefore = input.unusualConfirmed === false ? await bookedSessions(writing, saved.id) : null
  const change = { classId: saved.id, name: input.name, before: await readAhead(writing, saved.id) }
  await settleSessions(writing, saved.id, before, { ...input, daysOff: off })
  if (bookedBefore !== null)
    await askAboutSessions(writing, saved.id, bookedBefore, await askAboutLost(writing, change))
  if (tell !== null) await tellOfLost(writing, change, tell)
  if (before !== null) await settleMembers(writing, saved.id)
  return saved
}

/** Time, location and instructor of each session of a class. */
const bookedSessions = ({ sql }: Writing, classId: number) =>
  sql
    .selectFrom('class_session')
    .select([
      'id',
      'session_date as day',
      'start_time as startTime',
      'minutes',
      'clinician_id',
      'location_id',
    ])
    .where('class_id', '=', classId)
    .orderBy('session_date')
    .execute()
type BookedSessions = Awaited<ReturnType<typeof bookedSessions>>

const timeOf = ({ day, startTime, minutes }: BookedSessions[number]): string =>
  `${day} ${startTime} ${minutes}`

/** Asks only about sessions that were added or changed. Unchanged sessions were asked about when they were saved. */
const askAboutSessions = async (
  writing: Writing,
  classId: number,
  before: BookedSessions,
  ofLost: readonly string[],
): Promise<void> => {
  const known = new Set(before.map((session) => JSON.stringify(session)))
  const timesKnown = new Set(before.map(timeOf))
  const after = await bookedSessions(writing, classId)
  const changed = after.filter((session) => !known.has(JSON.stringify(session)))
  const moved = changed.filter((session) => !timesKnown.has(timeOf(session)))
  const idsOf = (sessions: BookedSessions) => sessions.map(({ id }) => id)
  const questions = [
    ...ofLost,
    ...(await sessionsBookedOver(writing, classId, idsOf(changed), idsOf(moved))),
    ...unusualHours(changed, writing.bankHolidayOn),
  ]
  if (questions.length > 0) throw new ValidationProblem({ unusualConfirmed: unusualQuestion(questions) })
}

const lockMembers = async ({ sql }: Writing, classId: number): Promise<number[]> => {
  const { rows } = await raw<{ id: number }>`
    select id from pathway
    where id in (select pathway_id from class_member where class_id = ${classId} and ended_how is null)
    order by id for update`.execute(sql)
  return rows.map(({ id }) => id)
}

/**
 * The end of a class affects its people's lists and creates a task. The user who changes the class does not open
 * anyone's record, so the tasks are traced without patient ids.
 */
const settleMembers = async (writing: Writing, classId: number): Promise<void> => {
  const ids = await lockMembers(writing, classId)
  if (ids.length === 0) return
  await updateStage(writing, ids)
  const { records } = await settleTasksOf(writing.sql, ids, writing.userId)
  writing.trace({ records })
}

const assertRoom = async (writing: Writing, classId: number, capacity: number): Promise<void> => {
  const { taken } = await countPlaces(writing.sql, classId)
  if (taken > capacity)
    throw new ValidationProblem({
      capacity: taken === 1 ? '1 place is taken or offered' : `${taken} places are taken or offered`,
    })
}

/**
 * Columns that a session takes from its class, unless the session was changed individually, for example for a
 * stand-in.
 */
const given = ['start_time', 'minutes', 'exercise_type_id', 'location_id', 'clinician_id'] as const

const settleSessions = async (
  { sql, userId }: Writing,
  classId: number,
  before: StoredRow<'exercise_class'> | null,
  after: { firstDate: string; weeks: number; daysOff: string[] },
): Promise<void> => {
  const { rows } = await raw<{ day: string; isRecorded: boolean }>`
    select session_date as day, recorded_at is not null as "isRecorded" from class_session
    where class_id = ${classId} for update`.execute(sql)
  const wanted = daysAfterChange(rows, after)
  const last = rows.reduce((latest, { day, isRecorded }) => (isRecorded && day > latest ? day : latest), '')
  await raw`
    delete from class_session where class_id = ${classId} and recorded_at is null
      and session_date <> all(${wanted}::date[])`.execute(sql)
  if (before !== null) {
    const followed = given.map(
      (column) => raw`${raw.ref(column)} = case when session.${raw.ref(column)} = ${before[column]}
        then class.${raw.ref(column)} else session.${raw.ref(column)} end`,
    )
    await raw`
      update class_session as session set ${raw.join(followed)}, updated_at = clock_timestamp(), updated_by = ${userId}
      from exercise_class as class
      where class.id = session.class_id and class.id = ${classId} and session.recorded_at is null
        and session.session_date > coalesce(nullif(${last}::text, '')::date, '-infinity')`.execute(sql)
  }
  const columns = raw.join(given.map((column) => raw.ref(column)))
  await raw`
    insert into class_session (class_id, session_date, ${columns}, created_by, updated_by)
    select class.id, day, ${columns}, ${userId}::bigint, ${userId}::bigint
    from exercise_class as class cross join unnest(${wanted}::date[]) as day
    where class.id = ${classId}
    on conflict (class_id, session_date) do nothing`.execute(sql)
}
