import { afterAll, beforeAll, expect, it } from 'vitest'
import { getServiceStatus } from '../../../contract/app/serviceStatus.ts'
import type { ReplyOf } from '../../../contract/platform/calls/endpoint.ts'
import { buildApp } from '../../app/app.ts'
import { testService, type TestService } from '../../testing/process/service.ts'
import { openMesh } from './mesh/api/mesh.ts'

/** Ends on 4 January 2028. It belongs to nobody. */
const cert = `-----BEGIN CERTIFICATE-----
MIIBhTCCASugAwIBAgIUTsaxarjq9MoMda/ehZsYDppuqbIwCgYIKoZIzj0EAwIw
GDEWMBQGA1UEAwwNc3VyZWZvb3QgdGVzdDAeFw0yNjExMzAxNTA3NTNaFw0yODAx
MDQxNTA3NTNaMBgxFjAUBgNVBAMMDXN1cmVmb290IHRlc3QwWTATBgcqhkjOPQIB
BggqhkjOPQMBBwNCAARs3KWDIR0/8XtcvabnfRQfERTXYrr/sSY539Aa75o3vzyP
loroVx3765zq7xBHGiUtstu1TCqj7KeJBrSNNVr2o1MwUTAdBgNVHQ4EFgQU5z3J
ZeJqaT9KMm1bNze8kkvfLfIwHwYDVR0jBBgwFoAU5z3JZeJqaT9KMm1bNze8kkvf
LfIwDwYDVR0TAQH/BAUwAwEB/zAKBggqhkjOPQQDAgNIADBFAiBhL0dfsGDJtbrb
PkRj5dY7Y0cSmzUwAwlCVi19dRq0UwIhAMSybjeqqBiRsSatnoR3J3+3i9/f4FXY
kK/HBK9jMs0/
-----END CERTIFICATE-----`

let service: TestService
beforeAll(async () => {
  service = await testService()
})
afterAll(() => service.close())

it.each([
  ['2027-12-01', null],
  ['2027-12-10', 'Our certificate ends on 4 January 2028: renew it.'],
  ['2028-01-10', 'Our certificate ended on 4 January 2028.'],
])('the status of MESH says on %s when our certificate ends', async (day, problem) => {
  service.time.now = Date.parse(`${day}T10:00:00Z`)
  const { accessToken } = await service.as('System Administrator')
  const mesh = openMesh({
    ...{
      url: 'https://mesh.example.org',
      mailbox: 'RXXOT001',
      password: 'pass-word',
      sharedKey: 'shared-key',
    },
    ...{ odsCode: 'RXX', letterWorkflow: null, documentWorkflow: 'GPFED_CONSULT_REPORT', isStandIn: false },
    tls: { cert, key: '', ca: null },
  })
  const app = await buildApp({ ...service.parts, mesh }, { logLevel: false })
  const { statusCode, body } = await app.inject({
    ...{ method: 'GET', url: getServiceStatus.path, headers: { authorization: `Bearer ${accessToken}` } },
  })
  await app.close()
  expect(statusCode).toBe(200)
  expect((JSON.parse(body) as ReplyOf<typeof getServiceStatus>).outgoing?.mesh).toMatchObject({ problem })
})
