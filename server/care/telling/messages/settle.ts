import { sql as raw, type Kysely, type Transaction } from 'kysely'
import {
  notDeliveredTask,
  type MessageChannel,
  type MessagePurpose,
} from '../../../../contract/pathways/records/sentMessage.ts'
import { isNotToBeCalled, isNotToBeTold, type FlagFacts } from '../../../../contract/patients/flags/chips.ts'
import { today } from '../../../../contract/platform/dates/dates.ts'
import { formatDate, instantOf } from '../../../../contract/platform/words/format.ts'
import { flagFacts } from '../../../patients/flags/read.ts'
import { taskTable } from '../../../pathways/tasks/columns.ts'
import type { Trace } from '../../../platform/audit/auditTrail.ts'
import { transact } from '../../../platform/db/connection/transact.ts'
import type { DB } from '../../../platform/db/types.ts'
import { addRows } from '../../../platform/writes/addRows.ts'
import { appendEvent } from '../../../platform/writes/write.ts'
import { statuses, type Meaning } from './statuses.ts'

/** Which message: by our own number or by that of Notify. */
export type Which = { reference: string } | { notifyId: string } | { id: number }

interface Message {
  id: number
  state: string
  channel: MessageChannel
  purpose: MessagePurpose
  pathwayId: number | null
  isSettled: boolean
}

const condition = (which: Which) =>
  'id' in which
    ? raw`id = ${which.id}`
    : 'reference' in which
      ? raw`reference = ${which.reference}::uuid`
      : raw`notify_id = ${which.notifyId}::uuid`

/**
 * Notes what Notify says of a message, by callback or when it is asked, in whatever order and however often: the first
 * final status counts, and none before it undoes it. A message that was not delivered opens a task, once.
 * @returns whether there is such a message
 */
export const noteStatus = async (
  sql: Kysely<DB>,
  now: number,
  which: Which,
  status: string,
): Promise<boolean> => {
  const known = await find(sql, which)
  if (known === undefined) return false
  const meaning = statuses[known.channel][status]
  if (meaning !== undefined) await settle(sql, now, known.id, meaning)
  return true
}

const find = async (sql: Kysely<DB>, which: Which): Promise<Message | undefined> => {
  const { rows } = await raw<Message>`
    select id, state, channel, purpose, pathway_id as "pathwayId", settled_at is not null as "isSettled"
    from sent_message where ${condition(which)}`.execute(sql)
  return rows[0]
}

/** Brings a message to where it is now. Nothing changes if it was settled before. */
export const settle = (sql: Kysely<DB>, now: number, id: number, meaning: Meaning): Promise<void> =>
  transact(sql, async (transaction) => {
    const before = await find(transaction, { id })
    if (before === undefined || before.isSettled) return
    // Locked in the order of every change: the referral before what hangs on it.
    if (before.pathwayId !== null)
      await raw`select from pathway where id = ${before.pathwayId} for update`.execute(transaction)
    const { state, isFinal, why } = meaning
    const { rows } = await raw`
      update sent_message set state = ${state}, why = ${why}, uncertain_since = null,
        sent_at = coalesce(sent_at, ${instantOf(now)}::timestamptz),
        settled_at = case when ${isFinal} then ${instantOf(now)}::timestamptz end,
        next_at = case when not ${isFinal} then coalesce(next_at, ${instantOf(now)}::timestamptz) end
      where id = ${id} and settled_at is null and (${isFinal} or state = 'queued')
      returning id`.execute(transaction)
    if (rows.length === 0 || !isFinal) return
    const task = state === 'failed' ? await openTask(transaction, now, before) : {}
    await appendEvent(transaction, {
      ...{ kind: 'write', status: 200, userId: null, sessionId: null, role: null, address: null },
      action: `message ${state}`,
      requestId: `message-${id}`,
      ...task,
      criteria: { channel: before.channel, purpose: before.purpose },
      records: [
        { entity: 'sentMessage', id, before: { state: before.state }, after: { state } },
        ...(task.records ?? []),
      ],
    })
  })

interface About {
  patientId: number
  isHere: boolean
  isClosed: boolean
  day: string | null
  time: string | null
  isStill: boolean
  appointmentId: number | null
  /** The latest link to the own page, if the message was one. */
  linkId: number | null
  flags: FlagFacts
}

/**
 * A task to tell the person in another way. None for people who died or refused, and for what is over or was changed
 * since: another message says so. Of a closed referral only one for a cancelled appointment, to which the person would
 * travel in vain, and for a link to the own page: they are on the list of what is outstanding.
 */
const openTask = async (sql: Transaction<DB>, now: number, message: Message): Promise<Trace> => {
  if (message.pathwayId === null) return {}
  const { rows } = await raw<About>`
    select patient.id as "patientId", appointment.id as "appointmentId",
      pathway.is_active and patient.is_active as "isHere",
      pathway.discharge_date is not null or pathway.cancel_referral_date is not null as "isClosed",
      appointment.appointment_date as day, appointment.start_time as time,
      coalesce(appointment.is_active and (appointment.outcome is null) = (message.purpose <> 'cancelled'), true) as "isStill",
      case when message.purpose = 'ownPage' then
        (select max(id) from person_link where person_link.patient_id = patient.id) end as "linkId",
      ${flagFacts('patient')} as flags
    from sent_message as message
    join pathway on pathway.id = message.pathway_id
    join patient on patient.id = pathway.patient_id
    left join appointment on appointment.id = message.appointment_id
    where message.id = ${message.id}`.execute(sql)
  const [about] = rows
  const whose = {
    patientIds: about === undefined ? [] : [about.patientId],
    pathwayIds: [message.pathwayId],
  }
  const day = today(now)
  if (about === undefined || !about.isHere || !about.isStill || isNotToBeTold(about.flags)) return whose
  const isOutstanding =
    about.linkId !== null || (message.purpose === 'cancelled' && about.appointmentId !== null)
  if (about.isClosed && !isOutstanding) return whose
  if (about.day !== null && about.day < day) return whose
  const text = notDeliveredTask(
    message.channel,
    wordsOf(message.purpose, about),
    !isNotToBeCalled(about.flags),
  )
  const [added] = await addRows({ sql, userId: null }, taskTable, [
    {
      pathway_id: message.pathwayId,
      text,
      due_date: day,
      appointment_id: about.appointmentId,
      person_link_id: about.linkId,
    },
  ])
  return { ...whose, records: added === undefined ? [] : [added.record] }
}

const wordsOf = (purpose: MessagePurpose, { day, time }: About): string => {
  if (day !== null && time !== null) {
    const appointment = `the appointment of ${formatDate(day)} at ${time}`
    return purpose === 'cancelled' ? `the cancellation of ${appointment}` : appointment
  }
  const words: Partial<Record<MessagePurpose, string>> = {
    offered: 'a free place',
    classEnds: 'the end of their class',
    waitEnded: 'the end of their wait for a class',
    ownPage: 'the link to their own page',
    fallsCalendar: 'the month of their falls calendar',
  }
  return words[purpose] ?? 'their class'
}
