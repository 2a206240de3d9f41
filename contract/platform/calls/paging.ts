import { z } from 'zod'
import { searchedText, wholeNumber } from '../fields/fields.ts'
import { filterLength } from '../words/grid.ts'

/*
 * Every long list is paged in the same way (docs/reference/api.md). The input fields are `limit`, `sort`, `after` and `q`. The
 * total and the place of the next page are sent as headers, so that the reply remains a plain array.
 */

/** Maximum rows of one page. */
export const mostRows = 1000
/** The value to send as `after` to get the next page. The last page does not have this header. */
export const nextHeader = 'x-next-after'

const refuseSort = 'Sort by a column of the list, with - in front for descending order'

/**
 * The input fields of a paged list.
 * @param sorts names of the columns it can be sorted by
 * @param most maximum rows of one page
 */
export const pagingFields = (sorts: readonly string[], most = mostRows) => ({
  limit: wholeNumber(`Enter a whole number from 1 to ${most}`, { from: 1, to: most }).optional(),
  sort: z.enum([...sorts, ...sorts.map((sort) => `-${sort}`)], { error: refuseSort }).optional(),
  /** The X-Next-After header of the previous page. */
  after: z.string().max(4000).optional(),
  /** Words that must all occur in the columns that the list shows. Case, accents and apostrophes are ignored. */
  q: searchedText(filterLength),
})

/** Which page of a list the caller requests. */
export interface Paging {
  limit?: number | undefined
  sort?: string | undefined
  after?: string | undefined
  q?: string | undefined
}
