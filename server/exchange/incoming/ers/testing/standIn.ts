import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/* A stand-in of the e-Referral Service, written from its published answers. */

interface HeldReferral {
  ubrn: string
  nhsNumber?: string
  category?: 'referral' | 'request'
  status?: string
  priority?: string
  /** How it stands, in the words of e-RS. */
  state?: string
  /** 0 for a list that names none. */
  version?: number
  authoredOn?: string
}

export interface ErsStandIn {
  url: string
  referrals: HeldReferral[]
  asked: { method: string; path: string; headers: IncomingHttpHeaders; body: unknown }[]
  /** The next answers are this instead; null for as usual. */
  fails: (answer: { status: number; body: string } | 'hangs up' | null) => void
  /** It has taken a decision about each referral already. */
  refusesDecisions: boolean
  close: () => Promise<void>
}

export const ersError = (system: string, code: string, issue: string): string =>
  JSON.stringify({
    resourceType: 'OperationOutcome',
    issue: [
      {
        severity: 'error',
        code: issue,
        details: { coding: [{ system: `https://fhir.nhs.uk/CodeSystem/${system}`, code }] },
        diagnostics: 'In words of the service',
      },
    ],
  })

const requestOf = ({
  ubrn,
  nhsNumber,
  category = 'referral',
  status = 'active',
  priority,
  version = 5,
  authoredOn,
}: HeldReferral) => ({
  resourceType: 'ServiceRequest',
  id: `${category === 'referral' ? 'r' : 'a'}.${ubrn}`,
  ...(version === 0 ? {} : { meta: { versionId: String(version) } }),
  identifier: [{ system: 'https://fhir.nhs.uk/Id/UBRN', value: ubrn }],
  ...{ status, intent: 'order', priority, authoredOn },
  category: [
    {
      coding: [{ system: 'https://fhir.nhs.uk/CodeSystem/message-category-servicerequest', code: category }],
    },
  ],
  subject:
    nhsNumber === undefined
      ? {}
      : { identifier: { system: 'https://fhir.nhs.uk/Id/nhs-number', value: nhsNumber } },
})

/** As a provider reads it, and as a decision is answered. */
const referralRequest = ({ ubrn, nhsNumber, state, version = 5 }: HeldReferral) => ({
  resourceType: 'ReferralRequest',
  id: ubrn,
  meta: { versionId: String(version === 0 ? 5 : version) },
  extension: [
    {
      url: 'https://fhir.nhs.uk/STU3/StructureDefinition/Extension-eRS-ReferralState-1',
      extension: [
        {
          url: 'state',
          valueCoding: { system: 'https://fhir.nhs.uk/STU3/CodeSystem/eRS-ReferralState-1', code: state },
        },
      ],
    },
  ],
  status: 'active',
  intent: 'plan',
  subject: { identifier: { system: 'http://fhir.nhs.net/Id/nhs-number', value: nhsNumber } },
})

/** What a decision makes of a referral; undefined for reading it. */
const stateAfter = (operation: string | undefined, body: string): string | undefined =>
  operation === undefined
    ? undefined
    : operation === 'acceptReferral'
      ? 'BOOKED'
      : operation === 'rejectReferral'
        ? 'REJECTED'
        : body.includes('RETURN_TO_REFERRER_WITH_ADVICE')
          ? 'TRIAGE_RESPONSE'
          : 'TRIAGED_PROVIDER_TO_ACTION'

const isToReview = ({ state = 'AWAITING_TRIAGE' }: HeldReferral): boolean =>
  ['AWAITING_TRIAGE', 'DEFERRED_TO_PROVIDER', 'BOOKED'].includes(state)

