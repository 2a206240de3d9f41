import type { FastifyRequest } from 'fastify'
import { HttpProblem } from '../../errors.ts'

const looksAhead = /prefetch|prerender|preview/i
const purposeHeaders = ['purpose', 'sec-purpose', 'x-purpose', 'x-moz']

/**
 * The specification has a GET that changes a record. Refuses requests that the user did not intend: from another site,
 * typed or followed as a link, or prefetched (AZ-9). A client other than a browser sends none of these headers.
 */
export const refuseCrossSiteGet = ({ headers }: FastifyRequest): void => {
  const site = headers['sec-fetch-site']
  const isElsewhere = site !== undefined && site !== 'same-origin'
  const isAhead = purposeHeaders.some((name) => looksAhead.test(String(headers[name] ?? '')))
  if (isElsewhere || isAhead)
    throw new HttpProblem(403, 'forbidden', 'This address changes a record and cannot be opened like a page.')
}
