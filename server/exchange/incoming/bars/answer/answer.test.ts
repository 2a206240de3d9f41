import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { transact } from '../../../../platform/db/connection/transact.ts'
import { testService, type TestService } from '../../../../testing/process/service.ts'
import { aFrat, aPathway } from '../../../../testing/world/factories.ts'
import type { TestUser } from '../../../../testing/world/users.ts'
import { readAnswers, takeAnswerBack, tellSenderOfDecision } from '../../answers/tellSender.ts'
import { declinedElements, elementsIn, fullElements, interimElements } from '../testing/elements.ts'
import {
  aMessage,
  aSender,
  incomingIdIn,
  observation,
  syncope,
  target,
  type Resource,
  type Sender,
  type SentBundle,
} from '../testing/message.ts'
import { aReceiver, type Receiver } from '../testing/receiver.ts'
import { answerTasks } from '../../senderTasks.ts'

/* What the sender of a referral is told: Interim when staff decide, Full when something came of it. */

let service: TestService
let user: TestUser
let receiver: Receiver
let sender: Sender
beforeAll(async () => {
  service = await testService()
  user = await service.as('Team Lead')
  receiver = await aReceiver()
  sender = await aSender(service, receiver.url)
  await service.db.owner.query(
    `update letterhead set service_name = 'Sampletown Falls', telephone = '01632 960500'`,
  )
})
afterAll(async () => {
  await receiver.close()
  await service.close()
})
beforeEach(() => {
  receiver.received.length = 0
  receiver.answers(200)
  service.time.now = Date.now()
})

/** What was queued by the clock of the database is due by that of the service. */
const run = async (task: 'sendAnswers' | 'queueOutcomes'): Promise<void> => {
  service.time.now = Math.max(service.time.now, Date.now() + 1000)
  await (answerTasks(service.parts, '1.0.0')[task] as () => Promise<void>)()
}
const later = async (minutes: number): Promise<void> => {
  service.time.now += minutes * 60_000
  await run('sendAnswers')
}

/** A message with every element of the standard's examples. */
const rich = (given: Parameters<typeof aMessage>[0] = {}): SentBundle => {
  const concept = (system: string, code: string, display: string) => ({ coding: [{ system, code, display }] })
  const message = aMessage({
    more: [
      observation(syncope, { effectiveDateTime: '2026-03-02T09:10:00+00:00' }),
      {
        resourceType: 'Flag',
        status: 'active',
        category: [concept('https://fhir.nhs.uk/CodeSystem/flag-categories-bars', 'SS', 'Scene Safety')],
        code: concept('https://fhir.nhs.uk/CodeSystem/scene-safety-codes-bars', 'S', 'The Scene is safe'),
      },
    ],
    patient: {
      extension: [
        {
          url: 'https://fhir.hl7.org.uk/StructureDefinition/Extension-UKCore-EthnicCategory',
          valueCodeableConcept: concept(
            'https://fhir.hl7.org.uk/CodeSystem/UKCore-EthnicCategory',
            'A',
            'British',
          ),
        },
      ],
      identifier: [
        {
          extension: [
            {
              url: 'https://fhir.hl7.org.uk/StructureDefinition/Extension-UKCore-NHSNumberVerificationStatus',
              valueCodeableConcept: concept('https://example.org/status', '01', 'Verified'),
            },
          ],
          system: 'https://fhir.nhs.uk/Id/nhs-number',
          value: '9990001006',
        },
      ],
      name: [{ use: 'official', text: 'Mrs Ivy Quorn', family: 'Quorn', given: ['Ivy'], prefix: ['Mrs'] }],
      address: [
        {
          ...{ use: 'home', type: 'both', text: '4 Ash Lane, Sampletown', line: ['4 Ash Lane'] },
          ...{ city: 'Sampletown', district: 'Sampleshire', postalCode: 'ZZ99 1AB' },
        },
      ],
      contact: [
        {
          extension: [{ url: 'https://example.org/rank', valuePositiveInt: 1 }],
          relationship: [
            concept('http://terminology.hl7.org/CodeSystem/v2-0131', 'EP', 'Emergency contact person'),
          ],
          name: { family: 'Marsh', given: ['Lee'] },
          gender: 'male',
          telecom: [{ system: 'phone', value: '01632 960002', use: 'home', rank: 1 }],
        },
      ],
      communication: [
        { language: concept('https://example.org/language', 'en', 'English'), preferred: true },
      ],
    },
    ...given,
  })
  const fill = (type: string, more: object): void => {
    for (const { resource } of message.entry)
      if (resource.resourceType === type) Object.assign(resource, more)
  }
  const idOf = (type: string) => ({
    reference: message.entry.find(({ resource }) => resource.resourceType === type)?.fullUrl ?? '',
  })
  for (const type of ['Observation', 'Flag'])
    fill(type, { subject: idOf('Patient'), encounter: idOf('Encounter') })
  fill('HealthcareService', { active: true })
  fill('Location', {
    extension: [
      {
        url: 'https://fhir.nhs.uk/StructureDefinition/LocationExtension',
        extension: [{ url: 'UPRN', valueString: '000000000001' }],
      },
    ],
    address: { line: ['4 Ash Lane'], city: 'Sampletown', postalCode: 'ZZ99 1AB', country: 'UK' },
    position: { longitude: -1.5, latitude: 53.8 },
  })
  fill('Consent', { dateTime: '2026-03-02' })
  fill('Practitioner', {
    identifier: [{ system: 'https://example.org/staff', value: 'S1' }],
    telecom: [{ system: 'phone', value: '01632 960200', use: 'work' }],
  })
  fill('PractitionerRole', {
    code: [concept('http://snomed.info/sct', '224608005', 'Administrative healthcare staff')],
    specialty: [concept('http://snomed.info/sct', '408443003', 'General medical practice')],
  })
  const [request] = message.entry.filter(({ resource }) => resource.resourceType === 'ServiceRequest')
  const [category] = (request?.resource['category'] ?? []) as { coding: { display?: string }[] }[]
  for (const coding of category?.coding ?? []) coding.display = 'as sent'
  return message
}

