import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { createDocument, type ZodOpenApiOperationObject } from 'zod-openapi'
import type { Endpoint } from '../../contract/endpoint.ts'
import { endpoints } from '../../contract/endpoints.ts'
import { nextHeader } from '../../contract/paging.ts'
import { fieldErrors, problem } from '../../contract/problem.ts'
import { totalHeader } from '../../contract/search.ts'
import { currentRoleHeader, idempotencyKeyHeader } from '../../contract/session.ts'

const json = (schema: z.ZodType) => ({ 'application/json': { schema } })
const mediaTypes = { form: 'application/x-www-form-urlencoded', multipart: 'multipart/form-data' } as const
const filesOf = (types: readonly string[]) =>
  Object.fromEntries(types.map((type) => [type, { schema: { type: 'string' as const, format: 'binary' } }]))
const oauthError = z.object({ error: z.string(), error_description: z.string() })

/** Two calls may share a path by method; the one that reads is then named by it. */
const operationIdOf = ({ method, path }: Endpoint): string =>
  `${path}${method === 'GET' && methodsAt(path).length > 1 ? '/get' : ''}`
    .split('/')
    .map((part) => part.replaceAll(/[{}]/g, ''))
    .filter((part) => part !== '' && part !== 'api')
    .join('_')

const methodsAt = (path: string) => endpoints.filter((endpoint) => endpoint.path === path)

const operationOf = (endpoint: Endpoint): ZodOpenApiOperationObject => {
  const { method, summary, input, reply, encoding, path, files, isPaged } = endpoint
  const parameter = /\{(\w+)\}/.exec(path)?.[1]
  const inPath = parameter === undefined ? {} : { path: z.object({ [parameter]: z.string() }) }
  const isOauth = path.startsWith('/oauth/')
  const isOpen = isOauth || endpoint.anyone === true
  const failure = isOpen ? oauthError : problem
  return {
    operationId: operationIdOf(endpoint),
    summary,
    tags: [path.split('/').at(isOpen ? 1 : 2) ?? 'other'],
    security: isOpen ? [] : [{ bearer: [] }],
    ...(method === 'GET' && input instanceof z.ZodObject
      ? { requestParams: { query: input, ...(isOpen ? {} : { header: headers }) } }
      : {}),
    ...(method === 'POST'
      ? {
          requestBody: {
            required: true,
            content: encoding === undefined ? json(input) : { [mediaTypes[encoding]]: { schema: input } },
          },
          ...(isOpen ? {} : { requestParams: { header: headers, ...inPath } }),
        }
      : {}),
    responses: {
      '200': {
        description: 'Done',
        ...(isPaged === true && { headers: pageHeaders }),
        content: files === undefined ? json(reply) : filesOf(files),
      },
      '400': {
        description: isOpen ? 'Refused (RFC 6749)' : 'Fields to put right, by name',
        content: json(isOpen ? oauthError : z.union([fieldErrors, problem])),
      },
      '401': { description: isOpen ? 'Client not known' : 'Not signed in', content: json(failure) },
      ...(isOpen
        ? {}
        : {
            '403': { description: 'Not for this role', content: json(problem) },
            '404': { description: 'Not there, or out of reach', content: json(problem) },
            '409': {
              description: 'Changed meanwhile, closed, or a likely duplicate',
              content: json(problem),
            },
            '429': { description: 'Too often', content: json(problem) },
            '503': { description: 'Busy or being restored', content: json(problem) },
          }),
    },
  }
}

const headers = z.object({
  [currentRoleHeader]: z
    .string()
    .optional()
    .meta({ description: 'Id of a held role; narrows the rights to it' }),
  [idempotencyKeyHeader]: z
    .string()
    .optional()
    .meta({ description: 'Makes a write that is sent again answer as the first did, for a day' }),
})

/** What a list that is read in pages says beside its rows (docs/paging.md). */
const pageHeaders = z.object({
  [totalHeader]: z
    .string()
    .meta({ description: 'How many rows the list, or its filter, finds; a search counts to 1,000' }),
  [nextHeader]: z
    .string()
    .optional()
    .meta({ description: 'What to send as `after` for the next page; absent with the last' }),
})

/** The OpenAPI document of all calls, made from the objects that serve them. */
export const openApiDocument = () =>
  createDocument({
    openapi: '3.1.0',
    info: {
      title: 'Surefoot',
      version: '1',
      description: 'Falls-prevention service: patients, referrals, pathways and work lists.',
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: '/' }],
    components: { securitySchemes: { bearer: { type: 'http', scheme: 'bearer' } } },
    paths: Object.fromEntries(
      endpoints.map((endpoint) => [
        endpoint.path,
        Object.fromEntries(
          methodsAt(endpoint.path).map((one) => [one.method.toLowerCase(), operationOf(one)]),
        ),
      ]),
    ),
  })

let written: string | undefined
const documentText = (): string => (written ??= JSON.stringify(openApiDocument()))

/** Before the first caller comes: it takes a good part of a second, once for each process. */
export const prepareOpenApi = (): void => void documentText()

export const serveOpenApi = (app: FastifyInstance): void => {
  app.get(
    '/api/openapi.json',
    { config: { rights: { capability: 'anonymous', audit: 'none', idempotency: 'safe', rate: 'open' } } },
    (_, reply) => reply.type('application/json').send(documentText()),
  )
}
