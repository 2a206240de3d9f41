import {
  allPathwayMarks,
  changes,
  followChanges,
  mostSecondsBack,
  streamType,
  type Changes,
} from '../../../contract/stages/changes.ts'
import { stages } from '../../../contract/stages/stage.ts'
import { currentRoleHeader } from '../../../contract/accounts/session.ts'
import { countersQuery } from './counterQueries.ts'
import { reach } from './http.ts'
import { queryClient } from './queryClient.ts'
import { currentSession, readingSignal } from '../session/session.ts'

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

/** What a screen shows may all be out of date. */
const everything: Changes = { lists: [...stages], pathways: allPathwayMarks }

/** Has all lists and pathways that are open read again, after a time in which nothing was heard. */
export const readAllAgain = (): void => {
  tell(everything)
  void queryClient.invalidateQueries({ queryKey: countersQuery.queryKey })
}

/** What a message says; everything where this version does not understand it. */
const newsIn = (message: string): Changes => {
  try {
    return changes.parse(JSON.parse(message))
  } catch {
    return everything
  }
}

/** Ends what has been silent for too long; each sign of it begins anew. */
const patience = () => {
  const lost = new AbortController()
  let timer = 0
  const begin = (): void => {
    clearTimeout(timer)
    timer = window.setTimeout(() => lost.abort(), longestSilenceMs)
  }
  begin()
  return { signal: lost.signal, begin, end: () => clearTimeout(timer) }
}

/** The lines of a stream, whole ones only. @param heard that all which was saved before is known, from which on news are told */
const hearAll = async (
  body: ReadableStream<Uint8Array>,
  heard: () => void,
  { signal, begin }: Pick<ReturnType<typeof patience>, 'signal' | 'begin'>,
): Promise<void> => {
  const reader = body.getReader()
  const decoder = new TextDecoder()
  let rest = ''
  for (;;) {
    const { value, done } = await reader.read()
    if (done || signal.aborted) return
    begin()
    const lines = (rest + decoder.decode(value, { stream: true })).split('\n')
    rest = lines.pop() ?? ''
    for (const line of lines) {
      if (line === '') continue
      heard()
      if (!line.startsWith('data: ')) continue
      const news = newsIn(line.slice('data: '.length))
      setTimeout(() => !signal.aborted && tell(news), Math.random() * mostJitterMs)
    }
  }
}

/** Milliseconds of one clock stand still while a laptop sleeps, and the other may be set. */
const moment = () => ({ running: performance.now(), shown: Date.now() })
const secondsSince = ({ running, shown }: ReturnType<typeof moment>): number =>
  Math.ceil(Math.max(performance.now() - running, Date.now() - shown) / 1_000)

/**
 * Follows until the stream ends, or is silent. It never renews a session: who only looks on is not at work.
 * @param seconds ago that what is shown was read
 * @param heard is called whenever all that was saved before is known
 * @returns whether it was let in
 */
const followOnce = async (seconds: number, heard: () => void, ending: AbortSignal): Promise<boolean> => {
  const session = currentSession()
  if (session === null) return false
  const headers: Record<string, string> = {
    accept: streamType,
    authorization: `Bearer ${session.tokens.access_token}`,
  }
  if (session.currentRoleId !== null) headers[currentRoleHeader] = String(session.currentRoleId)
  const waiting = patience()
  const signal = AbortSignal.any([ending, waiting.signal])
  try {
    const answer = await reach(`${followChanges.path}?seconds=${seconds}`, {
      headers,
      signal,
      priority: 'low',
    })
    if (!answer.ok || answer.body === null || answer.headers.get('content-type') !== streamType) return false
    await hearAll(answer.body, heard, { signal, begin: waiting.begin })
    return true
  } finally {
    waiting.end()
  }
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
  let isFarBehind = false
  const heard = (): void => {
    if (isFarBehind) readAllAgain()
    isFarBehind = false
    read = moment()
    before = secondsBeforeHearing
    pauseMs = firstPauseMs
  }
  await pause(startMs, signal)
  while (!signal.aborted) {
    const seconds = secondsSince(read) + before
    // What it then shows is read again when this line is known to carry news, and not before: some never do.
    isFarBehind = seconds > mostSecondsBack
    // Cut off, refused or not understood: it is tried again, and nobody is told, because nothing is lost by it.
    const wasHeard = await followOnce(isFarBehind ? 0 : seconds, heard, signal).catch(() => false)
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
