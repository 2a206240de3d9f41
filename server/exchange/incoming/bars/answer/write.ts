import type { Answer } from '../../answers/send.ts'
import { partOf, partsOf, textOf, type Part } from '../../parts.ts'
import { encounterIdOf, stableId } from '../message/stableIds.ts'
import { systems } from '../message/definitions.ts'
import type { Message } from '../message/message.ts'
import type { Context } from './context.ts'
import { ourEncounter, outcomePlan, whoDecided } from './ours.ts'

/** An answer as the standard has it: *Interim* says accepted or declined, *Full* what came of it. */
export const writeAnswer = (message: Message, context: Context): Part => {
  const { answer, now } = context
  const { bundle, header, request } = message
  const [destination] = partsOf(header['destination'])
  const ours = bundle.follow(destination?.['receiver'])
  const ids = idsFor(answer.bundleId)
  const oursAt =
    ours === null
      ? `urn:uuid:${ids.organisation}`
      : (bundle.addressOf(ours) ?? `urn:uuid:${ids.organisation}`)
  const isInterim = answer.kind === 'interim'
  const encounter = ourEncounter(message, context)
  const own: Part[] = [
    encounter,
    ...(ours === null
      ? [{ resourceType: 'Organization', id: ids.organisation, name: context.service.name }]
      : []),
    ...(isInterim ? whoDecided(context, { ...ids, ours: oursAt }) : []),
  ]
  const sent = isInterim ? interimOf(message) : bundle.resources.filter((each) => each !== header)
  const entries: Entry[] = [
    { fullUrl: `urn:uuid:${ids.header}`, resource: headerOf(message, context, { ...ids, ours: oursAt }) },
    ...sent.map((resource): Entry => {
      const fullUrl = bundle.addressOf(resource) ?? `urn:uuid:${textOf(resource['id']) ?? ''}`
      if (resource === request) return { fullUrl, resource: isInterim ? requestAlone(request) : request }
      if (resource['resourceType'] === 'CarePlan') return { fullUrl, resource: outcomePlan(message, context) }
      return {
        fullUrl,
        resource: isInterim && resource['resourceType'] === 'Patient' ? withoutPractice(resource) : resource,
      }
    }),
    ...own.map((resource): Entry => ({ fullUrl: `urn:uuid:${textOf(resource['id']) ?? ''}`, resource })),
  ]
  return {
    resourceType: 'Bundle',
    id: answer.bundleId,
    meta: {
      versionId: '1.1.0',
      lastUpdated: now,
      profile: ['https://fhir.nhs.uk/StructureDefinition/BARSBundleMessage'],
    },
    type: 'message',
    timestamp: now,
    entry: entries.map(({ fullUrl, resource }) => ({ fullUrl, resource: stamped(fullUrl, resource, now) })),
  }
}

interface Entry {
  fullUrl: string
  resource: Part
}

/** The request, the sender's case, the person and the organisations: nothing clinical goes back. */
const interimOf = ({ bundle, request, encounter, patient }: Message): Part[] => [
  request,
  ...(encounter === null ? [] : [encounter]),
  patient,
  ...organisationsOf(bundle.resources),
]
const organisationsOf = (resources: readonly Part[]): Part[] =>
  resources.filter(({ resourceType }) => resourceType === 'Organization')

/** What it refers to of the rest of the request is not sent back. */
const requestAlone = (request: Part): Part =>
  Object.fromEntries(
    Object.entries(request).filter(
      ([name]) =>
        ![
          'basedOn',
          'requester',
          'performer',
          'locationReference',
          'supportingInfo',
          'reasonReference',
        ].includes(name),
    ),
  )
const withoutPractice = (patient: Part): Part =>
  Object.fromEntries(Object.entries(patient).filter(([name]) => name !== 'generalPractitioner'))

const headerOf = (
  { header, category, sender }: Message,
  { answer, reference, settings, service, answers, isFirst }: Context,
  ids: { header: string; ours: string },
): Part => {
  const { serviceId } = settings
  return {
    resourceType: 'MessageHeader',
    id: ids.header,
    ...(header['extension'] === undefined ? {} : { extension: header['extension'] }),
    eventCoding: { system: systems.events, code: 'servicerequest-response' },
    destination: [
      {
        endpoint: sender,
        ...(header['sender'] === undefined ? {} : { receiver: header['sender'] }),
      },
    ],
    sender: { reference: ids.ours },
    source: {
      name: service.name,
      software: 'Surefoot',
      version: service.version,
      ...(service.telephone === null ? {} : { contact: { system: 'phone', value: service.telephone } }),
      endpoint: `${serviceId.system}|${serviceId.value}`,
    },
    reason: { coding: [{ system: systems.reasons, code: isFirst ? 'new' : 'update' }] },
    response: { identifier: answers, code: 'ok' },
    focus: [{ reference: `urn:uuid:${encounterIdOf(reference)}` }],
    definition: definitionOf(category, answer.kind),
  }
}

const definitionOf = (category: string, kind: Answer['kind']): string => {
  const which =
    category === 'validation'
      ? kind === 'interim'
        ? 'validation-interim'
        : 'validation-full'
      : kind === 'interim'
        ? 'referral-short'
        : 'referral'
  return `https://fhir.nhs.uk/MessageDefinition/bars-message-servicerequest-response-${which}`
}

const ukCoreTypes: Readonly<Record<string, string>> = {
  MessageHeader: 'https://fhir.nhs.uk/StructureDefinition/BARSMessageHeader-servicerequest-response',
  Flag: 'http://hl7.org/fhir/StructureDefinition/Flag',
}

/** Every resource of an answer has an id, the time and a profile, whether the request had them or not. */
const stamped = (fullUrl: string, resource: Part, now: string): Part => {
  const type = textOf(resource['resourceType']) ?? ''
  const meta = partOf(resource['meta'])
  return {
    ...resource,
    id: textOf(resource['id']) ?? fullUrl.replace(/^urn:uuid:/, ''),
    meta: {
      ...meta,
      lastUpdated: now,
      profile: meta['profile'] ?? [
        ukCoreTypes[type] ?? `https://fhir.hl7.org.uk/StructureDefinition/UKCore-${type}`,
      ],
    },
  }
}

/** Ids of the resources that are only in answers, the same each time that one is written. */
const idsFor = (bundleId: string) => {
  const of = (name: string): string => stableId(`${name} of ${bundleId}`)
  return {
    header: of('header'),
    organisation: of('organisation'),
    practitioner: of('practitioner'),
    role: of('role'),
  }
}
