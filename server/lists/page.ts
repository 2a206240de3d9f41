import { sql as raw, type Kysely, type RawBuilder } from 'kysely'
import { filterWords } from '../../contract/grid.ts'
import type { Paging } from '../../contract/paging.ts'
import type { DB } from '../db/types.ts'
import { openCursor, sealCursor, type Position } from './cursor.ts'

/** What a list is sorted by before its id. */
export interface Order {
  /** SQL of each; only the first may have rows without a value. */
  keys: readonly string[]
  /** Where rows without a value are sorted, in both directions. */
  gaps?: 'first' | 'last'
}

export interface PagedList {
  /** Tells its cursors from those of other lists: its name, and all that narrows it beside the filter. */
  name: string
  /** What the rows are read from, as `listed`. */
  from: RawBuilder<unknown>
  holds: RawBuilder<unknown>
  /** The column, unique, that tells rows of equal keys apart. */
  id: string
  orders: Readonly<Record<string, Order>>
  /** The order when none is asked for. */
  usual: Order
  /** SQL of what the filter looks through, folded. */
  filterText: string
  /** What is read of each row of a page, and from what beside `listed`. */
  shown: RawBuilder<unknown>
  joins?: RawBuilder<unknown>
}

interface Page<Row> {
  rows: Row[]
  /** The cursor of the page that follows; null when there is none. */
  next: string | null
}

/**
 * One page of a list. Pages follow each other by the keys of the last row, so a deep page costs no more than the first,
 * and rows that come or go meanwhile make none stand twice and none be missed.
 * @param key seals the cursors
 * @param asked without a limit, all rows that follow
 */
export const readPage = async <Row>(
  sql: Kysely<DB>,
  key: Buffer,
  list: PagedList,
  { limit, sort, after, q = '' }: Paging,
): Promise<Page<Row>> => {
  const { keys, gaps } = sort === undefined ? list.usual : orderOf(list, sort)
  const columns = [...keys, `listed.${list.id}`].map((column) => raw.raw(column))
  const first = columns[0] ?? raw`null`
  const isDescending = sort?.startsWith('-') === true
  const direction = raw.raw(isDescending ? 'desc' : 'asc')
  const context = JSON.stringify(['page', list.name, sort ?? null, q])
  const last = after === undefined ? null : openCursor(key, context, after)

  // Rows with and without a value come from two ranges of one index, which no one condition on it could cover.
  const withValue: Part = {
    holds: gaps === undefined ? raw`true` : raw`${first} is not null`,
    past: last === null || last[0] === null ? raw`true` : isPast(columns, last, isDescending),
  }
  const without: Part = {
    holds: raw`${first} is null`,
    past: last?.[0] !== null ? raw`true` : isPast(columns.slice(1), last.slice(1), isDescending),
  }
  const inOrder =
    gaps === undefined ? [withValue] : gaps === 'first' ? [without, withValue] : [withValue, without]
  const begun = last === null ? 0 : inOrder.indexOf(last[0] === null ? without : withValue)
  const sorted = columns.map((column) => raw`${column} ${direction}`)
  // One more than asked for says whether another page follows.
  const atMost = limit === undefined ? raw`` : raw`limit ${limit + 1}`
  const parts = inOrder.slice(begun).map(
    ({ holds, past }, part) => raw`(
      select ${raw.lit(part)} as part,
        ${raw.join(columns.map((column, place) => raw`${column} as ${raw.ref(`key${place}`)}`))}, listed.*
      from ${list.from}
      where ${list.holds} and ${fits(list, q)} and ${holds} and ${past}
      order by ${raw.join(sorted)} ${atMost})`,
  )
  const keysRead = raw.join(columns.map((_, place) => raw.ref(`key${place}`)))
  const keysSorted = raw.join(columns.map((_, place) => raw`${raw.ref(`key${place}`)} ${direction}`))
  const { rows: found } = await raw<Row & { cursor: Position }>`
    select ${list.shown}, jsonb_build_array(${keysRead}) as cursor
    from (${raw.join(parts, raw` union all `)}) as listed ${list.joins ?? raw``}
    order by part, ${keysSorted} ${atMost}`.execute(sql)

  const rows = limit === undefined ? found : found.slice(0, limit)
  const end = rows.at(-1)
  const next = end === undefined || rows.length === found.length ? null : sealCursor(key, context, end.cursor)
  return { rows: rows.map(({ cursor: _cursor, ...row }) => row as Row), next }
}

/** How many rows of the list the filter finds. @param most counted no further */
export const countFound = async (
  sql: Kysely<DB>,
  list: PagedList,
  q = '',
  most?: number,
): Promise<number> => {
  const found = raw`from ${list.from} where ${list.holds} and ${fits(list, q)}`
  const { rows } = await raw<{ count: number }>`
    select count(*) as count ${
      most === undefined ? found : raw`from (select ${found} limit ${most}) as counted`
    }`.execute(sql)
  return rows[0]?.count ?? 0
}

interface Part {
  holds: RawBuilder<unknown>
  past: RawBuilder<unknown>
}

const orderOf = ({ name, orders }: PagedList, sort: string): Order => {
  const order = orders[sort.replace('-', '')]
  if (order === undefined) throw new Error(`The list ${name} has no order ${sort}`)
  return order
}

const isPast = (columns: readonly RawBuilder<unknown>[], last: Position, isDescending: boolean) =>
  raw`(${raw.join(columns)}) ${raw.raw(isDescending ? '<' : '>')} (${raw.join(last)})`

/** Whether a row has all the words; no character of them is a wildcard. */
const fits = ({ filterText }: PagedList, q: string): RawBuilder<unknown> => {
  const words = filterWords(q)
  return words.length === 0
    ? raw`true`
    : raw.join(
        words.map((word) => raw`strpos(${raw.raw(filterText)}, ${word}) > 0`),
        raw` and `,
      )
}
