import { Worker } from 'node:worker_threads'
import { threadEnvironment } from '../settings/threadEnvironment.ts'
import { UnprintableCharacter } from './unprintable.ts'
import type { RenderReply, RenderRequest } from './renderWorker.ts'

interface Waiting {
  resolve: (body: Uint8Array) => void
  reject: (error: Error) => void
}

/** The thread ends after this long without work, because it keeps fonts and libraries in memory. */
const idleMs = 60_000

let worker: Worker | null = null
let retire: NodeJS.Timeout | undefined
let asked = 0
const waiting = new Map<number, Waiting>()

/**
 * Callers of the lost thread get the error, and the next report starts a new thread. Callers of a newer thread are not
 * affected.
 */
const lose = (gone: Worker, error: Error): void => {
  if (worker !== gone) return
  worker = null
  for (const { reject } of waiting.values()) reject(error)
  waiting.clear()
}

/** Called only while nobody waits. */
const end = (idle: Worker): void => {
  if (worker === idle) worker = null
  void idle.terminate()
}

const start = (): Worker => {
  // The thread gets no other environment variables: it only draws what it is given.
  const started = new Worker(new URL('./renderWorker.ts', import.meta.url), { env: threadEnvironment })
  started.unref()
  started.on('message', ({ id, body, failure, unprintable }: RenderReply) => {
    const asker = waiting.get(id)
    waiting.delete(id)
    if (unprintable !== null) asker?.reject(new UnprintableCharacter(unprintable))
    else if (body === null) asker?.reject(new Error(failure ?? 'A report could not be rendered'))
    else asker?.resolve(body)
    if (waiting.size === 0) retire = setTimeout(() => end(started), idleMs).unref()
  })
  started.on('error', (error) => lose(started, error))
  started.on('exit', () => lose(started, new Error('The thread that renders reports has ended')))
  return started
}

/**
 * Draws in a separate thread, so that users at a work list do not wait for the pages of a report (DL-1).
 * @param note also printed at the foot of each page on paper
 * @throws UnprintableCharacter for a PDF with a character that no font has
 */
export const renderInWorker = (what: RenderRequest, note = ''): Promise<Uint8Array> =>
  new Promise((resolve, reject) => {
    clearTimeout(retire)
    worker ??= start()
    asked += 1
    waiting.set(asked, { resolve, reject })
    worker.postMessage({ id: asked, what, note })
  })
