import type { TaskList } from 'graphile-worker'
import { randomUUID } from 'node:crypto'
import type { ExchangeService } from '../../settings.ts'
import { openErs } from './api.ts'
import { takeReferral } from './take.ts'

/** Fetches the referrals that wait for a review in e-RS; those that are known already are not asked for again. */
export const ersTasks = (service: ExchangeService): TaskList => ({
  fetchReferrals: async () => {
    const { ers: settings, clock } = service
    if (settings === null || Math.floor(clock() / 60_000) % settings.minutes !== 0) return
    await fetchReferrals(service)
  },
})

/** @returns how many were new */
export const fetchReferrals = async (service: ExchangeService): Promise<{ taken: number }> => {
  const { ers: settings, db } = service
  if (settings === null) return { taken: 0 }
  const ers = openErs(settings)
  const listed = await ers.toReview()
  const known = await db.sql
    .selectFrom('incoming_referral')
    .select('message_id')
    .where('source', '=', 'ers')
    .where('message_id', 'in', [...listed.map(({ ubrn }) => ubrn), ''])
    .execute()
  const seen = new Set(known.map(({ message_id: ubrn }) => ubrn))
  let taken = 0
  for (const referral of listed.filter(({ ubrn }) => !seen.has(ubrn))) {
    const { isNew } = await takeReferral(service, referral, {
      ...{ userId: null, sessionId: null, role: null, address: null, requestId: randomUUID() },
      action: 'fetch a referral from the e-Referral Service',
    })
    if (isNew) taken += 1
  }
  return { taken }
}
