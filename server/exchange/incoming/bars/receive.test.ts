import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Told } from '../../../../contract/exchange/incoming/told.ts'
import { today } from '../../../../contract/platform/dates/dates.ts'
import { aPathway } from '../../../testing/world/factories.ts'
import { testService, type TestService } from '../../../testing/process/service.ts'
import { aFhirClient, readingAs } from '../../testing/fhirClient.ts'
import {
  aMessage,
  aSender,
  flag,
  incomingIdIn,
  messageHeaders,
  newIds,
  observation,
  syncope,
  type Resource,
  type Sender,
  type SentBundle,
} from './testing/message.ts'

/* Referrals that another service sends as messages (decision 154). */

let service: TestService
let sender: Sender
beforeAll(async () => {
  service = await testService()
  await service.as('Team Lead')
  sender = await aSender(service)
})
afterAll(() => service.close())

const rowOf = async (id: number) => {
  const { rows } = await service.db.owner.query<Record<string, unknown> & { told: Told }>(
    'select * from incoming_referral where id = $1',
    [id],
  )
  return rows[0] ?? ({ told: {} } as { told: Told } & Record<string, unknown>)
}
const eventsOf = async (id: number): Promise<string[]> =>
  (
    await service.db.owner.query<{ event: string }>(
      'select event from service_message where incoming_referral_id = $1 order by id',
      [id],
    )
  ).rows.map(({ event }) => event)
const referrals = async (): Promise<number> =>
  Number(
    (await service.db.owner.query<{ count: string }>('select count(*) from incoming_referral')).rows[0]
      ?.count,
  )
const sent = async (message: SentBundle, by = sender): Promise<number> => {
  const reply = await by.send(message)
  expect({ status: reply.status, body: reply.status === 200 ? '' : reply.text }).toEqual({
    status: 200,
    body: '',
  })
  return incomingIdIn(reply)
}
const told = async (given: Parameters<typeof aMessage>[0]) => (await rowOf(await sent(aMessage(given)))).told

