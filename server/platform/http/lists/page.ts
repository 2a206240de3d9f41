import type { EncryptionKey } from '../../crypto/encryption.ts'
import { sql as raw, type Kysely, type RawBuilder } from 'kysely'
import { filterWords } from '../../../../contract/platform/words/grid.ts'
import { mostRows, type Paging } from '../../../../contract/platform/calls/paging.ts'
import { prepareByText, writeOut, type Written } from '../../db/query/compileOnce.ts'
import type { DB } from '../../db/types.ts'
import { openCursor, sealCursor, type Position } from './cursor.ts'

/** The sort keys of a list, in front of its id. */
export interface Order {
  /** SQL of each key. Only the first may be null. */
  keys: readonly string[]
  /** Where rows without a value are sorted, in both directions. */
  gaps?: 'first' | 'last' | undefined
}

/** A part of a list that an index returns in order. The ranges of a list share no rows. */
export interface Range {
  holds: RawBuilder<unknown>
  /**
   * For each key that is stored differently in this range: the column and the days to add to it. For example, the due
   * date is 28 days after `since`.
   */
  keys?: Readonly<Record<string, PlacedKey>>
}
interface PlacedKey {
  column: string
  plusDays: number
}

export interface PagedList {
  /**
   * Distinguishes its cursors from those of other lists: its name, and everything besides the filter that narrows it.
   */
  name: string
  /** The source of the rows, with the alias `listed`. */
  from: RawBuilder<unknown>
  holds: RawBuilder<unknown>
  /**
   * Further conditions that divide the list into parts. Each part is read in order, and the parts are merged. Default:
   * one part with all rows.
   */
  ranges?: readonly Range[]
  /** The unique column that orders rows with equal keys. */
  id: string
  orders: Readonly<Record<string, Order>>
  /** The default order. */
  usual: Order
  /** SQL of the folded text that the filter searches. */
  filterText: string
  /** The columns read for each row of a page, or a function that reads them if they deserve a plan of their own. */
  shown: RawBuilder<unknown> | ReadRows
  /** What `shown` reads from besides `listed`. */
  joins?: RawBuilder<unknown>
  /**
   * The columns of its orders that are days; all others are text. If given, its statements receive the last row of a
   * page through selects, which hide the values from PostgreSQL's planner. For a value that nearly all rows have, such
   * as the practice of a whole district, the planner otherwise assumes that hardly a row follows it, and sorts the
   * twenty thousand that do.
   */
  days?: readonly string[]
  /** How a whole page of a usual length is read. */
  prepared?: Prepared
}

/**
 * Reads the rows with these ids, in order, by a prepared statement that is planned once. A page that is planned each
 * time then only finds its ids (decision 119). A row deleted meanwhile is left out.
 */
export type ReadRows = (sql: Kysely<DB>, ids: readonly number[]) => Promise<readonly object[]>

interface Prepared {
  shown: RawBuilder<unknown>
  joins: RawBuilder<unknown>
  /**
   * Whether one plan suits every request ordered by this column: an index returns the rows in that order, and nothing
   * else narrows them. A page of a usual length is then prepared instead of planned each time (decision 117).
   */
  suits: (column: string) => boolean
}

interface Placed {
  /** Set on the last row of a page of the requested length. */
  cursor: Position | null
}

/**
 * Page lengths that clients usually request: those of the screens and of docs/reference/api.md. Any other length is planned
 * each time.
 */
const usualLengths: readonly number[] = [50, 200, mostRows]

/** How many rows one statement reads with `shown`: a file may have a hundred thousand rows. */
const rowsAtOnce = 1000

interface Page<Row> {
  rows: Row[]
  /** The cursor of the next page; null if there is none. */
  next: string | null
}

/**
 * Reads one page of a list. A page starts after the keys of the previous page's last row, so a deep page costs no more
 * than the first, and rows that are added or removed meanwhile cause no duplicates and no gaps.
 * @param key encrypts the cursors
 * @param asked without a limit, all remaining rows are read
 */
