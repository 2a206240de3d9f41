import { createHash } from 'node:crypto'
import { allowLaunch, askLaunch, openApp } from '../../../contract/exchange/launch.ts'
import type { InputOf, ReplyOf } from '../../../contract/platform/calls/endpoint.ts'
import type { TestService } from '../../testing/process/service.ts'
import type { TestUser } from '../../testing/world/users.ts'
import { aFhirClient, readingWith, sendTokenForm, type FhirGet, type FhirReply } from './fhirClient.ts'

export const redirectUri = 'https://app.example.org/callback'
export const verifier = 'a-verifier-of-more-than-forty-three-characters'
export const challenge = createHash('sha256').update(verifier).digest('base64url')

type Registered = Parameters<typeof aFhirClient>[1] & { hasKeys?: boolean }

/** An app that Information Governance agreed to; one without keys unless it is said to have them. */
export const anApp = async (service: TestService, { hasKeys = false, ...registered }: Registered = {}) => {
  const client = await aFhirClient(service, registered)
  await service.db.owner.query(
    `update fhir_client set kind = 'app', redirect_urls = array[$2, 'http://localhost:9000/'],
       launch_url = 'https://app.example.org/launch?from=falls', jwks = case when $3 then jwks end
     where id = $1`,
    [client.id, redirectUri, hasKeys],
  )
  return client
}
export type TestApp = Awaited<ReturnType<typeof anApp>>

export type AskInput = InputOf<typeof askLaunch>

/** What a well-made app asks. */
export const askingOf = (app: TestApp, given: Partial<AskInput> = {}): AskInput => ({
  responseType: 'code',
  appId: app.clientId,
  redirectUri,
  scope: 'launch/patient patient/*.rs',
  state: 'state of the app',
  aud: 'http://localhost:3000/fhir/R4',
  codeChallenge: challenge,
  codeChallengeMethod: 'S256',
  ...given,
})

export const ask = async (
  service: TestService,
  user: TestUser,
  input: AskInput,
): Promise<ReplyOf<typeof askLaunch>> => {
  const { status, body } = await service.ask(askLaunch, input, user)
  if (status !== 200) throw new Error(`asking was answered with ${status}`)
  return body as ReplyOf<typeof askLaunch>
}

/** What the app reads in the address to which the browser comes back. */
export const givenIn = (address: string): Record<string, string> =>
  Object.fromEntries(new URL(address).searchParams)

/** A code that the user let the app have. */
export const allowed = async (
  service: TestService,
  user: TestUser,
  input: InputOf<typeof allowLaunch>,
  headers: Record<string, string> = {},
): Promise<string> => {
  const { status, body } = await service.ask(allowLaunch, input, user, headers)
  const { returnTo } = body as { returnTo: string }
  if (status !== 200) throw new Error(`allowing was answered with ${status}: ${JSON.stringify(body)}`)
  return givenIn(returnTo)['code'] ?? ''
}

/** The launch that the app is opened with. */
export const launched = async (
  service: TestService,
  user: TestUser,
  app: TestApp,
  patientId: number,
): Promise<string> => {
  const { status, body } = await service.ask(openApp, { clientId: app.id, patientId }, user)
  if (status !== 200) throw new Error(`opening was answered with ${status}`)
  return givenIn((body as { address: string }).address)['launch'] ?? ''
}

export const redeem = (
  service: TestService,
  app: TestApp,
  code: string,
  given: Record<string, string> = {},
): Promise<FhirReply> =>
  sendTokenForm(service, {
    grant_type: 'authorization_code',
    code,
    redirect_uri: redirectUri,
    code_verifier: verifier,
    client_id: app.clientId,
    ...given,
  })

/** Reads as the app for the user, of one patient unless another scope is given. */
export const readingFor = async (
  service: TestService,
  user: TestUser,
  app: TestApp,
  { scope = 'launch/patient patient/*.rs', patientId }: { scope?: string; patientId?: number },
): Promise<FhirGet> => {
  const input = { ...askingOf(app, { scope }), ...(patientId === undefined ? {} : { patientId }) }
  const { body } = await redeem(service, app, await allowed(service, user, input))
  return readingWith(service, String(body['access_token']))
}