describe('a new referral', () => {
  it('is in the inbox with what the message says, and nowhere else', async () => {
    const { rows: before } = await service.db.owner.query('select count(*) from patient')
    const id = await sent(aMessage())
    const { told: said, ...row } = await rowOf(id)
    expect(row).toMatchObject({ source: 'bars', state: 'waiting', nhs_number: '9990001006', notice: null })
    expect(said).toMatchObject({
      person: {
        ...{ familyName: 'Quorn', firstName: 'Ivy Rose', dateOfBirth: '1941-05-04', nhsNumber: '9990001006' },
        ...{ gender: 'female', addressLine1: '4 Ash Lane', town: 'Sampletown', postcode: 'ZZ99 1AB' },
        ...{ telephone: '07700 900001', otherTelephone: '01632 960001', email: 'ivy@example.org' },
        ...{ gpPractice: 'Ash Lane Surgery', gpCode: 'Z99001', needs: 'Language: Welsh' },
      },
      sender: {
        ...{ name: 'Sam Bell', role: 'Paramedic', organisation: 'Sampleshire Ambulance Service' },
        telephone: '01632 960200',
      },
      redFlags: [],
      urgency: 'urgent',
    })
    expect(said.reason?.split('\n')).toEqual([
      '999 to community services',
      'Outcome of the assessment: Cat3 Urgent',
      'Where it happened: Back door, 4 Ash Lane, Sampletown, ZZ99 1AB',
      'Contact: Lee Marsh, Emergency contact person, 01632 960002',
      'Answer by: 02/03/2026 11:15',
      'Their number: CAD-4711',
      'Consent: implied, for direct care',
      'Fell in the kitchen. The scene was safe. No head injury. Lifted by the crew.',
    ])
    expect(said.consent).toBeNull()
    expect((await service.db.owner.query('select count(*) from patient')).rows).toEqual(before)
  })

  it('is answered with the message, our id, and the reference as a planned encounter', async () => {
    const message = aMessage()
    const headers = messageHeaders()
    const { status, body, headers: answered } = await sender.send(message, headers)
    const id = incomingIdIn({ status, body, headers: {}, text: '' })
    const { reference } = await rowOf(id)
    const { entry, ...bundle } = body as unknown as SentBundle
    expect(bundle).toEqual({ ...message, entry: undefined })
    expect(entry).toHaveLength(message.entry.length + 1)
    expect(entry.find(({ resource }) => resource.resourceType === 'ServiceRequest')?.resource).toMatchObject({
      id: `incoming-${id}`,
      status: 'active',
      identifier: [{ system: 'urn:surefoot:incoming-referral', value: reference }],
    })
    expect(entry.at(-1)?.resource).toMatchObject({
      ...{ resourceType: 'Encounter', status: 'planned' },
      identifier: [{ value: reference }],
    })
    expect(answered).toMatchObject({
      'content-type': 'application/fhir+json; charset=utf-8',
      'x-request-id': headers['x-request-id'],
      'x-correlation-id': headers['x-correlation-id'],
    })
  })

  it('is kept whole as it was sent, and in the audit trail under its client without anything of the person', async () => {
    const message = aMessage({ patient: { maritalStatus: { text: 'Widowed, never mapped' } } })
    const id = await sent(message)
    const { rows } = await service.db.owner.query<{ body: unknown; client_id: string }>(
      'select body, client_id from service_message where incoming_referral_id = $1',
      [id],
    )
    expect(rows).toEqual([expect.objectContaining({ body: message })])
    const { rows: events } = await service.db.owner.query<{ criteria: object; records: object[] }>(
      `select kind, criteria, records, user_id from audit_event where action like '%process-message'
       and records @> jsonb_build_array(jsonb_build_object('id', $1::bigint))`,
      [id],
    )
    expect(events).toMatchObject([
      { kind: 'write', user_id: null, criteria: { fhirClient: sender.client.id, source: 'bars' } },
    ])
    expect(JSON.stringify(events)).not.toMatch(/Quorn|9990001006/)
  })

  it.each([
    ['referral', { useCase: null, category: 'referral' }],
    ['referral for another use case', { useCase: 'a3t1', category: 'referral' }],
    ['999 to a falls service', { useCase: 'a4t2', category: 'validation' }],
    ['999 to community services as a referral', { useCase: 'a4t3', category: 'referral' }],
  ])('is taken as %s', async (_, given) => {
    expect((await rowOf(await sent(aMessage(given)))).state).toBe('waiting')
  })

  it('of somebody whom a falls service is to lift says that they could not get up', async () => {
    expect((await told({ useCase: 'a4t2' })).answers.couldNotGetUp).toBe('yes')
    expect((await told({})).answers.couldNotGetUp).toBeUndefined()
  })
})

describe('somebody is taken', () => {
  it.each<[string, object, object]>([
    ['without an NHS number', { identifier: [] }, { familyName: 'Quorn', nhsNumber: null }],
    [
      'with a number whose check digit is wrong',
      { identifier: [{ system: 'https://fhir.nhs.uk/Id/nhs-number', value: '9990001007' }] },
      { nhsNumber: null, nhsNumberAsTold: '9990001007' },
    ],
    ['without a name', { name: undefined }, { familyName: 'Unknown', firstName: null }],
    ['with a name in one text', { name: [{ text: 'Man in the park' }] }, { familyName: 'Man in the park' }],
    ['with a very long name', { name: [{ family: 'Q'.repeat(80) }] }, { familyName: `${'Q'.repeat(34)}…` }],
    [
      'with nothing at all',
      {
        identifier: undefined,
        name: undefined,
        birthDate: undefined,
        gender: undefined,
        address: undefined,
        contact: undefined,
        communication: undefined,
        generalPractitioner: undefined,
      },
      { familyName: 'Unknown', gender: null, telephone: null, gpCode: null },
    ],
  ])('%s', async (_, patient, expected) => {
    const { person } = await told({ patient })
    expect({ ...person, nhsNumber: person.nhsNumber ?? null }).toMatchObject(expected)
  })

  it('with values that are none, which stand among the reasons as they were sent', async () => {
    const { person, reason } = await told({
      patient: {
        birthDate: '1941',
        address: [{ postalCode: 'near the old mill by the river' }],
        telecom: [{ system: 'email', value: 'none' }],
        contact: [],
      },
    })
    expect(person).toMatchObject({ dateOfBirth: null, postcode: null, email: null })
    expect(reason).toContain('Date of birth, as sent: 1941\n')
    expect(reason).toContain('Postcode, as sent: near the old mill by the river\n')
    expect(reason).toContain('E-mail, as sent: none\n')
  })
})

