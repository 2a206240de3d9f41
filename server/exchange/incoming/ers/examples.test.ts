import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openErs } from './api.ts'
import { ErsFailure } from './failure.ts'
import { anErsStandIn, ersError, type ErsStandIn } from './testing/standIn.ts'

/*
 * Every example that is published for e-RS in R4, by its kind, with what happens to one like it when a referral is asked
 * for by its UBRN. The messages are ours, small and about invented people.
 */

const ubrn = '000000070001'
let ers: ErsStandIn
beforeAll(async () => {
  ers = await anErsStandIn()
})
afterAll(() => ers.close())

const find = () =>
  openErs({ url: ers.url, odsCode: 'RXX', serviceId: null, tokens: null, minutes: 15 }).find(ubrn)

const http = 'http-error-codes'
const nhsd = 'NHSD-API-ErrorOrWarningCode'
const errors: {
  example: string
  kind: string
  branch: 'lasting' | 'passing'
  answer: [status: number, system: string, code: string]
  words: string
}[] = [
  {
    example: 'NHSDigital-OperationOutcome-400.json',
    kind: 'invalid',
    branch: 'lasting',
    answer: [400, http, 'REC_BAD_REQUEST'],
    words: 'Check the UBRN',
  },
  {
    example: 'NHSDigital-OperationOutcome-401.json',
    kind: 'login',
    branch: 'lasting',
    answer: [401, nhsd, 'ACCESS_DENIED'],
    words: 'did not accept the sign-in',
  },
  {
    example: 'NHSDigital-OperationOutcome-403.json',
    kind: 'forbidden',
    branch: 'lasting',
    answer: [403, http, 'REC_FORBIDDEN'],
    words: 'does not let this organisation',
  },
  {
    example: 'NHSDigital-OperationOutcome-404.json',
    kind: 'not-found',
    branch: 'lasting',
    answer: [404, http, 'REC_NOT_FOUND'],
    words: 'has no referral with this UBRN',
  },
  {
    example: 'NHSDigital-OperationOutcome-406.json',
    kind: 'not-supported',
    branch: 'lasting',
    answer: [406, http, 'REC_NOT_ACCEPTABLE'],
    words: 'do not understand each other',
  },
  {
    example: 'NHSDigital-OperationOutcome-415.json',
    kind: 'not-supported',
    branch: 'lasting',
    answer: [415, http, 'REC_UNSUPPORTED_MEDIA_TYPE'],
    words: 'do not understand each other',
  },
  {
    example: 'NHSDigital-OperationOutcome-422.json',
    kind: 'invalid',
    branch: 'passing',
    answer: [422, 'ers-error-codes', 'PENDING'],
    words: 'still checking a file',
  },
  {
    example: 'NHSDigital-OperationOutcome-429.json',
    kind: 'throttled',
    branch: 'passing',
    answer: [429, nhsd, 'TOO_MANY_REQUESTS'],
    words: 'asked too often',
  },
  {
    example: 'NHSDigital-OperationOutcome-500.json',
    kind: 'exception',
    branch: 'passing',
    answer: [500, http, 'REC_SERVER_ERROR'],
    words: 'cannot be reached',
  },
  {
    example: 'NHSDigital-OperationOutcome-503.json',
    kind: 'transient',
    branch: 'passing',
    answer: [503, http, 'REC_UNAVAILABLE'],
    words: 'cannot be reached',
  },
  {
    example: 'R4-SandboxErrorOutcome.json',
    kind: 'invalid',
    branch: 'lasting',
    answer: [422, nhsd, 'SANDBOX_ERROR'],
    words: 'test version',
  },
]

describe('an error like the published example', () => {
  it.each(errors)(
    '$example ($kind) is $branch, in plain words',
    async ({ answer: [status, system, code], kind, branch, words }) => {
      ers.fails({ status, body: ersError(system, code, kind) })
      const failure = await find().catch((error: unknown) => error)
      expect(failure).toBeInstanceOf(ErsFailure)
      expect(failure).toMatchObject({
        message: expect.stringContaining(words) as string,
        isPassing: branch === 'passing',
      })
      ers.fails(null)
    },
  )
})

