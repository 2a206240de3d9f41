import { z } from 'zod'
import { nextHeader } from '../../../contract/platform/calls/paging.ts'
import { totalHeader } from '../../../contract/patients/search/search.ts'
import type { DueCounts } from '../../../contract/stages/dueGroup.ts'
import { dueCountsHeader } from '../../../contract/pathways/worklists/workList.ts'

/** A page of a list as the server returns it. */
export interface ListPage<Row> {
  rows: readonly Row[]
  /** The total as text: a number, or words if there are more than the server counts. */
  total: string
  /** The `after` value for the next page; null on the last page. */
  next: string | null
  /** How many rows are late, due this week and due later. Undefined for a list without due days. */
  due?: DueCounts
}

/** @param answered the result of `ask` for a paged call */
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
