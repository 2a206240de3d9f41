import { pino, type Logger } from 'pino'
import { logOptions } from '../../platform/http/replies/logOptions.ts'

export type LogLine = { level: string; time: string; msg: string } & Record<string, unknown>

/** A log as the service writes it, and the lines that were written. */
export const heardLog = (level = 'info'): { log: Logger; lines: LogLine[] } => {
  const lines: LogLine[] = []
  const log = pino(logOptions(level), { write: (line) => void lines.push(JSON.parse(line) as LogLine) })
  return { log, lines }
}
