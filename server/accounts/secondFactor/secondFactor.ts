import { randomBytes } from 'node:crypto'
import { Secret, TOTP } from 'otpauth'
import type { Pool } from 'pg'
import { instantOf } from '../../../contract/platform/words/format.ts'
import { decryptText, encrypt, type EncryptionKey } from '../../platform/crypto/encryption.ts'
import { sha256 } from '../../platform/crypto/sha256.ts'

const stepMs = 30_000
/** The device's clock may be off by one step (AU-12). */
const drift = 1

const totp = (secret: string, label = ''): TOTP =>
  new TOTP({
    issuer: 'Surefoot',
    label,
    secret: Secret.fromBase32(secret),
    algorithm: 'SHA1',
    digits: 6,
    period: stepMs / 1000,
  })

export const newSecret = (): string => new Secret({ size: 20 }).base32

/** What an authenticator app reads from the QR code. */
export const uriOf = (secret: string, userName: string): string => totp(secret, userName).toString()

export const contextOfSecret = (userId: number): string => `second factor of ${userId}`

export const sealSecret = (key: EncryptionKey, userId: number, secret: string): Buffer =>
  encrypt(key, contextOfSecret(userId), secret)

/** Null if no key of the service decrypts it: it was set up with a key that is lost (SECRET_KEY_LOST). */
export const openSecret = (key: EncryptionKey, userId: number, sealed: Buffer): string | null => {
  try {
    return decryptText(key, contextOfSecret(userId), sealed)
  } catch {
    // The authentication tag does not match. Node has no error code for this.
    return null
  }
}

/** The time step of this code, at most one step off; null for a wrong code. */
export const stepOf = (secret: string, code: string, now: number): number | null => {
  const delta = totp(secret).validate({ token: code, timestamp: now, window: drift })
  return delta === null ? null : Math.floor(now / stepMs) + delta
}

export const timeOfStep = (step: number): string => instantOf(step * stepMs)

const recoveryCount = 10

/** Codes for a lost telephone: 80 random bits each, in groups that can be read aloud. */
export const newRecoveryCodes = (): string[] =>
  Array.from({ length: recoveryCount }, () => {
    const text = new Secret({ buffer: new Uint8Array(randomBytes(10)).buffer }).base32.toLowerCase()
    return text.match(/.{4}/g)?.join('-') ?? text
  })

/** The codes are random enough for a plain hash. Case and separators are ignored. */
export const recoveryHash = (code: string): Buffer => sha256(code.toLowerCase().replaceAll(/[^a-z2-7]/g, ''))

interface SecondFactorRow {
  sealed_secret: Buffer
}

export type CodeVerdict = 'right' | 'wrong code' | 'app of a lost key'

/** The message for a refused code in a form. */
export const refusedCode: Record<Exclude<CodeVerdict, 'right'>, string> = {
  'wrong code': 'The code is not right. Enter the one that the app shows now',
  'app of a lost key':
    'Your authenticator app must be set up again. Enter a recovery code, or ask your system administrator to remove the app',
}

/**
 * Accepts a code from the app or a recovery code, each once. The database decides which of two simultaneous uses came
 * first, so only one counts (AU-12).
 */
export const acceptCode = async (
  pool: Pool,
  key: EncryptionKey,
  { userId, code, now }: { userId: number; code: string; now: number },
): Promise<CodeVerdict> => {
  const digits = code.replaceAll(/\s/g, '')
  if (!/^\d{6}$/.test(digits)) {
    const { rowCount } = await pool.query(
      'update recovery_code set used_at = $3 where user_id = $1 and hash = $2 and used_at is null',
      [userId, recoveryHash(code), instantOf(now)],
    )
    return rowCount === 1 ? 'right' : 'wrong code'
  }
  const { rows } = await pool.query<SecondFactorRow>(
    'select sealed_secret from second_factor where user_id = $1 and confirmed_at is not null',
    [userId],
  )
  const [row] = rows
  if (row === undefined) return 'wrong code'
  const secret = openSecret(key, userId, row.sealed_secret)
  if (secret === null) return 'app of a lost key'
  const step = stepOf(secret, digits, now)
  if (step === null) return 'wrong code'
  const { rowCount } = await pool.query(
    'update second_factor set last_step = $2 where user_id = $1 and last_step < $2',
    [userId, step],
  )
  return rowCount === 1 ? 'right' : 'wrong code'
}
