import { randomUUID } from 'node:crypto'
import type { OperationOutcome } from 'fhir/r4.js'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Told } from '../../../../../contract/exchange/incoming/told.ts'
import { testService, type TestService } from '../../../../testing/process/service.ts'
import type { FhirReply } from '../../../testing/fhirClient.ts'
import {
  aMessage,
  aSender,
  flag,
  incomingIdIn,
  messageHeaders,
  newIds,
  observation,
  ourService,
  syncope,
  theirService,
  type Resource,
  type Sender,
  type SentBundle,
} from '../testing/message.ts'

/*
 * Every example that the Booking and Referral Standard publishes, by its kind, with what happens to one like it. The
 * messages are ours, small and about invented people. Errors that a receiver gives: ../errors.test.ts; errors that we are
 * given: ../answer/examples.test.ts.
 */

let service: TestService
let sender: Sender
beforeAll(async () => {
  service = await testService()
  await service.as('Team Lead')
  sender = await aSender(service)
})
afterAll(() => service.close())

const branchOf = ({ status, body }: FhirReply): string => {
  if (status === 200) return 'taken'
  const [issue] = (body as unknown as OperationOutcome).issue
  return `${status}-${issue?.details?.coding?.[0]?.code}-${issue?.code}`
}

type Given = Parameters<typeof aMessage>[0] & object

/** A response of somebody else, as we send them. */
const response = (given: Given = {}): SentBundle => {
  const message = aMessage(given)
  for (const { resource } of message.entry)
    if (resource.resourceType === 'MessageHeader')
      Object.assign(resource, {
        eventCoding: {
          system: 'https://fhir.nhs.uk/CodeSystem/message-events-bars',
          code: 'servicerequest-response',
        },
        response: { identifier: randomUUID(), code: 'ok' },
      })
  return message
}

/** A request for an appointment: neither a referral nor about one. */
const booking = (): SentBundle => {
  const { entry, ...bundle } = aMessage()
  return {
    ...bundle,
    entry: entry.flatMap(({ fullUrl, resource }) => {
      if (resource.resourceType === 'MessageHeader')
        return [
          {
            fullUrl,
            resource: {
              ...resource,
              eventCoding: {
                system: 'https://fhir.nhs.uk/CodeSystem/message-events-bars',
                code: 'booking-request',
              },
            },
          },
        ]
      return resource.resourceType === 'ServiceRequest'
        ? [{ fullUrl, resource: { resourceType: 'Appointment', status: 'booked' } }]
        : [{ fullUrl, resource }]
    }),
  }
}

/** The service's own encounter beside that of the sender, as in an answer. */
const theirs: Resource = { resourceType: 'Encounter', status: 'planned' }
const without = ({ entry, ...bundle }: SentBundle, ...types: string[]): SentBundle => ({
  ...bundle,
  entry: entry.filter(({ resource }) => !types.includes(resource.resourceType)),
})
const ampds = (message: SentBundle): SentBundle => {
  for (const { resource } of message.entry)
    if (resource.resourceType === 'CarePlan')
      Object.assign(resource, {
        activity: [
          {
            outcomeCodeableConcept: [
              { coding: [{ system: 'https://fhir.nhs.uk/CodeSystem/ampds-dispatch-codes', code: '17A02' }] },
              { text: 'Not dangerous body area' },
            ],
          },
        ],
      })
  return message
}

/** Addressed to the service that asked, as what is answered to it. */
const toThem = (message: SentBundle): SentBundle => {
  for (const { resource } of message.entry)
    if (resource.resourceType === 'MessageHeader')
      Object.assign(resource, { destination: [{ endpoint: theirService }] })
  return message
}

const notTaken = '400-REC_BAD_REQUEST-not-supported'
const notHere = '501-REC_NOT_IMPLEMENTED-not-supported'
const forOthers = '404-REC_NOT_FOUND-not-found'
const incomplete = '400-REC_BAD_REQUEST-required'

