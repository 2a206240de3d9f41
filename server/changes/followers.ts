import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyBaseLogger } from 'fastify'
import { causeOf } from '../db/causeOf.ts'
import { unavailable, PartFailure } from '../errors.ts'
import { eventOfReply, type EventStream } from '../http/eventStream.ts'
import type { Service } from '../http/service.ts'
import { countAll } from '../worklists/countAll.ts'
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
const usualLimits: FollowLimits = { pollMs: 1_000, checkMs: 30_000, ofSession: 4, streams: 1_000 }

interface Follower {
  stream: EventStream
  sessionId: number
  /** Whether its session, role and rights are still what they were. */
  isStillAllowed: () => Promise<boolean>
}

/** All who follow what is written, told from one question a second of this process; none while nobody follows. */
export const followersOf = (
  service: Pick<Service, 'db' | 'clock'>,
  log: FastifyBaseLogger,
  given: Partial<FollowLimits> = {},
) => {
  const limits = { ...usualLimits, ...given }
  const all = new Set<Follower>()
  let asking: Promise<void> | null = null
  const stopping = new AbortController()

  const tell = async (written: readonly Written[]): Promise<void> => {
    const everything = togetherOf(written)
    if (everything === null) return
    const counters = everything.lists.length === 0 ? {} : { counters: await countAll(service) }
    const message = eventOfReply({ ...everything, ...counters })
    const writers = new Set(written.map(({ sessionId }) => sessionId))
    for (const { stream, sessionId } of all) {
      if (!writers.has(sessionId)) stream.send(message)
      else {
        // Who saved reads again by itself.
        const ofOthers = togetherOf(written.filter((each) => each.sessionId !== sessionId))
        if (ofOthers !== null) stream.send(eventOfReply({ ...ofOthers, ...counters }))
      }
    }
  }

  const ask = async (): Promise<void> => {
    const read = recentWrites(service.db.pool)
    let isAway = false
    while (all.size > 0 && !stopping.signal.aborted) {
      try {
        await tell(await read())
        isAway = false
      } catch (error) {
        if (!isAway) log.warn(causeOf(error), 'what was written could not be followed, trying again')
        isAway = true
      }
      await sleep(limits.pollMs, undefined, { signal: stopping.signal, ref: false }).catch(() => undefined)
    }
    asking = null
  }

  const check = async (follower: Follower): Promise<void> => {
    try {
      if (await follower.isStillAllowed()) follower.stream.send(': here\n\n')
      else follower.stream.end()
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
    add: (follower: Follower): void => {
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
