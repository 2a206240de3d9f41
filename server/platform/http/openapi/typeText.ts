import { escapeHtml } from '../../files/html.ts'
import type { JsonSchema } from './components.ts'

/** `#/components/schemas/Patient` → Patient. */
export const nameOfRef = (ref: string): string => ref.slice(ref.lastIndexOf('/') + 1)

export const schemaAddress = (name: string): string => `/api/docs/schema/${encodeURIComponent(name)}`

const limitsOf = ({ minimum, maximum, maxLength, maxItems }: JsonSchema): string => {
  if (maxLength !== undefined) return `, at most ${maxLength} characters`
  if (maxItems !== undefined) return `, at most ${maxItems}`
  if (minimum !== undefined && maximum !== undefined) return `, ${minimum} to ${maximum}`
  if (minimum !== undefined) return `, ${minimum} or more`
  return maximum === undefined ? '' : `, ${maximum} or less`
}

const words: Readonly<Record<string, string>> = {
  string: 'text',
  integer: 'whole number',
  number: 'number',
  boolean: 'true or false',
  object: 'object',
  array: 'list',
  null: 'null',
}

/** Describes the possible values in words, as HTML. Named schemas become links. */
export const typeText = (schema: JsonSchema): string => {
  const { $ref, type, items, anyOf, oneOf, enum: choices, properties, additionalProperties, format } = schema
  if ($ref !== undefined)
    return `<a href="${schemaAddress(nameOfRef($ref))}">${escapeHtml(nameOfRef($ref))}</a>`
  if (schema.const !== undefined) return `<code>${escapeHtml(JSON.stringify(schema.const))}</code>`
  if (choices !== undefined)
    return `one of ${choices.map((one) => `<code>${escapeHtml(JSON.stringify(one))}</code>`).join(', ')}`
  const several = anyOf ?? oneOf
  if (several !== undefined) return [...new Set(several.map(typeText))].join(' or ')
  if (items !== undefined) return `list of ${typeText(items)}${limitsOf(schema)}`
  if (properties !== undefined)
    return `object: ${Object.entries(properties)
      .map(([name, one]) => `<code>${escapeHtml(name)}</code> ${typeText(one)}`)
      .join('; ')}`
  if (typeof additionalProperties === 'object') return `object of ${typeText(additionalProperties)} by name`
  if (format === 'binary') return 'file'
  const types = typeof type === 'string' ? [type] : (type ?? [])
  if (types.length === 0) return 'anything'
  return `${types.map((one) => words[one] ?? one).join(' or ')}${limitsOf(schema)}`
}
