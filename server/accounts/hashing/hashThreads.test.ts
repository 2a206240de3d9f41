import { once } from 'node:events'
import type { Worker } from 'node:worker_threads'
import { beforeEach, expect, it, vi } from 'vitest'
import { startedThreads } from '../../testing/process/startedThreads.ts'
import type * as hashThreads from './hashThreads.ts'

let threads: typeof hashThreads
beforeEach(async () => {
  // Without the threads of other tests.
  vi.resetModules()
  threads = await import('./hashThreads.ts')
})
const started = startedThreads()

const hashInThread = (password: string) => threads.hashInThread(password)
const verifyInThread = (against: string, password: string) => threads.verifyInThread(against, password)

it('a thread ends when nobody has asked for a minute, and the next password has a new one', async () => {
  const hash = await hashInThread('one')
  vi.advanceTimersByTime(59_000)
  expect(await verifyInThread(hash, 'one')).toBe(true)
  vi.advanceTimersByTime(59_000)
  expect(await verifyInThread(hash, 'two')).toBe(false)
  expect(started()).toHaveLength(1)
  const ended = once(started()[0] as Worker, 'exit')
  vi.advanceTimersByTime(60_000)
  await ended
  expect(await verifyInThread(hash, 'one')).toBe(true)
  expect(started()).toHaveLength(2)
})

it('a thread that has ended by itself takes none with it a minute later', async () => {
  const hash = await hashInThread('one')
  expect(started()).toHaveLength(1)
  await started()[0]?.terminate()
  vi.advanceTimersByTime(30_000)
  expect(await verifyInThread(hash, 'one')).toBe(true)
  vi.advanceTimersByTime(59_000)
  expect(await verifyInThread(hash, 'one')).toBe(true)
  expect(started()).toHaveLength(2)
})
