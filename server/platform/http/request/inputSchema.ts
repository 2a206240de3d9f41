import { z } from 'zod'
import type { Endpoint } from '../../../../contract/platform/calls/endpoint.ts'

/** What a JSON schema says of an input that is looked at here. */
export interface InputSchema {
  type?: string
  properties?: Record<string, InputSchema>
  anyOf?: InputSchema[]
  /** Of inputs that are put together from two. */
  allOf?: InputSchema[]
  items?: InputSchema
  maxItems?: number
  maxLength?: number
  enum?: unknown[]
  const?: unknown
}

const known = new WeakMap<Endpoint['input'], InputSchema>()

/** The input of a call, as it is sent: written once, for it takes long and several ask. */
export const inputSchemaOf = ({ input }: Endpoint): InputSchema => {
  const before = known.get(input)
  if (before !== undefined) return before
  const schema = z.toJSONSchema(input, { io: 'input', unrepresentable: 'any' }) as InputSchema
  known.set(input, schema)
  return schema
}
