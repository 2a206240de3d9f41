import type { Endpoint } from '../../../contract/platform/calls/endpoint.ts'
import { inputSchemaOf, type InputSchema } from '../../platform/http/request/inputSchema.ts'

/** A letter and so many combining marks in an order that normalisation has to change (IO-12). */
export const stackedMarks = (length: number): string =>
  `a${'\u0301\u0323'.repeat(Math.ceil(length / 2))}`.slice(0, length)

/** Whether a text holds enough of them to have come from a hostile request. */
export const isStacked = (text: string): boolean => text.includes('\u0301\u0323'.repeat(20))

export interface TextField {
  /** The way to it, as `fieldsOf` has it. */
  path: string[]
  /** Code units that it can hold. */
  maximum: number
}

const textsIn = ({
  properties = {},
  anyOf = [],
  allOf = [],
  items,
  type,
  maxLength,
}: InputSchema): TextField[] => [
  ...(type === 'string' && maxLength !== undefined ? [{ path: [], maximum: maxLength }] : []),
  ...Object.entries(properties).flatMap(([name, inner]) => below(name, inner)),
  ...[...anyOf, ...allOf].flatMap(textsIn),
  ...(items === undefined ? [] : below('0', items)),
]

const below = (name: string, schema: InputSchema): TextField[] =>
  textsIn(schema).map(({ path, maximum }) => ({ path: [name, ...path], maximum }))

/** Every text that a call takes. */
export const textsOf = (call: Endpoint): TextField[] => [
  ...new Map(textsIn(inputSchemaOf(call)).map((text) => [text.path.join('.'), text])).values(),
]
