import { sql as raw, type RawBuilder } from 'kysely'
import { fhirTypes, type FhirType } from '../../../../contract/exchange/fhir/types.ts'
import { foldName } from '../../../../contract/platform/words/fold.ts'
import { beginsWith } from '../../../platform/db/query/beginsWith.ts'
import { systems } from '../mapping/elements.ts'
import type { Column } from '../mapping/source.ts'
import { datesAgree, readDate } from './dates.ts'
import { unsupported, wrong } from './problem.ts'

/** One parameter of a search: any of its values may match. */
export interface Criterion {
  name: string
  modifier: string | null
  values: readonly string[]
}

const mostValues = 50
const longestValue = 500

/** Splits at commas that are not escaped (FHIR R4, search, escaping). */
export const valuesIn = (name: string, text: string): string[] => {
  const values = text.split(/(?<!(?<!\\)\\),/)
  if (values.length > mostValues) throw wrong(name, `Give at most ${mostValues} values.`)
  for (const value of values) {
    if (value === '') throw wrong(name, 'A value is empty.')
    if (value.length > longestValue) throw wrong(name, `A value is longer than ${longestValue} characters.`)
  }
  return values
}

const plain = (value: string): string => value.replaceAll(/\\([\\,|$])/g, '$1')

const any = (conditions: readonly RawBuilder<unknown>[]): RawBuilder<unknown> =>
  conditions.length === 0 ? raw`false` : raw`(${raw.join(conditions, raw` or `)})`

/** 'system|code' in its parts; `system` undefined if none was named, '' for a code without a system. */
export const readToken = (value: string): { system: string | undefined; code: string } => {
  const at = value.search(/(?<!\\)\|/)
  return at < 0
    ? { system: undefined, code: plain(value) }
    : { system: plain(value.slice(0, at)), code: plain(value.slice(at + 1)) }
}

const tokenMatches = ({ codes }: Extract<Column, { kind: 'token' }>, value: string): RawBuilder<unknown> => {
  const { system, code } = readToken(value)
  const within = codes.filter((each) => system === undefined || (each.system ?? '') === system)
  return any(
    within.map(({ is, isNumber }) => {
      if (code === '') return raw`${is} is not null`
      if (isNumber !== true) return raw`${is} = ${code}`
      return /^[1-9]\d{0,15}$/.test(code) ? raw`${is} = ${code}::bigint` : raw`false`
    }),
  )
}

const stringMatches = (
  { is, key }: Extract<Column, { kind: 'string' }>,
  modifier: string | null,
  value: string,
): RawBuilder<unknown> => {
  const text = plain(value)
  if (modifier === 'exact') return raw`${is} = ${text}`
  const [of, folded] =
    key === undefined ? [raw`folded(${is})`, raw`folded(${text})`] : [key, raw`${foldName(text)}::text`]
  if (modifier === 'contains') return raw`(${folded} <> '' and strpos(${of}, ${folded}) > 0)`
  return key === undefined
    ? raw`(${folded} <> '' and starts_with(${of}, ${folded}))`
    : beginsWith(key, foldName(text))
}

const isType = (text: string): text is FhirType => (fhirTypes as readonly string[]).includes(text)

/** The id in a reference, which may be '9', 'Patient/9' or the whole address of the resource here; null: another's. */
export const readReference = (value: string, to: FhirType, base: string): string | null => {
  const text = plain(value)
  const local = text.startsWith(`${base}/`) ? text.slice(base.length + 1) : text
  const [type = '', id, ...more] = local.split('/')
  if (id === undefined) return type
  return more.length === 0 && isType(type) && type === to ? id : null
}

/** The number of the patient in a reference or id; null if it can be nobody's here. */
export const readPatientId = (value: string, base: string): number | null => {
  const id = readReference(value, 'Patient', base) ?? ''
  return /^[1-9]\d{0,14}$/.test(id) ? Number(id) : null
}

const nhsNumberOf = (parameter: string, value: string): RawBuilder<unknown> => {
  const { system, code } = readToken(value)
  if (code === '') throw wrong(parameter, 'Give the identifier as system|value.')
  const matches = [
    ...(system === undefined || system === systems.nhsNumber ? [raw`subject.nhs_number = ${code}`] : []),
    ...((system === undefined || system === systems.ours) && /^[1-9]\d{0,15}$/.test(code)
      ? [raw`subject.id = ${code}::bigint`]
      : []),
  ]
  return any(matches)
}

/** The condition that a row meets the criterion. @param columns the search columns of its source */
export const meets = (
  { name, modifier, values }: Criterion,
  columns: Readonly<Record<string, Column>>,
  base: string,
): RawBuilder<unknown> => {
  if (name === 'patient.identifier')
    return raw`r."patientId" in (select subject.id from patient as subject where subject.is_active and ${any(
      values.map((value) => nhsNumberOf(name, value)),
    )})`
  const column = columns[name]
  // Another source of the same type has it: no row of this one can match.
  if (column === undefined) return raw`false`
  return any(
    values.map((value) => {
      switch (column.kind) {
        case 'token':
          return tokenMatches(column, value)
        case 'date':
          return datesAgree(column, readDate(name, value))
        case 'canonical':
          return raw`${column.is} = ${value}`
        case 'string':
          return stringMatches(column, modifier, value)
        case 'reference': {
          const id = readReference(value, column.to, base)
          return id === null ? raw`false` : raw`(${column.is})::text = ${id}`
        }
      }
    }),
  )
}

/** Refuses a modifier that would change what the search means. */
export const checkModifier = (name: string, modifier: string | null, kind: Column['kind']): void => {
  if (modifier === null) return
  if (kind === 'string' && (modifier === 'exact' || modifier === 'contains')) return
  throw unsupported(`${name}:${modifier}`, `The modifier :${modifier} is not offered for ${name}.`)
}
