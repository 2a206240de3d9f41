import { sql as raw } from 'kysely'
import type { CheckedInputOf } from '../../../../contract/platform/calls/endpoint.ts'
import type {
  answerForm,
  askForMore,
  declineIncoming,
  reopenIncoming,
} from '../../../../contract/exchange/incoming/incomingReferral.ts'
import {
  asksForLetter,
  isUndecided,
  type IncomingState,
  type Source,
} from '../../../../contract/exchange/incoming/source.ts'
import { storedTold, type Told } from '../../../../contract/exchange/incoming/told.ts'
import { today } from '../../../../contract/platform/dates/dates.ts'
import { dayOfInstant } from '../../../../contract/platform/dates/wallTime.ts'
import { formatDate, instantOf } from '../../../../contract/platform/words/format.ts'
import type { z } from 'zod'
import { HttpProblem, ValidationProblem } from '../../../platform/errors.ts'
import { requireActiveChoices } from '../../../platform/writes/activeChoices.ts'
import { changeRow, lockRow, type SavedRow, type StoredRow } from '../../../platform/writes/saveRow.ts'
import type { Writing } from '../../../platform/writes/write.ts'
import { takeAnswerBack, tellSenderOfDecision } from '../answers/tellSender.ts'
import { incomingTable } from './columns.ts'
import { writeDeclineLetter } from './letter.ts'
import { assertMayBeContacted } from './mayInvite.ts'
import { noteOptOut, takeOptOutBack } from './optOut.ts'

type Stored = StoredRow<'incoming_referral'>
interface Which {
  id: number
  version?: number | undefined
}

/** An incoming referral that is still to be decided, locked until the transaction ends. */
export interface Undecided {
  locked: Stored
  told: Told
  source: Source
  /** The day on which it came in. */
  receivedDate: string
}

export const lockUndecided = async (writing: Writing, id: number): Promise<Undecided> => {
  const locked = await lockRow(writing, 'incoming_referral', id)
  const state = locked.state as IncomingState
  if (!isUndecided(state))
    throw new HttpProblem(
      409,
      'conflict',
      `This referral was ${state} on ${formatDate(dayOfInstant(locked.decided_at ?? ''))}. Nothing was saved.`,
    )
  return {
    locked,
    told: storedTold.parse(locked.told),
    source: locked.source as Source,
    receivedDate: dayOfInstant(locked.received_at),
  }
}

/** What is written of a person who is no patient goes 90 days after a decision, and the audit trail stays. */
const withoutWords = ['asked_what', 'answer', 'declined_note']

/** The columns of every decision: who decided, and when. */
export const decidedNow = (writing: Writing, now: number) => ({
  decided_at: instantOf(now),
  decided_by: writing.userId,
})

export const decline = async (
  writing: Writing,
  {
    id,
    version,
    declinedReferralId,
    declinedNote = null,
    doNotContact = false,
    letterTo = null,
  }: CheckedInputOf<typeof declineIncoming>,
  now: number,
): Promise<SavedRow & { letterId: number | null }> => {
  const { locked, told, source, receivedDate } = await lockUndecided(writing, id)
  assertLetter(source, told, letterTo)
  const values = {
    state: 'declined',
    declined_referral_id: declinedReferralId,
    declined_note: declinedNote,
    ...decidedNow(writing, now),
  }
  await requireActiveChoices(writing, incomingTable, values, locked)
  const saved = await changeRow(writing, {
    ...incomingTable,
    withoutWords,
    id,
    version,
    locked,
    values,
    patientId: null,
  })
  await withdrawInvitation(writing, id)
  if (doNotContact) await noteOptOut(writing, { incomingId: id, source, told })
  await tellSenderOfDecision(writing, { incomingId: id, decision: 'declined' })
  if (letterTo === 'none') {
    writing.trace({ criteria: { letter: 'none' } })
    return { ...saved, letterId: null }
  }
  const { rows } = await raw<{ name: string }>`
    select name from declined_referral where id = ${declinedReferralId}`.execute(writing.sql)
  const declinedReason = [rows[0]?.name, declinedNote].filter(Boolean).join('. ')
  const letterId = await writeDeclineLetter(writing, id, {
    source,
    told,
    receivedDate,
    day: today(now),
    declinedReason,
  })
  return { ...saved, letterId }
}

