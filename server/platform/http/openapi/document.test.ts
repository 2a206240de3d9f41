import zlib from 'node:zlib'
import { createConfig, lintFromString } from '@redocly/openapi-core'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { endpoints } from '../../../../contract/app/endpoints.ts'
import { fieldKinds } from '../../../../contract/platform/fields/fieldKinds.ts'
import { getPatient, savePatient } from '../../../../contract/patients/patient.ts'
import { frat } from '../../../../contract/pathways/records/frat.ts'
import { token } from '../../../../contract/accounts/session.ts'
import type { OpenApiDocument, Operation } from './document.ts'
import type { JsonSchema } from './components.ts'
import { exampleOf } from './example.ts'
import { namedCalls } from './ownProblems.ts'
import { testService, type TestService } from '../../../testing/process/service.ts'

let service: TestService
let document: OpenApiDocument
beforeAll(async () => {
  service = await testService()
  document = JSON.parse(service.app.openApiText()) as OpenApiDocument
})
afterAll(() => service.close())

const operations = (): Operation[] =>
  Object.values(document.paths).flatMap((methods) => Object.values(methods))

it('describes every call in a document that a linter finds sound', async () => {
  const problems = await lintFromString({
    source: JSON.stringify(document),
    config: await createConfig({
      extends: ['recommended-strict'],
      // The address depends on the installation, so the document has none to name.
      rules: { 'no-server-example.com': 'off', 'no-invalid-schema-examples': 'error' },
    }),
  })
  expect(
    problems.map(({ ruleId, message, location }) => `${ruleId} ${message} ${location[0]?.pointer}`),
  ).toEqual([])
})

