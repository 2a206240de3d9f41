import { execFileSync, spawn, spawnSync, type ChildProcess } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { connect } from 'node:net'
import { join } from 'node:path'
import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import { startEmbedded } from '../server/platform/db/embedded/embedded.ts'
import { freePort } from '../server/platform/db/embedded/freePort.ts'
import { makeTemporaryFolder, remove } from '../server/platform/db/embedded/embeddedTesting.ts'

/* The commands that people type, ended as a service manager, a terminal or a crash ends them. */

const root = join(import.meta.dirname, '..')
const deadlineSeconds = 2

interface Started {
  npm: ChildProcess
  port: number
  /** Every process below npm. */
  family: () => number[]
  ended: Promise<unknown>
  /** All that it printed so far. */
  printed: () => string
}

const left: number[] = []
afterEach(() => {
  for (const pid of left.splice(0)) if (isThere(pid)) process.kill(pid, 'SIGKILL')
})

const isThere = (pid: number): boolean => {
  try {
    return !/^\S+\s+Z/.test(execFileSync('ps', ['-o', 'stat=,stat=', '-p', String(pid)]).toString())
  } catch {
    return false
  }
}

/** The processes that this one began, and those that they began. */
const familyOf = (pid: number): number[] => {
  const rows = execFileSync('ps', ['-eo', 'pid=,ppid='])
    .toString()
    .trim()
    .split('\n')
    .map((line) => line.trim().split(/\s+/).map(Number))
  const childrenOf = (parent: number): number[] =>
    rows.filter(([, of]) => of === parent).flatMap(([child = 0]) => [child, ...childrenOf(child)])
  return childrenOf(pid)
}

/** Nobody's number would be 0, which is every process of these tests. */
const existing = (pid: number | undefined): number => {
  if (pid === undefined) throw new Error('There is no such process')
  return pid
}
/** Without notice. */
const kill = (pid: number | undefined): boolean => process.kill(existing(pid), 'SIGKILL')

/** Nothing of one that has ended. */
const commandOf = (pid: number): string =>
  spawnSync('ps', ['-o', 'args=', '-p', String(pid)])
    .stdout.toString()
    .trim()

