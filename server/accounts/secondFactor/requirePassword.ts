import { ValidationProblem, tooOften } from '../../platform/errors.ts'
import type { Call } from '../../platform/http/calls/route.ts'
import { accountRule } from '../throttle/attempts.ts'
import { inQueue, type Asker } from '../hashing/passwordQueue.ts'
import { passwordMatches } from '../hashing/passwords.ts'
import { claimAttempt } from '../throttle/throttle.ts'
import { userNameKey } from '../sessions/tokens.ts'

/**
 * Asks the signed-in user for their password again before an action that a passer-by at an open screen must not take.
 * Throttled like a sign-in, and an administrator can unlock it like one (AU-10, AU-15).
 * @param user the user's row
 * @param requireCode if a code of the second step is needed too: called once the password is right, throws what is
 * wrong with the code, and counts as the same attempt
 */
export const requirePassword = (
  call: Call,
  password: string,
  user: Asked,
  requireCode: () => Promise<void> = () => Promise.resolve(),
): Promise<void> => inQueue(asSignedIn(call), () => tryPassword(call, password, user, requireCode))

/** Signed-in users need not wait for others. */
export const asSignedIn = ({ principal }: Pick<Call, 'principal'>): Asker => ({
  rank: 'signed in',
  from: `user ${principal.userId}`,
})

interface Asked {
  user_name: string
  password_hash: string | null
}

const tryPassword = async (
  { service, principal }: Call,
  password: string,
  user: Asked,
  requireCode: () => Promise<void>,
): Promise<void> => {
  const account = userNameKey(user.user_name)
  const bucket = { name: `user ${principal.userId} signed in`, account, rule: accountRule }
  const attempt = await claimAttempt(service.db.pool, service.clock, [bucket])
  if (attempt === null) throw tooOften(accountRule.windowMs)
  let outcome: 'failed' | 'succeeded' | 'uncounted' = 'uncounted'
  try {
    const matches = await passwordMatches(user.password_hash, password)
    outcome = 'failed'
    if (!matches) throw notCurrent()
    await requireCode()
    outcome = 'succeeded'
  } finally {
    await attempt.settle(outcome)
  }
}

export const notCurrent = () => new ValidationProblem({ password: 'This is not your current password' })
