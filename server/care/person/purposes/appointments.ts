import type { Kysely } from 'kysely'
import {
  askedParts,
  cannotReasons,
  saidInWords,
  weekdays,
  type Said,
} from '../../../../contract/pathways/records/said.ts'
import { today } from '../../../../contract/platform/dates/dates.ts'
import { instantAt, londonClock } from '../../../../contract/platform/dates/wallTime.ts'
import type { RecordDeath } from '../../../patients/patient/death.ts'
import type { DB } from '../../../platform/db/types.ts'
import { fieldHtml } from '../../../platform/http/pages/boxes.ts'
import { html, type Html } from '../../../platform/http/pages/html.ts'
import type { Writing } from '../../../platform/writes/write.ts'
import { lockPathway } from '../../../stages/lock.ts'
import { cancel } from '../../clinics/book.ts'
import { tellWith } from '../../telling/tell.ts'
import { keepAnswer, orLookAgain, sentId, writingOf } from '../answers/keep.ts'
import { formOf, heading, withTelephone, type Frame, type Shown } from '../pages/frame.ts'
import { LookAgain, type Acting, type Reading } from '../pages/personPages.ts'
import type { PersonService } from '../service.ts'
import { dayIn, weekdayIn } from '../words/dayIn.ts'
import { isConfirmed, isWished, settleWishes } from './appointmentsSaid.ts'
import type { Purpose } from './home.ts'
import { offersOf } from './offers.ts'
import { cardOf, hidden, noticeOf, press, step } from './parts.ts'
import { whenAndHow } from './whenAndHow.ts'

interface Shows {
  id: number
  type: string
  day: string
  time: string
  locationId: number
  place: string
  address: string
  isConfirmed: boolean
  isAskedToMove: boolean
}

const readAhead = async (sql: Kysely<DB>, now: number): Promise<Shows[]> => {
  const rows = await sql
    .selectFrom('my_appointment')
    .selectAll()
    .where('appointment_date', '>=', londonClock(now).day)
    .orderBy('appointment_date')
    .orderBy('start_time')
    .orderBy('id')
    .execute()
  return rows
    .map((row) => ({
      id: row.id ?? 0,
      type: row.appointment_type ?? '',
      day: row.appointment_date ?? '',
      time: row.start_time ?? '',
      locationId: row.location_id ?? 0,
      place: row.place ?? '',
      address: row.address ?? '',
      isConfirmed: row.confirmed_at !== null,
      isAskedToMove: row.asked_to_move_at !== null,
    }))
    .filter(({ day, time }) => instantAt(day, time) > now)
}

/** What fits somebody who comes to us, or to whom we come or ring. */
const wordsFor = ({ words: { appointments } }: Frame, { type }: Shows) =>
  type === 'clinic' ? appointments : { ...appointments, ...appointments.fromUs }

const stateOf = (frame: Frame, shown: Shows): Html | null => {
  const { asked, confirmed } = wordsFor(frame, shown)
  if (shown.isAskedToMove) return html`<p><strong>${asked}</strong></p>`
  return shown.isConfirmed ? html`<p><strong>${confirmed}</strong></p>` : null
}

const aboutOf = ({ language }: Frame, { day, time }: Shows): string => `${dayIn(language, day)}, ${time}`

/** The appointment that was shown: if it is another by now, the person looks again. */
const seen = ({ id, day, time, type, locationId }: Shows): Record<string, string> => ({
  ...{ id: String(id), day, time, type, place: String(locationId) },
})

const listOf = async ({ frame, sql, now, query }: Reading, said = query['said']): Promise<Shown> => {
  const { appointments } = frame.words
  const ahead = await readAhead(sql, now)
  return {
    title: appointments.title,
    back: 'home',
    body: html`${heading(appointments.title)} ${noticeOf(said, appointments.said)}
    ${await offersOf({ frame, sql, now })}
    ${
      ahead.length === 0
        ? html`<p>${appointments.none}</p>`
        : ahead.map(
            (each) =>
              html`${whenAndHow(frame, each)} ${stateOf(frame, each)}
              ${step(`appointment?id=${each.id}`, wordsFor(frame, each).look)}`,
          )
    }`,
  }
}

const findShown = async ({ sql, now, query }: Reading): Promise<Shows | undefined> => {
  const ahead = await readAhead(sql, now)
  return ahead.find(({ id }) => String(id) === query['id'])
}

