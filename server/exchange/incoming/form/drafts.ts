import { sql as raw, type Kysely, type Transaction } from 'kysely'
import { instantOf } from '../../../../contract/platform/words/format.ts'
import { formSources, type FormSource } from '../../../../contract/exchange/incoming/source.ts'
import { decryptText, encrypt } from '../../../platform/crypto/encryption.ts'
import { sha256 } from '../../../platform/crypto/sha256.ts'
import { keyOfToken } from '../../../platform/crypto/tokens.ts'
import type { DB } from '../../../platform/db/types.ts'
import type { Draft } from './draft.ts'

/*
 * Drafts of the public form. The browser has only a token; the database has the hash of it and the answers, encrypted
 * with a key that follows from the token.
 */

/** A draft is gone after this time without a page being sent. */
const keptForMs = 2 * 60 * 60_000
/** Of the whole service, so that nobody can fill the disk: together some 300 MB at the most. */
const mostDrafts = 10_000
/** Bytes of one draft as JSON: many times what a person types. */
const largestDraft = 30_000

/** The draft has more text than it may. */
export class DraftTooLarge extends Error {}

const hashOf = (token: string): Buffer => sha256(token)

/** The id of the message that a draft becomes. It says nothing about the token. */
export const messageIdOf = (token: string): string => hashOf(token).toString('hex')

const context = 'referral form'
const keyOf = (token: string): Buffer => keyOfToken(token, 'surefoot referral form')

const seal = (token: string, draft: Draft): Buffer => {
  const text = JSON.stringify(draft)
  if (Buffer.byteLength(text) > largestDraft) throw new DraftTooLarge()
  return encrypt(keyOf(token), context, text)
}

export interface Kept {
  draft: Draft
  /** An instant. */
  begunAt: string
}

const kept = (token: string, row: { sealed: Buffer; begun_at: string }): Kept => ({
  draft: JSON.parse(decryptText(keyOf(token), context, row.sealed)) as Draft,
  begunAt: row.begun_at,
})

export const findDraft = async (sql: Kysely<DB>, token: string, now: number): Promise<Kept | null> => {
  const row = await sql
    .selectFrom('referral_form_draft')
    .select(['sealed', 'begun_at'])
    .where('token_hash', '=', hashOf(token))
    .where('expires_at', '>', instantOf(now))
    .executeTakeFirst()
  return row === undefined ? null : kept(token, row)
}

/** As `findDraft`, and nobody else changes or sends it until the transaction ends. */
export const lockDraft = async (sql: Transaction<DB>, token: string, now: number): Promise<Kept | null> => {
  const row = await sql
    .selectFrom('referral_form_draft')
    .select(['sealed', 'begun_at'])
    .where('token_hash', '=', hashOf(token))
    .where('expires_at', '>', instantOf(now))
    .forUpdate()
    .executeTakeFirst()
  return row === undefined ? null : kept(token, row)
}

/** @returns false if there are too many drafts in the whole service */
export const addDraft = async (
  sql: Kysely<DB>,
  token: string,
  draft: Draft,
  now: number,
): Promise<boolean> => {
  const add = raw`
    insert into referral_form_draft (token_hash, sealed, begun_at, expires_at)
    select ${hashOf(token)}::bytea, ${seal(token, draft)}::bytea, ${instantOf(now)}::timestamptz,
      ${instantOf(now + keptForMs)}::timestamptz
    where (select count(*) from referral_form_draft) < ${mostDrafts}`
  const isAdded = async () => ((await add.execute(sql)).numAffectedRows ?? 0n) > 0n
  if (await isAdded()) return true
  await sql.deleteFrom('referral_form_draft').where('expires_at', '<=', instantOf(now)).execute()
  return isAdded()
}

export const changeDraft = async (
  sql: Transaction<DB>,
  token: string,
  draft: Draft,
  now: number,
): Promise<void> => {
  await sql
    .updateTable('referral_form_draft')
    .set({ sealed: seal(token, draft), expires_at: instantOf(now + keptForMs) })
    .where('token_hash', '=', hashOf(token))
    .execute()
}

export const removeDraft = async (sql: Kysely<DB>, token: string): Promise<void> => {
  await sql.deleteFrom('referral_form_draft').where('token_hash', '=', hashOf(token)).execute()
}

/** The reference of the referral that the draft became; null if it was not sent. */
export const findReference = async (sql: Kysely<DB>, token: string): Promise<string | null> => {
  const row = await sql
    .selectFrom('incoming_referral')
    .select('reference')
    .where('message_id', '=', messageIdOf(token))
    .where('source', 'in', formSources satisfies readonly FormSource[])
    .executeTakeFirst()
  return row?.reference ?? null
}
