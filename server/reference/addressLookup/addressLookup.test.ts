import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createHash } from 'node:crypto'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { getAddress, lookupFramePath, searchAddress } from '../../../contract/reference/addressLookup.ts'
import { profiles } from '../../../contract/accounts/permissions.ts'
import { currentRoleHeader, getProfile, type UserProfile } from '../../../contract/accounts/session.ts'
import { buildApp } from '../../app/app.ts'
import { readConfig } from '../../app/config.ts'
import { usualRates, rateLimitsOf } from '../../platform/http/limits/rateLimit.ts'
import { startServerProcess, type ServerProcess } from '../../testing/process/serverProcess.ts'
import { freePort } from '../../platform/db/embedded/freePort.ts'
import { partsOn } from '../../testing/process/parts.ts'
import { testService, type TestService } from '../../testing/process/service.ts'
import type { TestUser } from '../../testing/world/users.ts'
import { openAddressLookup } from './lookup.ts'
import { loqate } from './loqate.ts'
import { serviceKey, startStandInService, type StandInService } from './testing/standInService.ts'

let service: TestService
let outside: StandInService
let admissions: TestUser

beforeAll(async () => {
  service = await testService()
  admissions = await service.as('Admissions')
})
afterAll(() => service.close())
beforeEach(async () => {
  outside = await startStandInService()
  service.parts.addressLookup.service = loqate(outside.url, serviceKey, 500)
})
afterEach(() => outside.close())

const search = (text: string, within?: string, user = admissions) =>
  service.ask(searchAddress, { text, ...(within === undefined ? {} : { within }) }, user)
const retrieve = (id: string, user = admissions) => service.ask(getAddress, { id }, user)

const lastRow = async (): Promise<Record<string, unknown>> => {
  const { rows } = await service.db.owner.query<Record<string, unknown>>(
    `select kind, action, user_id::integer, status, patient_ids, criteria from audit_event order by id desc limit 1`,
  )
  return rows[0] ?? {}
}

describe('an address is looked up by the server', () => {
  it('by its postcode, through the houses to its lines', async () => {
    const first = await search(' ZZ9 9ZZ ')
    expect(first).toMatchObject({ status: 200 })
    expect((first.body as unknown[])[0]).toEqual({
      id: 'GB|ORCHARD',
      label: 'ZZ9 9ZZ, Orchard Close, Sampletown',
      isGroup: true,
    })
    const second = await search('ZZ9 9ZZ', 'GB|ORCHARD')
    expect((second.body as unknown[])[0]).toEqual({
      id: 'GB|1',
      label: 'Flat 2, Orchard House, Sampletown',
      isGroup: false,
    })
    expect((await retrieve('GB|1')).body).toEqual({
      addressLine1: 'Flat 2',
      addressLine2: 'Orchard House',
      addressLine3: '1 Orchard Close',
      town: 'Sampletown',
      county: 'Exampleshire',
      postcode: 'ZZ9 9ZZ',
    })
  })

  it('and only what was searched for leaves, with the key', async () => {
    await search('1 Orchard Close & more?')
    await search('ZZ9 9ZZ', 'GB|ORCHARD')
    await retrieve('GB|1')
    expect(outside.asked.map(({ path, query }) => ({ path, query }))).toEqual([
      {
        path: '/Capture/Interactive/Find/v1.10/json3.ws',
        query: { Key: serviceKey, Text: '1 Orchard Close & more?', Countries: 'GB', Limit: '50' },
      },
      {
        path: '/Capture/Interactive/Find/v1.10/json3.ws',
        query: { Key: serviceKey, Text: 'ZZ9 9ZZ', Countries: 'GB', Limit: '50', Container: 'GB|ORCHARD' },
      },
      { path: '/Capture/Interactive/Retrieve/v1.10/json3.ws', query: { Key: serviceKey, Id: 'GB|1' } },
    ])
    for (const { headers } of outside.asked)
      for (const name of ['authorization', 'cookie', 'referer', 'origin', 'x-forwarded-for', 'current-role'])
        expect(headers[name]).toBeUndefined()
  })

  it('and what leaves is in the audit trail, also when the service does not answer', async () => {
    await search('ZZ9 9ZZ')
    const row = { kind: 'read', user_id: admissions.userId, patient_ids: [] }
    expect(await lastRow()).toEqual({
      ...row,
      status: 200,
      action: 'POST /api/address/search',
      criteria: { text: 'ZZ9 9ZZ' },
    })
    await retrieve('GB|1')
    expect(await lastRow()).toMatchObject({
      ...row,
      action: 'POST /api/address/get',
      criteria: { id: 'GB|1' },
    })
    outside.mood = 'failing'
    await search('1 Orchard Close', 'GB|ORCHARD')
    expect(await lastRow()).toMatchObject({
      ...row,
      criteria: { text: '1 Orchard Close', within: 'GB|ORCHARD' },
    })
  })

  it('and nothing leaves while the audit trail cannot be written', async () => {
    const { owner } = service.db
    await owner.query('revoke insert on audit_event from surefoot_app')
    try {
      expect((await search('ZZ9 9ZZ')).status).toBe(503)
      expect((await retrieve('GB|1')).status).toBe(503)
    } finally {
      await owner.query('grant insert on audit_event to surefoot_app')
    }
    expect(outside.asked).toEqual([])
  })

  it('finds nothing where there is nothing', async () => {
    expect((await search('nowhere at all')).body).toEqual([])
    expect((await retrieve('GB|GONE')).status).toBe(404)
  })

  it.each([
    ['text', searchAddress, {}],
    ['text', searchAddress, { text: '  ' }],
    ['text', searchAddress, { text: 'x'.repeat(101) }],
    ['text', searchAddress, { text: 7 }],
    ['within', searchAddress, { text: 'ZZ9', within: 'x'.repeat(201) }],
    ['id', getAddress, {}],
    ['id', getAddress, { id: '' }],
  ] as const)('refuses a wrong %s before it leaves', async (field, call, input) => {
    const { status, body } = await service.ask(call, input as never, admissions)
    expect({ status, fields: Object.keys(body as object) }).toEqual({ status: 400, fields: [field] })
    expect(outside.asked).toEqual([])
  })
})

