import { sql as raw } from 'kysely'
import type { markAttendance, Register, saveSession } from '../../../contract/care/classes/register.ts'
import { today } from '../../../contract/platform/dates/dates.ts'
import type { CheckedInputOf } from '../../../contract/platform/calls/endpoint.ts'
import { isAttended, type AttendanceStatus } from '../../../contract/pathways/records/exerciseAttendance.ts'
import { unusualQuestion } from '../../../contract/platform/fields/unusual.ts'
import { HttpProblem, notFound, ValidationProblem } from '../../platform/errors.ts'
import type { RecordDeath } from '../../patients/patient/death.ts'
import { sessionsBookedOver, takeBookingsInTurn } from '../../pathways/records/bookings.ts'
import { exerciseAttendanceKind } from '../../pathways/records/exerciseAttendance.ts'
import { deleteRecord, saveRecord } from '../../pathways/records/store.ts'
import { lockPathway } from '../../stages/lock.ts'
import { requireActiveChoices } from '../../platform/writes/activeChoices.ts'
import { valuesOf } from '../../platform/writes/columns.ts'
import { changeRow, lockRow, type SavedRow, type StoredRow } from '../../platform/writes/saveRow.ts'
import type { Writing } from '../../platform/writes/write.ts'
import { sessionColumns, sessionTable } from './columns.ts'
import { attendedCodes } from './read.ts'
import { markOf } from './register.ts'

type Session = StoredRow<'class_session'>
type Mark = NonNullable<Register['people'][number]['mark']>

const conflict = (message: string): HttpProblem => new HttpProblem(409, 'conflict', message)

/** A mark in a register is an ordinary attendance that also stores its session. */
const kindOf = ({ id }: Session): typeof exerciseAttendanceKind => ({
  ...exerciseAttendanceKind,
  settle: () => Promise.resolve({ class_session_id: id }),
})

/** A version that no row has. A sender that saw no mark must not overwrite an existing one. */
const sawNone = 0

/** Marks a person, or corrects or removes the mark, under the same rules as any saved attendance. */
export const markPerson = async (
  writing: Writing,
  { sessionId, placeId, attendanceStatus, version = sawNone }: CheckedInputOf<typeof markAttendance>,
  recordDeath: RecordDeath,
): Promise<{ mark: Mark | null }> => {
  const { sql } = writing
  const place = await sql
    .selectFrom('class_place')
    .select(['class_id', 'pathway_id', 'exercise_id'])
    .where('id', '=', placeId)
    .executeTakeFirst()
  if (place === undefined) throw notFound()
  const { patient_id: patientId, id: pathwayId } = await lockPathway(writing, place.pathway_id)
  writing.trace({ patientIds: [patientId], pathwayIds: [pathwayId] })
  const session = await lockRow(writing, 'class_session', sessionId)
  const exerciseId = place.exercise_id
  if (place.class_id !== session.class_id || exerciseId === null)
    throw conflict('This person is not in the class of this session. Nothing was saved.')
  if (session.session_date > today())
    throw conflict('This session has not been given yet. Nothing was saved.')
  const before = await readMark(writing, session, exerciseId)
  if (before?.attendanceStatus === attendanceStatus || (before === null && attendanceStatus === null))
    return { mark: before }
  if (attendanceStatus === null) {
    await deleteRecord(writing, exerciseAttendanceKind, {
      ...{ id: before?.id ?? 0, version, pathwayId, exerciseId },
    })
    return { mark: null }
  }
  await assertInUse(writing, session, before)
  const minutes = isAttended(attendanceStatus) ? (before?.minutes ?? session.minutes) : null
  const saved = await saveRecord(
    writing,
    kindOf(session),
    attendanceOf(
      { session, pathwayId, exerciseId },
      { id: before?.id ?? 0, version, attendanceStatus, minutes },
    ),
    recordDeath,
  )
  await noteRecorded(writing, session)
  return { mark: { ...saved, attendanceStatus, minutes } }
}

const attendanceOf = (
  { session, pathwayId, exerciseId }: { session: Session; pathwayId: number; exerciseId: number },
  { id, version, attendanceStatus, minutes }: Mark,
) => ({
  ...(id === 0 ? {} : { version }),
  ...{ id, pathwayId, exerciseId, attendanceStatus, minutes },
  attendanceDate: session.session_date,
  exerciseTypeId: session.exercise_type_id,
  locationId: session.location_id,
})

