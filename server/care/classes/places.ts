import { randomUUID } from 'node:crypto'
import { sql as raw, type Kysely } from 'kysely'
import { whenOf } from '../../../contract/care/classes/class.ts'
import {
  leaveReasonOf,
  type acceptPlace,
  type enrol,
  type leaveClass,
  type offerPlace,
} from '../../../contract/care/classes/place.ts'
import type { PlanEnding } from '../../../contract/pathways/records/exerciseEnding.ts'
import { today, type CalendarDate } from '../../../contract/platform/dates/dates.ts'
import type { CheckedInputOf } from '../../../contract/platform/calls/endpoint.ts'
import { formatDate, instantOf } from '../../../contract/platform/words/format.ts'
import { unusualQuestion } from '../../../contract/platform/fields/unusual.ts'
import type { DB } from '../../platform/db/types.ts'
import { HttpProblem, notFound, ValidationProblem } from '../../platform/errors.ts'
import { assertOpen } from '../../pathways/referral/closed.ts'
import type { RecordDeath } from '../../patients/patient/death.ts'
import { placeBookedOver, takeBookingsInTurn } from '../../pathways/records/bookings.ts'
import { exerciseKind } from '../../pathways/records/exercise.ts'
import { deleteRecord, saveRecord, settlePlace } from '../../pathways/records/store.ts'
import { closeTellings } from '../../pathways/tasks/closeTellings.ts'
import { lockPathway, type LockedPathway } from '../../stages/lock.ts'
import { requireActiveChoices } from '../../platform/writes/activeChoices.ts'
import { addRow, changeRow, lockRow, type SavedRow, type StoredRow } from '../../platform/writes/saveRow.ts'
import type { Writing } from '../../platform/writes/write.ts'
import { assertMayBook, whyNotBooked } from '../telling/mayBook.ts'
import type { Tell } from '../telling/tell.ts'
import { placeTable } from './columns.ts'
import { readWaiting, type Waiting } from './waiting.ts'

/* Locks are taken in this order: referral, class, place. The lock on the class decides who gets a place in it. */

type Class = StoredRow<'exercise_class'>

const conflict = (message: string): HttpProblem => new HttpProblem(409, 'conflict', message)

/** The place that is offered, for a row of `member` and its `place`: several offers may be of the same one. */
export const offeredPlace = raw`case when member.state = 'offered' then coalesce(place.offer_round::text, member.id::text) end`

/**
 * How many places are taken or offered, and how many people are waiting. Counts each person once, even with more than
 * one referral, and a place that is offered to several once.
 */
export const countPlaces = async (
  sql: Kysely<DB>,
  classId: number,
): Promise<{ taken: number; waiting: number }> => {
  const { rows } = await raw<{ taken: number; waiting: number }>`
    select count(distinct patient_id) filter (where member.state = 'joined') + count(distinct ${offeredPlace}) as taken,
      count(distinct patient_id) filter (where member.state = 'waiting') as waiting
    from class_member as member join class_place as place on place.id = member.id
    where member.class_id = ${classId} and member.ended_how is null`.execute(sql)
  return rows[0] ?? { taken: 0, waiting: 0 }
}

const hold = (writing: Writing, pathway: LockedPathway): void => {
  assertOpen(pathway)
  writing.trace({ patientIds: [pathway.patient_id], pathwayIds: [pathway.id] })
}

