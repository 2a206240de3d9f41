import { sql as raw, type Kysely } from 'kysely'
import type { TaskList } from 'graphile-worker'
import {
  reminderChannel,
  reminderHours,
  type ReminderFacts,
} from '../../../contract/care/appointments/reminder.ts'
import type { Telling } from '../../../contract/care/clinics/slot.ts'
import { cancelledOutcomes, type AppointmentType } from '../../../contract/pathways/records/appointment.ts'
import { isNotToBeCalled, isNotToBeTold } from '../../../contract/patients/flags/chips.ts'
import { addDays, daysBetween, today, type CalendarDate } from '../../../contract/platform/dates/dates.ts'
import { instantAt, londonClock } from '../../../contract/platform/dates/wallTime.ts'
import { formatDate } from '../../../contract/platform/words/format.ts'
import type { AccountsService } from '../../accounts/settings/service.ts'
import { taskTable } from '../../pathways/tasks/columns.ts'
import { queueJob, taskOf, type Job } from '../../platform/db/jobs/jobs.ts'
import type { DB } from '../../platform/db/types.ts'
import type { Courier } from '../../platform/messages/couriers.ts'
import {
  appointmentMail,
  appointmentText,
  cancellationMail,
  cancellationText,
  classEndsMail,
  classEndsText,
  movedMail,
  movedText,
  offerMail,
  offerText,
  waitEndedMail,
  waitEndedText,
} from '../../platform/messages/texts.ts'
import { addRow } from '../../platform/writes/saveRow.ts'
import type { Writing } from '../../platform/writes/write.ts'
import { latestConsent, reminderFacts, tellPatient } from './tellPatient.ts'

/*
 * Tells a person of a booking, a move, a cancellation or an offer, once, by their contact preference: a text or an e-mail
 * if they agreed to it and the service sends them, otherwise a task to ring or to send a letter. Nobody is told who has
 * died or refused, or whose referral is closed.
 */

type What = 'booked' | 'moved' | 'cancelled' | 'offered' | 'classEnds' | 'waitEnded'

/** When and how the person is expected; for an offer, from when; the last day of a class. Not told of a wait that ended. */
interface When {
  type: AppointmentType
  day: CalendarDate
  time: string
}

export interface Notice extends When {
  pathwayId: number
  what: What
  /** The appointment that it is about; null for a class. */
  appointmentId: number | null
  /** The offer of a slot, or the place in a class, that is offered: nobody hears of it once it has gone. */
  offerId?: number
  placeId?: number
  /** The first day that is lost, if it is another one than that of the notice. */
  firstLost?: CalendarDate
  /** A message would not say enough, so somebody writes or rings. */
  isByHand?: true
  /** What it is about in the words of a task, such as 'the appointment' or 'the class “Steady steps”'. */
  about: string
}

/** Tells the person within the transaction of the change, and says how. */
export type Tell = (writing: Writing, notice: Notice) => Promise<Telling>

type Payload = Omit<Notice, 'about' | 'isByHand'>

/** Nine attempts retry for more than an hour. */
const sendNotice: Job<Payload> = { name: 'sendNotice', attempts: 9 }

interface Person {
  patientId: number
  facts: ReminderFacts
}

const readPerson = async (sql: Kysely<DB>, pathwayId: number): Promise<Person | undefined> => {
  const { rows } = await raw<Person>`
    select patient.id as "patientId", ${reminderFacts} as facts
    from pathway
    join patient on patient.id = pathway.patient_id
    left join lateral (${latestConsent}) as consent on true
    where pathway.id = ${pathwayId} and pathway.is_active and patient.is_active
      and pathway.discharge_date is null and pathway.cancel_referral_date is null`.execute(sql)
  return rows[0]
}

/** The earliest instant from now within the messaging hours, so that nobody's telephone rings at night. */
export const byDay = (now: number): number => {
  const { day, time } = londonClock(now)
  if (time < reminderHours.from) return instantAt(day, reminderHours.from)
  return time < reminderHours.until ? now : instantAt(addDays(day, 1), reminderHours.from)
}

const wordsOf = ({ about, what, day, time }: Notice, now: CalendarDate): string => {
  const of = `${about} of ${formatDate(day)} at ${time}`
  const words: Record<What, string> = {
    booked: `${of} is booked`,
    moved: `${about} is moved to ${formatDate(day)} at ${time}`,
    cancelled: `${of} is cancelled`,
    offered: `${of} has a free place`,
    classEnds: `${about} ${day < now ? 'ended' : 'ends'} on ${formatDate(day)}, earlier than planned`,
    waitEnded: `${about} ends, and they wait for it no more`,
  }
  return words[what]
}

/** A message that arrives after the time it is about is of no use, unless it is about no time. */
const isInTime = (
  { what, placeId, day, time }: Pick<Notice, 'what' | 'placeId' | 'day' | 'time'>,
  at: number,
): boolean =>
  // The offer of a place in a class, too, is about no time.
  placeId !== undefined || what === 'waitEnded' || what === 'classEnds' || at < instantAt(day, time)

/** A letter that is written today has arrived after so many days; before that, somebody has to ring. */
const daysOfPost = 4

