import { sql as raw, type Kysely } from 'kysely'
import type { TaskList } from 'graphile-worker'
import {
  calendarWay,
  daysUntilCall,
  daysUntilSecondTry,
  monthToAsk,
  type CalendarFacts,
  type CalendarMonth,
  type Sends,
} from '../../../contract/care/fallsCalendar/months.ts'
import { mobileNumber, reminderHours } from '../../../contract/care/appointments/reminder.ts'
import { addDays, type CalendarDate } from '../../../contract/platform/dates/dates.ts'
import { londonClock } from '../../../contract/platform/dates/wallTime.ts'
import type { AccountsService } from '../../accounts/settings/service.ts'
import { queueJob, taskOf, type Job } from '../../platform/db/jobs/jobs.ts'
import type { DB } from '../../platform/db/types.ts'
import type { Courier } from '../../platform/messages/couriers.ts'
import { calendarMail, calendarText } from '../../platform/messages/texts.ts'
import { byDay } from '../telling/tell.ts'
import { tellPatient } from '../telling/tellPatient.ts'
import {
  calendarConsent,
  calendarFacts,
  careOfPathway,
  latestQuestion,
  openReferrals,
  waitsToBeRead,
} from './facts.ts'

/*
 * Asks people who agreed how often they fell, once a month. A question and its try are stored with the job that sends it, in
 * one statement, and who may be asked is decided again when the job runs. Silence is asked once more, then somebody rings.
 */

/** Nine attempts retry for more than an hour. */
const sendQuestion: Job<{ tryId: number }> = { name: 'sendCalendarQuestion', attempts: 9 }

const sendsOf = ({ accounts }: AccountsService, { sms, mail }: Courier): Sends => ({
  texts: accounts.reminders !== null && sms !== null,
  mails: accounts.reminders !== null && mail !== null,
})

interface Due {
  pathwayId: number
  careEndedOn: CalendarDate
  agreedOn: CalendarDate
  latest: { periodTo: CalendarDate; askedDate: CalendarDate } | null
  facts: CalendarFacts
}

/** Everybody with a calendar whose care ended, each once: with the referral whose care ended last. */
const readRunning = async (sql: Kysely<DB>, day: CalendarDate): Promise<Due[]> => {
  const { rows } = await raw<Due>`
    select distinct on (patient.id) pathway.id as "pathwayId", care.last_ended as "careEndedOn", consent.asked_date as "agreedOn",
      case when latest.period_to is not null then
        jsonb_build_object('periodTo', latest.period_to, 'askedDate', latest.asked_date) end as latest,
      ${calendarFacts} as facts
    from (select distinct patient_id from falls_calendar_consent where is_active) as person
    join patient on patient.id = person.patient_id
    join lateral (${calendarConsent}) as consent on consent.by_text or consent.by_mail or consent.by_call
    join pathway on pathway.patient_id = patient.id and ${openReferrals}
    join lateral (${careOfPathway}) as care on not care.is_open and care.last_ended < ${day}::date
    left join lateral (
      select question.period_to, question.asked_date from falls_calendar_question as question
      join pathway as asked on asked.id = question.pathway_id
      where asked.patient_id = patient.id order by question.period_to desc limit 1) as latest on true
    order by patient.id, care.last_ended desc, pathway.id desc`.execute(sql)
  return rows
}

type Way = NonNullable<ReturnType<typeof calendarWay>>

interface Noted extends CalendarMonth {
  pathwayId: number
  channel: Way
  telephone: string | null
}

const telephoneFor = (way: Way, { phoneMobile }: CalendarFacts): string | null =>
  way === 'text' ? mobileNumber(phoneMobile) : null

/** A call waits on the list of calls, so that nothing is sent. */
const isWaiting = raw`case when channel = 'call' then 'sent' else 'waiting' end as state,
  case when channel = 'call' then clock_timestamp() end as settled_at`

