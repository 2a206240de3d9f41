import { sql as raw, type RawBuilder } from 'kysely'
import type { Bundle } from 'fhir/r4.js'
import { fhirTypes, type FhirType } from '../../../../contract/exchange/fhir/types.ts'
import { allows } from '../../smart/scopes.ts'
import type { Pairs } from '../../../platform/http/pages/formBody.ts'
import { rowKeyOf } from '../mapping/ids.ts'
import { instants, of, type Column, type Source } from '../mapping/source.ts'
import { everySource, sourcesOf } from '../resources/registry.ts'
import { valuesIn } from '../search/criteria.ts'
import { cursorAfter, readCursor } from '../search/cursor.ts'
import { datesAgree, readDate, type Span } from '../search/dates.ts'
import { nothingThere, unsupported, wrong } from '../search/problem.ts'
import { resourceOf } from '../search/present.ts'
import { mostCount } from '../search/query.ts'
import { findRows, readRows } from '../search/rows.ts'
import { entryOf, searchset } from './bundle.ts'
import { record, shownIn, typeOf, type FhirCall } from './call.ts'
import { continued, sealed } from './nextPage.ts'
import { readReferenced } from './referenced.ts'

/* Patient/{id}/$everything: all that belongs to one patient, and the people and places that it names. */

/** The sources of a patient's record, in the order of the documentation; the patient comes first. */
const sources: readonly Source[] = everySource.filter(
  ({ type, search }) => type === 'Patient' || (search['patient'] !== undefined && type !== 'AuditEvent'),
)

/** The day or span that a resource is about, by which `start` and `end` choose. */
const aboutOf = ({ search }: Source): Extract<Column, { kind: 'date' }> | null => {
  const dates = ['date', 'authored', 'authored-on', 'sent', 'recorded-date', 'start-date'].flatMap((name) => {
    const column = search[name]
    return column?.kind === 'date' ? [column] : []
  })
  return dates[0] ?? null
}

interface Asked {
  types: readonly FhirType[] | null
  count: number
  since: Span | null
  start: Span | null
  end: Span | null
}

const isType = (text: string): text is FhirType => (fhirTypes as readonly string[]).includes(text)
const dateOf = (name: string, value: string, prefix: 'ge' | 'le'): Span => {
  if (/^[a-z]/.test(value)) throw wrong(name, 'Give a date without a prefix.')
  return readDate(name, `${prefix}${value}`)
}

const readAsked = (pairs: Pairs, isStrict: boolean): Asked => {
  const asked: Asked = { types: null, count: mostCount, since: null, start: null, end: null }
  for (const [name, value] of pairs) {
    if (name === '_count') {
      if (!/^[1-9]\d{0,8}$/.test(value)) throw wrong('_count', 'Give a whole number from 1.')
      asked.count = Math.min(Number(value), mostCount)
    } else if (name === '_type') {
      asked.types = valuesIn(name, value).map((type) => {
        if (!isType(type))
          throw wrong('_type', 'This server has no resources of one of these types: see metadata.')
        return type
      })
    } else if (name === '_since') asked.since = dateOf(name, value, 'ge')
    else if (name === 'start') asked.start = dateOf(name, value, 'ge')
    else if (name === 'end') asked.end = dateOf(name, value, 'le')
    else if (isStrict && name !== '_format' && name !== '_pretty')
      throw unsupported(name.slice(0, 60), '$everything takes _type, _since, start, end and _count.')
  }
  return asked
}

/** @throws FhirProblem 404 for a patient who is not there, or whom the client may not see */
export const everything = async (call: FhirCall, id: string, sent: Pairs): Promise<Bundle> => {
  typeOf(call, 'Patient', 'r')
  const { base, caller, service } = call
  const isStrict = /\bhandling=strict\b/.test(String(call.request.headers['prefer'] ?? ''))
  const path = `Patient/${id}/$everything`
  const { pairs, cursor } = continued(call, path, { pairs: sent, cursor: null, isForm: false })
  const asked = readAsked(pairs, isStrict)
  const [key] = sourcesOf.Patient.flatMap((source) => rowKeyOf(source, id) ?? [])
  if (key === undefined) throw nothingThere()
  for (const type of asked.types ?? []) typeOf(call, type, 'r')
  const isChosen = ({ type }: Source): boolean =>
    allows(caller.scopes, type, 'r') && (asked.types === null || asked.types.includes(type))
  const after = cursor === null ? null : readCursor(cursor, sources, 'id')
  const isCommon = after === null && asked.types === null
  // The first page of all types begins with the patient, so that nobody is looked for twice.
  const beginsWithPatient = isCommon && asked.since === null
  if (!beginsWithPatient) await requirePatient(call, id)
  const rows = await findRows(service.db.sql, caller, sources, {
    narrow: (source) => (isChosen(source) ? within(source, key.id, asked) : undefined),
    sort: 'id',
    after,
    most: asked.count + 1,
    isCommon,
  })
  if (beginsWithPatient && rows[0]?.source.type !== 'Patient') throw nothingThere()
  const page = rows.slice(0, asked.count)
  const resources = page.map(resourceOf)
  const named = await readReferenced(call, namedIn(resources, asked.types))
  const last = page.at(-1)
  const next =
    rows.length > asked.count && last !== undefined
      ? `${base}/${path}?_cursor=${sealed(call, path, { pairs, cursor: cursorAfter(sources, last, 'id'), isForm: false })}`
      : null
  const shown = shownIn([...page, ...named])
  await record(call, {
    ...shown,
    patientIds: [...new Set([Number(key.id), ...shown.patientIds])],
    criteria: { parameters: pairs.map(([name]) => name), found: page.length },
  })
  const query = new URLSearchParams(pairs as [string, string][]).toString()
  return searchset(
    { self: `${base}/${path}${query === '' ? '' : `?${query}`}`, next },
    [
      ...resources.map((resource) => entryOf(base, resource, 'match')),
      ...named.map((row) => entryOf(base, resourceOf(row), 'include')),
    ],
    null,
  )
}

const requirePatient = async ({ service, caller }: FhirCall, id: string): Promise<void> => {
  const [patient] = await readRows(service.db.sql, caller, sourcesOf.Patient, [id])
  if (patient === undefined || patient.row.isActive === false) throw nothingThere()
}

const within = (source: Source, patientId: string, { since, start, end }: Asked): RawBuilder<unknown> => {
  const about = aboutOf(source)
  return raw`(${raw.join(
    [
      raw`r."patientId" = ${patientId}::bigint`,
      ...(since === null
        ? []
        : [datesAgree(instants(of('recordedAt')) as Extract<Column, { kind: 'date' }>, since)]),
      // Who the patient is belongs to every time.
      ...(about === null
        ? []
        : [start, end].flatMap((bound) => (bound === null ? [] : [datesAgree(about, bound)]))),
    ],
    raw` and `,
  )})`
}

/** The people and places that the resources name. */
const supporting: readonly FhirType[] = ['Practitioner', 'Organization', 'Location']
const namedIn = (resources: readonly object[], types: readonly FhirType[] | null): string[] =>
  [...JSON.stringify(resources).matchAll(/"reference":"([^"]+)"/g)]
    .map(([, reference = '']) => reference)
    .filter((reference) =>
      supporting.some((type) => reference.startsWith(`${type}/`) && (types === null || types.includes(type))),
    )
