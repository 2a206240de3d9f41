import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { makeDataFolder } from '../server/platform/db/embedded/makeDataFolder.ts'

/** The setting that names the folder of data that were made once for all products of a run. */
export const madeOnce = 'SUREFOOT_E2E_DATA'

export interface StartedProduct {
  /** Where it keeps its data. */
  dataFolder: string
  stop: () => Promise<void>
  /** Stops it, and leaves its data. */
  leave: () => Promise<void>
}

/**
 * Starts the product with its demonstration data in a folder of its own: a copy of those that were made once, where they were.
 * @param more settings besides
 */
export const startProduct = async (
  port: number,
  more: Record<string, string> = {},
): Promise<StartedProduct> => {
  const folder = await makeDataFolder()
  const made = process.env[madeOnce]
  // PostgreSQL takes a folder only from its own user, whom this keeps.
  if (made !== undefined) await promisify(execFile)('cp', ['-a', join(made, '.'), folder])
  const { DATABASE_URL: _outside, ...environment } = process.env
  const product = spawn(process.execPath, ['scripts/start.ts'], {
    env: { ...environment, DATA_FOLDER: folder, PORT: String(port), LOG_LEVEL: 'warn', ...more },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  await new Promise<void>((resolve, reject) => {
    product.stdout.on('data', (text: Buffer) => {
      if (text.toString().includes('Surefoot is ready')) resolve()
    })
    product.once('exit', (code) =>
      reject(new Error(`The product ended with code ${code} before it was ready`)),
    )
  })
  const leave = async (): Promise<void> => {
    const ended = once(product, 'exit')
    product.kill('SIGTERM')
    await ended
  }
  const stop = async (): Promise<void> => {
    await leave()
    await rm(folder, { recursive: true, force: true })
  }
  return { dataFolder: folder, stop, leave }
}
