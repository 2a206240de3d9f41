import type { Endpoint } from '../../../../contract/platform/calls/endpoint.ts'

/** Names of the fields that say on whose or which record a call works, the widest first: locks are taken in this order. */
const subjects = ['patientId', 'pathwayId', 'ParentId'] as const

/**
 * Names what a write will lock, as far as the request says it: its patient, else its pathway, else its record. Null for
 * what is new and belongs to nothing. It only decides who waits for whom; what holds is locked in the database.
 */
export const subjectOf = (
  { path, identityIn }: Pick<Endpoint, 'path' | 'identityIn'>,
  body: Record<string, unknown>,
): string | null => {
  for (const name of subjects)
    if (isId(body[name])) return `${name === 'ParentId' ? 'pathwayId' : name} ${String(body[name])}`
  const part =
    identityIn === undefined ? body : (body[identityIn] as Record<string, unknown> | null | undefined)
  const id = part?.['id']
  if (!isId(id)) return null
  const entity = /^\/api\/(\w+)/.exec(path)?.[1] ?? path
  return entity === 'patient' || entity === 'pathway' ? `${entity}Id ${id}` : `${entity} ${id}`
}

/** Fields that name a patient, or a referral, whatever else the call is about. */
const ofPatient = ['patientId', 'otherId', 'survivorId', 'mergedId'] as const
const ofReferral = ['pathwayId', 'ParentId'] as const

/** Of whom a write is, as far as the request says it: as `Writing.looksAt` takes it. */
export const whoseIn = (
  { path, identityIn }: Pick<Endpoint, 'path' | 'identityIn'>,
  body: Record<string, unknown>,
): { patientId?: unknown; pathwayId?: unknown }[] => {
  const part =
    identityIn === undefined ? body : (body[identityIn] as Record<string, unknown> | null | undefined)
  const entity = /^\/api\/(\w+)/.exec(path)?.[1]
  const itself = entity === 'patient' || entity === 'pathway' ? [{ [`${entity}Id`]: part?.['id'] }] : []
  return [
    ...ofPatient.map((name) => ({ patientId: body[name] })),
    ...ofReferral.map((name) => ({ pathwayId: body[name] })),
    ...itself,
  ]
}

const isId = (value: unknown): value is string | number =>
  (typeof value === 'number' && value > 0) || (typeof value === 'string' && value !== '' && value !== '0')
