import { afterAll, beforeAll, expect, it } from 'vitest'
import { searchNhsNumber } from '../../../../contract/patients/search/search.ts'
import { reportStyleHash } from '../../files/html.ts'
import { testService, type TestService } from '../../../testing/process/service.ts'

let service: TestService

beforeAll(async () => {
  service = await testService()
})
afterAll(() => service.close())

const expected = {
  'cache-control': 'no-store',
  'content-security-policy':
    `default-src 'none';script-src 'self';style-src 'self' ${reportStyleHash};img-src 'self' data:;` +
    "font-src 'self';connect-src 'self';frame-src 'self';" +
    "form-action 'self';frame-ancestors 'none';object-src 'none';base-uri 'none'",
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'origin-agent-cluster': '?1',
  'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
  'referrer-policy': 'no-referrer',
  'strict-transport-security': 'max-age=31536000; includeSubDomains',
  'x-content-type-options': 'nosniff',
  'x-dns-prefetch-control': 'off',
  'x-download-options': 'noopen',
  'x-frame-options': 'DENY',
  'x-permitted-cross-domain-policies': 'none',
  'x-request-id': expect.stringMatching(/^[0-9a-f-]{36}$/) as string,
  'x-xss-protection': '0',
}

it.each([
  ['an answer', 200, { method: 'GET', url: '/health/live' }],
  ['an address that is nowhere', 404, { method: 'GET', url: '/nowhere' }],
  ['a call without a token', 401, { method: 'GET', url: '/api/patient/get?id=1' }],
  ['a method that no call has', 404, { method: 'DELETE', url: '/api/patient/get' }],
  ['an address that cannot be read', 400, { method: 'GET', url: '/api/%ff' }],
] as const)('%s carries every header of protection (IO-7)', async (_, status, request) => {
  const reply = await service.app.inject(request)
  expect(reply.statusCode).toBe(status)
  expect(reply.headers).toMatchObject(expected)
})

it.each([
  ['a body that is no JSON', 400, '{'],
  ['fields that are not valid', 400, '{"nhsNumber":""}'],
  ['patient data', 200, '{"nhsNumber":"9990000077"}'],
] as const)('%s does too', async (_, status, payload) => {
  const { accessToken } = await service.as('Clinician')
  const reply = await service.app.inject({
    method: 'POST',
    url: searchNhsNumber.path,
    payload,
    headers: { authorization: `Bearer ${accessToken}`, 'content-type': 'application/json' },
  })
  expect(reply.statusCode).toBe(status)
  expect(reply.headers).toMatchObject(expected)
})
