import {
  allPathwayMarks,
  changes,
  followChanges,
  mostSecondsBack,
  streamType,
  type Changes,
} from '../contract/changes.ts'
import { stages } from '../contract/pathway/stage.ts'
import { currentRoleHeader } from '../contract/session.ts'
import { countersQuery } from './counterQueries.ts'
import { reach } from './http.ts'
import { queryClient } from './queryClient.ts'
import { currentSession, readingSignal } from './session.ts'

/*
 * What others save, as it happens (decision 106). One stream for a tab that is seen, none for one that is not: a browser has six
 * connections to a service, and who does not look needs no news. Everything works without it: screens then learn of changes when
 * they are opened or looked at again, and counters each minute.
 */

/** So that the screens of a whole service do not all ask in the same moment. */
const mostJitterMs = 500
/** What a screen shows comes first. */
const startMs = 1_000
/** After a stream that ended or was refused; longer each time, as long as none works. */
const firstPauseMs = 2_000
const longestPauseMs = 60_000
/** What was saved so long before a screen was opened was perhaps not read yet: a request takes a moment to arrive. */
const secondsBeforeOpening = 2
/** The same of what was saved before it last heard anything, on a bad line too. */
const secondsBeforeHearing = 5
/** The server says every 30 seconds that it is there. */
const longestSilenceMs = 75_000

const listeners = new Set<(news: Changes) => void>()

/** Registers what a screen does about news; returns how to stop. */
export const onChanges = (hear: (news: Changes) => void): (() => void) => {
  listeners.add(hear)
  return () => void listeners.delete(hear)
}

const tell = (news: Changes): void => {
  if (news.counters !== undefined) queryClient.setQueryData(countersQuery.queryKey, news.counters)
  for (const hear of listeners) hear(news)
}

/** The messages of a stream, whole ones only, until it ends or is silent. `heard` is called with each sign of it but its opening. */
const hearAll = async (
  body: ReadableStream<Uint8Array>,
  heard: () => void,
  signal: AbortSignal,
): Promise<void> => {
  const reader = body.getReader()
  const decoder = new TextDecoder()
  let rest = ''
  for (let isOpening = true; ; isOpening = false) {
    const giveUp = setTimeout(() => void reader.cancel(), longestSilenceMs)
    const { value, done } = await reader.read().finally(() => clearTimeout(giveUp))
    if (done || signal.aborted) return
    if (!isOpening) heard()
    const lines = (rest + decoder.decode(value, { stream: true })).split('\n')
    rest = lines.pop() ?? ''
    for (const line of lines) {
      if (!line.startsWith('data: ')) continue
      const news = changes.safeParse(JSON.parse(line.slice('data: '.length)))
      if (news.success) setTimeout(() => !signal.aborted && tell(news.data), Math.random() * mostJitterMs)
    }
  }
}

/** Where a screen was cut off for longer than a stream can look back. */
const everything: Changes = { lists: [...stages], pathways: allPathwayMarks }

/** Milliseconds of one clock stand still while a laptop sleeps, and the other may be set. */
const moment = () => ({ running: performance.now(), shown: Date.now() })
const secondsSince = ({ running, shown }: ReturnType<typeof moment>): number =>
  Math.ceil(Math.max(performance.now() - running, Date.now() - shown) / 1_000)

/**
 * Follows until the stream ends. It never renews a session: who only looks on is not at work.
 * @param seconds ago that what is shown was read
 * @param heard is called whenever all that was saved before is known
 * @returns whether it was let in
 */
const followOnce = async (seconds: number, heard: () => void, signal: AbortSignal): Promise<boolean> => {
  const session = currentSession()
  if (session === null) return false
  const headers: Record<string, string> = {
    accept: streamType,
    authorization: `Bearer ${session.tokens.access_token}`,
  }
  if (session.currentRoleId !== null) headers[currentRoleHeader] = String(session.currentRoleId)
  const isLong = seconds > mostSecondsBack
  const path = `${followChanges.path}?seconds=${isLong ? 0 : seconds}`
  const { ok, body, headers: said } = await reach(path, { headers, signal, priority: 'low' })
  if (!ok || body === null || said.get('content-type') !== streamType) return false
  if (isLong) {
    // Once, though nothing should ever be heard on this line.
    heard()
    tell(everything)
    void queryClient.invalidateQueries({ queryKey: countersQuery.queryKey })
  }
  await hearAll(body, heard, signal)
  return true
}

const pause = (milliseconds: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const timer = setTimeout(resolve, milliseconds)
    signal.addEventListener('abort', () => {
      clearTimeout(timer)
      resolve()
    })
  })

const followOn = async (signal: AbortSignal): Promise<void> => {
  let pauseMs = firstPauseMs
  let read = moment()
  let before = secondsBeforeOpening
  const heard = (): void => {
    read = moment()
    before = secondsBeforeHearing
    pauseMs = firstPauseMs
  }
  await pause(startMs, signal)
  while (!signal.aborted) {
    // Cut off, refused or not understood: it is tried again, and nobody is told, because nothing is lost by it.
    const wasHeard = await followOnce(secondsSince(read) + before, heard, signal).catch(() => false)
    pauseMs = wasHeard ? firstPauseMs : Math.min(2 * pauseMs, longestPauseMs)
    await pause(pauseMs * (0.5 + Math.random() / 2), signal)
  }
}

/** Follows while this tab is seen, in this session and role; returns how to stop. */
export const followWhileSeen = (): (() => void) => {
  let following: AbortController | null = null
  const look = (): void => {
    const isSeen = document.visibilityState === 'visible'
    if (isSeen && following === null) {
      following = new AbortController()
      void followOn(AbortSignal.any([following.signal, readingSignal()]))
    } else if (!isSeen) {
      following?.abort()
      following = null
    }
  }
  document.addEventListener('visibilitychange', look)
  look()
  return () => {
    document.removeEventListener('visibilitychange', look)
    following?.abort()
  }
}
