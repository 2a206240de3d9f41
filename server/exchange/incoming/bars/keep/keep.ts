import { sql as raw, type Transaction } from 'kysely'
import { isDeepStrictEqual } from 'node:util'
import { isUndecided } from '../../../../../contract/exchange/incoming/source.ts'
import type { Told } from '../../../../../contract/exchange/incoming/told.ts'
import { redFlagSigns } from '../../../../../contract/reference/redFlagSigns.ts'
import { formatDateTime, instantOf } from '../../../../../contract/platform/words/format.ts'
import type { DB } from '../../../../platform/db/types.ts'
import { appendEvent } from '../../../../platform/writes/write.ts'
import { eligibilityOf, receiveReferral } from '../../inbox/receive.ts'
import { BarsProblem } from '../problem.ts'
import { toldIn } from '../told/told.ts'
import { findReferral, lockReferral, type Found } from './find.ts'
import type { Kept, Sent } from './sent.ts'
import { takeBack } from './takeBack.ts'

/**
 * Acts on a message in the caller's transaction, and keeps it as it was sent. Messages of one client are taken one after
 * the other, so that one that is sent twice at once is stored once.
 */
export const keepMessage = async (sql: Transaction<DB>, sent: Sent): Promise<Kept> => {
  const { clientId, requestId, message } = sent
  await raw`select pg_advisory_xact_lock(hashtextextended(${`messages of client ${clientId}`}, 0))`.execute(
    sql,
  )
  await assertNotSeen(sql, clientId, requestId)
  if (message.asked === 'new') return keepNew(sql, sent)
  const found = await findReferral(sql, clientId, message)
  if (found === null)
    throw new BarsProblem('REC_NOT_FOUND', 'not-found', 'No referral of this client has this ServiceRequest.')
  if (await isRepeat(sql, sent, found.id)) return store(sql, sent, found, 'repeat')
  return message.asked === 'update' ? update(sql, sent, found) : cancel(sql, sent, found)
}

const assertNotSeen = async (sql: Transaction<DB>, clientId: number, requestId: string): Promise<void> => {
  const seen = await sql
    .selectFrom('service_message')
    .select('id')
    .where('client_id', '=', clientId)
    .where('request_id', '=', requestId)
    .executeTakeFirst()
  if (seen !== undefined)
    throw new BarsProblem(
      'REC_CONFLICT',
      'duplicate',
      'A message with this X-Request-ID was processed before.',
    )
}

const isRepeat = async (sql: Transaction<DB>, { clientId, message }: Sent, id: number): Promise<boolean> =>
  (await sql
    .selectFrom('service_message')
    .select('id')
    .where('client_id', '=', clientId)
    .where('bundle_id', '=', message.bundle.id)
    .where('incoming_referral_id', '=', id)
    .executeTakeFirst()) !== undefined

/** A Bundle that came before makes no second referral, even under another request id. */
const keepNew = async (sql: Transaction<DB>, sent: Sent): Promise<Kept> => {
  const { message, clientId, receivedAt, bankHolidayOn, by } = sent
  const told = toldIn(message)
  const { id, isNew } = await receiveReferral(sql, {
    ...{ source: 'bars', receivedAt, told, bankHolidayOn, by },
    messageId: `${clientId}/${message.bundle.id}`,
  })
  const found = await lockReferral(sql, id)
  if (isNew) return store(sql, sent, found, 'new')
  const [first] = await sql
    .selectFrom('service_message')
    .select('body')
    .where('incoming_referral_id', '=', id)
    .orderBy('id')
    .limit(1)
    .execute()
  if (first?.body != null && !isSameReferral(first.body, message.bundle.body))
    throw new BarsProblem(
      'REC_CONFLICT',
      'duplicate',
      'A message with this Bundle.id was processed before and said something else. Send a change as an update.',
    )
  return store(sql, sent, found, 'repeat')
}

/** Whether two messages say the same but for when they were written. */
const isSameReferral = (one: unknown, other: unknown): boolean => {
  const without = (body: unknown): unknown =>
    JSON.parse(
      JSON.stringify(body, (name, value: unknown) =>
        name === 'lastUpdated' || name === 'timestamp' ? undefined : value,
      ),
    ) as unknown
  return isDeepStrictEqual(without(one), without(other))
}

