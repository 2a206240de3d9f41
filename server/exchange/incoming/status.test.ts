import { afterAll, beforeAll, expect, it } from 'vitest'
import { getServiceStatus } from '../../../contract/app/serviceStatus.ts'
import type { ReplyOf } from '../../../contract/platform/calls/endpoint.ts'
import { buildApp } from '../../app/app.ts'
import { testService, type TestService } from '../../testing/process/service.ts'
import { anIncoming } from '../testing/incomingWorld.ts'
import type { BarsSettings, ErsSettings, ExchangeService } from '../settings/settings.ts'
import { fetchReferrals } from './ers/tasks.ts'
import { anErsStandIn, ersError, type ErsStandIn } from './ers/testing/standIn.ts'

/* What the status of the service says of referrals from outside. */

let service: TestService
let standIn: ErsStandIn
let ers: ErsSettings
const bars: BarsSettings = {
  serviceId: { system: 'https://a.example', value: '1' },
  useCases: [],
  tokens: null,
}
beforeAll(async () => {
  service = await testService()
  standIn = await anErsStandIn()
  ers = { url: standIn.url, odsCode: 'RXX', serviceId: null, tokens: null, minutes: 15 }
})
afterAll(async () => {
  await standIn.close()
  await service.close()
})

const read = async (settings: Partial<Pick<ExchangeService, 'ers' | 'bars'>>) => {
  const { accessToken } = await service.as('System Administrator')
  const app = await buildApp({ ...service.parts, ers: null, bars: null, ...settings }, { logLevel: false })
  const { statusCode, body } = await app.inject({
    ...{ method: 'GET', url: getServiceStatus.path, headers: { authorization: `Bearer ${accessToken}` } },
  })
  await app.close()
  expect(statusCode).toBe(200)
  return (JSON.parse(body) as ReplyOf<typeof getServiceStatus>).incoming
}
const fetching = () => fetchReferrals({ ...service.parts, ers })

it('is nothing where they are switched off', async () => {
  expect(await read({})).toEqual({ ers: null, bars: null, answers: null })
})

it('says when e-RS was last read, and the last problem until it works again', async () => {
  expect(await read({ ers })).toMatchObject({
    ers: { lastTriedAt: null, lastSuccessAt: null, problem: null },
    bars: null,
  })
  standIn.fails({ status: 401, body: ersError('NHSD-API-ErrorOrWarningCode', 'ACCESS_DENIED', 'login') })
  await expect(fetching()).rejects.toThrow('did not accept the sign-in')
  expect(await read({ ers })).toMatchObject({
    ers: {
      lastTriedAt: expect.any(String) as string,
      lastSuccessAt: null,
      problem: expect.stringContaining('did not accept the sign-in') as string,
    },
  })
  standIn.fails(null)
  await fetching()
  expect(await read({ ers })).toMatchObject({
    ers: { lastSuccessAt: expect.any(String) as string, problem: null },
  })
})

it('counts messages of a day, and answers that wait or could not be sent', async () => {
  expect(await read({ bars })).toMatchObject({
    ...{ ers: null, bars: { lastDay: 0, lastAt: null } },
    answers: { waiting: 0, oldestAt: null, failed: 0 },
  })
  const { id } = await anIncoming(service, { source: 'bars' })
  await service.db.owner.query(
    `with client as (
       insert into fhir_client (client_id, name, organisation, contact, purpose, types, jwks_url, message_url, expires_date)
       values (gen_random_uuid()::text, 'Ambulance', 'Ambulance', 'Sam', 'referring', '{ServiceRequest}', 'https://a.example.org/k',
         'https://a.example.org/m', '2027-01-01') returning id)
     insert into service_message (client_id, incoming_referral_id, request_id, bundle_id, event, request_names, received_at)
     select id, $1, gen_random_uuid(), 'one', 'new', '{one}', now() - days * interval '1 day' from client, unnest(array[0, 3]) as days`,
    [id],
  )
  await service.db.owner.query(
    `update incoming_referral set state = 'declined', decided_at = now(),
       declined_referral_id = (select min(id) from declined_referral) where id = $1`,
    [id],
  )
  const answer = (state: string) =>
    service.db.owner.query(
      `insert into sender_answer (incoming_referral_id, kind, says, state, next_at, settled_at)
       values ($1, 'interim', '{}', $2, now(), case when $2 <> 'waiting' then now() end)`,
      [id, state],
    )
  await answer('failed')
  expect(await read({ bars })).toMatchObject({
    bars: { lastDay: 1, lastAt: expect.any(String) as string },
    answers: { waiting: 0, oldestAt: null, failed: 1 },
  })
  await answer('waiting')
  expect(await read({ bars })).toMatchObject({
    answers: { waiting: 1, oldestAt: expect.any(String) as string, failed: 0 },
  })
})
