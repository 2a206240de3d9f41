import { sql as raw, type Kysely } from 'kysely'
import { z } from 'zod'
import type { QuestionsTold } from '../../../../contract/care/person/questions.ts'
import { today } from '../../../../contract/platform/dates/dates.ts'
import { instantOf } from '../../../../contract/platform/words/format.ts'
import { settleTasksOf } from '../../../pathways/tasks/settle.ts'
import { hasToBeRead } from '../../../pathways/worklists/answersToRead.ts'
import type { DB } from '../../../platform/db/types.ts'
import type { Typed } from '../../../platform/http/pages/fields.ts'
import { LookAgain, type Acting } from '../pages/personPages.ts'
import { unsentMs } from '../door/visits.ts'
import { lockPatient, raiseToday } from './redFlagsRaised.ts'
import { firstFaulty, toldIn } from './questionsSteps.ts'
import { wordsOfQuestions } from './questionsWords.ts'

/** An appointment or follow-up call before which questions are asked. */
export interface Occasion {
  occasion: string
  pathwayId: number
  appointmentId: number | null
}

/** The answers of a visit that were not sent yet, and what they are about: it may be over when they are sent. */
const begunAnswers = z.object({
  occasion: z.string(),
  pathwayId: z.number(),
  appointmentId: z.number().nullable(),
  typed: z.record(z.string(), z.string()),
})
export type Begun = z.output<typeof begunAnswers>
export const begunIn = (stored: unknown): Begun | null => begunAnswers.nullable().parse(stored ?? null)

/** The next occasion of a patient, whose referrals it locks; null if there is none at the moment. */
export const occasionToAnswer = async ({
  sql,
  visit,
  now,
}: Pick<Acting, 'sql' | 'visit' | 'now'>): Promise<Occasion | null> => {
  await lockPatient(sql, visit.patientId)
  const { rows } = await raw<Occasion>`
    select occasion, pathway_id as "pathwayId", appointment_id as "appointmentId" from question_occasion
    where patient_id = ${visit.patientId} and from_day <= ${today(now)}::date
      and coalesce(until_day >= ${today(now)}::date, true)
    order by day, occasion limit 1`.execute(sql)
  return rows[0] ?? null
}

/**
 * The occasion that a page was about, also if the appointment was cancelled or its referral closed since. Locks the
 * referrals. @returns null if this patient has none
 */
const occasionShown = async ({ sql, visit, sent }: Acting): Promise<Occasion | null> => {
  await lockPatient(sql, visit.patientId)
  const shown = sent.get('occasion') ?? ''
  const { rows } = await raw<Occasion>`
    select occasion, pathway_id as "pathwayId", appointment_id as "appointmentId" from question_occasion
    where patient_id = ${visit.patientId} and occasion = ${shown}
    union
    select 'appointment ' || appointment.id, pathway.id, appointment.id from appointment
    join pathway on pathway.id = appointment.pathway_id and pathway.is_active
    where pathway.patient_id = ${visit.patientId} and 'appointment ' || appointment.id = ${shown}`.execute(
    sql,
  )
  return rows[0] ?? null
}

/** Whether this person sent answers since a page was shown that had so many: by the same button, or on another device. */
const hasSentSince = async (
  { sql, visit }: Acting,
  { occasion, pathwayId }: Occasion,
  timesShown: number,
): Promise<boolean> => {
  const { rows } = await raw`
    select from (
      select contact_id from person_answer
      where pathway_id = ${pathwayId} and kind = 'questions' and told ->> 'occasion' = ${occasion}
      order by id offset ${timesShown}) as since
    where since.contact_id is not distinct from ${visit.contactId}`.execute(sql)
  return rows.length > 0
}

/** Whether this person sent answers so lately that a button pressed twice, or Back, may mean those. */
const hasJustSent = async ({ sql, visit, now }: Pick<Acting, 'sql' | 'visit' | 'now'>): Promise<boolean> => {
  const { rows } = await raw`
    select from person_answer as answer join pathway on pathway.id = answer.pathway_id
    where pathway.patient_id = ${visit.patientId} and answer.kind = 'questions'
      and answer.contact_id is not distinct from ${visit.contactId}
      and answer.told_at > ${instantOf(now - unsentMs)}::timestamptz`.execute(sql)
  return rows.length > 0
}

/** What this visit has answered so far, locked before the patient so that a button pressed twice sends once. */
export const lockBegun = async ({ sql, visit }: Pick<Acting, 'sql' | 'visit'>): Promise<Begun | null> => {
  const { rows } = await raw<{ begun: unknown }>`
    select begun from person_visit where id = ${visit.id} for update`.execute(sql)
  return begunIn(rows[0]?.begun)
}

