import { sql as raw, type Kysely, type Transaction } from 'kysely'
import type { TaskList } from 'graphile-worker'
import { reminderHours } from '../../../contract/care/appointments/reminder.ts'
import { today } from '../../../contract/platform/dates/dates.ts'
import { londonClock } from '../../../contract/platform/dates/wallTime.ts'
import { instantOf } from '../../../contract/platform/words/format.ts'
import type { AccountsService } from '../../accounts/settings/service.ts'
import { taskTable } from '../../pathways/tasks/columns.ts'
import type { Trace } from '../../platform/audit/auditTrail.ts'
import { transact } from '../../platform/db/connection/transact.ts'
import type { DB } from '../../platform/db/types.ts'
import { HttpProblem, ValidationProblem } from '../../platform/errors.ts'
import { parseYesNo } from '../../platform/settings/parseYesNo.ts'
import type { ReadSetting } from '../../platform/settings/wrongSetting.ts'
import { addRow } from '../../platform/writes/saveRow.ts'
import { unsignedWriting } from '../../platform/writes/unsignedWriting.ts'
import { appendEvent, type Writing } from '../../platform/writes/write.ts'
import { answeredBy } from '../../../contract/care/classes/unanswered.ts'
import { offer as offerPlace, offeredPlace, offerOwn, waitAgain } from '../classes/places.ts'
import { readWaiting, type Waiting } from '../classes/waiting.ts'
import { whyNotByItself } from '../telling/mayBook.ts'
import { byDay, tellWith } from '../telling/tell.ts'
import { heldFor, readWaitingFor } from './find.ts'
import { offer as offerSlot } from './offer.ts'

/*
 * Offers what somebody gave up to the person who has waited longest, one at a time, by the rules under which staff offer
 * it. Who cannot be offered something by itself, such as somebody with a restricted record, is left to staff.
 */

/** Reads whether the service offers freed places by itself (decision 167). */
export const readOffersFreed = (setting: ReadSetting): boolean =>
  setting('OFFER_FREED_PLACES', false, parseYesNo)

export interface FreedService extends AccountsService {
  offersFreedPlaces: boolean
}

const hourMs = 60 * 60_000
/** A freed slot is kept so long for one person, and longer over night. */
export const keptHours = 4
/** Nobody is offered a slot that begins sooner. */
const soonestHours = 3
/** More are offered by the next runs. */
const mostAtOnce = 100

/** Everything that is offered in one run, each in a transaction of its own. */
export const offerFreed = async (service: FreedService): Promise<void> => {
  for (const slotId of await freedSlots(service.db.sql, service.clock())) await offerNext(service, slotId)
  await offerPlaces(service)
}

/** Places in classes: those that somebody has by now are offered no longer, and the others go on. */
const offerPlaces = async (service: FreedService): Promise<void> => {
  const { sql } = service.db
  const before = answeredBy(service.clock(), service.bankHolidayOn)
  for (const id of await placesGone(sql))
    await offered(service, `gone-${id}`, (writing) => waitAgain(writing, id))
  for (const id of await placesShared(sql))
    await offered(service, `own-${id}`, (writing) => offerOwn(writing, id, service.clock()))
  for (const each of await classesToOffer(sql, before)) await offerToNext(service, before, each)
  for (const place of await unansweredPlaces(sql, before))
    await offered(service, `unanswered-${place.id}`, (writing) =>
      addRow(writing, {
        ...taskTable,
        values: {
          pathway_id: place.pathwayId,
          text: `Ring the person: the place in the class “${place.className}” was offered, and they have not answered`,
          due_date: today(service.clock()),
          class_place_id: place.id,
          unanswered_since: place.offeredAt,
        },
        patientId: place.patientId,
      }),
    )
}

/** Who has waited longest and can be offered the place has it; staff hear of everybody who was passed over. */
const offerToNext = async (service: FreedService, before: number, of: ToOffer): Promise<void> => {
  const waiting = await readWaiting(service.db.sql, of.id)
  const next = waiting.find(({ facts }) => whyNotByItself(facts) === null)
  const isDone =
    next !== undefined &&
    (await offered(service, `class-${next.id}`, (writing) =>
      offerPlace(writing, next, tellWith(service), {
        ...{ now: service.clock(), round: of.round, whyNot: whyNotByItself },
      }),
    ))
  const passed = next === undefined ? waiting : waiting.slice(0, waiting.indexOf(next))
  for (const person of passed) await tellPassedOver(service, { person, of, isDone, before })
}