const queueEach = raw`graphile_worker.add_job(${sendQuestion.name}::text, json_build_object('tryId', id),
  max_attempts => ${sendQuestion.attempts}::integer)`

/** Stores the questions that are due, each once, and queues their messages. @returns how many */
export const askMonths = async (sql: Kysely<DB>, day: CalendarDate, sends: Sends): Promise<number> => {
  const noted = (await readRunning(sql, day)).flatMap(({ pathwayId, facts, ...calendar }): Noted[] => {
    const month = monthToAsk(calendar, day)
    const channel = month === null ? null : calendarWay(facts, sends)
    return month === null || channel === null
      ? []
      : [{ ...month, pathwayId, channel, telephone: telephoneFor(channel, facts) }]
  })
  if (noted.length === 0) return 0
  const { rows } = await raw<{ isQueued: unknown }>`
    with noted as (
      select * from jsonb_to_recordset(${JSON.stringify(noted)}::jsonb) as noted ("pathwayId" bigint, "monthNumber" integer,
        "periodFrom" date, "periodTo" date, channel text, telephone text)),
    asked as (
      insert into falls_calendar_question (pathway_id, month_number, period_from, period_to, asked_date)
      select "pathwayId", "monthNumber", "periodFrom", "periodTo", ${day}::date from noted
      on conflict do nothing returning id, pathway_id),
    tried as (
      insert into falls_calendar_try (question_id, try_number, channel, telephone, asked_date, state, settled_at)
      select question_id, 1, channel, telephone, ${day}::date, state, settled_at
      from (
        select asked.id as question_id, channel, telephone, ${isWaiting}
        from asked join noted on noted."pathwayId" = asked.pathway_id) as each
      returning id, channel)
    select case when channel <> 'call' then (${queueEach}).id end as "isQueued" from tried`.execute(sql)
  return rows.length
}

interface Silent {
  questionId: number
  facts: CalendarFacts
}

/** Asks once more where nothing came. Nobody is asked again whose reply waits to be read. */
export const askAgain = async (sql: Kysely<DB>, day: CalendarDate, sends: Sends): Promise<number> => {
  const { rows: silent } = await raw<Silent>`
    select question.id as "questionId", ${calendarFacts} as facts
    from falls_calendar_question as question
    join pathway on pathway.id = question.pathway_id
    join patient on patient.id = pathway.patient_id
    join lateral (${calendarConsent}) as consent on true
    join lateral (${latestQuestion}) as latest on latest.id = question.id
    where question.falls is null and ${openReferrals} and not ${waitsToBeRead}
      and question.asked_date between ${addDays(day, 1 - daysUntilCall)}::date and ${addDays(day, -daysUntilSecondTry)}::date
      and not exists (
        select from falls_calendar_try as tried
        where tried.question_id = question.id and (tried.try_number = 2 or tried.channel = 'call'))`.execute(
    sql,
  )
  const noted = silent.flatMap(({ questionId, facts }) => {
    const channel = calendarWay(facts, sends)
    return channel === null ? [] : [{ questionId, channel, telephone: telephoneFor(channel, facts) }]
  })
  if (noted.length === 0) return 0
  const { rows } = await raw<{ isQueued: unknown }>`
    with tried as (
      insert into falls_calendar_try (question_id, try_number, channel, telephone, asked_date, state, settled_at)
      select "questionId", 2, channel, telephone, ${day}::date, state, settled_at
      from (
        select *, ${isWaiting}
        from jsonb_to_recordset(${JSON.stringify(noted)}::jsonb) as noted ("questionId" bigint, channel text, telephone text)) as each
      on conflict do nothing returning id, channel)
    select case when channel <> 'call' then (${queueEach}).id end as "isQueued" from tried`.execute(sql)
  return rows.length
}

interface Waiting {
  state: string
  pathwayId: number
  patientId: number
  questionId: number
  from: CalendarDate
  to: CalendarDate
  stands: boolean
  facts: CalendarFacts
}

