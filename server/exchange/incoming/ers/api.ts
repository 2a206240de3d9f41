import { randomUUID } from 'node:crypto'
import type { ErsSettings } from '../../settings.ts'
import { codingsOf, identifierOf, isSystem, partOf, partsOf, textOf, type Part } from '../parts.ts'
import { ErsFailure, failureOf, NotOpen, notUnderstood, resourceTypeOf, unreachable } from './failure.ts'

/** A referral as e-RS shows it. It names the person by NHS number alone. */
export interface ErsReferral {
  ubrn: string
  nhsNumber: string | null
  /** Which a decision about it has to name. */
  version: string | null
  authoredOn: string | null
  priority: string | null
  /** The request as it was shown. */
  body: Part
}

export interface Ers {
  /** The UBRNs of the referrals that wait for a review. */
  toReview: () => Promise<string[]>
  /** Throws ErsFailure, also if there is none. */
  find: (ubrn: string) => Promise<ErsReferral>
  accept: (referral: ErsReferral) => Promise<void>
  reject: (referral: ErsReferral, reason: string) => Promise<void>
}

const ubrnSystem = 'https://fhir.nhs.uk/Id/UBRN'
const longestWait = 15_000
/** Reads and decides as the provider of the service. */
const businessFunction = 'SERVICE_PROVIDER_CLINICIAN'

/** The e-Referral Service. Nothing of a person is in its errors. */
export const openErs = ({ url, odsCode, token }: ErsSettings): Ers => {
  const ask = async (
    method: 'GET' | 'POST',
    path: string,
    more: { body?: object; version?: string | null } = {},
  ): Promise<unknown> => {
    const { body, version = null } = more
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
    if (answer.status < 200 || answer.status > 299) throw failureOf(answer.status, said)
    return said
  }

  return {
    // The worklist is still STU3; its shape is not among the published R4 answers.
    toReview: async () => {
      const list = await ask('POST', '/STU3/v1/ReferralRequest/$ers.fetchworklist', {
        body: {
          resourceType: 'Parameters',
          parameter: [
            {
              name: 'listType',
              valueCodeableConcept: {
                coding: [
                  {
                    system: 'https://fhir.nhs.uk/STU3/CodeSystem/eRS-ReferralListSelector-1',
                    code: 'REFERRALS_FOR_REVIEW',
                  },
                ],
              },
            },
          ],
        },
      })
      if (resourceTypeOf(list) !== 'List') throw notUnderstood()
      return ubrnsIn(partOf(list))
    },
    find: async (ubrn) => {
      const query = new URLSearchParams({ identifier: `${ubrnSystem}|${ubrn}` })
      const found = await ask('GET', `/R4/ServiceRequest?${query.toString()}`)
      if (resourceTypeOf(found) !== 'Bundle') throw notUnderstood()
      return referralIn(partOf(found), ubrn)
    },
    accept: async ({ ubrn, version }) => {
      await ask('POST', `/STU3/v1/ReferralRequest/${ubrn}/$ers.acceptReferral`, {
        version,
        body: { resourceType: 'Parameters' },
      })
    },
    reject: async ({ ubrn, version }, reason) => {
      await ask('POST', `/STU3/v1/ReferralRequest/${ubrn}/$ers.rejectReferral`, {
        version,
        body: { resourceType: 'Parameters', parameter: [{ name: 'comment', valueString: reason }] },
      })
    },
  }
}

const ubrnsIn = ({ entry }: Part): string[] => [
  ...new Set(
    partsOf(entry).flatMap(({ item }) => {
      const [, ubrn] = /ReferralRequest\/(\d{12})(\/|$)/.exec(textOf(partOf(item)['reference']) ?? '') ?? []
      return ubrn === undefined ? [] : [ubrn]
    }),
  ),
]

/** The referral of a search; a request for advice about the same person is none. */
const referralIn = ({ entry }: Part, ubrn: string): ErsReferral => {
  const requests = partsOf(entry)
    .map(({ resource }) => partOf(resource))
    .filter((resource) => identifierOf(resource['identifier'], ubrnSystem) === ubrn)
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
    body: referral,
  }
}

const isReferral = (request: Part): boolean =>
  codingsOf(request['category']).some(
    ({ system, code }) =>
      code === 'referral' &&
      isSystem(system, 'https://fhir.nhs.uk/CodeSystem/message-category-servicerequest'),
  )
