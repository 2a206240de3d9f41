import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { testService, type TestService } from '../../testing/process/service.ts'
import { anApp } from '../testing/fhirApp.ts'

/* Pages of active apps may read the replies; no other page may. */

let service: TestService
beforeAll(async () => {
  service = await testService()
  await service.as('System Administrator')
  await anApp(service)
})
afterAll(() => service.close())

describe('a page of another origin', () => {
  const call = (method: 'GET' | 'OPTIONS' | 'POST', url: string, origin: string) =>
    service.app.inject({ method, url, headers: { origin } })
  const urls = ['/fhir/R4/metadata', '/fhir/R4/.well-known/smart-configuration', `/fhir/R4/Patient/1`]

  it.each(urls)('of an active app reads %s', async (url) => {
    for (const method of ['GET', 'OPTIONS'] as const) {
      const { headers } = await call(method, url, 'https://app.example.org')
      expect(headers).toMatchObject({
        'access-control-allow-origin': 'https://app.example.org',
        vary: expect.stringContaining('Origin') as string,
      })
      expect(headers['access-control-allow-credentials']).toBeUndefined()
    }
  })

  it('asks for a token', async () => {
    const { headers } = await call('POST', '/fhir/token', 'http://localhost:9000')
    expect(headers['access-control-allow-origin']).toBe('http://localhost:9000')
    const before = await call('OPTIONS', '/fhir/token', 'http://localhost:9000')
    expect([before.statusCode, before.headers['access-control-allow-methods']]).toEqual([204, 'GET, POST'])
  })

  it.each([
    'https://other.example.org',
    'https://app.example.org.evil.example',
    'http://app.example.org',
    'null',
    'http://localhost:900',
  ])('that is %s reads nothing', async (origin) => {
    for (const url of [...urls, '/fhir/token'])
      for (const method of ['GET', 'OPTIONS', 'POST'] as const)
        expect((await call(method, url, origin)).headers['access-control-allow-origin']).toBeUndefined()
  })

  it('reads nothing once the app has ended, and nothing else of the product', async () => {
    const other = await anApp(service)
    await service.db.owner.query(
      `update fhir_client set redirect_urls = '{https://ended.example.org/}', revoked_at = now(), revoked_by = approved_by where id = $1`,
      [other.id],
    )
    expect(
      (await call('GET', '/fhir/R4/metadata', 'https://ended.example.org')).headers[
        'access-control-allow-origin'
      ],
    ).toBeUndefined()
    expect(
      (await call('GET', '/api/profile', 'https://app.example.org')).headers['access-control-allow-origin'],
    ).toBeUndefined()
  })
})
