import { hashParameters } from './hashParameters.ts'
import { hashInThread, verifyInThread } from './hashThreads.ts'

/*
 * Hashing takes much memory and processor time, so calls wait for it in the queue (passwordQueue.ts). Only work that
 * nobody outside can trigger at will bypasses the queue.
 */

export const hashPassword = (password: string): Promise<string> => hashInThread(password)

/** A hash of no user's password. It is compared when the user is unknown, so that the reply takes as long (AU-3). */
let nobody: Promise<string> | undefined
const hashOfNobody = (): Promise<string> => (nobody ??= hashInThread('the password of nobody in particular'))

/** Compares with the stored hash. Without one, does the same work and returns false. */
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
