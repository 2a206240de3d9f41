import { randomUUID } from 'node:crypto'
import type { FastifyBaseLogger } from 'fastify'
import { instantOf } from '../../../contract/platform/words/format.ts'
import { causeOf } from '../db/connection/causeOf.ts'
import type { AuditEvent, AuditTrail } from './auditTrail.ts'

/**
 * Refusals that are counted together: the same reason, from the same user, or from the same network if nobody is signed
 * in.
 */
export interface RefusalKind {
  /** What was refused: the rate class of a call, or a way to sign in. */
  of: string
  status: number
  reason: string
  userId: number | null
  address: string
}

export interface RefusalCounts {
  /** Counts a refusal. Returns true if it also gets its own audit event: the first `ownEvents` of each minute do. */
  count: (kind: RefusalKind, ownEvents?: number) => boolean
  /** Writes the counts to the audit trail. Counts that cannot be written are kept for the next flush. */
  flush: () => Promise<void>
}

interface Counted {
  kind: RefusalKind
  ownEvents: number
  times: number
  since: string
}

/** More than any service needs in a minute. With more networks and users than this, it is one attack. */
export const mostKinds = 256
const elsewhere = 'elsewhere'
const minute = 60_000

/**
 * Anyone can cause refusals without limit, and an audit event for each would fill the disk. So they are counted in
 * memory, and one event a minute records the count. A killed process loses the counts since the last flush, at most a
 * minute's; a stopped process writes them.
 */
export const countRefusals = (
  auditTrail: AuditTrail,
  clock: () => number,
  clientNetwork: (address: string) => string,
): RefusalCounts => {
  let kinds = new Map<string, Counted>()

  const find = (asked: RefusalKind): Counted => {
    const { of, status, reason, userId, address } = asked
    const from = userId === null ? clientNetwork(address) : `user ${userId}`
    const known = kinds.get(`${from} ${of} ${status} ${reason}`)
    if (known !== undefined) return known
    const isCrowded = kinds.size >= mostKinds
    const kind = isCrowded
      ? { ...asked, of: 'any', userId: null, address: elsewhere }
      : { ...asked, address: clientNetwork(address) }
    const key = isCrowded ? `${elsewhere} ${status} ${reason}` : `${from} ${of} ${status} ${reason}`
    const counted = kinds.get(key) ?? { kind, ownEvents: 0, times: 0, since: instantOf(clock()) }
    kinds.set(key, counted)
    return counted
  }

  return {
    count: (kind, ownEvents = 0) => {
      const counted = find(kind)
      if (counted.ownEvents < ownEvents && counted.kind.address !== elsewhere) {
        counted.ownEvents += 1
        return true
      }
      counted.times += 1
      return false
    },
    flush: async () => {
      const due = [...kinds].filter(([, { times }]) => times > 0)
      kinds = new Map()
      const appended = await Promise.allSettled(
        due.map(([, counted]) => auditTrail.append(eventOf(counted, instantOf(clock())))),
      )
      const failures = appended.filter((one) => one.status === 'rejected')
      due.forEach(([key, counted], index) => {
        if (appended[index]?.status === 'fulfilled') return
        const since = kinds.get(key)
        kinds.set(key, { ...counted, times: counted.times + (since?.times ?? 0) })
      })
      if (failures[0] !== undefined) throw failures[0].reason
    },
  }
}

const eventOf = ({ kind, times, since }: Counted, until: string): AuditEvent => ({
  kind: 'refusal',
  action: `refused ${kind.of}`,
  status: kind.status,
  userId: kind.userId,
  sessionId: null,
  role: null,
  criteria: { reason: kind.reason, times, since, until },
  requestId: randomUUID(),
  address: kind.address,
})

/** Flushes every minute. Returns a function that stops this and flushes what is left. */
export const flushEachMinute = (counts: RefusalCounts, log: FastifyBaseLogger): (() => Promise<void>) => {
  const flush = (): Promise<void> =>
    counts.flush().catch((error: Error) => {
      log.error(causeOf(error), 'counted refusals could not be recorded')
    })
  const timer = setInterval(() => void flush(), minute)
  timer.unref()
  return async () => {
    clearInterval(timer)
    await flush()
  }
}
