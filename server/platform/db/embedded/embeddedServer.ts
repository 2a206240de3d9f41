import { spawn, spawnSync } from 'node:child_process'
import { openSync, closeSync } from 'node:fs'
import { open, readFile, rename, stat } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { Client } from 'pg'
import { runAs } from './embeddedAccount.ts'
import type { Binaries } from './embeddedBinaries.ts'
import type { Passwords } from '../connection/roles.ts'
import type { Home } from './embeddedHome.ts'
import { freePort } from './freePort.ts'
import { isAlive, isListed, readProcess } from './isAlive.ts'

/** A running PostgreSQL and our superuser connection to it. */
export interface RunningServer {
  pid: number
  port: number
  /** True if the server was already running: it outlived a killed Surefoot. */
  adopted: boolean
  client: Client
}

/** How long the last processes of a killed server may keep its data in use. */
const releaseMilliseconds = 5_000
/** How long a live server may take to recover or to shut down. */
const recoveryMilliseconds = 120_000

/**
 * Adopts the server that runs on this data, or starts one. postmaster.pid is PostgreSQL's own guard against two servers
 * on one folder. It is read but never removed; PostgreSQL decides whether it is stale. If a port is given, the server
 * listens on that port only.
 */
export const openServer = async (
  home: Home,
  binaries: Binaries,
  passwords: Passwords,
  fixedPort?: number,
): Promise<RunningServer> => {
  const began = Date.now()
  for (;;) {
    const running = await adopt(home, passwords)
    if (running !== 'absent' && running !== 'busy') return running
    const waited = Date.now() - began
    if (running === 'busy') {
      if (waited > recoveryMilliseconds)
        throw new Error(didNotStart(home, 'it is still starting or stopping'))
    } else {
      const started = await start(home, binaries, passwords, fixedPort ?? (await freePort()))
      if (!('refusal' in started)) return started
      if (!started.mayPass || waited > releaseMilliseconds)
        throw new Error(didNotStart(home, started.refusal))
    }
    await sleep(50)
  }
}

/** Fast shutdown: PostgreSQL ends all sessions and writes everything, so the next start needs no recovery. */
export const stopServer = async (home: Home, binaries: Binaries, pid: number): Promise<void> => {
  if ((await readPostmasterFile(home))?.pid === pid && isAlive(pid)) {
    if (process.platform === 'win32') {
      // Windows has no signals; pg_ctl uses PostgreSQL's substitute for them.
      spawnSync(binaries.pgCtl, ['stop', '-D', home.cluster, '-m', 'fast', '-W'], { stdio: 'ignore' })
    } else {
      process.kill(pid, 'SIGINT')
    }
  }
  const began = Date.now()
  while (isAlive(pid)) {
    if (Date.now() - began > recoveryMilliseconds) {
      throw new Error(`PostgreSQL (process ${pid}) has not stopped yet. Its log is ${home.logFile}`)
    }
    await sleep(10)
  }
}

const didNotStart = (home: Home, reason: string): string =>
  `PostgreSQL did not start: ${reason}. Its log is ${home.logFile}`

const adopt = async (home: Home, passwords: Passwords): Promise<RunningServer | 'absent' | 'busy'> => {
  const found = await readPostmasterFile(home)
  if (found === undefined || !isAlive(found.pid)) return 'absent'
  let client: Client
  try {
    client = await connect(found.port, passwords)
  } catch (error) {
    return isBusy(error) ? 'busy' : 'absent'
  }
  // The file may be older than a restart of the machine, and another program may use its port by now.
  const { rows } = await client.query<{ folder: string }>(
    `select current_setting('data_directory') as folder`,
  )
  if (rows[0]?.folder === home.cluster) return { pid: found.pid, port: found.port, adopted: true, client }
  await client.end()
  return 'absent'
}

type Refusal = { refusal: string; mayPass: boolean }

