import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyBaseLogger } from 'fastify'
import type { Changes } from '../../../contract/stages/changes.ts'
import { causeOf } from '../../platform/db/connection/causeOf.ts'
import { unavailable, PartFailure } from '../../platform/errors.ts'
import { eventOfReply, hereMessage, type EventStream } from '../../platform/http/replies/eventStream.ts'
import type { Service } from '../../platform/http/calls/service.ts'
import { recentWrites, togetherOf, type Written } from './recentWrites.ts'

/** How the screens that follow are served; tests wait less. */
export interface FollowLimits {
  pollMs: number
  /** A stream without news says this often that it is there, and is asked whether its session still may. */
  checkMs: number
  /** Streams of one session; then its oldest ends. A browser has six connections in all. */
  ofSession: number
  streams: number
}

/** As long as the database is asked back (migration 0080): longer than a screen may ask, which takes a moment to arrive. */
const keptMs = 150_000

const usualLimits: FollowLimits = { pollMs: 1_000, checkMs: 30_000, ofSession: 4, streams: 1_000 }

interface Noticed extends Written {
  /** When it was found; of what was written before anybody asked, when it was written. */
  noticedAt: number
}

interface Follower {
  stream: EventStream
  sessionId: number
  /** What was noticed after this, as `performance.now()` tells it, is news to it when it begins. */
  readAt: number
  /** Up to when it has been told all that was noticed; 0 before it has heard anything. */
  toldAt: number
  /** Whether its session, role and rights are still what they were. */
  isStillAllowed: () => Promise<boolean>
}

/** Counts all lists, as the counters of a screen show them. */
export type CountAll = (service: Pick<Service, 'db' | 'clock'>) => Promise<Changes['counters']>

/** All who follow what is written, told from one question a second of this process; none while nobody follows. */
export const followersOf = (
  service: Pick<Service, 'db' | 'clock'>,
  countAll: CountAll,
  log: FastifyBaseLogger,
  given: Partial<FollowLimits> = {},
) => {
  const limits = { ...usualLimits, ...given }
  const all = new Set<Follower>()
  /** Of the last minutes, as it was noticed: for those who begin to follow, and for who could not be told. */
  let recent: readonly Noticed[] = []
  let asking: Promise<void> | null = null
  const stopping = new AbortController()

  /** Without counters where they cannot be read now: screens read them each minute. */
  const countIfPossible = async () => {
    try {
      return { counters: await countAll(service) }
    } catch (error) {
      log.warn(causeOf(error), 'the counters could not be read for those who follow')
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
    // What is the same for all is made once.
    const shared = new Map<number, Promise<string | null>>()
    for (const follower of all) {
      const { stream, toldAt, readAt, sessionId } = follower
      // It is told with what comes next.
      if (!stream.isFree()) continue
      const hasBegun = toldAt > 0
      const from = hasBegun ? toldAt : readAt
      const untold = recent.slice(recent.findLastIndex(({ noticedAt }) => noticedAt <= from) + 1)
      // Who saved reads again by itself.
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
        if (!isAway) log.warn(causeOf(error), 'what was written could not be followed, trying again')
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
      // A screen looks back to when it last heard this.
      const isUpToDate = performance.now() - follower.toldAt < 3 * limits.pollMs
      if (isUpToDate && follower.stream.isFree()) follower.stream.send(hereMessage)
    } catch (error) {
      // The database is away: the stream says nothing then, and is asked again.
      log.debug(causeOf(error), 'a follower could not be checked')
    }
  }

  return {
    /** Refuses one more than there may be, before anything is answered. */
    makeRoom: (sessionId: number): void => {
      if (stopping.signal.aborted || all.size >= limits.streams)
        throw unavailable(new PartFailure('service', 'too many screens follow'))
      const [oldest, ...more] = [...all].filter((follower) => follower.sessionId === sessionId)
      if (oldest !== undefined && more.length + 1 >= limits.ofSession) oldest.stream.end()
    },
    /** @param readSecondsAgo how long ago what its screen shows was read */
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
    /** Ends every stream: a process that stops waits for none. */
    stop: async (): Promise<void> => {
      stopping.abort()
      for (const { stream } of all) stream.end()
      await asking
    },
  }
}
