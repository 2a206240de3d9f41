import { randomInt } from 'node:crypto'
import type { Kysely } from 'kysely'
import { instantOf } from '../../../contract/platform/words/format.ts'
import { transact } from '../../platform/db/connection/transact.ts'
import type { DB } from '../../platform/db/types.ts'
import { lifetimes } from '../sessions/lifetimes.ts'
import { hashPassword } from '../hashing/passwords.ts'
import { sha256 } from '../../platform/crypto/sha256.ts'
import { newToken } from '../../platform/crypto/tokens.ts'

/** A text message's code is short, so the number of guesses is limited (AU-14). */
export const maximumTries = 5

/** Stores a new code and voids the earlier ones. Only its hash is stored; the code itself goes into the message. */
const keepCode = async (
  sql: Kysely<DB>,
  now: number,
  code: { userId: number; channel: 'mail' | 'sms'; hash: string; life: number },
): Promise<void> => {
  await transact(sql, async (within) => {
    await within
      .updateTable('reset_code')
      .set({ closed_at: instantOf(now) })
      .where('user_id', '=', code.userId)
      .where('channel', '=', code.channel)
      .where('closed_at', 'is', null)
      .execute()
    await within
      .insertInto('reset_code')
      .values({
        user_id: code.userId,
        channel: code.channel,
        hash: code.hash,
        created_at: instantOf(now),
        expires_at: instantOf(now + code.life),
      })
      .execute()
  })
}

/** @param minutes how long the code is valid */
export const newLinkCode = async (
  sql: Kysely<DB>,
  now: number,
  userId: number,
  minutes: number,
): Promise<string> => {
  const code = newToken()
  const hash = sha256(code).toString('hex')
  await keepCode(sql, now, { userId, channel: 'mail', hash, life: minutes * 60_000 })
  return code
}

export const newSmsCode = async (sql: Kysely<DB>, now: number, userId: number): Promise<string> => {
  const code = String(randomInt(100_000_000)).padStart(8, '0')
  await keepCode(sql, now, {
    userId,
    channel: 'sms',
    hash: await hashPassword(code),
    life: lifetimes.smsCode,
  })
  return code
}

/** The id of the open code of a link if it belongs to this user, otherwise null, without saying why. */
export const findLinkCode = async (
  sql: Kysely<DB>,
  now: number,
  { userId, code }: { userId: number; code: string },
): Promise<number | null> => {
  const found = await sql
    .selectFrom('reset_code')
    .select('id')
    .where('hash', '=', sha256(code).toString('hex'))
    .where('user_id', '=', userId)
    .where('channel', '=', 'mail')
    .where('closed_at', 'is', null)
    .where('expires_at', '>', instantOf(now))
    .executeTakeFirst()
  return found?.id ?? null
}

/** Counts an attempt at a user's open text code before it is compared, so that parallel guesses share the limit. */
export const takeTry = async (
  sql: Kysely<DB>,
  now: number,
  userId: number,
): Promise<{ id: number; hash: string } | null> => {
  const taken = await sql
    .updateTable('reset_code')
    .set(({ eb }) => ({ tries: eb('tries', '+', 1) }))
    .where('user_id', '=', userId)
    .where('channel', '=', 'sms')
    .where('closed_at', 'is', null)
    .where('expires_at', '>', instantOf(now))
    .where('tries', '<', maximumTries)
    .returning(['id', 'hash'])
    .executeTakeFirst()
  return taken ?? null
}

/** For a right code with a password that was too weak: the user may try again. */
export const giveTryBack = async (sql: Kysely<DB>, id: number): Promise<void> => {
  await sql
    .updateTable('reset_code')
    .set(({ eb }) => ({ tries: eb('tries', '-', 1) }))
    .where('id', '=', id)
    .execute()
}

/** Uses up a code. Returns false if it was used or expired meanwhile. */
export const closeCode = async (sql: Kysely<DB>, now: number, id: number): Promise<boolean> => {
  const { numUpdatedRows } = await sql
    .updateTable('reset_code')
    .set({ closed_at: instantOf(now) })
    .where('id', '=', id)
    .where('closed_at', 'is', null)
    .where('expires_at', '>', instantOf(now))
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

export const closeAllCodes = async (sql: Kysely<DB>, now: number, userId: number): Promise<void> => {
  await sql
    .updateTable('reset_code')
    .set({ closed_at: instantOf(now) })
    .where('user_id', '=', userId)
    .where('closed_at', 'is', null)
    .execute()
}
