import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyBaseLogger } from 'fastify'
import type { TaskList } from 'graphile-worker'
import { instantAt, londonClock } from '../../../../contract/platform/dates/wallTime.ts'
import type { AuditEvent } from '../../../platform/audit/auditTrail.ts'
import { transact } from '../../../platform/db/connection/transact.ts'
import { appendEvent } from '../../../platform/writes/write.ts'
import type { ExchangeService } from '../../settings/settings.ts'
import { outcomeWords, type NationalAnswer } from '../adapter/answer.ts'
import { claim, endNight, giveBack, readDue, type Night } from './claim.ts'
import { noteDifferences } from './note.ts'

/** London times between which PDS is asked, when few people click. */
const hours = { from: '01:00', until: '05:00' } as const
/** Shorter than the pause between two runs of the queue, and than what counts as a lost job. */
const runMs = 50_000
/** After so many questions in a row without an answer PDS is taken to be away. */
const mostUnanswered = 3

const action = 'check open referrals with PDS'

/** The night that this instant belongs to; null by day. A stand-in has no night. */
export const nightOf = (now: number, isStandIn: boolean): Night | null => {
  const { day, time } = londonClock(now)
  if (!isStandIn && (time < hours.from || time >= hours.until)) return null
  return { day, beganAt: instantAt(day, isStandIn ? '00:00' : hours.from) }
}

/** Asks PDS by night about people with an open referral, if that is set (decision 157). */
export const refreshTasks = (service: ExchangeService, log: FastifyBaseLogger | null = null): TaskList => ({
  refreshFromPds: async (_, { abortSignal }) => {
    const { pds, clock } = service
    const night = pds === null ? null : nightOf(clock(), pds.isStandIn)
    if (night !== null) await refresh(service, night, abortSignal, log)
  },
})

/** Asks about the next people, one after the other, for less than a minute. */
export const refresh = async (
  service: ExchangeService,
  night: Night,
  stopping: AbortSignal,
  log: FastifyBaseLogger | null = null,
): Promise<void> => {
  const { db, pds } = service
  if (pds?.refresh == null) return
  const { mostANight, pauseMs } = pds.refresh
  const until = performance.now() + runMs
  const due = await readDue(db.sql, night, Math.min(mostANight, Math.ceil(runMs / pauseMs)))
  let unanswered = 0
  for (const patientId of due) {
    if (stopping.aborted || performance.now() > until) return
    const answer = await askAbout(service, night, patientId)
    if (answer === 'over') return
    if (answer === null) continue
    const why = whyToEnd(answer)
    unanswered = isUnanswered(answer) ? unanswered + 1 : 0
    if (why !== null || unanswered === mostUnanswered) {
      const reason = why ?? 'PDS did not answer'
      await endNight(db.sql, night, reason)
      log?.warn({ part: 'pds', reason }, 'the nightly check with PDS ended early')
      return
    }
    await sleep(pauseMs, undefined, { signal: stopping }).catch(() => undefined)
  }
}

const isUnanswered = ({ outcome }: NationalAnswer): boolean => outcome === 'away' || outcome === 'timedOut'

/** Why nobody else is asked about tonight. */
const whyToEnd = ({ outcome }: NationalAnswer): string | null => {
  if (outcome === 'slowDown') return 'PDS asked us to slow down'
  return outcome === 'notAllowed' ? 'PDS does not accept this installation' : null
}

/** One question: stored before it leaves, and with what came of it. */
const askAbout = async (
  { db, pds, clock }: ExchangeService,
  night: Night,
  patientId: number,
): Promise<NationalAnswer | 'over' | null> => {
  if (pds?.refresh == null) return 'over'
  const most = pds.refresh.mostANight
  const event: AuditEvent = {
    ...{ kind: 'read', action, status: 200, userId: null, sessionId: null, role: null, address: null },
    ...{ requestId: randomUUID(), patientIds: [patientId] },
  }
  const reason = { purpose: 'nightly check of open referrals', by: 'NHS number' }
  const claimed = await transact(db.sql, async (sql) => {
    const found = await claim(sql, { night, most, patientId, now: clock() })
    if (found !== null && found !== 'over') await appendEvent(sql, { ...event, criteria: reason })
    return found
  })
  if (claimed === null || claimed === 'over') return claimed
  const answer = await pds.service.retrieve(claimed.nhsNumber)
  await transact(db.sql, async (sql) => {
    await appendEvent(sql, { ...event, criteria: { ...reason, outcome: outcomeWords(answer) } })
    if (answer.outcome === 'slowDown') return giveBack(sql, night, patientId, claimed)
    return noteDifferences(sql, patientId, answer, clock())
  })
  return answer
}