const startNpm = async (
  script: 'start' | 'dev' | 'serve',
  settings: Record<string, string>,
): Promise<Started> => {
  const port = await freePort()
  const npm = spawn('npm', ['run', '--silent', script], {
    cwd: root,
    env: {
      PATH: process.env['PATH'],
      HOME: process.env['HOME'],
      PORT: String(port),
      STOP_DEADLINE_SECONDS: String(deadlineSeconds),
      ...settings,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
    // A group of its own, as a terminal gives it.
    detached: true,
  })
  const ended = once(npm, 'exit')
  let said = ''
  await new Promise<void>((resolve, reject) => {
    const hear = (text: Buffer): void => {
      said += text.toString()
      if (said.includes('Surefoot is ready')) resolve()
    }
    npm.stdout.on('data', hear)
    npm.stderr.on('data', hear)
    npm.once('exit', (code) => reject(new Error(`npm run ${script} ended with ${code}: ${said}`)))
  })
  const pid = existing(npm.pid)
  left.push(pid, ...familyOf(pid))
  return { npm, port, family: () => familyOf(pid), ended, printed: () => said }
}

const expectGone = (pids: readonly number[]) =>
  expect.poll(() => pids.filter(isThere), { timeout: 30_000, interval: 200 }).toEqual([])

/** A request whose body never ends. */
const openBody = async (port: number): Promise<void> => {
  const socket = connect(port, '127.0.0.1')
  socket.on('error', () => undefined)
  socket.write(
    'POST /oauth/token HTTP/1.1\r\nHost: surefoot\r\nContent-Type: application/x-www-form-urlencoded\r\n' +
      'Content-Length: 900\r\n\r\nx',
  )
  await once(socket, 'connect')
}

describe('npm run serve', () => {
  let settings: Record<string, string>
  beforeAll(async () => {
    // Not the tests' own PostgreSQL, which does not wait for the disk: the service refuses to work on such a one.
    const folder = await makeTemporaryFolder()
    const database = await startEmbedded({ dataFolder: folder })
    settings = {
      DATABASE_URL: database.applicationUrl,
      DATABASE_OWNER_URL: database.ownerUrl,
      SECRET_KEY: randomBytes(32).toString('base64'),
    }
    return async () => {
      await database.stop()
      await remove(folder)
    }
  })

  it.each(['SIGTERM', 'SIGHUP', 'SIGKILL'] as const)(
    'ends by %s to npm with a body open, and leaves no process',
    async (signal) => {
      const { npm, port, family, ended } = await startNpm('serve', settings)
      const processes = family()
      expect(processes.length).toBeGreaterThan(1)
      await openBody(port)
      npm.kill(signal)
      await ended
      await expectGone(processes)
    },
  )

  it.each(['SIGTERM', 'SIGINT'] as const)(
    'ends by %s to every process of it, as a terminal or a service manager sends it',
    async (signal) => {
      const { npm, port, family, ended, printed } = await startNpm('serve', settings)
      const processes = family()
      await openBody(port)
      process.kill(-existing(npm.pid), signal)
      await ended
      await expectGone(processes)
      // What a process said last may be read after it is seen to be gone.
      await expect.poll(printed).toMatch(/Surefoot is stopping[^]*Surefoot has stopped/)
    },
  )

  it('ends when any process above the service is killed without notice', async () => {
    const { family: count, npm: first, ended: firstEnded } = await startNpm('serve', settings)
    const above = count().length - 1
    first.kill('SIGTERM')
    await firstEnded
    for (let index = 0; index < above; index += 1) {
      const { family, port, ended } = await startNpm('serve', settings)
      const processes = family()
      await openBody(port)
      kill(processes[index])
      await ended
      await expectGone(processes)
    }
  })
})

describe('npm start and npm run dev', () => {
  let folder: string
  beforeAll(async () => {
    folder = await makeTemporaryFolder()
    return () => remove(folder)
  })

  it('start ends by SIGTERM to npm, its PostgreSQL last, and leaves no process', async () => {
    const { npm, port, family, ended } = await startNpm('start', { DATA_FOLDER: folder })
    const processes = family()
    // npm, the wrapper, the service and PostgreSQL with its helpers.
    expect(processes.length).toBeGreaterThan(4)
    await openBody(port)
    npm.kill('SIGTERM')
    await ended
    await expectGone(processes)
  })

  it('dev shows page, source and calls at one address, and ends whole by Ctrl-C', async () => {
    const { npm, port, family, ended } = await startNpm('dev', { DATA_FOLDER: folder })
    const processes = family()
    // As well as those of start, the watch and the server below it.
    expect(processes.length).toBeGreaterThan(6)
    const ask = (path: string) =>
      fetch(`http://127.0.0.1:${port}${path}`, { headers: { accept: 'text/html' } })
    expect(await (await ask('/falls')).text()).toContain('<div id="surefoot">')
    // A file whose name begins as the calls do.
    expect((await ask('/platform/calls/api.ts')).headers.get('content-type')).toBe('text/javascript')
    expect(await (await ask('/health/live')).json()).toMatchObject({ status: 'ok' })
    expect((await ask('/api/patient/get?id=1')).status).toBe(401)
    process.kill(-existing(npm.pid), 'SIGINT')
    await ended
    await expectGone(processes)
  })

  it('dev leaves no server behind when it is killed without a word', async () => {
    const { family, ended, printed } = await startNpm('dev', { DATA_FOLDER: folder })
    const processes = family()
    const isDev = (command: string) => command.endsWith(' scripts/dev.ts') && !command.includes('node24.mjs')
    const dev = processes.find((pid) => isDev(commandOf(pid)))
    const belowDev = processes.filter((pid) => /devServer\.ts$/.test(commandOf(pid)))
    expect(belowDev, `${processes.map(commandOf).join('\n')}\n${printed()}`).toHaveLength(2)
    kill(dev)
    await ended
    await expectGone(belowDev)
  })
})
