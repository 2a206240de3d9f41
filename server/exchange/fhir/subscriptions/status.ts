import { sql as raw, type Kysely } from 'kysely'
import type { ReplyOf } from '../../../../contract/platform/calls/endpoint.ts'
import type { getServiceStatus } from '../../../../contract/app/serviceStatus.ts'
import type { DB } from '../../../platform/db/types.ts'

type Notices = NonNullable<ReplyOf<typeof getServiceStatus>['notices']>

/** How FHIR clients are told of changes, for the status of the service. */
export const readNoticesStatus = async (sql: Kysely<DB>): Promise<Notices> => {
  const { rows } = await raw<Notices[number]>`
    select client.id as "clientId", client.name as client, subscription.state, subscription.last_success_at as "lastSuccessAt",
      subscription.problem, waiting.count as waiting
    from fhir_subscription as subscription
    join fhir_client as client on client.id = subscription.client_id and client.revoked_at is null
    cross join lateral (select count(*) as count from fhir_notice
      where subscription_id = subscription.id and fhir_notice.state = 'waiting') as waiting
    where subscription.state <> 'removed' order by lower(client.name), subscription.id`.execute(sql)
  return rows
}
