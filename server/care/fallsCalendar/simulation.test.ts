import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import {
  countFallsOfMonth,
  getFallsCalendar,
  settleCalendarReply,
  type FallsCalendar,
} from '../../../contract/care/fallsCalendar/calendar.ts'
import { calendarMonth, calendarMonths } from '../../../contract/care/fallsCalendar/months.ts'
import { isOpenReply } from '../../../contract/care/fallsCalendar/placing.ts'
import { cancelReferral, getPathway, type PathwayView } from '../../../contract/pathways/referral/pathway.ts'
import { getPatient, savePatient, type PatientView } from '../../../contract/patients/patient.ts'
import { addDays, addMonths, daysBetween, type CalendarDate } from '../../../contract/platform/dates/dates.ts'
import { instantAt, londonClock } from '../../../contract/platform/dates/wallTime.ts'
import { seeded, type Random } from '../../../db/seed/demonstration/random.ts'
import {
  agreesToCalendar,
  aCalendarPerson,
  type CalendarPerson,
} from '../../testing/known/knownFallsCalendar.ts'
import { deliver } from '../../testing/process/messages.ts'
import { startNotify } from '../../testing/process/notify.ts'
import { testService, type TestService } from '../../testing/process/service.ts'
import { expectSaved, firstOf, aTeamMember } from '../../testing/world/factories.ts'
import { tokenFor, type TestUser } from '../../testing/world/users.ts'

/*
 * A year of falls calendars through the real job, GOV.UK Notify's stand-in and its callback over HTTP. What the people of
 * this year do is drawn and noted here; what the service made of it is compared with those notes. SUREFOOT_CALENDARS sets
 * how many people there are, SUREFOOT_SEED repeats a year.
 */

const size = Number(process.env['SUREFOOT_CALENDARS'] ?? 16)
const seed = Number(process.env['SUREFOOT_SEED'] ?? 40)
const isLong = size > 100
/** Of a few people care ends on one day, so that the year has few days on which anything happens. */
const spread = isLong ? 28 : 1
const daysLooked = isLong ? [0, 1, 2, 4, 5, 8, 9] : [0, 4, 9]
const timesLooked = isLong ? ['09:25', '10:25', '16:25'] : ['10:25']

interface Person extends CalendarPerson {
  phone: string
  careEndedOn: CalendarDate
  /** The day from which nobody may text them; null as long as they may. */
  goneOn: CalendarDate | null
  /** What they said of each month that the service must count, by the first day of the month. */
  counted: Map<CalendarDate, number>
  /** How many texts they were sent of each month. */
  texts: Map<CalendarDate, number>
  ownsPhone: boolean
}

let service: TestService
let notify: Awaited<ReturnType<typeof startNotify>>
let lead: TestUser
beforeAll(async () => {
  service = await testService({
    organisation: 'Example Vale',
    reminders: { telephone: '01632 960 001', textsPerDay: 1_000_000 },
    fallsCalendar: { saysFalls: false },
  })
  notify = await startNotify(service)
  lead = await service.as('Team Lead')
})
afterAll(async () => {
  vi.useRealTimers()
  await notify.standIn.close()
  await service.close()
})

const setClock = async (day: CalendarDate, time: string): Promise<void> => {
  const now = instantAt(day, time)
  vi.useFakeTimers({ toFake: ['Date'], now })
  service.time.now = now
  lead = await tokenFor(service.db, now, lead)
}

const first = '2025-01-30'

const makePeople = async (random: Random): Promise<Person[]> => {
  const people: Person[] = []
  for (let n = 0; n < size; n += 1) {
    const careEndedOn = addDays(first, random.between(0, spread - 1))
    // One in 16 shares the telephone of the person before.
    const sharer = n % 16 === 15 ? people.at(-1) : undefined
    const phone = sharer?.phone ?? `07${String(700_000_000 + n)}`
    if (sharer !== undefined) sharer.ownsPhone = false
    await setClock(careEndedOn, '12:00')
    const made = await aCalendarPerson(service, lead, {
      endedDate: careEndedOn,
      ways: { byText: true },
      phoneMobile: phone,
    })
    people.push({
      ...made,
      ...{
        phone,
        careEndedOn: sharer?.careEndedOn ?? careEndedOn,
        goneOn: null,
        ownsPhone: sharer === undefined,
      },
      ...{ counted: new Map(), texts: new Map() },
    })
    if (sharer !== undefined && sharer.careEndedOn !== careEndedOn)
      await service.db.owner.query('update treatment_plan set ended_date = $2 where pathway_id = $1', [
        made.pathwayId,
        sharer.careEndedOn,
      ])
  }
  return people
}

