import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { fetchFromErs } from '../../../../contract/exchange/incoming/ers.ts'
import { buildApp } from '../../../app/app.ts'
import type { Told } from '../../../../contract/exchange/incoming/told.ts'
import { transact } from '../../../platform/db/connection/transact.ts'
import { testService, type TestService } from '../../../testing/process/service.ts'
import type { TestUser } from '../../../testing/world/users.ts'
import { readAnswers, tellSenderOfDecision } from '../answers/tellSender.ts'
import { answerTasks } from '../senderTasks.ts'
import type { ErsSettings, ExchangeService } from '../../settings/settings.ts'
import { openErs } from './api.ts'
import { ErsFailure } from './failure.ts'
import { ersTasks, fetchReferrals } from './tasks.ts'
import { anErsStandIn, ersError, type ErsStandIn } from './testing/standIn.ts'

/* Referrals from the NHS e-Referral Service, and what it is told. */

let service: TestService
let user: TestUser
let ers: ErsStandIn
let settings: ErsSettings
let parts: ExchangeService
beforeAll(async () => {
  service = await testService()
  user = await service.as('Team Lead')
  ers = await anErsStandIn()
  settings = {
    ...{ url: ers.url, odsCode: 'RXX', serviceId: '11012', minutes: 15 },
    tokens: { host: 'localhost', source: { get: () => Promise.resolve('a-token'), drop: () => undefined } },
  }
  parts = { ...service.parts, ers: settings }
})
afterAll(async () => {
  await ers.close()
  await service.close()
})
beforeEach(() => {
  ers.fails(null)
  ers.asked.length = 0
  ers.referrals.length = 0
})

let numbers = 70_000
const aUbrn = (): string => String((numbers += 1)).padStart(12, '0')
const rowsOf = async (ubrn: string) =>
  (
    await service.db.owner.query<{ id: number; told: Told; state: string; notice: string | null }>(
      `select id, told, state, notice from incoming_referral where source = 'ers' and message_id = $1`,
      [ubrn],
    )
  ).rows

describe('the list of referrals to review', () => {
  it('becomes incoming referrals, each once, by UBRN and NHS number', async () => {
    const [one, other] = [aUbrn(), aUbrn()]
    ers.referrals.push(
      { ubrn: one, nhsNumber: '9990001006', priority: 'urgent' },
      { ubrn: other, nhsNumber: '9990001007' },
    )
    expect(await fetchReferrals(parts)).toEqual({ taken: 2 })
    expect(await fetchReferrals(parts)).toEqual({ taken: 0 })
    expect((await rowsOf(one)).map(({ told }) => told)).toMatchObject([
      { ubrn: one, urgency: 'urgent', person: { familyName: 'Unknown', nhsNumber: '9990001006' } },
    ])
    expect((await rowsOf(other)).map(({ told }) => told)).toMatchObject([
      { ubrn: other, person: { nhsNumber: null, nhsNumberAsTold: '9990001007' } },
    ])
    const { rows } = await service.db.owner.query(
      `select received_at, told ->> 'reason' as reason from incoming_referral where message_id = $1`,
      [one],
    )
    expect(rows).toEqual([
      {
        received_at: '2026-11-20T09:30:00.000Z',
        reason: expect.stringContaining('Sent to: Falls Assessment Service.') as string,
      },
    ])
  })

  it('is asked for as the provider, with the headers of the service and nothing of a person in the address', async () => {
    ers.referrals.push({ ubrn: aUbrn(), nhsNumber: '9990001006' })
    await fetchReferrals(parts)
    expect(ers.asked).toHaveLength(1)
    for (const { headers, path } of ers.asked) {
      expect(headers).toMatchObject({
        authorization: 'Bearer a-token',
        'nhsd-ers-business-function': 'SERVICE_PROVIDER_CLINICIAN',
        'nhsd-end-user-organisation-ods': 'RXX',
        'x-correlation-id': expect.stringMatching(/^[0-9a-f-]{36}$/) as string,
      })
      expect(path).not.toContain('9990001006')
    }
    expect(ers.asked[0]).toMatchObject({
      path: '/referrals/FHIR/STU3/ReferralRequest/$ers.fetchworklist',
      body: {
        parameter: [
          { name: 'listType', valueCodeableConcept: { coding: [{ code: 'REFERRALS_FOR_REVIEW' }] } },
          { name: 'service', valueIdentifier: { value: '11012' } },
        ],
      },
    })
  })

  it('is read at the interval of the settings, and never without them', async () => {
    const fetching = (of: ExchangeService) => (ersTasks(of)['fetchReferrals'] as () => Promise<void>)()
    const quarter = 15 * 60_000
    const at = (minutes: number): ExchangeService => ({
      ...parts,
      clock: () => Math.ceil(service.time.now / quarter) * quarter + minutes * 60_000,
    })
    await fetching(at(1))
    await fetching({ ...at(0), ers: null })
    expect(ers.asked).toEqual([])
    await fetching(at(0))
    expect(ers.asked).toHaveLength(1)
  })
})

