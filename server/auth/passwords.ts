import { hash, verify, type Algorithm } from '@node-rs/argon2'
import { unavailable } from '../errors.ts'

/** argon2id, 19 MiB, two passes (trust AU-5); raising these makes old hashes be renewed at the next sign-in. */
const parameters = { algorithm: 2 as Algorithm, memoryCost: 19_456, timeCost: 2, parallelism: 1 }

/** Hashing is dear in memory and processor: few at a time, a short queue, then 'try again' (trust DL-2). */
const atOnce = 2
const queueLimit = 50

let running = 0
const queue: (() => void)[] = []

const inTurn = async <T>(work: () => Promise<T>): Promise<T> => {
  if (running >= atOnce) {
    if (queue.length >= queueLimit) throw unavailable()
    // The place is handed over by whoever finishes, so `running` stays as it is.
    await new Promise<void>((resolve) => queue.push(resolve))
  } else {
    running += 1
  }
  try {
    return await work()
  } finally {
    const next = queue.shift()
    if (next === undefined) running -= 1
    else next()
  }
}

export const hashPassword = (password: string): Promise<string> => inTurn(() => hash(password, parameters))

/** Of nobody's password: computed against when the user is unknown, so that the answer takes as long (trust AU-3). */
let nobody: Promise<string> | undefined
const hashOfNobody = (): Promise<string> =>
  (nobody ??= hash('the password of nobody in particular', parameters))

/** Compares with the stored hash; with none, does the same work and answers false. */
export const passwordMatches = async (stored: string | null, password: string): Promise<boolean> => {
  const against = stored ?? (await hashOfNobody())
  const matches = await inTurn(() => verify(against, password))
  return matches && stored !== null
}

const current = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$/

export const needsRehash = (stored: string): boolean => {
  const [, memory, time, lanes] = current.exec(stored) ?? []
  return (
    Number(memory) !== parameters.memoryCost ||
    Number(time) !== parameters.timeCost ||
    Number(lanes) !== parameters.parallelism
  )
}