it('names every live route below /api and /oauth, and none that is not there', () => {
  const named = endpoints.map(({ method, path }) => `${method} ${path}`)
  const live = [...service.app.liveRoutes.keys()].filter((route) => /^\w+ \/(api|oauth)\//.test(route))
  const ofDocument = /^GET \/api\/(openapi\.json|docs\b.*)$/
  expect(live.filter((route) => !ofDocument.test(route)).sort()).toEqual(named.sort())
  expect(namedCalls.filter((call) => !named.includes(call))).toEqual([])
})

it('is served where clients look for it', async () => {
  const response = await service.app.inject('/api/openapi.json')
  expect(response.statusCode).toBe(200)
  expect(Object.keys((response.json() as { paths: object }).paths)).toHaveLength(
    new Set(endpoints.map(({ path }) => path)).size,
  )
})

it('is the same for who asks while it is being written', async () => {
  const other = await testService()
  try {
    const writing = other.app.writeOpenApi()
    const asked = other.app.openApiText()
    await writing
    expect(other.app.openApiText()).toBe(asked)
    expect(asked).toBe(service.app.openApiText())
  } finally {
    await other.close()
  }
})

it('is compressed once, however often it is asked for', async () => {
  const [brotli, zip] = [vi.spyOn(zlib, 'createBrotliCompress'), vi.spyOn(zlib, 'createGzip')]
  const ask = (coding: string) =>
    service.app.inject({ url: '/api/openapi.json', headers: { 'accept-encoding': coding } })
  const plain = (await ask('identity')).body
  const opened = { br: zlib.brotliDecompressSync, gzip: zlib.gunzipSync }
  for (const [coding, open] of Object.entries(opened)) {
    const [first, second] = [await ask(coding), await ask(`deflate, ${coding};q=0.5`)]
    expect(first.headers).toMatchObject({ 'content-encoding': coding, vary: 'accept-encoding' })
    expect(second.rawPayload.equals(first.rawPayload)).toBe(true)
    expect(open(first.rawPayload).toString()).toBe(plain)
  }
  expect((await ask('br;q=0, gzip')).headers['content-encoding']).toBe('gzip')
  expect([brotli.mock.calls, zip.mock.calls]).toEqual([[], []])
  for (const spy of [brotli, zip]) spy.mockRestore()
})

it('is small enough to be read: what calls share stands in it once, under a name', () => {
  expect(JSON.stringify(document).length).toBeLessThan(1_020_000)
  expect(document.components.schemas).toHaveProperty('Patient')
  expect(document.components.schemas['Id']).toEqual(fieldKinds.Id)
  const body = document.paths[getPatient.path]?.get?.responses['200']
  expect(body).toMatchObject({
    content: { 'application/json': { schema: { $ref: '#/components/schemas/PatientPage' } } },
  })
})

describe('a call', () => {
  it('says where each of its parameters is', () => {
    const parametersOf = (path: string, method: 'get' | 'post') =>
      document.paths[path]?.[method]?.parameters?.map((one) =>
        '$ref' in one ? one.$ref : `${one.in} ${one.name}`,
      )
    const role = '#/components/parameters/CurrentRole'
    const key = '#/components/parameters/IdempotencyKey'
    expect(parametersOf(getPatient.path, 'get')).toEqual(['query id', role])
    expect(parametersOf(savePatient.path, 'post')).toEqual([role, key])
    expect(parametersOf('/api/exerciseAttendance/save', 'post')).toEqual(['query pathwayId', role, key])
    expect(parametersOf('/api/report/{reportName}', 'post')?.[0]).toBe('path reportName')
    expect(parametersOf(token.path, 'post')).toBeUndefined()
  })

  it('says who may make it, and that anyone may sign in', () => {
    const { get } = document.paths['/api/outbox/all'] ?? {}
    expect([get?.description, get?.security]).toEqual(['For: System Administrator.', undefined])
    expect(document.paths[token.path]?.post?.security).toEqual([])
  })

  it('says with which statuses and codes it can refuse', () => {
    const { responses } = document.paths[frat.save.path]?.post ?? { responses: {} as Operation['responses'] }
    expect(Object.keys(responses)).toEqual([
      '200',
      '400',
      '401',
      '403',
      '404',
      '409',
      '413',
      '414',
      '415',
      '422',
      '429',
      '500',
      '503',
    ])
    expect(responses['409']).toEqual({ $ref: '#/components/responses/ClosedPathwayOrConflict409' })
    expect(document.components.responses['ClosedPathwayOrConflict409']).toMatchObject({
      content: {
        'application/json': {
          schema: {
            anyOf: [
              { $ref: '#/components/schemas/ClosedPathwayProblem' },
              { $ref: '#/components/schemas/ConflictProblem' },
            ],
          },
        },
      },
    })
    expect(Object.keys(document.components.schemas['ConflictProblem']?.properties ?? {})).toEqual([
      'code',
      'message',
      'requestId',
      'conflict',
    ])
    expect(Object.keys(document.components.schemas['NotFoundProblem']?.properties ?? {})).not.toContain(
      'conflict',
    )
  })

  it('has an operation id of its own', () => {
    const ids = operations().map(({ operationId }) => operationId)
    expect(ids.filter((id, at) => ids.indexOf(id) !== at)).toEqual([])
  })
})

it('says of most fields what they are', () => {
  const of = (schema: JsonSchema): JsonSchema[] => Object.values(schema.properties ?? {})
  const fields = Object.values(document.components.schemas).flatMap(of)
  const silent = fields.filter((field) => field.description === undefined && field.$ref === undefined)
  expect(silent.length / fields.length).toBeLessThan(0.25)
})

it('shows an example of what registers a patient that the call takes', () => {
  const schema = document.components.schemas['PatientSaveRequest'] ?? {}
  const example = exampleOf(schema, document.components.schemas)
  expect(savePatient.input.safeParse(example).error?.issues).toBeUndefined()
})

describe('the pages for people', () => {
  const page = async (url: string) => {
    const { statusCode, headers, body } = await service.app.inject(url)
    return { statusCode, type: headers['content-type'], body }
  }

  it('list every call, and lead to each', async () => {
    const { statusCode, type, body } = await page('/api/docs')
    expect([statusCode, type]).toEqual([200, 'text/html; charset=utf-8'])
    const links = [...body.matchAll(/href="(\/api\/docs\/(\w+)#(\w+))"/g)]
    expect(links).toHaveLength(endpoints.length)
    for (const { name } of document.tags) {
      const { statusCode, body } = await page(`/api/docs/${name}`)
      expect([name, statusCode]).toEqual([name, 200])
      const ids = links.filter(([, , feature]) => feature === name).map(([, , , id]) => id)
      expect(ids.filter((id) => !body.includes(`<h2 id="${id}">`))).toEqual([])
    }
  })

  it('show each schema that a page leads to, with the calls that use it', async () => {
    const { body } = await page('/api/docs/patient')
    const schemas = [
      ...new Set([...body.matchAll(/href="(\/api\/docs\/schema\/\w+)"/g)].map(([, url = '']) => url)),
    ]
    expect(schemas).toContain('/api/docs/schema/PatientPage')
    for (const url of schemas) expect([url, (await page(url)).statusCode]).toEqual([url, 200])
    expect((await page('/api/docs/schema/PatientPage')).body).toContain('/api/docs/patient#patient_get')
  })

  it('keep to the content security policy: no script, and no style inside', async () => {
    for (const url of ['/api/docs', '/api/docs/patient', '/api/docs/schema/PatientPage'])
      expect((await page(url)).body).not.toMatch(/<script|<style|\sstyle=|\son\w+=|https?:\/\//)
    expect(await page('/api/docs/style.css')).toMatchObject({
      statusCode: 200,
      type: 'text/css; charset=utf-8',
    })
  })

  it.each([
    '/api/docs/nothing',
    '/api/docs/schema/Nothing',
    '/api/docs/schema/constructor',
    '/api/docs/constructor',
  ])('answer 404 at %s', async (url) => {
    expect((await page(url)).statusCode).toBe(404)
  })
})