/**
 * One task at a time. After it was closed there is one again for the next place that goes to somebody else; for one that
 * goes to nobody, once a working day has passed.
 */
const tellPassedOver = async (
  service: FreedService,
  {
    person: { id, pathwayId, patientId, facts },
    of: { name, round },
    isDone,
    before,
  }: { person: Waiting; of: ToOffer; isDone: boolean; before: number },
): Promise<void> => {
  const { rows } = await raw`
    select from task
    where class_place_id = ${id} and (closed_at is null or (${!isDone} and closed_at > ${instantOf(before)}))
    limit 1`.execute(service.db.sql)
  if (rows.length > 0) return
  const what = round === null ? 'a place was free, and' : 'a place that somebody else has not answered'
  await offered(service, `passed-${id}`, (writing) =>
    addRow(writing, {
      ...taskTable,
      values: {
        pathway_id: pathwayId,
        text: `See to the waiting list of the class “${name}”: ${what} could not be offered to this person by itself, because ${whyNotByItself(facts) ?? ''}`,
        due_date: today(service.clock()),
        class_place_id: id,
      },
      patientId,
    }),
  )
}

/** Slots ahead with a place that somebody gave up, kept for nobody else just now. */
const freedSlots = async (sql: Kysely<DB>, now: number): Promise<number[]> => {
  const { day } = londonClock(now)
  const soonest = londonClock(now + soonestHours * hourMs)
  const { rows } = await raw<{ id: number }>`
    select slot.id from clinic_slot as slot
    join clinic on clinic.id = slot.clinic_id and clinic.for_stage is not null
    where not slot.is_withdrawn and slot.booked < slot.places
      and (slot.slot_date, slot.start_time) >= (${soonest.day}::date, ${soonest.time}::text)
      and exists (
        select from appointment where appointment.slot_id = slot.id and appointment.is_active
          and appointment.outcome in ('cancelledByPatient', 'cancelledByService'))
      and ${heldFor(undefined, day)} = 0
    order by slot.slot_date, slot.start_time, slot.id limit ${mostAtOnce}`.execute(sql)
  return rows.map(({ id }) => id)
}

const offerNext = async (service: FreedService, slotId: number): Promise<void> => {
  const now = service.clock()
  const waiting = await readWaitingFor(service.db.sql, slotId, londonClock(now).day)
  for (const { pathwayId, offer, facts, hasAnother, gaveItUp } of waiting) {
    // Somebody who let the time of an offer pass is not asked about the same slot again, nor who could not come to it. Nobody
    // has two free slots to answer at once: the second would stand empty, or be booked, too.
    if (offer !== null || hasAnother || gaveItUp || whyNotByItself(facts) !== null) continue
    const isDone = await offered(service, `slot-${slotId}-${pathwayId}`, (writing) =>
      offerSlot(
        writing,
        { slotId, pathwayId },
        { tell: tellWith(service), now, keptUntil: byDay(now + keptHours * hourMs) },
      ),
    )
    if (isDone) return
  }
}

/** For a row of `class`. */
const takenPlaces = raw`
  select count(distinct member.patient_id) filter (where member.state = 'joined') + count(distinct ${offeredPlace}) as taken
  from class_member as member join class_place as place on place.id = member.id
  where member.class_id = class.id and member.ended_how is null`

/** Offers whose place somebody else has. */
const placesGone = async (sql: Kysely<DB>): Promise<number[]> => {
  const { rows } = await raw<{ id: number }>`
    select member.id from class_member as member join class_place as place on place.id = member.id
    where member.state = 'offered' and member.ended_how is null and exists (
      select from class_place as other where other.offer_round = place.offer_round and other.accepted_date is not null)
    order by member.id limit ${mostAtOnce}`.execute(sql)
  return rows.map(({ id }) => id)
}

/** Who has waited longest of those that share an offer in a class with another free place, one of each class. */
const placesShared = async (sql: Kysely<DB>): Promise<number[]> => {
  const { rows } = await raw<{ id: number }>`
    select shared.id
    from exercise_class as class
    cross join lateral (${takenPlaces}) as counted
    cross join lateral (
      select member.id from class_member as member join class_place as place on place.id = member.id
      where member.class_id = class.id and member.state = 'offered' and member.ended_how is null and exists (
        select from class_member as other join class_place as of_other on of_other.id = other.id
        where other.state = 'offered' and other.ended_how is null and other.id <> member.id and of_other.offer_round = place.offer_round)
      order by coalesce(place.waiting_since, place.created_at::date), member.id limit 1) as shared
    where counted.taken < class.capacity
    order by shared.id limit ${mostAtOnce}`.execute(sql)
  return rows.map(({ id }) => id)
}