describe('one referral by its UBRN', () => {
  const find = (ubrn: string) => openErs(settings).find(ubrn)

  it('is found beside a request for advice', async () => {
    const ubrn = aUbrn()
    ers.referrals.push({ ubrn, category: 'request' }, { ubrn, nhsNumber: '9990001006' })
    expect(await find(ubrn)).toMatchObject({ ubrn, nhsNumber: '9990001006', body: { id: `r.${ubrn}` } })
  })

  it.each([
    ['none', [], 'The e-Referral Service has no referral with this UBRN for this organisation.'],
    [
      'a request for advice',
      [{ category: 'request' as const }],
      'This UBRN is a request for advice, not a referral.',
    ],
    [
      'one that is closed',
      [{ status: 'completed' }],
      'This referral is not open any more in the e-Referral Service.',
    ],
  ])('that is %s is said in plain words', async (_, held, words) => {
    const ubrn = aUbrn()
    ers.referrals.push(...held.map((each) => ({ ubrn, ...each })))
    await expect(find(ubrn)).rejects.toThrow(words)
  })

  const stu3 = 'eRS-APIErrorCode-1'
  it.each<[number, string, string, string, boolean]>([
    [422, 'INVALID_REQUEST_STATE', 'business-rule', 'not open any more', false],
    [422, 'NO_RELATIONSHIP', 'business-rule', 'does not let this organisation', false],
    [422, 'INAPPROPRIATE_VALUE', 'business-rule', 'did not take the decision', false],
    [412, 'MISSING_VALUE', 'required', 'did not take the decision', false],
    [409, 'VERSION', 'conflict', 'changed in the e-Referral Service', true],
    [423, 'LOCKED', 'lock-error', 'changed in the e-Referral Service', true],
  ])('answered with %i %s is said in plain words', async (status, code, issue, words, isPassing) => {
    ers.fails({ status, body: ersError(stu3, code, issue) })
    const failure = await find(aUbrn()).catch((error: unknown) => error)
    expect(failure).toBeInstanceOf(ErsFailure)
    expect(failure).toMatchObject({ message: expect.stringContaining(words) as string, isPassing })
  })

  it.each<[string, Parameters<ErsStandIn['fails']>[0]]>([
    ['hung up on', 'hangs up'],
    ['half an answer', { status: 200, body: '{"resourceType":"Bun' }],
    ['a page', { status: 200, body: '<html>' }],
    ['another resource', { status: 200, body: '{"resourceType":"Patient"}' }],
    ['a redirect', { status: 302, body: '' }],
    ['a page of a proxy', { status: 502, body: '<html>' }],
  ])('answered with %s may be tried again', async (_, answer) => {
    ers.fails(answer)
    await expect(find(aUbrn())).rejects.toMatchObject({ isPassing: true })
  })
})

