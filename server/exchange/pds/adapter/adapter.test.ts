import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { freePort } from '../../../platform/db/embedded/freePort.ts'
import { inventedPeople as people } from '../standIn/people.ts'
import { startStandIn, type Fault, type StandIn } from '../standIn/standIn.ts'
import { openBucket } from './bucket.ts'
import { findPerson } from './findPerson.ts'
import { openDemographics, type Demographics, type PersonSought } from './pds.ts'

let standIn: StandIn
let service: Demographics
/** Limits that no test waits for. */
const quick = { waitMs: 400, perSecond: 1000 }
beforeAll(async () => {
  standIn = await startStandIn()
})
afterAll(() => standIn.close())
beforeEach(() => {
  standIn.asked = []
  service = openDemographics(standIn.settings, quick)
})
afterEach(() => {
  standIn.fault = null
  standIn.nextFaults = []
  standIn.tokenSeconds = 599
})

const edith: PersonSought = {
  familyName: 'Tracewell',
  firstName: 'Edith',
  dateOfBirth: '1941-07-14',
  gender: 'female',
  postcode: 'ZZ9 4QF',
}

describe('a number is retrieved', () => {
  it('with name, birth, gender, address in five lines, telephones, mail and practice', async () => {
    expect(await service.retrieve(people.usual.nhsNumber)).toEqual({
      outcome: 'found',
      person: {
        nhsNumber: people.usual.nhsNumber,
        familyName: 'Tracewell',
        firstName: 'Edith',
        title: 'Mrs',
        gender: 'female',
        dateOfBirth: '1941-07-14',
        version: '3',
        death: null,
        isSensitive: false,
        whereabouts: {
          address: {
            endedOn: null,
            value: {
              addressLine1: '12',
              addressLine2: 'Larkfield Walk',
              addressLine3: 'Eastover',
              town: 'Sampletown',
              county: 'Exampleshire',
              postcode: 'ZZ9 4QF',
            },
          },
          phoneHome: { value: '01632 960871', endedOn: null },
          phoneWork: null,
          phoneMobile: { value: '07700 900871', endedOn: null },
          email: { value: 'edith.tracewell@example.org', endedOn: null },
          practice: { value: 'Z99001', endedOn: null },
        },
      },
    })
  })

  it.each([
    ['minimal', { familyName: null, dateOfBirth: null, isSensitive: false }],
    ['compoundName', { familyName: "O'Hara-Quill", firstName: 'Mary Ann' }],
    ['restricted', { familyName: 'Hideaway', isSensitive: true, whereabouts: null }],
    ['veryRestricted', { isSensitive: true, whereabouts: null }],
    ['dead', { death: { day: '2026-06-10', isFormal: true } }],
  ] as const)('%s', async (who, person) =>
    expect(await service.retrieve(people[who].nhsNumber)).toMatchObject({ outcome: 'found', person }),
  )

  it.each(['restricted', 'veryRestricted'] as const)(
    'and where a %s person is goes no further, even if the service sends it',
    async (who) => {
      standIn.fault = 'leaks'
      const answer = await service.retrieve(people[who].nhsNumber)
      expect(answer).toMatchObject({ outcome: 'found', person: { isSensitive: true, whereabouts: null } })
      expect(JSON.stringify(answer)).not.toMatch(/ZZ|01632|07700|example\.org|Z990|Sampletown|Vantown/)
    },
  )

  it('that was replaced: the person comes with the new one', async () => {
    expect(await service.retrieve(people.replaced.nhsNumber)).toMatchObject({
      outcome: 'superseded',
      person: { nhsNumber: people.replacement.nhsNumber, familyName: 'Newnumber' },
    })
  })

  it('that was withdrawn, or that nobody has', async () => {
    expect(await service.retrieve(people.withdrawn.nhsNumber)).toEqual({ outcome: 'invalidated' })
    expect(await service.retrieve('9990000077')).toEqual({ outcome: 'none' })
  })
})

