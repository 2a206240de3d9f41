import { z } from 'zod'
import { searchedText, wholeNumber } from '../fields/fields.ts'
import { filterLength } from '../words/grid.ts'

/*
 * Every long list is read in pages in the same way (docs/paging.md): `limit`, `sort`, `after` and `q` in, the total and
 * the place of the next page out, as headers, so that the reply stays the array that it was.
 */

/** Rows of one page at most. */
export const mostRows = 1000
/** What to send as `after` for the page that follows; absent with the last page. */
export const nextHeader = 'x-next-after'

const refuseSort = 'Sort by a column of the list, with - in front for the other way round'

/**
 * The fields of a list that is read in pages.
 * @param sorts names of what it can be sorted by
 * @param most rows of one page
 */
export const pagingFields = (sorts: readonly string[], most = mostRows) => ({
  limit: wholeNumber(`Enter a whole number from 1 to ${most}`, { from: 1, to: most }).optional(),
  sort: z.enum([...sorts, ...sorts.map((sort) => `-${sort}`)], { error: refuseSort }).optional(),
  /** The X-Next-After header of the page before. */
  after: z.string().max(4000).optional(),
  /** Words that must all be in the columns that the list shows; case, accents and apostrophes do not count. */
  q: searchedText(filterLength),
})

/** Which page of a list is asked for. */
export interface Paging {
  limit?: number | undefined
  sort?: string | undefined
  after?: string | undefined
  q?: string | undefined
}
