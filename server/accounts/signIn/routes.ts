import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { passkeyGrant } from '../../../contract/accounts/passkey.ts'
import { providerGrant } from '../../../contract/accounts/provider.ts'
import { revoke as revokeCall, token as tokenCall } from '../../../contract/accounts/session.ts'
import { bodyLimitOf } from '../../platform/http/limits/bodyLimit.ts'
import type { Rights } from '../../platform/http/request/rights.ts'
import type { AccountsService } from '../settings/service.ts'
import { BadForm, readForm, type Form } from './form.ts'
import { refusedCode } from '../secondFactor/secondFactor.ts'
import { passkeysOffered, signInWithPasskey } from '../passkeys/passkeys.ts'
import { finish } from '../openid/provider.ts'
import type { Caller } from '../sessions/openSession.ts'
import { signIn } from './signIn.ts'
import { refresh, revoke, type Grant, type GrantRefusal } from '../sessions/tokens.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** Why a sign-in was refused, for the metrics; null for every other call. */
    signInRefusal: GrantRefusal | null
  }
}

const rights: Rights = {
  capability: 'anonymous',
  audit: 'session',
  idempotency: 'repeatable',
  rate: 'sign-in',
}

/** An error of RFC 6749 section 5.2. The description is printable ASCII without quotes or backslashes. */
class OAuthError extends Error {
  readonly status: number
  readonly error: string
  readonly retryAfterMs: number | undefined
  constructor(error: string, description: string, status = 400, retryAfterMs?: number) {
    super(description)
    this.error = error
    this.status = status
    this.retryAfterMs = retryAfterMs
  }
}

/** Signing in and out (specification, AU-1, AU-2). Registered separately, so that only these calls accept forms. */
export const registerAuth = async (app: FastifyInstance, service: AccountsService): Promise<void> => {
  await app.register(async (auth) => {
    auth.addContentTypeParser<Buffer>(
      'application/x-www-form-urlencoded',
      { parseAs: 'buffer' },
      async (_: FastifyRequest, body: Buffer) => readForm(body),
    )
    auth.addHook('onRequest', async (_, reply) => {
      reply.headers({ 'cache-control': 'no-store', pragma: 'no-cache' })
    })
    auth.setErrorHandler(async (error: Error & { statusCode?: number }, _, reply) => {
      const known = understand(error)
      if (known === null) throw error
      if (known.status === 401) reply.header('www-authenticate', 'Basic realm="surefoot"')
      if (known.retryAfterMs !== undefined)
        reply.header('retry-after', String(Math.ceil(known.retryAfterMs / 1000)))
      return reply.code(known.status).send({ error: known.error, error_description: known.message })
    })
    auth.post(tokenCall.path, { bodyLimit: bodyLimitOf(tokenCall), config: { rights } }, (request, reply) =>
      answerToken(service, request, reply),
    )
    auth.post(revokeCall.path, { bodyLimit: bodyLimitOf(revokeCall), config: { rights } }, (request) =>
      answerRevoke(service, request),
    )
  })
}

const understand = (error: Error & { statusCode?: number }): OAuthError | null => {
  if (error instanceof OAuthError) return error
  if (error instanceof BadForm) return new OAuthError('invalid_request', error.message)
  if (error.statusCode === 413) return new OAuthError('invalid_request', 'The request is too large.')
  if (error.statusCode !== undefined && error.statusCode < 500)
    return new OAuthError('invalid_request', 'Send the parameters as application/x-www-form-urlencoded.')
  return null
}

const formOf = (request: FastifyRequest): Form => {
  const type = request.headers['content-type'] ?? ''
  if (!/^application\/x-www-form-urlencoded\b/i.test(type) || !(request.body instanceof Map))
    throw new OAuthError('invalid_request', 'Send the parameters as application/x-www-form-urlencoded.')
  return request.body as Form
}

const requireField = (form: Form, name: string): string => {
  const value = form.get(name)
  if (value === undefined || value === '')
    throw new OAuthError('invalid_request', `The parameter ${name} is missing.`)
  return value
}

/** There are no client secrets. A client may name itself, but cannot prove anything (RFC 6749 section 2.1). */
const requirePublicClient = (request: FastifyRequest, form: Form): void => {
  const [scheme = '', basic = '', ...more] = (request.headers.authorization ?? '').split(/ +/)
  const secret =
    scheme.toLowerCase() !== 'basic' || more.some((part) => part !== '')
      ? form.get('client_secret')
      : Buffer.from(basic, 'base64').toString('utf8').split(':').slice(1).join(':')
  if (secret) throw new OAuthError('invalid_client', 'The client credentials are not known.', 401)
}

const answerToken = async (service: AccountsService, request: FastifyRequest, reply: FastifyReply) => {
  const form = formOf(request)
  requirePublicClient(request, form)
  const type = requireField(form, 'grant_type')
  if (form.get('scope')) throw new OAuthError('invalid_scope', 'This service has no scopes.')
  const grant = await grantFor(service, request, type, form)
  await record(service, request, grant, type)
  if (!grant.granted)
    throw grant.retryAfterMs === undefined ? refusalOf(grant.why) : heldBack(grant.retryAfterMs)
  return reply.send(grant.pair)
}

