import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Where the product that most journeys share listens. */
const sharedPort = 3457

const folderVariable = 'SUREFOOT_E2E_DATA'

/** Where the product that runs for these tests keeps its data. */
export const dataFolder = (): string => process.env[folderVariable] ?? ''

/**
 * Starts the product with its demonstration data in a folder of its own; returns how to stop it.
 * @param more settings besides
 */
export const startProduct = async (
  port: number,
  more: Record<string, string> = {},
): Promise<() => Promise<void>> => {
  const folder = await mkdtemp(join(tmpdir(), 'surefoot-e2e-'))
  await chmod(folder, 0o755)
  if (port === sharedPort) process.env[folderVariable] = folder
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
  return async () => {
    const ended = once(product, 'exit')
    product.kill('SIGTERM')
    await ended
    await rm(folder, { recursive: true, force: true })
  }
}

/** The product that most journeys share. */
export default (): Promise<() => Promise<void>> => startProduct(sharedPort)
