import { sql as raw, type RawBuilder } from 'kysely'
import type { FhirType } from '../../../../contract/exchange/fhir/types.ts'
import { survivorsAmong } from '../../../patients/patient/gone.ts'
import { allows, scopeOf } from '../../smart/scopes.ts'
import { rowKeyOf } from '../mapping/ids.ts'
import { instants, of, type Asked, type Source } from '../mapping/source.ts'
import { meets, readPatientId, readToken, type Criterion } from '../search/criteria.ts'
import { readDate } from '../search/dates.ts'
import { FhirProblem, unsupported } from '../search/problem.ts'
import type { FhirCall } from './call.ts'
import { instantFrom, millisecondsOf } from '../mapping/instants.ts'

/* Which searches are answered, and how a search narrows the rows of a source. */

/** Parameters that say who is looked for: they never appear in an address that this server writes. */
const identifying: ReadonlySet<string> = new Set([
  ...[
    'identifier',
    'family',
    'given',
    'birthdate',
    'address-postalcode',
    'patient.identifier',
    'subject.identifier',
  ],
])
export const isIdentifying = (parameter: string): boolean => identifying.has(parameter.split(':')[0] ?? '')

const has = (criteria: readonly Criterion[], ...names: string[]): boolean =>
  names.some((name) => criteria.some((each) => each.name === name))

/** A list of everybody is what an export is for. A client of shared care must always say of whom. */
export const requireNamed = (
  { caller }: FhirCall,
  type: FhirType,
  sources: readonly Source[],
  criteria: readonly Criterion[],
): void => {
  const isShared = caller.purpose === 'sharedCare'
  if (has(criteria, '_id') || (!isShared && has(criteria, '_lastUpdated'))) return
  if (type === 'Patient') {
    const isOne = criteria.some(
      ({ name, values }) => name === 'identifier' && values.every((value) => readToken(value).code !== ''),
    )
    const isBorn = criteria.some(
      ({ name, values }) =>
        name === 'birthdate' && values.every((value) => readDate(name, value).prefix === 'eq'),
    )
    const isNamed = criteria.some(({ name, modifier }) => name === 'family' && modifier !== 'contains')
    if (isOne || (isNamed && isBorn)) return
    throw new FhirProblem(
      400,
      'required',
      `Search patients by identifier, by family with birthdate${isShared ? '' : ', by _lastUpdated'} or by _id.`,
    )
  }
  const isOfPatients = sources.some(({ search }) => search['patient'] !== undefined)
  if (isShared && isOfPatients && !has(criteria, 'patient', 'patient.identifier'))
    throw new FhirProblem(
      400,
      'required',
      'This client may search only for one patient: give patient or _id.',
      'patient',
    )
}

/** A chain searches patients, so it needs the scope to search them. */
export const requireChained = ({ caller }: FhirCall, criteria: readonly Criterion[]): void => {
  if (has(criteria, 'patient.identifier') && !allows(caller.scopes, 'Patient', 's'))
    throw new FhirProblem(
      403,
      'forbidden',
      `The token has no scope ${scopeOf(caller, 'Patient', 's')}, which patient.identifier needs.`,
    )
}

/** The same criteria, with the record that a merged one is part of now in its place. */
export const ofSurvivors = async (
  { service, base }: FhirCall,
  criteria: readonly Criterion[],
): Promise<readonly Criterion[]> => {
  const asked = criteria
    .filter(({ name }) => name === 'patient')
    .flatMap(({ values }) => values.flatMap((value) => readPatientId(value, base) ?? []))
  const into = await survivorsAmong(service.db.sql, asked)
  if (into.size === 0) return criteria
  return criteria.map((criterion) =>
    criterion.name === 'patient'
      ? {
          ...criterion,
          values: criterion.values.map((value) => {
            const survivor = into.get(readPatientId(value, base) ?? 0)
            return survivor === undefined ? value : String(survivor)
          }),
        }
      : criterion,
  )
}

export const narrowBy =
  ({ caller, base }: FhirCall, criteria: readonly Criterion[]) =>
  (source: Source): RawBuilder<unknown> => {
    const conditions = criteria.map((criterion) => {
      const { name, values } = criterion
      if (name === '_id') return isNamed(source, values)
      if (name === '_lastUpdated') return meets(criterion, { _lastUpdated: instants(of('recordedAt')) }, base)
      // What such a client does not read it cannot ask for either.
      if (caller.purpose === 'sharedCare' && source.staffSearch?.includes(name) === true) return raw`false`
      // The audit trail is asked for a person before it is read.
      if (source.type === 'AuditEvent' && name === 'patient') return raw`true`
      return meets(criterion, source.search, base)
    })
    return conditions.length === 0 ? raw`true` : raw`(${raw.join(conditions, raw` and `)})`
  }

const isNamed = (source: Source, ids: readonly string[]): RawBuilder<unknown> => {
  const keys = ids.flatMap((id) => rowKeyOf(source, id) ?? [])
  if (keys.length === 0) return raw`false`
  const rowIds = keys.map(({ id }) => id)
  if (source.hasSub === true)
    return raw`(r.id, r.sub) in (select * from unnest(${rowIds}::bigint[], ${keys.map(({ sub }) => sub)}::bigint[]))`
  return source.idType === 'text' ? raw`r.id = any(${rowIds}::text[])` : raw`r.id = any(${rowIds}::bigint[])`
}

/**
 * What the audit trail must know before it is read: it is too long to be read and then narrowed. So each of its
 * parameters has one value, and its events come in their order.
 */
export const askedBy = (
  { base }: FhirCall,
  type: FhirType,
  criteria: readonly Criterion[],
  isSorted: boolean,
): Partial<Asked> => {
  if (type !== 'AuditEvent') return {}
  if (isSorted) throw unsupported('_sort', 'Events come in their order, oldest first.')
  const asked: Partial<Asked> = {}
  const bound = (from: number | null, until: number | null): void => {
    const [later, earlier] = [asked.from ?? null, asked.until ?? null]
    if (from !== null && (later === null || from > millisecondsOf(later))) asked.from = instantFrom(from)
    if (until !== null && (earlier === null || until < millisecondsOf(earlier)))
      asked.until = instantFrom(until)
  }
  for (const { name, values } of criteria) {
    const [value = '', ...more] = values
    if (name === '_id') {
      asked.ids = values.map(Number).filter((id) => Number.isSafeInteger(id) && id > 0)
      continue
    }
    if (more.length > 0) throw unsupported(name, 'Give one value: events are searched by one.')
    if (name === 'patient') {
      if (asked.patientId !== undefined) throw unsupported(name, 'Give one patient.')
      // A number that no patient has, for what is no id of this server.
      asked.patientId = readPatientId(value, base) ?? -1
      continue
    }
    const { prefix, start, end } = readDate(name, value)
    if (prefix === 'ne') throw unsupported(name, 'ne is not offered for events.')
    if (prefix === 'eq') bound(start, end)
    else if (prefix === 'gt' || prefix === 'sa') bound(end, null)
    else if (prefix === 'ge') bound(start, null)
    else bound(null, prefix === 'le' ? end : start)
  }
  return asked
}
