import type { Bundle, FhirResource, Parameters as FhirParameters } from 'fhir/r4.js'
import { Webhook } from 'standardwebhooks'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import {
  addSubscription,
  changeSubscription,
  listSubscriptions,
  renewSubscriptionSecret,
  type SubscriptionRow,
} from '../../../../contract/exchange/subscription.ts'
import { referralInError } from '../../../../contract/governance/inError.ts'
import { today } from '../../../../contract/platform/dates/dates.ts'
import { cancelReferral } from '../../../../contract/pathways/referral/pathway.ts'
import { testService, type TestService } from '../../../testing/process/service.ts'
import { aFrat, aPathway, done } from '../../../testing/world/factories.ts'
import type { TestUser } from '../../../testing/world/users.ts'
import { aReceiver, type ReceivedAnswer, type Receiver } from '../../incoming/bars/testing/receiver.ts'
import { faultsOf } from '../../testing/fhirChecker.ts'
import { aFhirClient, readingAs } from '../../testing/fhirClient.ts'
import { changes, merge } from '../../testing/fhirWorld.ts'
import { aSubscriber, sendNotices, type Subscriber } from '../../testing/subscriber.ts'
import { purgeNotices } from './tasks.ts'

/* What a FHIR client is told of changes: signed, in order, under one id on every attempt, and only what it may read. */

let service: TestService
let clinician: TestUser
let administrator: TestUser
let receiver: Receiver
const minute = 60_000
const day = 24 * 60 * minute

beforeAll(async () => {
  service = await testService()
  clinician = await service.as('Team Lead', 'Clinician')
  administrator = await service.as('System Administrator')
})
beforeEach(async () => {
  receiver = await aReceiver()
  service.time.now = Date.now()
  await service.db.owner.query(`update fhir_subscription set state = 'removed'`)
  await service.db.owner.query('delete from fhir_notice')
  return () => receiver.close()
})
afterAll(() => service.close())

type Wanted = Partial<Parameters<typeof aSubscriber>[2]>
/** A subscriber whose address has answered the first message. */
const subscribed = async (wanted: Wanted = {}): Promise<Subscriber> => {
  const subscriber = await aSubscriber(service, administrator, { endpoint: receiver.url, ...wanted })
  await sendNotices(service)
  receiver.received.length = 0
  return subscriber
}
const send = () => sendNotices(service)
const pass = async (ms: number): Promise<void> => {
  service.time.now += ms
  await send()
}
/** A session does not last for days. */
const asNow = async <Result>(work: () => Promise<Result>): Promise<Result> => {
  const { now } = service.time
  service.time.now = Date.now()
  const result = await work()
  service.time.now = now
  return result
}
const stateOf = async ({ id, clientId }: Subscriber): Promise<SubscriptionRow | undefined> => {
  const { body } = await asNow(() => service.ask(listSubscriptions, { clientId }, administrator))
  return (body as SubscriptionRow[]).find((row) => row.id === id)
}
const change = async (subscriber: Subscriber, to: 'paused' | 'requested' | 'removed') => {
  const { id, version = 0 } = (await stateOf(subscriber)) ?? { id: subscriber.id }
  return asNow(() => done({ service, user: administrator }, changeSubscription, { id, version, to }))
}