describe('red flags', () => {
  const scene = 'https://fhir.nhs.uk/CodeSystem/scene-safety-codes-bars'
  const concept = (code: string, display: string, system = 'http://snomed.info/sct') => ({
    coding: [{ system, code, display }],
  })
  const written = (text: string) => ({
    resourceType: 'CarePlan',
    activity: [{ outcomeCodeableConcept: [{ text }] }],
  })
  const cases: [string, Parameters<typeof aMessage>[0] & object, string[]][] = [
    ['syncope by its code', { more: [observation(syncope)] }, ['blackout']],
    ['a blackout in words', { more: [observation({ text: 'Blacked out' })] }, ['blackout']],
    ['a long lie in words', { more: [observation({ text: 'Long lie' })] }, ['longLie']],
    [
      'a faint that is over',
      {
        more: [
          { resourceType: 'Condition', code: syncope, clinicalStatus: concept('resolved', 'Resolved', 'x') },
        ],
      },
      ['blackout'],
    ],
    [
      'a finding in several sentences',
      { more: [observation({ text: 'Blacked out. No injury' })] },
      ['blackout'],
    ],
    ['a note beside the request', { request: { note: [{ text: 'Passed out in the bath' }] } }, ['blackout']],
    ['a blackout that was answered with no', { more: [observation(syncope, { valueBoolean: false })] }, []],
    ['an observation entered in error', { more: [observation(syncope, { status: 'entered-in-error' })] }, []],
    [
      'a refuted condition',
      {
        more: [
          {
            resourceType: 'Condition',
            code: syncope,
            verificationStatus: concept('refuted', 'Refuted', 'x'),
          },
        ],
      },
      [],
    ],
    [
      'a safeguarding concern',
      { more: [flag('SG', concept('766561000000109', 'Adult safeguarding concern'))] },
      ['abuse'],
    ],
    [
      'a safeguarding concern in words',
      { more: [flag('SG', { text: 'Bruises of different ages' })] },
      ['abuse'],
    ],
    [
      'no safeguarding issue',
      { more: [flag('SG', concept('861931000000100', 'No safeguarding issues identified'))] },
      [],
    ],
    ['an ended flag', { more: [{ ...flag('SG', { text: 'Old concern' }), status: 'inactive' }] }, []],
    ['an unsafe scene', { more: [flag('SS', concept('U', 'The Scene is unsafe', scene))] }, ['other']],
    ['a scene with words', { more: [flag('SS', { text: 'Two dogs' })] }, ['other']],
    ['a safe scene', { more: [flag('SS', concept('S', 'The Scene is safe', scene))] }, []],
    ['reasons of the request', { request: { reasonCode: [{ text: 'Syncope' }] } }, ['blackout']],
  ]
  it.each(cases)('are read from %s', async (_, given, expected) => {
    expect((await told(given)).redFlags).toEqual(expected)
  })

  it.each<[string, string[]]>([
    ['On the floor for over an hour before the crew came', ['longLie']],
    ['She was on the floor for 3 hours', ['longLie']],
    ['Lay more than 2 hours on the floor', ['longLie']],
    ['There was no loss of consciousness. Breathless on exertion', ['chestPain']],
    ['Not breathless. Unable to weight bear', ['cannotStand']],
    ['Head injury. Takes apixaban', ['headInjury']],
    ['Head injury. No anticoagulants', []],
    ['There had been no crushing chest pain', []],
    ['Collapsed with loss of consciousness. No obvious injury', ['blackout']],
    ['Long lie, not injured', ['longLie']],
    ['Not injured, long lie', ['longLie']],
    ['Head injury on warfarin, no LOC', ['headInjury']],
    ['Chest pain: no', []],
    ['No chest pain at rest but chest pain on the stairs', ['chestPain']],
  ])('are read from the words %j', async (text, expected) => {
    const message = aMessage()
    const plan = message.entry.find(({ resource }) => resource.resourceType === 'CarePlan')
    if (plan !== undefined) plan.resource['activity'] = written(text).activity
    expect((await rowOf(await sent(message))).told.redFlags.toSorted()).toEqual(expected.toSorted())
  })

  it('answer the questions of NG249, and stand first among the reasons', async () => {
    const said = await told({
      more: [
        observation(syncope),
        observation({ text: 'Long lie' }),
        observation(concept('279992002', 'Recurrent falls')),
        flag('SG', { text: 'Shouted at' }),
        flag('SS', { text: 'Dogs' }),
        flag('RA', { text: 'Speak slowly' }),
      ],
    })
    expect(said.answers).toMatchObject({ blackout: 'yes', longLie: 'yes', falls: 'more' })
    expect(said.reason?.split('\n').slice(0, 4)).toEqual([
      '999 to community services',
      'Scene: Dogs',
      'Safeguarding: Shouted at',
      'Found: Syncope (disorder); Long lie; Recurrent falls',
    ])
    expect(said.person.needs).toBe('Language: Welsh. Speak slowly')
  })

  it('are kept when the text of an assessment is too long', async () => {
    const message = aMessage({ more: [flag('SG', { text: 'Shouted at' })] })
    const plan = message.entry.find(({ resource }) => resource.resourceType === 'CarePlan')
    if (plan !== undefined) plan.resource['activity'] = written('Long. '.repeat(2000)).activity
    const { told: said } = await rowOf(await sent(message))
    expect(said.reason).toHaveLength(2000)
    expect(said.reason).toMatch(/^999 to community services\nSafeguarding: Shouted at\n[^]*…$/)
  })
})