interface Example {
  example: string
  kind: string
  /** With the use case of the example. */
  branch: string
  /** With a use case that this service takes; absent where it makes no difference. */
  asOurs?: string
  message: (useCase: string) => SentBundle
}

const examples: Example[] = [
  {
    example: 'app4/VALREQ01 - Validation Service Request New Full - 999 to CAS.xml',
    kind: 'a new request to validate, with a finding and a scene',
    branch: notTaken,
    asOurs: 'taken',
    message: (useCase) =>
      aMessage({
        useCase,
        more: [observation(syncope), flag('SS', { coding: [{ system: 'x', code: 'S' }] })],
      }),
  },
  {
    example: 'app4/VALREQ02 - Validation Service Request Update Full - 999 to CAS Lower Priority.xml',
    kind: 'a change of a request to validate that was never sent',
    branch: notTaken,
    asOurs: '404-REC_NOT_FOUND-not-found',
    message: (useCase) => aMessage({ useCase, reason: 'update' }),
  },
  {
    example: 'app4/VALREQ03 - Validation Service Request New Full AMPDS - 999 to CAS.xml',
    kind: 'a new request to validate with a code of AMPDS',
    branch: notTaken,
    asOurs: 'taken',
    message: (useCase) => ampds(aMessage({ useCase })),
  },
  {
    example: 'app4/REFREQ02 - Referral Service Request New Full - 999 to CAS.xml',
    kind: 'a new referral of another use case',
    branch: 'taken',
    message: () => aMessage({ useCase: 'a3t1', category: 'referral', more: [observation(syncope)] }),
  },
  {
    example:
      'app4/VALRESP01 - Validation Response HTTP Response Acknowledgment - CAS to 999 Planned (0 of 2).xml',
    kind: 'the answer to a message, sent as a message: two encounters',
    branch: notTaken,
    asOurs: incomplete,
    message: (useCase) => aMessage({ useCase, more: [theirs] }),
  },
  {
    example: 'app4/VALRESP01A - Validation Response New Interim - CAS to 999 In-progress (1 of 2).xml',
    kind: 'a response: in progress',
    branch: notHere,
    asOurs: notHere,
    message: (useCase) => without(response({ useCase, more: [theirs] }), 'CarePlan', 'Consent'),
  },
  {
    example: 'app4/VALRESP01B - Validation Response Update Full - CAS to 999 Finished (2 of 2).xml',
    kind: 'a response: finished, after one in progress',
    branch: notHere,
    asOurs: notHere,
    message: (useCase) => response({ useCase, reason: 'update', more: [theirs] }),
  },
  {
    example: 'app4/VALRESP02 - Validation Response New Full - CAS to 999 Finished.xml',
    kind: 'a response: finished at once',
    branch: notHere,
    asOurs: notHere,
    message: (useCase) => response({ useCase, more: [theirs] }),
  },
  {
    example: 'app4/VALRESP03 - Validation Response New Full - CAS to 999 Finished Inc New CADid Cat 1-2.xml',
    kind: 'a response: finished, and another case was opened',
    branch: notHere,
    asOurs: notHere,
    message: (useCase) => response({ useCase, more: [theirs, theirs] }),
  },
  {
    example: 'app4/VALRESP04 - Validation Response Interim - Reject Validation Request.xml',
    kind: 'a response: declined',
    branch: notHere,
    asOurs: notHere,
    message: (useCase) =>
      response({ useCase, more: [{ ...theirs, status: 'cancelled', reasonCode: [{ text: 'No places' }] }] }),
  },
  {
    example: 'app4/VALRESP05 - Validation Response - Falls to 999 Finished copy.xml',
    kind: 'a response: of a service that lifts people',
    branch: notHere,
    asOurs: notHere,
    message: () => response({ useCase: 'a4t2', more: [theirs] }),
  },
  {
    example: 'process_message/request/ValidationRequest (POST) .json',
    kind: 'a request to validate without a use case',
    branch: notTaken,
    message: () => aMessage({ useCase: null }),
  },
  {
    example: 'process_message/response/ValidationRequest (HTTP Response) .json',
    kind: 'the answer to it: addressed to the service that asked, and without what a request has',
    branch: forOthers,
    message: () => toThem(without(aMessage({ useCase: null }), 'CarePlan', 'Consent', 'HealthcareService')),
  },
  {
    example: 'process_message/request/ValidationResponse (POST) .json',
    kind: 'a response without a use case',
    branch: notHere,
    message: () => response({ useCase: null }),
  },
  ...['process_message/POST-body.json', 'process_message/request/Booking (POST).json'].map(
    (example): Example => ({ example, kind: 'a booking', branch: notHere, message: booking }),
  ),
  ...['process_message/POST-success.json', 'process_message/response/Booking (HTTP Response) .json'].map(
    (example): Example => ({
      example,
      kind: 'the answer to a booking, addressed to the service that asked',
      branch: forOthers,
      message: () => toThem(booking()),
    }),
  ),
]

