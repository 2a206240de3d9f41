import type { Endpoint } from '../../../contract/platform/calls/endpoint.ts'
import { inputSchemaOf, type InputSchema } from '../../platform/http/request/inputSchema.ts'
import type { Wire } from './request.ts'

/** In the way to a field: the only one of a list. */
const only = '0'

const pathsIn = ({ properties = {}, anyOf = [], allOf = [], items }: InputSchema): string[][] => [
  ...Object.entries(properties).flatMap(([name, inner]) => [
    [name],
    ...pathsIn(inner).map((path) => [name, ...path]),
  ]),
  ...[...anyOf, ...allOf].flatMap(pathsIn),
  ...(items === undefined ? [] : [[only], ...pathsIn(items).map((path) => [only, ...path])]),
]

/** Every field that a call takes, parts of compound ones too, as the way to it. */
export const fieldsOf = (call: Endpoint): string[][] => {
  const paths = pathsIn(inputSchemaOf(call))
  return [...new Map(paths.map((path) => [path.join('.'), path])).values()]
}

/** The input with another value in one place. */
export const withField = (input: Wire, [name = '', ...rest]: string[], value: unknown): Wire => {
  const held = rest.length === 0 ? value : withField((input[name] ?? {}) as Wire, rest, value)
  return name === only ? ([held] as unknown as Wire) : { ...input, [name]: held }
}
