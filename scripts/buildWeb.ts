import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { compressFiles } from './compressFiles.ts'
import { holdBudget } from './pages/budget.ts'
import { refuseCircles } from './pages/circles.ts'

const root = join(import.meta.dirname, '..')
/** What is written last. */
const built = join(root, 'dist/web/addressLookupFrame.js')
const sources = [
  ...['web', 'contract', 'docs/guide', 'docs/screens'],
  ...['scripts/supply', 'scripts/pages', 'vite.config.ts', 'package-lock.json'],
]

/** Builds the browser part when it is missing or older than its sources; returns whether it did. */
export const buildWebIfStale = async (signal?: AbortSignal): Promise<boolean> => {
  if (!(await isStale())) return false
  await buildWeb(signal)
  return true
}

export const buildWeb = async (signal?: AbortSignal): Promise<void> => {
  const build = (...more: string[]) =>
    promisify(execFile)(process.execPath, [join(root, 'node_modules/vite/bin/vite.js'), 'build', ...more], {
      cwd: root,
      ...(signal === undefined ? {} : { signal }),
    })
  try {
    await build()
    await compressFiles(join(root, 'dist/web/assets'))
    await holdBudget(join(root, 'dist/web'))
    await refuseCircles(join(root, 'dist/web/assets'))
    await build('--mode', 'visits')
    await build('--mode', 'frame')
  } catch (cause) {
    const { stdout = '', stderr = '' } = cause as { stdout?: string; stderr?: string }
    throw new Error(`The browser part could not be built:\n${stdout}${stderr}`, { cause })
  }
}

const isStale = async (): Promise<boolean> => {
  if (!existsSync(built)) return true
  const { mtimeMs } = await stat(built)
  const newest = await Promise.all(sources.map((name) => newestChange(join(root, name))))
  return Math.max(...newest) > mtimeMs
}

const newestChange = async (path: string): Promise<number> => {
  if (!existsSync(path)) return 0
  const found = await stat(path)
  if (!found.isDirectory()) return found.mtimeMs
  const names = await readdir(path, { recursive: true })
  const times = await Promise.all(names.map(async (name) => (await stat(join(path, name))).mtimeMs))
  return Math.max(found.mtimeMs, ...times)
}
