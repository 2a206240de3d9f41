import type { Endpoint } from '../../../../contract/platform/calls/endpoint.ts'
import { maximumSignInBytes } from '../../../../contract/accounts/typedPassword.ts'
import { inputSchemaOf, type InputSchema } from '../request/inputSchema.ts'
import { mostEntries } from './jsonLimits.ts'

/** The most bytes that one UTF-16 code unit takes in JSON, as in \u0041. */
const bytesOfUnit = 6
const bytesOfNumber = 32
/** Allowance for fields that a call does not have and ignores: some programs send back everything that they read. */
const bytesBeside = 16 * 1024

/** The largest body that is read for any call (IO-12). */
export const largestBody = 1024 * 1024

/** The longest URL, path and query together. */
export const longestAddress = 8000

/**
 * The most bytes that the body of a call may have: the declared number, a few kilobytes for callers who are not signed
 * in, or else what the fields can hold. Throws if a text of the call has no limit, so that such a field stops the
 * server from starting.
 */
export const bodyLimitOf = (endpoint: Endpoint): number => {
  if (endpoint.maximumBodyBytes !== undefined) return endpoint.maximumBodyBytes
  if (endpoint.encoding === 'multipart') return largestBody
  if (endpoint.anyone === true) return maximumSignInBytes
  const bytes = bytesOf(inputSchemaOf(endpoint), endpoint.path) + bytesBeside
  if (bytes > largestBody)
    throw new Error(`${endpoint.path} takes more than a body can hold: declare maximumBodyBytes`)
  return bytes
}

const bytesOf = (schema: InputSchema, at: string): number => {
  const { type, properties = {}, anyOf, allOf, items, maxItems = mostEntries, maxLength } = schema
  if (schema.const !== undefined) return JSON.stringify(schema.const).length
  if (schema.enum !== undefined) return Math.max(...schema.enum.map((one) => JSON.stringify(one).length))
  if (anyOf !== undefined) return Math.max(...anyOf.map((one) => bytesOf(one, at)))
  if (allOf !== undefined) return sum(allOf.map((one) => bytesOf(one, at)))
  switch (type) {
    case 'string':
      if (maxLength === undefined) throw withoutLimit(at)
      return maxLength * bytesOfUnit + 2
    case 'object':
      return sum(
        Object.entries(properties).map(([name, one]) => name.length + 4 + bytesOf(one, `${at} ${name}`)),
      )
    case 'array':
      return maxItems * (bytesOf(items ?? {}, at) + 1)
    case 'number':
    case 'integer':
    case 'boolean':
    case 'null':
      return bytesOfNumber
    case undefined:
    default:
      throw withoutLimit(at)
  }
}

const withoutLimit = (at: string): Error =>
  new Error(`${at} takes a text of any length: give it a limit, or declare maximumBodyBytes`)

const sum = (numbers: readonly number[]): number => numbers.reduce((total, number) => total + number, 0)
