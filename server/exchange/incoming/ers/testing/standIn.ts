import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/* A stand-in of the e-Referral Service, written from its published answers. */

interface HeldReferral {
  ubrn: string
  nhsNumber?: string
  category?: 'referral' | 'request'
  status?: string
  priority?: string
}

export interface ErsStandIn {
  url: string
  referrals: HeldReferral[]
  asked: { method: string; path: string; headers: IncomingHttpHeaders; body: unknown }[]
  /** The next answers are this instead; null for as usual. */
  fails: (answer: { status: number; body: string } | 'hangs up' | null) => void
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
}: HeldReferral) => ({
  resourceType: 'ServiceRequest',
  id: `${category === 'referral' ? 'r' : 'a'}.${ubrn}`,
  meta: { versionId: '5' },
  identifier: [{ system: 'https://fhir.nhs.uk/Id/UBRN', value: ubrn }],
  ...{ status, intent: 'order', priority },
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

export const anErsStandIn = async (port = 0): Promise<ErsStandIn> => {
  const standIn: Omit<ErsStandIn, 'url' | 'close'> = { referrals: [], asked: [], fails: () => undefined }
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
      const [, ubrn, operation] =
        /ReferralRequest\/(\d{12})\/\$ers\.(accept|reject)Referral$/.exec(path) ?? []
      if (ubrn !== undefined) {
        standIn.referrals = referrals.map((each) =>
          each.ubrn === ubrn ? { ...each, status: operation === 'accept' ? 'active' : 'revoked' } : each,
        )
        return send(response, 200, { resourceType: 'ReferralRequest', id: ubrn })
      }
      if (path.endsWith('$ers.fetchworklist'))
        return send(response, 200, {
          resourceType: 'List',
          entry: referrals.map((each) => ({
            item: { reference: `ReferralRequest/${each.ubrn}/_history/5` },
          })),
        })
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
