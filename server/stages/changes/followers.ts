import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyBaseLogger } from 'fastify'
import type { Changes } from '../../../contract/stages/changes.ts'
import { causeOf } from '../../platform/db/connection/causeOf.ts'
import { unavailable, PartFailure } from '../../platform/errors.ts'
import { eventOfReply, hereMessage, type EventStream } from '../../platform/http/replies/eventStream.ts'
import type { Service } from '../../platform/http/calls/service.ts'
import { recentWrites, togetherOf, type Written } from './recentWrites.ts'

/** How followers are served. Tests use shorter intervals. */
export interface FollowLimits {
  pollMs: number
  /** How often a stream without changes sends a sign of life, and its session's rights are checked again. */
  checkMs: number
  /** Streams of one session. One more ends the oldest. A browser has six connections in total. */
  ofSession: number
  streams: number
}

/**
 * As long as the database looks back (migration 0080). Longer than a screen may ask for, because its request takes a
 * moment to arrive.
 */
const keptMs = 150_000

const usualLimits: FollowLimits = { pollMs: 1_000, checkMs: 30_000, ofSession: 4, streams: 1_000 }

interface Noticed extends Written {
  /** When this process noticed it. For changes that were written before the first poll: when they were written. */
  noticedAt: number
}

interface Follower {
  stream: EventStream
  sessionId: number
  /**
   * When its screen was read, on the clock of `performance.now()`. The stream begins with what was noticed after this.
   */
  readAt: number
  /** It has received everything noticed up to this time; 0 before the first message. */
  toldAt: number
  /** Whether its session, role and rights are unchanged. */
  isStillAllowed: () => Promise<boolean>
}

/** Counts all lists, as shown in the counters of a screen. */
export type CountAll = (service: Pick<Service, 'db' | 'clock'>) => Promise<Changes['counters']>

/**
 * All followers of changes in this process. One database query a second serves them all; there is none while nobody
 * follows.
 */
export const followersOf = (
  service: Pick<Service, 'db' | 'clock'>,
  countAll: CountAll,
  log: FastifyBaseLogger,
  given: Partial<FollowLimits> = {},
) => {
  const limits = { ...usualLimits, ...given }
  const all = new Set<Follower>()
  /** What was noticed in the last minutes, for new followers and for streams that were busy. */
  let recent: readonly Noticed[] = []
  let asking: Promise<void> | null = null
  const stopping = new AbortController()

  /** Returns no counters if they cannot be read now. Screens read them every minute anyway. */
  const countIfPossible = async () => {
    try {
      return { counters: await countAll(service) }
    } catch (error) {
      log.warn(causeOf(error), 'the counters could not be read for open screens')
      return {}
    }
  }

  const messagesOf = () => {
    let counting: ReturnType<typeof countIfPossible> | undefined
    return async (written: readonly Written[]): Promise<string | null> => {
      const news = togetherOf(written)
      if (news === null) return null
      if (news.lists.length === 0) return eventOfReply(news)
      return eventOfReply({ ...news, ...(await (counting ??= countIfPossible())) })
    }
  }

  const tell = async (written: readonly Written[], isFirst: boolean): Promise<void> => {
    const now = performance.now()
    const noticed = written
      .map((each) => ({ ...each, noticedAt: isFirst ? each.at : now }))
      .sort((one, other) => one.noticedAt - other.noticedAt)
    recent = [...recent.filter(({ noticedAt }) => now - noticedAt < keptMs), ...noticed]
    const messageOf = messagesOf()
    // A message that is the same for all followers is built once.
    const shared = new Map<number, Promise<string | null>>()
    for (const follower of all) {
      const { stream, toldAt, readAt, sessionId } = follower
      // The follower receives this with the next message.
      if (!stream.isFree()) continue
      const hasBegun = toldAt > 0
      const from = hasBegun ? toldAt : readAt
      const untold = recent.slice(recent.findLastIndex(({ noticedAt }) => noticedAt <= from) + 1)
      // The session that saved reads again without a message.
      const ofOthers = untold.filter((each) => each.sessionId !== sessionId)
      const isForAll = hasBegun && ofOthers.length === untold.length
      const making = (isForAll ? shared.get(toldAt) : undefined) ?? messageOf(ofOthers)
      if (isForAll) shared.set(toldAt, making)
      const message = await making
      if (!stream.isFree()) continue
      if (message !== null) stream.send(message)
      else if (!hasBegun) stream.send(hereMessage)
      follower.toldAt = now
    }
  }

  const ask = async (): Promise<void> => {
    const read = recentWrites(service.db.pool)
    let isFirst = true
    let isAway = false
    while (all.size > 0 && !stopping.signal.aborted) {
      try {
        await tell(await read(), isFirst)
        isFirst = false
        isAway = false
      } catch (error) {
        if (!isAway) log.warn(causeOf(error), 'changes in the database could not be followed, trying again')
        isAway = true
      }
      await sleep(limits.pollMs, undefined, { signal: stopping.signal, ref: false }).catch(() => undefined)
    }
    recent = []
    asking = null
  }

  const check = async (follower: Follower): Promise<void> => {
    try {
      if (!(await follower.isStillAllowed())) return follower.stream.end()
      // A screen looks back to the last sign of life that it received.
      const isUpToDate = performance.now() - follower.toldAt < 3 * limits.pollMs
      if (isUpToDate && follower.stream.isFree()) follower.stream.send(hereMessage)
    } catch (error) {
      // The database does not answer. The stream sends nothing, and the next check tries again.
      log.debug(causeOf(error), 'a follower could not be checked')
    }
  }

  return {
    /** Refuses a stream above the limits, before the reply begins. */
    makeRoom: (sessionId: number): void => {
      if (stopping.signal.aborted || all.size >= limits.streams)
        throw unavailable(new PartFailure('service', 'too many screens are following changes'))
      const [oldest, ...more] = [...all].filter((follower) => follower.sessionId === sessionId)
      if (oldest !== undefined && more.length + 1 >= limits.ofSession) oldest.stream.end()
    },
    /** @param readSecondsAgo how long ago the screen read what it shows */
    add: (
      screen: Pick<Follower, 'stream' | 'sessionId' | 'isStillAllowed'>,
      readSecondsAgo: number,
    ): void => {
      const follower = { ...screen, readAt: performance.now() - 1_000 * readSecondsAgo, toldAt: 0 }
      all.add(follower)
      const checking = setInterval(() => void check(follower), limits.checkMs)
      checking.unref()
      follower.stream.onClose(() => {
        clearInterval(checking)
        all.delete(follower)
      })
      asking ??= ask()
    },
    /** Ends every stream, so that the process can stop without waiting for one. */
    stop: async (): Promise<void> => {
      stopping.abort()
      for (const { stream } of all) stream.end()
      await asking
    },
  }
}
