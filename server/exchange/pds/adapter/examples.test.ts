import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { NationalAnswer } from './answer.ts'
import { openDemographics, type Demographics } from './pds.ts'

/*
 * Every example that is published for PDS, by its kind, with what happens to one like it. The messages are ours, small and
 * about invented people; an example that is published as an answer to a number and to a search is in two rows.
 */

let body: object | string = ''
const heard: { method: string; path: string }[] = []
const server = createServer((request, response) => {
  heard.push({ method: request.method ?? '', path: request.url ?? '' })
  response
    .writeHead(200, { 'content-type': 'application/fhir+json' })
    .end(typeof body === 'string' ? body : JSON.stringify(body))
})
let service: Demographics
beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  service = openDemographics({ url, keys: null }, { perSecond: 1000 })
})
afterAll(() => new Promise((resolve) => server.close(resolve)))

const number = '9990000077'
const ended = { start: '2019-01-01', end: '2021-12-31' }
const ukCore = 'https://fhir.hl7.org.uk/StructureDefinition/Extension-UKCore-'

const minimal = {
  resourceType: 'Patient',
  id: number,
  meta: { versionId: '2', security: [{ code: 'U', display: 'unrestricted' }] },
}
/** Dead, and with parts that are not read, as most examples are. */
const usual = {
  ...minimal,
  name: [{ use: 'usual', period: ended, given: ['Ada'], family: 'Fern', prefix: ['Mrs'], suffix: ['MBE'] }],
  gender: 'female',
  birthDate: '1939-05-04',
  multipleBirthInteger: 1,
  deceasedDateTime: '2021-05-04T00:00:00+00:00',
  address: [
    {
      use: 'home',
      period: ended,
      line: ['1 Old Road', '', 'Eastover', 'Sampletown', 'Exampleshire'],
      postalCode: 'ZZ9 1AA',
      extension: [{ url: `${ukCore}AddressKey`, extension: [{ url: 'value', valueString: '12' }] }],
    },
    { use: 'temp', period: ended, line: ['2 Hostel'], postalCode: 'ZZ9 1AB' },
  ],
  telecom: [
    { system: 'phone', use: 'home', period: ended, value: '01632960111' },
    { system: 'other', use: 'home', period: ended, value: '01632960112' },
  ],
  contact: [{ telecom: [{ system: 'phone', value: '01632960113' }] }],
  generalPractitioner: [
    {
      type: 'Organization',
      identifier: { system: 'https://fhir.nhs.uk/Id/ods-organization-code', value: 'Z99002', period: ended },
    },
  ],
  extension: [
    {
      url: `${ukCore}DeathNotificationStatus`,
      extension: [{ url: 'deathNotificationStatus', valueCodeableConcept: { coding: [{ code: '2' }] } }],
    },
    { url: `${ukCore}NominatedPharmacy`, valueReference: { identifier: { value: 'Z9900' } } },
  ],
}
const { address: _address, telecom: _telecom, generalPractitioner: _practice, ...nowhere } = usual
const sensitive = { ...nowhere, meta: { versionId: '2', security: [{ code: 'R', display: 'restricted' }] } }
const compound = { ...usual, name: [{ ...usual.name[0], given: ['Ada May'] }] }

const searchset = (...resources: object[]) => ({
  resourceType: 'Bundle',
  type: 'searchset',
  total: resources.length,
  entry: resources.map((resource) => ({ resource, search: { score: 1 } })),
})
const related = {
  resourceType: 'RelatedPerson',
  id: 'A1',
  patient: { type: 'Patient', identifier: { value: number } },
  name: [{ family: 'Fern' }],
}
const { name: _name, ...reference } = related
const coverage = { resourceType: 'Coverage', status: 'active', beneficiary: { reference: number } }

/** What an answer came to, and how much of the person was read. */
const branchOf = (answer: NationalAnswer): string => {
  if (!('person' in answer)) return answer.outcome
  const { familyName, firstName, isSensitive, whereabouts, death } = answer.person
  const parts = [
    familyName === null ? 'number alone' : `${firstName} ${familyName}`,
    ...(isSensitive && whereabouts === null ? ['sensitive'] : []),
    ...(whereabouts?.address?.endedOn == null ? [] : ['address that ended']),
    ...(whereabouts?.practice?.endedOn == null ? [] : ['practice that ended']),
    ...(death?.isFormal === true ? ['dead'] : []),
  ]
  return `${answer.outcome}: ${parts.join(', ')}`
}

const ada = { familyName: 'Fern', firstName: 'Ada', dateOfBirth: '1939-05-04', gender: null, postcode: null }

