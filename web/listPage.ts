import { nextHeader } from '../contract/paging.ts'
import { totalHeader } from '../contract/search.ts'

/** One page of a list as the server returns it. */
export interface ListPage<Row> {
  rows: readonly Row[]
  /** A number, or more than are counted, in words. */
  total: string
  /** What to send as `after` for the page that follows; null with the last. */
  next: string | null
}

/** @param answered what `ask` answers of a call that is read in pages */
export const pageOf = <Row>(answered: { reply: readonly Row[]; headers: Headers }): ListPage<Row> => ({
  rows: answered.reply,
  total: answered.headers.get(totalHeader) ?? String(answered.reply.length),
  next: answered.headers.get(nextHeader),
})
