import { access, chmod, constants, mkdtemp, readdir, rm, statfs } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const memory = '/dev/shm'
const prefix = 'surefoot-data-'
const roomNeeded = 4 * 2 ** 30
/** What may be used beside the folder by whoever works with it. */
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

const isRunning = (pid: number): boolean => {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

/** Takes away what a process that was killed left in memory. */
const removeLeftOver = async (): Promise<void> => {
  for (const name of await readdir(memory)) {
    const pid = Number(new RegExp(`^${prefix}(\\d+)-`).exec(name)?.[1] ?? Number.NaN)
    if (!Number.isNaN(pid) && !isRunning(pid)) await rm(join(memory, name), { recursive: true, force: true })
  }
}

/**
 * A folder, open to PostgreSQL's user, for data that live no longer than this process: in memory where there is room for it. A database
 * is a thousand small files, and a test of the server makes one for itself, which takes a fifth of the processor's time there.
 * Programs may not run from it.
 */
export const makeDataFolder = async (): Promise<string> => {
  const isInMemory = await isInMemoryPossible()
  if (isInMemory) await removeLeftOver()
  const folder = await mkdtemp(join(isInMemory ? memory : tmpdir(), `${prefix}${process.pid}-`))
  await chmod(folder, 0o755)
  return folder
}
