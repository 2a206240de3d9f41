import type { FastifyRequest } from 'fastify'
import { fhirTypes, type FhirType } from '../../../../contract/exchange/fhir/types.ts'
import type { DocumentsService } from '../../../pathways/documents/service.ts'
import { fhirPath, type ExchangeService, type FhirSettings } from '../../settings/settings.ts'
import { readPairs, type Pairs } from '../../../platform/http/pages/formBody.ts'
import { allows, scopeOf } from '../../smart/scopes.ts'
import type { FhirCaller } from '../../smart/tokens.ts'
import { FhirProblem } from '../search/problem.ts'
import type { FoundRow } from '../search/rows.ts'

export interface FhirService extends ExchangeService, DocumentsService {}

declare module 'fastify' {
  interface FastifyRequest {
    /** The software that makes a FHIR call, once its token is known. */
    fhirCaller: FhirCaller | null
  }
}

/** A FHIR call in progress. */
export interface FhirCall {
  service: FhirService
  caller: FhirCaller
  base: string
  request: FastifyRequest
  /** The type that the address names, if it is one. */
  type: FhirType | null
}

const isType = (text: string): text is FhirType => (fhirTypes as readonly string[]).includes(text)

export const callOf = (
  service: FhirService,
  { publicUrl }: FhirSettings,
  request: FastifyRequest,
): FhirCall => {
  const caller = request.fhirCaller
  const { type = '' } = (request.params ?? {}) as { type?: string }
  if (caller === null)
    throw new FhirProblem(401, 'login', 'Send a token: see .well-known/smart-configuration.')
  return { service, caller, base: `${publicUrl}${fhirPath}`, request, type: isType(type) ? type : null }
}

/** The type of an address, if the client may read it so. */
export const typeOf = (call: FhirCall, text: string, permission: 'r' | 's'): FhirType => {
  const { caller } = call
  if (!isType(text))
    throw new FhirProblem(404, 'not-supported', 'This server has no resources of this type: see metadata.')
  if (!allows(caller.scopes, text, permission))
    throw new FhirProblem(
      403,
      'forbidden',
      `The token has no scope ${scopeOf(caller, text, permission)}: ask for it, or for the client to be registered for ${text}.`,
    )
  return text
}

/** The parameters in the address of a call. */
export const pairsIn = ({ url }: FastifyRequest): Pairs => {
  const at = url.indexOf('?')
  return at < 0 ? [] : readPairs(url.slice(at + 1))
}

/** Whose records a reply shows, and which. */
export interface Shown {
  patientIds: readonly number[]
  pathwayIds?: readonly number[]
  criteria: Record<string, unknown>
  /** Events of the audit trail name patients without opening their records. */
  onlyNames?: boolean
}

export const shownIn = (rows: readonly FoundRow[]): Pick<Shown, 'patientIds' | 'pathwayIds'> => ({
  patientIds: rows.flatMap(({ row }) => [
    ...(row.patientId === null ? [] : [row.patientId]),
    ...(row.patientIds ?? []),
  ]),
  pathwayIds: [...new Set(rows.flatMap(({ row }) => (row.pathwayId == null ? [] : [row.pathwayId])))],
})

const eventOf = ({ caller, request, type }: FhirCall) => ({
  action: `${request.method} ${(request.routeOptions.url ?? '').replace(':type', type ?? ':type').replaceAll(/:(\w+)/g, '{$1}')}`,
  userId: caller.userId,
  sessionId: caller.sessionId,
  role: caller.role,
  requestId: request.id,
  address: request.ip,
  who: { fhirClient: caller.clientId, fhirClientName: caller.clientName, purpose: caller.purpose },
})

/** Writes what the reply shows into the audit trail, before it leaves (DP-1). */
export const record = async (
  call: FhirCall,
  { patientIds, pathwayIds, criteria, onlyNames = false }: Shown,
): Promise<void> => {
  const { who, ...event } = eventOf(call)
  await call.service.audit.append({
    ...event,
    kind: 'read',
    status: 200,
    patientIds: [...patientIds],
    pathwayIds: [...(pathwayIds ?? [])],
    criteria: { ...who, ...criteria },
    // The statement that found the rows left restricted records out; this would refuse them once more.
    opensRecords: !onlyNames,
  })
}

/** The type in an address that is of one type, such as Patient/{id}/$everything, or 'export'. */
const typeOfAddress = ({ routeOptions }: FastifyRequest): string | undefined =>
  /\/([A-Za-z]+)\/:id/.exec(routeOptions.url ?? '')?.[1]

/** Writes a refusal into the audit trail. */
export const recordRefusal = async (call: FhirCall, status: number): Promise<void> => {
  const { who, ...event } = eventOf(call)
  const { id } = (call.request.params ?? {}) as { id?: string }
  const type = call.type ?? typeOfAddress(call.request)
  const resource =
    type !== undefined && id !== undefined && /^[A-Za-z0-9.-]{1,64}$/.test(id)
      ? { resource: `${type}/${id}` }
      : {}
  await call.service.audit.append({ ...event, kind: 'refusal', status, criteria: { ...who, ...resource } })
}
