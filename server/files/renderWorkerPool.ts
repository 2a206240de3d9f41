import { Worker } from 'node:worker_threads'
import { threadEnvironment } from '../settings/threadEnvironment.ts'
import type { RenderReply, RenderRequest } from './renderWorker.ts'

interface Waiting {
  resolve: (body: Uint8Array) => void
  reject: (error: Error) => void
}

let worker: Worker | null = null
let asked = 0
const waiting = new Map<number, Waiting>()

/** Who waits when the thread has gone is told, and the next report gets a new one. */
const lose = (error: Error): void => {
  worker = null
  for (const { reject } of waiting.values()) reject(error)
  waiting.clear()
}

const start = (): Worker => {
  // Nothing else of the environment: the thread draws what it is given.
  const started = new Worker(new URL('./renderWorker.ts', import.meta.url), { env: threadEnvironment })
  started.unref()
  started.on('message', ({ id, body, failure }: RenderReply) => {
    const asker = waiting.get(id)
    waiting.delete(id)
    if (body === null) asker?.reject(new Error(failure ?? 'A report could not be rendered'))
    else asker?.resolve(body)
  })
  started.on('error', lose)
  started.on('exit', () => lose(new Error('The thread that renders reports has ended')))
  return started
}

/**
 * Draws in a thread of its own, so that nobody at a work list waits for the pages of a report (DL-1).
 * @param note said at the foot of each page on paper too
 */
export const renderInWorker = (what: RenderRequest, note = ''): Promise<Uint8Array> =>
  new Promise((resolve, reject) => {
    worker ??= start()
    asked += 1
    waiting.set(asked, { resolve, reject })
    worker.postMessage({ id: asked, what, note })
  })
