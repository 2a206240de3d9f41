import { hashParameters } from './hashParameters.ts'
import { hashInThread, verifyInThread } from './hashThreads.ts'

/*
 * Hashing takes much memory and processor time. A call does it when the queue lets it (passwordQueue.ts); only what
 * nobody outside can ask for at will bypasses the queue.
 */

export const hashPassword = (password: string): Promise<string> => hashInThread(password)

/** Of nobody's password: computed against when the user is unknown, so that the answer takes as long (AU-3). */
let nobody: Promise<string> | undefined
const hashOfNobody = (): Promise<string> => (nobody ??= hashInThread('the password of nobody in particular'))

/** Compares with the stored hash; with none, does the same work and returns false. */
export const passwordMatches = async (stored: string | null, password: string): Promise<boolean> => {
  const against = stored ?? (await hashOfNobody())
  const matches = await verifyInThread(against, password)
  return matches && stored !== null
}

const current = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$/

export const needsRehash = (stored: string): boolean => {
  const [, memory, time, lanes] = current.exec(stored) ?? []
  return (
    Number(memory) !== hashParameters.memoryCost ||
    Number(time) !== hashParameters.timeCost ||
    Number(lanes) !== hashParameters.parallelism
  )
}
