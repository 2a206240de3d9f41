import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import { afterAll, afterEach, expect, it, vi } from 'vitest'

// The thread creates the folder if it is missing.
const folder = mkdtempSync(join(tmpdir(), 'surefoot-compiled-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
afterEach(() => vi.unstubAllEnvs())

/** The environment that a thread sees. */
const seen = async (): Promise<unknown> => {
  vi.resetModules()
  const { threadEnvironment } = await import('./threadEnvironment.ts')
  const thread = new Worker("require('node:worker_threads').parentPort.postMessage({ ...process.env })", {
    eval: true,
    env: threadEnvironment,
  })
  return new Promise((resolve, reject) => thread.once('message', resolve).once('error', reject))
}

it.each([
  [folder, { NODE_COMPILE_CACHE: folder }],
  [undefined, {}],
])('a thread knows where compiled sources are kept (%s), and nothing else', async (kept, expected) => {
  vi.stubEnv('NODE_COMPILE_CACHE', kept)
  vi.stubEnv('SECRET_KEY', 'not for a thread')
  expect(await seen()).toEqual(expected)
})
