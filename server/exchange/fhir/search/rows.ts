import { sql as raw, type Expression, type Kysely, type RawBuilder } from 'kysely'
import { prepareByText, writeOut } from '../../../platform/db/query/compileOnce.ts'
import type { DB } from '../../../platform/db/types.ts'
import type { FhirCaller } from '../../smart/tokens.ts'
import { rowKeyOf, type RowKey } from '../mapping/ids.ts'
import { isAboutNobody } from '../../smart/staffRights.ts'
import type { Asked, Reach, Source, Stamp } from '../mapping/source.ts'
import { reachOf } from './reach.ts'
import { millisecondsOf } from '../mapping/instants.ts'

export interface FoundRow {
  source: Source
  row: Stamp
  /** The row's last change as the database has it, to the microsecond. */
  changedAt: string
}

export type Sort = 'id' | 'updated' | '-updated'

/** The last row of the page before. */
export interface After {
  place: number
  id: string
  sub: number
  changedAt: string
}

interface Search {
  /** What narrows the rows of a source; undefined: no row of it matches. */
  narrow: (source: Source) => RawBuilder<unknown> | undefined
  /** What a select must know itself. */
  asked?: Partial<Omit<Asked, 'reach' | 'most'>>
  sort: Sort
  after: After | null
  most: number
  /** Deleted rows too, for reading by id. */
  deletedToo?: boolean
  /** Asked so often that it is prepared: planning it takes ten times as long as running it. Its values are parameters. */
  isCommon?: boolean
}

/** The sources whose rows the caller may see at all. */
const withinReach = (
  sources: readonly Source[],
  { purpose }: FhirCaller,
): readonly (readonly [number, Source])[] =>
  [...sources.entries()].filter(([, { outside }]) => purpose !== 'sharedCare' || outside !== 'withheld')

const everything: Omit<Asked, 'reach' | 'most'> = {
  ids: null,
  patientId: null,
  from: null,
  until: null,
  afterId: null,
}

const selectOf = ({ select }: Source, asked: Asked): Expression<unknown> =>
  typeof select === 'function' ? select(asked) : select

const idOf = ({ idType }: Source) => (idType === 'text' ? raw`r.id collate "C"` : raw`r.id`)
const subOf = ({ hasSub }: Source) => (hasSub === true ? raw`r.sub` : raw`0::bigint`)

const follows = (source: Source, place: number, sort: Sort, after: After | null): RawBuilder<unknown> => {
  if (after === null) return raw`true`
  const key = source.idType === 'text' ? raw`${after.id}::text collate "C"` : raw`${after.id}::bigint`
  const later = raw`(${idOf(source)}, ${subOf(source)}) > (${key}, ${after.sub}::bigint)`
  if (sort === 'id') {
    if (place !== after.place) return place > after.place ? raw`true` : raw`false`
    return later
  }
  const changed = raw`${after.changedAt}::timestamptz`
  const beyond = sort === 'updated' ? raw`r."recordedAt" > ${changed}` : raw`r."recordedAt" < ${changed}`
  const beside = place === after.place ? later : place > after.place ? raw`true` : raw`false`
  return raw`(${beyond} or (r."recordedAt" = ${changed} and ${beside}))`
}

const branch = (
  caller: FhirCaller,
  place: number,
  source: Source,
  search: Search,
  shown: RawBuilder<unknown>,
): RawBuilder<unknown> | null => {
  const narrowed = search.narrow(source)
  if (narrowed === undefined) return null
  const { sort, after, most, deletedToo = false } = search
  const reach = reachOf(caller)
  const afterId = sort === 'id' && after !== null && source.idType !== 'text' ? Number(after.id) : null
  const asked: Asked = { ...everything, afterId, ...search.asked, reach, most }
  const order = raw`${idOf(source)}, ${subOf(source)}`
  const conditions = [
    narrowed,
    follows(source, place, sort, after),
    isOpen(caller, source, reach),
    ...(source.has === undefined ? [] : [source.has]),
    ...(caller.purpose !== 'sharedCare' || source.outsideHas === undefined ? [] : [source.outsideHas]),
    ...(deletedToo || source.isDeletable !== true ? [] : [raw`r."isActive"`]),
  ]
  return raw`(select ${raw.lit(place)}::integer as place, r.id::text as id, ${subOf(source)}::bigint as sub,
      r."recordedAt"::text as "changedAt", ${shown}
    from (${selectOf(source, asked)}) as r
    where ${raw.join(conditions, raw` and `)}
    order by ${
      sort === 'id'
        ? order
        : sort === 'updated'
          ? raw`r."recordedAt", ${order}`
          : raw`r."recordedAt" desc, ${order}`
    } limit ${most}::integer)`
}

