import type { Worker } from 'node:worker_threads'
import { afterEach, beforeEach, vi } from 'vitest'

/** The threads that a test started so far, for tests of those that end when nobody asks: timers go on only when they are told to. */
export const startedThreads = (): (() => readonly Worker[]) => {
  let started: Worker[] = []
  const note = (worker: Worker): void => void started.push(worker)
  beforeEach(() => {
    started = []
    process.on('worker', note)
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  })
  afterEach(() => {
    process.off('worker', note)
    vi.useRealTimers()
  })
  return () => started
}