/** @param waitsSince the day since which somebody waits who comes from the waiting list of another class */
export const enrolPerson = async (
  writing: Writing,
  input: CheckedInputOf<typeof enrol>,
  recordDeath: RecordDeath,
  waitsSince: CalendarDate | null = null,
): Promise<SavedRow & { state: 'joined' | 'waiting' }> => {
  const { sql } = writing
  const { classId, pathwayId, transport, wantedLocationId = null, joinedDate = null } = input
  const pathway = await lockPathway(writing, pathwayId)
  hold(writing, pathway)
  await assertMayBook(sql, pathwayId)
  const of = await lockRow(writing, 'exercise_class', classId)
  await requireActiveChoices(writing, placeTable, { wanted_location_id: wantedLocationId }, null)
  const already = await sql
    .selectFrom('class_member')
    .select('id')
    .where('class_id', '=', classId)
    .where((member) =>
      member.or([
        member.and([member('pathway_id', '=', pathwayId), member('state', '<>', 'left')]),
        member.and([member('patient_id', '=', pathway.patient_id), member('ended_how', 'is', null)]),
      ]),
    )
    .executeTakeFirst()
  if (already !== undefined)
    throw conflict('This person has a place in this class already, or waits for one.')
  const from = await firstSession(writing, of, joinedDate)
  await takeBookingsInTurn(writing, { pathwayId })
  const { taken, waiting } = await countPlaces(sql, classId)
  // Nobody overtakes the people who are waiting.
  const isFree = input.isExtra === true || (taken < of.capacity && waiting === 0)
  if (isFree && input.unusualConfirmed === false) await askAboutPlace(writing, of, pathway, from)
  const joined = isFree ? await join(writing, pathway, of, from, recordDeath) : null
  const state = isFree ? 'joined' : 'waiting'
  const values = {
    ...{ class_id: classId, pathway_id: pathwayId, state, transport, wanted_location_id: wantedLocationId },
    ...(joined ?? { waiting_since: waitsSince ?? today() }),
  }
  const added = await addRow(writing, { ...placeTable, values, patientId: pathway.patient_id })
  await settlePlace(writing, { patientId: pathway.patient_id, pathwayIds: [pathwayId] })
  return { ...added, state }
}

/** Asks about future sessions at which the person is booked elsewhere. */
const askAboutPlace = async (
  writing: Writing,
  { id: classId }: Class,
  { patient_id: patientId }: LockedPathway,
  from: CalendarDate,
): Promise<void> => {
  const toCome = from < today() ? today() : from
  const questions = await placeBookedOver(writing, { classId, patientId, from: toCome })
  if (questions.length > 0) throw new ValidationProblem({ unusualConfirmed: unusualQuestion(questions) })
}

/** The first session that the person attends: on the wanted day, or the next one after it. */
const firstSession = async (
  { sql }: Writing,
  { id }: Class,
  wanted: CalendarDate | null,
): Promise<CalendarDate> => {
  const { rows } = await raw<{ day: CalendarDate }>`
    select session_date as day from class_session
    where class_id = ${id} and session_date >= ${wanted ?? today()} order by session_date limit 1`.execute(
    sql,
  )
  const day = rows[0]?.day
  if (day !== undefined) return day
  throw new ValidationProblem(
    wanted === null
      ? { classId: 'This class has no more sessions' }
      : { joinedDate: 'This class has no session on this day or later' },
  )
}