/** A message by its parts, which must be signed, and valid FHIR in the form of the guide. */
const readMessage = ({ text, headers }: ReceivedAnswer, { secret }: Subscriber) => {
  // The reader refuses what is not of its own moment, and the clock of the service runs ahead.
  vi.useFakeTimers({ toFake: ['Date'], now: Number(headers['webhook-timestamp']) * 1000 })
  new Webhook(secret).verify(text, headers as Record<string, string>)
  vi.useRealTimers()
  const bundle = JSON.parse(text) as Bundle<FhirResource>
  expect(faultsOf(bundle)).toEqual([])
  const [status, ...others] = bundle.entry ?? []
  const said = new Map((status?.resource as FhirParameters).parameter?.map((part) => [part.name, part]))
  const event = new Map(said.get('notification-event')?.part?.map((part) => [part.name, part]))
  expect(others.map(({ fullUrl }) => fullUrl)).toEqual(
    event.size === 0 ? [] : [event.get('focus')?.valueReference?.reference],
  )
  expect(others.flatMap(({ resource }) => resource ?? [])).toEqual([])
  return {
    id: headers['webhook-id'],
    type: said.get('type')?.valueCode,
    topic: said.get('topic')?.valueCanonical?.split('/').at(-1),
    number: event.get('event-number')?.valueString,
    focus: event.get('focus')?.valueReference?.reference?.split('/R4/')[1],
  }
}
const messages = (subscriber: Subscriber) => receiver.received.map((each) => readMessage(each, subscriber))
const focuses = (subscriber: Subscriber) => messages(subscriber).map(({ focus }) => focus)

describe('a subscription', () => {
  it('is active once its address has answered the first message', async () => {
    const subscriber = await aSubscriber(service, administrator, { endpoint: receiver.url })
    expect(await stateOf(subscriber)).toMatchObject({ state: 'requested', hasSecret: true })
    await send()
    expect(messages(subscriber)).toMatchObject([{ type: 'handshake', number: undefined }])
    expect(await stateOf(subscriber)).toMatchObject({ state: 'active', events: 0, waiting: 0, problem: null })
  })

  it('stops at once if its address does not answer the first message, and is tried again by somebody', async () => {
    receiver.answers(404)
    const subscriber = await aSubscriber(service, administrator, { endpoint: receiver.url })
    await send()
    expect(await stateOf(subscriber)).toMatchObject({ state: 'error', problem: 'It answered 404.' })
    const { id } = await aPathway(service, clinician)
    await pass(day)
    expect(receiver.received).toHaveLength(1)
    receiver.answers(200)
    await change(subscriber, 'requested')
    await send()
    expect(messages(subscriber).slice(1)).toMatchObject([
      { type: 'handshake' },
      { type: 'event-notification', focus: `ServiceRequest/referral-${id}` },
    ])
  })

  it('tells which referral changed and nothing of it, which the client then reads', async () => {
    const client = await aFhirClient(service)
    const subscriber = await subscribed()
    const { id, patientId } = await aPathway(service, clinician)
    await aFrat(service, clinician, id)
    await done({ service, user: clinician }, cancelReferral, { id, cancelReferralDate: today() } as never)
    await send()
    expect(messages(subscriber)).toMatchObject([
      { topic: 'new-referral', number: '1', focus: `ServiceRequest/referral-${id}` },
      { topic: 'stage-change', number: '2', focus: `EpisodeOfCare/${id}` },
      { topic: 'stage-change', number: '3', focus: `EpisodeOfCare/${id}` },
    ])
    const { rows } = await service.db.owner.query<Record<string, string>>(
      'select family_name, first_name, nhs_number, date_of_birth::text, postcode from patient where id = $1',
      [patientId],
    )
    const said = JSON.stringify(receiver.received.map(({ path, headers, text }) => [path, headers, text]))
    for (const words of Object.values(rows[0] ?? {}).filter(Boolean)) expect(said).not.toContain(words)
    expect(said).not.toContain(`Patient/`)
    const get = await readingAs(service, client)
    for (const { focus = '' } of messages(subscriber)) expect((await get(focus)).status).toBe(200)
  })

  it('is in the audit trail with each referral that it was told of, once', async () => {
    const subscriber = await subscribed()
    const { id, patientId } = await aPathway(service, clinician)
    await send()
    await pass(day)
    const { rows } = await service.db.owner.query(
      `select patient_ids as "patientIds", pathway_ids as "pathwayIds", criteria, user_id as "userId" from audit_event
       where action = 'notify a FHIR client' and (criteria ->> 'fhirSubscription')::bigint = $1`,
      [subscriber.id],
    )
    expect(rows).toEqual([
      {
        ...{ patientIds: [String(patientId)], pathwayIds: [String(id)], userId: null },
        criteria: {
          ...{ fhirClient: subscriber.clientId, fhirClientName: 'Hospital record' },
          ...{ purpose: 'ownCare', fhirSubscription: subscriber.id },
          ...{ topic: 'newReferral', number: 1 },
        },
      },
    ])
  })

  it('is told of its own topics only', async () => {
    const subscriber = await subscribed({ topics: ['stageChange'] })
    const { id } = await aPathway(service, clinician)
    await aFrat(service, clinician, id)
    await send()
    expect(messages(subscriber)).toMatchObject([{ topic: 'stage-change', number: '1' }])
  })

  it('writes nothing where there is none', async () => {
    await aFrat(service, clinician, (await aPathway(service, clinician)).id)
    const { rows } = await service.db.owner.query('select from fhir_notice')
    expect(rows).toEqual([])
  })
})

