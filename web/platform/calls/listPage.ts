import { z } from 'zod'
import { nextHeader } from '../../../contract/platform/calls/paging.ts'
import { totalHeader } from '../../../contract/patients/search/search.ts'
import type { DueCounts } from '../../../contract/stages/dueGroup.ts'
import { dueCountsHeader } from '../../../contract/pathways/worklists/workList.ts'

/** One page of a list as the server returns it. */
export interface ListPage<Row> {
  rows: readonly Row[]
  /** A number, or more than are counted, in words. */
  total: string
  /** What to send as `after` for the page that follows; null with the last. */
  next: string | null
  /** How many are late, for this week and later; undefined of a list that has nothing due. */
  due?: DueCounts
}

/** @param answered what `ask` answers of a call that is read in pages */
export const pageOf = <Row>(answered: { reply: readonly Row[]; headers: Headers }): ListPage<Row> => ({
  rows: answered.reply,
  total: answered.headers.get(totalHeader) ?? String(answered.reply.length),
  next: answered.headers.get(nextHeader),
  ...dueOf(answered.headers),
})

const counts = z.object({ late: z.int(), thisWeek: z.int(), later: z.int() }) satisfies z.ZodType<DueCounts>

const dueOf = (headers: Headers): { due?: DueCounts } => {
  const due = headers.get(dueCountsHeader)
  return due === null ? {} : { due: counts.parse(JSON.parse(due)) }
}