/** The letter goes to the person, who may not know that a relative wrote: then somebody has to choose. */
const assertLetter = (source: Source, { consent }: Told, letterTo: 'person' | 'none' | null): void => {
  if (letterTo === 'none' && source !== 'relative')
    throw new ValidationProblem({ letterTo: 'Only a relative can be told without a letter' })
  if (letterTo === null && asksForLetter(source, consent))
    throw new ValidationProblem({
      letterTo: 'The person may not know of the referral. Choose whether they get a letter',
    })
}

export const ask = async (
  writing: Writing,
  { id, version, askedWhat, chaseDate }: CheckedInputOf<typeof askForMore>,
  now: number,
): Promise<SavedRow> => {
  const { locked, source, told } = await lockUndecided(writing, id)
  if (source === 'caseFinding') await assertMayBeContacted(writing.sql, told)
  const values = { state: 'asked', asked_what: askedWhat, asked_date: today(now), chase_date: chaseDate }
  return changeRow(writing, { ...incomingTable, withoutWords, id, version, locked, values, patientId: null })
}

export const answer = async (
  writing: Writing,
  { id, version, answer: words }: Which & z.output<typeof answerForm>,
): Promise<SavedRow> => {
  const { locked } = await lockUndecided(writing, id)
  const values = { state: 'waiting', answer: words }
  return changeRow(writing, { ...incomingTable, withoutWords, id, version, locked, values, patientId: null })
}

/** A decision ends an invitation: a letter that was not printed yet is not sent any more. */
export const withdrawInvitation = async ({ sql, userId }: Writing, id: number): Promise<void> => {
  await raw`
    update incoming_letter set is_active = false, version = version + 1, updated_at = clock_timestamp(), updated_by = ${userId}
    where incoming_referral_id = ${id} and is_active and is_invitation and printed_at is null`.execute(sql)
}

const reopenRefused = (words: string): HttpProblem => new HttpProblem(409, 'conflict', words)

const wasSentAgain = async ({ sql }: Writing, { id, source, message_id }: Stored): Promise<boolean> => {
  if (source !== 'ers') return false
  const { rows } = await raw`
    select from incoming_referral
    where source = 'ers' and split_part(message_id, '/', 1) = split_part(${message_id}, '/', 1) and id > ${id} limit 1`.execute(
    sql,
  )
  return rows.length > 0
}

/**
 * Undoes a declining, or takes up what its sender withdrew. The letter is not sent; if it was printed already, it stays on the list of letters, because the
 * addressee has it.
 */
export const reopen = async (
  writing: Writing,
  { id, version }: CheckedInputOf<typeof reopenIncoming>,
): Promise<SavedRow> => {
  const locked = await lockRow(writing, 'incoming_referral', id)
  if (locked.state !== 'declined' && locked.state !== 'withdrawn')
    throw reopenRefused(
      'Only a referral that was declined or withdrawn can be decided again. Nothing was saved.',
    )
  if (locked.told === null)
    throw reopenRefused(
      'What the sender wrote was removed 90 days after the decision, so it cannot be decided again.',
    )
  if (await wasSentAgain(writing, locked))
    throw reopenRefused('The referrer sent this referral again. Decide about the later one.')
  const values = {
    state: 'waiting',
    decided_at: null,
    decided_by: null,
    declined_referral_id: null,
    declined_note: null,
  }
  const saved = await changeRow(writing, {
    ...incomingTable,
    withoutWords,
    id,
    version,
    locked,
    values,
    patientId: null,
  })
  await takeAnswerBack(writing, { incomingId: id })
  await takeOptOutBack(writing, id)
  await raw`
    update incoming_letter set is_active = false, version = version + 1, updated_at = clock_timestamp(), updated_by = ${writing.userId}
    where incoming_referral_id = ${id} and is_active and printed_at is null`.execute(writing.sql)
  return saved
}
