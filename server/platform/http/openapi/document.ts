import { z } from 'zod'
import type { Endpoint } from '../../../../contract/platform/calls/endpoint.ts'
import { endpoints } from '../../../../contract/app/endpoints.ts'
import { holds, profiles, type Narrowing } from '../../../../contract/accounts/permissions.ts'
import { fieldErrors, problem, type ProblemCode } from '../../../../contract/platform/calls/problem.ts'
import { currentRoleHeader, idempotencyKeyHeader } from '../../../../contract/accounts/session.ts'
import { capabilitiesOf, type Rights } from '../request/rights.ts'
import { collectComponents, type JsonSchema } from './components.ts'
import { labelsOfFeature, type Labels } from './namedSchemas.ts'
import { replyHeadersOf } from './replyHeaders.ts'
import { failuresOf, meanings, type Failure } from './problems.ts'

export interface Parameter {
  name: string
  in: 'query' | 'header' | 'path'
  required?: boolean
  description?: string
  schema: JsonSchema
}
interface Reference {
  $ref: string
}
interface Content {
  content?: Record<string, { schema: JsonSchema }>
}
export interface Reply extends Content {
  description: string
  headers?: Record<string, Reference>
}
/** One call in OpenAPI's format. */
export interface Operation {
  operationId: string
  summary: string
  description: string
  tags: string[]
  security?: Record<string, string[]>[]
  parameters?: (Parameter | Reference)[]
  requestBody?: Content & { required: true }
  responses: Record<string, Reply | Reference>
}
export interface OpenApiDocument {
  openapi: string
  info: object
  servers: { url: string }[]
  security: Record<string, string[]>[]
  tags: { name: string; description: string }[]
  paths: Record<string, Partial<Record<'get' | 'post', Operation>>>
  components: {
    schemas: Record<string, JsonSchema>
    responses: Record<string, Reply>
    parameters: Record<string, Parameter>
    headers: Record<string, { description: string; schema: JsonSchema }>
    securitySchemes: object
  }
}

/**
 * The rights that each call declares, looked up by an action such as `GET /api/…`
 * (server/platform/http/request/rights.ts).
 */
export type RightsOf = (action: string) => Rights | undefined

const mediaTypes = { form: 'application/x-www-form-urlencoded', multipart: 'multipart/form-data' } as const
const json = (schema: JsonSchema) => ({ content: { 'application/json': { schema } } })
const text: JsonSchema = { type: 'string' }

const methodsAt = (path: string) => endpoints.filter((endpoint) => endpoint.path === path)

/** Two calls may share a path and differ in method. The id of the one that reads then ends in `_get`. */
const operationIdOf = ({ method, path }: Endpoint): string =>
  `${path}${method === 'GET' && methodsAt(path).length > 1 ? '/get' : ''}`
    .split('/')
    .map((part) => part.replaceAll(/[{}]/g, ''))
    .filter((part) => part !== '' && part !== 'api')
    .join('_')

const pascal = (words: string): string =>
  words
    .split(/[^A-Za-z0-9]+/)
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join('')

/** The feature in a path: /api/patient/get belongs to `patient`. */
const featureOf = (path: string): string => path.split('/').at(path.startsWith('/oauth/') ? 1 : 2) ?? 'other'

const headerParameters: Record<string, Parameter> = {
  CurrentRole: {
    name: currentRoleHeader,
    in: 'header',
    description: 'Id of one of the user’s roles: the call has the rights of this role only.',
    schema: { type: 'string', pattern: '^[0-9]{1,15}$', examples: ['3'] },
  },
  IdempotencyKey: {
    name: idempotencyKeyHeader,
    in: 'header',
    description:
      'A random text for each save. The same request with the same key within a day gets the first reply.',
    schema: { type: 'string', maxLength: 255, examples: ['7d444840-9dc0-11d1-b245-5ffdce74fad2'] },
  },
}

const headers = {
  Total: {
    description: 'Number of rows in the list, or matching its filter; a search counts to 1,000.',
    schema: text,
  },
  NextAfter: {
    description: 'What to send as `after` for the next page; absent on the last page.',
    schema: text,
  },
  Withheld: {
    description:
      'Number of rows left out because their records are withheld from the caller; absent if none.',
    schema: text,
  },
  RetryAfter: { description: 'Seconds to wait before the next try.', schema: text },
  Authenticate: { description: 'Bearer, with error="invalid_token" where a token was sent.', schema: text },
  RequestId: {
    description: 'Identifies this request in the logs: quote it when you report a problem.',
    schema: text,
  },
}
const header = (name: keyof typeof headers): Reference => ({ $ref: `#/components/headers/${name}` })