describe('consent', () => {
  const consent = (more: object): Parameters<typeof aMessage>[0] & object => ({
    more: [{ resourceType: 'Consent', status: 'active', ...more }],
  })
  it.each<[string, Parameters<typeof aMessage>[0] & object, string | null]>([
    ['implied', {}, null],
    ['rejected', consent({ status: 'rejected' }), 'no'],
    ['denied', consent({ provision: { type: 'deny' } }), 'no'],
    ['given', consent({ policyRule: { coding: [{ code: 'OPTIN' }] } }), 'yes'],
  ])('that is %s', async (_, given, expected) => {
    expect((await told(given)).consent).toBe(expected)
  })
})

describe('a message that comes again', () => {
  it('under the same request id is refused, and the referral is stored once', async () => {
    const message = aMessage()
    const headers = messageHeaders()
    const before = await referrals()
    expect((await sender.send(message, headers)).status).toBe(200)
    expect(await sender.send(message, headers)).toMatchObject({
      status: 409,
      body: { issue: [{ code: 'duplicate', details: { coding: [{ code: 'REC_CONFLICT' }] } }] },
    })
    expect(await referrals()).toBe(before + 1)
  })

  it('under another request id is answered with the same referral, and kept', async () => {
    const message = aMessage()
    const id = await sent(message)
    expect(await sent({ ...message, timestamp: '2026-03-02T09:16:00+00:00' })).toBe(id)
    expect(await eventsOf(id)).toEqual(['new', 'repeat'])
  })

  it('with the same Bundle.id but other words is refused, so that nothing is overlooked', async () => {
    const [bundleId, ids] = [randomUUID(), newIds()]
    const id = await sent(aMessage({ bundleId, ids }))
    expect(
      await sender.send(aMessage({ bundleId, ids, patient: { birthDate: '1942-05-04' } })),
    ).toMatchObject({
      status: 409,
      body: { issue: [{ code: 'duplicate' }] },
    })
    expect((await rowOf(id)).told.person.dateOfBirth).toBe('1941-05-04')
  })

  it('of another client is another referral', async () => {
    const message = aMessage()
    const other = await aSender(service)
    expect(await sent(message, other)).not.toBe(await sent(message))
  })

  it('ten times at once is stored once', async () => {
    const message = aMessage()
    const ids = await Promise.all(Array.from({ length: 10 }, () => sent(message)))
    expect(new Set(ids).size).toBe(1)
    const headers = messageHeaders()
    const again = aMessage()
    const statuses = await Promise.all(
      Array.from({ length: 10 }, async () => (await sender.send(again, headers)).status),
    )
    expect(statuses.toSorted((a, b) => a - b)).toEqual([200, ...Array.from({ length: 9 }, () => 409)])
  })
})