describe('staff', () => {
  const fetching = async (ubrn: string, of: ExchangeService = parts, by = user) => {
    const app = await buildApp({ ...service.parts, ers: of.ers }, { logLevel: false })
    const { statusCode, body } = await app.inject({
      ...{ method: 'POST', url: fetchFromErs.path, payload: { ubrn } },
      headers: { authorization: `Bearer ${by.accessToken}` },
    })
    await app.close()
    return { status: statusCode, body: JSON.parse(body) as Record<string, unknown> }
  }

  it('fetch one by its UBRN, written with spaces, and it is stored once', async () => {
    const ubrn = aUbrn()
    ers.referrals.push({ ubrn, nhsNumber: '9990001006' })
    const spaced = `${ubrn.slice(0, 4)} ${ubrn.slice(4, 8)} ${ubrn.slice(8)}`
    expect(await fetching(spaced)).toMatchObject({ status: 200, body: { isNew: true } })
    expect(await fetching(ubrn)).toMatchObject({ status: 200, body: { isNew: false } })
    expect(await rowsOf(ubrn)).toHaveLength(1)
    const { rows } = await service.db.owner.query(
      `select kind, user_id, criteria from audit_event where action = 'POST /api/incomingReferral/fetchErs' order by id`,
    )
    expect(rows[0]).toMatchObject({
      user_id: user.userId,
      criteria: { purpose: 'fetch a referral by its UBRN' },
    })
    expect(JSON.stringify(rows.map(({ criteria }) => criteria))).not.toContain(ubrn)
    expect(JSON.stringify(rows)).not.toContain('9990001006')
  })

  it('are told why they cannot', async () => {
    expect(await fetching('123')).toMatchObject({ status: 400, body: { ubrn: 'A UBRN has 12 digits' } })
    expect(await fetching(aUbrn())).toMatchObject({
      status: 409,
      body: { message: 'The e-Referral Service has no referral with this UBRN for this organisation.' },
    })
    ers.fails('hangs up')
    expect((await fetching(aUbrn())).status).toBe(503)
    expect((await fetching(aUbrn(), service.parts)).status).toBe(404)
    expect((await fetching(aUbrn(), parts, await service.as('External'))).status).toBe(403)
  })
})

