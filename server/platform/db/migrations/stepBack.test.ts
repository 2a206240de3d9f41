import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { connect as dial, createServer, type AddressInfo } from 'node:net'
import { getPriority } from 'node:os'
import { sql as raw, type Kysely } from 'kysely'
import { Client } from 'pg'
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest'
import { connect, type Database } from '../connection/connect.ts'
import { startEmbedded, type EmbeddedDatabase } from '../embedded/embedded.ts'
import { makeDataFolder } from '../embedded/makeDataFolder.ts'
import { niceness, stepBack } from './stepBack.ts'
import type { DB } from '../types.ts'

/*
 * Reports on a PostgreSQL on this machine. It runs at low priority if the system can tell which process serves the
 * connection.
 */

const never = new AbortController().signal
const canTell = process.platform === 'linux'
const lowered = canTell ? niceness : 0

let dataFolder: string
let embedded: EmbeddedDatabase
beforeAll(async () => {
  dataFolder = await makeDataFolder()
  embedded = await startEmbedded({ dataFolder })
})
afterAll(async () => {
  await embedded.stop()
  await rm(dataFolder, { recursive: true, force: true })
})

const connectTo = (url: string): Database => {
  const db = connect(url, { asOwner: true })
  onTestFinished(() => db.close())
  return db
}

const backendOf = async (sql: Kysely<DB>): Promise<number> => {
  const { rows } = await raw<{ pid: number }>`select pg_backend_pid() as pid`.execute(sql)
  return rows[0]?.pid ?? 0
}

/** The priority of a process within its session, and that of the session if the system schedules sessions first. */
const prioritiesOf = (pid: number) => {
  const file = `/proc/${pid}/autogroup`
  const session = existsSync(file) ? Number(readFileSync(file, 'utf8').split('nice ')[1]) : null
  return { own: getPriority(pid), session }
}
const at = (nice: number) => ({ own: nice, session: existsSync('/proc/self/autogroup') ? nice : null })

/** A proxy between client and database, like a pooler, a tunnel or a container's network. */
const aTunnelTo = async (url: string): Promise<string> => {
  const { port, hostname } = new URL(url)
  const server = createServer((socket) => {
    const onward = dial(Number(port), hostname)
    for (const [from, other] of [
      [socket, onward],
      [onward, socket],
    ] as const)
      from.on('error', () => other.destroy()).pipe(other)
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  onTestFinished(() => void server.close())
  const through = new URL(url)
  through.port = String((server.address() as AddressInfo).port)
  return through.toString()
}

describe('a report', () => {
  it('is counted behind everything else, on connections that nothing else has', async () => {
    const db = connectTo(embedded.ownerUrl)
    const reports = await Promise.all([db.readLong(never, backendOf), db.readLong(never, backendOf)])
    const inBackground = await db.apart(never, async (sql) => {
      const pid = await backendOf(sql)
      return { pid, priorities: prioritiesOf(pid) }
    })
    const others = await Promise.all([
      ...Array.from({ length: 20 }, () => backendOf(db.sql)),
      ...Array.from({ length: 10 }, () => db.write(null, backendOf)),
    ])
    expect(reports.map(prioritiesOf)).toEqual([at(lowered), at(lowered)])
    expect(inBackground.priorities).toEqual(at(lowered))
    expect(others.map(prioritiesOf)).toEqual(others.map(() => at(0)))
    expect(others.filter((pid) => reports.includes(pid) || pid === inBackground.pid)).toEqual([])
    expect((await db.whyNotBehind()) === null).toBe(canTell)
  })

  it('is cancelled there as anywhere', async () => {
    const db = connectTo(embedded.ownerUrl)
    const countLong = (sql: Kysely<DB>) =>
      raw`select count(*) from generate_series(1, 1000000000) as endless`.execute(sql)
    const cancel = async (): Promise<boolean> => {
      const { rows } = await raw`
        select pg_cancel_backend(pid) from pg_stat_activity
        where state = 'active' and query like '%as endless' and pid <> pg_backend_pid()`.execute(db.sql)
      return rows.length > 0
    }
    const cancelled = expect(db.readLong(never, countLong)).rejects.toMatchObject({
      code: '57014',
      message: 'canceling statement due to user request',
    })
    await vi.waitUntil(cancel, { timeout: 10_000 })
    await cancelled
    await expect(
      db.readLong(never, async (sql) => {
        await raw`set statement_timeout = 100`.execute(sql)
        return countLong(sql)
      }),
    ).rejects.toMatchObject({ code: '57014', message: 'canceling statement due to statement timeout' })
  })

  it('is counted as before where something stands between, whose connections others may have', async () => {
    const db = connectTo(await aTunnelTo(embedded.ownerUrl))
    expect(prioritiesOf(await db.readLong(never, backendOf))).toEqual(at(0))
    expect(await db.whyNotBehind()).toMatch('there is something in between')
  })

  it('is counted as before where PostgreSQL runs as another user', async () => {
    vi.spyOn(process, 'geteuid').mockReturnValue(64_999)
    onTestFinished(() => void vi.restoreAllMocks())
    const db = connectTo(embedded.ownerUrl)
    expect(prioritiesOf(await db.readLong(never, backendOf))).toEqual(at(0))
    expect(await db.whyNotBehind()).toMatch(
      canTell ? 'PostgreSQL runs as another user' : 'not on this machine',
    )
  })
})

describe('a process that is not the one of the connection', () => {
  const aClient = async (): Promise<Client> => {
    const client = new Client(embedded.ownerUrl)
    await client.connect()
    onTestFinished(() => client.end())
    return client
  }
  /** A connection to a PostgreSQL elsewhere whose process id equals that of a process on this machine. */
  const elsewhere = (client: Client, pid: number): Client =>
    Object.assign(Object.create(client) as Client, { processID: pid })

  it('is left alone, whatever it is', async () => {
    const stranger = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { stdio: 'ignore' })
    onTestFinished(() => void stranger.kill())
    const pid = stranger.pid ?? 0
    expect(await stepBack(elsewhere(await aClient(), pid))).toMatch('not on this machine')
    expect(prioritiesOf(pid).own).toBe(0)
  })

  it('is left alone, be it one of PostgreSQL', async () => {
    const db = connectTo(embedded.ownerUrl)
    const pid = await backendOf(db.sql)
    expect(await stepBack(elsewhere(await aClient(), pid))).toMatch('not on this machine')
    expect(prioritiesOf(pid)).toEqual(at(0))
  })

  it('is not missed where it has ended', async () => {
    expect(await stepBack(elsewhere(await aClient(), 4_194_304))).toMatch('not on this machine')
  })
})
