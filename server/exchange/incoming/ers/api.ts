import { randomUUID } from 'node:crypto'
import type { ErsSettings } from '../../settings/settings.ts'
import { systems } from '../../fhir/mapping/elements.ts'
import { codingsOf, identifierOf, isSystem, partOf, partsOf, textOf, type Part } from '../parts.ts'
import { ErsFailure, failureOf, NotOpen, notUnderstood, resourceTypeOf, unreachable } from './failure.ts'
import { Unreachable } from '../../pds/adapter/fetchWhole.ts'
import { TokenRefused } from '../../pds/adapter/token.ts'
import { currentOf, type CurrentReferral } from './shapes/current.ts'
import type { ErsReferral } from './shapes/referral.ts'
import { referralsIn } from './shapes/worklist.ts'

export interface Ers {
  /** The referrals that wait for a review. */
  toReview: () => Promise<ErsReferral[]>
  /** Throws ErsFailure, also if there is none. */
  find: (ubrn: string) => Promise<ErsReferral>
  /** How a referral stands now, which a decision about it has to name. Throws NotOpen once nothing is to be decided. */
  current: (ubrn: string) => Promise<CurrentReferral>
  accept: (referral: CurrentReferral) => Promise<void>
  reject: (referral: CurrentReferral, reason: string) => Promise<void>
}

const longestWait = 15_000
/** In characters, of what is said about a decision. */
const longestComment = 2000
/** Reads and decides as the provider of the service. */
const businessFunction = 'SERVICE_PROVIDER_CLINICIAN'

/** The e-Referral Service. Nothing of a person is in its errors. */
export const openErs = ({ url, odsCode, serviceId, tokens }: ErsSettings): Ers => {
  const ask = async (
    method: 'GET' | 'POST',
    path: string,
    more: { body?: object; version?: string | null } = {},
  ): Promise<unknown> => {
    const { body, version = null } = more
    const token = await getToken(tokens)
    const answer = await fetch(`${url}${path}`, {
      method,
      redirect: 'manual',
      signal: AbortSignal.timeout(longestWait),
      headers: {
        accept: 'application/fhir+json',
        'x-correlation-id': randomUUID(),
        'nhsd-ers-business-function': businessFunction,
        'nhsd-end-user-organisation-ods': odsCode,
        ...(token === null ? {} : { authorization: `Bearer ${token}` }),
        ...(version === null ? {} : { 'if-match': `W/"${version}"` }),
        ...(body === undefined ? {} : { 'content-type': 'application/fhir+json' }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    }).catch(() => {
      throw unreachable()
    })
    const said: unknown = await answer.json().catch(() => null)
    if (answer.status === 401) tokens?.source.drop()
    if (answer.status < 200 || answer.status > 299) throw failureOf(answer.status, said)
    return said
  }

  const decide = async (
    { ubrn, version }: CurrentReferral,
    operation: string,
    body?: object,
  ): Promise<void> => {
    await ask('POST', `/STU3/ReferralRequest/${ubrn}/$ers.${operation}`, {
      version,
      ...(body === undefined ? {} : { body }),
    })
  }

  return {
    toReview: async () => {
      const list = await ask('POST', '/STU3/ReferralRequest/$ers.fetchworklist', {
        body: parameters('eRS-FetchWorklist-Parameters-1', [
          {
            name: 'listType',
            valueCodeableConcept: {
              coding: [{ system: stu3('eRS-ReferralListSelector-1'), code: 'REFERRALS_FOR_REVIEW' }],
            },
          },
          ...(serviceId === null
            ? []
            : [
                {
                  name: 'service',
                  valueIdentifier: { system: 'http://fhir.nhs.net/Id/ers-service', value: serviceId },
                },
              ]),
        ]),
      })
      if (resourceTypeOf(list) !== 'List') throw notUnderstood()
      return referralsIn(partOf(list))
    },
    find: async (ubrn) => {
      const query = new URLSearchParams({ identifier: `${systems.ubrn}|${ubrn}` })
      const found = await ask('GET', `/R4/ServiceRequest?${query.toString()}`)
      if (resourceTypeOf(found) !== 'Bundle') throw notUnderstood()
      return referralIn(partOf(found), ubrn)
    },
    current: async (ubrn) => {
      const found = await ask('GET', `/STU3/ReferralRequest/${ubrn}`)
      if (resourceTypeOf(found) !== 'ReferralRequest') throw notUnderstood()
      return currentOf(partOf(found), ubrn)
    },
    accept: (referral) =>
      referral.isTriage
        ? decide(referral, 'recordReviewOutcome', reviewed('ACCEPT_REFER_BOOK_LATER', 'Accepted'))
        : decide(referral, 'acceptReferral'),
    reject: (referral, reason) =>
      referral.isTriage
        ? decide(referral, 'recordReviewOutcome', reviewed('RETURN_TO_REFERRER_WITH_ADVICE', reason))
        : decide(
            referral,
            'rejectReferral',
            parameters('eRS-RejectReferral-Parameters-1', [
              {
                name: 'rejectionReason',
                // Our reasons are our own list, so their words go beside a code that says no more.
                valueCoding: {
                  system: `${url}/STU3/CodeSystem/APPOINTMENT-CANCELLATION-REASON`,
                  code: 'OTHER',
                },
              },
              { name: 'rejectionComments', valueString: reason.slice(0, longestComment) },
            ]),
          ),
  }
}

const getToken = async (tokens: ErsSettings['tokens']): Promise<string | null> => {
  try {
    return (await tokens?.source.get()) ?? null
  } catch (error) {
    if (error instanceof TokenRefused) throw failureOf(401, null)
    if (error instanceof Unreachable) throw unreachable()
    throw error
  }
}

const stu3 = (system: string): string => `https://fhir.nhs.uk/STU3/CodeSystem/${system}`

const parameters = (profile: string, parameter: object[]): object => ({
  resourceType: 'Parameters',
  meta: { profile: [`https://fhir.nhs.uk/STU3/StructureDefinition/${profile}`] },
  parameter,
})

/** The outcome of a triage. Its comment is required. */
const reviewed = (code: string, comment: string): object =>
  parameters('eRS-RecordReviewOutcome-Parameters-1', [
    { name: 'reviewOutcome', valueCoding: { system: stu3('eRS-ReviewOutcome-1'), code } },
    { name: 'reviewComments', valueString: comment.slice(0, longestComment) },
  ])

/** The referral of a search; a request for advice about the same person is none. */
const referralIn = ({ entry }: Part, ubrn: string): ErsReferral => {
  const requests = partsOf(entry)
    .map(({ resource }) => partOf(resource))
    .filter((resource) => identifierOf(resource['identifier'], systems.ubrn) === ubrn)
  const referral = requests.find(isReferral)
  if (referral === undefined)
    throw requests.length === 0
      ? failureOf(404, null)
      : new ErsFailure('This UBRN is a request for advice, not a referral.', false)
  if (textOf(referral['status']) !== 'active') throw new NotOpen()
  const subject = partOf(referral['subject'])
  return {
    ubrn,
    nhsNumber: identifierOf(subject['identifier'], 'https://fhir.nhs.uk/Id/nhs-number'),
    version: textOf(partOf(referral['meta'])['versionId']),
    authoredOn: textOf(referral['authoredOn']),
    priority: textOf(referral['priority']),
    service: null,
    body: referral,
  }
}

const isReferral = (request: Part): boolean =>
  codingsOf(request['category']).some(
    ({ system, code }) =>
      code === 'referral' &&
      isSystem(system, 'https://fhir.nhs.uk/CodeSystem/message-category-servicerequest'),
  )