const referred = async (message = rich()): Promise<{ id: number; message: SentBundle }> => {
  const reply = await sender.send(message)
  expect(reply.status).toBe(200)
  return { id: incomingIdIn(reply), message }
}

interface Decision {
  decision: 'accepted' | 'declined'
  reason?: string
  note?: string
  pathwayId?: number
}

/** Decides as the inbox does: the row and what is told in one transaction. */
const decide = async (id: number, { decision, reason = 'Not right', note, pathwayId }: Decision) => {
  const { owner } = service.db
  const { rows } = await owner.query<{ id: number }>(
    `with known as (select id from declined_referral where name = $1),
     added as (insert into declined_referral (name) select $1 where not exists (select from known) returning id)
     select id from known union all select id from added`,
    [reason],
  )
  const pathway = decision === 'accepted' ? (pathwayId ?? (await aPathway(service, user)).id) : null
  await owner.query(
    `update incoming_referral set state = $2, decided_at = now(), decided_by = $3, pathway_id = $4,
       declined_referral_id = $5, declined_note = $6 where id = $1`,
    [
      ...[id, decision, user.userId, pathway],
      ...(decision === 'declined' ? [rows[0]?.id, note ?? null] : [null, null]),
    ],
  )
  await transact(service.db.sql, (sql) =>
    tellSenderOfDecision({ sql, userId: user.userId, trace: () => undefined }, { incomingId: id, decision }),
  )
  return pathway
}

const resources = (message: SentBundle | undefined, type: string): Resource[] =>
  (message?.entry ?? []).flatMap(({ resource }) => (resource.resourceType === type ? [resource] : []))
const stateOf = async (id: number) =>
  (await readAnswers(service.db.sql, id)).map(({ kind, state }) => `${kind} ${state}`)

/** What an answer refers to is in it. */
const dangling = (message: SentBundle): string[] => {
  const there = new Set(message.entry.map(({ fullUrl }) => fullUrl))
  return [...JSON.stringify(message).matchAll(/"reference":"(urn:uuid:[^"]+)"/g)].flatMap(([, to = '']) =>
    there.has(to) ? [] : [to],
  )
}