describe('what was decided', () => {
  const run = async () => {
    service.time.now = Math.max(service.time.now, Date.now() + 1000)
    await (answerTasks(parts, '1.0.0')['sendAnswers'] as () => Promise<void>)()
  }
  const taken = async (): Promise<{ id: number; ubrn: string }> => {
    const ubrn = aUbrn()
    ers.referrals.push({ ubrn, nhsNumber: '9990001006' })
    await fetchReferrals(parts)
    ers.asked.length = 0
    return { id: Number((await rowsOf(ubrn))[0]?.id), ubrn }
  }
  const decline = async (id: number) => {
    await service.db.owner.query(
      `update incoming_referral set state = 'declined', decided_at = now(), declined_note = 'Ring us',
         declined_referral_id = (select min(id) from declined_referral) where id = $1`,
      [id],
    )
    await transact(service.db.sql, (sql) =>
      tellSenderOfDecision(
        { sql, userId: user.userId, trace: () => undefined },
        { incomingId: id, decision: 'declined' },
      ),
    )
  }

  const accept = (id: number) =>
    transact(service.db.sql, (sql) =>
      tellSenderOfDecision(
        { sql, userId: user.userId, trace: () => undefined },
        { incomingId: id, decision: 'accepted' },
      ),
    )
  const reason = expect.stringContaining('. Ring us') as string

  it.each<[string, string, 'accept' | 'decline', string, unknown]>([
    [
      'declined after triage',
      'AWAITING_TRIAGE',
      'decline',
      'recordReviewOutcome',
      [
        { name: 'reviewOutcome', valueCoding: { code: 'RETURN_TO_REFERRER_WITH_ADVICE' } },
        { name: 'reviewComments', valueString: reason },
      ],
    ],
    [
      'accepted after triage',
      'AWAITING_TRIAGE',
      'accept',
      'recordReviewOutcome',
      [
        { name: 'reviewOutcome', valueCoding: { code: 'ACCEPT_REFER_BOOK_LATER' } },
        { name: 'reviewComments', valueString: 'Accepted' },
      ],
    ],
    [
      'declined where no slot was free',
      'DEFERRED_TO_PROVIDER',
      'decline',
      'recordReviewOutcome',
      [{ valueCoding: { code: 'RETURN_TO_REFERRER_WITH_ADVICE' } }, { valueString: reason }],
    ],
    [
      'declined in a booked appointment',
      'BOOKED',
      'decline',
      'rejectReferral',
      [
        { name: 'rejectionReason', valueCoding: { code: 'OTHER' } },
        { name: 'rejectionComments', valueString: reason },
      ],
    ],
    ['accepted in a booked appointment', 'BOOKED', 'accept', 'acceptReferral', null],
  ])('is said: %s, at the version that was read', async (_, state, decision, operation, parameter) => {
    const { id, ubrn } = await taken()
    ers.referrals = ers.referrals.map((each) => ({ ...each, state }))
    await (decision === 'accept' ? accept(id) : decline(id))
    await run()
    expect(ers.asked.map(({ method, path }) => `${method} ${path}`)).toEqual([
      `GET /referrals/FHIR/STU3/ReferralRequest/${ubrn}`,
      `POST /referrals/FHIR/STU3/ReferralRequest/${ubrn}/$ers.${operation}`,
    ])
    const [, { headers, body } = { headers: {}, body: null }] = ers.asked
    expect(headers).toMatchObject({ 'if-match': 'W/"5"' })
    if (parameter === null) expect(body).toBeNull()
    else expect(body).toMatchObject({ resourceType: 'Parameters', parameter })
    expect(await readAnswers(service.db.sql, id)).toMatchObject([{ state: 'sent' }])
  })

  it('is told again while e-RS is away, and once', async () => {
    const { id } = await taken()
    await decline(id)
    ers.fails({ status: 503, body: ersError('http-error-codes', 'REC_UNAVAILABLE', 'transient') })
    await run()
    expect(await readAnswers(service.db.sql, id)).toMatchObject([{ state: 'waiting' }])
    ers.fails(null)
    service.time.now += 5 * 60_000
    await run()
    expect(await readAnswers(service.db.sql, id)).toMatchObject([{ state: 'sent' }])
    ers.asked.length = 0
    service.time.now += 500 * 60_000
    await run()
    expect(ers.asked).toEqual([])
  })

  it('is told once where an accepted booking was answered, and the answer lost', async () => {
    const { id } = await taken()
    ers.referrals = ers.referrals.map((each) => ({ ...each, state: 'BOOKED' }))
    await accept(id)
    await run()
    await service.db.owner.query(
      `update sender_answer set state = 'waiting', settled_at = null, next_at = now() where incoming_referral_id = $1`,
      [id],
    )
    ers.refusesDecisions = true
    await run()
    ers.refusesDecisions = false
    expect(await readAnswers(service.db.sql, id)).toMatchObject([{ state: 'sent' }])
  })

  it('that cannot be told any more is on the incoming referral', async () => {
    const { id, ubrn } = await taken()
    ers.referrals = ers.referrals.map((each) => ({ ...each, state: 'CANCELLED_REFERRAL' }))
    await decline(id)
    await run()
    expect(await readAnswers(service.db.sql, id)).toMatchObject([
      { state: 'failed', problem: 'This referral is not open any more in the e-Referral Service.' },
    ])
    expect((await rowsOf(ubrn))[0]?.notice).toContain('The sender could not be told by message. Ring them.')
  })
})