/** Keeps the answers so far, and removes those that nobody came back to for a day. */
export const keepBegun = async (
  { sql, visit, now }: Pick<Acting, 'sql' | 'visit' | 'now'>,
  begun: Begun | null,
): Promise<void> => {
  await removeAbandoned(sql, now)
  await sql
    .updateTable('person_visit')
    .set({ begun: begun === null ? null : JSON.stringify(begun) })
    .where('id', '=', visit.id)
    .execute()
}

const removeAbandoned = async (sql: Kysely<DB>, now: number): Promise<void> => {
  // Rows that another visit is writing wait for the next time.
  await raw`
    update person_visit set begun = null where id in (
      select id from person_visit where begun is not null and seen_at < ${instantOf(now - unsentMs)}::timestamptz
      for update skip locked)`.execute(sql)
}

/**
 * Stores the answers. Earlier ones of the same person for the same appointment or call that nobody has looked at are
 * replaced, so that staff read one. Those that somebody has to read stay open until somebody has: that all is well now
 * does not mean that nobody fell.
 */
const sendAnswers = async (
  { sql, visit, frame, now, trace }: Acting,
  { occasion, pathwayId, appointmentId }: Occasion,
  typed: Typed,
  isAllWell: boolean,
): Promise<void> => {
  const told: QuestionsTold = { occasion, words: wordsOfQuestions(frame), isAllWell, ...toldIn(typed) }
  const at = instantOf(now)
  const { rows: replaced } = await raw<{ id: number; version: number }>`
    update person_answer as earlier set version = version + 1, settled_at = ${at}, settled_how = 'replaced'
    where pathway_id = ${pathwayId} and kind = 'questions' and settled_at is null and told ->> 'occasion' = ${occasion}
      and contact_id is not distinct from ${visit.contactId} and not ${hasToBeRead('earlier')}
    returning id, version`.execute(sql)
  const { rows } = await raw<{ id: number }>`
    insert into person_answer (pathway_id, contact_id, kind, told, told_at, appointment_id)
    values (${pathwayId}, ${visit.contactId}, 'questions', ${JSON.stringify(told)}::jsonb, ${at}, ${appointmentId})
    returning id`.execute(sql)
  trace({
    pathwayIds: [pathwayId],
    records: [
      ...replaced.map(({ id, version }) => ({
        ...{ entity: 'personAnswer', id, version },
        ...{ before: { settled_how: null }, after: { settled_how: 'replaced' } },
      })),
      ...rows.map(({ id }) => ({ entity: 'personAnswer', id, version: 1, before: null, after: { told } })),
    ],
  })
  trace(await settleTasksOf(sql, [pathwayId], null))
}

/** Where somebody comes whose answers could not be stored. */
export const notStoredPage = 'questions?said=notStored'

/** Sends that all is well, once, about what the page was about. @returns false if that can no longer be stored */
export const sendAllWell = async (acting: Acting, begun: Begun | null): Promise<boolean> => {
  const about = await occasionShown(acting)
  const times = acting.sent.get('times') ?? ''
  if (about === null || !/^\d{1,6}$/.test(times)) return false
  if (await hasSentSince(acting, about, Number(times))) return true
  await sendAnswers(acting, about, { falls: '0' }, true)
  // Answers that were begun for another appointment stay.
  if (begun?.occasion === about.occasion) await keepBegun(acting, null)
  return true
}

/** Sends what was begun, once. @returns the page after it */
export const sendBegun = async (acting: Acting): Promise<string> => {
  const begun = await lockBegun(acting)
  const notStored = new LookAgain(notStoredPage)
  if (begun === null) {
    // Sent before by the same button; or on a page that is older than the answers are kept.
    if (!(await hasJustSent(acting))) throw notStored
    return 'questions/sent'
  }
  const { typed, ...about } = begun
  const faulty = firstFaulty(acting.frame.words, typed)
  if (faulty !== null) return `questions/${faulty.name}?wrong=1`
  // To what they are about, although it was cancelled or has been, and never to what is asked next.
  const referrals = await lockPatient(acting.sql, acting.visit.patientId)
  const referral = referrals.find(({ id }) => id === about.pathwayId)
  if (referral === undefined) throw notStored
  await sendAnswers(acting, about, typed, false)
  await keepBegun(acting, null)
  if (!referral.isOpen && saysSomething(typed)) await raiseToday(acting, readAnswers(acting.visit))
  return 'questions/sent'
}

/** Nobody looks at a closed referral by themselves. */
const readAnswers = ({ actsAs }: Acting['visit']): string =>
  `Read the answers of ${actsAs === null ? 'the patient' : `${actsAs} for the patient`} on the page of a referral that is closed: they came after it was closed, and tell of a fall or have words of their own.`

const saysSomething = (typed: Typed): boolean =>
  (typed['falls'] ?? '0') !== '0' || (typed['note'] ?? '').trim() !== ''