describe('a message like the published example', () => {
  it.each(examples)('$example ($kind): $branch', async ({ message, branch }) => {
    expect(branchOf(await sender.send(message('a4t1')))).toBe(branch)
  })

  it.each(examples.filter(({ asOurs }) => asOurs !== undefined))(
    '$example ($kind), for us: $asOurs',
    async ({ message, asOurs }) => {
      expect(branchOf(await sender.send(message('a4t3')))).toBe(asOurs)
    },
  )

  it('that changes what was sent before is taken', async () => {
    const ids = newIds()
    await sender.send(aMessage({ ids }))
    expect(branchOf(await sender.send(aMessage({ ids, reason: 'update' })))).toBe('taken')
  })
})

const told = async (given: Given): Promise<Told> => {
  const id = incomingIdIn(await sender.send(aMessage(given)))
  const { rows } = await service.db.owner.query<{ told: Told }>(
    'select told from incoming_referral where id = $1',
    [id],
  )
  return rows[0]?.told ?? ({} as Told)
}
const codeOf = (system: string, code: string, display: string) => ({
  coding: [{ system: `https://fhir.nhs.uk/CodeSystem/${system}`, code, display }],
})
const outcome = (system: string, code: string, display: string): Given => ({
  more: [{ resourceType: 'Observation', status: 'final', code: codeOf(system, code, display) }],
})
const place = (code: string, name: string): Given => ({
  more: [
    {
      resourceType: 'Location',
      name,
      type: [codeOf('location-types-bars', code, name)],
      address: { line: ['4 Ash Lane'], city: 'Sampletown', postalCode: 'ZZ99 1AB' },
      extension: [
        {
          url: 'https://fhir.nhs.uk/StructureDefinition/LocationExtension',
          extension: [
            { url: 'UPRN', valueString: '000000000001' },
            { url: 'what3words', valueString: 'one.two.three' },
          ],
        },
      ],
    },
  ],
})
const at = '4 Ash Lane, Sampletown, ZZ99 1AB, one.two.three'