const oauthErrors: JsonSchema = {
  description: 'An error of RFC 6749, section 5.2.',
  type: 'object',
  properties: { error: { ...text, examples: ['invalid_grant'] }, error_description: text },
  required: ['error', 'error_description'],
}

/**
 * Generates the OpenAPI document of all calls from the objects that serve them and the rights that they declare. It
 * yields after each call, because the whole document takes some hundred milliseconds, during which the server could do
 * nothing else.
 */
export function* openApiDocument(
  rightsOf: RightsOf,
  narrowing: Narrowing,
): Generator<undefined, OpenApiDocument> {
  const components = collectComponents()
  const responses: Record<string, Reply> = {}

  // Each problem code has its own schema, with only the fields that accompany it.
  const problemSchema = z.toJSONSchema(problem, { io: 'output' }) as JsonSchema
  const { code: _, conflict, duplicates, mergedInto, restricted, ...always } = problemSchema.properties ?? {}
  const beside: Partial<Record<ProblemCode, Record<string, JsonSchema | undefined>>> = {
    conflict: { conflict },
    'likely-duplicate': { duplicates },
    'not-found': { mergedInto },
    'reason-needed': { restricted },
  }
  const problemOf = (code: ProblemCode): JsonSchema =>
    components.add(
      `${pascal(code)}Problem`,
      components.write(
        {
          description: meanings[code],
          type: 'object',
          properties: { code: { const: code }, ...always, ...(beside[code] as Record<string, JsonSchema>) },
          required: ['code', 'message', 'requestId'],
        },
        {},
      ),
    )

  const schemaOfFailure = (code: Failure['code']): JsonSchema => {
    if (code === 'oauth') return components.add('OAuthError', oauthErrors)
    if (code !== 'fields') return problemOf(code)
    return components.add('FieldErrors', {
      ...components.write(z.toJSONSchema(fieldErrors) as JsonSchema, {}),
      description: 'What is wrong with each field, by its name; fields within others by their path.',
      examples: [{ familyName: 'Family name required' }],
    })
  }

  /** One response for each status and set of codes, shared by calls. */
  const failureResponse = (status: number, codes: Failure['code'][]): Reference => {
    const name = `${codes.map(pascal).join('Or')}${status}`
    const schemas = codes.map(schemaOfFailure)
    const [only] = schemas
    responses[name] ??= {
      description: codes
        .map((code) =>
          code === 'fields'
            ? 'Fields to correct, by name.'
            : code === 'oauth'
              ? 'Refused (RFC 6749).'
              : meanings[code],
        )
        .join(' Or: '),
      headers: {
        'X-Request-Id': header('RequestId'),
        ...(status === 401 && !codes.includes('oauth') ? { 'WWW-Authenticate': header('Authenticate') } : {}),
        ...(status === 429 || status === 503 ? { 'Retry-After': header('RetryAfter') } : {}),
      },
      ...json(schemas.length === 1 && only !== undefined ? only : { anyOf: schemas }),
    }
    return { $ref: `#/components/responses/${name}` }
  }

  const failureResponses = (endpoint: Endpoint, rights: Rights): Record<string, Reference> => {
    const byStatus = new Map<number, Set<Failure['code']>>()
    for (const { status, code } of failuresOf(endpoint, rights))
      byStatus.set(status, (byStatus.get(status) ?? new Set()).add(code))
    return Object.fromEntries(
      [...byStatus].map(([status, codes]) => [String(status), failureResponse(status, [...codes].sort())]),
    )
  }

  /** Names an unnamed object body after its call. */
  const namedAfter = (schema: JsonSchema, name: string): JsonSchema =>
    schema.$ref !== undefined || schema.properties === undefined ? schema : components.add(name, schema)

  const goodReply = (endpoint: Endpoint, labels: Labels): Reply => {
    const { files } = endpoint
    const counting = Object.entries(replyHeadersOf(endpoint)).map(([name, of]) => [name, header(of)] as const)
    if (files !== undefined)
      return {
        description: 'The file',
        content: Object.fromEntries(
          files.map((type) => [type, { schema: { type: 'string', format: 'binary' } }]),
        ),
      }
    const schema = namedAfter(components.reply(endpoint, labels), `${pascal(operationIdOf(endpoint))}Reply`)
    return {
      description: 'Done',
      ...(counting.length > 0 ? { headers: Object.fromEntries(counting) } : {}),
      ...json(schema),
    }
  }

  const operationOf = (endpoint: Endpoint, rights: Rights): Operation => {
    const { method, summary, path, encoding, inQuery = [], takesNoKey } = endpoint
    const labels = labelsOfFeature(featureOf(path))
    const isPublic = rights.capability === 'anonymous'
    const written = components.input(endpoint, labels)
    const { properties = {}, required = [] } = written
    const isInQuery = (name: string): boolean => method === 'GET' || inQuery.includes(name)
    const parameters: (Parameter | Reference)[] = [
      ...[...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']): Parameter => ({
        name,
        in: 'path',
        required: true,
        schema: properties[name] ?? text,
      })),
      ...Object.entries(properties)
        .filter(([name]) => isInQuery(name))
        .map(([name, { description, ...schema }]): Parameter => ({
          name,
          in: 'query',
          ...(required.includes(name) ? { required: true } : {}),
          ...(description === undefined ? {} : { description }),
          schema,
        })),
      ...(isPublic ? [] : [{ $ref: '#/components/parameters/CurrentRole' }]),
      ...(isPublic || method === 'GET' || takesNoKey === true
        ? []
        : [{ $ref: '#/components/parameters/IdempotencyKey' }]),
    ]
    const body: JsonSchema =
      inQuery.length === 0
        ? written
        : {
            ...written,
            properties: Object.fromEntries(Object.entries(properties).filter(([name]) => !isInQuery(name))),
            required: required.filter((name) => !isInQuery(name)),
          }
    return {
      operationId: operationIdOf(endpoint),
      summary,
      description: whoMay(rights, narrowing),
      tags: [featureOf(path)],
      ...(isPublic ? { security: [] } : {}),
      ...(parameters.length === 0 ? {} : { parameters }),
      ...(method === 'GET'
        ? {}
        : {
            requestBody: {
              required: true as const,
              content: {
                [encoding === undefined ? 'application/json' : mediaTypes[encoding]]: {
                  schema: namedAfter(body, `${pascal(operationIdOf(endpoint))}Request`),
                },
              },
            },
          }),
      responses: { '200': goodReply(endpoint, labels), ...failureResponses(endpoint, rights) },
    }
  }

  const paths: OpenApiDocument['paths'] = {}
  for (const endpoint of endpoints) {
    const action = `${endpoint.method} ${endpoint.path}`
    const rights = rightsOf(action)
    if (rights === undefined) throw new Error(`${action} is in the contract but not on the server`)
    const at = (paths[endpoint.path] ??= {})
    at[endpoint.method === 'GET' ? 'get' : 'post'] = operationOf(endpoint, rights)
    yield
  }
  const features = [...new Set(endpoints.map(({ path }) => featureOf(path)))]
  return {
    openapi: '3.1.0',
    info: {
      title: 'Surefoot',
      version: '1',
      description:
        'Falls-prevention service: patients, referrals, pathways and work lists. Start with docs/reference/api.md. ' +
        'A save leaves absent fields unchanged; null clears a field. A day is text, yyyy-MM-dd; an instant has a time zone.',
      contact: { name: 'The operator of this Surefoot' },
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: '/' }],
    security: [{ bearer: [] }],
    tags: features.map((name) => ({
      name,
      description: `Calls below ${name === 'oauth' ? '/oauth' : `/api/${name}`}`,
    })),
    paths,
    components: {
      schemas: Object.fromEntries(Object.entries(components.schemas).sort(([a], [b]) => (a < b ? -1 : 1))),
      responses: Object.fromEntries(Object.entries(responses).sort(([a], [b]) => (a < b ? -1 : 1))),
      parameters: headerParameters,
      headers,
      securitySchemes: {
        bearer: {
          type: 'http',
          scheme: 'bearer',
          description:
            'The access_token of POST /oauth/token. Each call looks it up and uses the rights of that moment.',
        },
      },
    },
  }
}

const whoMay = (rights: Rights, narrowing: Narrowing): string => {
  if (rights.capability === 'anonymous') return 'Open to anyone, signed in or not.'
  const held = profiles.filter((profile) =>
    capabilitiesOf(rights).some((capability) => holds([profile], capability, narrowing)),
  )
  if (held.length === profiles.length) return 'For everybody who is signed in.'
  const onGrants = capabilitiesOf(rights).includes('patient.readGranted')
    ? ' External: only patients that the user’s own search opened.'
    : ''
  return `For: ${held.join(', ')}.${onGrants}`
}
