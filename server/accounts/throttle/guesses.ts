import { createHmac } from 'node:crypto'
import { keysOf, type EncryptionKey } from '../../platform/crypto/encryption.ts'
import type { CallLimit } from './rateCounter.ts'

export const guessKind = 'guess'

/** Twice the limit of one account (AU-10), so that nobody can lock a password by mistyping it on their own account. */
const timesWrong = 20
const quarter = 15 * 60_000

/**
 * How often the same wrong password is checked, whatever names and addresses it is tried with (decision 138). Only two
 * bytes about the password are stored, derived with the key that is not in the database: one of 65,536 marks, which
 * reveals nothing more.
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
