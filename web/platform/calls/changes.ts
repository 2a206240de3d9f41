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
import { pause } from './pause.ts'

/*
 * Follows what other users save, as it happens (decision 106). A visible tab has one stream, a hidden tab none: a
 * browser has six connections to a service, and a hidden tab needs no updates. Nothing depends on the stream. Without
 * it, screens learn of changes when they are opened or looked at again, and counters are read each minute.
 */

/** Jitter, so that not every screen asks at the same moment. */
const mostJitterMs = 500
/** Delay before the stream opens. The screen's own data is loaded first. */
const startMs = 1_000
/** Pause after a stream has ended or been refused. It grows while no stream works. */
const firstPauseMs = 2_000
const longestPauseMs = 60_000
/** Changes saved this long before a screen was opened may be missing from it: a request takes a moment to arrive. */
const secondsBeforeOpening = 2
/** The same margin for changes saved before the last line arrived, even on a slow connection. */
const secondsBeforeHearing = 5
/** The server sends a sign of life every 30 seconds. */
const longestSilenceMs = 75_000

const listeners = new Set<(news: Changes) => void>()

/** Registers a listener for updates. Returns a function that removes it. */
export const onChanges = (hear: (news: Changes) => void): (() => void) => {
  listeners.add(hear)
  return () => void listeners.delete(hear)
}

const tell = (news: Changes): void => {
  if (news.counters !== undefined) queryClient.setQueryData(countersQuery.queryKey, news.counters)
  for (const hear of listeners) hear(news)
}

/** Marks everything that a screen shows as out of date. */
const everything: Changes = { lists: [...stages], pathways: allPathwayMarks }

/** Makes all open lists and pathways read again, after a time without updates. */
export const readAllAgain = (): void => {
  tell(everything)
  void queryClient.invalidateQueries({ queryKey: countersQuery.queryKey })
}

/** The updates in a message, or everything if this version does not understand it. */
const newsIn = (message: string): Changes => {
  try {
    return changes.parse(JSON.parse(message))
  } catch {
    return everything
  }
}

/** Aborts a stream that is silent for too long. Each call of `begin` restarts the timer. */
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

/**
 * Reads the complete lines of a stream.
 * @param heard is called for each line. All earlier saves are known by then, so the next stream can start from there
 */
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

/** Both clocks: one stands still while a laptop sleeps, and the other may be adjusted. */
const moment = () => ({ running: performance.now(), shown: Date.now() })
const secondsSince = ({ running, shown }: ReturnType<typeof moment>): number =>
  Math.ceil(Math.max(performance.now() - running, Date.now() - shown) / 1_000)

/**
 * Follows until the stream ends or goes silent. It never renews a session, because watching a screen is not activity.
 * @param seconds how long ago the shown data was read
 * @param heard is called whenever all earlier saves are known
 * @returns whether the server accepted the stream
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
    // The screen is read again only once this stream is known to deliver updates, because some connections never do.
    isFarBehind = seconds > mostSecondsBack
    // Retry on failure without telling the user: nothing is lost.
    const wasHeard = await followOnce(isFarBehind ? 0 : seconds, heard, signal).catch(() => false)
    pauseMs = wasHeard ? firstPauseMs : Math.min(2 * pauseMs, longestPauseMs)
    await pause(pauseMs * (0.5 + Math.random() / 2), signal)
  }
}

/** Follows while this tab is visible, in this session and role. Returns a function that stops it. */
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
