import type { LoggerOptions } from 'pino'

/**
 * The one shape of every line that the service prints: JSON with `level` as a word, `time` as an instant, `msg`, and of a call
 * its `requestId`.
 */
export const logOptions = (level: string): LoggerOptions => ({
  level,
  base: null,
  timestamp: () => `,"time":"${new Date().toISOString()}"`,
  formatters: { level: (label) => ({ level: label }) },
})