const start = async (
  home: Home,
  binaries: Binaries,
  passwords: Passwords,
  port: number,
): Promise<RunningServer | Refusal> => {
  await keepLogShort(home.logFile)
  const logStart = await sizeOf(home.logFile)
  const log = openSync(home.logFile, 'a', 0o600)
  const child = spawn(binaries.postgres, ['-D', home.cluster, ...settings(port)], {
    ...runAs(home.account),
    cwd: home.cluster,
    env: await environment(home),
    // Its own session and no pipes to us: the server survives if this process is killed, and Ctrl-C reaches only this
    // process.
    detached: true,
    windowsHide: true,
    stdio: ['ignore', log, log],
  })
  closeSync(log)
  child.unref()
  let ended: string | undefined
  child.once('error', (error) => (ended = error.message))
  child.once('exit', (code, signal) => (ended ??= `it ended with ${signal ?? `code ${code}`}`))

  const began = Date.now()
  while (ended === undefined) {
    const found = await readPostmasterFile(home)
    if (found !== undefined && found.pid === child.pid && found.status === 'ready') {
      try {
        return { pid: found.pid, port, adopted: false, client: await connect(port, passwords) }
      } catch (error) {
        if (!isBusy(error)) throw new Error(didNotStart(home, (error as Error).message), { cause: error })
      }
    }
    if (Date.now() - began > recoveryMilliseconds)
      return { refusal: 'it is still recovering', mayPass: false }
    await sleep(10)
  }
  const complaint = (await readFrom(home.logFile, logStart)).match(/FATAL: {2}(.*)/)?.[1]
  return { refusal: complaint ?? ended, mayPass: complaint !== undefined && passes.test(complaint) }
}

/** A dying server still has its lock, its shared memory or its port. */
const passes = /lock file .* already exists|shared memory block|could not (bind|create any TCP)|socket/

const settings = (port: number): string[] =>
  Object.entries({
    listen_addresses: '127.0.0.1',
    port,
    unix_socket_directories: '',
    max_connections: 100,
    jit: 'off',
    timezone: 'UTC',
    log_timezone: 'UTC',
    // Statements, and the details of a violated constraint, may name a patient, so they are not logged.
    log_min_error_statement: 'panic',
    log_error_verbosity: 'terse',
  }).flatMap(([name, value]) => ['-c', `${name}=${value}`])

/** Passes on nothing of Surefoot's environment, above all no secrets. */
const environment = async (home: Home): Promise<NodeJS.ProcessEnv> => {
  const kept = Object.fromEntries(
    ['PATH', 'SystemRoot', 'TEMP', 'TMP']
      .map((name) => [name, process.env[name]] as const)
      .filter(([, value]) => value !== undefined),
  )
  const stranger = await strangerInPostmasterFile(home)
  return { ...kept, LC_ALL: 'C', ...(stranger === undefined ? {} : { PG_GRANDPARENT_PID: String(stranger) }) }
}

/**
 * A stale postmaster.pid may name a zombie process or, after a restart of the machine or container, an unrelated
 * process. PostgreSQL sees the process id in use and would never start. PG_GRANDPARENT_PID is PostgreSQL's own way to
 * mark a process as harmless. PostgreSQL still detects a real rival by its shared memory.
 */
const strangerInPostmasterFile = async (home: Home): Promise<number | undefined> => {
  const found = await readPostmasterFile(home)
  if (found === undefined || !isListed(found.pid)) return undefined
  const named = readProcess(found.pid)
  return named !== undefined && (named.state === 'Z' || named.name !== 'postgres') ? found.pid : undefined
}

const connect = async (port: number, passwords: Passwords): Promise<Client> => {
  const client = new Client({
    host: '127.0.0.1',
    port,
    user: 'postgres',
    password: passwords.superuser,
    database: 'postgres',
    application_name: `surefoot ${process.pid}`,
    connectionTimeoutMillis: 5_000,
  })
  // A connection that breaks later also emits `end`, which the supervisor watches.
  client.on('error', () => undefined)
  await client.connect()
  return client
}

/** SQLSTATE cannot_connect_now: the server is starting up, recovering or shutting down. */
const isBusy = (error: unknown): boolean => (error as { code?: string }).code === '57P03'

/**
 * Reads PostgreSQL's postmaster.pid: process id, folder, start, port, socket folder, address, shared memory, status.
 */
const readPostmasterFile = async (
  home: Home,
): Promise<{ pid: number; port: number; status: string } | undefined> => {
  let lines: string[]
  try {
    lines = (await readFile(`${home.cluster}/postmaster.pid`, 'utf8')).split('\n')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
  const pid = Math.abs(Number(lines[0]))
  const port = Number(lines[3])
  return pid > 0 ? { pid, port, status: lines[7]?.trim() ?? '' } : undefined
}

const keepLogShort = async (logFile: string): Promise<void> => {
  if ((await sizeOf(logFile)) > 5_000_000) await rename(logFile, `${logFile}.1`)
}

const sizeOf = async (file: string): Promise<number> => {
  try {
    return (await stat(file)).size
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return 0
    throw error
  }
}

const readFrom = async (file: string, position: number): Promise<string> => {
  const handle = await open(file)
  try {
    const { size } = await handle.stat()
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(Math.max(0, size - position)), { position })
    return buffer.toString('utf8', 0, bytesRead)
  } finally {
    await handle.close()
  }
}
