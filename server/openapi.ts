import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { createDocument, type ZodOpenApiOperationObject } from 'zod-openapi'
import type { Endpoint } from '../contract/endpoint.ts'
import { endpoints } from '../contract/endpoints.ts'
import { fieldErrors, problem } from '../contract/problem.ts'
import { currentRoleHeader, idempotencyKeyHeader } from '../contract/session.ts'

const json = (schema: z.ZodType) => ({ 'application/json': { schema } })
const filesOf = (types: readonly string[]) =>
  Object.fromEntries(types.map((type) => [type, { schema: { type: 'string' as const, format: 'binary' } }]))
const oauthError = z.object({ error: z.string(), error_description: z.string() })

const operationIdOf = ({ path }: Endpoint): string =>
  path
    .split('/')
    .map((part) => part.replaceAll(/[{}]/g, ''))
    .filter((part) => part !== '' && part !== 'api')
    .join('_')

const operationOf = (endpoint: Endpoint): ZodOpenApiOperationObject => {
  const { method, summary, input, reply, encoding, path, files } = endpoint
  const parameter = /\{(\w+)\}/.exec(path)?.[1]
  const inPath = parameter === undefined ? {} : { path: z.object({ [parameter]: z.string() }) }
  const isOpen = path.startsWith('/oauth/')
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
            content:
              encoding === 'form' ? { 'application/x-www-form-urlencoded': { schema: input } } : json(input),
          },
          ...(isOpen ? {} : { requestParams: { header: headers, ...inPath } }),
        }
      : {}),
    responses: {
      '200': { description: 'Done', content: files === undefined ? json(reply) : filesOf(files) },
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
    .meta({ description: 'Makes a repeated create answer as the first' }),
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
        { [endpoint.method.toLowerCase()]: operationOf(endpoint) },
      ]),
    ),
  })

export const serveOpenApi = (app: FastifyInstance): void => {
  const document = JSON.stringify(openApiDocument())
  app.get(
    '/api/openapi.json',
    { config: { rights: { capability: 'anonymous', audit: 'none', idempotency: 'safe', rate: 'open' } } },
    (_, reply) => reply.type('application/json').send(document),
  )
}
