import type { FastifyInstance } from 'fastify'
import { fetchFromErs } from '../../../../contract/exchange/incoming/ers.ts'
import { HttpProblem, notFound } from '../../../platform/errors.ts'
import { route } from '../../../platform/http/calls/route.ts'
import type { ExchangeService } from '../../settings/settings.ts'
import { receiveReferral } from '../inbox/receive.ts'
import { openErs } from './api.ts'
import type { ErsReferral } from './shapes/referral.ts'
import { ErsFailure } from './failure.ts'
import { receivedFrom } from './take.ts'

/** Fetching one referral at once, for staff who do not want to wait for the list. */
export const serveErs = (app: FastifyInstance, service: ExchangeService): void => {
  route(
    app,
    service,
    fetchFromErs,
    { capability: 'referral.triage', audit: 'write', idempotency: 'repeatable', rate: 'search' },
    async (call, { ubrn }) => {
      const settings = service.ers
      if (settings === null) throw notFound()
      // Not the number: it says who the person is.
      await call.tellsOutside({ criteria: { purpose: 'fetch a referral by its UBRN' } })
      const referral = await asProblem(() => openErs(settings).find(ubrn))
      return call.write(async ({ sql, userId, sessionId, requestId, command, bankHolidayOn }) =>
        receiveReferral(
          sql,
          await receivedFrom(sql, referral, {
            ...{ receivedAt: service.clock(), bankHolidayOn },
            by: { action: command, userId, sessionId, requestId, role: null, address: null },
          }),
        ),
      )
    },
  )
}

const asProblem = async (find: () => Promise<ErsReferral>): Promise<ErsReferral> => {
  try {
    return await find()
  } catch (error) {
    if (!(error instanceof ErsFailure)) throw error
    throw error.isPassing
      ? new HttpProblem(503, 'unavailable', error.message)
      : new HttpProblem(409, 'conflict', error.message)
  }
}
