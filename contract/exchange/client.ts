import { z } from 'zod'
import { addMonths, today } from '../platform/dates/dates.ts'
import { endpoint, saveCall } from '../platform/calls/endpoint.ts'
import {
  existingId,
  optionalChoice,
  optionalText,
  recordId,
  requiredDate,
  requiredText,
  version,
} from '../platform/fields/fields.ts'
import { saidBeside } from '../platform/words/saidBeside.ts'
import { fhirTypes, type FhirType } from './fhir/types.ts'
import { problemWithAppAddress, problemWithRedirects } from './appAddress.ts'
import { readPublicKeys } from './publicKeys.ts'

/*
 * Other software that reads the record as FHIR. A System Administrator registers it, and Information Governance
 * agrees before it gets its first token (decision 148).
 */

/** What a client reads for. The purpose decides whose records it may see. */
export const clientPurposes = [
  {
    code: 'ownCare',
    title: 'Care by our own organisation',
    whose: 'All patients, except restricted records',
  },
  {
    code: 'sharedCare',
    title: 'Care by another organisation',
    whose:
      'Patients who agreed to share their record, as External users see them: not deceased, not restricted, and no notes for staff',
  },
  {
    code: 'governance',
    title: 'Information governance',
    whose: 'Who looked at what (AuditEvent), and no clinical record',
  },
  {
    code: 'referring',
    title: 'Sending referrals to us',
    whose: 'It sends referrals, reads how far its own are, and nothing else',
  },
] as const
export type ClientPurpose = (typeof clientPurposes)[number]['code']
const purposeCodes = clientPurposes.map(({ code }) => code)

/** What people outside the service never see (decision 55), so no client of shared care does. */
export const staffTypes: readonly FhirType[] = ['Task', 'List', 'Group', 'Provenance', 'AuditEvent']

/** The types that a client may be given, by its purpose. */
export const typesOfPurpose = (purpose: ClientPurpose): readonly FhirType[] => {
  if (purpose === 'governance') return ['AuditEvent']
  if (purpose === 'referring') return ['ServiceRequest']
  return fhirTypes.filter(
    (type) => type !== 'AuditEvent' && (purpose === 'ownCare' || !staffTypes.includes(type)),
  )
}

/** Whether a client of this purpose can be limited to the referrals of one team. */
export const hasTeam = (purpose: ClientPurpose): boolean => purpose === 'ownCare' || purpose === 'sharedCare'

/** Who uses a client. An app has no rights of its own: it reads what the person who opens it may read (decision 150). */
export const clientKinds = [
  { code: 'program', title: 'A program that reads by itself' },
  { code: 'app', title: 'An app that staff open after they have signed in' },
] as const
export type ClientKind = (typeof clientKinds)[number]['code']
const kindCodes = clientKinds.map(({ code }) => code)

/** A client is agreed to for a year at most. */
const mostMonths = 12
const longestJwks = 10_000
const longestRedirects = 2_000

export const typeField = z.enum(fhirTypes, { error: 'Choose from the list' })

const fields = {
  kind: z.enum(kindCodes, { error: 'Kind of client required' }).default('program'),
  name: requiredText('Name required', 100),
  organisation: requiredText('Organisation required', 200),
  /** Who answers for the software: a name with an e-mail address or a telephone number. */
  contact: requiredText('Contact required', 200),
  purpose: z.enum(purposeCodes, { error: 'Purpose required' }),
  /** Only referrals that this team looks after. */
  teamId: optionalChoice(),
  types: z.array(typeField).min(1, 'Choose at least one type of resource').max(fhirTypes.length),
  expiresDate: requiredDate('Last day required'),
  /** A JSON Web Key Set with its public keys. */
  jwks: optionalText(longestJwks),
  /** The address where it publishes them. */
  jwksUrl: optionalText(500),
  /** Where an app is sent back to: addresses, one a line. */
  redirectUrls: optionalText(longestRedirects),
  /** Where an app is opened from a referral. */
  launchUrl: optionalText(500),
  /** Where what it is told about the referrals that it sends goes. */
  messageUrl: optionalText(500),
}

interface Typed {
  kind?: ClientKind | undefined
  purpose?: ClientPurpose | undefined
  teamId?: number | null | undefined
  types?: readonly FhirType[] | undefined
  expiresDate?: string | undefined
  jwks?: string | null | undefined
  jwksUrl?: string | null | undefined
  redirectUrls?: string | null | undefined
  launchUrl?: string | null | undefined
  messageUrl?: string | null | undefined
}

/** The server says it too, of an address with http:// that it does not trust. */
export const unsafeAddress = 'Enter an address that begins with https://'

export const isAddress = (typed: string): boolean => /^https?:\/\/[\w.:-]+(\/[!-~]*)?$/.test(typed)