describe('an update', () => {
  const pair = (given: Parameters<typeof aMessage>[0] & object) => {
    const ids = newIds()
    return [aMessage({ ids }), aMessage({ ids, reason: 'update', ...given })] as const
  }

  it('shows staff the latest, and keeps both as they were sent', async () => {
    const [first, second] = pair({ more: [observation(syncope)] })
    const id = await sent(first)
    expect(await sent(second)).toBe(id)
    const row = await rowOf(id)
    expect(row.told.redFlags).toEqual(['blackout'])
    expect(row).toMatchObject({ version: 2, state: 'waiting' })
    expect(await eventsOf(id)).toEqual(['new', 'update'])
    expect(await sent(second)).toBe(id)
    expect(await eventsOf(id)).toEqual(['new', 'update', 'repeat'])
    expect((await rowOf(id))['version']).toBe(2)
  })

  const fainted = [observation(syncope)]
  it.each<[string, Resource[], Resource[], string[], string]>([
    ['stays', fainted, fainted, ['blackout'], ''],
    ['comes', [], fainted, ['blackout'], ''],
    ['goes', fainted, [], [], ': red flags before: Blackout or syncope'],
  ])('is said to staff, with the red flags before if one %s', async (_, before, now, flags, words) => {
    const ids = newIds()
    const id = await sent(aMessage({ ids, more: before }))
    await sent(aMessage({ ids, reason: 'update', more: now }))
    const { told, notice } = await rowOf(id)
    expect(told.redFlags).toEqual(flags)
    const at = String.raw`\d\d/\d\d/\d{4} \d\d:\d\d`
    expect(notice).toMatch(new RegExp(`^Changed by the sender on ${at}${words}\\.$`))
  })

  it('that follows another leaves what was said of the red flags then', async () => {
    const ids = newIds()
    const id = await sent(aMessage({ ids, more: fainted }))
    for (const _ of ['first', 'second']) await sent(aMessage({ ids, reason: 'update' }))
    const { notice } = await rowOf(id)
    expect(String(notice).match(/Changed by the sender/g)).toHaveLength(2)
    expect(notice).toContain('red flags before: Blackout or syncope.')
  })

  it('finds the referral by our id, by our reference, and by an identifier of the sender', async () => {
    const identifier = [{ system: 'https://ambulance.example/Id/request', value: 'R-1' }]
    const id = await sent(aMessage({ request: { identifier } }))
    const { reference } = await rowOf(id)
    const ours = [{ system: 'urn:surefoot:incoming-referral', value: reference }]
    for (const request of [{ id: `incoming-${id}` }, { identifier: ours }, { identifier }])
      expect(await sent(aMessage({ reason: 'update', request }))).toBe(id)
  })

  it('answers what staff asked', async () => {
    const [first, second] = pair({})
    const id = await sent(first)
    await service.db.owner.query(
      `update incoming_referral set state = 'asked', asked_what = 'Where?', asked_date = '2026-03-02', chase_date = '2026-03-04'
       where id = $1`,
      [id],
    )
    await sent(second)
    expect(await rowOf(id)).toMatchObject({
      state: 'waiting',
      answer: 'The sender sent the referral again, changed.',
    })
  })

  it('after a decision is refused as a conflict', async () => {
    const [first, second] = pair({})
    const id = await sent(first)
    await decline(id)
    expect(await sender.send(second)).toMatchObject({
      status: 409,
      body: { issue: [{ code: 'conflict', details: { coding: [{ code: 'REC_CONFLICT' }] } }] },
    })
    expect(await eventsOf(id)).toEqual(['new'])
  })

  it('about another person is refused, however the sender calls its request', async () => {
    const [first, second] = pair({
      patient: { identifier: [{ system: 'https://fhir.nhs.uk/Id/nhs-number', value: '9990002010' }] },
    })
    const id = await sent(first)
    const reply = await sender.send(second)
    expect(reply).toMatchObject({ status: 409, body: { issue: [{ code: 'conflict' }] } })
    expect((await rowOf(id)).told.person.nhsNumber).toBe('9990001006')
  })

  it('of a referral of another client, or of none, finds nothing', async () => {
    const id = await sent(aMessage())
    const other = await aSender(service)
    const unknown = aMessage({ reason: 'update', request: { id: `incoming-${id}` } })
    for (const reply of [await other.send(unknown), await sender.send(aMessage({ reason: 'update' }))])
      expect(reply).toMatchObject({ status: 404, body: { issue: [{ code: 'not-found' }] } })
  })
})