const worklistOf = (referrals: readonly HeldReferral[]) => ({
  resourceType: 'List',
  status: 'current',
  mode: 'snapshot',
  contained: referrals.map(({ ubrn, nhsNumber }) => ({
    resourceType: 'Patient',
    id: `Patient-${ubrn}`,
    identifier: [{ system: 'http://fhir.nhs.net/Id/nhs-number', value: nhsNumber }],
  })),
  entry: referrals.filter(isToReview).map(({ ubrn, priority = 'ROUTINE', authoredOn, version = 5 }) => ({
    extension: [
      {
        url: 'https://fhir.nhs.uk/STU3/StructureDefinition/Extension-eRS-ReferralsforReview-WorkListItem-1',
        extension: [
          { url: 'priority', valueCodeableConcept: { coding: [{ code: priority.toUpperCase() }] } },
          { url: 'patient', valueReference: { reference: `#Patient-${ubrn}` } },
          { url: 'eReferralPathwayStart', valueDateTime: authoredOn ?? '2026-11-20T09:30:00.000Z' },
          {
            url: 'service',
            valueReference: {
              identifier: { system: 'http://fhir.nhs.net/Id/ers-service', value: '11012' },
              display: 'Falls Assessment Service',
            },
          },
          ...(version === 0 ? [] : [{ url: 'referralRequestVersion', valueInteger: version }]),
        ],
      },
    ],
    item: { reference: `ReferralRequest/${ubrn}` },
  })),
})

export const anErsStandIn = async (port = 0): Promise<ErsStandIn> => {
  const standIn: Omit<ErsStandIn, 'url' | 'close'> = {
    referrals: [],
    asked: [],
    fails: () => undefined,
    refusesDecisions: false,
  }
  let failing: Parameters<ErsStandIn['fails']>[0] = null
  standIn.fails = (answer) => {
    failing = answer
  }
  const send = (response: ServerResponse, status: number, body: object): void => {
    response.writeHead(status, { 'content-type': 'application/fhir+json' }).end(JSON.stringify(body))
  }
  const server = createServer((request, response) => {
    const parts: Buffer[] = []
    request.on('data', (part: Buffer) => parts.push(part))
    request.on('end', () => {
      const sent = Buffer.concat(parts).toString('utf8')
      const path = request.url ?? ''
      standIn.asked.push({
        method: request.method ?? '',
        path,
        headers: request.headers,
        body: sent === '' ? null : (JSON.parse(sent) as unknown),
      })
      if (failing === 'hangs up') return request.socket.destroy()
      if (failing !== null)
        return response
          .writeHead(failing.status, { 'content-type': 'application/fhir+json' })
          .end(failing.body)
      const { referrals } = standIn
      const [, ubrn, operation] = /ReferralRequest\/(\d{12})(?:\/\$ers\.(\w+))?$/.exec(path) ?? []
      if (ubrn !== undefined) {
        const held = referrals.find((each) => each.ubrn === ubrn)
        if (held === undefined)
          return send(
            response,
            404,
            JSON.parse(ersError('http-error-codes', 'REC_NOT_FOUND', 'not-found')) as object,
          )
        if (operation !== undefined && standIn.refusesDecisions)
          return send(
            response,
            422,
            JSON.parse(ersError('eRS-APIErrorCode-1', 'INVALID_REQUEST_STATE', 'business-rule')) as object,
          )
        const state = stateAfter(operation, sent) ?? held.state ?? 'AWAITING_TRIAGE'
        const version = (held.version ?? 5) + (operation === undefined || held.version === 0 ? 0 : 1)
        standIn.referrals = referrals.map((each) =>
          each.ubrn === ubrn ? { ...each, state, ...(operation !== undefined && { version }) } : each,
        )
        return send(response, 200, referralRequest({ ...held, state }))
      }
      if (path.endsWith('$ers.fetchworklist')) return send(response, 200, worklistOf(referrals))
      const asked = new URL(path, 'http://localhost').searchParams.get('identifier')?.split('|')[1]
      const found = referrals.filter((each) => each.ubrn === asked)
      return send(response, 200, {
        resourceType: 'Bundle',
        type: 'searchset',
        total: found.length,
        ...(found.length === 0 ? {} : { entry: found.map((each) => ({ resource: requestOf(each) })) }),
      })
    })
  })
  await new Promise<void>((resolve) => server.listen(port, 'localhost', resolve))
  return Object.assign(standIn, {
    url: `http://localhost:${(server.address() as AddressInfo).port}/referrals/FHIR`,
    close: () => new Promise<void>((resolve) => server.close(() => resolve())),
  })
}
