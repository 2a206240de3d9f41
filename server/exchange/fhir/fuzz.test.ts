import type { FhirResource } from 'fhir/r4.js'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { fhirTypes } from '../../../contract/exchange/fhir/types.ts'
import { testService, type TestService } from '../../testing/process/service.ts'
import { aFhirClient, readingAs, type FhirGet } from '../testing/fhirClient.ts'
import { faultsOf } from '../testing/fhirChecker.ts'
import { aFhirRecord } from '../testing/fhirWorld.ts'
import { isRowType, sourcesOf } from './resources/registry.ts'
import { parametersOf } from './search/query.ts'

/* Whatever is asked, the answer is valid FHIR and never a failure of ours. */

/** Enough for each run of the tests; SUREFOOT_FHIR_REQUESTS asks for more. */
const requests = Number(process.env['SUREFOOT_FHIR_REQUESTS'] ?? 1200)

let service: TestService
let get: FhirGet
beforeAll(async () => {
  service = await testService()
  const user = await service.as('Team Lead')
  await aFhirRecord(service, user)
  get = await readingAs(service, await aFhirClient(service))
})
afterAll(() => service.close())

const generator = (seed: number) => {
  let state = seed
  return <Value>(values: readonly Value[]): Value => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
    const value = values[Math.floor((state / 2_147_483_648) * values.length)]
    if (value === undefined) throw new Error('nothing to choose from')
    return value
  }
}

const ids = [
  ...[
    '1',
    '2',
    'frat-1',
    'bmi-1',
    'measure-1',
    'concern-1-1',
    'document-1',
    'service',
    'A81001',
    'kin-1',
    'worklist-3',
  ],
  ...[
    '0',
    '-1',
    '00',
    '9'.repeat(16),
    '9'.repeat(30),
    '1.0',
    '1e3',
    'NaN',
    'null',
    "1'--",
    '1;drop table patient',
    '..',
    '%00',
    '%2e%2e%2f',
  ],
  ...[
    'frat-',
    'frat--1',
    'frat-1-1',
    'concern-1',
    'concern-1-99999999999999999',
    'x'.repeat(64),
    'x'.repeat(65),
    'é',
    '🙂',
    ' ',
    '%20',
  ],
  ...['Patient.1', 'Observation.frat-1', 'AuditEvent.1', '_history', '$everything', 'metadata'],
]
const values = [
  ...ids,
  ...[
    '',
    ',',
    ',,',
    'a,b,c',
    '|',
    'a|',
    '|b',
    'a|b|c',
    String.raw`\,`,
    String.raw`\\,x`,
    '%',
    '_',
    '*',
    'true',
    'false',
    'active',
    'final',
  ],
  ...[
    '2026',
    '2026-02-30',
    '2026-13',
    'ge2026-11-29',
    'ne2026',
    'xx2026',
    '0000',
    '9999-12-31',
    'ge',
    '2026-11-29T25:00',
    '2026-11-29T09:30:00+99:99',
  ],
  ...[
    '2026-11-29T09:30:00.123456789Z',
    'Patient/1',
    'Patient/',
    '/Patient',
    'http://localhost:3000/fhir/R4/Patient/1',
    'http://elsewhere/Patient/1',
  ],
  ...[
    'x'.repeat(501),
    'x'.repeat(3000),
    Array.from({ length: 60 }, () => 'a').join(','),
    '100000',
    '-5',
    '1e9',
    '9'.repeat(20),
    'Infinity',
  ],
]
const controls = [
  '_count',
  '_sort',
  '_summary',
  '_total',
  '_elements',
  '_include',
  '_revinclude',
  '_cursor',
  '_format',
  '_id',
  '_lastUpdated',
  '_has',
  '_filter',
  '_type',
  '_since',
  '_outputFormat',
]
const exports = ['$export', 'Patient/$export', 'Group/worklist-1/$export']
const modifiers = [
  '',
  '',
  '',
  ':exact',
  ':contains',
  ':missing',
  ':not',
  ':in',
  ':Patient',
  ':exact:exact',
  ':',
]

it(`answers ${requests} generated requests in valid FHIR`, async () => {
  const pick = generator(37)
  const seen = new Map<number, number>()
  for (let time = 0; time < requests; time += 1) {
    const type = pick([...fhirTypes, 'Nothing', 'patient', '', 'Medication', 'export', ...exports])
    const known = fhirTypes.find((each) => each === type)
    const own = known !== undefined && isRowType(known) ? [...parametersOf(sourcesOf[known]).keys()] : []
    const names = [
      ...own,
      ...own,
      ...own,
      ...controls,
      'patient',
      'patient.identifier',
      'patient.name',
      'a.b.c',
      'x'.repeat(300),
    ]
    const query = Array.from({ length: pick([0, 1, 1, 2, 3, 70]) }, (): [string, string] => [
      pick(names) + pick(modifiers),
      pick(values),
    ])
    const text = new URLSearchParams(query).toString()
    const path = pick([
      `${type}/${encodeURI(pick(ids))}`,
      `${type}/${encodeURI(pick(ids))}/_history/${encodeURIComponent(pick(values))}`,
      ...Array.from({ length: 6 }, () => `${type}?${text}`),
      `${type}?${text}&_include=${type}:patient&_revinclude=Provenance:target`,
    ])
    const isPosted = pick([false, false, true]) && path.includes('?')
    const reply = isPosted
      ? await get.post(`${type}/_search`, text, { 'content-type': 'application/x-www-form-urlencoded' })
      : await get(
          path,
          pick<Record<string, string>>([
            {},
            {},
            { prefer: 'handling=strict' },
            { prefer: 'respond-async' },
            { 'if-none-match': '*' },
            { accept: 'application/xml' },
          ]),
        )
    seen.set(reply.status, (seen.get(reply.status) ?? 0) + 1)
    const label = `${isPosted ? 'POST' : 'GET'} ${path.slice(0, 300)}`
    expect({ label, isOurs: reply.status >= 500 }).toEqual({ label, isOurs: false })
    // Nothing changed, or an export began.
    if (reply.status === 304 || reply.status === 202) continue
    // A file is what was uploaded, and not FHIR.
    if (String(reply.headers['content-type']).startsWith('text/plain')) continue
    const body = reply.body as unknown as FhirResource
    const faults = faultsOf(body).filter(
      (fault) => body.resourceType !== 'Bundle' || !fault.startsWith('ours'),
    )
    expect({ label, faults }).toEqual({ label, faults: [] })
    expect(reply.status < 400).toBe(body.resourceType !== 'OperationOutcome')
  }
  // The generator reaches what it should.
  expect([...seen.keys()].toSorted()).toEqual(expect.arrayContaining([200, 400, 404]))
}, 600_000)