export const tellWith =
  ({ accounts, clock }: AccountsService): Tell =>
  async (writing, said) => {
    const { about: _, isByHand: _2, ...notice } = said
    const { pathwayId, what } = notice
    const person = await readPerson(writing.sql, pathwayId)
    if (person === undefined || isNotToBeTold(person.facts.flags)) return 'nobody'
    // What is over is nobody's news.
    if (!isInTime(notice, clock())) return 'nobody'
    const channel =
      accounts.reminders === null || said.isByHand === true ? null : reminderChannel(person.facts)
    const leaves = byDay(clock())
    if (channel !== null && isInTime(notice, leaves)) {
      await queueJob(writing.sql, sendNotice, notice, leaves)
      return channel
    }
    const isToRing =
      !isNotToBeCalled(person.facts.flags) &&
      (what === 'offered' ||
        what === 'waitEnded' ||
        isSoon(notice, today(clock())) ||
        person.facts.flags.flags.some(
          ({ kind, category }) => kind === 'preferredFormat' && category === 'telephone',
        ))
    const words = wordsOf(said, today(clock()))
    await addRow(writing, {
      ...taskTable,
      values: {
        pathway_id: pathwayId,
        text: isToRing ? `Ring the person: ${words}` : `Send the letter: ${words}`,
        due_date: today(clock()),
        appointment_id: notice.appointmentId,
        slot_offer_id: notice.offerId ?? null,
        class_place_id: notice.placeId ?? null,
      },
      patientId: person.patientId,
    })
    return isToRing ? 'call' : 'letter'
  }

const isSoon = ({ firstLost, day }: Pick<Notice, 'firstLost' | 'day'>, now: CalendarDate): boolean =>
  daysBetween(now, firstLost ?? day) < daysOfPost

/**
 * Whether it is as the notice says: the appointment may have been moved, cancelled or deleted since, and the offer
 * refused or taken.
 */
const stands = async (
  { db }: AccountsService,
  { appointmentId, offerId, placeId, what, day, time }: Payload,
): Promise<boolean> => {
  if (offerId !== undefined || placeId !== undefined) {
    const { rows } = await raw`
      select from slot_offer as offer join clinic_slot as slot on slot.id = offer.slot_id
      where offer.id = ${offerId ?? null}::bigint and offer.refused_date is null and not slot.is_withdrawn
        and slot.booked < slot.places and not exists (
          select from appointment
          where appointment.slot_id = slot.id and appointment.pathway_id = offer.pathway_id and appointment.is_active
            and (appointment.outcome is null or appointment.outcome not in (${raw.join(cancelledOutcomes)})))
      union all select from class_place where id = ${placeId ?? null}::bigint and state = 'offered'`.execute(
      db.sql,
    )
    return rows.length > 0
  }
  if (appointmentId === null) return true
  const { rows } = await raw<{ isCancelled: boolean }>`
    select outcome is not null as "isCancelled" from appointment
    where id = ${appointmentId} and is_active and appointment_date = ${day} and start_time = ${time}
      and (outcome is null or outcome in ('cancelledByPatient', 'cancelledByService'))`.execute(db.sql)
  return rows[0]?.isCancelled === (what === 'cancelled')
}

/** The queue's task for notices. A message that cannot be sent is retried, and ends up among the failed jobs. */
export const noticeTasks = (service: AccountsService, courier: Courier): TaskList =>
  taskOf(sendNotice, async (notice, key) => {
    const { pathwayId, what, appointmentId } = notice
    const person = await readPerson(service.db.sql, pathwayId)
    const channel = person === undefined ? null : reminderChannel(person.facts)
    const now = service.clock()
    // A retry may come too late to be useful.
    if (person === undefined || channel === null || !isInTime(notice, now)) return
    if (!(await stands(service, notice))) return
    if (byDay(now) > now) return queueJob(service.db.sql, sendNotice, notice, byDay(now))
    const outcome = await tellPatient(service, courier, channel, person.facts, messages[what](notice), {
      ...{ key, purpose: what, about: { pathwayId, appointmentId } },
    })
    if (outcome === 'refused') return
    if (outcome === 'notSent') throw new Error(`The message about referral ${pathwayId} could not be sent`)
    await service.audit.append({
      kind: 'write',
      action: `appointment notice, ${what}`,
      status: 200,
      userId: null,
      sessionId: null,
      role: null,
      patientIds: [person.patientId],
      pathwayIds: [pathwayId],
      criteria: { channel },
      records: appointmentId === null ? [] : [{ entity: 'appointment', id: appointmentId }],
      requestId: `notice-${what}-${appointmentId ?? pathwayId}`,
      address: null,
    })
  })

type Message = Parameters<typeof tellPatient>[4]

const booked = (when: When): Message => ({
  text: (setting) => appointmentText(setting, when),
  mail: (setting) => appointmentMail(setting, when),
})
const messages: Record<What, (when: When) => Message> = {
  booked,
  moved: (when) => ({
    text: (setting) => movedText(setting, when),
    mail: (setting) => movedMail(setting, when),
  }),
  cancelled: (when) => ({
    text: (setting) => cancellationText(setting, when),
    mail: (setting) => cancellationMail(setting, when),
  }),
  offered: () => ({ text: offerText, mail: offerMail }),
  classEnds: ({ day }) => ({
    text: (setting) => classEndsText(setting, day),
    mail: (setting) => classEndsMail(setting, day),
  }),
  waitEnded: () => ({ text: waitEndedText, mail: waitEndedMail }),
}
