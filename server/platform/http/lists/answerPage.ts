import { nextHeader } from '../../../../contract/platform/calls/paging.ts'
import { totalHeader } from '../../../../contract/patients/search/search.ts'
import type { Call } from '../calls/route.ts'

/**
 * Sets the headers with the number of rows and the cursor of the next page. @param total the number of rows, or a text
 * if there are more than are counted
 */
export const answerPage = <Row>(
  call: Call,
  { rows, next }: { rows: Row[]; next: string | null },
  total: number | string,
): Row[] => {
  call.setHeader(totalHeader, String(total))
  if (next !== null) call.setHeader(nextHeader, next)
  return rows
}