describe('the sender of an accepted referral', () => {
  it('is told at once: in progress, with every element of the standard, and nothing clinical', async () => {
    const { id, message } = await referred()
    await decide(id, { decision: 'accepted' })
    await run('sendAnswers')
    const [{ path, headers, body } = { path: '', headers: {}, body: undefined }] = receiver.received
    expect(receiver.received).toHaveLength(1)
    expect(path).toBe('/FHIR/R4/$process-message')
    expect(headers).toMatchObject({
      'nhsd-target-identifier': target('https://fhir.nhs.uk/Id/dos-service-id', '200067890'),
      'content-type': 'application/fhir+json; version=1.4.0',
    })
    const [header] = resources(body, 'MessageHeader')
    expect(header).toMatchObject({
      eventCoding: { code: 'servicerequest-response' },
      reason: { coding: [{ code: 'new' }] },
      response: { identifier: message.id, code: 'ok' },
      source: { name: 'Sampletown Falls', endpoint: 'https://fhir.nhs.uk/Id/dos-service-id|200012345' },
      definition: expect.stringMatching(/response-validation-interim$/) as string,
    })
    const { rows } = await service.db.owner.query<{ reference: string }>(
      'select reference from incoming_referral where id = $1',
      [id],
    )
    const encounters = resources(body, 'Encounter')
    expect(encounters).toHaveLength(2)
    expect(encounters[1]).toMatchObject({
      status: 'in-progress',
      identifier: [{ value: rows[0]?.reference }],
    })
    expect(header?.['focus']).toEqual([{ reference: `urn:uuid:${String(encounters[1]?.['id'])}` }])
    const found = elementsIn(body as SentBundle)
    expect(interimElements.filter((path_) => !found.has(path_))).toEqual([])
    expect(dangling(body as SentBundle)).toEqual([])
    for (const type of ['Observation', 'CarePlan', 'Flag', 'Consent'])
      expect(resources(body, type)).toEqual([])
    expect(await stateOf(id)).toEqual(['interim sent'])
  })

  it('is told that the person was assessed, once, as an update of the first answer', async () => {
    const { id } = await referred()
    const pathwayId = await decide(id, { decision: 'accepted' })
    await run('sendAnswers')
    const [interim] = receiver.received
    await run('queueOutcomes')
    expect(await stateOf(id)).toEqual(['interim sent'])
    await aFrat(service, user, Number(pathwayId))
    for (let times = 0; times < 3; times += 1) await run('queueOutcomes')
    await run('sendAnswers')
    expect(receiver.received).toHaveLength(2)
    const body = receiver.received[1]?.body
    const [header] = resources(body, 'MessageHeader')
    expect(header).toMatchObject({
      reason: { coding: [{ code: 'update' }] },
      response: { identifier: interim?.body.id },
      definition: expect.stringMatching(/response-validation-full$/) as string,
    })
    const encounters = resources(body, 'Encounter')
    expect(encounters).toHaveLength(2)
    expect(encounters[1]).toMatchObject({
      status: 'finished',
      id: resources(interim?.body, 'Encounter')[1]?.['id'],
    })
    expect(JSON.stringify(resources(body, 'CarePlan'))).toMatch(/Assessed for falls on /)
    const found = elementsIn(body as SentBundle)
    expect(fullElements.filter((path) => !found.has(path))).toEqual([])
    expect(dangling(body as SentBundle)).toEqual([])
    expect(await stateOf(id)).toEqual(['interim sent', 'full sent'])
  })

  it('was told, says the audit trail, and that the referral was made only when it came', async () => {
    const { id } = await referred()
    await decide(id, { decision: 'accepted' })
    await run('sendAnswers')
    const { rows } = await service.db.owner.query<{ action: string; before: unknown; after: unknown }>(
      `select action, record -> 'before' as before, record -> 'after' as after
       from audit_event cross join lateral jsonb_array_elements(records) as record
       where kind = 'write' and record ->> 'entity' = 'incomingReferral' and (record ->> 'id')::bigint = $1
       order by audit_event.id`,
      [id],
    )
    expect(rows).toEqual([
      { action: 'POST /fhir/R4/$process-message', before: null, after: { source: 'bars', state: 'waiting' } },
      {
        action: 'tell the sender of an incoming referral',
        before: { answer: 'waiting' },
        after: { answer: 'sent', outcome: 'accepted' },
      },
    ])
  })

  it('is told how the referral ended', async () => {
    const { id } = await referred()
    const pathwayId = await decide(id, { decision: 'accepted' })
    await run('sendAnswers')
    await service.db.owner.query(
      `update pathway set discharge_date = '2026-03-20', discharge_reason_id = (select min(id) from discharge_reason),
         discharge_clinician_id = (select min(id) from clinician) where id = $1`,
      [pathwayId],
    )
    await run('queueOutcomes')
    await run('sendAnswers')
    const { rows } = await service.db.owner.query<{ name: string }>(
      'select name from discharge_reason order by id limit 1',
    )
    expect(JSON.stringify(resources(receiver.received[1]?.body, 'CarePlan'))).toContain(
      `Discharged on 20-Mar-2026: ${rows[0]?.name}.`,
    )
  })

  it.each([
    [
      'is restricted',
      `insert into patient_restriction (patient_id, kind, reason, created_by) select patient_id, 'safety', 'Hides', $2 from pathway where id = $1`,
    ],
    [
      'refused to share',
      `update patient set consent_refused_date = '2026-03-01' from pathway where pathway.patient_id = patient.id and pathway.id = $1 and $2::bigint is not null`,
    ],
  ])('is told nothing but the end of a person who %s', async (_, change) => {
    const { id } = await referred()
    const pathwayId = await decide(id, { decision: 'accepted' })
    await run('sendAnswers')
    await aFrat(service, user, Number(pathwayId))
    await service.db.owner.query(change, [pathwayId, user.userId])
    await run('queueOutcomes')
    expect(await stateOf(id)).toEqual(['interim sent'])
    await service.db.owner.query(`update pathway set cancel_referral_date = '2026-03-20' where id = $1`, [
      pathwayId,
    ])
    await run('queueOutcomes')
    await run('sendAnswers')
    const plan = JSON.stringify(resources(receiver.received[1]?.body, 'CarePlan'))
    expect(plan).toContain('The referral ended on 20-Mar-2026.')
    expect(plan).not.toContain('Assessed')
  })
})