describe('an address that does not take a notice', () => {
  it('gets it again under the same id, and nothing later before it', async () => {
    const subscriber = await subscribed()
    receiver.answers(500)
    const first = await aPathway(service, clinician)
    const second = await aPathway(service, clinician)
    await send()
    // A minute, then two.
    await pass(minute - 1000)
    expect(receiver.received).toHaveLength(1)
    await pass(1000)
    await pass(minute)
    expect(receiver.received).toHaveLength(2)
    receiver.answers(200)
    await pass(minute)
    const all = messages(subscriber)
    expect(all.map(({ focus }) => focus)).toEqual(
      [first, first, first, second].map(({ id }) => `ServiceRequest/referral-${id}`),
    )
    expect(all.map(({ number }) => number)).toEqual(['1', '1', '1', '2'])
    expect(new Set(all.slice(0, 3).map(({ id }) => id)).size).toBe(1)
    expect(all[3]?.id).not.toBe(all[0]?.id)
    const times = receiver.received.map(({ headers }) => headers['webhook-timestamp'])
    expect(new Set(times).size).toBeGreaterThan(1)
    expect(await stateOf(subscriber)).toMatchObject({ state: 'active', failingSince: null, waiting: 0 })
  })

  it.each([
    ['a redirect', 302, {}],
    ['no connection', 0, {}],
    ['too many requests', 429, {}],
  ])('after %s is tried again, and nowhere else', async (_, status) => {
    const subscriber = await subscribed()
    receiver.answers(status)
    await aPathway(service, clinician)
    await send()
    expect(await stateOf(subscriber)).toMatchObject({ state: 'active', waiting: 1 })
    receiver.answers(204)
    await pass(minute)
    expect(focuses(subscriber)).toHaveLength(2)
  })

  it('that says 200 and goes on for ever has taken it', async () => {
    const subscriber = await subscribed()
    receiver.goesOn()
    await aPathway(service, clinician)
    await send()
    expect(receiver.received).toHaveLength(1)
    expect(await stateOf(subscriber)).toMatchObject({ state: 'active', waiting: 0, problem: null })
  })

  it.each([
    ['seconds', () => '600'],
    ['a day and time', () => new Date(service.time.now + 600_000).toUTCString()],
  ])('is waited for as long as it asks, in %s', async (_, retryAfter) => {
    const subscriber = await subscribed()
    receiver.answers(503, {}, { 'retry-after': retryAfter() })
    await aPathway(service, clinician)
    await send()
    await pass(9 * minute)
    expect(focuses(subscriber)).toHaveLength(1)
    receiver.answers(200)
    await pass(minute)
    expect(focuses(subscriber)).toHaveLength(2)
  })

  it('after three days is given up until somebody starts it again; then all that waited is sent in order', async () => {
    const subscriber = await subscribed()
    receiver.answers(500)
    const ids: number[] = [(await aPathway(service, clinician)).id]
    await send()
    for (let hours = 0; hours < 74; hours += 2) await pass(2 * 60 * minute)
    expect(await stateOf(subscriber)).toMatchObject({
      state: 'error',
      problem: 'It answered 500.',
      waiting: 1,
    })
    ids.push((await asNow(() => aPathway(service, clinician))).id)
    const tried = receiver.received.length
    await pass(day)
    expect(receiver.received).toHaveLength(tried)
    receiver.answers(200)
    receiver.received.length = 0
    await change(subscriber, 'requested')
    await send()
    expect(messages(subscriber)).toMatchObject([
      { type: 'handshake' },
      ...ids.map((id, place) => ({ number: String(place + 1), focus: `ServiceRequest/referral-${id}` })),
    ])
  })

  it('that answers 410 wants no more, and nothing is kept for it', async () => {
    const subscriber = await subscribed()
    receiver.answers(410)
    await aPathway(service, clinician)
    await send()
    expect(await stateOf(subscriber)).toMatchObject({ state: 'off', waiting: 1 })
    await aPathway(service, clinician)
    expect(await stateOf(subscriber)).toMatchObject({ waiting: 1 })
    await pass(day)
    expect(receiver.received).toHaveLength(1)
  })
})