const checkClient = (typed: Typed, context: z.RefinementCtx): void => {
  const say = (field: keyof Typed, message: string): void =>
    context.addIssue({ code: 'custom', path: [field], message })
  const { kind = 'program', purpose, types, expiresDate, jwks, jwksUrl, redirectUrls, launchUrl } = typed
  const { messageUrl } = typed
  if (expiresDate !== undefined && expiresDate > addMonths(today(), mostMonths))
    say('expiresDate', 'The last day is more than a year ahead')
  if (expiresDate !== undefined && expiresDate < today()) say('expiresDate', 'The last day has passed')
  if (purpose !== undefined && !hasTeam(purpose) && typed.teamId) say('teamId', 'This purpose has no team')
  if (purpose === 'referring' && !messageUrl) say('messageUrl', 'Give the address for answers')
  if (purpose !== undefined && purpose !== 'referring' && messageUrl)
    say('messageUrl', 'Only a program that sends referrals has this address')
  if (purpose !== undefined && types !== undefined) {
    const others = types.filter((type) => !typesOfPurpose(purpose).includes(type))
    if (others.length > 0) say('types', `Not for this purpose: ${others.join(', ')}`)
  }
  if (kind === 'app') {
    if (purpose !== undefined && purpose !== 'ownCare')
      say('purpose', 'An app is for care by our own organisation')
    if (jwks && jwksUrl) say('jwks', 'Give the public keys or their address, not both')
    const wrong = problemWithRedirects(redirectUrls ?? '')
    if (wrong !== null) say('redirectUrls', wrong)
    const wrongLaunch = launchUrl ? problemWithAppAddress(launchUrl) : null
    if (wrongLaunch !== null) say('launchUrl', wrongLaunch)
  } else if (!jwks === !jwksUrl) say('jwks', 'Give the public keys, or the address where they are published')
  if (jwks) {
    const keys = readPublicKeys(jwks)
    if (typeof keys === 'string') say('jwks', keys)
  }
  if (jwksUrl && !isAddress(jwksUrl)) say('jwksUrl', unsafeAddress)
  if (messageUrl && !isAddress(messageUrl)) say('messageUrl', unsafeAddress)
}

export const clientForm = z.object(fields).superRefine(...saidBeside(checkClient))

/** 'waiting': Information Governance has not agreed yet. Only 'active' gets tokens. */
export const clientStates = [
  { code: 'waiting', title: 'Waits for Information Governance' },
  { code: 'active', title: 'Active' },
  { code: 'expired', title: 'Expired' },
  { code: 'revoked', title: 'Revoked' },
] as const
export type ClientState = (typeof clientStates)[number]['code']
const stateCodes = clientStates.map(({ code }) => code)

const nullableText = z.string().nullable()
export const clientRow = z.object({
  id: z.int(),
  version: z.int(),
  /** What the software calls itself when it asks for a token. */
  clientId: z.string(),
  kind: z.enum(kindCodes),
  name: z.string(),
  organisation: z.string(),
  contact: z.string(),
  purpose: z.enum(purposeCodes),
  teamId: z.int().nullable(),
  types: z.array(typeField),
  expiresDate: z.string(),
  state: z.enum(stateCodes),
  /** Neither who registered it nor who last changed it can agree to it. */
  registeredById: z.int().nullable(),
  registeredBy: nullableText,
  changedById: z.int().nullable(),
  changedBy: nullableText,
  changedAt: z.string(),
  approvedBy: nullableText,
  approvedAt: nullableText,
  revokedBy: nullableText,
  revokedAt: nullableText,
  /** When it last got a token. */
  lastUsedAt: nullableText,
  names: z.object({ team: nullableText }),
})
export type ClientRow = z.output<typeof clientRow>

export const clientView = clientRow.extend({
  jwks: nullableText,
  jwksUrl: nullableText,
  redirectUrls: nullableText,
  launchUrl: nullableText,
  messageUrl: nullableText,
})
export type ClientView = z.output<typeof clientView>

export const listClients = endpoint({
  method: 'GET',
  path: '/api/fhirClient/all',
  summary: 'All software that was registered to read the record as FHIR, by name',
  input: z.object({}),
  /** `isOffered`: this installation answers FHIR requests. `base`: the address at which it does. */
  reply: z.object({
    isOffered: z.boolean(),
    base: z.string(),
    tokenUrl: z.string(),
    clients: z.array(clientRow),
  }),
})

export const getClient = endpoint({
  method: 'GET',
  path: '/api/fhirClient/get',
  summary: 'A FHIR client with its public keys',
  input: z.object({ id: existingId() }),
  reply: clientView,
})

export const saveClient = saveCall({
  path: '/api/fhirClient/save',
  summary: 'Register a FHIR client (id 0), or change one, to which Information Governance then agrees again',
  input: z.object({ id: recordId(), version: version(), ...fields }).superRefine(...saidBeside(checkClient)),
})

const which = z.object({ id: existingId(), version: version() })

export const approveClient = saveCall({
  path: '/api/fhirClient/approve',
  summary: 'Agree that a FHIR client may read what it was registered for',
  input: which,
})

export const revokeClient = saveCall({
  path: '/api/fhirClient/revoke',
  summary: 'End a FHIR client at once and for good',
  input: which,
})

export const clientEndpoints = [listClients, getClient, saveClient, approveClient, revokeClient] as const