type Held = Omit<ErsStandIn['referrals'][number], 'ubrn'>
const searches: { example: string; kind: string; branch: string; referrals: Held[] }[] = [
  {
    example: 'searchServiceRequest/responses/ResponseExampleReferral.json',
    kind: 'a referral',
    branch: 'found 9990001006',
    referrals: [{ nhsNumber: '9990001006' }],
  },
  {
    example: 'searchServiceRequest/responses/ResponseExampleReferralAndAdvice.json',
    kind: 'a referral, and a request for advice that is closed',
    branch: 'found 9990001006',
    referrals: [{ nhsNumber: '9990001006' }, { category: 'request', status: 'completed' }],
  },
  {
    example: 'searchServiceRequest/responses/ResponseExampleAdvice.json',
    kind: 'a request for advice',
    branch: 'This UBRN is a request for advice, not a referral.',
    referrals: [{ category: 'request' }],
  },
  {
    example: 'searchServiceRequest/responses/ResponseExampleEmpty.json',
    kind: 'nothing',
    branch: 'The e-Referral Service has no referral with this UBRN for this organisation.',
    referrals: [],
  },
]

const foundOr = (): Promise<string> =>
  find().then(
    ({ nhsNumber }) => `found ${nhsNumber}`,
    (error: Error) => error.message,
  )

const others = (...resources: object[]) => ({
  resourceType: 'Bundle',
  type: 'searchset',
  total: resources.length,
  ...(resources.length === 0 ? {} : { entry: resources.map((resource) => ({ resource })) }),
})
const small = {
  resourceType: 'HealthcareService',
  id: '1',
  name: 'Falls clinic',
  location: [{ display: 'A' }],
}
const large = { ...small, type: [{ text: 'Clinic' }], characteristic: [{ text: 'Bookable' }] }
const none = 'The e-Referral Service has no referral with this UBRN for this organisation.'
const unclear = 'The e-Referral Service answered something that this service does not understand.'
/** What is never asked for; as an answer it is no referral. */
const neverAsked: { example: string; kind: string; branch: string; body: object }[] = [
  {
    example: 'getService/responses/sampleServiceWithFullAttributes.json',
    kind: 'a service with everything',
    branch: unclear,
    body: large,
  },
  {
    example: 'getService/responses/sampleServiceWithMinimumAttributes.json',
    kind: 'a service with its name',
    branch: unclear,
    body: small,
  },
  {
    example: 'searchForServices/responses/searchServiceWithMaxAndMinAttributes.json',
    kind: 'services with much and with little',
    branch: none,
    body: others(large, small),
  },
  {
    example: 'searchForServices/responses/searchServiceWithMinmumalAttributes.json',
    kind: 'services with little',
    branch: none,
    body: others(small, small),
  },
  {
    example: 'searchForServices/responses/searchServiceWithEmptyResponse.json',
    kind: 'no service',
    branch: none,
    body: others(),
  },
  {
    example: 'retrieveBusinessFunctions/responses/PractitionerRoleBundle.json',
    kind: 'roles of a user',
    branch: none,
    body: others(
      { resourceType: 'PractitionerRole', id: '1' },
      { resourceType: 'PractitionerRole', id: '2' },
    ),
  },
  {
    example: 'retrieveOboUsers/responses/PractitionerBundle.json',
    kind: 'users to act for',
    branch: none,
    body: others({ resourceType: 'Practitioner', id: '1' }),
  },
]

describe('an answer like the published example', () => {
  it.each(searches)('$example ($kind): $branch', async ({ referrals, branch }) => {
    ers.referrals = referrals.map((each) => ({ ubrn, ...each }))
    expect(await foundOr()).toBe(branch)
  })

  it.each(neverAsked)('$example ($kind): $branch', async ({ body, branch }) => {
    ers.fails({ status: 200, body: JSON.stringify(body) })
    expect(await foundOr()).toBe(branch)
    ers.fails(null)
  })
})
