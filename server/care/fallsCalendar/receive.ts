import { sql as raw, type Kysely, type Transaction } from 'kysely'
import { calendarMonths } from '../../../contract/care/fallsCalendar/months.ts'
import {
  placeReply,
  type ReplyOutcome,
  type Situation,
} from '../../../contract/care/fallsCalendar/placing.ts'
import { readReply, type Reading } from '../../../contract/care/fallsCalendar/reading.ts'
import type { CalendarWay } from '../../../contract/care/fallsCalendar/calendar.ts'
import { mobileNumber } from '../../../contract/care/appointments/reminder.ts'
import { hasDied, type FlagFacts } from '../../../contract/patients/flags/chips.ts'
import { addMonths, today, type CalendarDate } from '../../../contract/platform/dates/dates.ts'
import { formatDate, instantOf } from '../../../contract/platform/words/format.ts'
import { flagFacts } from '../../patients/flags/read.ts'
import { raiseToldWords } from '../../patients/flags/redFlags.ts'
import { settleTasksOf } from '../../pathways/tasks/settle.ts'
import { noteUnknownText } from '../../pathways/tasks/unknownTexts.ts'
import type { RecordTrace } from '../../platform/audit/auditTrail.ts'
import { transact } from '../../platform/db/connection/transact.ts'
import type { DB } from '../../platform/db/types.ts'
import { appendEvent } from '../../platform/writes/write.ts'
import { calendarConsent, latestQuestion, openReferrals } from './facts.ts'

/*
 * Replies to the falls calendar (decision 164). Each is stored with its words before anything follows from it, once by the
 * number that its source gives it, and the row of the audit trail is written in the same transaction.
 */

/** A referral with a calendar, locked. */
interface Calendar {
  pathwayId: number
  patientId: number
  isOpen: boolean
  hasConsent: boolean
  flags: FlagFacts
  questionId: number | null
  askedDate: CalendarDate | null
  falls: number | null
}

const readCalendars = async (sql: Kysely<DB>, pathwayIds: readonly number[]): Promise<Calendar[]> => {
  const { rows } = await raw<Calendar>`
    select pathway.id as "pathwayId", patient.id as "patientId", ${openReferrals} as "isOpen",
      coalesce(consent.by_text or consent.by_mail or consent.by_call, false) as "hasConsent", ${flagFacts('patient')} as flags,
      latest.id as "questionId", latest.asked_date as "askedDate", latest.falls
    from pathway
    join patient on patient.id = pathway.patient_id
    left join lateral (${calendarConsent}) as consent on true
    left join lateral (${latestQuestion}) as latest on true
    where pathway.id = any(${pathwayIds}::bigint[]) order by pathway.id`.execute(sql)
  return rows
}

const lockPathways = async (sql: Transaction<DB>, pathwayIds: readonly number[]): Promise<void> => {
  await raw`select from pathway where id = any(${pathwayIds}::bigint[]) order by id for update`.execute(sql)
}

const isRunning = ({ isOpen, hasConsent, flags }: Calendar): boolean =>
  isOpen && hasConsent && !hasDied(flags)

const situationOf = (calendar: Calendar, isShared: boolean): Situation => ({
  isRunning: isRunning(calendar),
  question: calendar.askedDate === null ? null : { askedDate: calendar.askedDate, falls: calendar.falls },
  isShared,
})

interface Said {
  channel: CalendarWay
  words: string
  reading: Reading
  receivedAt: number
  sourceId: string | null
}

/** What somebody has to read although the referral is closed. The words of the reply stand on its page alone. */
const toReadWords = (day: CalendarDate, isUrgent: boolean): string =>
  `A reply to the falls calendar of ${formatDate(day)} ${
    isUrgent ? 'may tell of an injury' : 'is to be read by somebody'
  }. Read it on the page of the referral, which is closed.`

/** Stores a reply and what follows from it. @returns null if it was stored before */
const storeReply = async (
  sql: Transaction<DB>,
  calendar: Calendar,
  { channel, words, reading, receivedAt, sourceId }: Said,
  { outcome, isAnswer }: { outcome: ReplyOutcome; isAnswer: boolean },
): Promise<RecordTrace[] | null> => {
  const { pathwayId, patientId, questionId } = calendar
  const day = today(receivedAt)
  const { rows } = await raw<{ id: number }>`
    insert into falls_calendar_reply (pathway_id, question_id, channel, source_id, words, received_at, falls, is_urgent, outcome)
    values (${pathwayId}, ${isAnswer ? questionId : null}, ${channel}, ${sourceId}::uuid, ${words}, ${instantOf(receivedAt)},
      ${reading.mayMean}, ${reading.isUrgent}, ${outcome})
    on conflict (source_id, pathway_id) do nothing returning id`.execute(sql)
  const [added] = rows
  if (added === undefined) return null
  const records: RecordTrace[] = [
    { entity: 'fallsCalendarReply', id: added.id, before: {}, after: { outcome, channel } },
  ]
  // Tasks are those of open referrals. Without one it is a red flag of the patient, which stays on Today until it is ended.
  const isToRead = reading.isUrgent || outcome === 'toRead' || outcome === 'toSort'
  if (isToRead && !calendar.isOpen && !hasDied(calendar.flags)) {
    const detail = toReadWords(day, reading.isUrgent)
    records.push(...(await raiseToldWords({ sql }, { patientId, source: 'fallsCalendar', detail, day })))
  }
  if (outcome === 'counted' && questionId !== null) {
    await raw`
      update falls_calendar_question set falls = ${reading.falls}, counted_from = ${channel}, counted_date = ${day}::date,
        version = version + 1, updated_at = clock_timestamp(), updated_by = null
      where id = ${questionId} and falls is null`.execute(sql)
    records.push({
      ...{ entity: 'fallsCalendarQuestion', id: questionId, before: { falls: null } },
      after: { falls: reading.falls, counted_from: channel },
    })
  }
  if (reading.isStop && calendar.hasConsent) {
    const { rows: stopped } = await raw<{ id: number }>`
      insert into falls_calendar_consent (patient_id, asked_date, by_text, by_mail, by_call, note)
      values (${patientId}, ${day}::date, false, false, false, 'Stopped by a message of the patient') returning id`.execute(
      sql,
    )
    for (const { id } of stopped)
      records.push({
        ...{ entity: 'fallsCalendarConsent', id, before: {} },
        after: { by_text: false, by_mail: false, by_call: false },
      })
  }
  return records
}