const whole = 'found: Ada Fern, address that ended, practice that ended, dead'
const examples: { example: string; kind: string; branch: string; body: object; isSearch?: true }[] = [
  { example: 'Patient.json', kind: 'a person with everything', branch: whole, body: usual },
  { example: 'Patient-Jayne-Smyth.json', kind: 'another person with everything', branch: whole, body: usual },
  {
    example: 'PatientCompoundName.json',
    kind: 'a first name of two words, found by a search',
    branch: 'found: Ada May Fern, address that ended, practice that ended, dead',
    body: searchset(compound),
    isSearch: true,
  },
  {
    example: 'Minimal_Patient.json',
    kind: 'a person with a number alone',
    branch: 'found: number alone',
    body: minimal,
  },
  {
    example: 'Sensitive_Patient.json',
    kind: 'a sensitive person',
    branch: 'found: Ada Fern, sensitive, dead',
    body: sensitive,
  },
  {
    example: 'PatientSearch.json',
    kind: 'a search that finds one',
    branch: whole,
    body: searchset(usual),
    isSearch: true,
  },
  {
    example: 'PatientSearch-Jayne-Smyth.json',
    kind: 'a search that finds another one',
    branch: whole,
    body: searchset(usual),
    isSearch: true,
  },
  {
    example: 'Minimal_PatientSearch.json',
    kind: 'a search that finds a number alone',
    branch: 'found: number alone',
    body: searchset(minimal),
    isSearch: true,
  },
  {
    example: 'Sensitive_PatientSearch.json',
    kind: 'a search that finds a sensitive person',
    branch: 'found: Ada Fern, sensitive, dead',
    body: searchset(sensitive),
    isSearch: true,
  },
  // What is never asked for. As an answer it is not believed.
  {
    example: 'RelatedPersonBundle.json',
    kind: 'somebody related, by reference and with details',
    branch: 'away',
    body: searchset(related),
  },
  {
    example: 'Personal_Details_RelatedPersonBundle.json',
    kind: 'somebody related, with details',
    branch: 'away',
    body: searchset(related),
  },
  {
    example: 'Referenced_RelatedPersonBundle.json',
    kind: 'somebody related, by reference',
    branch: 'away',
    body: searchset(reference),
  },
  { example: 'Coverage.json', kind: 'an insurance card', branch: 'away', body: coverage },
  { example: 'CoverageSearch.json', kind: 'insurance cards', branch: 'away', body: searchset(coverage) },
]

describe('an answer like the published example', () => {
  it.each(examples)('$example ($kind): $branch', async ({ body: answer, isSearch, branch }) => {
    body = answer
    const found = isSearch === true ? await service.search(ada) : await service.retrieve(number)
    expect(branchOf(found)).toBe(branch)
  })

  it('to a number that was replaced comes with the number in force', async () => {
    body = usual
    expect(branchOf(await service.retrieve('9990000018'))).toBe(whole.replace('found', 'superseded'))
  })
})

/** Requests that change PDS, which is never done here. */
const changes = [
  { example: 'PatientCreate/Allocate_NHS_Number.json', kind: 'a new person', branch: 'never made' },
  { example: 'PatientCreate/Single_Match_found.json', kind: 'a known person', branch: 'never made' },
  { example: 'PatientCreate/Multi_Match_found.json', kind: 'a person like others', branch: 'never made' },
  { example: 'PatientPatch/add-deceased-date-time.json', kind: 'a death', branch: 'never made' },
  { example: 'PatientPatch/add-extension.json', kind: 'an extension', branch: 'never made' },
  { example: 'PatientPatch/update-extension.json', kind: 'another extension', branch: 'never made' },
  { example: 'PatientPatch/delete-extension.json', kind: 'no extension', branch: 'never made' },
  { example: 'PatientPatch/add-name.json', kind: 'a name', branch: 'never made' },
  { example: 'PatientPatch/delete-name.json', kind: 'no name', branch: 'never made' },
  {
    example: 'PatientPatch/delete-name-alternative.json',
    kind: 'no name by its place',
    branch: 'never made',
  },
  { example: 'PatientPatch/update-gender.json', kind: 'a gender', branch: 'never made' },
  { example: 'PatientPatch/delete-gender.json', kind: 'no gender', branch: 'never made' },
  { example: 'PatientPatch/update-address.json', kind: 'an address', branch: 'never made' },
  {
    example: 'PatientPatch/update-address-alternative.json',
    kind: 'an address by its place',
    branch: 'never made',
  },
]

describe('a change like the published example', () => {
  it.each(changes)('$example ($kind): $branch', async () => {
    heard.length = 0
    await service.retrieve(number)
    await service.search(ada)
    await service.reach()
    expect(Object.keys(service).toSorted()).toEqual(['lastSuccessAt', 'reach', 'retrieve', 'search'])
    expect(heard.map(({ method, path }) => `${method} ${path.split('?')[0]}`)).toEqual([
      `GET /Patient/${number}`,
      'GET /Patient',
      'HEAD /',
    ])
  })
})