const onePage = async (reading: Reading): Promise<Shown> => {
  const { frame, query } = reading
  const { appointments } = frame.words
  const one = await findShown(reading)
  if (one === undefined) return listOf(reading, query['said'] ?? 'changed')
  const words = wordsFor(frame, one)
  return {
    title: appointments.one,
    back: 'home',
    here: `appointment?id=${one.id}`,
    body: html`${heading(appointments.one)} ${noticeOf(query['said'], appointments.said)}
    ${whenAndHow(frame, one)} ${stateOf(frame, one)}
    ${one.isConfirmed ? null : press({ to: 'appointment', sent: seen(one), button: words.comes })}
    ${step(`appointment-cannot?id=${one.id}`, words.cannot)}
    ${one.isAskedToMove ? null : step(`appointment-other?id=${one.id}`, appointments.other)}
    ${frame.service.telephone === null ? null : html`<p>${withTelephone(frame, frame.words.frame.ring)}</p>`}`,
  }
}

const cannotPage = async (reading: Reading): Promise<Shown> => {
  const { frame } = reading
  const { appointments, boxes } = frame.words
  const one = await findShown(reading)
  if (one === undefined) return listOf(reading, 'changed')
  const reasons = cannotReasons.filter(({ code }) => one.type === 'clinic' || code !== 'transport')
  const options = reasons.map(({ code }) => ({ code, title: appointments.reasons[code] }))
  const why = fieldHtml({ kind: 'choice', name: 'reason', label: appointments.why, options }, {}, {}, boxes)
  return {
    title: appointments.sure,
    back: `appointment?id=${one.id}`,
    here: `appointment-cannot?id=${one.id}`,
    body: html`${heading(appointments.sure)} ${whenAndHow(frame, one)}
    ${formOf('appointment-cannot', html`${hidden(seen(one))} ${why}`, appointments.cancel)}
    ${step(`appointment?id=${one.id}`, appointments.keep)}`,
  }
}

const otherPage = async (reading: Reading): Promise<Shown> => {
  const { frame } = reading
  const { appointments, boxes } = frame.words
  const one = await findShown(reading)
  if (one === undefined) return listOf(reading, 'changed')
  const days = weekdays.map((code, index) => ({ code, title: weekdayIn(frame.language, index) }))
  const parts = askedParts.map((code) => ({ code, title: appointments.parts[code] }))
  return {
    title: appointments.which,
    back: `appointment?id=${one.id}`,
    here: `appointment-other?id=${one.id}`,
    body: html`${heading(appointments.which)}
      <p>${appointments.stays}</p>
      ${formOf(
        'appointment-other',
        html`${hidden(seen(one))}
        ${fieldHtml({ kind: 'several', name: 'days', label: appointments.days, options: days }, {}, {}, boxes)}
        ${fieldHtml({ kind: 'choice', name: 'part', label: appointments.part, options: parts }, {}, {}, boxes)}`,
        appointments.send,
      )}`,
  }
}

interface Booked {
  id: number
  version: number
  pathwayId: number
  isCancelled: boolean
  day: string
  time: string
}

/**
 * The appointment of this person that was shown, with its referral locked. Somebody who sees another day, time, kind or
 * place than there is by now looks again, as does somebody who answers after its start.
 */
const lockShown = async (writing: Writing, acting: Acting): Promise<Booked> => {
  const { visit, now, sent } = acting
  const id = sentId(acting, 'id', 'appointments?said=changed')
  const again = new LookAgain(`appointment?id=${id}&said=changed`)
  const found = await writing.sql
    .selectFrom('appointment')
    .innerJoin('pathway', 'pathway.id', 'appointment.pathway_id')
    .select('pathway.id as pathwayId')
    .where('appointment.id', '=', id)
    .where('pathway.patient_id', '=', visit.patientId)
    .executeTakeFirst()
  if (found === undefined) throw again
  const pathway = await lockPathway(writing, found.pathwayId)
  const isOpen = pathway.is_active && pathway.discharge_date === null && pathway.cancel_referral_date === null
  const row = await writing.sql
    .selectFrom('appointment')
    .selectAll()
    .where('id', '=', id)
    .where('is_active', '=', true)
    .executeTakeFirst()
  const isShown =
    row?.appointment_date === sent.get('day') &&
    row?.start_time === sent.get('time') &&
    row?.appointment_type === sent.get('type') &&
    String(row?.location_id) === sent.get('place')
  if (row === undefined || !isOpen || !isShown) throw again
  if (row.outcome !== null && row.outcome !== 'cancelledByPatient') throw again
  const [day, time] = [row.appointment_date, row.start_time]
  if (instantAt(day, time) <= now) throw new LookAgain('appointments?said=begun')
  return {
    ...{ id, version: row.version, pathwayId: pathway.id, day, time },
    isCancelled: row.outcome !== null,
  }
}

