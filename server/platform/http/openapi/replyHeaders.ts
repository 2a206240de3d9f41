import type { Endpoint } from '../../../../contract/platform/calls/endpoint.ts'
import { nextHeader } from '../../../../contract/platform/calls/paging.ts'
import { withheldHeader } from '../../../../contract/insight/report.ts'
import { totalHeader } from '../../../../contract/patients/search/search.ts'

/** The headers in which a call counts its rows, each with its name among the components of the OpenAPI document. */
export const replyHeadersOf = ({ isPaged, isCounted, leavesOut }: Endpoint) => ({
  ...(isPaged === true || isCounted === true ? { [totalHeader]: 'Total' as const } : {}),
  ...(isPaged === true ? { [nextHeader]: 'NextAfter' as const } : {}),
  ...(leavesOut === true ? { [withheldHeader]: 'Withheld' as const } : {}),
})

export const countingHeaders: readonly string[] = [totalHeader, nextHeader, withheldHeader]