describe('the sender of a declined referral', () => {
  it.each([
    ['Patient declined', '26', 'OTH'],
    ['Does not meet criteria: age', '40', 'OTH'],
    ['Does not meet criteria: out of area / not registered locally', '42', 'OTH'],
    ['No capacity until May', '22', 'RRNA'],
    ['Needs urgent medical assessment (redirected)', '23', 'OTH'],
    ['Duplicate referral', '99', 'OTH'],
  ])('is told %s as a code and in words', async (reason, code, rejected) => {
    const { id } = await referred()
    await decide(id, { decision: 'declined', reason, note: 'Ring us if it changes' })
    await run('sendAnswers')
    const body = receiver.received[0]?.body
    const encounter = resources(body, 'Encounter')[1]
    expect(encounter).toMatchObject({
      status: 'cancelled',
      reasonCode: [{ coding: [{ code: rejected }, { code }], text: `${reason}. Ring us if it changes` }],
    })
    const found = elementsIn(body as SentBundle)
    expect(declinedElements.filter((path) => !found.has(path))).toEqual([])
  })

  it('is not told if the decision was undone before it was sent, and told again after it was', async () => {
    const { id } = await referred()
    await decide(id, { decision: 'declined' })
    await transact(service.db.sql, (sql) => takeAnswerBack({ sql }, { incomingId: id }))
    await run('sendAnswers')
    expect(receiver.received).toEqual([])
    await decide(id, { decision: 'declined' })
    await run('sendAnswers')
    await decide(id, { decision: 'accepted' })
    await run('sendAnswers')
    expect(receiver.received).toHaveLength(2)
    expect(resources(receiver.received[1]?.body, 'MessageHeader')[0]).toMatchObject({
      reason: { coding: [{ code: 'update' }] },
      response: { identifier: receiver.received[0]?.body.id },
    })
  })
})

describe('a referral that is no validation', () => {
  it('is answered in the definitions of a referral', async () => {
    const { id } = await referred(rich({ category: 'referral', useCase: null }))
    await decide(id, { decision: 'accepted' })
    await run('sendAnswers')
    const body = receiver.received[0]?.body
    expect(resources(body, 'MessageHeader')[0]?.['definition']).toMatch(/response-referral-short$/)
    expect(resources(body, 'Encounter')[1]?.['reasonCode']).toEqual([{ text: 'Referral accepted' }])
  })
})

