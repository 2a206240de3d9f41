import type { FastifyInstance } from 'fastify'
import { changePassword } from '../../../contract/accounts/account.ts'
import { instantOf } from '../../../contract/platform/words/format.ts'
import { ValidationProblem } from '../../platform/errors.ts'
import { queueJob } from '../../platform/db/jobs/jobs.ts'
import { notice } from '../settings/jobs.ts'
import { route, type Call } from '../../platform/http/calls/route.ts'
import type { AccountsService } from '../settings/service.ts'
import { endSessions } from '../sessions/endSessions.ts'
import { closeAllCodes } from './resetCodes.ts'
import { newPasswordProblem } from './passwordRule.ts'
import { asSignedIn, requirePassword, notCurrent } from '../secondFactor/requirePassword.ts'
import { inQueue } from '../hashing/passwordQueue.ts'
import { hashPassword } from '../hashing/passwords.ts'
import { acceptCode, refusedCode } from '../secondFactor/secondFactor.ts'
import { removeWaysIn } from './waysIn.ts'

/**
 * Changing one's own password. It needs the current one and ends every session of the user (AU-15). Passkeys that the
 * user does not name are removed. The app is removed only with a code from it (decision 35).
 */
export const serveOwnPassword = (app: FastifyInstance, service: AccountsService): void => {
  route(
    app,
    service,
    changePassword,
    { capability: 'account.own', audit: 'write', idempotency: 'repeatable', rate: 'sign-in' },
    async (call, { password, newPassword, keepPasskeys = [], keepAuthenticator = true, appCode }) => {
      const { userId, sessionId } = call.principal
      const user = await service.db.sql
        .selectFrom('app_user')
        .select(['user_name', 'family_name', 'first_name', 'password_hash'])
        .where('id', '=', userId)
        .executeTakeFirstOrThrow()
      const own = [user.user_name, user.family_name, user.first_name]
      const problem = await newPasswordProblem(service.db.sql, service.accounts, newPassword, own)
      if (problem !== null) throw new ValidationProblem({ newPassword: problem })
      const removesApp = call.principal.hasSecondFactor && !keepAuthenticator
      await requirePassword(call, password, user, removesApp ? codeOfApp(call, appCode) : undefined)
      const hash = await inQueue(asSignedIn(call), () => hashPassword(newPassword))
      return call.write(async ({ sql, trace }) => {
        const { numUpdatedRows } = await sql
          .updateTable('app_user')
          .set({ password_hash: hash, must_change_password: false, password_expires_at: null })
          .where('id', '=', userId)
          .where('password_hash', '=', user.password_hash)
          .executeTakeFirst()
        // Another change came first: the password that was given is no longer the current one.
        if (numUpdatedRows === 0n) throw notCurrent()
        const now = service.clock()
        await endSessions(sql, now, userId, 'password changed')
        await closeAllCodes(sql, now, userId)
        const keep = { passkeys: keepPasskeys, app: !removesApp }
        const { records, ...ways } = await removeWaysIn(sql, userId, keep, sessionId)
        await queueJob(sql, notice, {
          userId,
          happening: 'password changed',
          at: instantOf(now),
          ways,
        })
        trace({ records: [{ entity: 'user', id: userId, after: { password: 'changed' } }, ...records] })
        return { success: true as const }
      })
    },
  )
}

/** Checks a code that is required. Throws at once if there is none. */
const codeOfApp = ({ service, principal }: Call<AccountsService>, code: string | undefined) => {
  if (code === undefined || code === '') throw new ValidationProblem({ appCode: 'Please enter the code' })
  return async (): Promise<void> => {
    const { db, accounts, clock } = service
    const given = { userId: principal.userId, code, now: clock() }
    const verdict = await acceptCode(db.pool, accounts.secretKey, given)
    if (verdict !== 'right') throw new ValidationProblem({ appCode: refusedCode[verdict] })
  }
}
