import { z } from 'zod'
import { fieldDescriptions, fieldExamples } from '../../../../contract/platform/fields/fieldDescriptions.ts'
import {
  fieldKinds,
  numberKinds,
  type FieldKind,
  type NumberKind,
} from '../../../../contract/platform/fields/fieldKinds.ts'
import type { Endpoint } from '../../../../contract/platform/calls/endpoint.ts'
import { inputSchemaOf } from '../request/inputSchema.ts'
import { labelsOfSchema, schemaNames, type Labels } from './namedSchemas.ts'

/** The parts of JSON Schema draft 2020-12 that the contract's fields need. */
export interface JsonSchema {
  $ref?: string
  title?: string
  description?: string
  type?: string | readonly string[]
  properties?: Record<string, JsonSchema>
  required?: readonly string[]
  items?: JsonSchema
  anyOf?: readonly JsonSchema[]
  oneOf?: readonly JsonSchema[]
  allOf?: readonly JsonSchema[]
  additionalProperties?: boolean | JsonSchema
  propertyNames?: JsonSchema
  enum?: readonly unknown[]
  const?: unknown
  format?: string
  pattern?: string
  minimum?: number
  maximum?: number
  minLength?: number
  maxLength?: number
  maxItems?: number
  examples?: readonly unknown[]
  [more: string]: unknown
}

const refTo = (name: string): JsonSchema => ({ $ref: `#/components/schemas/${name}` })

const isFieldKind = (title: string): title is FieldKind => Object.hasOwn(fieldKinds, title)
const isNumberKind = (title: string): title is NumberKind => Object.hasOwn(numberKinds, title)

/** Leaves out limits that apply to every JavaScript integer, because they convey nothing. */
const sayingLimits = ({ minimum, maximum }: JsonSchema): JsonSchema => ({
  ...(minimum !== undefined && minimum > Number.MIN_SAFE_INTEGER ? { minimum } : {}),
  ...(maximum !== undefined && maximum < Number.MAX_SAFE_INTEGER ? { maximum } : {}),
})

const replySchemas = new WeakMap<z.ZodType, JsonSchema>()

/** The schema of a reply as sent. Named schemas have their name as title. */
const replySchemaOf = ({ reply }: Endpoint): JsonSchema => {
  const known = replySchemas.get(reply)
  if (known !== undefined) return known
  const schema = z.toJSONSchema(reply, {
    io: 'output',
    unrepresentable: 'any',
    override: addName,
  }) as JsonSchema
  replySchemas.set(reply, schema)
  return schema
}

const addName: z.core.ToJSONSchemaParams['override'] = ({ zodSchema, jsonSchema }): void => {
  const name = schemaNames.get(zodSchema)
  if (name !== undefined) jsonSchema.title = name
}

/** Collects the schemas of a document: each named schema once, with a `$ref` wherever it is used. */
export const collectComponents = () => {
  const schemas: Record<string, JsonSchema> = {}

  const add = (name: string, schema: JsonSchema): JsonSchema => {
    const before = schemas[name]
    if (before !== undefined && before !== schema && JSON.stringify(before) !== JSON.stringify(schema))
      throw new Error(
        `Two schemas are called ${name}: ${JSON.stringify(before)} and ${JSON.stringify(schema)}`,
      )
    schemas[name] = schema
    return refTo(name)
  }

  /** @param labels the screens' names for its fields */
  const write = (schema: JsonSchema, labels: Labels): JsonSchema => {
    const { title, $defs, ...rest } = schema
    assertOnlyJson($defs as Record<string, JsonSchema> | undefined)
    if (rest.$ref?.startsWith('#/$defs/') === true) return add('Json', { description: 'Any JSON value.' })
    if (title === undefined) return writePlain(rest, labels)
    if (isFieldKind(title)) return add(title, fieldKinds[title])
    if (isNumberKind(title)) {
      const limits = sayingLimits(rest)
      if (limits.minimum === 1 && limits.maximum === undefined) return add('Id', fieldKinds.Id)
      return { ...numberKinds[title], ...limits }
    }
    return add(title, writePlain(rest, labelsOfSchema(title)))
  }

  const writePlain = (
    {
      $schema: _,
      propertyNames: _names,
      minimum,
      maximum,
      properties,
      items,
      anyOf,
      oneOf,
      allOf,
      additionalProperties,
      ...rest
    }: JsonSchema,
    labels: Labels,
  ): JsonSchema => ({
    ...rest,
    ...sayingLimits({
      ...(minimum === undefined ? {} : { minimum }),
      ...(maximum === undefined ? {} : { maximum }),
    }),
    ...(properties === undefined
      ? {}
      : {
          properties: Object.fromEntries(
            Object.entries(properties).map(([name, one]) => [
              name,
              described(name, write(one, labels), labels),
            ]),
          ),
        }),
    ...(items === undefined ? {} : { items: write(items, labels) }),
    ...(anyOf === undefined ? {} : { anyOf: anyOf.map((one) => write(one, labels)) }),
    ...(oneOf === undefined ? {} : { oneOf: oneOf.map((one) => write(one, labels)) }),
    ...(allOf === undefined ? {} : { allOf: allOf.map((one) => write(one, labels)) }),
    // Later versions may add properties, and a client that refuses unknown ones would break.
    ...(typeof additionalProperties === 'object'
      ? { additionalProperties: write(additionalProperties, labels) }
      : {}),
  })

  return {
    schemas,
    add,
    write,
    input: (endpoint: Endpoint, labels: Labels): JsonSchema => {
      const name = schemaNames.get(endpoint.input)
      const schema = inputSchemaOf(endpoint) as JsonSchema
      return write(name === undefined ? schema : { ...schema, title: name }, labels)
    },
    reply: (endpoint: Endpoint, labels: Labels): JsonSchema => write(replySchemaOf(endpoint), labels),
  }
}

/** The only schema so far that refers to itself is arbitrary JSON (z.json()). */
const assertOnlyJson = (definitions: Record<string, JsonSchema> = {}): void => {
  for (const { anyOf } of Object.values(definitions))
    if (anyOf?.length !== 6) throw new Error('A schema refers to itself: give it a name')
}

/**
 * Adds a description and an example to a field. The description is the schema's own, else the screens' label, else a
 * general one. A `$ref` to a kind of field needs no general one.
 */
const described = (name: string, schema: JsonSchema, labels: Labels): JsonSchema => {
  const general = schema.$ref === undefined ? fieldDescriptions[name] : undefined
  const description = schema.description ?? labels[name] ?? general
  const example = fieldExamples[name]
  return {
    ...schema,
    ...(description === undefined ? {} : { description }),
    ...(example === undefined || !takesText(schema) ? {} : { examples: [example] }),
  }
}

const takesText = ({ type, anyOf = [] }: JsonSchema): boolean =>
  type === 'string' || anyOf.some((one) => one.type === 'string')
