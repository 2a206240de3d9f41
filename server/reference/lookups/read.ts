import { sql as raw, type Kysely } from 'kysely'
import type { LookupRecord } from '../../../contract/reference/lookupCalls.ts'
import type { LookupColumnId } from '../../../contract/reference/lookupColumns.ts'
import { lookups, type LookupName } from '../../../contract/reference/lookups.ts'
import type { DB } from '../../platform/db/types.ts'
import { notFound } from '../../platform/errors.ts'
import type { Order, PagedList } from '../../platform/http/lists/page.ts'
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

/** The table's column for a column of the list. */
const columnOf = ({ name = 'name', columns }: LookupTable, id: LookupColumnId): string =>
  id === 'name' ? name : id === 'isActive' ? 'is_active' : (columns[id] ?? id)

const folded = (column: string): string => `folded(${column}) collate "C"`
const yesOrNo = `case when is_active then 'yes' else 'no' end`

const orderBy = (id: LookupColumnId, column: string): Order =>
  id === 'id' ? { keys: [] } : id === 'isActive' ? { keys: [column] } : { keys: [folded(column)] }

/** A list in its own order. */
export const lookupListOf = (of: LookupName, inactiveToo: boolean): PagedList => {
  const lookup = lookupTables[of]
  const columns = lookups[of].columns.map((id) => ({ id, column: columnOf(lookup, id) }))
  const name = lookup.name ?? 'name'
  const texts = columns.map(({ id, column }) =>
    id === 'id' ? 'listed.id' : id === 'isActive' ? yesOrNo : folded(column),
  )
  return {
    name: `lookup ${of} ${inactiveToo}`,
    from: raw`${raw.table(lookup.table)} as listed`,
    holds: raw`(is_active or ${inactiveToo})`,
    id: 'id',
    orders: Object.fromEntries(columns.map(({ id, column }) => [id, orderBy(id, column)])),
    usual:
      lookup.order === undefined
        ? { keys: ['sort_order', name] }
        : { keys: [lookup.order, name], gaps: 'last' },
    filterText: `concat_ws(' ', ${texts.join(', ')})`,
    shown: shown(lookup),
  }
}

/** One row for its edit screen, active or not, with the number of its uses. */
export const readLookupRow = async (sql: Kysely<DB>, of: LookupName, id: number): Promise<LookupRecord> => {
  const lookup: LookupTable = lookupTables[of]
  const { rows } = await raw<Omit<LookupRecord, 'uses'>>`
    select ${shown(lookup)}, version, nullif(sort_order, 0) as "sortOrder"
    from ${raw.table(lookup.table)} where id = ${id}`.execute(sql)
  const row = rows[0]
  if (row === undefined) throw notFound()
  return { ...row, uses: await countUses(sql, lookup.table, id) }
}
