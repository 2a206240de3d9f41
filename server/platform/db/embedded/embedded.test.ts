import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { chmod, chown, mkdir, readdir, readFile, stat, writeFile } from 'node:fs/promises'
import { once } from 'node:events'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { Pool } from 'pg'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { startEmbedded, type EmbeddedDatabase } from './embedded.ts'
import { chooseAccount, runAs } from './embeddedAccount.ts'
import { ask, copyCheckout, makeTemporaryFolder, nodeFor, remove, startElsewhere } from './embeddedTesting.ts'
import type { OtherProcess } from './embeddedTesting.ts'
import { isAlive } from './isAlive.ts'

const timeout = 300_000

let checkout: string
let folder: string
let toStop: (() => Promise<unknown>)[]

beforeAll(async () => {
  checkout = await copyCheckout(await makeTemporaryFolder())
}, timeout)

afterAll(() => remove(checkout))

beforeEach(async () => {
  folder = await makeTemporaryFolder()
  toStop = []
})

afterEach(async () => {
  for (const stop of toStop.toReversed()) await stop()
  await remove(folder)
}, timeout)

const open = async (options: { log?: (line: string) => void } = {}): Promise<EmbeddedDatabase> => {
  const database = await startEmbedded({ dataFolder: folder, ...options })
  toStop.push(() => database.stop())
  return database
}

const openElsewhere = (
  ...[data, options]: [string?, Parameters<typeof startElsewhere>[2]?]
): OtherProcess => {
  const other = startElsewhere(checkout, data ?? folder, options)
  toStop.push(() => other.kill('SIGTERM'))
  return other
}

const keepPatient = (url: string) =>
  ask(url, `create table patient (name text); insert into patient values ('Ada Example')`)
const findPatients = (url: string) => ask<{ name: string }>(url, 'select name from patient')
const ada = [{ name: 'Ada Example' }]

const within = async (condition: () => boolean | Promise<boolean>): Promise<void> => {
  for (let attempt = 0; !(await condition()); attempt += 1) {
    if (attempt > 3_000) throw new Error('It never came true')
    await sleep(5)
  }
}

