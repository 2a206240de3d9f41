import type { Pool } from 'pg'
import type { Transaction } from 'kysely'
import type { askLaunch, LaunchPerson } from '../../../contract/exchange/launch.ts'
import { typesOfPurpose } from '../../../contract/exchange/client.ts'
import type { CheckedInputOf } from '../../../contract/platform/calls/endpoint.ts'
import type { DB } from '../../platform/db/types.ts'
import type { Call } from '../../platform/http/calls/route.ts'
import { fhirPath, type ExchangeService } from '../settings/settings.ts'
import { asksOnePatient, asksToChoose, grantAppScopes } from '../smart/scopes.ts'
import { typesForStaff } from '../smart/staffRights.ts'
import { findClient, type RegisteredClient } from '../smart/tokens.ts'
import { backTo } from './addresses.ts'
import { personFor, type showLaunch } from './launches.ts'

export type Asked = CheckedInputOf<typeof askLaunch>

/** What an app asks for, once everything about it is right. */
export interface Wished {
  client: RegisteredClient
  redirectUrl: string
  state: string
  challenge: string
  scopes: string[]
  isOfOnePatient: boolean
  /** From the referral from which it was opened. */
  patient: LaunchPerson | null
  mustChoose: boolean
}

type Outcome = { stopped: string } | { returnTo: string } | { wished: Wished }

export const noRecord = 'No app can read this record: it is restricted, or is not there for this app.'
const notRegistered =
  'This app is not registered here, or may not read now. Nothing was sent to it. Tell those who look after the app.'
const wrongReturn =
  'This app wants to go on at an address that is not registered for it. Nothing was sent to it. Tell those who look after the app.'
const isOff = 'Apps cannot be used here: FHIR is switched off.'

/** An error of RFC 6749 section 4.1.2.1, which the app reads. */
class AppRefused extends Error {
  readonly error: string
  constructor(error: string, description: string) {
    super(description)
    this.error = error
  }
}

/**
 * Reads what an app asks of the user. The browser goes back to an app only if the app and its address are known; every
 * other fault is then told to the app.
 * @param patientOf finds the patient of a launch
 */
export const readAsked = async (
  { service, principal }: Call<ExchangeService>,
  sql: Transaction<DB>,
  asked: Asked,
  patientOf: typeof showLaunch,
): Promise<Outcome> => {
  const { fhir, db, clock } = service
  if (fhir === null) return { stopped: isOff }
  const client = await findApp(db.pool, asked.appId, clock())
  if (client === null) return { stopped: notRegistered }
  const { redirectUri, state } = asked
  if (!client.redirectUrls.includes(redirectUri)) return { stopped: wrongReturn }
  try {
    const types = typesForStaff(principal.profiles, service.narrowing)
    const wished = { client, redirectUrl: redirectUri, ...readRequest(asked, fhir.publicUrl, client, types) }
    const { launch } = asked
    if (launch === undefined || launch === '') return { wished: { ...wished, patient: null } }
    const which = { launch, clientId: client.id, userId: principal.userId }
    const patientId = await patientOf(sql, which, clock())
    if (patientId === null)
      throw new AppRefused('invalid_request', 'This launch is not valid, or no longer. Open the app again.')
    const patient = await personFor(sql, client, patientId)
    return patient === null ? { stopped: noRecord } : { wished: { ...wished, patient, mustChoose: false } }
  } catch (error) {
    if (!(error instanceof AppRefused)) throw error
    const given = { error: error.error, error_description: error.message }
    return { returnTo: backTo(redirectUri, state, given) }
  }
}

const findApp = async (pool: Pool, appId: string, now: number): Promise<RegisteredClient | null> => {
  if (!/^[a-z0-9-]{8,64}$/.test(appId)) return null
  const client = await findClient(pool, appId, now)
  return client?.kind === 'app' ? client : null
}

/** What needs no look into the database. */
const readRequest = (
  asked: Asked,
  publicUrl: string,
  client: RegisteredClient,
  types: ReturnType<typeof typesForStaff>,
): Pick<Wished, 'state' | 'challenge' | 'scopes' | 'isOfOnePatient' | 'mustChoose'> => {
  const { responseType, state = '', aud, scope = '', codeChallenge = '', codeChallengeMethod, launch } = asked
  if (responseType !== 'code')
    throw new AppRefused('unsupported_response_type', 'Only response_type=code is offered.')
  if (state === '') throw new AppRefused('invalid_request', 'The parameter state is missing.')
  if (aud?.replace(/\/$/, '') !== `${publicUrl}${fhirPath}`)
    throw new AppRefused('invalid_request', `aud must be ${publicUrl}${fhirPath}.`)
  if (codeChallengeMethod !== 'S256' || !/^[A-Za-z0-9_-]{43}$/.test(codeChallenge))
    throw new AppRefused('invalid_request', 'A code_challenge with code_challenge_method=S256 is required.')
  const readable = typesOfPurpose('ownCare').filter(
    (type) => client.types.includes(type) && types.includes(type),
  )
  const resources = grantAppScopes(scope, readable)
  if (resources.length === 0)
    throw new AppRefused('invalid_scope', 'This app and this user may read none of what the scopes name.')
  const isOfOnePatient = asksOnePatient(scope)
  const mustChoose = asksToChoose(scope)
  const isLaunched = launch !== undefined && launch !== ''
  if (isOfOnePatient && !isLaunched && !mustChoose)
    throw new AppRefused('invalid_scope', 'patient/ scopes need a launch, or the scope launch/patient.')
  const context = ['launch', 'launch/patient'].filter(
    (each) => scope.split(/\s+/).includes(each) && (each !== 'launch' || isLaunched),
  )
  return { state, challenge: codeChallenge, scopes: [...context, ...resources], isOfOnePatient, mustChoose }
}
