import { z } from 'zod'
import type { Endpoint } from '../../contract/endpoint.ts'

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

/** The input of a call, as it is sent. */
export const inputSchemaOf = ({ input }: Endpoint): InputSchema =>
  z.toJSONSchema(input, { io: 'input', unrepresentable: 'any' }) as InputSchema
