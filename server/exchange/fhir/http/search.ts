import type { Bundle, BundleEntry, FhirResource } from 'fhir/r4.js'
import { fhirTypes, type FhirType } from '../../../../contract/exchange/fhir/types.ts'
import { decryptText, encrypt } from '../../../platform/crypto/encryption.ts'
import { allows } from '../../smart/scopes.ts'
import type { Pairs } from '../../smart/formBody.ts'
import type { Source } from '../mapping/source.ts'
import { provenanceOf } from '../resources/provenance.ts'
import { isRowType, sourcesOf } from '../resources/registry.ts'
import { cursorAfter, readCursor } from '../search/cursor.ts'
import { referencesAt, resourceOf, withElements } from '../search/present.ts'
import { FhirProblem, wrong } from '../search/problem.ts'
import { parametersOf, readQuery, type Query } from '../search/query.ts'
import { countRows, findRows, readRows, type FoundRow } from '../search/rows.ts'
import { entryOf, searchset } from './bundle.ts'
import { record, shownIn, typeOf, type FhirCall } from './call.ts'
import { askedBy, isIdentifying, narrowBy, ofSurvivors, requireChained, requireNamed } from './narrow.ts'
import { outcome } from './outcome.ts'
import { isProvenanced } from './read.ts'
import { searchForms, searchProvenance } from './searchOthers.ts'

const isFhirType = (text: string): text is FhirType => (fhirTypes as readonly string[]).includes(text)

/** A search, whether its parameters came in the address or in a form. */
export const search = async (
  call: FhirCall,
  typeText: string,
  pairs: Pairs,
  isForm: boolean,
): Promise<Bundle> => {
  const type = typeOf(call, typeText, 's')
  const asked = continued(call, type, pairs, isForm)
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

interface Continued {
  pairs: Pairs
  cursor: string | null
  isForm: boolean
}

/** A next page repeats its search in its address, which no server along the way must cut. */
const longestSearch = 4_000

/**
 * The search that an opaque address of a next page continues. It is sealed, because the search may name somebody; and
 * for the client that began it.
 */
const continued = (call: FhirCall, type: FhirType, pairs: Pairs, isForm: boolean): Continued => {
  const sealed = pairs.find(([name]) => name === '_cursor')?.[1]
  if (sealed === undefined) {
    if (JSON.stringify(pairs).length > longestSearch)
      throw new FhirProblem(
        400,
        'too-long',
        `A search has at most ${longestSearch} characters: ask in parts.`,
      )
    return { pairs, cursor: null, isForm }
  }
  try {
    return JSON.parse(
      decryptText(call.service.secretKey, contextOf(call, type), Buffer.from(sealed, 'base64url')),
    ) as Continued
  } catch {
    throw wrong('_cursor', 'This is no address of a next page. Begin the search again.')
  }
}
const contextOf = ({ caller }: FhirCall, type: FhirType): string =>
  `next page of ${type} for FHIR client ${caller.clientId}`

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
    : await findRows(sql, caller, sources, { ...narrowed, sort, after, most: count + 1 })
  const page = rows.slice(0, count)
  // A number alone already tells that somebody is here.
  const counted =
    query.countOnly &&
    criteria.some(({ name }) => isIdentifying(name) || name === 'patient' || name === '_id')
      ? await findRows(sql, caller, sources, { ...narrowed, sort: 'id', after: null, most: mostCounted })
      : []
  const total = query.countOnly || query.total ? await countRows(sql, caller, sources, narrowed) : null
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
      ? `${base}/${type}?_cursor=${encrypt(
          call.service.secretKey,
          contextOf(call, type),
          JSON.stringify({ pairs, cursor: cursorAfter(sources, last, sort), isForm } satisfies Continued),
        ).toString('base64url')}`
      : null
  await record(call, {
    ...shownIn([...page, ...included, ...counted]),
    onlyNames: type === 'AuditEvent',
    criteria: {
      parameters: [...new Set(query.used.map(([name]) => name))],
      found: query.countOnly ? total : page.length,
    },
  })
  return searchset({ self: selfOf(base, type, query.used, isForm), next }, entries, total)
}

/** The search as it was understood. What names somebody stays out, because addresses are logged along the way. */
const selfOf = (base: string, type: FhirType, used: Pairs, isForm: boolean): string => {
  const shown = isForm ? used.filter(([name]) => !isIdentifying(name)) : used
  const query = new URLSearchParams(shown as [string, string][]).toString()
  return `${base}/${type}${query === '' ? '' : `?${query}`}`
}

/** The resources that the found ones refer to, as far as the token's scopes allow reading them. */
const include = async (
  call: FhirCall,
  sources: readonly Source[],
  { includes }: Query,
  page: readonly FoundRow[],
): Promise<FoundRow[]> => {
  const known = parametersOf(sources)
  const wanted = new Map<FhirType, Set<string>>()
  const resources = includes.length === 0 ? [] : page.map(resourceOf)
  for (const name of includes) {
    const column = known.get(name)
    if (column?.kind !== 'reference') continue
    for (const reference of resources.flatMap((resource: FhirResource) =>
      referencesAt(resource, column.element),
    )) {
      const [type = '', id] = reference.split('/')
      if (!isFhirType(type) || id === undefined) continue
      wanted.set(type, (wanted.get(type) ?? new Set()).add(id))
    }
  }
  const found = await Promise.all(
    [...wanted].map(([type, ids]) =>
      isRowType(type) && allows(call.caller.scopes, type, 'r')
        ? readRows(call.service.db.sql, call.caller, sourcesOf[type], [...ids])
        : [],
    ),
  )
  return found.flat().filter(({ row }) => row.isActive !== false)
}