export const readPage = async <Row>(
  sql: Kysely<DB>,
  key: EncryptionKey,
  list: PagedList,
  { limit, sort, after, q = '' }: Paging,
): Promise<Page<Row>> => {
  const { keys, gaps } = sort === undefined ? list.usual : orderOf(list, sort)
  const isDescending = sort?.startsWith('-') === true
  const context = JSON.stringify(['page', list.name, sort ?? null, q])
  const last = after === undefined ? null : openCursor(key, context, after)
  const nextOf = (found: readonly Placed[]): string | null => {
    if (limit === undefined || found.length <= limit) return null
    const end = found[limit - 1]?.cursor ?? null
    return end === null ? null : sealCursor(key, context, end)
  }
  const ranges = list.ranges ?? [everything]
  const [first = list.id] = keys
  const isUsual = q === '' && limit !== undefined && usualLengths.includes(limit)
  const isPrepared =
    isUsual &&
    ranges.every(({ keys: placed }) => list.prepared?.suits(placed?.[first]?.column ?? first) === true)
  const { shown, joins = raw`` } = (isPrepared ? list.prepared : undefined) ?? list
  const asked: PageAsked = { list, keys, gaps, isDescending, limit, q, isPrepared }

  if (typeof shown === 'function') {
    const { cursor, from, end } = selectPage(asked, last, raw``)
    const { rows: places } = await raw<Placed & { id: number }>`
      select ${raw.ref(`key${keys.length}`)} as id, ${cursor} as cursor ${from} ${end}`.execute(sql)
    const ids = places.slice(0, limit).map(({ id }) => id)
    return { rows: await readAll<Row>(sql, shown, ids), next: nextOf(places) }
  }
  const statementFrom = (begin: Known | null) => {
    const { cursor, from, end } = selectPage(asked, begin, raw`, listed.*`)
    return raw<Row & Placed>`select ${shown}, ${cursor} as cursor ${from} ${joins} ${end}`
  }
  const found = isPrepared
    ? await prepareByText<Row & Placed>(sql, 'page', written(list, [sort, limit], last, statementFrom))
    : (await statementFrom(last).execute(sql)).rows
  // The rows keep their cursor: copies without it would take as long as reading the rows did. It is not a field of any
  // reply, so it is never sent.
  return { rows: found.slice(0, limit), next: nextOf(found) }
}

/** Placeholder for a key of the last row, in a statement that is compiled for any last row. */
class Slot {
  readonly place: number
  constructor(place: number) {
    this.place = place
  }
}
type Known = readonly (Position[number] | Slot)[]

/** Per list: eleven orders in two directions, each from the start and after a row. */
const mostForms = 48
const writtenFor = new WeakMap<PagedList, Map<string, Written>>()

/** The compiled statement of a list and order, cached, with the keys of the last row filled in. */
const written = (
  list: PagedList,
  form: readonly unknown[],
  last: Position | null,
  statementFrom: (begin: Known | null) => RawBuilder<unknown>,
): Written => {
  const known = writtenFor.get(list) ?? new Map<string, Written>()
  writtenFor.set(list, known)
  const key = JSON.stringify([...form, last?.map((value) => value === null)])
  const begin = last?.map((value, place) => (value === null ? null : new Slot(place))) ?? null
  const { text, values } = known.get(key) ?? keep(known, key, writeOut(statementFrom(begin)))
  return {
    text,
    values: values.map((value) => (value instanceof Slot ? (last?.[value.place] ?? null) : value)),
  }
}

const keep = (known: Map<string, Written>, key: string, { text, values }: Written): Written => {
  if (known.size >= mostForms) known.clear()
  known.set(key, { text, values })
  return { text, values }
}

interface PageAsked extends Order {
  list: PagedList
  isDescending: boolean
  limit: number | undefined
  q: string
  isPrepared: boolean
}

/**
 * The parts of a statement that selects the rows of a page in order, with a cursor on the last. @param last keys of the
 * previous page's last row
 */
