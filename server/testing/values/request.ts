import type { InjectOptions } from 'fastify'
import type { Endpoint } from '../../../contract/platform/calls/endpoint.ts'

export type Wire = Record<string, unknown>

/** How a call travels: query, JSON body or form, as the contract says; without a token unless headers bring one. */
export const requestOf = (
  { method, path, encoding, inQuery = [] }: Endpoint,
  input: Wire,
  headers: Record<string, string> = {},
): InjectOptions => {
  const isInQuery = (name: string): boolean => method === 'GET' || inQuery.includes(name)
  const part = (wanted: boolean): [string, unknown][] =>
    Object.entries(input).filter(([name, value]) => value !== undefined && isInQuery(name) === wanted)
  const query = asTexts(part(true))
  if (method === 'GET') return { method, url: path, query, headers }
  if (encoding === 'form')
    return {
      method,
      url: path,
      payload: new URLSearchParams(asTexts(part(false))).toString(),
      headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
    }
  return { method, url: path, query, payload: Object.fromEntries(part(false)), headers }
}

const asTexts = (fields: [string, unknown][]): Record<string, string> =>
  Object.fromEntries(
    fields.map(([name, value]) => [name, typeof value === 'object' ? JSON.stringify(value) : String(value)]),
  )

export const bearer = ({ accessToken }: { accessToken: string }) => ({
  authorization: `Bearer ${accessToken}`,
})

/** Answers to those who were let do nothing. */
const refusals: readonly number[] = [400, 401, 403, 413, 414, 429]

/** Whether input that works still does after the call was answered so: a read takes nothing, and a refusal changes nothing. */
export const stillWorksAfter = ({ method }: Endpoint, statusCode: number): boolean =>
  refusals.includes(statusCode) || (method === 'GET' && statusCode === 200)
