import type { FhirType } from '../../../../contract/exchange/fhir/types.ts'
import type { Pairs } from '../../../platform/http/pages/formBody.ts'
import type { Column, Source } from '../mapping/source.ts'
import { checkModifier, valuesIn, type Criterion } from './criteria.ts'
import { FhirProblem, unsupported, wrong } from './problem.ts'
import type { Sort } from './rows.ts'

/** A search as it was asked. */
export interface Query {
  criteria: Criterion[]
  count: number
  sort: Sort
  /** Only the number. */
  countOnly: boolean
  /** The number beside the page. */
  total: boolean
  elements: readonly string[] | null
  /** References of the found resources, by search parameter, whose resources are added. */
  includes: readonly string[]
  /** Who recorded the found resources is added. */
  withProvenance: boolean
  /** Where the page before ended. */
  cursor: string | null
  /** Parameters that the service does not know, which a lenient search ignores. */
  ignored: readonly string[]
  /** The parameters that were understood, for the links. */
  used: Pairs
}

export const usualCount = 50
export const mostCount = 200
const mostParameters = 60
const mostIncludes = 10

/** Parameters that mean the same for every type. Those of `criteria` are columns. */
const common: Readonly<Record<string, Column['kind']>> = { _id: 'token', _lastUpdated: 'date' }

/** The search parameters of a type: those of any of its sources. */
export const parametersOf = (sources: readonly Source[]): ReadonlyMap<string, Column> =>
  new Map(sources.flatMap(({ search }) => Object.entries(search)))

/** Names that FHIR has for the same parameter. */
const nameOf = (name: string, known: ReadonlyMap<string, Column>): string => {
  const patient = known.get('patient')
  const isSubject = patient?.kind === 'reference' && ['subject', 'for'].includes(patient.element)
  if (isSubject && name === 'subject') return 'patient'
  if (
    patient !== undefined &&
    (name === 'patient.identifier' || (isSubject && name === 'subject.identifier'))
  )
    return 'patient.identifier'
  return name
}

interface Reading {
  type: FhirType
  known: ReadonlyMap<string, Column>
  isStrict: boolean
}

/** @param isStrict the client asked that an unknown parameter be refused */
export const readQuery = (
  type: FhirType,
  sources: readonly Source[],
  pairs: Pairs,
  isStrict: boolean,
): Query => {
  if (pairs.length > mostParameters)
    throw new FhirProblem(400, 'too-long', `Give at most ${mostParameters} parameters.`)
  const reading: Reading = { type, known: parametersOf(sources), isStrict }
  const query: Query = {
    ...{ criteria: [], count: usualCount, sort: 'id', countOnly: false, total: false, elements: null },
    ...{ includes: [], withProvenance: false, cursor: null, ignored: [], used: [] },
  }
  for (const [written, value] of pairs) take(query, reading, written, value)
  return query
}

const take = (query: Query, reading: Reading, written: string, value: string): void => {
  const read = Object.hasOwn(controls, written) ? controls[written] : undefined
  if (read !== undefined) {
    read(query, value, reading)
  } else {
    const [named = '', modifier, ...more] = written.split(':')
    const name = nameOf(named, reading.known)
    const kind =
      (Object.hasOwn(common, name) ? common[name] : undefined) ??
      (name === 'patient.identifier' ? 'token' : reading.known.get(name)?.kind)
    if (kind === undefined) return ignore(query, reading, written)
    if (more.length > 0) throw unsupported(written, 'A parameter has one modifier at most.')
    checkModifier(name, modifier ?? null, kind)
    query.criteria.push({ name, modifier: modifier ?? null, values: valuesIn(name, value) })
  }
  query.used = [...query.used, [written, value]]
}

const ignore = (query: Query, { isStrict, type }: Reading, name: string): void => {
  const shown = name.slice(0, 60)
  if (isStrict) throw unsupported(shown, `${shown} is no search parameter of ${type} here.`)
  query.ignored = [...query.ignored, shown]
}

type Control = (query: Query, value: string, reading: Reading) => void

/** Parameters that say how the reply looks, rather than what is searched. */
const controls: Readonly<Record<string, Control | undefined>> = {
  _count: (query, value, { type }) => {
    if (!/^\d{1,9}$/.test(value)) throw wrong('_count', 'Give a whole number.')
    // An event may name as many people as a file of an export.
    query.count = Math.min(Number(value), type === 'AuditEvent' ? usualCount : mostCount)
    // FHIR: a page of none is the number only.
    if (query.count === 0) query.countOnly = true
  },
  _sort: (query, value) => {
    if (value !== '_lastUpdated' && value !== '-_lastUpdated' && value !== '_id')
      throw unsupported('_sort', 'Results can be sorted by _id, _lastUpdated or -_lastUpdated.')
    query.sort = value === '_id' ? 'id' : value === '_lastUpdated' ? 'updated' : '-updated'
  },
  _summary: (query, value) => {
    if (value === 'count') query.countOnly = true
    else if (value !== 'false') throw unsupported('_summary', 'Only _summary=count is offered.')
  },
  _total: (query, value) => {
    if (!['none', 'estimate', 'accurate'].includes(value))
      throw wrong('_total', 'Give none, estimate or accurate.')
    query.total = value !== 'none'
  },
  _elements: (query, value) => {
    query.elements = valuesIn('_elements', value).map((name) => name.trim())
  },
  _include: (query, value, { type, known }) => {
    const [of = '', parameter = '', ...more] = value.split(':')
    const column = known.get(nameOf(parameter, known))
    if (of !== type || more.length > 1 || column?.kind !== 'reference')
      throw unsupported('_include', `Give ${type}:parameter, with a parameter that is a reference.`)
    query.includes = [...new Set([...query.includes, nameOf(parameter, known)])]
    if (query.includes.length > mostIncludes) throw wrong('_include', `Give at most ${mostIncludes}.`)
  },
  _revinclude: (query, value) => {
    if (value !== 'Provenance:target')
      throw unsupported('_revinclude', 'Only _revinclude=Provenance:target is offered.')
    query.withProvenance = true
  },
  _cursor: (query, value) => {
    query.cursor = value
  },
  _format: () => undefined,
  _pretty: () => undefined,
}