describe('an answer that does not arrive', () => {
  it.each<[string, number, object]>([
    ['hung up on', 0, {}],
    ['answered with 503', 503, {}],
    ['answered with 429', 429, {}],
    ['redirected', 302, {}],
    ['refused for its token', 401, {}],
  ])('because it is %s is sent again with the same ids until it does', async (_, status, reply) => {
    const { id } = await referred()
    await decide(id, { decision: 'accepted' })
    receiver.answers(status, reply)
    await run('sendAnswers')
    await run('sendAnswers')
    expect(receiver.received).toHaveLength(1)
    await later(2)
    await later(10)
    expect(receiver.received).toHaveLength(3)
    expect(await stateOf(id)).toEqual(['interim waiting'])
    receiver.answers(200)
    await later(60)
    const sent = receiver.received.map(({ headers, body }) =>
      [headers['x-request-id'], JSON.stringify(body)].join(),
    )
    expect(new Set(sent).size).toBe(1)
    expect(await stateOf(id)).toEqual(['interim sent'])
    await later(600)
    expect(receiver.received).toHaveLength(4)
  })

  it('fails after three days, and the incoming referral says so', async () => {
    const { id } = await referred()
    await decide(id, { decision: 'accepted' })
    receiver.answers(503)
    for (let hour = 0; hour < 71; hour += 1) await later(60)
    expect(await stateOf(id)).toEqual(['interim waiting'])
    await later(120)
    expect(await stateOf(id)).toEqual(['interim failed'])
    const { rows } = await service.db.owner.query('select notice from incoming_referral where id = $1', [id])
    expect(rows).toEqual([{ notice: 'The sender could not be told by message. Ring them.' }])
    const tried = receiver.received.length
    await later(6000)
    expect(receiver.received).toHaveLength(tried)
  })

  it('fails at once where it is refused for good', async () => {
    const { id } = await referred()
    await decide(id, { decision: 'accepted' })
    receiver.answers(422, { resourceType: 'OperationOutcome' })
    await run('sendAnswers')
    expect(await readAnswers(service.db.sql, id)).toMatchObject([
      { state: 'failed', problem: 'It was answered with 422.' },
    ])
  })

  it('counts as sent where the receiver says that it has it', async () => {
    const { id } = await referred()
    await decide(id, { decision: 'accepted' })
    receiver.answers(409, { resourceType: 'OperationOutcome', issue: [{ code: 'duplicate' }] })
    await run('sendAnswers')
    expect(await stateOf(id)).toEqual(['interim sent'])
  })

  it('is not sent to a client that was revoked', async () => {
    const ended = await aSender(service, receiver.url)
    const reply = await ended.send(rich())
    const id = incomingIdIn(reply)
    await service.db.owner.query('update fhir_client set revoked_at = now(), revoked_by = $2 where id = $1', [
      ended.client.id,
      user.userId,
    ])
    await decide(id, { decision: 'accepted' })
    await run('sendAnswers')
    expect(receiver.received).toEqual([])
    expect(await readAnswers(service.db.sql, id)).toMatchObject([
      { state: 'waiting', problem: 'The sender is not registered any more.' },
    ])
  })

  it('that arrived, and was not noted because the process was killed, comes again under the same ids', async () => {
    const { id } = await referred()
    await decide(id, { decision: 'accepted' })
    await run('sendAnswers')
    // As it was stored when the message left: claimed, and not settled.
    await service.db.owner.query(
      `update sender_answer set state = 'waiting', settled_at = null, next_at = now() + interval '2 minutes'
       where incoming_referral_id = $1`,
      [id],
    )
    await run('sendAnswers')
    expect(receiver.received).toHaveLength(1)
    receiver.answers(409, { resourceType: 'OperationOutcome', issue: [{ code: 'duplicate' }] })
    await later(3)
    const [first, again] = receiver.received
    expect(again?.headers['x-request-id']).toBe(first?.headers['x-request-id'])
    expect(again?.body).toEqual(first?.body)
    expect(await stateOf(id)).toEqual(['interim sent'])
  })

  it('is sent once by two processes', async () => {
    const ids = await Promise.all([referred(), referred(), referred()])
    for (const { id } of ids) await decide(id, { decision: 'accepted' })
    await Promise.all([run('sendAnswers'), run('sendAnswers'), run('sendAnswers')])
    expect(receiver.received).toHaveLength(3)
  })
})

describe('the sender of a form', () => {
  it('gets no message', async () => {
    const { id } = await referred()
    await service.db.owner.query(`update incoming_referral set source = 'self' where id = $1`, [id])
    await decide(id, { decision: 'declined' })
    expect(await readAnswers(service.db.sql, id)).toEqual([])
  })
})
