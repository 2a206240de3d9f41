import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, openSync } from 'node:fs'
import { join } from 'node:path'
import { runAs, type Account } from '../../server/platform/db/embedded/embeddedAccount.ts'
import { ownEnvironment } from '../../server/testing/process/ownEnvironment.ts'

/** A program that is kept running, as a service manager does, until it is told to end. */
export interface Program {
  name: string
  /** Begins it where it does not run. */
  begin: () => void
  /** Asks it to end in order, and does not begin it again; resolves when it has. */
  stop: () => Promise<void>
  /** Ends it without notice, and does not begin it again. */
  kill: () => Promise<void>
  /** Its end is no news any more: the machine that it runs on is lost. */
  leave: () => void
}

interface Given {
  name: string
  command: string
  args: readonly string[]
  /** Where it works, and writes what it says. */
  folder: string
  account: Account | undefined
  environment?: NodeJS.Dict<string>
  /** Told what ended by itself. */
  say: (sentence: string) => void
}

const againAfterMs = 2_000
/** One that does not end by itself is ended, as a service manager does. */
const givenUpMs = 20_000

export const keepRunning = ({ name, command, args, folder, account, environment, say }: Given): Program => {
  let child: ChildProcess | null = null
  let isWanted = false

  const start = (): void => {
    const log = openSync(join(folder, `${name}.log`), 'a')
    const begun = spawn(command, args, {
      ...runAs(account),
      cwd: folder,
      env: { PATH: ownEnvironment.PATH, LC_ALL: 'C.UTF-8', ...environment },
      stdio: ['ignore', log, log],
      // Ctrl-C at the terminal is for the process that started the cluster, which stops it in order.
      detached: true,
    })
    closeSync(log)
    child = begun
    begun.once('error', (error) => say(`${name} cannot be begun: ${error.message}`))
    begun.once('exit', (code, signal) => {
      if (child === begun) child = null
      if (!isWanted) return
      say(`${name} ended with ${signal ?? code}; it is begun again (${join(folder, `${name}.log`)})`)
      setTimeout(() => {
        if (isWanted) begin()
      }, againAfterMs).unref()
    })
  }

  const begin = (): void => {
    isWanted = true
    if (child === null) start()
  }

  const end = async (signal: 'SIGTERM' | 'SIGKILL'): Promise<void> => {
    isWanted = false
    const ending = child
    if (ending === null) return
    const ended = once(ending, 'exit')
    ending.kill(signal)
    const insisting = setTimeout(() => ending.kill('SIGKILL'), givenUpMs)
    await ended
    clearTimeout(insisting)
  }

  return {
    name,
    begin,
    stop: () => end('SIGTERM'),
    kill: () => end('SIGKILL'),
    leave: () => {
      isWanted = false
    },
  }
}
