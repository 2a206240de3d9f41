import { fork, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'

export interface TargetOptions {
  /** Another database than the shared one. */
  databaseUrl?: string
  /** Settings besides, as the environment names them. */
  settings?: Record<string, string>
}

/** The product as `npm run serve` runs it, in a process of its own. */
export interface Target {
  child: ChildProcess
  address: string
  /** The database as the application reaches it. */
  applicationUrl: string
  /** As the owner of the database, to look at what was stored. */
  ownerUrl: string
  stop: () => Promise<void>
}

export const startTarget = async (
  database: { applicationUrl: string; ownerUrl: string },
  { databaseUrl = database.applicationUrl, settings = {} }: TargetOptions = {},
): Promise<Target> => {
  const { DATABASE_URL: _outside, ...environment } = process.env
  const child = fork(join(import.meta.dirname, 'served.ts'), [databaseUrl], {
    env: { ...environment, ...settings },
  })
  const ended = once(child, 'exit').then(() => {
    throw new Error('The product ended before it was ready')
  })
  const [{ address }] = (await Promise.race([once(child, 'message'), ended])) as [{ address: string }]
  ended.catch(() => undefined)
  return {
    child,
    address,
    applicationUrl: database.applicationUrl,
    ownerUrl: database.ownerUrl,
    stop: async () => {
      if (child.exitCode !== null || child.signalCode !== null) return
      const gone = once(child, 'exit')
      child.kill('SIGKILL')
      await gone
    },
  }
}
