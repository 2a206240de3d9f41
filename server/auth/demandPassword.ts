import { FieldFailure, tooOften } from '../errors.ts'
import type { Call } from '../serve.ts'
import { accountRule } from './attempts.ts'
import { passwordMatches } from './passwords.ts'
import { claimAttempt } from './throttle.ts'

/**
 * Asks who is signed in for their password once more, before something that a passer-by at an open screen must not do;
 * throttled like a sign-in (trust AU-15).
 * @param stored the hash on record
 */
export const demandPassword = async (
  { service, principal }: Call,
  password: string,
  stored: string | null,
): Promise<void> => {
  const account = `user ${principal.userId}`
  const bucket = { name: `${account} signed in`, account, rule: accountRule }
  const attempt = await claimAttempt(service.db.pool, service.clock, [bucket])
  if (attempt === null) throw tooOften(accountRule.windowMs)
  let outcome: 'failed' | 'succeeded' | 'uncounted' = 'uncounted'
  try {
    outcome = (await passwordMatches(stored, password)) ? 'succeeded' : 'failed'
  } finally {
    await attempt.settle(outcome)
  }
  if (outcome === 'failed') throw notCurrent()
}

export const notCurrent = () => new FieldFailure({ password: 'This is not your current password' })