/** What is read from a resource or a code that the standard publishes, as a line among the reasons. */
const parts: { example: string; kind: string; branch: string; given: Given }[] = [
  {
    example: 'app4/Location - Incident Location.xml',
    kind: 'where it happened',
    branch: `Where it happened: The hall, ${at}`,
    given: place('ILOC', 'The hall'),
  },
  {
    example: 'app4/LOC2 - Location - Caller Location.xml',
    kind: 'where the caller is',
    branch: `Caller at: The surgery, ${at}`,
    given: place('CLOC', 'The surgery'),
  },
  {
    example: 'app4/LOC3 - Location - Rendevous Location.xml',
    kind: 'where to meet',
    branch: `Meet at: The gate, ${at}`,
    given: place('RLOC', 'The gate'),
  },
  {
    example: 'app4/LOC4 - Location - Other Location.xml',
    kind: 'another place',
    branch: `Another place: The park, ${at}`,
    given: place('OLOC', 'The park'),
  },
  {
    example: 'app4/location-types-bars.xml',
    kind: 'a kind of place that is not known',
    branch: `Where it happened: The moor, ${at}`,
    given: place('XLOC', 'The moor'),
  },
  {
    example: 'app4/safeguarding-codes-bars.xml',
    kind: 'a safeguarding concern',
    branch: 'Safeguarding: Worry about the home',
    given: { more: [flag('SG', codeOf('safeguarding-codes-bars', 'U', 'Worry about the home'))] },
  },
  {
    example: 'app4/scene-safety-codes-bars.xml',
    kind: 'an unsafe scene',
    branch: 'Scene: Not safe',
    given: { more: [flag('SS', codeOf('scene-safety-codes-bars', 'U', 'Not safe'))] },
  },
  {
    example: 'app4/flag-categories-bars.xml',
    kind: 'flags of other categories',
    branch: 'Other flags: Rings often; Was turned away',
    given: { more: [flag('RC', { text: 'Rings often' }), flag('RS', { text: 'Was turned away' })] },
  },
  {
    example: 'app4/consent-categories-bars.xml',
    kind: 'consent for direct care',
    branch: 'Consent: implied, for direct care',
    given: {},
  },
  {
    example: 'app4/usecases-categories-bars.xml',
    kind: 'a use case',
    branch: '999 to a falls service',
    given: { useCase: 'a4t2' },
  },
  {
    example: 'app4/household-composition-bars.xml',
    kind: 'who lives there',
    branch: 'Found: By herself',
    given: outcome('household-composition-bars', 'X', 'By herself'),
  },
  {
    example: 'app4/response-outcome-codes.xml',
    kind: 'what was done',
    branch: 'Found: Lifted by the crew',
    given: outcome('response-outcome-codes', 'X', 'Lifted by the crew'),
  },
]

/** Codes of an assessment: what they say in words stands among the reasons. */
const triage: { example: string; kind: string; branch: string; system: string; code: string }[] = [
  {
    example: 'app4/arp-priority-codes.xml',
    kind: 'a priority of the ambulance service',
    branch: 'routine',
    ...{ system: 'arp-priority-codes', code: 'C4' },
  },
  {
    example: 'app4/ampds-dispatch-codes.xml',
    kind: 'a code of AMPDS',
    branch: 'no urgency',
    ...{ system: 'ampds-dispatch-codes', code: '17A02' },
  },
  {
    example: 'app4/triage-outcome-dx-codes.xml',
    kind: 'a disposition of NHS Pathways',
    branch: 'no urgency',
    ...{ system: 'pathways-dx-codes', code: 'X' },
  },
  {
    example: 'app4/triage-outcome-pathways-codes.xml',
    kind: 'a pathway of NHS Pathways',
    branch: 'no urgency',
    ...{ system: 'pathways-pathway-codes', code: 'X' },
  },
  {
    example: 'app4/triage-outcome-sd-codes.xml',
    kind: 'a symptom discriminator',
    branch: 'no urgency',
    ...{ system: 'pathways-sd-codes', code: 'X' },
  },
  {
    example: 'app4/triage-outcome-sg-codes.xml',
    kind: 'a symptom group',
    branch: 'no urgency',
    ...{ system: 'pathways-sg-codes', code: 'X' },
  },
]