describe('a search', () => {
  const tried = () => standIn.asked.map(({ query }) => query)

  it('that matches ends with the first question', async () => {
    expect(await findPerson(service, edith)).toMatchObject({
      outcome: 'found',
      person: { firstName: 'Edith' },
    })
    expect(tried()).toEqual([
      {
        family: 'Tracewell',
        given: 'Edith',
        birthdate: 'eq1941-07-14',
        gender: 'female',
        'address-postalcode': 'ZZ9 4QF',
      },
    ])
  })

  it('leaves out the gender, asks about former names, and then about names that are nearly the same', async () => {
    expect(await findPerson(service, { ...edith, familyName: 'Trasewell' })).toMatchObject({
      outcome: 'found',
    })
    const [exact, anyGender, history, fuzzy] = tried()
    expect(exact).toMatchObject({ gender: 'female' })
    expect(anyGender).not.toHaveProperty('gender')
    expect(anyGender).not.toHaveProperty('_history')
    expect(history).toMatchObject({ _history: 'true' })
    expect(fuzzy).toMatchObject({ '_fuzzy-match': 'true', 'address-postalcode': 'ZZ9 4QF' })
  })

  it('without gender and postcode asks twice', async () => {
    const sought = { ...edith, familyName: 'Nobodyhere', gender: null, postcode: null }
    expect(await findPerson(service, sought)).toEqual({ outcome: 'none' })
    expect(tried()).toHaveLength(2)
  })

  it.each([
    ['a gender that PDS has otherwise', { ...edith, gender: 'male' as const }, 2],
    [
      'a former name',
      { ...edith, familyName: 'Beforewed', firstName: 'Joyce', dateOfBirth: '1943-01-30' },
      3,
    ],
  ])('finds somebody by %s', async (_, sought, questions) => {
    expect(await findPerson(service, sought)).toMatchObject({ outcome: 'found' })
    expect(tried()).toHaveLength(questions)
  })

  it.each([
    ['several', { familyName: 'Twinsworth', firstName: 'Ann', dateOfBirth: '1940-12-12' }],
    ['tooMany', { familyName: 'Smith', firstName: 'Ann', dateOfBirth: '1940-12-12' }],
  ])('that matches %s ends there', async (outcome, who) => {
    expect(await findPerson(service, { ...who, gender: null, postcode: null })).toEqual({ outcome })
    expect(tried()).toHaveLength(1)
  })
})

describe('a fault', () => {
  const refused = [
    'INVALID_RESOURCE_ID',
    'MISSING_VALUE',
    'INVALID_VALUE',
    'INVALID_SEARCH_DATA',
    'ADDITIONAL_PROPERTIES',
    'UNSUPPORTED_SERVICE',
  ].map(
    (code) =>
      [
        { status: 400, code },
        { outcome: 'refused', code },
      ] as const,
  )

  it.each<readonly [Fault, object]>([
    ...refused,
    [
      { status: 401, code: 'ACCESS_DENIED' },
      { outcome: 'notAllowed', code: '401' },
    ],
    [{ status: 403 }, { outcome: 'notAllowed', code: '403' }],
    [{ status: 404, code: 'INVALIDATED_RESOURCE' }, { outcome: 'invalidated' }],
    [
      { status: 404, code: 'SOMETHING_ELSE' },
      { outcome: 'away', reason: 'answered 404' },
    ],
    [{ status: 408, code: 'UNABLE_TO_CALL_SERVICE' }, { outcome: 'timedOut' }],
    [
      { status: 429, retryAfter: '7' },
      { outcome: 'slowDown', waitMs: 7000 },
    ],
    [{ status: 429 }, { outcome: 'slowDown', waitMs: 5000 }],
    [{ status: 500 }, { outcome: 'away', reason: 'answered 500' }],
    [{ status: 503 }, { outcome: 'away', reason: 'answered 503' }],
    ['silent', { outcome: 'away', reason: 'TimeoutError' }],
    ['half', { outcome: 'away', reason: 'answered in an unknown format' }],
    ['huge', { outcome: 'away', reason: 'answered with too much data' }],
    ['other type', { outcome: 'away', reason: 'answered with another type of content' }],
    ['another form', { outcome: 'away', reason: 'answered in an unknown format' }],
    ['redirect', { outcome: 'away' }],
    ['cut', { outcome: 'away' }],
  ])('%j is an outcome, and the next question is as usual', async (fault, expected) => {
    standIn.nextFaults = [fault]
    expect(await service.retrieve(people.usual.nhsNumber)).toMatchObject(expected)
    service = openDemographics(standIn.settings, quick)
    expect(await service.retrieve(people.usual.nhsNumber)).toMatchObject({ outcome: 'found' })
    expect(standIn.asked.filter(({ path }) => path.includes('elsewhere'))).toEqual([])
  })

  it('of the network is the same to the user', async () => {
    const url = `http://127.0.0.1:${await freePort()}`
    expect(await openDemographics({ url, keys: null }, quick).retrieve('9990000077')).toEqual({
      outcome: 'away',
      reason: 'ECONNREFUSED',
    })
  })

  it('names neither the number nor a key', async () => {
    for (const fault of ['half', 'huge', 'another form', 'cut', 'silent', 'redirect'] as const) {
      standIn.fault = fault
      const answer = JSON.stringify(await service.retrieve(people.usual.nhsNumber))
      expect(answer).not.toMatch(new RegExp(`${people.usual.nhsNumber}|http|stand-in`))
    }
  })

  it('that asks to wait is obeyed: nothing is sent before that', async () => {
    let now = Date.now()
    service = openDemographics(standIn.settings, quick, () => now)
    standIn.nextFaults = [{ status: 429, retryAfter: '20' }]
    await service.retrieve(people.usual.nhsNumber)
    standIn.asked = []
    expect(await service.retrieve(people.usual.nhsNumber)).toEqual({ outcome: 'slowDown', waitMs: 20_000 })
    expect(standIn.asked).toEqual([])
    now += 20_000
    expect(await service.retrieve(people.usual.nhsNumber)).toMatchObject({ outcome: 'found' })
  })
})

