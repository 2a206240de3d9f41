import { existsSync, readlinkSync } from 'node:fs'
import { setPriority } from 'node:os'
import { basename } from 'node:path'
import { parentPort } from 'node:worker_threads'
import { hashSync, verifySync } from '@node-rs/argon2'
import { hashParameters } from './hashParameters.ts'

export type ToHash =
  { kind: 'hash'; password: string } | { kind: 'verify'; against: string; password: string }
export type Hashed = { result: string | boolean } | { failure: string }

/** Above 0 gives way to other threads. Kept low, because a busy machine must still let people sign in. */
const niceness = 5

/**
 * Lowers the priority of this thread below those that serve calls. Only Linux has a priority for each thread. Elsewhere
 * the whole process would slow down, so this does nothing there.
 */
const yieldToServing = (): void => {
  if (!existsSync('/proc/thread-self')) return
  const thread = Number(basename(readlinkSync('/proc/thread-self')))
  setPriority(thread, niceness)
}

const work = (what: ToHash): string | boolean =>
  what.kind === 'hash' ? hashSync(what.password, hashParameters) : verifySync(what.against, what.password)

yieldToServing()
parentPort?.on('message', (what: ToHash) => {
  let answer: Hashed
  try {
    answer = { result: work(what) }
  } catch (error) {
    // Omits the message, which may quote the password.
    answer = { failure: error instanceof Error ? error.name : 'Error' }
  }
  parentPort?.postMessage(answer)
})
