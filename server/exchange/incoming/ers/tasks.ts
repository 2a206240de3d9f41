import type { TaskList } from 'graphile-worker'
import { randomUUID } from 'node:crypto'
import { sql as raw } from 'kysely'
import { instantOf } from '../../../../contract/platform/words/format.ts'
import type { ExchangeService } from '../../settings/settings.ts'
import { mayComeAgain, readKnown } from './again.ts'
import { openErs } from './api.ts'
import { ErsFailure } from './failure.ts'
import { takeReferral } from './take.ts'

/**
 * Fetches the referrals that wait for a review in e-RS; those that are known already are left, unless we declined them
 * and they were sent again.
 */
export const ersTasks = (service: ExchangeService): TaskList => ({
  fetchReferrals: async () => {
    const { ers: settings, clock } = service
    if (settings === null || Math.floor(clock() / 60_000) % settings.minutes !== 0) return
    await fetchReferrals(service)
  },
})

/** For the status of the service, which must know it from every process. */
const keepReading = async ({ db, clock }: ExchangeService, problem: string | null): Promise<void> => {
  const at = instantOf(clock())
  await raw`
    insert into ers_reading (tried_at, succeeded_at, problem) values (${at}, ${problem === null ? at : null}, ${problem})
    on conflict (is_only) do update set tried_at = excluded.tried_at, problem = excluded.problem,
      succeeded_at = coalesce(excluded.succeeded_at, ers_reading.succeeded_at)`.execute(db.sql)
}

/** @returns how many were new */
export const fetchReferrals = async (service: ExchangeService): Promise<{ taken: number }> => {
  const { ers: settings, db } = service
  if (settings === null) return { taken: 0 }
  const ers = openErs(settings)
  const listed = await ers.toReview().catch(async (error: unknown) => {
    if (error instanceof ErsFailure) await keepReading(service, error.message)
    throw error
  })
  await keepReading(service, null)
  const ubrns = listed.map(({ ubrn }) => ubrn)
  const known = new Map((await readKnown(db.sql, ubrns)).map((each) => [each.ubrn, each]))
  let taken = 0
  for (const referral of listed) {
    const before = known.get(referral.ubrn)
    if (before !== undefined && !mayComeAgain(before)) continue
    const { isNew } = await takeReferral(service, referral, {
      ...{ userId: null, sessionId: null, role: null, address: null, requestId: randomUUID() },
      action: 'fetch a referral from the e-Referral Service',
    })
    if (isNew) taken += 1
  }
  return { taken }
}
