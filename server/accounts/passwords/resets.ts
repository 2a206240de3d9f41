import type { FastifyInstance } from 'fastify'
import { resetPassword, resetPasswordSms } from '../../../contract/accounts/account.ts'
import { instantOf } from '../../../contract/platform/words/format.ts'
import { transact } from '../../platform/db/connection/transact.ts'
import { ValidationProblem, HttpProblem, tooOften } from '../../platform/errors.ts'
import { clientNetwork } from '../../platform/http/limits/clientNetwork.ts'
import { queueJob } from '../../platform/db/jobs/jobs.ts'
import { notice } from '../settings/jobs.ts'
import type { Rights } from '../../platform/http/request/rights.ts'
import { publicRoute, type PublicCall } from '../../platform/http/calls/publicRoute.ts'
import type { AccountsService } from '../settings/service.ts'
import { appendEvent } from '../../platform/writes/write.ts'
import { consumeRate } from '../throttle/rateCounter.ts'
import { endSessions } from '../sessions/endSessions.ts'
import { newPasswordProblem } from './passwordRule.ts'
import { inQueue, type Asker } from '../hashing/passwordQueue.ts'
import { hashPassword, passwordMatches } from '../hashing/passwords.ts'
import { keepsApp } from '../secondFactor/appOfReset.ts'
import { closeAllCodes, closeCode, findLinkCode, giveTryBack, takeTry } from './resetCodes.ts'
import { unlockAccount } from '../throttle/throttle.ts'
import { userNameKey } from '../sessions/tokens.ts'
import { removeWaysIn } from './waysIn.ts'

const rights: Rights & { capability: 'anonymous' } = {
  capability: 'anonymous',
  audit: 'session',
  idempotency: 'repeatable',
  rate: 'sign-in',
}

const quarter = 15 * 60_000

const wrongLink = () =>
  new HttpProblem(400, 'bad-request', 'This link has been used or is too old. Please ask for a new one.')
const wrongCode = () =>
  new ValidationProblem({ code: 'The code is not right, or is too old. Check it, or ask for a new one' })

/** Choosing a new password with the code from a link or a text message (AU-14). */
export const serveResets = (app: FastifyInstance, service: AccountsService): void => {
  publicRoute(app, service, resetPassword, rights, async (call, { password, userId, code, appCode }) => {
    await assertNotTooOften(call)
    const { sql } = service.db
    const found = await findLinkCode(sql, service.clock(), { userId, code })
    const user = found === null ? null : await findUser(service, 'id', userId)
    if (found === null || user === null) throw await refused(call, null, wrongLink())
    await requireGoodPassword(service, password, user)
    const app = await keepsApp(service, user, appCode)
    const proven: Asker = { rank: 'known', from: clientNetwork(call.address) }
    const chosen = { hash: await inQueue(proven, () => hashPassword(password)), keepsApp: app }
    const done = await setPassword(call, user.id, found, chosen)
    if (!done) throw await refused(call, user.id, wrongLink())
    return { success: true as const }
  })

  publicRoute(app, service, resetPasswordSms, rights, async (call, { userName, password, code, appCode }) => {
    await assertNotTooOften(call)
    const user = await findUser(service, 'user_name_key', userNameKey(userName))
    // Checked before the code is compared, so that a weak password costs no attempt. Only the sent values are used, so
    // that the reply does not reveal whether the user exists, or their names.
    await requireGoodPassword(service, password, { user_name: userName, family_name: '', first_name: '' })
    const from = clientNetwork(call.address)
    const { held, matches } = await inQueue({ rank: 'stranger', from }, async () => {
      const held = user === null ? null : await takeTry(service.db.sql, service.clock(), user.id)
      return { held, matches: await passwordMatches(held?.hash ?? null, code) }
    })
    if (user === null || held === null || !matches) throw await refused(call, user?.id ?? null, wrongCode())
    const proven: Asker = { rank: 'known', from }
    let app: boolean
    try {
      await requireGoodPassword(service, password, user)
      app = await keepsApp(service, user, appCode)
    } catch (error) {
      await giveTryBack(service.db.sql, held.id)
      throw error
    }
    const chosen = { hash: await inQueue(proven, () => hashPassword(password)), keepsApp: app }
    const done = await setPassword(call, user.id, held.id, chosen)
    if (!done) throw await refused(call, user.id, wrongCode())
    return { success: true as const }
  })
}

/** Limits the attempts from one address, whatever they try. */
const assertNotTooOften = async ({ service, address }: PublicCall<AccountsService>): Promise<void> => {
  const limit = {
    kind: 'reset address',
    key: clientNetwork(address),
    times: service.accounts.signInsPerAddress,
    withinMs: quarter,
  }
  if (!(await consumeRate(service.db.pool, service.clock(), limit))) throw tooOften(quarter)
}

const findUser = async (service: AccountsService, by: 'id' | 'user_name_key', value: number | string) =>
  (await service.db.sql
    .selectFrom('app_user')
    .select(['id', 'user_name', 'family_name', 'first_name'])
    .where(by, '=', value)
    .where('is_active', '=', true)
    .executeTakeFirst()) ?? null

const requireGoodPassword = async (
  service: AccountsService,
  password: string,
  user: { user_name: string; family_name: string; first_name: string },
): Promise<void> => {
  const own = [user.user_name, user.family_name, user.first_name]
  const problem = await newPasswordProblem(service.db.sql, service.accounts, password, own)
  if (problem !== null) throw new ValidationProblem({ password: problem })
}

const refused = async <Failure>(
  call: PublicCall<AccountsService>,
  userId: number | null,
  failure: Failure,
): Promise<Failure> => {
  await call.service.audit.append(
    call.event({ kind: 'refusal', status: 400, userId, outcome: 'wrong or old code' }),
  )
  return failure
}

/**
 * Uses up the code and sets the password, all or nothing. Returns false if the code is no longer open. Removes all
 * passkeys (decision 35).
 */
const setPassword = (
  { service, event }: PublicCall<AccountsService>,
  userId: number,
  codeId: number,
  chosen: { hash: string; keepsApp: boolean },
) =>
  transact(service.db.sql, async (sql) => {
    const now = service.clock()
    if (!(await closeCode(sql, now, codeId))) return false
    const { user_name_key } = await sql
      .updateTable('app_user')
      .set({ password_hash: chosen.hash, must_change_password: false, password_expires_at: null })
      .where('id', '=', userId)
      .returning('user_name_key')
      .executeTakeFirstOrThrow()
    await closeAllCodes(sql, now, userId)
    await unlockAccount(sql, user_name_key)
    await endSessions(sql, now, userId, 'password reset')
    const { records, ...ways } = await removeWaysIn(sql, userId, { passkeys: [], app: chosen.keepsApp })
    await queueJob(sql, notice, {
      userId,
      happening: 'password changed',
      at: instantOf(now),
      ways,
    })
    const done = event({ kind: 'session', status: 200, userId, outcome: 'password reset' })
    await appendEvent(sql, { ...done, records })
    return true
  })