describe('a part like the published example', () => {
  it.each(parts)('$example ($kind): $branch', async ({ given, branch }) => {
    expect((await told(given)).reason?.split('\n')).toContain(branch)
  })

  it.each(triage)('$example ($kind): $branch', async ({ system, code, branch }) => {
    const message = aMessage()
    for (const { resource } of message.entry)
      if (resource.resourceType === 'CarePlan')
        resource['activity'] = [{ outcomeCodeableConcept: [codeOf(system, code, 'In words')] }]
    const id = incomingIdIn(await sender.send(message))
    const { rows } = await service.db.owner.query<{ told: Told }>(
      'select told from incoming_referral where id = $1',
      [id],
    )
    expect(rows[0]?.told.urgency ?? 'no urgency').toBe(branch)
    expect(rows[0]?.told.reason).toContain('Outcome of the assessment: In words\n')
  })

  it('app4/reasonable-adjustment-codes-bars.xml: what the person needs', async () => {
    const needs = flag('RA', codeOf('reasonable-adjustment-codes-bars', 'X', 'Speak slowly'))
    expect((await told({ more: [needs] })).person.needs).toBe('Language: Welsh. Speak slowly')
  })
})

const event = async (code: string): Promise<string> => {
  const message = aMessage()
  for (const { resource } of message.entry)
    if (resource.resourceType === 'MessageHeader')
      Object.assign(resource, {
        eventCoding: { system: 'https://fhir.nhs.uk/CodeSystem/message-events-bars', code },
      })
  return branchOf(await sender.send(message))
}

describe('a code of a message', () => {
  it.each([
    { example: 'app4/BARS-message-events.xml', kind: 'servicerequest-request', branch: 'taken' },
    { example: 'app4/BARS-message-events.xml', kind: 'servicerequest-response', branch: notHere },
    { example: 'app4/BARS-message-events.xml', kind: 'booking-request', branch: notHere },
    { example: 'app4/BARS-message-events.xml', kind: 'booking-response', branch: notHere },
  ])('$example, the event $kind: $branch', async ({ kind, branch }) => {
    expect(await event(kind)).toBe(branch)
  })

  it.each([
    { example: 'app4/BARS-message-reason.xml', kind: 'new', branch: 'taken' },
    { example: 'app4/BARS-message-reason.xml', kind: 'update', branch: '404-REC_NOT_FOUND-not-found' },
    { example: 'app4/BARS-message-reason.xml', kind: 'delete', branch: '400-REC_BAD_REQUEST-invariant' },
  ])('$example, the reason $kind of an active request: $branch', async ({ kind, branch }) => {
    expect(branchOf(await sender.send(aMessage({ reason: kind })))).toBe(branch)
  })
})

const definition = (name: string): string => `https://fhir.nhs.uk/MessageDefinition/bars-message-${name}`
/** Definitions that are published, and whether metadata says that such messages are taken or sent. */
const definitions = [
  {
    example: 'app4/BARS-MessageDefinition-ServiceRequest-Request-Referral.xml',
    kind: 'servicerequest-request-referral',
    branch: 'receiver',
  },
  {
    example: 'app4/BARS-MessageDefinition-ServiceRequest-Request-Validation.xml',
    kind: 'servicerequest-request-validation',
    branch: 'receiver',
  },
  {
    example: 'app4/BARSMessageDefinitionServiceRequestRequestCancelled.xml',
    kind: 'servicerequest-request-cancelled',
    branch: 'receiver',
  },
  {
    example: 'app4/BARS-MessageDefinition-ServiceRequest-Response-Referral-Short.xml',
    kind: 'servicerequest-response-referral-short',
    branch: 'sender',
  },
  {
    example: 'app4/BARS-MessageDefinition-ServiceRequest-Response-Referral.xml',
    kind: 'servicerequest-response-referral',
    branch: 'sender',
  },
  {
    example: 'app4/BARS-MessageDefinition-ServiceRequest-Response-Validation-Full.xml',
    kind: 'servicerequest-response-validation-full',
    branch: 'sender',
  },
  {
    example: 'app4/BARS-MessageDefinition-ServiceRequest-Response-Validation-Interim.xml',
    kind: 'servicerequest-response-validation-interim',
    branch: 'sender',
  },
  { example: 'app4/BARS-MessageDefinition-Booking-Request.xml', kind: 'booking-request', branch: 'neither' },
  {
    example: 'app4/BARSMessageDefinitionBookingRequestCancelled.xml',
    kind: 'booking-request-cancelled',
    branch: 'neither',
  },
  {
    example: 'message_definition/MessageDefinition_ServiceRequest-request_CaseTransfer.json',
    kind: 'servicerequest-request-case-transfer',
    branch: 'neither',
  },
]