describe('an address service that is', () => {
  const away = {
    status: 503,
    body: {
      code: 'unavailable',
      message: 'The address service cannot be reached at the moment. Please type the address.',
    },
  }
  it.each([
    'silent',
    'trickling',
    'failing',
    'refusing',
    'babbling',
    'another form',
    'huge',
    'redirecting',
    'away',
  ] as const)('%s costs one plain sentence, and the next look is as usual', async (mood) => {
    if (mood === 'away')
      service.parts.addressLookup.service = loqate(`http://127.0.0.1:${await freePort()}`, serviceKey)
    else outside.mood = mood
    for (const answer of await Promise.all([search('ZZ9 9ZZ'), retrieve('GB|1')]))
      expect(answer).toMatchObject(away)
    outside.mood = 'well'
    service.parts.addressLookup.service = loqate(outside.url, serviceKey)
    expect((await search('ZZ9 9ZZ')).status).toBe(200)
  })

  it('sent an address longer than a form takes is not believed', async () => {
    expect(await retrieve('GB|LONG')).toMatchObject(away)
  })

  it('given the wrong key says nothing of it', async () => {
    service.parts.addressLookup.service = loqate(outside.url, 'WRONG-KEY')
    const answer = await search('ZZ9 9ZZ')
    expect(answer).toMatchObject(away)
    expect(JSON.stringify(answer.body)).not.toContain('KEY')
  })
})

describe('DP-4: the log says why the service failed, and neither what was typed nor the key', () => {
  let apart: ServerProcess
  beforeAll(async () => {
    const elsewhere = await startStandInService()
    apart = await startServerProcess({
      DATABASE_URL: service.db.url,
      ADDRESS_LOOKUP: 'loqate-server',
      ADDRESS_LOOKUP_KEY: serviceKey,
      ADDRESS_LOOKUP_URL: elsewhere.url,
    })
    for (const mood of moods) {
      elsewhere.mood = mood
      const as = { authorization: `Bearer ${admissions.accessToken}` }
      const answers = [
        await apart.ask(searchAddress, { text: '7 Xylofern Terrace' }, as),
        await apart.ask(getAddress, { id: 'GB|Xylofern' }, as),
      ]
      expect(answers.map(({ status }) => status)).toEqual([503, 503])
    }
    // Redirects are not followed, because the key would be sent along.
    expect(elsewhere.asked.filter(({ path }) => path.includes('elsewhere'))).toEqual([])
    await elsewhere.close()
    expect(
      (
        await apart.ask(
          searchAddress,
          { text: 'Xylofern' },
          { authorization: `Bearer ${admissions.accessToken}` },
        )
      ).status,
    ).toBe(503)
  })
  afterAll(() => apart.stop())
  const moods = ['failing', 'refusing', 'babbling', 'another form', 'huge', 'redirecting'] as const

  const reasons = (): Set<string> => {
    const lines = apart
      .log()
      .split('\n')
      .slice(0, -1)
      .filter((line) => line.includes('"part":"addresses"'))
    return new Set(lines.map((line) => (JSON.parse(line) as { reason: string }).reason))
  }

  it('for every way to fail', async () => {
    // The log comes from another process, a moment after its replies.
    await expect
      .poll(reasons, { timeout: 10_000 })
      .toEqual(
        new Set([
          'answered 500',
          'refused 2',
          'SyntaxError',
          'answered in an unknown format',
          'answered with too much data',
          'TypeError',
          'ECONNREFUSED',
        ]),
      )
    expect(apart.log()).not.toMatch(/Xylofern|AB12-CD34/i)
  })
})

