import type { FastifyInstance } from 'fastify'
import {
  draft,
  dropDraft,
  keepDraft,
  listDrafts,
  type KeptDraft,
} from '../../../contract/platform/calls/draft.ts'
import { instantOf } from '../../../contract/platform/words/format.ts'
import { decryptText, encrypt } from '../../platform/crypto/encryption.ts'
import { HttpProblem } from '../../platform/errors.ts'
import type { AccountsService } from '../settings/service.ts'
import { route } from '../../platform/http/calls/route.ts'
import { sha256 } from '../../platform/crypto/sha256.ts'

const keptForMs = 7 * 24 * 60 * 60_000
const keptAtMost = 20
const longest = 64 * 1024

const own = { capability: 'account.own', audit: 'none', idempotency: 'repeatable' } as const
export const contextOfDraft = (userId: number): string => `draft of ${userId}`

/**
 * Unsaved work of each user. It is encrypted and readable by that user only. It is not part of a record, so it is not
 * audited (AU-16).
 */
export const serveDrafts = (app: FastifyInstance, service: AccountsService): void => {
  const { sql } = service.db
  const tooOld = (): string => instantOf(service.clock() - keptForMs)

  route(app, service, listDrafts, { ...own, idempotency: 'safe', rate: 'read' }, async ({ principal }) => {
    // A password alone opens no patient data while a new password or a second factor is still due (AU-11, AU-12).
    if (service.pendingStepOf(principal) !== null) return []
    const { userId } = principal
    const rows = await sql
      .selectFrom('draft')
      .select(['sealed', 'saved_at'])
      .where('user_id', '=', userId)
      .where('saved_at', '>', tooOld())
      .orderBy('saved_at', 'desc')
      .limit(keptAtMost)
      .execute()
    return rows.flatMap(({ sealed, saved_at }) => open(service, userId, sealed, saved_at))
  })

  route(app, service, keepDraft, { ...own, rate: 'write' }, async ({ principal }, typed) => {
    const { userId } = principal
    const text = JSON.stringify(typed)
    if (text.length > longest) throw new HttpProblem(413, 'too-large', 'The request is too large.')
    const row = {
      sealed: encrypt(service.accounts.secretKey, contextOfDraft(userId), text),
      saved_at: instantOf(service.clock()),
    }
    await sql
      .insertInto('draft')
      .values({ user_id: userId, place_hash: sha256(typed.place), ...row })
      .onConflict((conflict) => conflict.columns(['user_id', 'place_hash']).doUpdateSet(row))
      .execute()
    const newest = sql
      .selectFrom('draft')
      .select('place_hash')
      .where('user_id', '=', userId)
      .where('saved_at', '>', tooOld())
      .orderBy('saved_at', 'desc')
      .limit(keptAtMost)
    await sql
      .deleteFrom('draft')
      .where('user_id', '=', userId)
      .where('place_hash', 'not in', newest)
      .execute()
    return { success: true as const }
  })

  route(app, service, dropDraft, { ...own, rate: 'write' }, async ({ principal }, { place }) => {
    await sql
      .deleteFrom('draft')
      .where('user_id', '=', principal.userId)
      .where('place_hash', '=', sha256(place))
      .execute()
    return { success: true as const }
  })
}

/** Empty if the draft was encrypted with an earlier key and can no longer be read. */
const open = (service: AccountsService, userId: number, sealed: Buffer, savedAt: string): KeptDraft[] => {
  let text: string
  try {
    text = decryptText(service.accounts.secretKey, contextOfDraft(userId), sealed)
  } catch {
    return []
  }
  return [{ ...draft.parse(JSON.parse(text)), savedAt }]
}
