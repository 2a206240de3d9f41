import { sql as raw, type Kysely } from 'kysely'
import { instantOf } from '../../../../contract/platform/words/format.ts'
import { readReady } from '../../../care/letters/readReady.ts'
import { postpone, settle, type News } from '../../../care/letters/settleDispatch.ts'
import type { Documents } from '../../../pathways/documents/documents.ts'
import type { DB } from '../../../platform/db/types.ts'
import type { Carrier, Carriers, Dispatch, Outcome } from './carrier.ts'
import { claim, lease, readWithoutCarrier, type Claimed, type Leased } from './claim.ts'

export interface Sending {
  sql: Kysely<DB>
  documents: Documents
  /** Milliseconds since the epoch. */
  now: () => number
  carriers: Carriers
}

const minute = 60_000
const day = 24 * 60 * minute
const waits = [1, 2, 5, 15, 30, 60].map((minutes) => minutes * minute)
const longestWait = 2 * 60 * minute
/** After which a person has to send it in another way. */
const longestTry = 3 * day
/** After which nothing more is heard about a letter that was accepted: MESH keeps a message for five days, then reports it. */
const longestSilence = 14 * day
/** So many attempts in a row without an answer end the work of a run with a service that is away. */
const mostUnanswered = 3

/**
 * Sends every letter that is due, and asks about those that left, one after the other.
 * @returns how many were sent or asked about
 */
export const sendDue = async (sending: Sending): Promise<number> => {
  await giveUpWithoutCarrier(sending)
  const unanswered = new Map<Dispatch['way'], number>()
  for (let done = 0; ; done += 1) {
    const ways = (Object.keys(sending.carriers) as Dispatch['way'][]).filter(
      (way) => (unanswered.get(way) ?? 0) < mostUnanswered,
    )
    const dispatch = await claim(sending.sql, sending.now(), ways)
    const carrier = dispatch === null ? undefined : sending.carriers[dispatch.way]
    if (dispatch === null || carrier === undefined) return done
    const isAnswered =
      dispatch.state === 'queued'
        ? await sendOne(sending, dispatch, carrier)
        : await askAbout(sending, dispatch, carrier)
    unanswered.set(dispatch.way, isAnswered ? 0 : (unanswered.get(dispatch.way) ?? 0) + 1)
  }
}

/** By a way that is not set up any more nothing is sent and nothing heard, so that a person has to see to it. */
const giveUpWithoutCarrier = async ({ sql, now, carriers }: Sending): Promise<void> => {
  for (const dispatch of await readWithoutCarrier(sql, now() - longestTry, Object.keys(carriers))) {
    const words =
      dispatch.state === 'queued'
        ? 'It was not sent: this way is not set up any more.'
        : 'Nothing was heard about it: this way is not set up any more. Ask the recipient whether it arrived.'
    await settle(sql, now(), dispatch, { state: 'failed', words, nextAt: null })
  }
}

const waitAfter = (attempts: number): number => waits[attempts - 1] ?? longestWait

/** @returns whether the service answered */
const sendOne = async (sending: Sending, dispatch: Leased, carrier: Carrier): Promise<boolean> => {
  const { sql, now } = sending
  if (dispatch.isUncertain) {
    const found = await carrier.find(dispatch).catch(() => undefined)
    if (found === undefined) {
      const words = 'The service could not be asked whether it has the letter.'
      await tryAgain(sending, dispatch, { as: 'unknown', words })
      return false
    }
    if (found !== null) {
      await settle(sql, now(), dispatch, accepted(now(), found, 'Accepted; the reply was lost'))
      return true
    }
  }
  const ready = await readReady(sql, sending.documents, dispatch.letterId)
  if ('held' in ready) {
    await settle(sql, now(), dispatch, { state: 'failed', words: ready.held, nextAt: null })
    return true
  }
  // Before the request leaves: a process that ends now does not know whether it was accepted.
  if (!(await markUncertain(sending, dispatch))) return true
  const outcome = await carrier
    .send(dispatch, ready.pdf)
    .catch((): Outcome => ({ as: 'unknown', words: 'No reply came.' }))
  if (outcome.as === 'accepted')
    await settle(sql, now(), dispatch, accepted(now(), outcome.reference, outcome.words))
  else if (outcome.as === 'refused')
    await settle(sql, now(), dispatch, { state: 'failed', words: outcome.words, nextAt: null })
  else await tryAgain(sending, dispatch, outcome)
  return outcome.as === 'accepted' || outcome.as === 'refused'
}

/** A letter is asked about first after a minute, then ever more rarely. */
const accepted = (now: number, reference: string, words: string): News => ({
  ...{ state: 'accepted', reference, words },
  nextAt: now + minute,
})

const tryAgain = async (
  { sql, now }: Sending,
  dispatch: Claimed,
  { as, words, waitMs = 0 }: Extract<Outcome, { as: 'again' | 'unknown' | 'refused' }>,
): Promise<void> => {
  const isUncertain = as === 'unknown'
  if (now() - dispatch.createdAt >= longestTry) {
    const more = isUncertain
      ? 'It may have been sent all the same: ask the recipient before you send it again.'
      : 'It was tried for three days.'
    await settle(sql, now(), dispatch, { state: 'failed', words: `${words} ${more}`, nextAt: null })
    return
  }
  // What may still be on its way is not asked for before the request has certainly ended.
  const wait = Math.max(waitAfter(dispatch.attempts), waitMs, isUncertain ? lease : 0)
  await postpone(sql, dispatch, { words, nextAt: now() + wait, isUncertain })
}

/** @returns false if it is not to be sent any more, or if the lease ended meanwhile and somebody else may be sending it */
const markUncertain = async ({ sql, now }: Sending, { id, leasedUntil }: Leased): Promise<boolean> => {
  const { numUpdatedRows } = await sql
    .updateTable('letter_dispatch')
    // The lease begins again, so that nobody else sends it while the request lasts.
    .set({ is_uncertain: true, next_at: instantOf(now() + lease) })
    .where('id', '=', id)
    .where('state', '=', 'queued')
    .where(raw<boolean>`next_at = ${leasedUntil}::timestamptz`)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** @returns whether the service answered */
const askAbout = async ({ sql, now }: Sending, dispatch: Claimed, carrier: Carrier): Promise<boolean> => {
  const whereabouts = await carrier.ask(dispatch).catch(() => undefined)
  if (whereabouts !== null && whereabouts !== undefined) {
    await settle(sql, now(), dispatch, { ...whereabouts, nextAt: null })
    return true
  }
  const since = now() - (dispatch.acceptedAt ?? dispatch.createdAt)
  if (since >= longestSilence) {
    const words = 'Nothing was heard about it for 14 days. Ask the recipient whether it arrived.'
    await settle(sql, now(), dispatch, { state: 'failed', words, nextAt: null })
  } else
    await sql
      .updateTable('letter_dispatch')
      .set({ next_at: instantOf(now() + Math.min(Math.max(since / 2, minute), longestWait)) })
      .where('id', '=', dispatch.id)
      .where('state', '=', 'accepted')
      .execute()
  return whereabouts !== undefined
}
