import type { BarsSettings, BarsUseCase } from '../../../settings/settings.ts'
import { barsUseCases } from '../../../settings/settings.ts'
import { codingsOf, isSystem, partOf, partsOf, textOf, type Part } from '../../parts.ts'
import { BarsProblem, invalid, missing } from '../problem.ts'
import type { Bundle } from './bundle.ts'
import { requiredInCancelling, requiredInRequest, systems, wrongCount } from './definitions.ts'
import { isUs, notUs, targetIn } from './headers.ts'

/** What a message asks for: to take a referral, to know more of one, or to forget it. */
export type Asked = 'new' | 'update' | 'cancel'

/** A message that this service can act on. */
export interface Message {
  bundle: Bundle
  header: Part
  request: Part
  patient: Part
  /** The sender's own case; absent where a referral is only taken back. */
  encounter: Part | null
  asked: Asked
  useCase: BarsUseCase
  /** 'validation' or 'referral', which decides how it is answered. */
  category: string
  /** Under which the sender takes answers. */
  sender: string
  /** What the sender calls the request. */
  requestNames: string[]
}

/** The events of the standard. Only a request for a service is taken. */
const otherEvents = ['servicerequest-response', 'booking-request', 'booking-response']

/** Checks a message in the order of the standard: destination, event with reason and use case, resources, request. */
export const readMessage = (bundle: Bundle, settings: BarsSettings): Message => {
  const [header] = bundle.of('MessageHeader')
  if (header === undefined) throw missing('MessageHeader')
  assertForUs(header, settings)
  assertEvent(header)
  const request = requestOf(bundle, header)
  const asked = askedIn(header, request)
  const { useCase, category } = useCaseOf(request, asked, settings)
  const wrong = wrongCount(
    asked === 'cancel' ? requiredInCancelling : requiredInRequest,
    (type) => bundle.of(type).length,
  )
  if (wrong !== null)
    throw new BarsProblem(
      'REC_BAD_REQUEST',
      'required',
      `The message does not have the resources of its MessageDefinition: ${wrong}.`,
    )
  const patient = patientOf(bundle, request)
  const sender = textOf(partOf(header['source'])['endpoint'])
  if (sender === null) throw missing('MessageHeader.source.endpoint')
  return {
    bundle,
    header,
    request,
    patient,
    encounter: bundle.follow(request['encounter']) ?? bundle.of('Encounter').at(0) ?? null,
    asked,
    useCase,
    category,
    sender,
    requestNames: namesOf(bundle, request),
  }
}

/** A message that was taken before, read again: what it had to have then is not asked once more. */
export const sentMessage = (bundle: Bundle): Message => {
  const [header = {}] = bundle.of('MessageHeader')
  const request =
    partsOf(header['focus'])
      .map((reference) => bundle.follow(reference))
      .find((resource) => resource !== null) ?? ({} as Part)
  const category = codingsOf(request['category']).find(({ system }) =>
    isSystem(system, systems.categories),
  )?.code
  return {
    ...{ bundle, header, request, asked: 'new', useCase: 'referral', category: category ?? 'referral' },
    patient: bundle.follow(request['subject']) ?? {},
    encounter: bundle.follow(request['encounter']) ?? bundle.of('Encounter').at(0) ?? null,
    sender: textOf(partOf(header['source'])['endpoint']) ?? '',
    requestNames: [],
  }
}

const assertForUs = (header: Part, settings: BarsSettings): void => {
  const endpoints = partsOf(header['destination']).flatMap(({ endpoint }) => textOf(endpoint) ?? [])
  if (endpoints.length === 0) throw missing('MessageHeader.destination.endpoint')
  if (!endpoints.some((endpoint) => isUs(targetIn(endpoint), settings)))
    throw notUs('MessageHeader.destination.endpoint')
}

