import { readFile } from 'node:fs/promises'

/** Linux reports hundredths of a second in /proc, whatever its internal tick. */
const tickMs = 10

/**
 * Milliseconds of processor time that a process has used since it started, over all threads. Null if the process has
 * ended, or if the system does not report it (any system other than Linux).
 */
export const processorTimeOf = async (pid: number): Promise<number | null> => {
  const line = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => null)
  if (line === null) return null
  // The program name is in parentheses and may contain spaces. The third field follows it; utime and stime are fields
  // 14 and 15.
  const fields = line.slice(line.lastIndexOf(')') + 2).split(' ')
  return (Number(fields[11]) + Number(fields[12])) * tickMs
}