const readMark = async ({ sql }: Writing, { id }: Session, exerciseId: number): Promise<Mark | null> => {
  const { rows } = await raw<Mark & { attendanceStatus: AttendanceStatus }>`
    select mark.id, mark.version, mark.attendance_status as "attendanceStatus", mark.minutes
    from class_session as session
    join exercise on exercise.id = ${exerciseId}
    cross join lateral (${markOf('exercise.id')}) as mark
    where session.id = ${id}`.execute(sql)
  return rows[0] ?? null
}

/**
 * A new attendance may only use active choices. Checked here, because the register has no field in which to correct
 * it.
 */
const assertInUse = async ({ sql }: Writing, session: Session, before: Mark | null): Promise<void> => {
  if (before !== null) return
  const { rows } = await raw<{ isInUse: boolean }>`
    select location.is_active and exercise_type.is_active as "isInUse" from location cross join exercise_type
    where location.id = ${session.location_id} and exercise_type.id = ${session.exercise_type_id}`.execute(
    sql,
  )
  if (rows[0]?.isInUse !== true)
    throw conflict(
      'The place or the kind of exercise of this session is no longer in use. Ask an administrator.',
    )
}

/**
 * From now on, changes to the class leave this session alone. No audit entry of its own: the attendances are in the
 * audit trail.
 */
export const noteRecorded = async ({ sql }: Writing, { id, recorded_at: at }: Session): Promise<void> => {
  if (at !== null) return
  await raw`update class_session set recorded_at = clock_timestamp() where id = ${id}`.execute(sql)
}

interface Attended extends Mark {
  pathwayId: number
  exerciseId: number
}

/** Everyone who attended this session and whose referral is still open. */
const attendedIn = async ({ sql }: Writing, sessionId: number): Promise<Attended[]> => {
  const { rows } = await raw<Attended>`
    select mark.id, mark.version, mark.attendance_status as "attendanceStatus", mark.minutes,
      exercise.pathway_id as "pathwayId", exercise.id as "exerciseId"
    from exercise_attendance as mark
    join exercise on exercise.id = mark.exercise_id and exercise.is_active
    join work_list on work_list.pathway_id = exercise.pathway_id
    where mark.class_session_id = ${sessionId} and mark.is_active and mark.attendance_status in ${attendedCodes}
    order by exercise.pathway_id, mark.id`.execute(sql)
  return rows
}

/**
 * Saves the length of a session and its instructor. A new length also applies to everyone whose attendance had the
 * previous length.
 */
export const saveSessionRow = async (
  writing: Writing,
  input: CheckedInputOf<typeof saveSession>,
  recordDeath: RecordDeath,
): Promise<SavedRow> => {
  const { id, version, minutes } = input
  // Lock the referrals before the session, as saving a mark does.
  for (const { pathwayId } of await attendedIn(writing, id)) await lockPathway(writing, pathwayId)
  // Lock the bookings before the session, as saving a class does.
  const { clinicianId } = input
  await takeBookingsInTurn(writing, { clinicianId, roomId: await roomOf(writing, id) })
  const session = await lockRow(writing, 'class_session', id)
  if (session.minutes === minutes && session.clinician_id === input.clinicianId)
    return { id, version: session.version }
  const values = valuesOf(sessionColumns, input)
  await requireActiveChoices(writing, sessionTable, values, session)
  const saved = await changeRow(writing, {
    ...sessionTable,
    ...{ id, version, values, locked: session, patientId: null },
  })
  // Existing overlaps were asked about when they were booked, and past sessions are over.
  const isMore = clinicianId !== session.clinician_id || minutes > session.minutes
  if (input.unusualConfirmed === false && isMore && session.session_date >= today()) {
    const questions = await sessionsBookedOver(
      writing,
      session.class_id,
      [id],
      minutes > session.minutes ? [id] : [],
    )
    if (questions.length > 0) throw new ValidationProblem({ unusualConfirmed: unusualQuestion(questions) })
  }
  if (session.session_date <= today()) await noteRecorded(writing, session)
  if (minutes === session.minutes) return saved
  for (const mark of await attendedIn(writing, id))
    if (mark.minutes === null || mark.minutes === session.minutes)
      await saveRecord(
        writing,
        kindOf(session),
        attendanceOf({ session, ...mark }, { ...mark, minutes }),
        recordDeath,
      )
  return saved
}

const roomOf = async ({ sql }: Writing, sessionId: number): Promise<number | null> => {
  const session = await sql
    .selectFrom('class_session')
    .select('location_id')
    .where('id', '=', sessionId)
    .executeTakeFirst()
  return session?.location_id ?? null
}
