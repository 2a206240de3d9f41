import { once } from 'node:events'
import type { Worker } from 'node:worker_threads'
import { expect, it, vi } from 'vitest'
import { startedThreads } from '../../testing/process/startedThreads.ts'

// A separate copy of the module, without the threads of other tests.
vi.resetModules()
const { renderInWorker } = await import('./renderWorkerPool.ts')

const started = startedThreads()

const draw = () => renderInWorker({ type: 'table', table: { title: 'Names', columns: [], rows: [] } })

it('the thread ends when nothing was drawn for a minute, and the next file has a new one', async () => {
  await draw()
  vi.advanceTimersByTime(59_000)
  await draw()
  vi.advanceTimersByTime(59_000)
  await draw()
  expect(started()).toHaveLength(1)
  const ended = once(started()[0] as Worker, 'exit')
  vi.advanceTimersByTime(60_000)
  // Requested before the old thread has ended. The end of the old thread does not affect this request.
  const drawn = draw()
  await ended
  expect(started()).toHaveLength(2)
  expect((await drawn).length).toBeGreaterThan(0)
})
