import type { Bundle, BundleEntry } from 'fhir/r4.js'
import type { FhirType } from '../../../../contract/exchange/fhir/types.ts'
import { isTimedOut } from '../../../platform/errors.ts'
import { allows } from '../../smart/scopes.ts'
import type { Pairs } from '../../../platform/http/pages/formBody.ts'
import type { Source } from '../mapping/source.ts'
import { provenanceOf } from '../resources/provenance.ts'
import { isRowType, sourcesOf } from '../resources/registry.ts'
import { readPatientId, type Criterion } from '../search/criteria.ts'
import { cursorAfter, readCursor } from '../search/cursor.ts'
import { referencesAt, resourceOf, withElements } from '../search/present.ts'
import { FhirProblem } from '../search/problem.ts'
import { parametersOf, readQuery, type Query } from '../search/query.ts'
import { countRows, findRows, type FoundRow } from '../search/rows.ts'
import { entryOf, searchset } from './bundle.ts'
import { record, shownIn, typeOf, type FhirCall } from './call.ts'
import { askedBy, isIdentifying, narrowBy, ofSurvivors, requireChained, requireNamed } from './narrow.ts'
import { continued, sealed, type Continued } from './nextPage.ts'
import { outcome } from './outcome.ts'
import { isProvenanced } from './read.ts'
import { readReferenced } from './referenced.ts'
import { searchForms, searchProvenance } from './searchOthers.ts'

/** A search, whether its parameters came in the address or in a form. */
export const search = async (
  call: FhirCall,
  typeText: string,
  pairs: Pairs,
  isForm: boolean,
): Promise<Bundle> => {
  const type = typeOf(call, typeText, 's')
  const asked = continued(call, type, { pairs, cursor: null, isForm })
  const isStrict = /\bhandling=strict\b/.test(String(call.request.headers['prefer'] ?? ''))
  if (type === 'Questionnaire') return searchForms(call, asked.pairs, isStrict)
  if (type === 'Provenance') return searchProvenance(call, asked.pairs, isStrict)
  if (!isRowType(type))
    throw new FhirProblem(400, 'not-supported', `${type} can be read by its id, but not searched.`)
  const sources: readonly Source[] = sourcesOf[type]
  const query = { ...readQuery(type, sources, asked.pairs, isStrict), cursor: asked.cursor }
  requireNamed(call, type, sources, query.criteria)
  requireChained(call, query.criteria)
  return find(call, { type, sources, query, ...asked })
}

interface Finding extends Continued {
  type: FhirType
  sources: readonly Source[]
  query: Query
}

/** So many of those whom a counting search names are in its event. */
const mostCounted = 20

const find = async (call: FhirCall, { type, sources, query, pairs, isForm }: Finding): Promise<Bundle> => {
  const { sql } = call.service.db
  const { base, caller } = call
  const { sort, count } = query
  const criteria = await ofSurvivors(call, query.criteria)
  const narrowed = { narrow: narrowBy(call, criteria), asked: askedBy(call, type, criteria, sort !== 'id') }
  const after = query.cursor === null ? null : readCursor(query.cursor, sources, sort)
  // One more than the page has says whether there is a next one.
  const rows = query.countOnly
    ? []
    : await findRows(sql, caller, sources, {
        ...narrowed,
        ...{ sort, after, most: count + 1 },
        isCommon: sort === 'id' && after === null && isCommon(criteria),
      })
  const page = rows.slice(0, count)
  // A number alone already tells that somebody is here.
  const counted =
    query.countOnly &&
    criteria.some(({ name }) => isIdentifying(name) || name === 'patient' || name === '_id')
      ? await findRows(sql, caller, sources, { ...narrowed, sort: 'id', after: null, most: mostCounted })
      : []
  const total = query.countOnly || query.total ? await countAll(call, sources, narrowed) : null
  const included = await include(call, sources, query, page)
  const recorders =
    query.withProvenance && allows(caller.scopes, 'Provenance', 'r') && isProvenanced(type) ? page : []
  const entries: BundleEntry[] = [
    ...page.map((each) => entryOf(base, withElements(resourceOf(each), query.elements), 'match')),
    ...included.map((each) => entryOf(base, resourceOf(each), 'include')),
    ...recorders.map(({ source, row }) => entryOf(base, provenanceOf(source, row), 'include')),
    ...query.ignored.map((name) =>
      entryOf(
        base,
        outcome('warning', 'not-supported', `The parameter was ignored: ${name}.`, name),
        'outcome',
      ),
    ),
  ]
  const last = page.at(-1)
  const next =
    rows.length > count && last !== undefined
      ? `${base}/${type}?_cursor=${sealed(call, type, { pairs, cursor: cursorAfter(sources, last, sort), isForm })}`
      : null
  const shown = shownIn([...page, ...included, ...counted])
  // That there is nothing of somebody says something too; no record is opened.
  const isNothing = shown.patientIds.length === 0
  await record(call, {
    ...(isNothing ? { patientIds: patientsAsked(call, type, criteria) } : shown),
    onlyNames: isNothing || type === 'AuditEvent',
    criteria: {
      parameters: [...new Set(query.used.map(([name]) => name))],
      found: query.countOnly ? total : page.length,
    },
  })
  return searchset({ self: selfOf(base, type, query.used, isForm), next }, entries, total)
}

/** @throws FhirProblem 400 for a count that takes longer than the database may work for a call */
const countAll = async (
  { service, caller }: FhirCall,
  sources: readonly Source[],
  narrowed: Parameters<typeof countRows>[3],
): Promise<number> => {
  try {
    return await countRows(service.db.sql, caller, sources, narrowed)
  } catch (error) {
    if (!isTimedOut(error)) throw error
    throw new FhirProblem(
      400,
      'too-costly',
      'This is too much to count. Narrow the search, such as by patient or date.',
    )
  }
}

/** The patients whom a search names, by their ids here. */
const patientsAsked = ({ base }: FhirCall, type: FhirType, criteria: readonly Criterion[]): number[] =>
  criteria
    .filter(({ name }) => name === 'patient' || (name === '_id' && type === 'Patient'))
    .flatMap(({ values }) => values.flatMap((value) => readPatientId(value, base) ?? []))

/** What nearly every client asks: of one patient, or one patient by a number. */
const isCommon = (criteria: readonly Criterion[]): boolean =>
  criteria.length === 1 &&
  criteria.every(
    ({ name, modifier, values }) =>
      ['patient', 'identifier', '_id'].includes(name) && modifier === null && values.length === 1,
  )

/** The search as it was understood. What names somebody stays out, because addresses are logged along the way. */
const selfOf = (base: string, type: FhirType, used: Pairs, isForm: boolean): string => {
  const shown = isForm ? used.filter(([name]) => !isIdentifying(name)) : used
  const query = new URLSearchParams(shown as [string, string][]).toString()
  return `${base}/${type}${query === '' ? '' : `?${query}`}`
}

/** The resources that the found ones refer to. */
const include = (
  call: FhirCall,
  sources: readonly Source[],
  { includes }: Query,
  page: readonly FoundRow[],
): Promise<FoundRow[]> => {
  if (includes.length === 0) return Promise.resolve([])
  const known = parametersOf(sources)
  const resources = page.map(resourceOf)
  const references = includes.flatMap((name) => {
    const column = known.get(name)
    return column?.kind === 'reference'
      ? resources.flatMap((resource) => referencesAt(resource, column.element))
      : []
  })
  return readReferenced(call, references)
}
