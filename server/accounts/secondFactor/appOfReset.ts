import { ValidationProblem, tooOften } from '../../platform/errors.ts'
import type { AccountsService } from '../settings/service.ts'
import { accountRule } from '../throttle/attempts.ts'
import { needsSecondFactor } from '../sessions/pendingSteps.ts'
import { acceptCode, refusedCode } from './secondFactor.ts'
import { claimAttempt } from '../throttle/throttle.ts'
import { userNameKey } from '../sessions/tokens.ts'

/**
 * Whether the authenticator app stays at a reset by link or text message. It stays with a code from it, and always
 * where a role requires one: a mailbox alone must not open what needs two steps (decision 35). Wrong codes are
 * throttled like sign-ins.
 * @param code as typed; blank means none
 */
export const keepsApp = async (
  service: AccountsService,
  user: { id: number; user_name: string },
  code: string | undefined,
): Promise<boolean> => {
  if (code !== undefined && code !== '') {
    await requireCode(service, user, code)
    return true
  }
  const roles = await service.db.sql
    .selectFrom('user_role')
    .innerJoin('role', 'role.id', 'user_role.role_id')
    .select(['role.id', 'role.name', 'role.profile'])
    .where('user_role.user_id', '=', user.id)
    .where('role.is_active', '=', true)
    .execute()
  return needsSecondFactor(service.accounts, {
    roles: roles as Parameters<typeof needsSecondFactor>[1]['roles'],
    hasSecondFactor: false,
  })
}

const requireCode = async (
  { db, clock, accounts }: AccountsService,
  user: { id: number; user_name: string },
  code: string,
): Promise<void> => {
  const account = userNameKey(user.user_name)
  const bucket = { name: `user ${user.id} at a reset`, account, rule: accountRule }
  const attempt = await claimAttempt(db.pool, clock, [bucket])
  if (attempt === null) throw tooOften(accountRule.windowMs)
  let outcome: 'failed' | 'succeeded' | 'uncounted' = 'uncounted'
  try {
    const verdict = await acceptCode(db.pool, accounts.secretKey, { userId: user.id, code, now: clock() })
    outcome = verdict === 'right' ? 'succeeded' : 'failed'
    if (verdict !== 'right') throw new ValidationProblem({ appCode: refusedCode[verdict] })
  } finally {
    await attempt.settle(outcome)
  }
}
