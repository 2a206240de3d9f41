import type { Kysely } from 'kysely'
import { PartFailure, unavailable } from '../../errors.ts'
import type { DB } from '../types.ts'

/**
 * Runs a write on one of the write connections. The subject names what it changes; null if it shares nothing with other
 * writes.
 */
export type Writers = <T>(subject: string | null, work: (sql: Kysely<DB>) => Promise<T>) => Promise<T>

interface Waiting {
  subject: string | null
  go: () => void
}

/** Per subject. More would only wait for the row that the first one locks. */
const atOnceOfSubject = 2
/** When this many wait, further callers are told to try again. */
const mostWaiting = 200
/** Together with the longest wait for a lock (connect.ts), this stays within five seconds (DL-5). */
const longestWaitMs = 2_200

const tooBusy = (why: string) => new PartFailure('database', why)

/**
 * Writes have a few connections of their own, so that reads keep theirs whatever is locked. At most two of them serve
 * the same patient at a time, so that writes waiting for one row do not hold up writes to another.
 */
export const writersOn = (sql: Kysely<DB>, connections: number): Writers => {
  const underWay = new Map<string | null, number>()
  const waiting = new Set<Waiting>()
  let busy = 0

  const mayGo = (subject: string | null): boolean =>
    busy < connections && (subject === null || (underWay.get(subject) ?? 0) < atOnceOfSubject)

  const begin = (subject: string | null): void => {
    busy += 1
    underWay.set(subject, (underWay.get(subject) ?? 0) + 1)
  }

  const end = (subject: string | null): void => {
    busy -= 1
    const left = (underWay.get(subject) ?? 1) - 1
    if (left === 0) underWay.delete(subject)
    else underWay.set(subject, left)
    for (const one of waiting) if (mayGo(one.subject)) one.go()
  }

  const waitInLine = (subject: string | null): Promise<void> =>
    new Promise((resolve, reject) => {
      const one: Waiting = {
        subject,
        go: () => {
          clearTimeout(timeout)
          waiting.delete(one)
          begin(subject)
          resolve()
        },
      }
      const timeout = setTimeout(() => {
        waiting.delete(one)
        reject(unavailable(tooBusy('a write waited too long for an earlier one')))
      }, longestWaitMs)
      waiting.add(one)
    })

  return async (subject, work) => {
    if (mayGo(subject)) begin(subject)
    else if (waiting.size >= mostWaiting) throw unavailable(tooBusy('too many writes are waiting'))
    else await waitInLine(subject)
    try {
      return await work(sql)
    } finally {
      end(subject)
    }
  }
}
