import type { FastifyInstance } from 'fastify'
import { allowLaunch, askLaunch, listApps, openApp } from '../../../contract/exchange/launch.ts'
import { fhirTypes } from '../../../contract/exchange/fhir/types.ts'
import { today } from '../../../contract/platform/dates/dates.ts'
import { HttpProblem, notFound } from '../../platform/errors.ts'
import { route, type Call } from '../../platform/http/calls/route.ts'
import type { Rights } from '../../platform/http/request/rights.ts'
import { fhirPath, type ExchangeService } from '../settings/settings.ts'
import { appTokenSeconds, issueCode } from '../smart/codes.ts'
import { typeOfScope } from '../smart/scopes.ts'
import { backTo } from './addresses.ts'
import { noRecord, readAsked, type Wished } from './asked.ts'
import { findOpenable, listOpenable } from './apps.ts'
import { makeLaunch, personFor, showLaunch, spendLaunch } from './launches.ts'

const reads: Rights = {
  capability: 'patient.read',
  audit: 'read',
  idempotency: 'repeatable',
  rate: 'read',
}

const refuse = (message: string): HttpProblem => new HttpProblem(409, 'conflict', message)
const nothing = { stopped: null, returnTo: null, wish: null }

/** Apps that signed-in staff open: from a referral, or by themselves (decision 150). */
export const serveLaunch = (app: FastifyInstance, service: ExchangeService): void => {
  const { db, clock } = service
  // No app reads a restricted record, so the call looks for itself.
  route(app, service, askLaunch, { ...reads, restricted: 'lists' }, (call, input) =>
    call.write(async ({ sql, trace }) => {
      const outcome = await readAsked(call, sql, input, showLaunch)
      if (!('wished' in outcome)) return { ...nothing, ...outcome }
      const { wished } = outcome
      trace({ ...shown(wished, wished.patient?.patientId ?? null) })
      return { ...nothing, wish: wishOf(wished) }
    }),
  )
  route(app, service, allowLaunch, reads, (call, input) =>
    call.write(async ({ sql, trace }) => {
      const outcome = await readAsked(call, sql, input, spendLaunch)
      if ('stopped' in outcome) throw refuse(outcome.stopped)
      if ('returnTo' in outcome) return outcome
      const { wished } = outcome
      const patientId = wished.patient?.patientId ?? (wished.mustChoose ? (input.patientId ?? null) : null)
      if (wished.mustChoose && patientId === null) throw refuse('Choose a patient first.')
      if (patientId !== null && (await personFor(sql, wished.client, patientId)) === null)
        throw refuse(noRecord)
      trace(shown(wished, patientId))
      const { client, redirectUrl, challenge, scopes, state } = wished
      const granted = { patientId, redirectUrl, challenge, scopes, clientId: client.id, ...whoAllows(call) }
      return { returnTo: backTo(redirectUrl, state, { code: await issueCode(sql, granted, clock()) }) }
    }),
  )
  route(app, service, listApps, { ...reads, audit: 'none', idempotency: 'safe' }, () =>
    service.fhir === null ? Promise.resolve([]) : listOpenable(db.sql, today(clock())),
  )
  route(app, service, openApp, reads, (call, { clientId, patientId }) =>
    call.write(async ({ sql, sessionId, trace }) => {
      const { fhir } = service
      const opened = fhir === null ? null : await findOpenable(sql, clientId, today(clock()))
      if (fhir === null || opened === null) throw notFound()
      if ((await personFor(sql, opened, patientId)) === null) throw refuse(noRecord)
      trace({
        patientIds: [patientId],
        criteria: { fhirClient: opened.id, fhirClientName: opened.name, opens: true },
      })
      const launch = await makeLaunch(sql, { clientId, sessionId, patientId }, clock())
      return {
        address: backTo(opened.launchUrl, undefined, { iss: `${fhir.publicUrl}${fhirPath}`, launch }),
      }
    }),
  )
}

const shown = ({ client, scopes }: Wished, patientId: number | null) => ({
  patientIds: patientId === null ? [] : [patientId],
  criteria: { fhirClient: client.id, fhirClientName: client.name, scopes },
})

/** The session and the role in which the app may read from now on. */
const whoAllows = ({ principal }: Call): { sessionId: number; roleId: number | null } => ({
  sessionId: principal.sessionId,
  roleId: principal.roles.find(({ name }) => name === principal.currentRole)?.id ?? null,
})

const wishOf = ({ client, redirectUrl, state, scopes, isOfOnePatient, patient, mustChoose }: Wished) => ({
  name: client.name,
  organisation: client.organisation,
  types: fhirTypes.filter((type) => scopes.some((scope) => typeOfScope(scope) === type)),
  isOfOnePatient,
  patient,
  mustChoose,
  seconds: appTokenSeconds,
  refusedTo: backTo(redirectUrl, state, { error: 'access_denied' }),
})
