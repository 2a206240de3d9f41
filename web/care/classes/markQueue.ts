import { useEffect } from 'react'
import { z } from 'zod'
import {
  markAttendance,
  type Register,
  type RegisterPerson,
} from '../../../contract/care/classes/register.ts'
import { storagePrefix } from '../../../contract/accounts/session.ts'
import { ApiError, call } from '../../platform/calls/api.ts'
import { createStore } from '../../platform/session/createStore.ts'
import { queryClient } from '../../platform/calls/queryClient.ts'
import { currentSession, onSignOut, useSession } from '../../platform/session/session.ts'
import { registerQuery } from './classQueries.ts'

/*
 * Register marks wait in this browser until the service has them, so that none is lost without a signal, even if the
 * page is reloaded. Only the ids and marks of one user are kept, and nothing that identifies a patient. Each mark has
 * an idempotency key, so it is saved once however often it is sent (decision 109).
 */

const waitingMark = z.object({
  key: z.string(),
  sessionId: z.int(),
  placeId: z.int(),
  attendanceStatus: markAttendance.input.shape.attendanceStatus,
  /** Version of the attendance that it replaces; null if there was none. */
  version: z.int().nullable(),
  /** The mark may have reached the service, so it is only sent again and never changed. */
  isSent: z.boolean(),
})
export type WaitingMark = z.output<typeof waitingMark>

interface Queue {
  userId: number
  marks: readonly WaitingMark[]
  /** Why the service refused marks, by key. Kept in memory only, because a sentence may name a person. */
  refusals: ReadonlyMap<string, string>
  /** The last attempt to send did not get through. */
  isAway: boolean
}

const nobody: Queue = { userId: 0, marks: [], refusals: new Map(), isAway: false }
const queue = createStore<Queue>(nobody)
onSignOut(() => queue.set(nobody))

const storageKey = (userId: number): string => `${storagePrefix}marks.${userId}`

/** Unreadable content, for example written by something else, counts as none. */
const read = (userId: number): WaitingMark[] => {
  try {
    return z.array(waitingMark).parse(JSON.parse(localStorage.getItem(storageKey(userId)) ?? '[]'))
  } catch {
    return []
  }
}

const adopt = (userId: number): void => {
  if (queue.get().userId !== userId) queue.set({ ...nobody, userId, marks: read(userId) })
}

const keep = (marks: readonly WaitingMark[], more: Partial<Queue> = {}): void => {
  const { userId } = queue.get()
  if (marks.length === 0) localStorage.removeItem(storageKey(userId))
  else localStorage.setItem(storageKey(userId), JSON.stringify(marks))
  queue.set({ ...queue.get(), ...more, marks })
}

const isOfSame = (one: WaitingMark, other: Pick<WaitingMark, 'sessionId' | 'placeId'>): boolean =>
  one.sessionId === other.sessionId && one.placeId === other.placeId

/** Stores a mark and sends it. It replaces an unsent mark of the same person. */
export const queueMark = (mark: Omit<WaitingMark, 'key' | 'isSent'>): void => {
  const { marks, refusals } = queue.get()
  const others = marks.filter((each) => !isOfSame(each, mark) || (each.isSent && !refusals.has(each.key)))
  keep([...others, { ...mark, key: crypto.randomUUID(), isSent: false }])
  void sendMarks()
}

/** Discards a mark that the service refused, and shows the stored one. */
export const dropMark = async ({ key, sessionId }: WaitingMark): Promise<void> => {
  keep(queue.get().marks.filter((each) => each.key !== key))
  await queryClient.invalidateQueries({ queryKey: registerQuery(sessionId).queryKey })
}

/** No answer, an expired session, too many requests, or a service that is unavailable. The mark itself is fine. */
const isPassing = ({ status }: ApiError): boolean =>
  status === 0 || status === 401 || status === 429 || status >= 500

let sending: Promise<void> | null = null

/** Sends waiting marks one at a time, in the order in which they were made. */
export const sendMarks = (): Promise<void> => {
  sending ??= sendAll().finally(() => {
    sending = null
  })
  return sending
}

const sendAll = async (): Promise<void> => {
  for (;;) {
    const { marks, refusals, userId } = queue.get()
    const next = marks.find(({ key }) => !refusals.has(key))
    if (next === undefined || currentSession()?.profile?.user.id !== userId) return
    if (!navigator.onLine) return queue.set({ ...queue.get(), isAway: true })
    const { key, sessionId, placeId, attendanceStatus, version } = next
    keep(marks.map((each) => (each.key === key ? { ...each, isSent: true } : each)))
    try {
      const { mark } = await call(
        markAttendance,
        { sessionId, placeId, attendanceStatus, ...(version === null ? {} : { version }) },
        { idempotencyKey: key },
      )
      if (queue.get().userId !== userId) return
      taken(next, mark)
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      if (queue.get().userId !== userId) return
      if (isPassing(error)) return queue.set({ ...queue.get(), isAway: true })
      const said = error.message || Object.values(error.fields).join(' ')
      queue.set({ ...queue.get(), isAway: false, refusals: new Map([...queue.get().refusals, [key, said]]) })
    }
  }
}

/** Shows the stored mark in the register. A mark made in the meantime now replaces the stored one. */
const taken = (sent: WaitingMark, mark: RegisterPerson['mark']): void => {
  const { queryKey } = registerQuery(sent.sessionId)
  // A read in progress may be older than this answer.
  void queryClient.cancelQueries({ queryKey })
  queryClient.setQueryData<Register>(
    queryKey,
    (register) =>
      register && {
        ...register,
        people: register.people.map((person) =>
          person.placeId === sent.placeId ? { ...person, mark } : person,
        ),
      },
  )
  void queryClient.invalidateQueries({
    predicate: ({ queryKey: [room, what] }) => room !== 'classes' || what !== 'register',
    refetchType: 'none',
  })
  const left = queue.get().marks.filter(({ key }) => key !== sent.key)
  keep(
    left.map((each) => (isOfSame(each, sent) ? { ...each, version: mark?.version ?? null } : each)),
    { isAway: false },
  )
}

const againMs = 5_000

/** Waiting marks of the signed-in user. Sends them repeatedly while a screen that uses them is open. */
export const useWaitingMarks = (): Queue => {
  const userId = useSession()?.profile?.user.id ?? 0
  useEffect(() => {
    adopt(userId)
    void sendMarks()
    const send = (): void => void sendMarks()
    const timer = setInterval(send, againMs)
    window.addEventListener('online', send)
    return () => {
      clearInterval(timer)
      window.removeEventListener('online', send)
    }
  }, [userId])
  return queue.useValue((all) => all)
}
