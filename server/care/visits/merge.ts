import { sql as raw, type Kysely } from 'kysely'
import { carriedForms, type CarriedForm } from '../../../contract/care/visits/carried.ts'
import type { RecordKindName } from '../../../contract/pathways/records/kinds.ts'
import { recordKindsOnServer } from '../../pathways/records/kinds.ts'
import type { DB } from '../../platform/db/types.ts'
import type { RecordKind } from '../../pathways/records/kind.ts'

type Fields = Readonly<Record<string, unknown>>

/** Two sides of one answer, whichever way a form, the record and the audit trail write it. */
const plain = (value: unknown): string => {
  if (value === undefined || value === null || value === '') return ''
  if (Array.isArray(value)) return JSON.stringify(value.map(idOf).sort())
  return String(value as string | number | boolean)
}

const idOf = (value: unknown): string =>
  String(typeof value === 'object' && value !== null && 'id' in value ? value.id : value)

/** A list as a form sends it: the record has its rows with their names. */
const sent = (value: unknown): unknown =>
  Array.isArray(value) ? value.map((each) => Number(idOf(each))) : value

interface Change {
  version: number
  before: Fields | null
}

/**
 * What saving over a newer record keeps of it: the answers that somebody changed since the form was taken along, and that its
 * author left as they were. The audit trail says what they were; what it does not say is not kept, and both sides are shown.
 * Consent is one statement with its day, so nothing of another one is mixed into it.
 */
export const keptAnswers = async (
  sql: Kysely<DB>,
  form: CarriedForm,
  typed: Fields,
  stored: Fields | null,
  patientId: number,
): Promise<Fields> => {
  if (form === 'consent' || form === 'measure' || stored === null) return {}
  const { identityIn } = carriedForms[form].save
  const flat: Fields =
    identityIn === undefined ? typed : { ...typed, ...(typed[identityIn] as Fields | undefined) }
  const { id, version } = flat
  if (typeof id !== 'number' || id === 0 || typeof version !== 'number') return {}
  const kinds: Readonly<Record<RecordKindName, unknown>> = recordKindsOnServer
  const { entity, columns, part } = kinds[form] as RecordKind<unknown>
  const { rows } = await raw<Change>`
    select version, before from history_of(${entity}, ${String(id)}, ${patientId})
    where version > ${version} order by version`.execute(sql)
  // The earliest change has what was taken along.
  const taken: Fields = Object.assign({}, ...rows.map(({ before }) => before ?? {}).reverse()) as Fields
  const names = new Map([
    ...Object.entries(columns).map(([field, column]) => [column, field] as const),
    ...(part === undefined ? [] : [[part.name, part.name] as const]),
  ])
  return Object.fromEntries(
    Object.entries(taken).flatMap(([column, before]): [string, unknown][] => {
      const field = names.get(column)
      if (field === undefined || plain(stored[field]) === plain(flat[field])) return []
      const isLeft = flat[field] === undefined || plain(flat[field]) === plain(before)
      return isLeft ? [[field, sent(stored[field])]] : []
    }),
  )
}
