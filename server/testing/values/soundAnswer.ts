import type { Endpoint } from '../../../contract/platform/calls/endpoint.ts'
import { fieldErrors, problem } from '../../../contract/platform/calls/problem.ts'

/** What an answer to anybody must never tell: places in the code, statements, tables, makes and their versions (IO-10). */
const leaks: RegExp[] = [
  /\bat [^\n]{0,200}\.(ts|js|mjs):\d+/,
  /node_modules|node:internal|\/work\/|\/home\/|file:\/\//,
  /\b(select|insert into|update|delete from)\b[^"]{0,80}\b(from|values|set|where)\b/i,
  /syntax error|sqlstate|relation \\?"|column \\?"|violates|constraint|invalid input|invalid byte|pg_/i,
  /postgres|fastify|kysely|zod|node\.js/i,
  /\b[A-Z][a-z]+(Type|Range|Reference|Syntax)?Error\b|\bFST_|undefined|\[object /,
]

const oauthError = /^\{"error":"[a-z_]+","error_description":"[\x20-\x21\x23-\x5b\x5d-\x7e]+"\}$/

interface Answer {
  statusCode: number
  body: string
  headers: Record<string, unknown>
}

export interface Unsound {
  status: number
  why: string
  body: string
}

/**
 * What is wrong with an answer to input of any kind, or null: it is never a fault of the server, field failures are a
 * flat map without `message`, everything else is a problem of the contract, and nothing of the inside shows
 * (IO-2, IO-4, IO-10).
 */
export const unsound = ({ path, reply, files }: Endpoint, response: Answer): Unsound | null => {
  const { statusCode: status, body, headers } = response
  const fault = (why: string): Unsound => ({ status, why, body: body.slice(0, 400) })
  if (status >= 500) return fault('the server failed')
  if (headers['cache-control'] !== 'no-store') return fault('it may be kept')
  if (headers['server'] !== undefined || headers['x-powered-by'] !== undefined)
    return fault('it names its make')
  if (status !== 200 && leaks.some((leak) => leak.test(body))) return fault('it shows the inside')
  if (status === 200 && files !== undefined) return null
  const json = readJson(body)
  if (json === undefined) return fault('it is not JSON')
  if (status === 200)
    return reply.safeParse(json).success ? null : fault('it is not the reply of the contract')
  if (path.startsWith('/oauth/')) return oauthError.test(body) ? null : fault('it is not of RFC 6749')
  if (isFieldMap(json)) return status === 400 ? null : fault('a field map with another status')
  if (!problem.strict().safeParse(json).success) return fault('it is neither a field map nor a problem')
  return (json as { requestId: string }).requestId === headers['x-request-id']
    ? null
    : fault('the request id is another one')
}

/** A flat map from field to sentence, without the keys that a client would show first (IO-2). */
export const isFieldMap = (json: unknown): boolean =>
  fieldErrors.safeParse(json).success &&
  Object.values(json as object).every((message) => message !== '') &&
  !Object.keys(json as object).some((key) => ['message', 'error_description'].includes(key)) &&
  Object.keys(json as object).length > 0

const readJson = (body: string): unknown => {
  try {
    return JSON.parse(body) as unknown
  } catch {
    return undefined
  }
}