describe('the embedded database', { timeout }, () => {
  it('finds its data again at the second start', async () => {
    const first = await open()
    await keepPatient(first.ownerUrl)
    await first.stop()
    expect(isAlive(first.pid)).toBe(false)

    const second = await open()
    expect(second.adopted).toBe(false)
    expect(await findPatients(second.ownerUrl)).toEqual(ada)
  })

  it('keeps what it acknowledged: checksums on, nothing deferred, names sorted the British way', async () => {
    const { ownerUrl } = await open()
    const [settings] = await ask(
      ownerUrl,
      `select current_setting('data_checksums') as checksums, current_setting('fsync') as fsync,
              current_setting('full_page_writes') as pages, current_setting('synchronous_commit') as commits,
              datlocprovider as provider, datlocale as locale, pg_encoding_to_char(encoding) as encoding
         from pg_database where datname = current_database()`,
    )
    expect(settings).toEqual({
      checksums: 'on',
      fsync: 'on',
      pages: 'on',
      commits: 'on',
      provider: 'i',
      locale: 'en-GB',
      encoding: 'UTF8',
    })
  })

  it('gives the application a login that owns nothing, and refuses a login without a password', async () => {
    const { applicationUrl } = await open()
    const [login] = await ask(
      applicationUrl,
      `select rolname, rolsuper, rolcreaterole, rolcreatedb from pg_roles where rolname = current_user`,
    )
    expect(login).toEqual({
      rolname: 'surefoot_login',
      rolsuper: false,
      rolcreaterole: false,
      rolcreatedb: false,
    })
    await expect(ask(applicationUrl, 'create table mine (id int)')).rejects.toThrow('permission denied')
    const guessed = new URL(applicationUrl)
    guessed.password = 'guess'
    await expect(ask(guessed.href, 'select 1')).rejects.toThrow('password authentication failed')
    expect((await stat(join(folder, 'postgres/passwords.json'))).mode & 0o777).toBe(0o600)
  })

  it('brings PostgreSQL back on the same address when it is killed, and a pool recovers', async () => {
    const lines: string[] = []
    const database = await open({ log: (line) => lines.push(line) })
    await keepPatient(database.ownerUrl)
    const pool = new Pool({ connectionString: database.ownerUrl })
    pool.on('error', () => undefined)
    toStop.push(() => pool.end())
    await pool.query('select 1')
    const before = database.pid

    process.kill(before, 'SIGKILL')
    await within(() => database.pid !== before)
    expect((await pool.query('select name from patient')).rows).toEqual(ada)
    expect(lines).toEqual([
      expect.stringContaining('broke'),
      expect.stringContaining(`process ${database.pid}`),
    ])
  })

  it('brings PostgreSQL back each time it is killed', async () => {
    const database = await open()
    await keepPatient(database.ownerUrl)
    for (let round = 1; round <= 3; round += 1) {
      const before = database.pid
      process.kill(before, 'SIGKILL')
      await within(() => database.pid !== before)
      expect(await findPatients(database.ownerUrl)).toEqual(ada)
    }
  })

  it('says that a second start is one too many, and leaves the first alone', async () => {
    const first = openElsewhere()
    const { ownerUrl, pid } = await first.ready
    await expect(open()).rejects.toThrow(
      `Surefoot is already running on the data in ${folder}/postgres (process ${first.child.pid}): please stop it`,
    )
    expect(isAlive(pid)).toBe(true)
    await keepPatient(ownerUrl)
  })

  it('lets exactly one of two simultaneous first starts have the data', async () => {
    const outcomes = await Promise.allSettled([openElsewhere().ready, openElsewhere().ready])
    expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    const refused = outcomes.find((outcome) => outcome.status === 'rejected')
    expect(String(refused?.reason)).toContain('Surefoot is already running')
  })

  it('adopts the PostgreSQL that outlived a killed Surefoot', async () => {
    const killed = openElsewhere()
    const { ownerUrl, pid } = await killed.ready
    await keepPatient(ownerUrl)
    await killed.kill('SIGKILL')
    expect(isAlive(pid)).toBe(true)

    const next = await open()
    expect(next).toMatchObject({ adopted: true, pid, ownerUrl })
    expect(await findPatients(next.ownerUrl)).toEqual(ada)
    await next.stop()
    expect(isAlive(pid)).toBe(false)
  })

  it('starts again after Surefoot and PostgreSQL were killed together', async () => {
    const killed = openElsewhere()
    const { ownerUrl, pid } = await killed.ready
    await keepPatient(ownerUrl)
    await killed.kill('SIGKILL')
    process.kill(pid, 'SIGKILL')

    const next = await open()
    expect(next.adopted).toBe(false)
    expect(await findPatients(next.ownerUrl)).toEqual(ada)
  })

  it('starts afresh after it was killed while it was creating its data', async () => {
    const killed = openElsewhere()
    await within(async () => {
      const names = await readdir(folder)
      return names.some((name) => existsSync(join(folder, name, 'cluster/PG_VERSION')))
    })
    await killed.kill('SIGKILL')
    expect(await readdir(folder)).toEqual([expect.stringMatching(/^postgres\.preparing-/)])

    const next = await open()
    await keepPatient(next.ownerUrl)
    expect(await readdir(folder)).toEqual(['postgres'])
  })

  it('is not stopped by a leftover postmaster.pid that names an unrelated process', async () => {
    const first = await open()
    await first.stop()
    const account = await chooseAccount(join(folder, 'postgres/cluster'))
    const unrelated = spawn('sleep', ['600'], { ...runAs(account), stdio: 'ignore' })
    await once(unrelated, 'spawn')
    toStop.push(async () => unrelated.kill())
    const leftover = join(folder, 'postgres/cluster/postmaster.pid')
    await writeFile(
      leftover,
      `${unrelated.pid}\n${folder}/postgres/cluster\n1\n1\n\n127.0.0.1\n  1  1\nready\n`,
    )
    if (account !== undefined) await chown(leftover, account.uid, account.gid)

    const next = await open()
    expect(next.adopted).toBe(false)
    expect(unrelated.exitCode).toBe(null)
  })

  it('keeps its hands off data of another PostgreSQL version', async () => {
    await mkdir(join(folder, 'postgres/cluster'), { recursive: true })
    await writeFile(join(folder, 'postgres/cluster/PG_VERSION'), '17\n')
    await expect(open()).rejects.toThrow('belongs to PostgreSQL 17')
  })

  it('does not touch a folder that holds something else', async () => {
    await mkdir(join(folder, 'postgres'))
    await writeFile(join(folder, 'postgres/letter.txt'), 'Dear GP')
    await expect(open()).rejects.toThrow('holds something other than a database')
    expect(await readFile(join(folder, 'postgres/letter.txt'), 'utf8')).toBe('Dear GP')
  })

  it('writes no patient details into its log', async () => {
    const { ownerUrl } = await open()
    await ask(ownerUrl, 'create table patient (nhs_number text primary key)')
    const again = () => ask(ownerUrl, `insert into patient values ('9990000018')`)
    await again()
    await expect(again()).rejects.toThrow('duplicate key')
    const log = await readFile(join(folder, 'postgres/server.log'), 'utf8')
    expect(log).toContain('duplicate key')
    expect(log).not.toContain('9990000018')
  })
})