describe('a client is told only what it may read when it is sent', () => {
  const inError = async (id: number, patientId: number) => {
    const { rows } = await service.db.owner.query<{ version: number }>(
      'select version from pathway where id = $1',
      [id],
    )
    await done({ service, user: clinician }, referralInError, {
      ...{ id, patientId, version: rows[0]?.version ?? 0, reason: 'Typed for somebody else' },
    })
  }
  const update = (text: string) => (_id: number, patientId: number) =>
    service.db.owner.query(text.replaceAll('$1', String(patientId)))
  const ofClient =
    (set: string) =>
    (_id: number, _patientId: number, { clientId }: Subscriber) =>
      service.db.owner.query(`update fhir_client set ${set} where id = $1`, [clientId])

  it.each<
    [string, Wanted, (id: number, patientId: number, subscriber: Subscriber) => Promise<unknown>, boolean]
  >([
    ['own care, nothing happened', {}, () => Promise.resolve(), true],
    ['own care, restricted', {}, update(changes['restricted'] ?? ''), false],
    ['own care, consent refused', {}, update(changes['refused'] ?? ''), true],
    ['own care, died', {}, update(changes['deceased'] ?? ''), true],
    ['own care, registered in error', {}, inError, false],
    ['own care, no longer registered for the type', {}, ofClient(`types = '{Patient}'`), false],
    [
      'own care of a team that does not look after the referral',
      { teamId: -1 },
      () => Promise.resolve(),
      false,
    ],
    [
      'shared care, agreed',
      { purpose: 'sharedCare' },
      update('update pathway set consent_given = true where patient_id = $1'),
      true,
    ],
    ['shared care, not agreed', { purpose: 'sharedCare' }, update(changes['withoutConsent'] ?? ''), false],
    ['shared care, restricted', { purpose: 'sharedCare' }, update(changes['restricted'] ?? ''), false],
    ['shared care, refused', { purpose: 'sharedCare' }, update(changes['refused'] ?? ''), false],
    ['shared care, died', { purpose: 'sharedCare' }, update(changes['deceased'] ?? ''), false],
  ])('%s', async (_, wanted, happens, isTold) => {
    const teamId = wanted.teamId === -1 ? await aTeam() : null
    const types = wanted.purpose === 'sharedCare' ? (['ServiceRequest', 'EpisodeOfCare'] as const) : undefined
    const subscriber = await subscribed({ ...wanted, teamId, ...(types === undefined ? {} : { types }) })
    const { id, patientId } = await aPathway(service, clinician)
    if (wanted.purpose === 'sharedCare')
      await service.db.owner.query(
        `update pathway set consent_given = true, consent_date = current_date where id = $1`,
        [id],
      )
    await happens(id, patientId, subscriber)
    await send()
    expect(focuses(subscriber)[0]).toBe(isTold ? `ServiceRequest/referral-${id}` : undefined)
    // What it was not told is no gap in what it is told.
    const next = await aPathway(service, clinician)
    if (wanted.purpose === 'sharedCare')
      await service.db.owner.query('update pathway set consent_given = true where id = $1', [next.id])
    await send()
    const all = messages(subscriber).map(({ number }) => Number(number))
    expect(all).toEqual(all.map((_number, place) => place + 1))
  })

  const aTeam = async (): Promise<number> => {
    const { rows } = await service.db.owner.query<{ id: number }>(
      `insert into team (name, is_active) values ('South ' || gen_random_uuid(), true) returning id`,
    )
    return Number(rows[0]?.id)
  }

  it('a referral that moved to the record it was merged into', async () => {
    const subscriber = await subscribed()
    const merged = await aPathway(service, clinician)
    await service.db.owner.query(
      'update patient set nhs_number = null, nhs_number_unknown = true where id = $1',
      [merged.patientId],
    )
    const survivor = await aPathway(service, clinician)
    await merge(service, clinician, survivor.patientId, merged.patientId)
    await send()
    expect(focuses(subscriber).slice(0, 2)).toEqual(
      [merged, survivor].map(({ id }) => `ServiceRequest/referral-${id}`),
    )
    const { rows } = await service.db.owner.query(
      `select patient_ids as "patientIds" from audit_event where action = 'notify a FHIR client' and pathway_ids = array[$1::bigint]
       order by id desc limit 1`,
      [merged.id],
    )
    expect(rows).toEqual([{ patientIds: [String(survivor.patientId)] }])
  })

  it('and nothing while Information Governance has not agreed to a change, but all of it then', async () => {
    const subscriber = await subscribed()
    await service.db.owner.query(
      'update fhir_client set approved_at = null, approved_by = null where id = $1',
      [subscriber.clientId],
    )
    const { id } = await aPathway(service, clinician)
    await pass(day)
    expect(receiver.received).toEqual([])
    await service.db.owner.query(
      'update fhir_client set approved_at = now(), approved_by = (select min(id) from app_user) where id = $1',
      [subscriber.clientId],
    )
    await send()
    expect(focuses(subscriber)).toEqual([`ServiceRequest/referral-${id}`])
  })

  it.each([
    ['revoked', 'revoked_at = now(), revoked_by = (select min(id) from app_user)'],
    ['expired', `expires_date = current_date - 1`],
  ])('and nothing once it is %s, not even what waited', async (_, set) => {
    const subscriber = await subscribed()
    receiver.answers(500)
    await aPathway(service, clinician)
    await send()
    receiver.answers(200)
    await service.db.owner.query(`update fhir_client set ${set} where id = $1`, [subscriber.clientId])
    await aPathway(service, clinician)
    await pass(day)
    expect(receiver.received).toHaveLength(1)
    const { rows } = await service.db.owner.query('select from fhir_notice where subscription_id = $1', [
      subscriber.id,
    ])
    expect(rows).toHaveLength(1)
  })
})