const selectPage = (asked: PageAsked, last: Known | null, columnsRead: RawBuilder<unknown>) => {
  const { list, keys, gaps, isDescending, limit, q, isPrepared } = asked
  const ranges = list.ranges ?? [everything]
  const direction = raw.raw(isDescending ? 'desc' : 'asc')
  // One more row than requested shows whether another page follows. For a limit given as a parameter, the planner
  // assumes a tenth of the list; that plan looks worse than a fresh one each time, so the limit is written into the
  // text.
  const atMost = limit === undefined ? raw`` : raw`limit ${isPrepared ? raw.lit(limit + 1) : limit + 1}`
  const id: PlacedKey = { column: `listed.${list.id}`, plusDays: 0 }

  // Rows with and without a value come from two ranges of one index. No single condition on the index covers both.
  const inOrder: readonly Gaps[] =
    gaps === undefined ? ['any'] : gaps === 'first' ? ['without', 'with'] : ['with', 'without']
  const begun =
    last === null || gaps === undefined ? 0 : inOrder.indexOf(last[0] === null ? 'without' : 'with')
  const parts = inOrder.slice(begun).flatMap((half, part) =>
    ranges.map((range) => {
      const placedBy = [...keys.map((each) => range.keys?.[each] ?? { column: each, plusDays: 0 }), id]
      // The half in which the last page ended continues after its last row. The other half starts at its beginning.
      const isPast = last === null || part > 0 ? raw`true` : past(asked, placedBy, last)
      return raw`(
        select ${raw.lit(part)} as part,
          ${raw.join(placedBy.map((each, place) => raw`${shownKey(each)} as ${raw.ref(`key${place}`)}`))}${columnsRead}
        from ${list.from}
        where ${list.holds} and ${range.holds} and ${fits(list, q)} and ${halfOf(half, placedBy)} and ${isPast}
        order by ${raw.join(placedBy.map(({ column }) => raw`${raw.raw(column)} ${direction}`))} ${atMost})`
    }),
  )
  const columns = [...keys, list.id]
  const keysRead = raw.join(columns.map((_, place) => raw.ref(`key${place}`)))
  const keysSorted = raw.join(columns.map((_, place) => raw`${raw.ref(`key${place}`)} ${direction}`))
  const inOrderOfKeys = raw`order by part, ${keysSorted}`
  // Only for the last row: cursors of a hundred others would be built for nothing.
  const cursor =
    limit === undefined
      ? raw`null`
      : raw`case when row_number() over (${inOrderOfKeys}) = ${isPrepared ? raw.lit(limit) : limit} then jsonb_build_array(${keysRead}) end`
  const from = raw`from (${raw.join(parts, raw` union all `)}) as listed`
  const end = raw`${inOrderOfKeys} ${atMost}`
  return { cursor, from, end }
}

const readAll = async <Row>(sql: Kysely<DB>, read: ReadRows, ids: readonly number[]): Promise<Row[]> => {
  const rows: Row[] = []
  for (let from = 0; from < ids.length; from += rowsAtOnce)
    for (const row of await read(sql, ids.slice(from, from + rowsAtOnce))) rows.push(row as Row)
  return rows
}

/** How many rows of the list match the filter. @param most where to stop counting */
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

/** Rows with a value of the first key, rows without one, or all rows of an order without `gaps`. */
type Gaps = 'with' | 'without' | 'any'

const everything: Range = { holds: raw`true` }

const halfOf = (half: Gaps, [first]: readonly PlacedKey[]): RawBuilder<unknown> => {
  if (half === 'any' || first === undefined) return raw`true`
  return half === 'with' ? raw`${raw.raw(first.column)} is not null` : raw`${raw.raw(first.column)} is null`
}

const shownKey = ({ column, plusDays }: PlacedKey): RawBuilder<unknown> =>
  plusDays === 0 ? raw.raw(column) : raw`${raw.raw(column)} + ${plusDays}::integer`

const orderOf = ({ name, orders }: PagedList, sort: string): Order => {
  const order = orders[sort.replace('-', '')]
  if (order === undefined) throw new Error(`The list ${name} has no order ${sort}`)
  return order
}

/** Whether a row comes after the last row read. The keys of a range are converted back to the values in its index. */
const past = (
  { list: { days }, isDescending }: PageAsked,
  placed: readonly PlacedKey[],
  last: Known,
): RawBuilder<unknown> => {
  const known = last[0] === null ? 1 : 0
  const typeOf = (place: number, dayColumns: readonly string[]): string => {
    if (place === last.length - 1) return 'bigint'
    return dayColumns.includes(placed[place]?.column ?? '') ? 'date' : 'text'
  }
  const values = last.map((value, place) => {
    const told = days === undefined ? raw`${value}` : raw`(select ${value}::${raw.raw(typeOf(place, days))})`
    const plusDays = placed[place]?.plusDays ?? 0
    return plusDays === 0 ? told : raw`${told}::date - ${plusDays}::integer`
  })
  const columns = placed.slice(known).map(({ column }) => raw.raw(column))
  return raw`(${raw.join(columns)}) ${raw.raw(isDescending ? '<' : '>')} (${raw.join(values.slice(known))})`
}

/** Whether a row contains all the words. No character in them is a wildcard. */
export const fits = ({ filterText }: Pick<PagedList, 'filterText'>, q: string): RawBuilder<unknown> => {
  const words = filterWords(q)
  return words.length === 0
    ? raw`true`
    : raw.join(
        words.map((word) => raw`strpos(${raw.raw(filterText)}, ${word}) > 0`),
        raw` and `,
      )
}
