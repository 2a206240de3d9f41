import { readFile } from 'node:fs/promises'

/** Linux counts in hundredths of a second for whoever reads /proc, whatever it counts in itself. */
const tickMs = 10

/**
 * Milliseconds that a process has kept processors busy since it began, its threads together; null where the system does not
 * say, which is everywhere but on Linux, or the process has ended.
 */
export const processorTimeOf = async (pid: number): Promise<number | null> => {
  const line = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => null)
  if (line === null) return null
  // The name of the program, in parentheses, may hold spaces. After it comes the third field; utime and stime are 14 and 15.
  const fields = line.slice(line.lastIndexOf(')') + 2).split(' ')
  return (Number(fields[11]) + Number(fields[12])) * tickMs
}
