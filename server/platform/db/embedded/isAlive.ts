import { readFileSync } from 'node:fs'

/**
 * Whether this process runs, be it ours or another user's. One that has ended but that nobody has reaped
 * (usual in containers) no longer runs, although the system still lists it.
 */
export const isAlive = (pid: number): boolean => isListed(pid) && readProcess(pid)?.state !== 'Z'

/** Whether the system lists the process number, be it only for a process that nobody has reaped. */
export const isListed = (pid: number): boolean => {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

/** Name and state letter of a process; undefined where the system does not tell. */
export const readProcess = (pid: number): { name: string; state: string } | undefined => {
  if (process.platform !== 'linux') return undefined
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8')
    const close = text.lastIndexOf(')')
    return { name: text.slice(text.indexOf('(') + 1, close), state: text.slice(close + 2, close + 3) }
  } catch (error) {
    if (['ENOENT', 'ESRCH', 'EACCES', 'EPERM'].includes((error as NodeJS.ErrnoException).code ?? ''))
      return undefined
    throw error
  }
}
