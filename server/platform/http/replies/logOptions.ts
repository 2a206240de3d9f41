import type { LoggerOptions } from 'pino'

/**
 * The one shape of every line that the service prints: JSON with `level` as a word, `time` as an instant, `msg`, and of a call
 * its `requestId`.
 * @param worker the number of this process where several serve together
 */
export const logOptions = (level: string, worker: number | null = null): LoggerOptions => ({
  level,
  base: worker === null ? null : { worker },
  timestamp: () => `,"time":"${new Date().toISOString()}"`,
  formatters: { level: (label) => ({ level: label }) },
})
