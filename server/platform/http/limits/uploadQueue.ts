import { causedBy, HttpProblem, PartFailure } from '../../errors.ts'

/** Each upload in progress keeps its file in memory until it is stored. */
const mostAtOnce = 8
const mostOfUser = 2
/** How long a request is held open to wait for a place before it is told to try again. */
const heldForMs = 4_000
/** A client that is told to try again does so after this time. It keeps its place in line for a few such attempts. */
const comeAgainMs = 5_000
const placeKeptMs = 3 * comeAgainMs
const longestLine = 200
const longestLineOfUser = 10

interface Waiting {
  userId: number
  upload: string
  /** Admits the request that is held open; null if none is. */
  letIn: (() => void) | null
  /** The place is kept until this time for a request that was told to try again. */
  until: number
}

export interface UploadLine {
  /**
   * Waits for a place and returns a function that gives it back. After a moment it throws a refusal that says how many
   * uploads are ahead.
   * @param upload identifies the upload, and stays the same each time the user sends it again
   */
  enter: (userId: number, upload: string) => Promise<() => void>
}

/**
 * Allows a few uploads at a time, and few of them per user. The others wait in order of arrival. For a moment their
 * request is held open; then it is refused with its number in line, and keeps its place until it is sent again.
 */
export const openUploadLine = (holdMs = heldForMs): UploadLine => {
  const underWay = new Map<number, number>()
  const line = new Set<Waiting>()
  let busy = 0

  const ofUser = (userId: number): number => underWay.get(userId) ?? 0
  const mayHaveMore = ({ userId }: Waiting): boolean => ofUser(userId) < mostOfUser

  /** Gives free places to the next in line, and reserves places for those who were told to try again. */
  const letNextIn = (): void => {
    let kept = 0
    const keptOfUser = new Map<number, number>()
    for (const one of line) {
      if (one.letIn === null && one.until < performance.now()) line.delete(one)
      else if (mayHaveMore(one)) {
        if (busy + kept >= mostAtOnce) return
        if (one.letIn === null) {
          const ofThisUser = keptOfUser.get(one.userId) ?? 0
          if (ofUser(one.userId) + ofThisUser >= mostOfUser) continue
          keptOfUser.set(one.userId, ofThisUser + 1)
          kept += 1
        } else {
          line.delete(one)
          busy += 1
          underWay.set(one.userId, ofUser(one.userId) + 1)
          one.letIn()
        }
      }
    }
  }

  const leave = (userId: number): void => {
    busy -= 1
    if (ofUser(userId) === 1) underWay.delete(userId)
    else underWay.set(userId, ofUser(userId) - 1)
    letNextIn()
  }

  /** How many are ahead of this one or may overtake it. Uploads that wait for others of the same user do not count. */
  const ahead = (one: Waiting): number =>
    [...line].slice(0, [...line].indexOf(one)).filter(mayHaveMore).length

  const takePlaceInLine = (userId: number, upload: string): Waiting => {
    const ofThisUser = [...line].filter((one) => one.userId === userId)
    const kept = ofThisUser.find((one) => one.upload === upload && one.letIn === null)
    if (kept !== undefined) return kept
    if (line.size >= longestLine) throw allTaken(line.size)
    if (ofThisUser.length >= longestLineOfUser) throw ownTaken()
    const added: Waiting = { userId, upload, letIn: null, until: Infinity }
    line.add(added)
    return added
  }

  return {
    enter: async (userId, upload) => {
      const one = takePlaceInLine(userId, upload)
      await new Promise<void>((resolve, reject) => {
        const timeout = setTimeout(() => {
          one.letIn = null
          one.until = performance.now() + placeKeptMs
          reject(mayHaveMore(one) ? allTaken(ahead(one)) : ownTaken())
        }, holdMs)
        one.letIn = () => {
          clearTimeout(timeout)
          resolve()
        }
        letNextIn()
      })
      return () => leave(userId)
    },
  }
}

const allTaken = (ahead: number): HttpProblem =>
  causedBy(
    new HttpProblem(
      503,
      'unavailable',
      `Many people are uploading at the moment: ${waitingAhead(ahead)} Nothing was stored yet. Please try again in a moment.`,
      {},
      comeAgainMs,
    ),
    new PartFailure('service', 'too many uploads are waiting'),
  )

const waitingAhead = (ahead: number): string => {
  if (ahead === 0) return 'this file is next.'
  return ahead === 1 ? '1 other file is ahead of this one.' : `${ahead} other files are ahead of this one.`
}

const ownTaken = (): HttpProblem =>
  new HttpProblem(
    429,
    'too-often',
    `You are uploading ${mostOfUser} files already, which is the most at a time. Nothing of this one was stored yet. Please try again when one of them has arrived.`,
    {},
    comeAgainMs,
  )