/** Her next appointments: she says that she comes, cancels, or asks for another time. */
export const appointments = (service: PersonService, recordDeath: RecordDeath): Purpose => ({
  card: async ({ frame, sql, now }) => {
    const words = frame.words.appointments
    const ahead = await readAhead(sql, now)
    const offers = await offersOf({ frame, sql, now })
    if (ahead.length === 0 && offers === null) return null
    return html`${offers}
    ${ahead.map((each) =>
      cardOf(
        words.next,
        html`${whenAndHow(frame, each)} ${stateOf(frame, each)}
          <p>
            <a
              class="nhsuk-button nhsuk-u-margin-bottom-0"
              href="/my/appointment?id=${each.id}"
              aria-label="${wordsFor(frame, each).look}: ${aboutOf(frame, each)}"
              >${wordsFor(frame, each).look}</a
            >
          </p>`,
      ),
    )}`
  },
  serve: ({ page, act }) => {
    page('appointments', (reading) => listOf(reading))
    page('appointment', onePage)
    page('appointment-cannot', cannotPage)
    page('appointment-other', otherPage)

    act('appointment', async (acting) => {
      const writing = writingOf(service, acting)
      const booked = await lockShown(writing, acting)
      const { id, pathwayId, day, time } = booked
      if (booked.isCancelled) throw new LookAgain('appointments?said=changed')
      // She comes at this time after all.
      await settleWishes(writing, id, 'comes', acting.now)
      if (!(await isConfirmed(writing, id)))
        await keepAnswer(writing, acting, {
          pathwayId,
          appointmentId: id,
          said: { kind: 'comes', day, time },
        })
      return `appointment?id=${id}&said=comes`
    })

    act('appointment-cannot', async (acting) => {
      const writing = writingOf(service, acting)
      const { now, sent } = acting
      const booked = await lockShown(writing, acting)
      const { id, version, pathwayId, day, time } = booked
      if (booked.isCancelled) return 'appointments?said=cancelled'
      const done = cancel(
        writing,
        { id, version, reason: 'cancelledByPatient', tell: false },
        { recordDeath, tell: tellWith(service), now },
      )
      await orLookAgain('appointments?said=changed', done)
      await settleWishes(writing, id, 'cancelled', now)
      const reason = cannotReasons.find(({ code }) => code === sent.get('reason'))?.code ?? null
      const said: Said = { kind: 'cannotCome', day, time, reason }
      await keepAnswer(writing, acting, {
        ...{ pathwayId, appointmentId: id, said },
        task: `${day === today(now) ? 'Ring today' : 'Book again, or ring'}: ${saidInWords(said)}, on their own page. Their place on the list stays.`,
      })
      return 'appointments?said=cancelled'
    })

    act('appointment-other', async (acting) => {
      const writing = writingOf(service, acting)
      const { now, sent } = acting
      const booked = await lockShown(writing, acting)
      const { id, pathwayId, day, time } = booked
      if (booked.isCancelled) throw new LookAgain('appointments?said=changed')
      const asked = sent.getAll('days').flatMap((each) => each.split(' '))
      const said: Extract<Said, { kind: 'anotherTime' }> = {
        kind: 'anotherTime',
        ...{ day, time },
        days: weekdays.filter((each) => asked.includes(each)),
        part: askedParts.find((each) => each === sent.get('part')) ?? 'any',
      }
      if (!(await isWished(writing, id, said))) {
        await settleWishes(writing, id, 'replaced', now)
        await keepAnswer(writing, acting, {
          ...{ pathwayId, appointmentId: id, said },
          task: `${saidInWords(said)}, on their own page. It stays booked until you move it.`,
          endsWithAppointment: true,
        })
      }
      return `appointment?id=${id}&said=asked`
    })
  },
})
