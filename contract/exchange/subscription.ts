import { z } from 'zod'
import { endpoint, saveCall } from '../platform/calls/endpoint.ts'
import { existingId, requiredText, version } from '../platform/fields/fields.ts'
import { isAddress, unsafeAddress, type ClientView } from './client.ts'
import type { FhirType } from './fhir/types.ts'

/*
 * Where a FHIR client is told that something changed (decision 162). It is told which referral, and reads the rest itself,
 * with its own token and rights.
 */

/** What a client can be told of. It must be allowed to read `type`, which is what the notice points to. */
export const subscriptionTopics = [
  { code: 'newReferral', title: 'A referral was received', type: 'ServiceRequest', name: 'new-referral' },
  {
    code: 'stageChange',
    title: 'A referral moved to another list, was cancelled or was resumed',
    type: 'EpisodeOfCare',
    name: 'stage-change',
  },
  { code: 'discharge', title: 'A referral ended in discharge', type: 'EpisodeOfCare', name: 'discharge' },
] as const satisfies readonly { code: string; title: string; type: FhirType; name: string }[]
export type SubscriptionTopic = (typeof subscriptionTopics)[number]['code']
const topicCodes = subscriptionTopics.map(({ code }) => code)

/** In the words of FHIR R4 where there is one: `requested`, `active`, `error`, `off`. */
export const subscriptionStates = [
  { code: 'requested', title: 'Waits for the first answer of its address' },
  { code: 'active', title: 'Active' },
  { code: 'paused', title: 'Paused' },
  { code: 'error', title: 'Stopped: its address does not answer' },
  { code: 'off', title: 'Ended by its address' },
] as const
export const subscriptionStateCodes = subscriptionStates.map(({ code }) => code)

/** Whether a client can be told of anything: a program that reads records of patients. */
export const canSubscribe = ({ kind, purpose }: Pick<ClientView, 'kind' | 'purpose'>): boolean =>
  kind === 'program' && (purpose === 'ownCare' || purpose === 'sharedCare')

const fields = {
  endpoint: requiredText('Address required', 500).refine(isAddress, unsafeAddress),
  topics: z
    .array(z.enum(topicCodes, { error: 'Choose from the list' }))
    .min(1, 'Choose at least one')
    .max(topicCodes.length),
}
export const subscriptionForm = z.object(fields)

const nullableText = z.string().nullable()
export const subscriptionRow = z.object({
  id: z.int(),
  version: z.int(),
  endpoint: z.string(),
  topics: z.array(z.enum(topicCodes)),
  state: z.enum(subscriptionStateCodes),
  /** Nothing is sent before it has a secret. */
  hasSecret: z.boolean(),
  /** How many notices were sent or tried, which is the number of the last. */
  events: z.int(),
  waiting: z.int(),
  lastSuccessAt: nullableText,
  /** Since when its address does not answer, and why. */
  failingSince: nullableText,
  problem: nullableText,
})
export type SubscriptionRow = z.output<typeof subscriptionRow>

export const listSubscriptions = endpoint({
  method: 'GET',
  path: '/api/fhirSubscription/list',
  summary: 'Where a FHIR client is told of changes, and how far that is',
  input: z.object({ clientId: existingId() }),
  reply: z.array(subscriptionRow),
})

export const addSubscription = saveCall({
  path: '/api/fhirSubscription/add',
  summary: 'Tell a FHIR client of changes at an address; nothing is sent before its secret was made',
  input: z.object({ clientId: existingId(), ...fields }),
})

const which = { id: existingId(), version: version() }

export const changeSubscription = saveCall({
  path: '/api/fhirSubscription/change',
  summary: 'Pause a subscription, start it again, or remove it for good',
  input: z.object({
    ...which,
    to: z.enum(['paused', 'requested', 'removed'], { error: 'Choose from the list' }),
  }),
})

export const renewSubscriptionSecret = endpoint({
  method: 'POST',
  path: '/api/fhirSubscription/renewSecret',
  summary: 'Make the secret with which notices are signed; the one before signs too for a day',
  input: z.object(which),
  /** Shown this once. In the form of Standard Webhooks: whsec_ and base64. */
  reply: z.object({ secret: z.string() }),
})

export const subscriptionEndpoints = [
  listSubscriptions,
  addSubscription,
  changeSubscription,
  renewSubscriptionSecret,
] as const
