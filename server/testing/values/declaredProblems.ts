import type { Endpoint } from '../../../contract/platform/calls/endpoint.ts'
import { failuresOf, type Failure } from '../../platform/http/openapi/problems.ts'
import { countingHeaders, replyHeadersOf } from '../../platform/http/openapi/replyHeaders.ts'
import type { Rights } from '../../platform/http/request/rights.ts'

/** Fields that come with one code of a problem and no other. */
const besides = {
  conflict: 'conflict',
  duplicates: 'likely-duplicate',
  mergedInto: 'not-found',
  restricted: 'reason-needed',
}

/** Throws where a call was refused in a way that its OpenAPI description does not have (server/platform/http/openapi/). */
export const assertDeclared = (endpoint: Endpoint, rights: Rights, status: number, body: unknown): void => {
  if (status < 400) return
  const code = codeOf(endpoint, body)
  if (!failuresOf(endpoint, rights).some((known) => known.status === status && known.code === code))
    throw new Error(
      `${endpoint.method} ${endpoint.path} answered ${status} ${code}, which its OpenAPI description does not have: ` +
        'add it in server/platform/http/openapi/ownProblems.ts',
    )
  for (const [field, of] of Object.entries(besides))
    if (code !== 'fields' && Object.hasOwn(body as object, field) && of !== code)
      throw new Error(`${endpoint.path} answered ${code} with ${field}`)
}

const codeOf = ({ path }: Endpoint, body: unknown): Failure['code'] => {
  if (typeof body !== 'object' || body === null) return 'failed'
  if (!('requestId' in body) || !('code' in body)) return path.startsWith('/oauth/') ? 'oauth' : 'fields'
  return body.code as Failure['code']
}

/** Throws where a reply counts its rows in a header that its OpenAPI description does not have. */
export const assertHeadersDeclared = (endpoint: Endpoint, headers: Record<string, unknown>): void => {
  const declared = Object.keys(replyHeadersOf(endpoint))
  const silent = countingHeaders.filter((name) => name in headers && !declared.includes(name))
  if (silent.length > 0)
    throw new Error(`${endpoint.path} answered ${silent.join()}, which its OpenAPI description does not have`)
}
