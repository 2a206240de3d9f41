import type { FastifyInstance } from 'fastify'
import {
  addPasskey,
  beginPasskey,
  beginPasskeySignIn,
  ceremonyOptions,
  removePasskey,
} from '../../../contract/accounts/passkey.ts'
import { instantOf } from '../../../contract/platform/words/format.ts'
import { ValidationProblem, notFound, HttpProblem, unauthenticated } from '../../platform/errors.ts'
import { queueJob } from '../../platform/db/jobs/jobs.ts'
import type { Happening } from '../../platform/messages/texts.ts'
import { notice } from '../settings/jobs.ts'
import { route } from '../../platform/http/calls/route.ts'
import type { AccountsService } from '../settings/service.ts'
import { publicRoute } from '../../platform/http/calls/publicRoute.ts'
import type { Writing } from '../../platform/writes/write.ts'
import { requireOwner } from '../secondFactor/requireOwner.ts'
import { endPasskeySessions } from '../sessions/endSessions.ts'
import { optionsToAdd, optionsToSignIn, passkeysOffered, readNewPasskey } from './passkeys.ts'

const own = { capability: 'account.own', audit: 'write', idempotency: 'repeatable', rate: 'sign-in' } as const

/** Enough for a telephone, two desks and a key in a drawer. */
const mostPasskeys = 10

const notOffered = () =>
  new HttpProblem(
    400,
    'bad-request',
    'Passkeys are not available: the service has an IP address and no host name.',
  )
const notTaken = () => new HttpProblem(400, 'bad-request', 'The passkey could not be used. Please try again.')

/** Adding, removing and signing in with passkeys (AU-12). */
export const servePasskeys = (app: FastifyInstance, service: AccountsService): void => {
  const frame = { pool: service.db.pool, clock: service.clock, accounts: service.accounts }

  route(app, service, beginPasskey, own, async (call, { password, code }) => {
    if (!passkeysOffered(service.accounts)) throw notOffered()
    const { userId } = call.principal
    const user = await requireOwner(call, password, requireCode(call.principal.hasSecondFactor, code))
    const { user_name: userName, display_name: displayName } = user
    const options = await optionsToAdd(frame, { id: userId, userName, displayName })
    return call.write(async ({ trace }) => {
      trace({ records: [{ entity: 'user', id: userId, after: { passkey: 'begun' } }] })
      return { options: asJson(options) }
    })
  })

  route(app, service, addPasskey, own, async (call, { response }) => {
    const { userId } = call.principal
    const made = await readNewPasskey(frame, userId, response)
    if (made === null) throw notTaken()
    const { credentialId, publicKey, uses, transports } = made
    return call.write(async (writing) => {
      const { sql } = writing
      // Locks the session until commit. A session that a new password ends meanwhile cannot add a passkey that would
      // outlive it.
      const session = await sql
        .selectFrom('user_session')
        .select('user_agent')
        .where('id', '=', call.principal.sessionId)
        .where('ended_at', 'is', null)
        .forShare()
        .executeTakeFirst()
      if (session === undefined) throw unauthenticated()
      const held = await sql.selectFrom('passkey').select('id').where('user_id', '=', userId).execute()
      if (held.length >= mostPasskeys)
        throw new HttpProblem(409, 'conflict', `You have ${mostPasskeys} passkeys. Remove one first.`)
      const added = await sql
        .insertInto('passkey')
        .values({
          user_id: userId,
          credential_id: credentialId,
          public_key: publicKey,
          uses,
          transports,
          user_agent: session.user_agent,
          created_at: instantOf(service.clock()),
        })
        .onConflict((conflict) => conflict.column('credential_id').doNothing())
        .executeTakeFirst()
      if (added.numInsertedOrUpdatedRows !== 1n) throw notTaken()
      return told(service, writing, userId, 'passkey added')
    })
  })

  route(app, service, removePasskey, own, async (call, { id, password, code }) => {
    const { userId } = call.principal
    await requireOwner(call, password, requireCode(call.principal.hasSecondFactor, code))
    return call.write(async (writing) => {
      const { numDeletedRows } = await writing.sql
        .deleteFrom('passkey')
        .where('id', '=', id)
        .where('user_id', '=', userId)
        .executeTakeFirst()
      if (numDeletedRows === 0n) throw notFound()
      await endPasskeySessions(writing.sql, service.clock(), userId, call.principal.sessionId)
      return told(service, writing, userId, 'passkey removed')
    })
  })

  publicRoute(
    app,
    service,
    beginPasskeySignIn,
    { capability: 'anonymous', audit: 'none', idempotency: 'repeatable', rate: 'sign-in' },
    async () => {
      if (!passkeysOffered(service.accounts)) throw notOffered()
      return { options: asJson(await optionsToSignIn(frame)) }
    },
  )
}

/** The code, required if an app is set up. Otherwise a passkey would bypass the app. */
const requireCode = (isNeeded: boolean, code: string | undefined): string | undefined => {
  if (!isNeeded) return undefined
  if (code === undefined || code === '') throw new ValidationProblem({ code: 'Please enter the code' })
  return code
}

const told = async (
  service: AccountsService,
  { sql, trace }: Writing,
  userId: number,
  happening: Happening,
) => {
  await queueJob(sql, notice, { userId, happening, at: instantOf(service.clock()) })
  trace({ records: [{ entity: 'user', id: userId, after: { passkey: happening } }] })
  return { success: true as const }
}

const asJson = (options: object) => ceremonyOptions.parse(JSON.parse(JSON.stringify(options)))