const decline = async (id: number): Promise<void> => {
  await service.db.owner.query(
    `update incoming_referral set state = 'declined', decided_at = now(),
       declined_referral_id = (select min(id) from declined_referral) where id = $1`,
    [id],
  )
}

describe('taking a referral back', () => {
  const pair = (status: string, reason = 'update') => {
    const ids = newIds()
    const cancel = aMessage({ ids, reason, status })
    const small = ['MessageHeader', 'ServiceRequest', 'Patient', 'Organization']
    return [
      aMessage({ ids }),
      { ...cancel, entry: cancel.entry.filter(({ resource }) => small.includes(resource.resourceType)) },
    ] as const
  }
  it.each([
    ['revoked', 'update'],
    ['entered-in-error', 'update'],
    ['revoked', 'delete'],
  ])('as %s with the reason %s withdraws it', async (status, reason) => {
    const [first, cancel] = pair(status, reason)
    const id = await sent(first)
    const reply = await sender.send(cancel)
    expect(reply.status).toBe(200)
    expect(await rowOf(id)).toMatchObject({ state: 'withdrawn', decided_by: null })
    expect((await rowOf(id))['notice']).toMatch(/^The sender took this referral back on /)
    expect((await sender.get(`ServiceRequest/incoming-${id}`)).body).toMatchObject({ status: 'revoked' })
    expect(await sender.send(cancel)).toMatchObject({ status: 200 })
    expect(await eventsOf(id)).toEqual(['new', 'cancel', 'repeat'])
  })

  it('is refused for another person, however the sender calls its request', async () => {
    const ids = newIds()
    const id = await sent(aMessage({ ids }))
    const other = {
      identifier: [],
      birthDate: '1950-01-01',
      name: [{ family: 'Somebodyelse', given: ['Ada'] }],
    }
    const cancel = aMessage({ ids, reason: 'update', status: 'revoked', patient: other })
    expect(await sender.send(cancel)).toMatchObject({ status: 409 })
    expect(await rowOf(id)).toMatchObject({ state: 'waiting' })
  })

  it('after it was accepted changes nothing, and gives staff a task today', async () => {
    const user = await service.as('Team Lead')
    const pathway = await aPathway(service, user)
    const [first, cancel] = pair('revoked')
    const id = await sent(first)
    await service.db.owner.query(
      `update incoming_referral set state = 'accepted', decided_at = now(), pathway_id = $2 where id = $1`,
      [id, pathway.id],
    )
    expect((await sender.send(cancel)).status).toBe(200)
    expect(await rowOf(id)).toMatchObject({ state: 'accepted', pathway_id: pathway.id })
    expect((await rowOf(id))['notice']).toMatch(/after it was decided\.$/)
    const { rows } = await service.db.owner.query<{ text: string }>(
      'select text, due_date::text from task where pathway_id = $1 and closed_at is null',
      [pathway.id],
    )
    expect(rows.filter(({ text }) => text.includes('took it back'))).toEqual([
      expect.objectContaining({ due_date: today() }),
    ])
    expect((await sender.get(`ServiceRequest/incoming-${id}`)).body).toMatchObject({
      status: 'active',
      note: [{ text: 'Accepted.' }],
    })
  })

  it('after it was declined changes nothing but the notice', async () => {
    const [first, cancel] = pair('revoked')
    const id = await sent(first)
    await decline(id)
    expect((await sender.send(cancel)).status).toBe(200)
    expect(await rowOf(id)).toMatchObject({ state: 'declined' })
    expect((await rowOf(id))['notice']).toMatch(/after it was decided\.$/)
  })
})

