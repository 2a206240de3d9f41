import type { FastifyInstance } from 'fastify'
import { beginProvider, getProvider, nameAtProvider } from '../../../contract/accounts/provider.ts'
import { ValidationProblem, isUniqueViolation, notFound } from '../../platform/errors.ts'
import type { AccountsService } from '../settings/service.ts'
import { route } from '../../platform/http/calls/route.ts'
import { publicRoute } from '../../platform/http/calls/publicRoute.ts'
import { endSessions } from '../sessions/endSessions.ts'
import { passkeysOffered } from '../passkeys/passkeys.ts'
import { begin } from './provider.ts'

/** Sign-in with an OpenID provider, if one is set up. */
export const serveProvider = (app: FastifyInstance, service: AccountsService): void => {
  const { provider } = service.accounts

  publicRoute(
    app,
    service,
    getProvider,
    { capability: 'anonymous', audit: 'none', idempotency: 'safe', rate: 'read' },
    async () => ({
      label: provider?.label ?? null,
      passkeys: passkeysOffered(service.accounts),
      demonstration: service.accounts.isDemonstration,
      ...service.accounts.sends,
    }),
  )

  publicRoute(
    app,
    service,
    beginProvider,
    { capability: 'anonymous', audit: 'none', idempotency: 'repeatable', rate: 'sign-in' },
    async ({ log }, { binding }) => {
      if (provider === null) throw notFound()
      const frame = { pool: service.db.pool, clock: service.clock, accounts: service.accounts, log }
      return { url: await begin(frame, provider, binding) }
    },
  )

  route(
    app,
    service,
    nameAtProvider,
    { capability: 'administration.write', audit: 'write', idempotency: 'repeatable', rate: 'write' },
    async (call, { userId, identifier = null }) => {
      try {
        return await call.write(async ({ sql, trace }) => {
          const user = await sql
            .selectFrom('app_user')
            .select('provider_identifier as providerIdentifier')
            .where('id', '=', userId)
            .forUpdate()
            .executeTakeFirst()
          if (user === undefined) throw notFound()
          const after = { providerIdentifier: identifier }
          await sql
            .updateTable('app_user')
            .set({ provider_identifier: identifier })
            .where('id', '=', userId)
            .execute()
          // Sessions that began with the former identifier end, as they do after a new password (AU-9).
          if (user.providerIdentifier !== null && user.providerIdentifier !== identifier)
            await endSessions(sql, service.clock(), userId, 'named otherwise at the provider')
          trace({ records: [{ entity: 'user', id: userId, before: user, after }] })
          return { success: true as const }
        })
      } catch (error) {
        if (isUniqueViolation(error, 'app_user_provider_identifier_key'))
          throw new ValidationProblem({ identifier: 'Another user has this identifier' })
        throw error
      }
    },
  )
}
