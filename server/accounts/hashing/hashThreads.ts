import { availableParallelism } from 'node:os'
import { Worker } from 'node:worker_threads'
import { threadEnvironment } from '../../platform/settings/threadEnvironment.ts'
import type { Hashed, ToHash } from './hashWorker.ts'

/** One processor is left to those who are at work; two threads are enough for any clinic (DL-2). */
export const hashThreads = Math.max(1, Math.min(2, availableParallelism() - 1))

/** Until a thread that nobody asks ends: it holds some 15 MiB, and a clinic signs in in the morning. */
const idleMs = 60_000

interface Job {
  what: ToHash
  resolve: (result: string | boolean) => void
  reject: (error: Error) => void
}

interface Thread {
  worker: Worker
  job: Job | null
  /** Ends it when nobody has asked for a while. */
  retire: NodeJS.Timeout | undefined
}

const threads: Thread[] = []
const waiting: Job[] = []

/** Jobs of a thread that has ended fail, and the next job gets a new thread. */
const lose = (thread: Thread, error: Error): void => {
  const at = threads.indexOf(thread)
  if (at >= 0) threads.splice(at, 1)
  clearTimeout(thread.retire)
  thread.job?.reject(error)
  thread.job = null
  giveOut()
}

/** Only one without a job. */
const end = (thread: Thread): void => {
  threads.splice(threads.indexOf(thread), 1)
  void thread.worker.terminate()
}

const start = (): Thread => {
  // Nothing else of the environment: the thread hashes what it is given.
  const worker = new Worker(new URL('./hashWorker.ts', import.meta.url), { env: threadEnvironment })
  const thread: Thread = { worker, job: null, retire: undefined }
  worker.on('message', (answer: Hashed) => {
    const { job } = thread
    thread.job = null
    if ('failure' in answer) job?.reject(new Error(`A password could not be hashed: ${answer.failure}`))
    else job?.resolve(answer.result)
    // A command that has hashed one password must be able to end.
    worker.unref()
    thread.retire = setTimeout(() => end(thread), idleMs).unref()
    giveOut()
  })
  worker.on('error', (error) => lose(thread, error))
  worker.on('exit', () => lose(thread, new Error('The thread that hashes passwords has ended')))
  threads.push(thread)
  return thread
}

const giveOut = (): void => {
  while (waiting.length > 0) {
    const thread = threads.find(({ job }) => job === null) ?? (threads.length < hashThreads ? start() : null)
    const job = waiting.shift()
    if (thread === null || job === undefined) {
      if (job !== undefined) waiting.unshift(job)
      return
    }
    clearTimeout(thread.retire)
    thread.job = job
    thread.worker.ref()
    thread.worker.postMessage(job.what)
  }
}

const inThread = (what: ToHash): Promise<string | boolean> =>
  new Promise((resolve, reject) => {
    waiting.push({ what, resolve, reject })
    giveOut()
  })

/** The hash of a password with the present parameters, in a thread of its own. */
export const hashInThread = async (password: string): Promise<string> =>
  String(await inThread({ kind: 'hash', password }))

/** Whether the password has this hash. */
export const verifyInThread = async (against: string, password: string): Promise<boolean> =>
  (await inThread({ kind: 'verify', against, password })) === true
