import { readdirSync, readlinkSync } from 'node:fs'
import { sep } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

/**
 * Ends every process that works in the folder or below it, without notice, as a machine that loses its power does: also what a
 * program has begun and left to itself, such as Patroni its PostgreSQL. Resolves when none is left. Linux alone.
 */
export const killWithin = async (folder: string): Promise<void> => {
  for (;;) {
    const within = processesWithin(folder)
    if (within.length === 0) return
    for (const pid of within) kill(pid)
    await sleep(20)
  }
}

const processesWithin = (folder: string): number[] =>
  readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((pid) => {
      const at = folderOf(pid)
      return pid !== process.pid && (at === folder || at.startsWith(folder + sep))
    })

const folderOf = (pid: number): string => {
  try {
    return readlinkSync(`/proc/${pid}/cwd`)
  } catch {
    // It has ended, or is somebody else's: not one of ours.
    return ''
  }
}

const kill = (pid: number): void => {
  try {
    process.kill(pid, 'SIGKILL')
  } catch (error) {
    // It ended by itself meanwhile.
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
  }
}