describe('a new request after the end of an earlier one', () => {
  it.each(['declined', 'withdrawn'] as const)('that was %s is a new incoming referral', async (end) => {
    const identifier = [{ system: 'https://ambulance.example/Id/request', value: `AGAIN-${end}` }]
    const ids = newIds()
    const first = await sent(aMessage({ ids, request: { identifier } }))
    if (end === 'declined') await decline(first)
    else await sent(aMessage({ ids, reason: 'update', status: 'revoked', request: { identifier } }))
    const second = await sent(aMessage({ request: { identifier } }))
    expect(second).not.toBe(first)
    expect(await rowOf(first)).toMatchObject({ state: end })
    expect(await rowOf(second)).toMatchObject({ state: 'waiting' })
    // A later update is of the latest.
    expect(await sent(aMessage({ reason: 'update', request: { identifier } }))).toBe(second)
  })
})

describe('how far a referral is', () => {
  it('is read by the client that sent it, and by nobody else', async () => {
    const id = await sent(aMessage())
    const path = `ServiceRequest/incoming-${id}`
    const { status, body } = await sender.get(path)
    expect({ status, body }).toMatchObject({
      status: 200,
      body: {
        ...{ resourceType: 'ServiceRequest', id: `incoming-${id}`, status: 'active', intent: 'plan' },
        identifier: [{ value: (await rowOf(id))['reference'] }],
        note: [{ text: 'Waits for a decision.' }],
      },
    })
    const missing = (await sender.get('ServiceRequest/incoming-999999999')).text
    expect(await (await aSender(service)).get(path)).toMatchObject({ status: 404, text: missing })
    const reader = await readingAs(service, await aFhirClient(service))
    expect((await reader(path)).status).toBe(403)
    await decline(id)
    expect((await sender.get(path)).body).toMatchObject({ status: 'revoked', note: [{ text: 'Declined.' }] })
  })

  it('is all that a client that sends referrals reads', async () => {
    for (const path of [
      'Patient?family=Quorn&birthdate=1941-05-04',
      'ServiceRequest',
      'ServiceRequest/referral-1',
      'Patient/1',
      'ServiceRequest/incoming-1/_history',
    ])
      expect({ path, status: (await sender.get(path)).status }).toEqual({ path, status: 403 })
  })
})

describe('what was told', () => {
  it('goes from the messages when it goes from the inbox', async () => {
    const id = await sent(aMessage())
    await decline(id)
    await service.db.owner.query('update incoming_referral set told = null where id = $1', [id])
    const { rows } = await service.db.owner.query(
      'select body from service_message where incoming_referral_id = $1',
      [id],
    )
    expect(rows).toEqual([{ body: null }])
    expect((await sender.get(`ServiceRequest/incoming-${id}`)).status).toBe(200)
  })
})
