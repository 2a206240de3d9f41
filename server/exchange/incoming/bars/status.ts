import type { FhirResource, ServiceRequest } from 'fhir/r4.js'
import type { IncomingState } from '../../../../contract/exchange/incoming/source.ts'
import { record, type FhirCall } from '../../fhir/http/call.ts'
import { instantFrom } from '../../fhir/mapping/instants.ts'
import { ukCore } from '../../fhir/mapping/source.ts'
import { FhirProblem, nothingThere } from '../../fhir/search/problem.ts'
import { allows, sendingScope } from '../../smart/scopes.ts'
import { identifierOf, partOf, partsOf, textOf } from '../parts.ts'
import { findSent, idIn, referenceSystem, requestIdOf } from './keep/find.ts'

const statusOf = (state: IncomingState, isClosed: boolean): ServiceRequest['status'] => {
  if (state === 'declined' || state === 'withdrawn') return 'revoked'
  return isClosed ? 'completed' : 'active'
}

const words: Record<IncomingState, string> = {
  waiting: 'Waits for a decision.',
  asked: 'Waits for a decision: the sender was asked for more.',
  accepted: 'Accepted.',
  declined: 'Declined.',
  withdrawn: 'Taken back by the sender.',
}

/**
 * How far a referral is, for the client that sent it and for nobody else.
 * @returns null for an id that is not of an incoming referral
 */
export const readSent = (call: FhirCall, type: string, requestId: string): Promise<FhirResource> | null => {
  const id = type === 'ServiceRequest' ? idIn(requestId) : null
  return id === null ? null : readOne(call, id)
}

const readOne = async (call: FhirCall, id: number): Promise<FhirResource> => {
  const { caller, service } = call
  if (!allows(caller.scopes, 'ServiceRequest', 'c'))
    throw new FhirProblem(403, 'forbidden', `The token has no scope ${sendingScope}.`)
  const found = await findSent(service.db.sql, caller.clientId, id)
  if (found === null) throw nothingThere()
  await record(call, { patientIds: [], criteria: { resource: `ServiceRequest/${requestIdOf(id)}` } })
  return sentRequest(found)
}

const sentRequest = ({
  id,
  version,
  reference,
  state,
  updatedAt,
  isClosed,
  body,
}: NonNullable<Awaited<ReturnType<typeof findSent>>>): ServiceRequest => {
  const resources = partsOf(partOf(body)['entry']).map(({ resource }) => partOf(resource))
  const patient = resources.find(({ resourceType }) => resourceType === 'Patient')
  const nhsNumber = identifierOf(patient?.['identifier'], 'https://fhir.nhs.uk/Id/nhs-number')
  const request = resources.find(({ resourceType }) => resourceType === 'ServiceRequest')
  const authoredOn = textOf(request?.['authoredOn'])
  return {
    resourceType: 'ServiceRequest',
    id: requestIdOf(id),
    meta: {
      versionId: String(version),
      lastUpdated: instantFrom(updatedAt),
      profile: [ukCore('ServiceRequest')],
    },
    identifier: [{ system: referenceSystem, value: reference }],
    status: statusOf(state, isClosed),
    intent: 'plan',
    ...(request?.['category'] === undefined
      ? {}
      : { category: request['category'] as NonNullable<ServiceRequest['category']> }),
    subject:
      nhsNumber === null
        ? { display: 'The person whom the message named' }
        : {
            type: 'Patient',
            identifier: { system: 'https://fhir.nhs.uk/Id/nhs-number', value: nhsNumber },
          },
    ...(authoredOn === null ? {} : { authoredOn }),
    note: [{ text: words[state] }],
  }
}
