import { randomUUID } from 'node:crypto'
import type { TestService } from '../../../../testing/process/service.ts'
import {
  aFhirClient,
  readingAs,
  type FhirGet,
  type FhirReply,
  type TestClient,
} from '../../../testing/fhirClient.ts'

/* Small messages of our own about invented people, as an ambulance service sends them. */

export type Resource = Record<string, unknown> & { resourceType: string }
export interface SentEntry {
  fullUrl: string
  resource: Resource
}
export interface SentBundle {
  resourceType: string
  id: string
  type: string
  timestamp: string
  entry: SentEntry[]
  [more: string]: unknown
}

export const ourService = { system: 'https://fhir.nhs.uk/Id/dos-service-id', value: '200012345' }
export const theirService = 'https://fhir.nhs.uk/Id/dos-service-id|200067890'

const coded = (system: string, code: string, display?: string) => ({
  coding: [{ system, code, ...(display === undefined ? {} : { display }) }],
})

interface Given {
  useCase?: string | null
  category?: string
  reason?: string
  status?: string
  patient?: object
  /** Resources besides the required ones. */
  more?: readonly Resource[]
  bundleId?: string
  request?: object
  /** What the sender calls the request and everything else; the same for each message about one referral. */
  ids?: Record<string, string>
}

const kinds = [
  'header',
  'request',
  'patient',
  'encounter',
  'plan',
  'ours',
  'theirs',
  'practice',
  'practitioner',
  'role',
  'service',
  'consent',
  'place',
] as const

export const newIds = (): Record<string, string> =>
  Object.fromEntries(kinds.map((kind) => [kind, `urn:uuid:${randomUUID()}`]))

/** A message that is taken: 999 asks a service in the community to see somebody who fell. */
export const aMessage = ({
  useCase = 'a4t3',
  category = 'validation',
  reason = 'new',
  status = 'active',
  patient = {},
  more = [],
  bundleId = randomUUID(),
  request = {},
  ids = newIds(),
}: Given = {}): SentBundle => {
  const to = (kind: (typeof kinds)[number]) => ({ reference: ids[kind] ?? '' })
  const entry = (kind: (typeof kinds)[number], resource: Resource): SentEntry => ({
    fullUrl: ids[kind] ?? '',
    resource,
  })
  return {
    resourceType: 'Bundle',
    id: bundleId,
    meta: { versionId: '1.1.0', profile: ['https://fhir.nhs.uk/StructureDefinition/BARSBundleMessage'] },
    type: 'message',
    timestamp: '2026-03-02T09:15:00+00:00',
    entry: [
      entry('header', {
        resourceType: 'MessageHeader',
        extension: [
          {
            url: 'https://fhir.nhs.uk/StructureDefinition/CDSSExtension',
            extension: [
              { url: 'RequesterCDSSsoftware', valueString: 'Triage' },
              { url: 'RequesterCDSSversion', valueString: '4.2' },
            ],
          },
        ],
        eventCoding: {
          system: 'https://fhir.nhs.uk/CodeSystem/message-events-bars',
          code: 'servicerequest-request',
        },
        destination: [{ endpoint: `${ourService.system}|${ourService.value}`, receiver: to('ours') }],
        sender: to('theirs'),
        source: {
          name: 'Sampleshire Ambulance',
          software: 'Dispatch',
          version: '9',
          contact: { system: 'phone', value: '01632 960100' },
          endpoint: theirService,
        },
        reason: coded('https://fhir.nhs.uk/CodeSystem/message-reason-bars', reason),
        focus: [to('request')],
        definition: `https://fhir.nhs.uk/MessageDefinition/bars-message-servicerequest-request-${category}`,
      }),
      entry('request', {
        resourceType: 'ServiceRequest',
        status,
        intent: 'plan',
        basedOn: [to('plan')],
        category: [
          {
            coding: [
              { system: 'https://fhir.nhs.uk/CodeSystem/message-category-servicerequest', code: category },
              ...(useCase === null
                ? []
                : [{ system: 'https://fhir.nhs.uk/CodeSystem/usecases-categories-bars', code: useCase }]),
            ],
          },
        ],
        subject: to('patient'),
        encounter: to('encounter'),
        occurrencePeriod: { start: '2026-03-02T09:15:00+00:00', end: '2026-03-02T11:15:00+00:00' },
        authoredOn: '2026-03-02T09:15:00+00:00',
        requester: to('practitioner'),
        performer: [to('service')],
        locationReference: [to('place')],
        ...request,
      }),
      entry('service', {
        resourceType: 'HealthcareService',
        identifier: [ourService],
        providedBy: to('ours'),
        name: 'Sampletown Falls Service',
      }),
      entry('encounter', {
        resourceType: 'Encounter',
        identifier: [{ system: 'https://ambulance.example/Id/case', value: 'CAD-4711' }],
        status: 'triaged',
        class: {
          system: 'http://terminology.hl7.org/CodeSystem/v3-ActCode',
          code: 'EMER',
          display: 'emergency',
        },
        subject: to('patient'),
        episodeOfCare: [{ reference: `EpisodeOfCare/${randomUUID()}` }],
        period: { start: '2026-03-02T09:05:00+00:00' },
      }),
      entry('plan', {
        resourceType: 'CarePlan',
        status: 'active',
        intent: 'plan',
        subject: to('patient'),
        activity: [
          {
            outcomeCodeableConcept: [
              coded('https://fhir.nhs.uk/CodeSystem/arp-priority-codes', 'C3', 'Cat3 Urgent'),
              { text: 'Fell in the kitchen. The scene was safe. No head injury. Lifted by the crew.' },
            ],
          },
        ],
      }),
      entry('patient', {
        resourceType: 'Patient',
        identifier: [{ system: 'https://fhir.nhs.uk/Id/nhs-number', value: '9990001006' }],
        name: [{ use: 'official', family: 'Quorn', given: ['Ivy', 'Rose'], prefix: ['Mrs'] }],
        gender: 'female',
        birthDate: '1941-05-04',
        address: [{ use: 'home', line: ['4 Ash Lane'], city: 'Sampletown', postalCode: 'ZZ99 1AB' }],
        contact: [
          {
            relationship: [coded('http://terminology.hl7.org/CodeSystem/v3-RoleCode', 'ONESELF', 'self')],
            telecom: [
              { system: 'phone', value: '01632 960001', rank: 2 },
              { system: 'phone', value: '07700 900001', rank: 1 },
              { system: 'email', value: 'ivy@example.org' },
            ],
          },
          {
            relationship: [
              coded('http://terminology.hl7.org/CodeSystem/v2-0131', 'EP', 'Emergency contact person'),
            ],
            name: { family: 'Marsh', given: ['Lee'] },
            telecom: [{ system: 'phone', value: '01632 960002' }],
          },
        ],
        communication: [
          { language: coded('https://fhir.hl7.org.uk/CodeSystem/UKCore-HumanLanguage', 'cy', 'Welsh') },
        ],
        generalPractitioner: [to('practice')],
        ...patient,
      }),
      entry('practice', {
        resourceType: 'Organization',
        identifier: [{ system: 'https://fhir.nhs.uk/id/ods-organization-code', value: 'Z99001' }],
        name: 'Ash Lane Surgery',
      }),
      entry('ours', { resourceType: 'Organization', name: 'Sampletown Community Trust' }),
      entry('theirs', {
        resourceType: 'Organization',
        identifier: [{ system: 'https://fhir.nhs.uk/id/ods-organization-code', value: 'ZAM' }],
        name: 'Sampleshire Ambulance Service',
      }),
      entry('place', {
        resourceType: 'Location',
        name: 'Back door',
        address: { line: ['4 Ash Lane'], city: 'Sampletown', postalCode: 'ZZ99 1AB' },
      }),
      entry('practitioner', {
        resourceType: 'Practitioner',
        name: [{ family: 'Bell', given: ['Sam'] }],
        telecom: [{ system: 'phone', value: '01632 960200' }],
      }),
      entry('role', {
        resourceType: 'PractitionerRole',
        practitioner: to('practitioner'),
        organization: to('theirs'),
        code: [{ text: 'Paramedic' }],
      }),
      entry('consent', {
        resourceType: 'Consent',
        status: 'active',
        scope: coded('http://terminology.hl7.org/CodeSystem/consentscope', 'patient-privacy'),
        category: [coded('https://fhir.nhs.uk/CodeSystem/consent-categories-bars', 'DRC', 'Direct Care')],
        patient: to('patient'),
        policyRule: coded('http://terminology.hl7.org/CodeSystem/v3-ActCode', 'IMPLIED'),
      }),
      ...more.map((resource) => ({ fullUrl: `urn:uuid:${randomUUID()}`, resource })),
    ],
  }
}