/** Depends on the address, not on the name: every caller from there gets the same reply (AU-2). */
const heldBack = (forMs: number): OAuthError => {
  const minutes = Math.ceil(forMs / 60_000)
  return new OAuthError(
    'invalid_grant',
    `There were too many failed attempts to sign in from your network, so your password was not checked. Please try again in ${minutes} ${minutes === 1 ? 'minute' : 'minutes'}.`,
    400,
    forMs,
  )
}

/**
 * The same words for anything wrong with a name or password, and for a locked account (AU-2). Only a caller with the
 * right password learns of the second step.
 */
const refusalOf = (why: GrantRefusal): OAuthError => {
  switch (why) {
    case 'no code':
      return new OAuthError('mfa_required', 'Enter the code that your authenticator app shows.')
    case 'wrong code':
      return new OAuthError(
        'invalid_grant',
        'The code is not right, or was used before. Wait for the next one.',
      )
    case 'app of a lost key':
      return new OAuthError('invalid_grant', `${refusedCode['app of a lost key']}.`)
    case 'passkey refused':
      return new OAuthError(
        'invalid_grant',
        'The passkey was not accepted. Try again, or sign in with your user name and password.',
      )
    case 'provider refused':
    case 'unknown at provider':
      return new OAuthError(
        'invalid_grant',
        'You are not set up as a user of Surefoot, or the sign-in was cancelled. Please ask your system administrator.',
      )
    case 'unknown token':
    case 'expired':
    case 'reused':
      return new OAuthError('invalid_grant', 'The session has ended. Please sign in again.')
    case 'unknown user':
    case 'wrong password':
    case 'expired password':
    case 'inactive user':
    case 'throttled':
      return new OAuthError(
        'invalid_grant',
        'The user name or password is incorrect. After several failed attempts, signing in pauses for up to 15 minutes.',
      )
  }
}

const grantFor = async (
  service: AccountsService,
  request: FastifyRequest,
  type: string,
  form: Form,
): Promise<Grant> => {
  const { signInPool: pool } = service.db
  if (type === 'password') {
    const credentials = {
      userName: requireField(form, 'username'),
      password: requireField(form, 'password'),
      otp: form.get('otp')?.trim() || null,
    }
    const { clock, accounts } = service
    return signIn({ pool, clock, accounts }, credentials, callerOf(request, form))
  }
  const { provider } = service.accounts
  if (type === providerGrant && provider !== null) {
    const returned = {
      code: requireField(form, 'code'),
      state: requireField(form, 'state'),
      binding: requireField(form, 'binding'),
      iss: form.get('iss') ?? null,
    }
    const { clock, accounts } = service
    return finish({ pool, clock, accounts }, provider, returned, callerOf(request, form))
  }
  if (type === passkeyGrant && passkeysOffered(service.accounts)) {
    const { clock, accounts } = service
    return signInWithPasskey(
      { pool, clock, accounts },
      requireField(form, 'response'),
      callerOf(request, form),
    )
  }
  if (type === 'refresh_token')
    return refresh(service.db.pool, service.clock(), requireField(form, 'refresh_token'))
  throw new OAuthError('unsupported_grant_type', 'The grant type is not supported.')
}

const callerOf = (request: FastifyRequest, form: Form): Caller => {
  const device = form.get('device') ?? ''
  return {
    address: request.ip,
    userAgent: request.headers['user-agent']?.slice(0, 300) ?? null,
    device: /^[A-Za-z0-9_-]{16,128}$/.test(device) ? device : null,
  }
}

/**
 * How many refusals of one kind from one network are recorded individually in each minute. Further ones are only
 * counted.
 */
const ownEventsEachMinute = 10

/** Refusals whose password was checked are limited by the throttle (AU-10). All others can be caused without limit. */
const isThrottled = (why: GrantRefusal): boolean =>
  ['unknown user', 'wrong password', 'wrong code', 'app of a lost key', 'expired password'].includes(why)

/** Never records the password, a token, or a user name that does not exist (DP-4). */
const record = async (
  service: AccountsService,
  request: FastifyRequest,
  grant: Grant,
  type: string,
): Promise<void> => {
  const outcome = grant.granted ? (grant.repeated ? 'repeated' : 'granted') : grant.why
  request.signInRefusal = grant.granted ? null : grant.why
  if (!grant.granted && !isThrottled(grant.why)) {
    const kind = {
      of: `POST ${tokenCall.path} ${type}`,
      status: 400,
      reason: grant.why,
      userId: null,
      address: request.ip,
    }
    if (!service.refusals.count(kind, ownEventsEachMinute)) return
  }
  await service.audit.append({
    kind: grant.granted ? 'session' : 'refusal',
    action: `POST ${tokenCall.path} ${type}`,
    status: grant.granted ? 200 : 400,
    userId: grant.userId,
    sessionId: grant.sessionId,
    role: null,
    criteria: { outcome },
    requestId: request.id,
    address: request.ip,
  })
}

/** Always 200, even for an unknown token (RFC 7009 section 2.2). */
const answerRevoke = async (service: AccountsService, request: FastifyRequest) => {
  const form = formOf(request)
  const whose = await revoke(service.db.pool, service.clock(), requireField(form, 'token'))
  if (whose !== null)
    await service.audit.append({
      kind: 'session',
      action: `POST ${revokeCall.path}`,
      status: 200,
      ...whose,
      role: null,
      requestId: request.id,
      address: request.ip,
    })
  return {}
}