/** A reply that will come, and what the service must make of it. */
interface Coming {
  person: Person
  at: number
  text: string
  id: string
  isLost: boolean
}

const sure: readonly [text: (n: number) => string][] = [
  [(n) => String(n)],
  [(n) => ` ${n}. `],
  [(n) => `${n} falls`],
  [(n) => ['None', 'One', 'TWO', 'three'][n] ?? String(n)],
]
const odd = [
  'none thanks',
  'two, hurt my wrist',
  '1 I think',
  'who is this?',
  'fell on the stairs',
  '👍',
  '12',
]

it.each([size])(
  'a year of %i people: each reply counts once, and nobody is texted after a stop, a death or a closing, or at night',
  async () => {
    const random = seeded(seed)
    const people = await makePeople(random)
    const byPhone = Map.groupBy(people, ({ phone }) => phone)
    const coming: Coming[] = []
    const wrong: string[] = []
    const figures = {
      texts: 0,
      replies: 0,
      doubles: 0,
      lost: 0,
      odd: 0,
      stops: 0,
      deaths: 0,
      closings: 0,
      calls: 0,
      sorted: 0,
    }
    const days = new Set<CalendarDate>()
    for (const { careEndedOn } of people)
      for (let month = 1; month <= calendarMonths + 1; month += 1) {
        const asked = addDays(addMonths(careEndedOn, month), 1)
        for (const later of daysLooked) days.add(addDays(asked, later))
      }
    // The nights on which the clocks change, and the days beside them.
    for (const night of ['2025-03-30', '2025-10-26'])
      for (const each of [-1, 0, 1]) days.add(addDays(night, each))

    const monthOf = ({ careEndedOn }: Person, day: CalendarDate): CalendarDate =>
      Array.from({ length: calendarMonths }, (_, at) => calendarMonth(careEndedOn, at + 1)).findLast(
        ({ periodTo }) => periodTo < day,
      )?.periodFrom ?? ''

    /** A number counts if the month was asked about, nothing was counted before, and the person is there. */
    const noteSaid = (person: Person, day: CalendarDate, falls: number): void => {
      const month = monthOf(person, day)
      if (person.goneOn !== null || !person.ownsPhone) return
      if ((byPhone.get(person.phone) ?? []).filter(({ goneOn }) => goneOn === null).length > 1) return
      if (person.texts.has(month) && !person.counted.has(month)) person.counted.set(month, falls)
    }

    const run = async (job: string): Promise<void> => {
      await service.db.owner.query('select graphile_worker.add_job($1)', [job])
      await deliver(service, notify.courier)
    }

    /** What left is noted with its time, and answered or not. */
    const look = (): void => {
      const { day, time } = londonClock(service.time.now)
      for (const { to } of notify.standIn.taken.splice(0)) {
        figures.texts += 1
        if (time < '09:00' || time >= '18:00') wrong.push(`a text at ${time}`)
        const owners = byPhone.get(to) ?? []
        if (owners.every(({ goneOn }) => goneOn !== null)) wrong.push(`a text on ${day} to who is gone`)
        for (const person of owners) {
          if (person.goneOn !== null) continue
          const month = monthOf(person, day)
          if (owners.length === 1) person.texts.set(month, (person.texts.get(month) ?? 0) + 1)
          else if (person === owners.find((each) => (each.texts.get(month) ?? 0) === 0))
            person.texts.set(month, 1)
        }
        const [person] = owners
        if (person !== undefined && person.goneOn === null) answer(person)
      }
    }

    const answer = (person: Person): void => {
      const send = (text: string, after: number, more: Partial<Coming> = {}): void =>
        void coming.push({
          ...{ person, text, id: randomUUID(), isLost: random.chance(0.05) },
          at: service.time.now + after * 60_000,
          ...more,
        })
      const falls = random.pick([0, 0, 0, 0, 1, 1, 2, 3])
      const [write] = random.pick(sure)
      const drawn = random.next()
      const soon = random.between(1, 60)
      if (drawn < 0.55) send(write(falls), soon)
      else if (drawn < 0.65) send(write(falls), random.between(1, 3) * 24 * 60)
      // Twice the same message, as Notify repeats it.
      else if (drawn < 0.72) {
        const id = randomUUID()
        send(write(falls), soon, { id, isLost: false })
        send(write(falls), soon + 30, { id, isLost: false })
        figures.doubles += 1
      } else if (drawn < 0.76) {
        send(write(falls), soon)
        send(write(falls), soon + 20)
        figures.doubles += 1
      } else if (drawn < 0.79) {
        send(write(falls), soon)
        send(write(falls === 0 ? 2 : 0), soon + 20)
        figures.doubles += 1
      } else if (drawn < 0.87) {
        send(random.pick(odd), soon)
        figures.odd += 1
      } else if (drawn < 0.885) send(random.pick(['STOP', 'stop.', 'Unsubscribe!', 'Please stop']), soon)
    }

    const arrive = async (): Promise<void> => {
      const due = coming.filter(({ at }) => at <= service.time.now).toSorted((a, b) => a.at - b.at)
      for (const reply of due) {
        coming.splice(coming.indexOf(reply), 1)
        await hear(reply)
      }
    }
    const seen = new Set<string>()
    const lost: Coming[] = []
    const hear = async (reply: Coming): Promise<void> => {
      const { person, text, id, isLost } = reply
      figures.replies += 1
      const status = await notify.standIn.receive(person.phone, text, { id, at: reply.at, isLost })
      if (isLost) {
        figures.lost += 1
        lost.push(reply)
        return
      }
      if (status !== 204) wrong.push(`a callback was answered ${status}`)
      note(reply)
    }
    const note = ({ person, text, id, at }: Coming): void => {
      if (seen.has(id)) return
      seen.add(id)
      const { day } = londonClock(at)
      const plain = text.trim().toLowerCase().replaceAll(/[.!]/g, '')
      if (/^(stop|unsubscribe|please stop)$/.test(plain)) {
        figures.stops += 1
        for (const each of byPhone.get(person.phone) ?? []) each.goneOn ??= day
        return
      }
      const word = ['none', 'one', 'two', 'three'].indexOf(plain)
      const digits = /^(\d)(?: falls)?$/.exec(plain)?.[1]
      const falls = word >= 0 ? word : digits === undefined ? null : Number(digits)
      if (falls !== null) noteSaid(person, day, falls)
    }

    /** Staff read what waits, and ring who is silent. */
    const work = async (person: Person): Promise<void> => {
      const calendar = (await service.ask(getFallsCalendar, { pathwayId: person.pathwayId }, lead))
        .body as FallsCalendar
      const [latest] = calendar.questions
      for (const reply of [...(latest?.replies ?? []), ...calendar.otherReplies].filter(({ outcome }) =>
        isOpenReply(outcome),
      )) {
        const { id, version, falls } = reply
        const takes = latest?.falls === null && falls !== null && falls < 10 && latest.replies.includes(reply)
        const as = takes ? ('counted' as const) : ('read' as const)
        const asked = await service.ask(settleCalendarReply, { id, version, as }, lead)
        if (asked.status !== 200) wrong.push(`a reply was not settled: ${asked.status}`)
        if (takes && latest !== undefined) person.counted.set(latest.periodFrom, falls)
        if (takes) return void (figures.sorted += 1)
      }
    }
    const ring = async (person: Person): Promise<void> => {
      const { body } = await service.ask(getFallsCalendar, { pathwayId: person.pathwayId }, lead)
      const [latest] = (body as FallsCalendar).questions
      if (latest === undefined || latest.falls !== null || person.goneOn !== null) return
      const falls = random.pick([0, 0, 1])
      const { id, version, periodFrom } = latest
      const saved = await service.ask(countFallsOfMonth, { id, version, falls }, lead)
      if (saved.status !== 200) wrong.push('a call was not saved')
      person.counted.set(periodFrom, falls)
      figures.calls += 1
    }

    const leave = async (person: Person, day: CalendarDate): Promise<void> => {
      const { patientId, pathwayId: id } = person
      const how = random.next()
      if (how < 0.4) {
        const { body } = await service.ask(getPatient, { id: patientId }, lead)
        const { pathways: _p, nextOfKin: _n, flags: _f, bmi: _b, names: _m, ...patient } = body as PatientView
        const dead = { ...patient, deceasedDate: day, deathBeforeRecordsConfirmed: true }
        expectSaved('death', await service.ask(savePatient, dead as never, lead))
        figures.deaths += 1
      } else if (how < 0.8) {
        const { pathway } = (await service.ask(getPathway, { id }, lead)).body as PathwayView
        const said = { id, version: pathway.version, cancelReferralDate: day, openPlansConfirmed: true }
        const declinedReferralId = await firstOf(service, 'declined_referral')
        const teamMemberId = await aTeamMember(service)
        const closed = await service.ask(
          cancelReferral,
          { ...said, declinedReferralId, teamMemberId } as never,
          lead,
        )
        if (closed.status !== 200) throw new Error(`not closed: ${JSON.stringify(closed.body)}`)
        figures.closings += 1
      } else {
        await agreesToCalendar(service, lead, patientId, {}, day)
        figures.stops += 1
      }
      person.goneOn = day
    }

    for (const day of [...days].toSorted()) {
      // At night nothing leaves, also on the nights on which the clocks change.
      for (const time of ['01:30', '08:59']) {
        if (!random.chance(0.15)) continue
        await setClock(day, time)
        await run('askFallsCalendars')
        look()
      }
      for (const time of timesLooked) {
        await setClock(day, time)
        await arrive()
        if (isLong && time === '10:25' && !random.chance(0.5)) continue
        await run('askFallsCalendars')
        look()
      }
      await setClock(day, '17:50')
      await arrive()
      if (lost.length > 0) {
        await run('fetchReceivedTexts')
        for (const each of lost.splice(0)) note(each)
      }
      for (const person of people)
        if (person.ownsPhone && person.goneOn === null) {
          const age = daysBetween(addDays(person.careEndedOn, 1), day)
          if (random.chance(age > 40 ? (isLong ? 0.0004 : 0.01) : 0)) await leave(person, day)
          else if (random.chance(isLong ? 0.02 : 0.2)) await work(person)
          else if (random.chance(isLong ? 0.004 : 0.1)) await ring(person)
        }
      if (random.chance(0.05)) {
        await setClock(day, '18:00')
        await run('askFallsCalendars')
        look()
      }
    }

    // Each month has the number that was said, and no other has one.
    const shown = { falls: 0, days: 0 }
    for (const person of people) {
      const calendar = (await service.ask(getFallsCalendar, { pathwayId: person.pathwayId }, lead))
        .body as FallsCalendar
      const stored = Object.fromEntries(
        calendar.questions.flatMap(({ periodFrom, falls }) => (falls === null ? [] : [[periodFrom, falls]])),
      )
      const said = Object.fromEntries(person.counted)
      if (
        person.ownsPhone &&
        JSON.stringify(Object.entries(stored).toSorted()) !== JSON.stringify(Object.entries(said).toSorted())
      )
        wrong.push(`months of one person: ${JSON.stringify(stored)} instead of ${JSON.stringify(said)}`)
      if (person.ownsPhone) {
        shown.falls += calendar.rates.after?.falls ?? 0
        shown.days += calendar.rates.after?.days ?? 0
      }
      if (calendar.questions.some(({ tries }) => tries.length > 2)) wrong.push('more than two tries')
    }
    expect(wrong.slice(0, 5)).toEqual([])

    // The rate is that of a recount from the notes.
    const alone = people.filter(({ ownsPhone }) => ownsPhone)
    const recounted = await recount(alone)
    const { rows } = await service.db.owner.query<{ falls: number; days: number }>(
      `select coalesce(sum(q.falls), 0)::integer as falls, coalesce(sum(least(q.period_to, p.deceased_date, w.cancel_referral_date) - q.period_from + 1), 0)::integer as days
       from falls_calendar_question q join pathway w on w.id = q.pathway_id join patient p on p.id = w.patient_id
       where q.falls is not null and w.id = any($1)`,
      [alone.map(({ pathwayId }) => pathwayId)],
    )
    expect(rows[0]).toEqual(recounted)
    expect(shown).toEqual(recounted)
    expect(figures.texts).toBeGreaterThan(size * 3)
    const perYear = Math.round((recounted.falls / recounted.days) * 36525) / 100
    process.stdout.write(`${JSON.stringify({ people: size, seed, ...figures, ...recounted, perYear })}\n`)
  },
  size * 60_000,
)

/** Falls and days at risk of the months that were said, from the notes of what happened. */
const recount = async (people: readonly Person[]): Promise<{ falls: number; days: number }> => {
  const ends = new Map<number, CalendarDate | null>()
  const { rows } = await service.db.owner.query<{ id: number; day: string | null }>(
    `select w.id::integer as id, coalesce(p.deceased_date, w.cancel_referral_date)::text as day
     from pathway w join patient p on p.id = w.patient_id`,
  )
  for (const { id, day } of rows) ends.set(id, day)
  let [falls, days] = [0, 0]
  for (const { pathwayId, counted, careEndedOn } of people)
    for (const [from, said] of counted) {
      const to = Array.from({ length: calendarMonths }, (_, at) => calendarMonth(careEndedOn, at + 1)).find(
        ({ periodFrom }) => periodFrom === from,
      )?.periodTo
      if (to === undefined) throw new Error(`Nobody has a month from ${from}`)
      const end = ends.get(pathwayId) ?? null
      falls += said
      days += daysBetween(from, end !== null && end < to ? end : to) + 1
    }
  return { falls, days }
}
