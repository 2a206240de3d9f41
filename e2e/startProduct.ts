import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const folderVariable = 'SUREFOOT_E2E_DATA'

/** Where the product that runs for these tests keeps its data. */
export const dataFolder = (): string => process.env[folderVariable] ?? ''

/** Starts the product with its demonstration data in a folder of its own; answers how to stop it. */
export default async (): Promise<() => Promise<void>> => {
  const folder = await mkdtemp(join(tmpdir(), 'surefoot-e2e-'))
  await chmod(folder, 0o755)
  process.env[folderVariable] = folder
  const { DATABASE_URL: _outside, ...environment } = process.env
  const product = spawn(process.execPath, ['scripts/start.ts'], {
    env: { ...environment, DATA_FOLDER: folder, PORT: '3457', LOG_LEVEL: 'warn' },
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