/** A new version of what was told. After a decision it would change what was decided about, so it is refused. */
const update = async (sql: Transaction<DB>, sent: Sent, found: Found): Promise<Kept> => {
  if (!isUndecided(found.state))
    throw new BarsProblem(
      'REC_CONFLICT',
      'conflict',
      'This referral was decided or taken back, so it can no longer be changed. Send a new one.',
    )
  const told = toldIn(sent.message)
  assertSamePerson(found, told)
  const notice = changedNotice(found.told, told, sent.receivedAt)
  const wasAsked = found.state === 'asked'
  const { version } = await sql
    .updateTable('incoming_referral')
    .set({
      told: JSON.stringify(told),
      eligibility: eligibilityOf(told, sent.receivedAt),
      notice: raw<string>`concat_ws(' ', notice, ${notice}::text)`,
      version: found.version + 1,
      updated_at: raw<string>`clock_timestamp()`,
      updated_by: null,
      // The person who waits for an answer has one to read.
      ...(wasAsked && { state: 'waiting', answer: 'The sender sent the referral again, changed.' }),
    })
    .where('id', '=', found.id)
    .returning('version')
    .executeTakeFirstOrThrow()
  await appendEvent(sql, {
    ...sent.by,
    kind: 'write',
    status: 200,
    criteria: { ...sent.by.criteria, event: 'update' },
    records: [
      {
        ...{ entity: 'incomingReferral', id: found.id, version },
        before: { state: found.state },
        after: { state: wasAsked ? 'waiting' : found.state },
      },
    ],
  })
  return store(sql, sent, { ...found, state: wasAsked ? 'waiting' : found.state }, 'update')
}

/** A red flag that staff may have seen never goes without a word. */
const changedNotice = (before: Told | null, now: Told, at: number): string => {
  const flags = before?.redFlags ?? []
  const isSame = flags.every((flag) => now.redFlags.includes(flag))
  const titles = redFlagSigns.filter(({ code }) => flags.includes(code)).map(({ title }) => title)
  const words = isSame ? '' : `: red flags before: ${titles.join('; ')}`
  return `Changed by the sender on ${formatDateTime(instantOf(at))}${words}.`
}

const assertSamePerson = (found: Found, told: Told): void => {
  if (found.told !== null && isOfAnother(found.told, told))
    throw new BarsProblem(
      'REC_CONFLICT',
      'conflict',
      'This ServiceRequest was sent about another person. Send a new referral.',
    )
}

/** A sender that uses the same address for every request would change another person's referral. */
const isOfAnother = ({ person: before }: Told, { person: now }: Told): boolean => {
  if (before.nhsNumber != null && now.nhsNumber != null) return before.nhsNumber !== now.nhsNumber
  const names = [before.familyName.toLowerCase(), now.familyName.toLowerCase()]
  if (names[0] === names[1] || names.includes('unknown')) return false
  return before.dateOfBirth == null || before.dateOfBirth !== now.dateOfBirth
}

const cancel = async (sql: Transaction<DB>, sent: Sent, found: Found): Promise<Kept> => {
  assertSamePerson(found, toldIn(sent.message))
  return store(sql, sent, { ...found, state: await takeBack(sql, sent, found) }, 'cancel')
}

const store = async (
  sql: Transaction<DB>,
  { message, clientId, requestId, receivedAt }: Sent,
  { id, reference, state, told }: Kept & Pick<Found, 'told'>,
  event: 'new' | 'update' | 'cancel' | 'repeat',
): Promise<Kept> => {
  await sql
    .insertInto('service_message')
    .values({
      client_id: clientId,
      incoming_referral_id: id,
      request_id: requestId,
      bundle_id: message.bundle.id,
      event,
      request_names: message.requestNames,
      // Once what was told is removed, no later message brings it back.
      body: told === null ? null : JSON.stringify(message.bundle.body),
      received_at: instantOf(receivedAt),
    })
    .execute()
  return { id, reference, state }
}
