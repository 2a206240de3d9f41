import { existsSync, readlinkSync } from 'node:fs'
import { setPriority } from 'node:os'
import { basename } from 'node:path'
import { parentPort } from 'node:worker_threads'
import { hashSync, verifySync } from '@node-rs/argon2'
import { hashParameters } from './hashParameters.ts'

export type ToHash =
  { kind: 'hash'; password: string } | { kind: 'verify'; against: string; password: string }
export type Hashed = { result: string | boolean } | { failure: string }

/** Above 0 yields to others. Little, since a busy machine must still let people in. */
const niceness = 5

/**
 * Puts this thread behind those that serve. Linux keeps a priority for each thread; elsewhere it would be the whole
 * process that waits, so nothing is done.
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
    // Without the message, which may quote what was hashed.
    answer = { failure: error instanceof Error ? error.name : 'Error' }
  }
  parentPort?.postMessage(answer)
})
