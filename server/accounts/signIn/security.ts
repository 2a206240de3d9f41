import type { FastifyInstance } from 'fastify'
import { endSessions, getSecurity } from '../../../contract/accounts/security.ts'
import { instantOf } from '../../../contract/platform/words/format.ts'
import type { AccountsService } from '../settings/service.ts'
import { route, type Call } from '../../platform/http/calls/route.ts'
import { describeDevice } from '../sessions/describeDevice.ts'
import { needsSecondFactor } from '../sessions/pendingSteps.ts'
import { timeOfStep } from '../secondFactor/secondFactor.ts'

const shownForMs = 90 * 24 * 60 * 60_000
const shownAtMost = 30

/** Shows users their own account, and lets them end sessions that they left open elsewhere. */
export const serveSecurity = (app: FastifyInstance, service: AccountsService): void => {
  route(
    app,
    service,
    getSecurity,
    { capability: 'account.own', audit: 'none', idempotency: 'safe', rate: 'read' },
    async (call) => ({
      signIns: await signInsOf(call),
      devices: await devicesOf(call),
      passkeys: await passkeysOf(call),
      secondFactor: await secondFactorOf(call),
    }),
  )

  route(
    app,
    service,
    endSessions,
    { capability: 'account.own', audit: 'write', idempotency: 'repeatable', rate: 'write' },
    async (call, { sessionId = null }) =>
      call.write(async ({ sql, trace }) => {
        const { userId, sessionId: own } = call.principal
        const ended = await sql
          .updateTable('user_session')
          .set({ ended_at: instantOf(service.clock()), end_reason: 'ended by the user' })
          .where('user_id', '=', userId)
          .where('id', '<>', own)
          .where('ended_at', 'is', null)
          .$if(sessionId !== null, (query) => query.where('id', '=', sessionId))
          .returning('id')
          .execute()
        trace({ records: ended.map(({ id }) => ({ entity: 'userSession', id, after: { ended: true } })) })
        return { success: true as const }
      }),
  )
}

const since = (now: number): string => instantOf(now - shownForMs)

const signInsOf = async ({ service, principal }: Call<AccountsService>) => {
  const now = service.clock()
  const rows = await service.db.sql
    .selectFrom('user_session')
    .select(['id', 'started_at', 'ended_at', 'expires_at', 'user_agent', 'address'])
    .where('user_id', '=', principal.userId)
    .where('started_at', '>', since(now))
    .orderBy('started_at', 'desc')
    .limit(shownAtMost)
    .execute()
  return rows.map((row) => ({
    id: row.id,
    startedAt: row.started_at,
    endedAt: row.ended_at,
    device: describeDevice(row.user_agent),
    address: row.address,
    isCurrent: row.id === principal.sessionId,
    isOpen: row.ended_at === null && now < Date.parse(row.expires_at),
  }))
}

const devicesOf = async ({ service, principal }: Call<AccountsService>) => {
  const rows = await service.db.sql
    .selectFrom('user_device')
    .select(['id', 'user_agent', 'first_seen_at', 'last_seen_at'])
    .where('user_id', '=', principal.userId)
    .where('last_seen_at', '>', since(service.clock()))
    .orderBy('last_seen_at', 'desc')
    .limit(shownAtMost)
    .execute()
  return rows.map((row) => ({
    id: row.id,
    device: describeDevice(row.user_agent),
    firstSeenAt: row.first_seen_at,
    lastSeenAt: row.last_seen_at,
  }))
}

const passkeysOf = async ({ service, principal }: Call<AccountsService>) => {
  const rows = await service.db.sql
    .selectFrom('passkey')
    .select(['id', 'user_agent', 'created_at', 'last_used_at'])
    .where('user_id', '=', principal.userId)
    .orderBy('id')
    .execute()
  return rows.map((row) => ({
    id: row.id,
    device: describeDevice(row.user_agent),
    createdAt: row.created_at,
    lastUsedAt: row.last_used_at,
  }))
}

const secondFactorOf = async ({ service, principal }: Call<AccountsService>) => {
  const { count } = await service.db.sql
    .selectFrom('recovery_code')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('user_id', '=', principal.userId)
    .where('used_at', 'is', null)
    .executeTakeFirstOrThrow()
  const app = principal.hasSecondFactor
    ? await service.db.sql
        .selectFrom('second_factor')
        .select(['confirmed_at', 'last_step'])
        .where('user_id', '=', principal.userId)
        .executeTakeFirst()
    : undefined
  return {
    isOn: principal.hasSecondFactor,
    isRequired: needsSecondFactor(service.accounts, { ...principal, hasSecondFactor: false }),
    recoveryCodesLeft: principal.hasSecondFactor ? Number(count) : 0,
    addedAt: app?.confirmed_at ?? null,
    lastUsedAt: app === undefined ? null : timeOfStep(app.last_step),
  }
}
