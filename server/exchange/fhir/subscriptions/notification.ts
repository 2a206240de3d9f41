import type { Bundle, BundleEntry, FhirResource, ParametersParameter } from 'fhir/r4.js'
import { subscriptionTopics, type SubscriptionTopic } from '../../../../contract/exchange/subscription.ts'
import { instantFrom } from '../mapping/instants.ts'

/*
 * Messages in the form of the Subscriptions R5 Backport guide for R4 (HL7/fhir-subscription-backport-ig): a history Bundle
 * whose first entry is the status as Parameters, with the payload "id-only".
 */

const guide = 'http://hl7.org/fhir/uv/subscriptions-backport/StructureDefinition'

interface Said {
  /** Identifies the message on every attempt. */
  messageId: string
  /** When it happened. */
  at: string
  subscriptionId: number
  /** The number of the last event. */
  events: number
}

/** An event about one referral. */
export interface SaidEvent {
  topic: SubscriptionTopic
  number: number
  /** Type and id of the resource. */
  focus: string
}

/**
 * The first message to an address, which asks whether it answers (`event` null), or an event.
 * @param base the address of the record
 */
export const notificationOf = (base: string, said: Said, event: SaidEvent | null): Bundle => {
  const subscription = `${base}/Subscription/${said.subscriptionId}`
  const parameter: ParametersParameter[] = [
    { name: 'subscription', valueReference: { reference: subscription } },
    ...(event === null ? [] : [{ name: 'topic', valueCanonical: topicAddress(base, event.topic) }]),
    { name: 'status', valueCode: event === null ? 'requested' : 'active' },
    { name: 'type', valueCode: event === null ? 'handshake' : 'event-notification' },
    { name: 'events-since-subscription-start', valueString: String(said.events) },
    ...(event === null ? [] : [eventPart(base, said, event)]),
  ]
  const status: BundleEntry<FhirResource> = {
    fullUrl: `urn:uuid:${said.messageId}`,
    resource: {
      resourceType: 'Parameters',
      id: said.messageId,
      meta: { profile: [`${guide}/backport-subscription-status-r4`] },
      parameter,
    },
    request: { method: 'GET', url: `${subscription}/$status` },
    response: { status: '200' },
  }
  return {
    resourceType: 'Bundle',
    id: said.messageId,
    meta: { profile: [`${guide}/backport-subscription-notification-r4`] },
    type: 'history',
    timestamp: instantFrom(said.at),
    entry: event === null ? [status] : [status, entryOf(base, event)],
  }
}

const eventPart = (base: string, { at }: Said, { number, focus }: SaidEvent): ParametersParameter => ({
  name: 'notification-event',
  part: [
    { name: 'event-number', valueString: String(number) },
    { name: 'timestamp', valueInstant: instantFrom(at) },
    { name: 'focus', valueReference: { reference: `${base}/${focus}` } },
  ],
})

/** What is to be read. The resource itself is never part of a message. */
const entryOf = (base: string, { focus }: SaidEvent): BundleEntry<FhirResource> => ({
  fullUrl: `${base}/${focus}`,
  request: { method: 'GET', url: focus },
  response: { status: '200' },
})

export const topicOf = (code: SubscriptionTopic): (typeof subscriptionTopics)[number] => {
  const found = subscriptionTopics.find((topic) => topic.code === code)
  if (found === undefined) throw new Error(`There is no topic ${code}`)
  return found
}

const topicAddress = (base: string, code: SubscriptionTopic): string =>
  `${base}/SubscriptionTopic/${topicOf(code).name}`