/** Uses the open exercise plan of the referral, or creates one under the same rules as any saved plan. */
const join = async (
  writing: Writing,
  { id: pathwayId }: LockedPathway,
  of: Class,
  from: CalendarDate,
  recordDeath: RecordDeath,
): Promise<{ exercise_id: number; joined_date: CalendarDate }> => {
  const open = await writing.sql
    .selectFrom('exercise')
    .select('id')
    .where('pathway_id', '=', pathwayId)
    .where('is_active', '=', true)
    .where('completed_date', 'is', null)
    .orderBy('exercise_plan_date', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return { exercise_id: open?.id ?? (await newPlan()), joined_date: from }

  async function newPlan(): Promise<number> {
    const instructor = await writing.sql
      .selectFrom('clinician')
      .select('is_active')
      .where('id', '=', of.clinician_id)
      .executeTakeFirstOrThrow()
    if (!instructor.is_active)
      throw conflict(
        'The instructor of this class is no longer on the list of clinicians. Change the class first.',
      )
    const plan = {
      id: 0,
      pathwayId,
      exercisePlanDate: from,
      clinicianId: of.clinician_id,
      exercisePlan: `${of.name}: ${whenOf({ firstDate: of.first_date, startTime: of.start_time })}, ${of.weeks} weeks`,
    }
    return (await saveRecord(writing, exerciseKind, plan, recordDeath)).id
  }
}

const lockPlace = async (writing: Writing, id: number) => {
  const found = await writing.sql
    .selectFrom('class_place')
    .select(['pathway_id', 'class_id'])
    .where('id', '=', id)
    .executeTakeFirst()
  if (found === undefined) throw notFound()
  const pathway = await lockPathway(writing, found.pathway_id)
  hold(writing, pathway)
  const of = await lockRow(writing, 'exercise_class', found.class_id)
  return { pathway, of, place: await lockRow(writing, 'class_place', id) }
}

type Locked = Awaited<ReturnType<typeof lockPlace>>

/** @param tasks whether the tasks to tell the person are closed: those of an offer that goes on are still to be done */
const change = async (
  writing: Writing,
  { pathway, place }: Locked,
  version: number | undefined,
  values: Partial<Pick<StoredRow<'class_place'>, ChangedColumn>>,
  tasks: 'close' | 'keep' = 'close',
): Promise<SavedRow> => {
  const { id: pathwayId, patient_id: patientId } = pathway
  const changed = await changeRow(writing, {
    ...placeTable,
    id: place.id,
    version,
    locked: place,
    values,
    patientId,
  })
  if (tasks === 'close') await closeTellings(writing, raw`task.class_place_id = ${place.id}`)
  await settlePlace(writing, { patientId, pathwayIds: [pathwayId] })
  return changed
}

type ChangedColumn =
  | 'offer_round'
  | 'offered_at'
  | 'state'
  | 'exercise_id'
  | 'joined_date'
  | 'accepted_date'
  | 'left_date'
  | 'left_reason'
  | 'left_note'

/**
 * Offering an offered place again changes nothing. Who cannot be offered one does not keep it from the next.
 * @param by round: the place that others were offered and have not answered; without it a free place is needed.
 *   whyNot: who is passed over
 */
export const offer = async (
  writing: Writing,
  { id, version }: CheckedInputOf<typeof offerPlace>,
  tell: Tell,
  {
    now,
    round = null,
    whyNot = whyNotBooked,
  }: { now: number; round?: string | null; whyNot?: (facts: Waiting['facts']) => string | null },
): Promise<SavedRow> => {
  const locked = await lockPlace(writing, id)
  const { of, place } = locked
  if (place.state === 'offered') return { id, version: place.version }
  if (place.state !== 'waiting') throw conflict('This person is no longer waiting for a place.')
  await assertMayBook(writing.sql, locked.pathway.id)
  const first = (await readWaiting(writing.sql, of.id)).find(({ facts }) => whyNot(facts) === null)
  if (first?.id !== id) throw conflict('Somebody has waited longer. Offer the place to them first.')
  if (round === null) {
    const { taken } = await countPlaces(writing.sql, of.id)
    if (taken >= of.capacity) throw conflict('No place is free in this class.')
  } else if (await isAccepted(writing, round)) throw conflict('Somebody has this place now.')
  const offered = await change(writing, locked, version, {
    ...{ state: 'offered', offer_round: round ?? randomUUID(), offered_at: instantOf(now) },
  })
  await tell(writing, {
    ...{
      pathwayId: locked.pathway.id,
      what: 'offered',
      appointmentId: null,
      placeId: place.id,
      about: `the class “${of.name}”`,
    },
    ...{ type: 'clinic', day: await firstSession(writing, of, null), time: of.start_time },
  })
  return offered
}

/** Whether somebody who was offered this place said yes. */
const isAccepted = async ({ sql }: Writing, round: string): Promise<boolean> => {
  const rows = await sql
    .selectFrom('class_place')
    .select('id')
    .where('offer_round', '=', round)
    .where('accepted_date', 'is not', null)
    .execute()
  return rows.length > 0
}

/** Somebody else has the place that was offered: the person waits again, since the same day as before. */
export const waitAgain = async (writing: Writing, id: number): Promise<void> => {
  const locked = await lockPlace(writing, id)
  const { place } = locked
  if (place.state !== 'offered' || place.offer_round === null) return
  if (!(await isAccepted(writing, place.offer_round))) return
  await change(writing, locked, place.version, { state: 'waiting', offer_round: null, offered_at: null })
}

/**
 * Another place is free, so that somebody who shares the offer of one has a place of their own. Nothing new is said to them:
 * who was to tell them of the offer, or to ring about it, still is.
 */
export const offerOwn = async (writing: Writing, id: number, now: number): Promise<void> => {
  const locked = await lockPlace(writing, id)
  const { of, place } = locked
  const { taken } = await countPlaces(writing.sql, of.id)
  if (place.state !== 'offered' || taken >= of.capacity) return
  const own = { offer_round: randomUUID(), offered_at: instantOf(now) }
  await change(writing, locked, place.version, own, 'keep')
}

/** Accepting an accepted place again changes nothing. */
export const accept = async (
  writing: Writing,
  { id, version }: CheckedInputOf<typeof acceptPlace>,
  recordDeath: RecordDeath,
): Promise<SavedRow> => {
  const locked = await lockPlace(writing, id)
  const { pathway, of, place } = locked
  if (place.state === 'joined') return { id, version: place.version }
  if (place.state !== 'offered') throw conflict('No place is offered to this person now.')
  if (place.offer_round !== null && (await isAccepted(writing, place.offer_round)))
    throw conflict('Somebody else said yes to this place first. This person waits for the next one.')
  await assertMayBook(writing.sql, pathway.id)
  const from = await firstSession(writing, of, null).catch((error: unknown) => {
    // This call's form has no class field, so the error cannot be attached to it.
    throw error instanceof ValidationProblem ? conflict('This class has no more sessions.') : error
  })
  const joined = await join(writing, pathway, of, from, recordDeath)
  return change(writing, locked, version, { state: 'joined', accepted_date: today(), ...joined })
}

/** Leaving again changes nothing. The exercise plan stays open unless the user says how it ends. */
export const leave = async (
  writing: Writing,
  input: CheckedInputOf<typeof leaveClass>,
  recordDeath: RecordDeath,
): Promise<SavedRow> => {
  const { id, version, leftDate, leftReason, leftNote = null } = input
  const locked = await lockPlace(writing, id)
  const { place } = locked
  if (place.state === 'left') return { id, version: place.version }
  const left = await change(writing, locked, version, {
    ...{ state: 'left', left_date: leftDate, left_reason: leftReason, left_note: leftNote },
  })
  const answer = input.planAnswer ?? (input.planCompleted === true ? 'completed' : 'goesOn')
  if (answer !== 'goesOn') await endPlan(writing, locked, { ...input, endedHow: answer }, recordDeath)
  return left
}

type Leaving = Pick<CheckedInputOf<typeof leaveClass>, 'leftDate' | 'leftReason' | 'elsewhereTo'>

/** Ends the plan under the same rules as any saved plan. One that has already ended does not change. */
const endPlan = async (
  writing: Writing,
  { pathway, place }: Locked,
  { leftDate: day, leftReason, elsewhereTo, endedHow }: Leaving & { endedHow: PlanEnding },
  recordDeath: RecordDeath,
): Promise<void> => {
  const plan = await writing.sql
    .selectFrom('exercise')
    .selectAll()
    .where('id', '=', place.exercise_id)
    .where('is_active', '=', true)
    .where('completed_date', 'is', null)
    .executeTakeFirst()
  if (plan === undefined) return
  const elsewhere = await writing.sql
    .selectFrom('class_member as member')
    .innerJoin('exercise_class as class', 'class.id', 'member.class_id')
    .select('class.name')
    .where('member.exercise_id', '=', plan.id)
    .where('member.ended_how', 'is', null)
    .executeTakeFirst()
  if (elsewhere !== undefined)
    throw new ValidationProblem({
      planAnswer: `The same exercise plan has a place in “${elsewhere.name}”: it continues`,
    })
  const { id, version, exercise_plan_date: exercisePlanDate, clinician_id: clinicianId } = plan
  // Nothing happened of a plan that lies ahead: it is taken back, and the place says why.
  if (endedHow === 'stopped' && exercisePlanDate > today()) {
    await deleteRecord(writing, exerciseKind, { id, version, pathwayId: pathway.id })
    return
  }
  if (day < exercisePlanDate)
    throw new ValidationProblem({
      leftDate: `The exercise plan began on ${formatDate(exercisePlanDate)}, later than this day`,
    })
  await saveRecord(
    writing,
    exerciseKind,
    {
      ...{ id, version, pathwayId: pathway.id, exercisePlanDate, clinicianId },
      ...{ exercisePlan: plan.exercise_plan, completedDate: day, endedHow },
      ...(endedHow === 'elsewhere' ? { elsewhereTo } : {}),
      ...(endedHow === 'stopped' ? { stoppedReason: leaveReasonOf(leftReason)?.stopped } : {}),
    },
    recordDeath,
  )
}