describe('a System Administrator', () => {
  it('pauses a subscription, and what happened meanwhile is sent when it goes on', async () => {
    const subscriber = await subscribed()
    await change(subscriber, 'paused')
    const { id } = await aPathway(service, clinician)
    await pass(day)
    expect(receiver.received).toEqual([])
    await change(subscriber, 'requested')
    await send()
    expect(messages(subscriber).map(({ focus }) => focus)).toEqual([
      undefined,
      `ServiceRequest/referral-${id}`,
    ])
  })

  it('removes it for good, with what waits and its secret', async () => {
    const subscriber = await subscribed()
    receiver.answers(500)
    await aPathway(service, clinician)
    await send()
    await change(subscriber, 'removed')
    await aPathway(service, clinician)
    await pass(day)
    expect(receiver.received).toHaveLength(1)
    expect(await stateOf(subscriber)).toBeUndefined()
    const { rows } = await service.db.owner.query(
      `select sealed_secret, (select count(*)::integer from fhir_notice where subscription_id = $1) as notices
       from fhir_subscription where id = $1`,
      [subscriber.id],
    )
    expect(rows).toEqual([{ sealed_secret: null, notices: 0 }])
  })

  it('makes a new secret, beside which the one before signs for a day', async () => {
    const subscriber = await subscribed()
    const { version = 0 } = (await stateOf(subscriber)) ?? {}
    const { body } = await service.ask(renewSubscriptionSecret, { id: subscriber.id, version }, administrator)
    const { secret } = body as { secret: string }
    expect(secret).not.toBe(subscriber.secret)
    await aPathway(service, clinician)
    await send()
    for (const either of [secret, subscriber.secret])
      expect(messages({ ...subscriber, secret: either })).toHaveLength(1)
    await aPathway(service, clinician)
    receiver.received.length = 0
    service.time.now += day + 1000
    await send()
    const signatures = receiver.received.map(({ headers }) => String(headers['webhook-signature']).split(' '))
    expect(signatures).toHaveLength(1)
    expect(signatures[0]).toHaveLength(1)
  })

  it('is told who changed it when its secret was renewed since it was read', async () => {
    const subscriber = await subscribed()
    const { id } = subscriber
    const { version = 0 } = (await stateOf(subscriber)) ?? {}
    await done({ service, user: administrator }, renewSubscriptionSecret, { id, version })
    const late = { id, version, to: 'paused' } as const
    expect((await service.ask(changeSubscription, late, administrator)).body).toMatchObject({
      message: expect.stringMatching(
        / changed this record since you opened it\. Nothing of yours was saved\.$/,
      ),
    })
  })

  it('never sees a secret again, and neither does the audit trail', async () => {
    const { secret, clientId } = await subscribed()
    const { body } = await service.ask(listSubscriptions, { clientId }, administrator)
    const { rows } = await service.db.owner.query<{ text: string }>(
      `select coalesce(string_agg(audit_event::text, ''), '') || coalesce((select string_agg(kept::text, '') from request_replay as kept), '') as text
       from audit_event`,
    )
    const raw = Buffer.from(secret.slice('whsec_'.length), 'base64').toString('hex')
    for (const words of [secret, secret.slice('whsec_'.length), raw])
      expect(JSON.stringify(body) + String(rows[0]?.text)).not.toContain(words)
  })
})

