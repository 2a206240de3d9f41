import { access, chmod, constants, mkdtemp, readdir, rm, statfs } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { isAlive } from './isAlive.ts'

const memory = '/dev/shm'
const prefix = 'surefoot-data-'
const roomNeeded = 4 * 2 ** 30
/** Available memory required. It leaves room for the processes that work with the folder. */
const memoryNeeded = 8 * 2 ** 30

const isInMemoryPossible = async (): Promise<boolean> => {
  if (process.platform !== 'linux' || process.availableMemory() < memoryNeeded) return false
  try {
    await access(memory, constants.W_OK)
    const { bavail, bsize } = await statfs(memory)
    return bavail * bsize >= roomNeeded
  } catch {
    return false
  }
}

/** Removes folders in memory that killed processes left behind. */
const removeLeftOver = async (): Promise<void> => {
  for (const name of await readdir(memory)) {
    const pid = Number(new RegExp(`^${prefix}(\\d+)-`).exec(name)?.[1] ?? Number.NaN)
    if (!Number.isNaN(pid) && !isAlive(pid)) await rm(join(memory, name), { recursive: true, force: true })
  }
}

/**
 * A folder, accessible to PostgreSQL's user, for data that lasts no longer than this process. It is in memory if there
 * is room: a database has a thousand small files and every server test makes its own, which in memory takes a fifth of
 * the processor time. Programs may not be executable in it.
 */
export const makeDataFolder = async (): Promise<string> => {
  const isInMemory = await isInMemoryPossible()
  if (isInMemory) await removeLeftOver()
  const folder = await mkdtemp(join(isInMemory ? memory : tmpdir(), `${prefix}${process.pid}-`))
  await chmod(folder, 0o755)
  return folder
}
