import { onSignOut } from '../session/session.ts'
import { createStore } from '../session/createStore.ts'

/*
 * A save of a restricted record that is refused because a reason is needed waits here until the user has given it, so
 * that nothing typed is lost. The eight hours of access, or the session in which they began, may end while a form is
 * open (decision 105).
 */

interface Question {
  patientId: number
  /** @param isOpen whether the record was opened */
  answer: (isOpen: boolean) => void
}

const asked = createStore<Question | null>(null)
onSignOut(() => asked.get()?.answer(false))

export const useReasonAsked = (): Question | null => asked.useValue((question) => question)

/** The number of mounted screens that can ask. Without one the refusal is shown like any other. */
let asking = 0
export const canAskReason = (): (() => void) => {
  asking += 1
  return () => {
    asking -= 1
    if (asking === 0) asked.get()?.answer(false)
  }
}

const waiting = new Map<number, Promise<boolean>>()

/** Asks why the user needs to see the record, once for all saves that wait for it. False if no reason was given. */
export const askReason = (patientId: number): Promise<boolean> => {
  const already = waiting.get(patientId)
  if (already !== undefined) return already
  // One patient at a time: the next question waits for its turn.
  const turn = Promise.all(waiting.values())
  const answered = turn
    .then(
      () =>
        new Promise<boolean>((resolve) => {
          if (asking === 0) resolve(false)
          else asked.set({ patientId, answer: resolve })
        }),
    )
    .finally(() => {
      asked.set(null)
      waiting.delete(patientId)
    })
  waiting.set(patientId, answered)
  return answered
}
