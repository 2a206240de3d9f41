import { sql as raw, type Kysely } from 'kysely'
import type { LookupRecord } from '../../contract/lookupForms.ts'
import { type KeptLookup, type LookupRow } from '../../contract/lookups.ts'
import type { DB } from '../db/types.ts'
import { notFound } from '../errors.ts'
import { lookupTables, shownBeside, type LookupTable } from './tables.ts'
import { countUses } from './uses.ts'

/* Every identifier comes from the table of lists, never from a request. */

const shown = (lookup: LookupTable) =>
  raw.join([
    raw`id`,
    raw`${raw.ref(lookup.name ?? 'name')} as name`,
    raw`is_active as "isActive"`,
    ...shownBeside(lookup).map(([key, column]) => raw`${raw.ref(column)} as ${raw.ref(key)}`),
  ])

export const readLookup = async (
  sql: Kysely<DB>,
  of: KeptLookup,
  inactiveToo: boolean,
): Promise<LookupRow[]> => {
  const lookup: LookupTable = lookupTables[of]
  const order = lookup.order === undefined ? raw`sort_order` : raw.raw(`${lookup.order} nulls last`)
  const { rows } = await raw<LookupRow>`
    select ${shown(lookup)} from ${raw.table(lookup.table)}
    where is_active or ${inactiveToo}
    order by ${order}, ${raw.ref(lookup.name ?? 'name')}, id`.execute(sql)
  return rows
}

/** One row for its edit screen, active or not, with how often it is used. */
export const readLookupRow = async (sql: Kysely<DB>, of: KeptLookup, id: number): Promise<LookupRecord> => {
  const lookup: LookupTable = lookupTables[of]
  const { rows } = await raw<Omit<LookupRecord, 'uses'>>`
    select ${shown(lookup)}, version, nullif(sort_order, 0) as "sortOrder"
    from ${raw.table(lookup.table)} where id = ${id}`.execute(sql)
  const row = rows[0]
  if (row === undefined) throw notFound()
  return { ...row, uses: await countUses(sql, lookup.table, id) }
}
