import type { FastifyInstance } from 'fastify'
import { changePassword } from '../../contract/account.ts'
import { FieldFailure } from '../errors.ts'
import { queueJob } from '../db/jobs.ts'
import { notice } from './jobs.ts'
import type { AccountsService } from './service.ts'
import { serve } from '../serve.ts'
import { endSessions } from './endSessions.ts'
import { closeAllCodes } from './resetCodes.ts'
import { newPasswordProblem } from './passwordRule.ts'
import { demandPassword, notCurrent } from './demandPassword.ts'
import { hashPassword } from './passwords.ts'

/** Changing one's own password: needs the present one, and ends every session of the user (trust AU-15). */
export const serveOwnPassword = (app: FastifyInstance, service: AccountsService): void => {
  serve(
    app,
    service,
    changePassword,
    { capability: 'account.own', audit: 'write', idempotency: 'repeatable', rate: 'sign-in' },
    async (call, { password, newPassword }) => {
      const { userId } = call.principal
      const user = await service.db.sql
        .selectFrom('app_user')
        .select(['user_name', 'family_name', 'first_name', 'password_hash'])
        .where('id', '=', userId)
        .executeTakeFirstOrThrow()
      const own = [user.user_name, user.family_name, user.first_name]
      const problem = await newPasswordProblem(service.db.sql, service.accounts, newPassword, own)
      if (problem !== null) throw new FieldFailure({ newPassword: problem })
      await demandPassword(call, password, user)
      const hash = await hashPassword(newPassword)
      return call.write(async ({ sql, trace }) => {
        const { numUpdatedRows } = await sql
          .updateTable('app_user')
          .set({ password_hash: hash, must_change_password: false, password_expires_at: null })
          .where('id', '=', userId)
          .where('password_hash', '=', user.password_hash)
          .executeTakeFirst()
        // Someone was quicker: the password that was given is no longer the current one.
        if (numUpdatedRows === 0n) throw notCurrent()
        const now = service.clock()
        await endSessions(sql, now, userId, 'password changed')
        await closeAllCodes(sql, now, userId)
        await queueJob(sql, notice, {
          userId,
          happening: 'password changed',
          at: new Date(now).toISOString(),
        })
        trace({ records: [{ entity: 'user', id: userId, after: { password: 'changed' } }] })
        return { success: true as const }
      })
    },
  )
}
