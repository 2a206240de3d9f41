import { createConfig, lintFromString } from '@redocly/openapi-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { endpoints } from '../../contract/endpoints.ts'
import { openApiDocument } from './openapi.ts'
import { testService, type TestService } from '../testing/service.ts'

let service: TestService
beforeAll(async () => {
  service = await testService()
})
afterAll(() => service.close())

it('describes every call in a document that a linter finds sound', async () => {
  const problems = await lintFromString({
    source: JSON.stringify(openApiDocument()),
    config: await createConfig({ extends: ['spec'] }),
  })
  expect(problems.map(({ message, location }) => `${message} ${location[0]?.pointer}`)).toEqual([])
})

it('names every live route below /api and /oauth, and none that is not there', () => {
  const named = endpoints.map(({ method, path }) => `${method} ${path}`)
  const live = service.app.liveRoutes.filter((route) => /^\w+ \/(api|oauth)\//.test(route))
  expect(live.filter((route) => route !== 'GET /api/openapi.json').sort()).toEqual(named.sort())
})

it('is served where clients look for it', async () => {
  const response = await service.app.inject('/api/openapi.json')
  expect(response.statusCode).toBe(200)
  expect(Object.keys((response.json() as { paths: object }).paths)).toHaveLength(
    new Set(endpoints.map(({ path }) => path)).size,
  )
})