describe('an address inside', () => {
  it.each([
    ['http://falls.example.org/hook', 400],
    ['ftp://falls.example.org/hook', 400],
    ['https://falls.example.org/hook', 200],
  ])('%s is answered with %i when it is typed', async (endpoint, status) => {
    const client = await aFhirClient(service)
    const asked = await service.ask(
      addSubscription,
      { clientId: client.id, endpoint, topics: ['discharge'] },
      administrator,
    )
    expect(asked.status).toBe(status)
  })

  it.each(['https://127.0.0.1:9/hook', 'https://10.0.0.7/hook', 'https://169.254.169.254/hook'])(
    '%s is not reached',
    async (endpoint) => {
      const subscriber = await aSubscriber(service, administrator, { endpoint })
      await send()
      expect(await stateOf(subscriber)).toMatchObject({ state: 'error', problem: 'It could not be reached.' })
    },
  )
})

it('keeps notices for 30 days, and one that was never sent is a gap in the numbers', async () => {
  const subscriber = await subscribed()
  await aPathway(service, clinician)
  await send()
  await change(subscriber, 'paused')
  await aPathway(service, clinician)
  const left = async () =>
    (
      await service.db.owner.query('select state from fhir_notice where subscription_id = $1 order by id', [
        subscriber.id,
      ])
    ).rows
  await purgeNotices(service.db.pool, Date.now() + 29 * day)
  expect(await left()).toEqual([{ state: 'sent' }, { state: 'waiting' }])
  await purgeNotices(service.db.pool, Date.now() + 31 * day)
  expect(await left()).toEqual([])
  await change(subscriber, 'requested')
  await aPathway(service, clinician)
  await send()
  expect(messages(subscriber).map(({ number }) => number)).toEqual(['1', undefined, '3'])
})
