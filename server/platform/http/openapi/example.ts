import type { JsonSchema } from './components.ts'
import { nameOfRef } from './typeText.ts'

const deepest = 5

const usual: Readonly<Record<string, unknown>> = { string: 'text', boolean: true, object: {}, array: [] }

/** A value that matches the schema, built from the examples in it: the required fields, and fields with an example. */
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
  if (type === undefined) return null
  return type === 'integer' || type === 'number' ? (minimum ?? 1) : (usual[type] ?? null)
}
