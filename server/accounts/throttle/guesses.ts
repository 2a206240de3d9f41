import { createHmac } from 'node:crypto'
import { keysOf, type EncryptionKey } from '../../platform/crypto/encryption.ts'
import type { CallLimit } from './rateCounter.ts'

export const guessKind = 'guess'

/** Twice what one account takes (AU-10): nobody closes a password by mistyping it at their own account. */
const timesWrong = 20
const quarter = 15 * 60_000

/**
 * How often one and the same wrong password is looked at, whatever names and addresses it is tried with (decision 138).
 * Of the password two bytes are kept, made with the key that is not in the database: one of 65,536 marks, which says no more
 * than that.
 */
export const guessLimit = (key: EncryptionKey, password: string): CallLimit => ({
  kind: guessKind,
  key: createHmac('sha256', keysOf(key)[0])
    .update(`guess at a password: ${password}`)
    .digest()
    .toString('hex', 0, 2),
  times: timesWrong,
  withinMs: quarter,
})
