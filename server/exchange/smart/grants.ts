import { takeAssertion } from './takeAssertion.ts'
import { appTokenSeconds, redeemCode } from './codes.ts'
import { knownClient, proveClient, type TokenService } from './proveClient.ts'
import { grantScopes, sendingScope } from './scopes.ts'
import { TokenRefused, unknownClient, type Fields } from './tokenRefused.ts'
import { issueToken, tokenSeconds, type RegisteredClient } from './tokens.ts'

/** A token as it is answered, and who is said in the audit trail to have it. */
export interface Issued {
  client: RegisteredClient
  scopes: string[]
  reply: object
  userId: number | null
  sessionId: number | null
  role: string | null
  patientIds: number[]
}

const usedBefore = 'This assertion was used before.'

const isOf = ({ kind }: RegisteredClient, wanted: RegisteredClient['kind']): void => {
  if (kind !== wanted)
    throw new TokenRefused(
      'unauthorized_client',
      wanted === 'app'
        ? 'This client is a program: it asks with client_credentials.'
        : 'This client is an app: it asks with authorization_code.',
    )
}

/** SMART Backend Services: a token for a program, for what it is registered for. */
const issueToProgram = async (tokens: TokenService, fields: Fields): Promise<Issued> => {
  const { client, jti, expiresAt } = await proveClient(tokens, fields)
  isOf(client, 'program')
  const { db, clock } = tokens.service
  const scopes = grantScopes(fields.required('scope'), client.types, client.purpose)
  if (scopes.length === 0)
    throw new TokenRefused(
      'invalid_scope',
      client.purpose === 'referring'
        ? `This client sends referrals: ask for ${sendingScope}.`
        : 'This client may read none of what these scopes name.',
    )
  const token = await issueToken(db.pool, { id: client.id, scopes, jti, expiresAt, now: clock() })
  if (token === null) throw unknownClient(usedBefore)
  return {
    ...{ client, scopes, userId: null, sessionId: null, role: null, patientIds: [] },
    reply: {
      access_token: token,
      token_type: 'bearer',
      expires_in: tokenSeconds,
      scope: scopes.join(' '),
    },
  }
}

/** The app that asks: one with keys proves who it is, one without says it, and its verifier proves the rest. */
const askingApp = async (tokens: TokenService, fields: Fields): Promise<RegisteredClient> => {
  const claimed = fields.get('client_id')
  if (fields.get('client_assertion') === undefined) {
    const client = await knownClient(tokens, fields.required('client_id'))
    isOf(client, 'app')
    if (client.jwks !== null || client.jwksUrl !== null)
      throw unknownClient('This app has keys: send a signed assertion.')
    return client
  }
  const { client, jti, expiresAt } = await proveClient(tokens, fields)
  isOf(client, 'app')
  if (claimed !== undefined && claimed !== client.clientId)
    throw unknownClient('client_id names another client than the assertion.')
  const { db, clock } = tokens.service
  if (!(await takeAssertion(db.pool, { id: client.id, jti, expiresAt, now: clock() })))
    throw unknownClient(usedBefore)
  return client
}

/** SMART App Launch: a token for an app, for what a signed-in user let it read. */
const issueToApp = async (tokens: TokenService, fields: Fields): Promise<Issued> => {
  const [code, redirectUrl, verifier] = [
    fields.required('code'),
    fields.required('redirect_uri'),
    fields.required('code_verifier'),
  ]
  const client = await askingApp(tokens, fields)
  const { db, clock, narrowing } = tokens.service
  const issued = await redeemCode(db.pool, {
    ...{ code, redirectUrl, verifier, narrowing },
    clientId: client.id,
    now: clock(),
  })
  if (issued === null)
    throw new TokenRefused(
      'invalid_grant',
      'This code is not valid, was used before, or belongs to another request. Ask the user again.',
    )
  const { token, scopes, patientId, userId, sessionId, role } = issued
  return {
    ...{ client, scopes, userId, sessionId, role },
    patientIds: patientId === null ? [] : [patientId],
    reply: {
      access_token: token,
      token_type: 'Bearer',
      expires_in: appTokenSeconds,
      scope: scopes.join(' '),
      ...(patientId !== null && { patient: String(patientId) }),
      need_patient_banner: true,
    },
  }
}

/** The way to a token for each grant_type that is offered. */
export const grants: Readonly<Record<string, (tokens: TokenService, fields: Fields) => Promise<Issued>>> = {
  client_credentials: issueToProgram,
  authorization_code: issueToApp,
}