describe('the service is asked', () => {
  const uuid = /^[\da-f]{8}-(?:[\da-f]{4}-){3}[\da-f]{12}$/

  it('with ids of the request and a token, and nothing of ours', async () => {
    await service.retrieve(people.usual.nhsNumber)
    await service.retrieve(people.usual.nhsNumber)
    const [first, second] = standIn.asked.map(({ headers }) => headers)
    expect(first?.['x-request-id']).toMatch(uuid)
    expect(first?.['x-correlation-id']).toMatch(uuid)
    expect(first?.['x-request-id']).not.toBe(second?.['x-request-id'])
    expect(first?.accept).toBe('application/fhir+json')
    expect(first?.authorization).toMatch(/^Bearer [\w-]{20,}$/)
    for (const name of ['cookie', 'referer', 'origin', 'x-forwarded-for'])
      expect(first?.[name]).toBeUndefined()
  })

  it('with one token until shortly before it ends, even by many at once', async () => {
    let now = Date.now()
    service = openDemographics(standIn.settings, quick, () => now)
    const before = standIn.tokens
    await Promise.all([1, 2, 3, 4].map(() => service.retrieve(people.usual.nhsNumber)))
    expect(standIn.tokens).toBe(before + 1)
    now += (599 - 31) * 1000
    await service.retrieve(people.usual.nhsNumber)
    expect(standIn.tokens).toBe(before + 1)
    now += 2000
    await service.retrieve(people.usual.nhsNumber)
    expect(standIn.tokens).toBe(before + 2)
  })

  it('with another token once one was refused', async () => {
    await service.retrieve(people.usual.nhsNumber)
    const before = standIn.tokens
    standIn.nextFaults = [{ status: 401 }]
    await service.retrieve(people.usual.nhsNumber)
    expect(await service.retrieve(people.usual.nhsNumber)).toMatchObject({ outcome: 'found' })
    expect(standIn.tokens).toBe(before + 1)
  })

  it('with a key that it does not know: refused in plain words', async () => {
    const other = await startStandIn()
    const keys = { ...standIn.settings.keys, privateKey: other.settings.keys.privateKey }
    await other.close()
    expect(await openDemographics({ ...standIn.settings, keys }, quick).retrieve('9990000077')).toEqual({
      outcome: 'notAllowed',
      code: 'the token was refused with 401',
    })
  })

  it('at most five times in any second', () => {
    let now = 1_000_000
    const takeTurn = openBucket(5, 60_000, () => now)
    const turns = Array.from({ length: 40 }, (_, place) => {
      now += place % 7 === 0 ? 450 : 10
      return now + (takeTurn() ?? Number.NaN)
    })
    for (const [place, turn] of turns.slice(5).entries())
      expect(turn - (turns[place] ?? 0)).toBeGreaterThanOrEqual(1000)
    expect(turns.slice(0, 5)).toEqual([1_000_450, 1_000_460, 1_000_470, 1_000_480, 1_000_490])
  })

  it('by each of ten processes, once in two seconds', () => {
    let now = 1_000_000
    const takeTurn = openBucket(5 / 10, 60_000, () => now)
    expect([takeTurn(), takeTurn(), takeTurn()]).toEqual([0, 2000, 4000])
    now += 7000
    expect(takeTurn()).toBe(0)
  })

  it('no more when too many wait', async () => {
    service = openDemographics(standIn.settings, { perSecond: 1, turnMs: 100 })
    const answers = await Promise.all([1, 2].map(() => service.retrieve(people.usual.nhsNumber)))
    expect(answers.map(({ outcome }) => outcome)).toEqual(['found', 'slowDown'])
  })

  it('whether it answers, about nobody', async () => {
    await service.reach()
    expect(standIn.asked).toEqual([])
    expect(service.lastSuccessAt()).toBeNull()
    await service.retrieve('9990000077')
    expect(service.lastSuccessAt()).toMatch(/^\d{4}-/)
  })
})

