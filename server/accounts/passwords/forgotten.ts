import type { FastifyInstance } from 'fastify'
import { forgotPasswordEmail, forgotPasswordSms } from '../../../contract/accounts/account.ts'
import { tooOften } from '../../platform/errors.ts'
import { clientNetwork } from '../../platform/http/limits/clientNetwork.ts'
import { queueJob, type Job } from '../../platform/db/jobs/jobs.ts'
import type { Rights } from '../../platform/http/request/rights.ts'
import { publicRoute, type PublicCall } from '../../platform/http/calls/publicRoute.ts'
import type { AccountsService } from '../settings/service.ts'
import { consumeRate } from '../throttle/rateCounter.ts'
import { resetByMail, resetBySms } from '../settings/jobs.ts'
import { userNameKey } from '../sessions/tokens.ts'

const hour = 60 * 60_000
const perAccount = 3

const rights: Rights & { capability: 'anonymous' } = {
  capability: 'anonymous',
  audit: 'session',
  idempotency: 'repeatable',
  rate: 'forgot',
}

/**
 * Asking for a new password. The reply is the same for known and unknown users, and the queue does the work (AU-13).
 */
export const serveForgotten = (app: FastifyInstance, service: AccountsService): void => {
  publicRoute(app, service, forgotPasswordEmail, rights, async (call, { username }) =>
    ask(call, resetByMail, username),
  )
  publicRoute(app, service, forgotPasswordSms, rights, async (call, { username }) =>
    ask(call, resetBySms, username),
  )
}

const ask = async (
  { service, address, event }: PublicCall<AccountsService>,
  job: Job<{ userName: string }>,
  username: string,
): Promise<{ success: true }> => {
  const { pool, sql } = service.db
  const now = service.clock()
  const perAddress = service.accounts.forgotPerAddress
  if (
    !(await consumeRate(pool, now, {
      kind: 'forgot address',
      key: clientNetwork(address),
      times: perAddress,
      withinMs: hour,
    }))
  )
    throw tooOften(hour)
  const userName = userNameKey(username)
  const account = { kind: 'forgot account', key: userName, times: perAccount, withinMs: hour }
  const isFirst = await consumeRate(pool, now, account)
  if (isFirst) await queueJob(sql, job, { userName })
  // Omits the name: it may belong to nobody, or be a password typed into the wrong field (DP-4).
  await service.audit.append(
    event({
      kind: 'session',
      status: 200,
      userId: null,
      outcome: isFirst ? job.name : 'too often for this account',
    }),
  )
  return { success: true }
}