interface ToOffer {
  id: number
  name: string
  /** The place that others were offered before; null for a free one. */
  round: string | null
}

/**
 * Classes for which somebody waits, and which have a free place, or one that nobody has answered.
 * @param before offers from before are unanswered for too long
 */
const classesToOffer = async (sql: Kysely<DB>, before: number): Promise<ToOffer[]> => {
  const { rows } = await raw<ToOffer>`
    select class.id, class.name, case when counted.taken >= class.capacity then unanswered.round end as round
    from exercise_class as class
    cross join lateral (${takenPlaces}) as counted
    left join lateral (
      select place.offer_round as round
      from class_member as member join class_place as place on place.id = member.id
      where member.class_id = class.id and member.state = 'offered' and member.ended_how is null and place.offer_round is not null
      group by place.offer_round having max(place.offered_at) <= ${instantOf(before)}
      order by max(place.offered_at) limit 1) as unanswered on true
    where (counted.taken < class.capacity or unanswered.round is not null)
      and exists (select from class_session as session where session.class_id = class.id and session.session_date > current_date)
      and exists (
        select from class_member as member
        where member.class_id = class.id and member.state = 'waiting' and member.ended_how is null)
    order by class.id`.execute(sql)
  return rows
}

interface Unanswered {
  id: number
  pathwayId: number
  patientId: number
  className: string
  /** As the database writes it, which is finer than a date of JavaScript. */
  offeredAt: string
}

/**
 * Offers about which somebody is to ring, once each: not while a task about the place is open, and after somebody was told
 * by telephone not before a working day has passed from then.
 */
const unansweredPlaces = async (sql: Kysely<DB>, before: number): Promise<Unanswered[]> => {
  const { rows } = await raw<Unanswered>`
    select member.id, member.pathway_id as "pathwayId", member.patient_id as "patientId", class.name as "className",
      offer.at::text as "offeredAt"
    from class_member as member
    join class_place as place on place.id = member.id
    join exercise_class as class on class.id = member.class_id
    cross join lateral (select coalesce(place.offered_at, place.updated_at) as at) as offer
    where member.state = 'offered' and member.ended_how is null and offer.at <= ${instantOf(before)}
      and not exists (
        select from task
        where task.class_place_id = member.id and (task.closed_at is null or task.unanswered_since >= offer.at
          or (task.unanswered_since is null and task.closed_at > ${instantOf(before)})))
    order by member.id limit ${mostAtOnce}`.execute(sql)
  return rows
}

/** Does it with its audit event, or nothing if the rules refuse it. */
const offered = async (
  service: FreedService,
  about: string,
  work: (writing: Writing) => Promise<unknown>,
): Promise<boolean> => {
  try {
    await transact(service.db.sql, (sql) => withEvent(service, sql, about, work))
    return true
  } catch (error) {
    // Somebody booked, refused or closed meanwhile, or the person must not be booked. The next run looks again.
    if (error instanceof HttpProblem || error instanceof ValidationProblem) return false
    throw error
  }
}

const withEvent = async (
  service: FreedService,
  sql: Transaction<DB>,
  about: string,
  work: (writing: Writing) => Promise<unknown>,
): Promise<void> => {
  const traced: Trace[] = []
  const [command, requestId] = ['freed place, offered', `freed-${about}`]
  await work(
    unsignedWriting({
      ...{ sql, command, requestId, bankHolidayOn: service.bankHolidayOn },
      trace: (each) => traced.push(each),
    }),
  )
  await appendEvent(sql, {
    ...{ kind: 'write', action: command, status: 200, userId: null, sessionId: null, role: null },
    ...{ requestId, address: null },
    patientIds: [...new Set(traced.flatMap(({ patientIds = [] }) => patientIds))],
    pathwayIds: [...new Set(traced.flatMap(({ pathwayIds = [] }) => pathwayIds))],
    records: traced.flatMap(({ records = [] }) => records),
  })
}

/** The queue's task, in the hours in which people are told of things. */
export const freedTasks = (service: FreedService): TaskList => ({
  offerFreedPlaces: async () => {
    const { time } = londonClock(service.clock())
    if (!service.offersFreedPlaces || time < reminderHours.from || time >= reminderHours.until) return
    await offerFreed(service)
  },
})
