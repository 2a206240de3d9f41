import { z } from 'zod'
import type { Endpoint } from '../../../../contract/platform/calls/endpoint.ts'

/** The parts of an input's JSON schema that the server looks at. */
export interface InputSchema {
  type?: string
  properties?: Record<string, InputSchema>
  anyOf?: InputSchema[]
  /** For inputs combined from two. */
  allOf?: InputSchema[]
  items?: InputSchema
  maxItems?: number
  maxLength?: number
  enum?: unknown[]
  const?: unknown
}

const known = new WeakMap<Endpoint['input'], InputSchema>()

/**
 * The JSON schema of a call's input, as sent. It is cached, because generating it is slow and several callers need it.
 */
export const inputSchemaOf = ({ input }: Endpoint): InputSchema => {
  const before = known.get(input)
  if (before !== undefined) return before
  const schema = z.toJSONSchema(input, { io: 'input', unrepresentable: 'any' }) as InputSchema
  known.set(input, schema)
  return schema
}