describe('the form of the published examples', () => {
  const name = {
    use: 'usual',
    family: 'Fern',
    given: ['Ada'],
    period: { start: '2020-01-01', end: '2021-12-31' },
  }
  const base = {
    resourceType: 'Patient',
    id: '9990000077',
    meta: { versionId: '2', security: [{ code: 'U' }] },
    name: [name],
  }
  const ended = { start: '2019-01-01', end: '2021-12-31' }

  const read = async (resource: object) => {
    const server = createServer((_, response) =>
      response
        .writeHead(200, { 'content-type': 'application/fhir+json; charset=utf-8' })
        .end(JSON.stringify(resource)),
    )
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    const answer = await openDemographics({ url, keys: null }, quick).retrieve('9990000077')
    await new Promise((resolve) => server.close(resolve))
    return answer
  }

  it.each<readonly [string, object, object]>([
    ['a name whose period has ended is still the name', {}, { familyName: 'Fern', firstName: 'Ada' }],
    [
      'the usual name in force counts before one that ended',
      { name: [name, { use: 'usual', family: 'Moss', given: ['Ada'] }] },
      { familyName: 'Moss' },
    ],
    [
      'an official name if there is no usual one',
      { name: [{ ...name, use: 'official' }] },
      { familyName: 'Fern' },
    ],
    ['a maiden name is no name to call by', { name: [{ ...name, use: 'maiden' }] }, { familyName: null }],
    [
      'several given names are one first name',
      { name: [{ ...name, given: ['Ada', 'May'] }] },
      { firstName: 'Ada May' },
    ],
    ['part of a date is no day', { birthDate: '1940' }, { dateOfBirth: null }],
    ['only marked as unrestricted is not sensitive', {}, { isSensitive: false }],
    ['REDACTED', { meta: { security: [{ code: 'U' }, { code: 'REDACTED' }] } }, { isSensitive: true }],
    ['not marked at all counts as sensitive', { meta: {} }, { isSensitive: true }],
    [
      'a death on a summer day, by an instant in London',
      { deceasedDateTime: '2026-06-09T23:30:00+00:00' },
      { death: { day: '2026-06-10', isFormal: false } },
    ],
    [
      'a withdrawn notification of death',
      {
        deceasedDateTime: '2026-06-10',
        extension: [
          {
            url: 'https://fhir.hl7.org.uk/StructureDefinition/Extension-UKCore-DeathNotificationStatus',
            extension: [
              { url: 'deathNotificationStatus', valueCodeableConcept: { coding: [{ code: 'U' }] } },
            ],
          },
        ],
      },
      { death: null },
    ],
    [
      'an address and a practice that ended say when',
      {
        address: [
          { use: 'home', line: ['1 Old Road', '', '', 'Sampletown'], postalCode: 'zz9 1aa', period: ended },
        ],
        generalPractitioner: [
          {
            identifier: {
              system: 'https://fhir.nhs.uk/Id/ods-organization-code',
              value: 'Z99002',
              period: ended,
            },
          },
        ],
      },
      {
        whereabouts: {
          address: {
            endedOn: '2021-12-31',
            value: { addressLine1: '1 Old Road', town: 'Sampletown', postcode: 'ZZ9 1AA' },
          },
          practice: { value: 'Z99002', endedOn: '2021-12-31' },
        },
      },
    ],
    [
      'a temporary address and a text phone are not the usual ones',
      {
        address: [{ use: 'temp', line: ['2 Hostel'], postalCode: 'ZZ9 1AB' }],
        telecom: [{ system: 'other', use: 'home', value: '01632 960000' }],
      },
      { whereabouts: { address: null, phoneHome: null } },
    ],
  ])('%s', async (_, resource, person) =>
    expect(await read({ ...base, ...resource })).toMatchObject({ outcome: 'found', person }),
  )

  it.each([
    ['control characters', { name: [{ ...name, family: 'Fe\u0007rn' }] }],
    ['text longer than any field', { name: [{ ...name, family: 'F'.repeat(300) }] }],
    ['an id that is no number', { id: 'x' }],
    ['another resource', { resourceType: 'RelatedPerson' }],
  ])('%s: not believed', async (_, resource) =>
    expect(await read({ ...base, ...resource })).toEqual({
      outcome: 'away',
      reason: 'answered in an unknown format',
    }),
  )
})
