import { sql as raw, type Kysely } from 'kysely'
import {
  canSubscribe,
  type addSubscription,
  type changeSubscription,
  type renewSubscriptionSecret,
  type SubscriptionRow,
} from '../../../../contract/exchange/subscription.ts'
import type { CheckedInputOf } from '../../../../contract/platform/calls/endpoint.ts'
import { labels } from '../../../../contract/platform/words/labels.ts'
import { instantOf } from '../../../../contract/platform/words/format.ts'
import { encrypt, type EncryptionKey } from '../../../platform/crypto/encryption.ts'
import { queueJob, type Job } from '../../../platform/db/jobs/jobs.ts'
import type { DB } from '../../../platform/db/types.ts'
import { HttpProblem, ValidationProblem } from '../../../platform/errors.ts'
import { columnsOf, savedTable } from '../../../platform/writes/columns.ts'
import { addSubscription as add } from '../../../../contract/exchange/subscription.ts'
import {
  addRow,
  changeRow,
  lockRow,
  type SavedRow,
  type StoredRow,
} from '../../../platform/writes/saveRow.ts'
import type { Writing } from '../../../platform/writes/write.ts'
import { assertSafeAddress } from '../../clients/clients.ts'
import { newSecret } from './sign.ts'
import { topicOf } from './notification.ts'

/** Sends what waits. Notices are stored in the transaction that they are about, which queues this (migration 0117). */
export const sendNotices: Job<Record<string, never>> = { name: 'sendNotices', attempts: 1 }

const table = savedTable({
  table: 'fhir_subscription',
  entity: 'fhirSubscription',
  columns: columnsOf(add.input.shape, []),
  labels: labels.fhirSubscription,
})

/** What a subscription's secret is sealed for. */
export const contextOfSubscription = (id: number): string => `subscription ${id}`

const secretDays = 1
const dayMs = 24 * 60 * 60_000

export const readSubscriptions = async (sql: Kysely<DB>, clientId: number): Promise<SubscriptionRow[]> => {
  const { rows } = await raw<SubscriptionRow>`
    select id, version, endpoint, topics, state, sealed_secret is not null as "hasSecret", events, waiting,
      last_success_at as "lastSuccessAt", failing_since as "failingSince", problem
    from fhir_subscription as subscription
    cross join lateral (select count(*) as waiting from fhir_notice
      where subscription_id = subscription.id and fhir_notice.state = 'waiting') as notices
    where client_id = ${clientId} and state <> 'removed' order by id`.execute(sql)
  return rows
}

/** @param hosts that may be told without https, inside the own network */
export const addSubscriptionRow = async (
  writing: Writing,
  { clientId, endpoint, topics }: CheckedInputOf<typeof addSubscription>,
  hosts: readonly string[],
): Promise<SavedRow> => {
  assertSafeAddress('endpoint', endpoint, hosts)
  const client = await lockRow(writing, 'fhir_client', clientId)
  assertMayBeTold(client)
  const missing = topics.map((code) => topicOf(code).type).filter((type) => !client.types.includes(type))
  if (missing.length > 0)
    throw new ValidationProblem({ topics: `This client may not read ${[...new Set(missing)].join(' or ')}` })
  const values = { client_id: clientId, endpoint, topics: [...new Set(topics)] }
  return addRow(writing, { ...table, values, patientId: null })
}

const assertMayBeTold = (client: StoredRow<'fhir_client'>): void => {
  if (client.revoked_at !== null) throw new HttpProblem(409, 'conflict', 'This client was revoked.')
  if (!canSubscribe(client as Parameters<typeof canSubscribe>[0]))
    throw new HttpProblem(
      409,
      'conflict',
      'Only a program that reads records of patients is told of changes.',
    )
}

const gone = (): HttpProblem =>
  new HttpProblem(409, 'conflict', 'These notices were removed. Add them again.')

/** What waits is sent once the address answers; what is removed is not sent. */
export const changeSubscriptionRow = async (
  writing: Writing,
  { id, version, to }: CheckedInputOf<typeof changeSubscription>,
): Promise<SavedRow> => {
  const locked = await lockRow(writing, 'fhir_subscription', id)
  if (locked.state === 'removed') throw gone()
  // One that works is not asked again whether it does.
  const state = to === 'requested' && locked.state === 'active' ? 'active' : to
  const saved = await changeRow(writing, {
    ...table,
    id,
    version,
    locked,
    values: { state },
    patientId: null,
  })
  if (to === 'removed') await drop(writing, id)
  if (to === 'requested' && state !== 'active')
    await writing.sql
      .updateTable('fhir_subscription')
      .set({ next_at: instantOf(0), attempts: 0, failing_since: null, problem: null })
      .where('id', '=', id)
      .execute()
  await queueJob(writing.sql, sendNotices, {})
  return saved
}

const drop = async ({ sql }: Writing, id: number): Promise<void> => {
  await sql
    .deleteFrom('fhir_notice')
    .where('subscription_id', '=', id)
    .where('state', '=', 'waiting')
    .execute()
  await sql
    .updateTable('fhir_subscription')
    .set({ sealed_secret: null, sealed_secret_before: null })
    .where('id', '=', id)
    .execute()
}

/** @returns the secret, which is stored only sealed and cannot be shown again */
export const renewSecret = async (
  writing: Writing,
  { id, version }: CheckedInputOf<typeof renewSubscriptionSecret>,
  { secretKey, now }: { secretKey: EncryptionKey; now: number },
): Promise<string> => {
  const locked = await lockRow(writing, 'fhir_subscription', id)
  if (locked.state === 'removed') throw gone()
  const secret = newSecret()
  await changeRow(writing, {
    ...table,
    ...{ id, version, locked, patientId: null },
    values: {
      sealed_secret: encrypt(secretKey, contextOfSubscription(id), secret),
      sealed_secret_before: locked.sealed_secret,
      secret_before_until: locked.sealed_secret === null ? null : instantOf(now + secretDays * dayMs),
    },
    withoutWords: ['sealed_secret', 'sealed_secret_before'],
  })
  await queueJob(writing.sql, sendNotices, {})
  return secret
}
