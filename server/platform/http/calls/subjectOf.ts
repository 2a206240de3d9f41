import type { Endpoint } from '../../../../contract/platform/calls/endpoint.ts'

/** Fields that name the patient or record that a call works on, widest first: locks are taken in this order. */
const subjects = ['patientId', 'pathwayId', 'ParentId'] as const

/**
 * Names what a write will lock, as far as the request shows it: its patient, else its pathway, else its record. Null
 * for something new that belongs to nothing. This only decides which writes queue behind each other; the real locks are
 * in the database.
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

/** Fields that name a patient, or a referral, whatever else the call concerns. */
const ofPatient = ['patientId', 'otherId', 'survivorId', 'mergedId'] as const
const ofReferral = ['pathwayId', 'ParentId'] as const

/**
 * The patients and referrals that a write concerns, as far as the request shows them, in the form that
 * `Writing.looksAt` accepts.
 */
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
