import type { JsonSchema } from './components.ts'
import { nameOfRef } from './typeText.ts'

const deepest = 5

/** A value such as the schema describes, put together from the examples in it: required fields, and those with an example. */
export const exampleOf = (
  schema: JsonSchema,
  schemas: Readonly<Record<string, JsonSchema>>,
  depth = 0,
): unknown => {
  const {
    $ref,
    examples,
    enum: choices,
    anyOf,
    oneOf,
    allOf,
    items,
    properties,
    required = [],
    minimum,
  } = schema
  if (examples !== undefined) return examples[0]
  if (schema.const !== undefined) return schema.const
  if (choices !== undefined) return choices[0]
  if (depth > deepest) return null
  const of = (one: JsonSchema): unknown => exampleOf(one, schemas, depth + 1)
  if ($ref !== undefined) return of(schemas[nameOfRef($ref)] ?? {})
  const [first] = anyOf ?? oneOf ?? []
  if (first !== undefined) return of(first)
  if (allOf !== undefined) return Object.assign({}, ...allOf.map(of)) as unknown
  if (items !== undefined) return [of(items)]
  if (properties !== undefined)
    return Object.fromEntries(
      Object.entries(properties)
        .filter(([name, one]) => required.includes(name) || one.examples !== undefined)
        .map(([name, one]) => [name, of(one)]),
    )
  const [type] = typeof schema.type === 'string' ? [schema.type] : (schema.type ?? [])
  switch (type) {
    case 'string':
      return 'text'
    case 'integer':
    case 'number':
      return minimum ?? 1
    case 'boolean':
      return true
    case 'object':
      return {}
    case 'array':
      return []
    default:
      return null
  }
}