const assertEvent = (header: Part): void => {
  const { system, code } = partOf(header['eventCoding'])
  const event = textOf(code)
  if (event === null) throw missing('MessageHeader.eventCoding.code')
  if (otherEvents.includes(event))
    throw new BarsProblem(
      'REC_NOT_IMPLEMENTED',
      'not-supported',
      'This service takes requests for a service, and neither bookings nor responses.',
    )
  if (event !== 'servicerequest-request' || !isSystem(textOf(system) ?? '', systems.events))
    throw invalid('MessageHeader.eventCoding is no event of the standard.')
}

const requestOf = (bundle: Bundle, header: Part): Part => {
  const focus = partsOf(header['focus'])
  if (focus.length === 0) throw missing('MessageHeader.focus')
  const request = focus
    .map((reference) => bundle.follow(reference))
    .find((resource) => resource?.['resourceType'] === 'ServiceRequest')
  if (request == null)
    throw new BarsProblem('REC_BAD_REQUEST', 'required', 'MessageHeader.focus leads to no ServiceRequest.')
  return request
}

const takenBack = ['revoked', 'entered-in-error']

/** What the reason of the message and the status of the request ask for together. */
const askedIn = (header: Part, request: Part): Asked => {
  const reasons = codingsOf(header['reason']).filter(({ system }) => isSystem(system, systems.reasons))
  const reason = reasons[0]?.code
  if (reason === undefined) throw missing('MessageHeader.reason')
  const status = textOf(request['status'])
  if (status === null) throw missing('ServiceRequest.status')
  if (!['new', 'update', 'delete'].includes(reason))
    throw invalid('MessageHeader.reason is no reason of the standard.')
  if (reason !== 'new' && takenBack.includes(status)) return 'cancel'
  if (status === 'active' && (reason === 'new' || reason === 'update')) return reason
  throw new BarsProblem(
    'REC_BAD_REQUEST',
    'invariant',
    'MessageHeader.reason and ServiceRequest.status together are no known step.',
  )
}

const useCaseOf = (
  request: Part,
  asked: Asked,
  { useCases }: BarsSettings,
): { useCase: BarsUseCase; category: string } => {
  const codings = codingsOf(request['category'])
  const category = codings.find(({ system }) => isSystem(system, systems.categories))?.code ?? null
  const named = codings.find(({ system }) => isSystem(system, systems.useCases))?.code ?? null
  if (category === null && named === null) throw missing('ServiceRequest.category')
  const ours = barsUseCases.find((each) => each === named)
  const useCase = ours ?? (category === 'referral' ? 'referral' : null)
  // What was taken before may be taken back, whatever was set since.
  if (useCase !== null && (useCases.includes(useCase) || asked === 'cancel'))
    return { useCase, category: category ?? 'referral' }
  if (category === 'referral' && useCases.includes('referral')) return { useCase: 'referral', category }
  throw new BarsProblem('REC_BAD_REQUEST', 'not-supported', 'This service does not take this use case.')
}

const patientOf = (bundle: Bundle, request: Part): Part => {
  if (textOf(request['intent']) !== 'plan')
    throw new BarsProblem('REC_BAD_REQUEST', 'value', 'ServiceRequest.intent is not plan.')
  const patient = bundle.follow(request['subject'])
  if (patient?.['resourceType'] !== 'Patient')
    throw new BarsProblem('REC_BAD_REQUEST', 'required', 'ServiceRequest.subject leads to no Patient.')
  return patient
}

const longestName = 200

/** What a later message may call the same request: an identifier, our own id, or the address that it had in a bundle. */
const namesOf = (bundle: Bundle, request: Part): string[] => {
  const id = textOf(request['id'])
  const address = bundle.addressOf(request)
  const names = [
    ...partsOf(request['identifier']).flatMap(({ system, value }) => {
      const given = textOf(value)
      return given === null ? [] : [`${textOf(system) ?? ''}|${given}`]
    }),
    ...(id === null ? [] : [`urn:uuid:${id}`]),
    ...(address === null ? [] : [address]),
  ]
  const kept = [...new Set(names.map((name) => name.slice(0, longestName)))].slice(0, 20)
  return kept.length === 0 ? [`bundle:${bundle.id}`] : kept
}
