import {
  addSubscription,
  renewSubscriptionSecret,
  subscriptionTopics,
  type SubscriptionTopic,
} from '../../../contract/exchange/subscription.ts'
import type { TestService } from '../../testing/process/service.ts'
import { done } from '../../testing/world/factories.ts'
import type { TestUser } from '../../testing/world/users.ts'
import { noticeTasks } from '../fhir/subscriptions/tasks.ts'
import { aFhirClient } from './fhirClient.ts'

export interface Subscriber {
  id: number
  clientId: number
  secret: string
}

/** A client that is told of changes at an address. */
export const aSubscriber = async (
  service: TestService,
  user: TestUser,
  {
    endpoint,
    topics = subscriptionTopics.map(({ code }) => code),
    ...client
  }: { endpoint: string; topics?: SubscriptionTopic[] } & Parameters<typeof aFhirClient>[1],
): Promise<Subscriber> => {
  const { id: clientId } = await aFhirClient(service, client)
  const saved = await done({ service, user }, addSubscription, { clientId, endpoint, topics })
  const { body } = await service.ask(renewSubscriptionSecret, { id: saved.id, version: saved.version }, user)
  return { id: saved.id, clientId, secret: (body as { secret: string }).secret }
}

/** Sends what is due by the clock of the service. */
export const sendNotices = async ({ parts }: TestService): Promise<void> => {
  await (noticeTasks(parts)['sendNotices'] as () => Promise<void>)()
}
