import { availableParallelism } from 'node:os'
import { Worker } from 'node:worker_threads'
import { threadEnvironment } from '../../platform/settings/threadEnvironment.ts'
import type { Hashed, ToHash } from './hashWorker.ts'

/** Leaves one processor to the calls that serve people at work. Two threads are enough for any clinic (DL-2). */
export const hashThreads = Math.max(1, Math.min(2, availableParallelism() - 1))

/** How long an idle thread lives. It uses some 15 MiB, and a clinic signs in mostly in the morning. */
const idleMs = 60_000

interface Job {
  what: ToHash
  resolve: (result: string | boolean) => void
  reject: (error: Error) => void
}

interface Thread {
  worker: Worker
  job: Job | null
  /** Ends the thread once it has been idle long enough. */
  retire: NodeJS.Timeout | undefined
}

const threads: Thread[] = []
const waiting: Job[] = []

/** The job of a thread that has ended fails; the next job gets a new thread. */
const lose = (thread: Thread, error: Error): void => {
  const at = threads.indexOf(thread)
  if (at >= 0) threads.splice(at, 1)
  clearTimeout(thread.retire)
  thread.job?.reject(error)
  thread.job = null
  giveOut()
}

/** Call only for a thread without a job. */
const end = (thread: Thread): void => {
  threads.splice(threads.indexOf(thread), 1)
  void thread.worker.terminate()
}

const start = (): Thread => {
  // The thread gets no other environment variables: it only hashes what it receives.
  const worker = new Worker(new URL('./hashWorker.ts', import.meta.url), { env: threadEnvironment })
  const thread: Thread = { worker, job: null, retire: undefined }
  worker.on('message', (answer: Hashed) => {
    const { job } = thread
    thread.job = null
    if ('failure' in answer) job?.reject(new Error(`A password could not be hashed: ${answer.failure}`))
    else job?.resolve(answer.result)
    // A command that has hashed one password must be able to exit.
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

/** Hashes a password with the current parameters, in a separate thread. */
export const hashInThread = async (password: string): Promise<string> =>
  String(await inThread({ kind: 'hash', password }))

export const verifyInThread = async (against: string, password: string): Promise<boolean> =>
  (await inThread({ kind: 'verify', against, password })) === true