export const flag = (category: string, code: object): Resource => ({
  resourceType: 'Flag',
  status: 'active',
  category: [coded('https://fhir.nhs.uk/CodeSystem/flag-categories-bars', category)],
  code,
})
export const observation = (code: object, more: object = {}): Resource => ({
  resourceType: 'Observation',
  status: 'final',
  code,
  ...more,
})
export const syncope = coded('http://snomed.info/sct', '271594007', 'Syncope (disorder)')

export const target = (system: string, value: string): string =>
  Buffer.from(JSON.stringify({ system, value })).toString('base64')

/** The headers of the standard, with ids that were not used before. */
export const messageHeaders = (given: Record<string, string> = {}): Record<string, string> => ({
  'content-type': 'application/fhir+json; version=1.4.0',
  accept: 'application/fhir+json; version=1.4.0',
  'nhsd-target-identifier': target(ourService.system, ourService.value),
  'x-request-id': randomUUID(),
  'x-correlation-id': randomUUID(),
  ...given,
})

export interface Sender {
  client: TestClient
  get: FhirGet
  send: (body: unknown, headers?: Record<string, string>) => Promise<FhirReply>
}

/** A service that may send referrals. */
export const aSender = async (service: TestService, messageUrl?: string): Promise<Sender> => {
  const client = await aFhirClient(service, {
    purpose: 'referring',
    types: ['ServiceRequest'],
    ...(messageUrl === undefined ? {} : { messageUrl }),
  })
  const get = await readingAs(service, client, 'system/ServiceRequest.c')
  return {
    client,
    get,
    send: (body, headers = {}) =>
      get.post(
        '$process-message',
        typeof body === 'string' ? body : JSON.stringify(body),
        messageHeaders(headers),
      ),
  }
}

/** The id that we gave to the request, from the answer to its message. */
export const incomingIdIn = ({ body }: FhirReply): number => {
  const entries = (body['entry'] ?? []) as SentEntry[]
  const request = entries.find(({ resource }) => resource.resourceType === 'ServiceRequest')
  return Number(/\d+$/.exec(String(request?.resource['id']))?.[0])
}