// Only root can act as other users, and only root has to. The tests above already run as an ordinary user.
describe.runIf(process.getuid?.() === 0)('started by root', { timeout }, () => {
  it('runs PostgreSQL as an ordinary user', async () => {
    const { pid } = await open()
    const { uid } = await stat(`/proc/${pid}`)
    expect(uid).not.toBe(0)
  })

  it('works in a checkout and a data folder that PostgreSQL could not enter, and says where it keeps things', async () => {
    const closed = join(folder, 'closed')
    await mkdir(closed)
    await chmod(closed, 0o700)
    await copyCheckout(join(closed, 'surefoot'))
    const systemFolder = join(folder, 'system')
    const startInside = () => {
      const other = startElsewhere(join(closed, 'surefoot'), join(closed, 'surefoot/data'), { systemFolder })
      toStop.push(() => other.kill('SIGTERM'))
      return other
    }

    const first = startInside()
    const { ownerUrl, lines } = await first.ready
    await keepPatient(ownerUrl)
    expect(lines).toEqual([
      expect.stringContaining(`the database is kept in ${systemFolder}/surefoot-data-`),
      expect.stringContaining(`copying them to ${systemFolder}/postgresql-`),
    ])
    await first.kill('SIGTERM')

    const second = await startInside().ready
    expect(await findPatients(second.ownerUrl)).toEqual(ada)
  })

  it('never passes over existing data for an empty folder', async () => {
    const first = await open()
    await first.stop()
    await chmod(folder, 0o700)
    const second = await open()
    expect((await stat(folder)).mode & 0o011).toBe(0o011)
    expect(second.adopted).toBe(false)
  })
})

describe.runIf(process.getuid?.() === 0)('started by an ordinary user', { timeout }, () => {
  it('works like any other start', async () => {
    const account = { name: 'nobody', uid: 65_534, gid: 65_534 }
    const data = join(folder, 'data')
    await mkdir(data)
    await chown(data, account.uid, account.gid)
    const node = await nodeFor(account, folder)
    const start = () => openElsewhere(data, { account, node })

    const killed = start()
    const { ownerUrl, pid } = await killed.ready
    await keepPatient(ownerUrl)
    expect((await stat(`/proc/${pid}`)).uid).toBe(account.uid)
    await killed.kill('SIGKILL')

    const next = start()
    const adopted = await next.ready
    expect(adopted).toMatchObject({ adopted: true, pid })
    expect(await findPatients(adopted.ownerUrl)).toEqual(ada)
    await expect(start().ready).rejects.toThrow('Surefoot is already running')
  })
})