const finish = async (
  sql: Transaction<DB>,
  calendars: readonly Calendar[],
  records: readonly RecordTrace[],
  requestId: string,
  channel: CalendarWay,
): Promise<void> => {
  const pathwayIds = calendars.map(({ pathwayId }) => pathwayId)
  const tasks = await settleTasksOf(sql, pathwayIds, null)
  await appendEvent(sql, {
    ...{ kind: 'write', status: 200, userId: null, sessionId: null, role: null, address: null },
    action: 'falls calendar reply',
    requestId,
    criteria: { channel },
    patientIds: calendars.map(({ patientId }) => patientId),
    pathwayIds,
    records: [...records, ...(tasks.records ?? [])],
  })
}

/** A text that came from a telephone. */
export interface ReceivedText {
  /** The number of the message at GOV.UK Notify. */
  id: string
  from: string
  words: string
  receivedAt: number
}

/** After so long a telephone may be somebody else's. */
const monthsKnown = calendarMonths + 3

/**
 * Everybody who was asked at this telephone, each with the referral that was asked about last. Where some of them still
 * have a calendar that goes on, a reply is theirs alone.
 */
const whoseTelephone = async (sql: Kysely<DB>, telephone: string, day: CalendarDate): Promise<number[]> => {
  const { rows } = await raw<{ id: number }>`
    select distinct on (pathway.patient_id) pathway.id
    from falls_calendar_try as tried
    join falls_calendar_question as question on question.id = tried.question_id
    join pathway on pathway.id = question.pathway_id and pathway.is_active
    join patient on patient.id = pathway.patient_id and patient.is_active
    where tried.telephone = ${telephone}
      and tried.asked_date between ${addMonths(day, -monthsKnown)}::date and ${day}::date
    order by pathway.patient_id, question.asked_date desc, pathway.id desc`.execute(sql)
  return rows.map(({ id }) => id)
}

/**
 * Takes a text that somebody sent. A stop word is obeyed for everybody with this telephone; a reply that may be of more
 * than one person is sorted by somebody. One from a telephone that the calendar does not know is counted, and read at
 * GOV.UK Notify.
 */
export const receiveText = async (
  sql: Kysely<DB>,
  { id, from, words, receivedAt }: ReceivedText,
): Promise<void> => {
  const telephone = mobileNumber(from.startsWith('44') ? `+${from}` : from)
  const day = today(receivedAt)
  const pathwayIds = telephone === null ? [] : await whoseTelephone(sql, telephone, day)
  if (pathwayIds.length === 0) return noteUnknownText(sql, id, receivedAt)
  await transact(sql, async (transaction) => {
    await lockPathways(transaction, pathwayIds)
    const known = await readCalendars(transaction, pathwayIds)
    const running = known.filter(isRunning)
    const reading = readReply(words)
    const meant = running.length === 0 || reading.isStop ? known : running
    const isShared = meant.length > 1 && !reading.isStop
    const said: Said = { channel: 'text', words, reading, receivedAt, sourceId: id }
    const records: RecordTrace[] = []
    let isNew = false
    for (const calendar of meant) {
      const placed = placeReply(reading, situationOf(calendar, isShared), day)
      const stored = await storeReply(transaction, calendar, said, placed)
      if (stored === null) continue
      isNew = true
      records.push(...stored)
    }
    if (isNew) await finish(transaction, meant, records, `falls-calendar-text-${id}`, 'text')
  })
}

/** An answer that is known to be of one person, such as from their own page. */
export interface OwnAnswer {
  questionId: number
  reading: Reading
  words: string
  from: CalendarWay
  /** Identifies the form that was sent: sent twice, it is one answer. */
  sourceId: string
}

/**
 * Takes an answer to a question in the caller's transaction, by the rules of texts.
 * @param now milliseconds since the epoch
 * @returns what became of it
 */
export const recordCalendarReply = async (
  sql: Transaction<DB>,
  now: number,
  { questionId, from, words, reading, sourceId }: OwnAnswer,
): Promise<ReplyOutcome | null> => {
  const question = await sql
    .selectFrom('falls_calendar_question')
    .select('pathway_id')
    .where('id', '=', questionId)
    .executeTakeFirst()
  if (question === undefined) return null
  await lockPathways(sql, [question.pathway_id])
  const [calendar] = await readCalendars(sql, [question.pathway_id])
  if (calendar === undefined) return null
  // A question of an earlier month is over: somebody reads the answer.
  const placed =
    questionId === calendar.questionId
      ? placeReply(reading, situationOf(calendar, false), today(now))
      : ({ outcome: reading.isStop && !reading.isToRead ? 'stopped' : 'toRead', isAnswer: false } as const)
  const said: Said = { channel: from, words, reading, receivedAt: now, sourceId }
  const records = await storeReply(sql, calendar, said, placed)
  if (records !== null) await finish(sql, [calendar], records, `falls-calendar-${from}-${sourceId}`, from)
  return placed.outcome
}
