import type { Bundle } from 'fhir/r4.js'
import type { Pairs } from '../../../platform/http/pages/formBody.ts'
import type { Source } from '../mapping/source.ts'
import { provenanceOf } from '../resources/provenance.ts'
import { questionnaires } from '../resources/questionnaire.ts'
import { isRowType, sourcesOf } from '../resources/registry.ts'
import { valuesIn } from '../search/criteria.ts'
import { FhirProblem, unsupported, wrong } from '../search/problem.ts'
import { readRows, type FoundRow } from '../search/rows.ts'
import { entryOf, searchset } from './bundle.ts'
import { record, shownIn, type FhirCall } from './call.ts'
import { isProvenanced, requireTarget } from './read.ts'

/* Searches of what is not made of rows: forms, and who recorded what. */

/** The forms of this service, all or by `_id` or `url`. */
export const searchForms = async (call: FhirCall, pairs: Pairs, isStrict: boolean): Promise<Bundle> => {
  const named = pairs.filter(([name]) => name === '_id' || name === 'url')
  requireKnown(pairs, ['_id', 'url'], isStrict)
  const found = questionnaires.filter((form) =>
    named.every(([name, value]) =>
      valuesIn(name, value).includes((name === '_id' ? form.id : form.url) ?? ''),
    ),
  )
  await record(call, {
    patientIds: [],
    criteria: { parameters: named.map(([name]) => name), found: found.length },
  })
  const query = new URLSearchParams(named as [string, string][]).toString()
  const self = `${call.base}/Questionnaire${query === '' ? '' : `?${query}`}`
  return searchset(
    { self, next: null },
    isCountOnly(pairs) ? [] : found.map((form) => entryOf(call.base, form, 'match')),
    found.length,
  )
}

const isCountOnly = (pairs: Pairs): boolean =>
  pairs.some(
    ([name, value]) => (name === '_summary' && value === 'count') || (name === '_count' && value === '0'),
  )

const requireKnown = (pairs: Pairs, known: readonly string[], isStrict: boolean): void => {
  const always = ['_count', '_format', '_pretty', '_summary', '_total', '_sort']
  const other = pairs.find(([name]) => !known.includes(name) && !always.includes(name))
  if (isStrict && other !== undefined)
    throw unsupported(other[0].slice(0, 60), `This type is searched by ${known.join(' or ')}.`)
}

const mostTargets = 50

/** Who recorded the resources that are named as `target`. */
export const searchProvenance = async (call: FhirCall, pairs: Pairs, isStrict: boolean): Promise<Bundle> => {
  requireKnown(pairs, ['target'], isStrict)
  const targets = pairs
    .filter(([name]) => name === 'target')
    .flatMap(([name, value]) => valuesIn(name, value))
  if (targets.length === 0)
    throw new FhirProblem(
      400,
      'required',
      'Search provenance by target, such as target=Observation/frat-12.',
      'target',
    )
  if (targets.length > mostTargets) throw wrong('target', `Give at most ${mostTargets} targets.`)
  const found: FoundRow[] = []
  for (const target of targets) {
    const [type = '', id = '', ...more] = target.replace(`${call.base}/`, '').split('/')
    if (!isProvenanced(type) || !isRowType(type) || more.length > 0)
      throw wrong('target', 'Give a type and id, such as Observation/frat-12.')
    requireTarget(call, type)
    const sources: readonly Source[] = sourcesOf[type]
    found.push(...(await readRows(call.service.db.sql, call.caller, sources, [id])))
  }
  const shown = found.filter(({ row }) => row.isActive !== false)
  await record(call, { ...shownIn(shown), criteria: { parameters: ['target'], found: shown.length } })
  return searchset(
    {
      self: `${call.base}/Provenance?${new URLSearchParams({ target: targets.join(',') }).toString()}`,
      next: null,
    },
    isCountOnly(pairs)
      ? []
      : shown.map(({ source, row }) => entryOf(call.base, provenanceOf(source, row), 'match')),
    shown.length,
  )
}
