import { readFileSync } from 'node:fs'

/**
 * Whether the process is running, whichever user owns it. A zombie (usual in containers) is not running, although the
 * system still lists it.
 */
export const isAlive = (pid: number): boolean => isListed(pid) && readProcess(pid)?.state !== 'Z'

/** Whether the system lists the process id, even if only as a zombie. */
export const isListed = (pid: number): boolean => {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

/** Name and state letter of a process; undefined if the system does not provide them. */
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