/** A row that is about nobody, such as a place, is open to every client; a work list is not about one patient. */
const isOpen = ({ patientId }: FhirCaller, source: Source, reach: Reach): RawBuilder<unknown> => {
  const isReached = reach(raw`r."patientId"`, source.ofPathway === true ? raw`r."pathwayId"` : null)
  return patientId !== null && !isAboutNobody(source.type)
    ? raw`(${isReached})`
    : raw`(r."patientId" is null or (${isReached}))`
}

interface Page {
  place: number
  id: string
  sub: number
  changedAt: string
  row: Stamp
}

/** Finds rows of several sources in one order, in one statement. */
export const findRows = async (
  sql: Kysely<DB>,
  caller: FhirCaller,
  sources: readonly Source[],
  search: Search,
): Promise<FoundRow[]> => {
  const branches = withinReach(sources, caller).flatMap(
    ([place, source]) => branch(caller, place, source, search, raw`to_json(r) as row`) ?? [],
  )
  if (branches.length === 0) return []
  const statement = raw<Page>`${raw.join(branches, raw` union all `)}`
  const rows =
    search.isCommon === true
      ? await prepareByText<Page>(sql, 'fhir', writeOut(statement))
      : (await statement.execute(sql)).rows
  const { sort, most } = search
  return rows
    .toSorted((a, b) => inOrder(a, b, sort, sources))
    .slice(0, most)
    .flatMap(({ place, row, changedAt }) => {
      const source = sources[place]
      return source === undefined ? [] : [{ source, row: cutFor(caller, source, row), changedAt }]
    })
}

/** The instants of a page are in one format and time zone, so their texts compare as they do. */
const inOrder = (a: Page, b: Page, sort: Sort, sources: readonly Source[]): number => {
  const isNumbered = sources[a.place]?.idType !== 'text'
  if (sort !== 'id' && a.changedAt !== b.changedAt) {
    const earlier =
      millisecondsOf(a.changedAt) - millisecondsOf(b.changedAt) || (a.changedAt < b.changedAt ? -1 : 1)
    return sort === 'updated' ? earlier : -earlier
  }
  if (a.place !== b.place) return a.place - b.place
  if (a.id !== b.id) return isNumbered ? Number(a.id) - Number(b.id) : a.id < b.id ? -1 : 1
  return a.sub - b.sub
}

/** What people outside the service do not read is taken out before anything is made of the row (decision 55). */
const cutFor = ({ purpose }: FhirCaller, { outside }: Source, row: Stamp): Stamp =>
  purpose !== 'sharedCare' || outside === 'withheld'
    ? row
    : typeof outside === 'function'
      ? outside(row)
      : { ...row, ...outside }

/** How many rows there are. */
export const countRows = async (
  sql: Kysely<DB>,
  caller: FhirCaller,
  sources: readonly Source[],
  search: Pick<Search, 'narrow' | 'asked'>,
): Promise<number> => {
  const branches = withinReach(sources, caller).flatMap(
    ([place, source]) =>
      branch(
        caller,
        place,
        source,
        { ...search, sort: 'id', after: null, most: 2_000_000_000 },
        raw`1 as one`,
      ) ?? [],
  )
  if (branches.length === 0) return 0
  const { rows } = await raw<{ count: number }>`
    select count(*)::integer as count from (${raw.join(branches, raw` union all `)}) as found`.execute(sql)
  return rows[0]?.count ?? 0
}

/** The rows of resources by their ids, in no order; deleted ones say so themselves. */
export const readRows = async (
  sql: Kysely<DB>,
  caller: FhirCaller,
  sources: readonly Source[],
  fhirIds: readonly string[],
): Promise<FoundRow[]> => {
  const keys = new Map<Source, RowKey[]>()
  for (const source of sources) {
    const found = fhirIds.flatMap((id) => rowKeyOf(source, id) ?? [])
    if (found.length > 0) keys.set(source, found)
  }
  const ids = [...keys.values()].flat().map(({ id }) => Number(id))
  return findRows(sql, caller, sources, {
    narrow: (source) => {
      const wanted = keys.get(source)
      if (wanted === undefined) return undefined
      const rowIds = wanted.map(({ id }) => id)
      if (source.idType === 'text') return raw`r.id = any(${rowIds}::text[])`
      if (source.hasSub !== true) return raw`r.id = any(${rowIds}::bigint[])`
      return raw`(r.id, r.sub) in (select * from unnest(${rowIds}::bigint[], ${wanted.map(({ sub }) => sub)}::bigint[]))`
    },
    asked: { ids: ids.every(Number.isSafeInteger) ? ids : null },
    sort: 'id',
    after: null,
    most: fhirIds.length * sources.length,
    deletedToo: true,
    isCommon: true,
  })
}
