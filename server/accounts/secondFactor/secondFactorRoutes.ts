import type { FastifyInstance } from 'fastify'
import type { Transaction } from 'kysely'
import {
  beginSecondFactor,
  confirmSecondFactor,
  liftSecondFactor,
  removeSecondFactor,
  renewRecoveryCodes,
} from '../../../contract/accounts/security.ts'
import { instantOf } from '../../../contract/platform/words/format.ts'
import type { DB } from '../../platform/db/types.ts'
import { notFound, HttpProblem, ValidationProblem } from '../../platform/errors.ts'
import { queueJob } from '../../platform/db/jobs/jobs.ts'
import type { Happening } from '../../platform/messages/texts.ts'
import { notice } from '../settings/jobs.ts'
import type { AccountsService } from '../settings/service.ts'
import { route } from '../../platform/http/calls/route.ts'
import type { Writing } from '../../platform/writes/write.ts'
import { requireOwner } from './requireOwner.ts'
import { endPasskeySessions, endSessions } from '../sessions/endSessions.ts'
import {
  newRecoveryCodes,
  newSecret,
  openSecret,
  recoveryHash,
  refusedCode,
  sealSecret,
  stepOf,
  uriOf,
} from './secondFactor.ts'

const own = { capability: 'account.own', audit: 'write', idempotency: 'repeatable', rate: 'sign-in' } as const

const alreadyOn = () =>
  new HttpProblem(
    409,
    'conflict',
    'An authenticator app is set up already. Remove it first to set up another.',
  )

/** Setting up, using and removing an authenticator app (AU-12). */
export const serveSecondFactor = (app: FastifyInstance, service: AccountsService): void => {
  route(app, service, beginSecondFactor, own, async (call, { password }) => {
    if (call.principal.hasSecondFactor) throw alreadyOn()
    const { userId } = call.principal
    const user = await requireOwner(call, password)
    const secret = newSecret()
    const sealed = sealSecret(service.accounts.secretKey, userId, secret)
    return call.write(async ({ sql, trace }) => {
      const { numInsertedOrUpdatedRows } = await sql
        .insertInto('second_factor')
        .values({ user_id: userId, sealed_secret: sealed })
        .onConflict((conflict) =>
          conflict
            .column('user_id')
            .doUpdateSet({ sealed_secret: sealed, last_step: 0 })
            .where('second_factor.confirmed_at', 'is', null),
        )
        .executeTakeFirst()
      if (numInsertedOrUpdatedRows === 0n) throw alreadyOn()
      traceOf(trace, userId, 'begun')
      return { secret, uri: uriOf(secret, user.user_name) }
    })
  })

  route(app, service, confirmSecondFactor, own, async (call, { code }) => {
    const { userId, sessionId } = call.principal
    const recoveryCodes = newRecoveryCodes()
    return call.write(async ({ sql, trace }) => {
      const begun = await sql
        .selectFrom('second_factor')
        .select('sealed_secret')
        .where('user_id', '=', userId)
        .where('confirmed_at', 'is', null)
        .forUpdate()
        .executeTakeFirst()
      if (begun === undefined) throw alreadyOn()
      const secret = openSecret(service.accounts.secretKey, userId, begun.sealed_secret)
      const now = service.clock()
      // If it was begun with a key that is now lost, the user must begin again.
      const step = secret === null ? null : stepOf(secret, code.replaceAll(/\s/g, ''), now)
      if (step === null) throw new ValidationProblem({ code: refusedCode['wrong code'] })
      await sql
        .updateTable('second_factor')
        .set({ confirmed_at: instantOf(now), last_step: step })
        .where('user_id', '=', userId)
        .execute()
      await replaceRecoveryCodes(sql, userId, recoveryCodes)
      // Sessions that began with the password alone end: the next sign-in asks for the code.
      await endSessions(sql, now, userId, 'second step set up', sessionId)
      await tell(service, sql, userId, 'second factor set up')
      traceOf(trace, userId, 'set up')
      return { recoveryCodes }
    })
  })

  route(app, service, removeSecondFactor, own, async (call, { password, code }) => {
    const { userId } = call.principal
    await requireOwner(call, password, code)
    return call.write((writing) => remove(service, writing, userId))
  })

  route(app, service, renewRecoveryCodes, own, async (call, { password, code }) => {
    if (!call.principal.hasSecondFactor) throw notFound()
    const { userId } = call.principal
    await requireOwner(call, password, code)
    const recoveryCodes = newRecoveryCodes()
    return call.write(async ({ sql, trace }) => {
      await replaceRecoveryCodes(sql, userId, recoveryCodes)
      traceOf(trace, userId, 'new recovery codes')
      return { recoveryCodes }
    })
  })

  route(
    app,
    service,
    liftSecondFactor,
    { capability: 'administration.write', audit: 'write', idempotency: 'repeatable', rate: 'write' },
    async (call, { userId }) => {
      // Removing one's own needs password and code, so that a passer-by at an open screen cannot do it.
      if (userId === call.principal.userId)
        throw new HttpProblem(409, 'conflict', 'Remove your own authenticator app on your security page.')
      return call.write(async (writing) => {
        const { numDeletedRows } = await writing.sql
          .deleteFrom('passkey')
          .where('user_id', '=', userId)
          .executeTakeFirst()
        if (numDeletedRows > 0n) {
          await endPasskeySessions(writing.sql, service.clock(), userId, call.principal.sessionId)
          await tell(service, writing.sql, userId, 'passkey removed')
        }
        return remove(service, writing, userId)
      })
    },
  )
}

const remove = async (service: AccountsService, { sql, trace }: Writing, userId: number) => {
  const { numDeletedRows } = await sql
    .deleteFrom('second_factor')
    .where('user_id', '=', userId)
    .executeTakeFirst()
  await sql.deleteFrom('recovery_code').where('user_id', '=', userId).execute()
  if (numDeletedRows > 0n) await tell(service, sql, userId, 'second factor removed')
  traceOf(trace, userId, 'removed')
  return { success: true as const }
}

const replaceRecoveryCodes = async (
  sql: Transaction<DB>,
  userId: number,
  codes: readonly string[],
): Promise<void> => {
  await sql.deleteFrom('recovery_code').where('user_id', '=', userId).execute()
  await sql
    .insertInto('recovery_code')
    .values(codes.map((code) => ({ user_id: userId, hash: recoveryHash(code) })))
    .execute()
}

const tell = (
  service: AccountsService,
  sql: Transaction<DB>,
  userId: number,
  happening: Happening,
): Promise<void> => queueJob(sql, notice, { userId, happening, at: instantOf(service.clock()) })

const traceOf = (trace: Writing['trace'], userId: number, secondFactor: string): void =>
  trace({ records: [{ entity: 'user', id: userId, after: { secondFactor } }] })
