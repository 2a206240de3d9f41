import { existsSync, readdirSync, readFileSync } from 'node:fs'

/** Linux counts processor time in hundredths of a second. */
const tick = 10_000

/** The fields of /proc/PID/stat from the third on; null if the process has ended. */
const statOf = (pid: number): string[] | null => {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8')
    return text.slice(text.lastIndexOf(')') + 2).split(' ')
  } catch {
    return null
  }
}

/**
 * Microseconds of processor time that PostgreSQL has taken so far: its main process, those that it started and those
 * that have ended. Null where the operating system does not say (other than Linux).
 * @param pid of the main process
 */
export const databaseCpu = (pid: number): number | null => {
  if (!existsSync('/proc/self/stat')) return null
  let ticks = 0
  for (const name of readdirSync('/proc').filter((each) => /^\d+$/.test(each))) {
    const fields = statOf(Number(name))
    if (fields === null) continue
    const sum = (from: number, to: number): number =>
      fields.slice(from, to).reduce((total, each) => total + Number(each), 0)
    if (Number(name) === pid) ticks += sum(11, 15)
    else if (Number(fields[1]) === pid) ticks += sum(11, 13)
  }
  return ticks * tick
}
