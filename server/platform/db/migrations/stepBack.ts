import { readFileSync, statSync, writeFileSync } from 'node:fs'
import { setPriority } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'
import type { ClientBase } from 'pg'
import type { Wired } from '../connection/silenceTimeout.ts'

/*
 * Puts the process of PostgreSQL that answers a connection behind everything else on the machine, where it is one of this machine. It
 * stays behind until it ends, since only root may raise it again: a connection that has stepped back is lent to nothing else
 * (decision 118).
 */

/**
 * A quarter of a processor for which one other waits, and all of one that nobody wants. At the lowest there is (19), a machine that is
 * busy with something else counts no report at all.
 */
export const niceness = 5
/** Linux takes one change of a session's priority each 100 ms, of all who are not root. */
const tries = 20
const againAfterMs = 110

/** The connection as `pg` has it: the process that the other side names, and our own socket. */
type Connected = Wired & { processID?: number | null }

/**
 * Takes effect at once, before anything is asked on the connection.
 * @returns null once it has stepped back, or why it has not
 */
export const stepBack = async (client: ClientBase): Promise<string | null> => {
  const { processID, connection } = client as unknown as Connected
  const { localPort } = connection.stream
  try {
    if (processID == null || localPort === undefined || !isBackend(processID, localPort))
      return 'the process of PostgreSQL is not on this machine, or something stands between'
    if (!isOurs(processID)) return 'PostgreSQL runs as another user'
    setPriority(processID, niceness)
    // Linux shares its processors between sessions first, and a backend is one by itself: niceness alone orders nothing.
    for (let left = tries; !lowerSession(processID); left -= 1) {
      if (left === 0) return 'the system took no lower priority for its session'
      await sleep(againAfterMs, undefined, { ref: false })
      if (!isBackend(processID, localPort)) return 'the connection has ended'
    }
    return null
  } catch (error) {
    return `the system refuses it (${codeOf(error)})`
  }
}

/**
 * Whether the process is the one that answers the connection with this port of ours: PostgreSQL writes the other end of its
 * connection into its title. So neither a process of the same number, where the database is elsewhere, is touched, nor the
 * connection of a pooler or a tunnel, which others use too.
 */
const isBackend = (pid: number, port: number): boolean =>
  new RegExp(`^postgres: .*\\(${port}\\)`).test(titleOf(pid))

/** Nothing where the system has no such process, does not tell, or tells only its owner. */
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

/** @returns false where it has to be tried again; where the system does not share between sessions, nothing is to be done */
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

/** What the system calls it. */
const codeOf = (error: unknown): string => {
  const { code = '', info } = error as NodeJS.ErrnoException & { info?: { code?: string } }
  return info?.code ?? code
}