describe('a definition of messages', () => {
  it.each(definitions)('$example: $branch', async ({ kind, branch }) => {
    const { body } = await sender.get('metadata')
    const [messaging] = body['messaging'] as {
      supportedMessage: { mode: string; definition: string }[]
    }[]
    const modes = messaging?.supportedMessage
      .filter((each) => each.definition === definition(kind))
      .map(({ mode }) => mode)
    expect(modes).toEqual(branch === 'neither' ? [] : [branch])
  })
})

/** Calls of the standard besides messages: a client that sends referrals asks for the state of its own, and for nothing else. */
const calls: { example: string; kind: string; branch: string; id?: true }[] = [
  { example: 'metadata/BaRS_API_Capability_Statement.json', kind: 'GET metadata', branch: '200' },
  {
    example: 'message_definition/MessageDefinition_ServiceRequest-request_CaseTransfer.json',
    kind: `GET MessageDefinition?context=${ourService.value}`,
    branch: '200',
  },
  { example: 'service_request/id/GET-success.json', kind: 'GET ServiceRequest/', branch: '200', id: true },
  { example: 'service_request/GET-success.json', kind: 'GET ServiceRequest', branch: '403' },
  { example: 'service_request/POST-success.json', kind: 'POST ServiceRequest', branch: '405' },
  { example: 'slots/GET-success.json', kind: 'GET Slot', branch: '404' },
  { example: 'appointment/GET-success.json', kind: 'GET Appointment', branch: '403' },
  { example: 'appointment/id/GET-success.json', kind: 'GET Appointment/1', branch: '403' },
  { example: 'appointment/POST-success.json', kind: 'POST Appointment', branch: '405' },
  { example: 'appointment/PUT-body.json', kind: 'PUT Appointment/1', branch: '405' },
  { example: 'appointment/PATCH-body.json', kind: 'PATCH Appointment/1', branch: '405' },
  { example: 'document_reference/GET-success.json', kind: 'GET DocumentReference', branch: '403' },
  { example: 'document_reference/GET-success-empty.json', kind: 'GET DocumentReference', branch: '403' },
  { example: 'document_reference/id/GET-success.json', kind: 'GET DocumentReference/1', branch: '403' },
  { example: 'document_reference/id/Not-Found.json', kind: 'GET DocumentReference/9', branch: '403' },
  { example: 'document_reference/POST-body.json', kind: 'POST DocumentReference', branch: '405' },
  { example: 'document_reference/POST-success.json', kind: 'POST DocumentReference', branch: '405' },
  { example: 'document_reference/id/PUT-body.json', kind: 'PUT DocumentReference/1', branch: '405' },
  { example: 'document_reference/DELETE-success.json', kind: 'DELETE DocumentReference/1', branch: '405' },
  { example: '_status.json', kind: 'GET _status', branch: '404' },
]

describe('a call like the published example', () => {
  it.each(calls)('$example ($kind): $branch', async ({ kind, branch, id }) => {
    const [method = '', path = ''] = kind.split(' ')
    const own = id === true ? `incoming-${incomingIdIn(await sender.send(aMessage()))}` : ''
    const { status } =
      method === 'GET'
        ? await sender.get(`${path}${own}`, messageHeaders())
        : await sender.get.send(method, path, { resourceType: path.split('/')[0] ?? '' })
    expect(String(status)).toBe(branch)
  })
})
