import { ValidationProblem } from '../../platform/errors.ts'
import type { AccountsService } from '../settings/service.ts'
import type { Call } from '../../platform/http/calls/route.ts'
import { requirePassword } from './requirePassword.ts'
import { acceptCode, refusedCode } from './secondFactor.ts'

/** Checks the signed-in user's password again, and a code from the app if one is given. Returns the user's row. */
export const requireOwner = async (call: Call<AccountsService>, password: string, code?: string) => {
  const { db, accounts, clock } = call.service
  const { pool, sql } = db
  const { secretKey } = accounts
  const { userId } = call.principal
  const user = await sql
    .selectFrom('app_user')
    .select(['user_name', 'display_name', 'password_hash'])
    .where('id', '=', userId)
    .executeTakeFirstOrThrow()
  await requirePassword(
    call,
    password,
    user,
    code === undefined
      ? undefined
      : async () => {
          const verdict = await acceptCode(pool, secretKey, { userId, code, now: clock() })
          if (verdict !== 'right') throw new ValidationProblem({ code: refusedCode[verdict] })
        },
  )
  return user
}
