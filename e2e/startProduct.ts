import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { rm } from 'node:fs/promises'
import { makeDataFolder } from '../server/db/embedded/makeDataFolder.ts'

export interface StartedProduct {
  /** Where it keeps its data. */
  dataFolder: string
  stop: () => Promise<void>
}

/**
 * Starts the product with its demonstration data in a folder of its own.
 * @param more settings besides
 */
export const startProduct = async (
  port: number,
  more: Record<string, string> = {},
): Promise<StartedProduct> => {
  const folder = await makeDataFolder()
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
  const stop = async (): Promise<void> => {
    const ended = once(product, 'exit')
    product.kill('SIGTERM')
    await ended
    await rm(folder, { recursive: true, force: true })
  }
  return { dataFolder: folder, stop }
}
