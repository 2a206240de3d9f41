import { sql as raw, type Kysely } from 'kysely'
import { formatName } from '../../../contract/platform/words/format.ts'
import type { MergeView } from '../../../contract/governance/merge.ts'
import type { DB } from '../../platform/db/types.ts'
import { following, type Following } from './children.ts'
import type { Kept } from './kept.ts'

type Since = MergeView['since'][number]

interface Merge {
  survivor_id: number
  merged_id: number
  created_at: string
  kept: Kept
}

/**
 * What was recorded or changed since a merge about the person as a whole, and not in one referral. When the records are
 * separated, only a person can say which of the two it is about. Each entry stays with the record that the list names.
 * Its key changes when the entry changes again.
 */
export const readSince = async (sql: Kysely<DB>, merge: Merge): Promise<Since[]> => {
  const names = await readNames(sql, merge)
  const ofPatient = await readPatient(sql, merge, names.survivor)
  const rows = await Promise.all(following.map((child) => readChild(sql, merge, child, names)))
  return [...ofPatient, ...rows.flat()]
}

interface Names {
  survivor: string
  merged: string
}

const readNames = async (sql: Kysely<DB>, merge: Merge): Promise<Names> => {
  const rows = await sql
    .selectFrom('patient')
    .select(['id', 'family_name as familyName', 'first_name as firstName'])
    .where('id', 'in', [merge.survivor_id, merge.merged_id])
    .execute()
  const nameOf = (id: number): string => {
    const row = rows.find((one) => one.id === id)
    return row === undefined ? '' : formatName(row)
  }
  return { survivor: nameOf(merge.survivor_id), merged: nameOf(merge.merged_id) }
}

/** A change of the patient's own details. */
const readPatient = async (sql: Kysely<DB>, merge: Merge, staysWith: string): Promise<Since[]> => {
  const changed = await sql
    .selectFrom('patient')
    .leftJoin('app_user', 'app_user.id', 'patient.updated_by')
    .select(['patient.version', 'patient.updated_at as at', 'app_user.display_name as by'])
    .where('patient.id', '=', merge.survivor_id)
    .where('patient.version', '<>', merge.kept.survivorVersion)
    .executeTakeFirst()
  if (changed === undefined) return []
  const { version, at, by } = changed
  return [{ key: `patient ${version}`, what: 'Details of the patient changed', at, by, staysWith }]
}

const readChild = async (
  sql: Kysely<DB>,
  merge: Merge,
  { table, entity, one }: Following,
  names: Names,
): Promise<Since[]> => {
  const goesBack = merge.kept.rows.filter((row) => row.table === table)
  // Changes in a referral go back with it; only a new referral needs a decision.
  const isChange = table === 'pathway' ? raw`false` : raw`had.version <> t.version`
  // Rows of these tables are ended, never deleted.
  const isEnded = [
    'patient_flag',
    'subject_request',
    'retention_hold',
    'patient_restriction',
    'restricted_access',
  ].includes(table)
  const inUse = isEnded ? raw`true` : raw`t.is_active`
  const { rows } = await raw<{
    id: number
    version: number
    at: string
    by: string | null
    isBack: boolean
  }>`
    select t.id, t.version, t.updated_at as at, app_user.display_name as by, had.id is not null as "isBack"
    from ${raw.table(table)} as t
    left join unnest(${goesBack.map(({ id }) => id)}::bigint[], ${goesBack.map(({ version }) => version)}::integer[])
      as had (id, version) on had.id = t.id
    left join app_user on app_user.id = t.updated_by
    where t.patient_id = ${merge.survivor_id}
      and ((had.id is null and t.created_at > ${merge.created_at} and ${inUse}) or (had.id is not null and ${isChange}))
    order by t.id`.execute(sql)
  return rows.map(({ id, version, at, by, isBack }) => ({
    key: `${entity} ${id} ${version}`,
    what: `${capital(one)} ${isBack ? 'changed' : 'recorded'}`,
    at,
    by,
    staysWith: isBack ? names.merged : names.survivor,
  }))
}

const capital = (text: string): string => `${text.slice(0, 1).toUpperCase()}${text.slice(1)}`
