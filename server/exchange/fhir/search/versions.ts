import { sql as raw, type Kysely } from 'kysely'
import type { DB } from '../../../platform/db/types.ts'
import { build, compileOnce } from '../../../platform/db/query/compileOnce.ts'
import type { Source, Stamp } from '../mapping/source.ts'
import type { FoundRow } from './rows.ts'

/* Earlier versions of a row, from the audit trail, which keeps every change (DP-2). */

interface Change {
  at: string
  user_id: number | null
  version: number
  before: Record<string, unknown> | null
  after: Record<string, unknown>
}

/** The row as it was at each version, newest first, in the columns of its table. */
const versionsOf = (now: Record<string, unknown>, changes: readonly Change[]): Record<string, unknown>[] => {
  const versions: Record<string, unknown>[] = []
  let row = now
  for (const { at, user_id: userId, version, before } of changes.toReversed()) {
    versions.push({ ...row, version, updated_at: at, updated_by: userId })
    if (before === null) return versions
    row = { ...row, ...before }
  }
  // What came with the database or by an import was recorded by no call.
  const { created_at: at, created_by: by } = now
  versions.push({ ...row, version: (changes[0]?.version ?? 2) - 1, updated_at: at, updated_by: by })
  return versions
}

/** The select of a source over rows that are given instead of those in its table: what is before and after them. */
const aroundGiven = ({ select, table }: Source): readonly [string, string] => {
  if (typeof select === 'function' || table === undefined)
    throw new Error('Only a source of one table has earlier versions')
  const text = compileOnce(select).compile(build).sql
  const { name, alias } = table
  const from = new RegExp(
    name === alias ? `from "?${name}"?(?= (?!as )|\\n)` : `from "?${name}"? as "?${alias}"?(?=\\s)`,
  )
  const found = from.exec(text)
  if (found === null) throw new Error(`The select of ${name} does not begin with it`)
  const after = text.slice(found.index + found[0].length)
  return [
    `${text.slice(0, found.index)}from jsonb_populate_recordset(null::${name}, `,
    `) as "${alias}"${after}`,
  ]
}

const texts = new Map<Source, readonly [string, string]>()
const textsOf = (source: Source): readonly [string, string] => {
  const known = texts.get(source) ?? aroundGiven(source)
  texts.set(source, known)
  return known
}

/**
 * All versions of a found row, newest first; what another table says of it is as it is now. A version at which it was
 * deleted says so itself.
 */
export const readVersions = async (sql: Kysely<DB>, { source, row }: FoundRow): Promise<FoundRow[]> => {
  const { table, entity } = source
  if (table === undefined || entity === null || row.patientId === null)
    return [{ source, row, changedAt: row.recordedAt }]
  const { rows: found } = await raw<{ row: Record<string, unknown>; changes: Change[] | null }>`
    select to_jsonb(t) as row, (
      select jsonb_agg(jsonb_build_object('at', at, 'user_id', user_id, 'version', version, 'before', before, 'after', after))
      from history_of(${entity}, ${String(row.id)}, ${row.patientId}::bigint)) as changes
    from ${raw.table(table.name)} as t where t.id = ${row.id}`.execute(sql)
  const [now] = found
  if (now === undefined) return []
  const versions = versionsOf(now.row, now.changes ?? [])
  const [before, after] = textsOf(source)
  const { rows } = await raw<{ row: Stamp }>`
    select to_json(r) as row from (${raw.raw(before)}${JSON.stringify(versions)}::jsonb${raw.raw(after)}) as r
    where ${source.has ?? raw`true`} order by r.version desc`.execute(sql)
  return rows.map((each) => ({ source, row: each.row, changedAt: each.row.recordedAt }))
}
