import { readFileSync, statSync, writeFileSync } from 'node:fs'
import { setPriority } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'
import type { ClientBase } from 'pg'
import type { Wired } from '../connection/silenceTimeout.ts'

/*
 * Lowers the operating system priority of the PostgreSQL process that serves a connection, if that process runs on this
 * machine. The priority stays low until the process ends, since only root may raise it again. So a connection with low
 * priority is used for nothing else (decision 118).
 */

/**
 * At this niceness a report gets a quarter of a processor that another process also wants, and all of an idle one. At
 * the lowest priority (19), a report makes no progress on a machine that is busy with something else.
 */
export const niceness = 5
/** Linux accepts one change of a session's priority per 100 ms, from all users except root together. */
const tries = 20
const againAfterMs = 110

/** A `pg` connection: the process id that the server reports, and our own socket. */
type Connected = Wired & { processID?: number | null }

/**
 * Lowers the priority immediately, before the first statement on the connection.
 * @returns null once the priority is lowered, or the reason why it is not
 */
export const stepBack = async (client: ClientBase): Promise<string | null> => {
  const { processID, connection } = client as unknown as Connected
  const { localPort } = connection.stream
  try {
    if (processID == null || localPort === undefined || !isBackend(processID, localPort))
      return 'the process of PostgreSQL is not on this machine, or there is something in between'
    if (!isOurs(processID)) return 'PostgreSQL runs as another user'
    setPriority(processID, niceness)
    // Linux first shares the processors between sessions, and each backend is a session of its own, so niceness alone
    // has no effect.
    for (let left = tries; !lowerSession(processID); left -= 1) {
      if (left === 0) return 'the system did not accept a lower priority for its session'
      await sleep(againAfterMs, undefined, { ref: false })
      if (!isBackend(processID, localPort)) return 'the connection has ended'
    }
    return null
  } catch (error) {
    return `the system refuses it (${codeOf(error)})`
  }
}

/**
 * Whether the process serves the connection from our local port. PostgreSQL writes the client's port into its process
 * title. This protects an unrelated process with the same id when the database is elsewhere, and the connection of a
 * pooler or a tunnel, which others use too.
 */
const isBackend = (pid: number, port: number): boolean =>
  new RegExp(`^postgres: .*\\(${port}\\)`).test(titleOf(pid))

/** Empty if the process does not exist, or if the system hides its title from us. */
const titleOf = (pid: number): string => {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8')
  } catch (error) {
    if (['ENOENT', 'ESRCH', 'EACCES', 'EPERM'].includes(codeOf(error))) return ''
    throw error
  }
}

const isOurs = (pid: number): boolean => {
  const own = process.geteuid?.()
  return own === 0 || statSync(`/proc/${pid}`).uid === own
}

/** @returns false if it must be tried again; true if it worked, or if the system does not schedule by session */
const lowerSession = (pid: number): boolean => {
  try {
    writeFileSync(`/proc/${pid}/autogroup`, String(niceness), { flag: 'r+' })
    return true
  } catch (error) {
    if (codeOf(error) === 'EAGAIN') return false
    if (codeOf(error) === 'ENOENT') return true
    throw error
  }
}

/** The operating system's error code. */
const codeOf = (error: unknown): string => {
  const { code = '', info } = error as NodeJS.ErrnoException & { info?: { code?: string } }
  return info?.code ?? code
}
