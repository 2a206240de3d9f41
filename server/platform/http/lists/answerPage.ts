import { nextHeader } from '../../../../contract/platform/calls/paging.ts'
import { totalHeader } from '../../../../contract/patients/search/search.ts'
import type { Call } from '../calls/route.ts'

/** Says with a page how many rows there are and where the page ends. @param total a number, or more than are counted */
export const answerPage = <Row>(
  call: Call,
  { rows, next }: { rows: Row[]; next: string | null },
  total: number | string,
): Row[] => {
  call.setHeader(totalHeader, String(total))
  if (next !== null) call.setHeader(nextHeader, next)
  return rows
}
