import type { LoggerOptions } from 'pino'

/**
 * The format of every log line of the service: JSON with `level` as a word, `time` as an instant, `msg`, and
 * `requestId` for calls.
 * @param worker the number of this process if several serve together
 */
export const logOptions = (level: string, worker: number | null = null): LoggerOptions => ({
  level,
  base: worker === null ? null : { worker },
  timestamp: () => `,"time":"${new Date().toISOString()}"`,
  formatters: { level: (label) => ({ level: label }) },
})
