import type { FastifyInstance } from 'fastify'
import { openSignIn } from '../../../contract/accounts/account.ts'
import { notFound } from '../../platform/errors.ts'
import type { Service } from '../../platform/http/calls/service.ts'
import { route } from '../../platform/http/calls/route.ts'
import { unlockAccount } from './throttle.ts'

/** An administrator unlocks a user who was locked out after wrong passwords (AU-10). */
export const serveOpenSignIn = (app: FastifyInstance, service: Service): void => {
  route(
    app,
    service,
    openSignIn,
    { capability: 'administration.write', audit: 'write', idempotency: 'repeatable', rate: 'write' },
    async (call, { userId }) =>
      call.write(async ({ sql, trace }) => {
        const user = await sql
          .selectFrom('app_user')
          .select('user_name_key')
          .where('id', '=', userId)
          .executeTakeFirst()
        if (user === undefined) throw notFound()
        await unlockAccount(sql, user.user_name_key)
        trace({ records: [{ entity: 'user', id: userId, after: { signIn: 'opened' } }] })
        return { success: true as const }
      }),
  )
}
