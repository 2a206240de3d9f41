import type { TaskList } from 'graphile-worker'
import { randomUUID } from 'node:crypto'
import type { FastifyBaseLogger } from 'fastify'
import type { ExchangeService } from '../../settings.ts'
import { openErs } from './api.ts'
import { ErsFailure } from './failure.ts'
import { takeReferral } from './take.ts'

/** Fetches the referrals that wait for a review in e-RS; those that are known already are not asked for again. */
export const ersTasks = (service: ExchangeService, log: FastifyBaseLogger | null = null): TaskList => ({
  fetchReferrals: async () => {
    const { ers: settings, clock } = service
    if (settings === null || Math.floor(clock() / 60_000) % settings.minutes !== 0) return
    const { failed } = await fetchReferrals(service)
    if (failed > 0) log?.warn({ failed }, 'referrals could not be fetched from the e-Referral Service')
  },
})

/** @returns how many were new, and how many could not be read */
export const fetchReferrals = async (
  service: ExchangeService,
): Promise<{ taken: number; failed: number }> => {
  const { ers: settings, db } = service
  if (settings === null) return { taken: 0, failed: 0 }
  const ers = openErs(settings)
  const listed = await ers.toReview()
  const known = await db.sql
    .selectFrom('incoming_referral')
    .select('message_id')
    .where('source', '=', 'ers')
    .where('message_id', 'in', [...listed, ''])
    .execute()
  const seen = new Set(known.map(({ message_id: ubrn }) => ubrn))
  let [taken, failed] = [0, 0]
  for (const ubrn of listed.filter((each) => !seen.has(each)))
    try {
      const { isNew } = await takeReferral(service, await ers.find(ubrn), {
        ...{ userId: null, sessionId: null, role: null, address: null, requestId: randomUUID() },
        action: 'fetch a referral from the e-Referral Service',
      })
      if (isNew) taken += 1
    } catch (error) {
      if (!(error instanceof ErsFailure)) throw error
      failed += 1
    }
  return { taken, failed }
}