describe('who may look addresses up', () => {
  const editors = ['Admissions', 'Clinician', 'Team Lead']

  it.each(profiles)('%s', async (profile) => {
    const user = await service.as(profile)
    const expected = editors.includes(profile) ? 200 : 403
    expect((await search('ZZ9 9ZZ', undefined, user)).status).toBe(expected)
    expect((await retrieve('GB|1', user)).status).toBe(expected)
    if (expected === 403) expect(outside.asked).toEqual([])
  })

  it('is limited like searches', async () => {
    const { rateLimits } = service.parts
    service.parts.rateLimits = rateLimitsOf({ ...usualRates, search: 3 })
    try {
      const statuses: number[] = []
      for (let time = 0; time < 5; time += 1) statuses.push((await search('ZZ9 9ZZ')).status)
      expect(statuses).toEqual([200, 200, 200, 429, 429])
    } finally {
      service.parts.rateLimits = rateLimits
    }
    expect(outside.asked).toHaveLength(3)
  })

  it('is nobody where nothing is set up', async () => {
    service.parts.addressLookup.service = null
    expect((await search('ZZ9 9ZZ')).status).toBe(404)
    expect((await retrieve('GB|1')).status).toBe(404)
  })
})

describe('IO-9: the key of the lookup in the browser', () => {
  const settingsOf = async (user: TestUser, roleId?: number): Promise<UserProfile['settings']> => {
    const headers: Record<string, string> =
      roleId === undefined ? {} : { [currentRoleHeader]: String(roleId) }
    return ((await service.ask(getProfile, {}, user, headers)).body as UserProfile).settings
  }
  const inBrowser = openAddressLookup(
    readConfig({ ADDRESS_LOOKUP: 'loqate-browser', ADDRESS_LOOKUP_KEY: serviceKey }).addressLookup,
  )
  const usual = openAddressLookup()
  afterEach(() => void (service.parts.addressLookup = usual))

  it.each(profiles)('%s', async (profile) => {
    const user = await service.as(profile)
    const mayEdit = ['Admissions', 'Clinician', 'Team Lead'].includes(profile)
    service.parts.addressLookup = inBrowser
    expect(await settingsOf(user)).toMatchObject({
      postcodeAnywhereKey: mayEdit ? serviceKey : null,
      addressSearch: false,
    })
    service.parts.addressLookup = { ...usual, service: loqate(outside.url, serviceKey) }
    expect(await settingsOf(user)).toMatchObject({ postcodeAnywhereKey: null, addressSearch: mayEdit })
    service.parts.addressLookup = openAddressLookup()
    expect(await settingsOf(user)).toMatchObject({ postcodeAnywhereKey: null, addressSearch: false })
  })

  it('goes away with the role that it came for', async () => {
    const both = await service.as('Clinician', 'External')
    service.parts.addressLookup = inBrowser
    const [clinician, external] = both.roleIds
    expect((await settingsOf(both, clinician)).postcodeAnywhereKey).toBe(serviceKey)
    expect((await settingsOf(both, external)).postcodeAnywhereKey).toBeNull()
  })
})

describe('IO-9: the page of the frame', () => {
  const script = 'document.title'
  let folder: string
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'surefoot-web-'))
    await writeFile(join(folder, 'index.html'), '<!doctype html>')
    await writeFile(join(folder, 'addressLookupFrame.js'), script)
  })
  afterAll(() => rm(folder, { recursive: true }))

  const appWith = async (environment: Record<string, string>) => {
    const addressLookup = openAddressLookup(readConfig(environment).addressLookup)
    return buildApp({ ...(await partsOn(service.db)), addressLookup }, { web: folder, logLevel: false })
  }

  it('has nobody’s origin and a policy that names the service, which no other page does; no key', async () => {
    const app = await appWith({ ADDRESS_LOOKUP: 'loqate-browser', ADDRESS_LOOKUP_KEY: serviceKey })
    const home = 'https://services.postcodeanywhere.co.uk'
    const page = await app.inject(lookupFramePath)
    expect(page.headers['content-security-policy']?.toString().split(';')).toEqual([
      'sandbox allow-scripts',
      "default-src 'none'",
      `script-src 'sha256-${createHash('sha256').update(script).digest('base64')}' ${home}`,
      `style-src 'unsafe-inline' ${home}`,
      `img-src data: ${home}`,
      `font-src ${home}`,
      `connect-src ${home}`,
      "form-action 'none'",
      "frame-ancestors 'self'",
      "base-uri 'none'",
    ])
    expect(page.headers).toMatchObject({
      'x-frame-options': 'SAMEORIGIN',
      'referrer-policy': 'no-referrer',
      'x-content-type-options': 'nosniff',
    })
    expect(page.body).not.toContain(serviceKey)
    for (const url of ['/', '/login', '/falls/patient/address', '/health/live', '/api/openapi.json']) {
      const other = await app.inject(url)
      expect(JSON.stringify(other.headers)).not.toContain('postcodeanywhere')
      expect(other.headers['content-security-policy']).toContain("frame-ancestors 'none'")
    }
    await app.close()
  })

  it.each([
    ['nobody', {}],
    ['the server', { ADDRESS_LOOKUP: 'loqate-server', ADDRESS_LOOKUP_KEY: serviceKey }],
  ])('is not there when %s looks addresses up', async (_, environment) => {
    const app = await appWith(environment)
    expect((await app.inject(lookupFramePath)).statusCode).toBe(404)
    await app.close()
  })
})