const readWaiting = async (sql: Kysely<DB>, tryId: number): Promise<Waiting | undefined> => {
  const { rows } = await raw<Waiting>`
    select tried.state, pathway.id as "pathwayId", patient.id as "patientId", question.id as "questionId",
      question.period_from as "from", question.period_to as "to",
      ${openReferrals} and question.falls is null and latest.id = question.id and not ${waitsToBeRead} as stands,
      ${calendarFacts} as facts
    from falls_calendar_try as tried
    join falls_calendar_question as question on question.id = tried.question_id
    join pathway on pathway.id = question.pathway_id
    join patient on patient.id = pathway.patient_id
    left join lateral (${calendarConsent}) as consent on true
    left join lateral (${latestQuestion}) as latest on true
    where tried.id = ${tryId}`.execute(sql)
  return rows[0]
}

/** The person may ask for another way, or have another number, between the question and its message. */
const noteWay = async (
  sql: Kysely<DB>,
  tryId: number,
  channel: Way,
  telephone: string | null,
): Promise<void> => {
  await sql
    .updateTable('falls_calendar_try')
    .set({ channel, telephone })
    .where('id', '=', tryId)
    .where('state', '=', 'waiting')
    .execute()
}

const settleTry = async (sql: Kysely<DB>, tryId: number, state: 'sent' | 'dropped'): Promise<void> => {
  await sql
    .updateTable('falls_calendar_try')
    .set({ state, settled_at: raw<string>`clock_timestamp()` })
    .where('id', '=', tryId)
    .where('state', '=', 'waiting')
    .execute()
}

/** The queue's tasks of the calendar. They do nothing if the installation has none. */
export const calendarTasks = (service: AccountsService, courier: Courier): TaskList => {
  const { db, accounts, clock } = service
  return {
    askFallsCalendars: async () => {
      const { day, time } = londonClock(clock())
      if (accounts.fallsCalendar === null || time < reminderHours.from || time >= reminderHours.until) return
      const sends = sendsOf(service, courier)
      await askMonths(db.sql, day, sends)
      await askAgain(db.sql, day, sends)
    },
    ...taskOf(sendQuestion, async ({ tryId }, key) => {
      const waiting = await readWaiting(db.sql, tryId)
      if (waiting?.state !== 'waiting') return
      const now = clock()
      const way =
        waiting.stands && accounts.fallsCalendar !== null
          ? calendarWay(waiting.facts, sendsOf(service, courier))
          : null
      if (way === null || accounts.fallsCalendar === null) return settleTry(db.sql, tryId, 'dropped')
      if (byDay(now) > now) return queueJob(db.sql, sendQuestion, { tryId }, byDay(now))
      await noteWay(db.sql, tryId, way, telephoneFor(way, waiting.facts))
      if (way === 'call') return settleTry(db.sql, tryId, 'sent')
      const month = { ...waiting, saysFalls: accounts.fallsCalendar.saysFalls }
      const outcome = await tellPatient(
        service,
        courier,
        way,
        waiting.facts,
        { text: (setting) => calendarText(setting, month), mail: (setting) => calendarMail(setting, month) },
        { key, purpose: 'fallsCalendar', about: { pathwayId: waiting.pathwayId, appointmentId: null } },
      )
      await settleTry(db.sql, tryId, outcome === 'sent' ? 'sent' : 'dropped')
      if (outcome !== 'sent') return
      await service.audit.append({
        ...{ kind: 'write', status: 200, userId: null, sessionId: null, role: null, address: null },
        action: 'falls calendar question',
        patientIds: [waiting.patientId],
        pathwayIds: [waiting.pathwayId],
        criteria: { channel: way },
        records: [{ entity: 'fallsCalendarQuestion', id: waiting.questionId }],
        requestId: `falls-calendar-${tryId}`,
      })
    }),
  }
}
