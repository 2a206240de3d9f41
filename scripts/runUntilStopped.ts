import { stopOnSignal } from '../server/app/process/stopOnSignal.ts'

export interface Running {
  /** Ends when somebody asks this process to stop. */
  signal: AbortSignal
  /** What to close at the end: what was opened last is closed first. */
  opened: (() => Promise<void>)[]
  /** Ends the run for an error that nobody waits for. */
  fail: (error: unknown) => void
}

/** Runs a command of the terminal until it ends or is asked to stop, closes what it opened, and ends the process. */
export const runUntilStopped = async (run: (running: Running) => Promise<void>): Promise<never> => {
  const stopRequest = new AbortController()
  const opened: Running['opened'] = []
  let exitCode = 0
  const report = (error: unknown): void => {
    exitCode = 1
    console.error(error instanceof Error ? error.message : error)
    if (process.env['LOG_LEVEL'] === 'debug') console.error(error)
  }
  const fail = (error: unknown): void => {
    report(error)
    stopRequest.abort()
  }
  stopOnSignal(() => stopRequest.abort())
  await run({ signal: stopRequest.signal, opened, fail }).catch(report)
  for (const close of opened.toReversed()) await close().catch(report)
  process.exit(exitCode)
}
