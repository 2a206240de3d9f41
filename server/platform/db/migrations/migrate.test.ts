import { readFileSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { startEmbedded, type EmbeddedDatabase } from '../embedded/embedded.ts'
import { ask, makeTemporaryFolder, remove } from '../embedded/embeddedTesting.ts'
import { grantLogin } from '../connection/grantApplication.ts'
import { migrate } from './migrate.ts'

const timeout = 300_000
let home: string
let embedded: EmbeddedDatabase
let url: string
let folder: string
let databases = 0

beforeAll(async () => {
  home = await makeTemporaryFolder()
  embedded = await startEmbedded({ dataFolder: home })
  await ask(superuserUrl(), 'alter role surefoot_owner createdb')
}, timeout)

afterAll(async () => {
  await embedded.stop()
  await remove(home)
}, timeout)

beforeEach(async () => {
  url = await makeDatabase()
  folder = await mkdtemp(join(tmpdir(), 'surefoot-migrations-'))
  return () => rm(folder, { recursive: true })
})

const makeDatabase = async (): Promise<string> => {
  const name = `clinic_${(databases += 1)}`
  await ask(embedded.ownerUrl, `create database ${name}`)
  return urlOf(name, embedded.ownerUrl)
}

const urlOf = (name: string, like: string): string => {
  const other = new URL(like)
  other.pathname = `/${name}`
  return other.href
}

const superuserUrl = (): string => {
  const { superuser } = JSON.parse(readFileSync(join(home, 'postgres/passwords.json'), 'utf8')) as {
    superuser: string
  }
  const other = new URL(embedded.ownerUrl)
  other.username = 'postgres'
  other.password = superuser
  return other.href
}

const write = (name: string, sql: string): Promise<void> => writeFile(join(folder, name), sql)
const run = () => migrate(url, { folder })
const tables = async (): Promise<string[]> => {
  const rows = await ask<{ name: string }>(
    url,
    `select tablename as name from pg_tables where schemaname = 'public' and tablename <> 'schema_migration' order by 1`,
  )
  return rows.map(({ name }) => name)
}

describe('migrate', { timeout }, () => {
  it('applies each file once, in order', async () => {
    await write('0002_visit.sql', 'create table visit (patient int references patient)')
    await write('0001_patient.sql', 'create table patient (id int primary key)')
    expect(await run()).toEqual({ applied: ['0001_patient.sql', '0002_visit.sql'] })
    expect(await run()).toEqual({ applied: [] })

    await write('0003_bed.sql', 'create table bed (id int)')
    expect(await run()).toEqual({ applied: ['0003_bed.sql'] })
    expect(await tables()).toEqual(['bed', 'patient', 'visit'])
  })

  it('leaves nothing of a file that fails, keeps the files before it, and names the file', async () => {
    await write('0001_patient.sql', 'create table patient (id int)')
    await write('0002_visit.sql', 'create table visit (id int); create table broken (id nonsense)')
    await expect(run()).rejects.toThrow('The migration 0002_visit.sql failed: type "nonsense" does not exist')
    expect(await tables()).toEqual(['patient'])

    await write('0002_visit.sql', 'create table visit (id int)')
    expect(await run()).toEqual({ applied: ['0002_visit.sql'] })
  })

  it('lets several starts at once wait for each other', async () => {
    for (const number of [1, 2, 3]) {
      await write(`000${number}_step.sql`, `create table step${number} (id int); select pg_sleep(0.02)`)
    }
    const outcomes = await Promise.all([run(), run(), run(), run()])
    expect(outcomes.flatMap(({ applied }) => applied).sort()).toEqual([
      '0001_step.sql',
      '0002_step.sql',
      '0003_step.sql',
    ])
  })

  it('is never stuck after PostgreSQL was killed in the middle of a file', async () => {
    await write('0001_patient.sql', 'create table patient (id int)')
    // Longer than any machine takes to see that it is inside.
    await write('0002_visit.sql', `create table visit (id int); select pg_sleep(200)`)
    const running = expect(run()).rejects.toThrow()
    const isInside = async () => {
      const [found] = await ask<{ inside: boolean }>(
        superuserUrl(),
        `select exists (select from pg_stat_activity where wait_event = 'PgSleep') as inside`,
      )
      return found?.inside === true
    }
    while (!(await isInside()));
    const before = embedded.pid
    process.kill(before, 'SIGKILL')
    await running
    while (embedded.pid === before) await sleep(10)

    expect(await tables()).toEqual(['patient'])
    await write('0002_visit.sql', 'create table visit (id int)')
    expect(await run()).toEqual({ applied: ['0002_visit.sql'] })
    expect(await tables()).toEqual(['patient', 'visit'])
  })

  it('refuses a database that a newer release has migrated', async () => {
    await write('0001_patient.sql', 'create table patient (id int)')
    await write('0002_visit.sql', 'create table visit (id int)')
    await run()
    await rm(join(folder, '0002_visit.sql'))
    await expect(run()).rejects.toThrow(
      'The database has the migration 0002_visit.sql, which this release of Surefoot does not know',
    )
  })

  it('refuses a file that was changed after it was applied, but not one with other line endings', async () => {
    await write('0001_patient.sql', 'create table patient (\nid int)')
    await run()
    await write('0001_patient.sql', 'create table patient (\r\nid int)')
    expect(await run()).toEqual({ applied: [] })
    await write('0001_patient.sql', 'create table patient (\nid bigint)')
    await expect(run()).rejects.toThrow('0001_patient.sql was changed after it was applied')
  })

  it('refuses a file that comes before one already applied', async () => {
    await write('0002_visit.sql', 'create table visit (id int)')
    await run()
    await write('0001_patient.sql', 'create table patient (id int)')
    await expect(run()).rejects.toThrow(
      '0001_patient.sql comes before 0002_visit.sql, which is already applied',
    )
    expect(await tables()).toEqual(['visit'])
  })

  it.each([
    [['0001_patient.sql', '0001_visit.sql'], 'Two migrations have the number 0001'],
    [['1_patient.sql'], 'The migration 1_patient.sql must be named like 0001_what_it_does.sql'],
  ])('refuses the names %s', async (names, sentence) => {
    for (const name of names) await write(name, 'select 1')
    await expect(run()).rejects.toThrow(sentence)
  })
})

describe("Surefoot's own migrations", { timeout }, () => {
  it('apply in several databases at once, as an ordinary owner and as a superuser', async () => {
    const urls = [url, await makeDatabase(), await makeDatabase()]
    const outcomes = await Promise.all(urls.map((database) => migrate(database)))
    const asSuperuser = urlOf(new URL(await makeDatabase()).pathname.slice(1), superuserUrl())
    outcomes.push(await migrate(asSuperuser))
    for (const { applied } of outcomes) expect(applied).toEqual(outcomes[0]?.applied)
    expect(outcomes[0]?.applied[0]).toBe('0001_roles.sql')
  })

  it('give the application its rights, which do not reach the schema or its history', async () => {
    await migrate(url)
    const application = urlOf(new URL(url).pathname.slice(1), embedded.applicationUrl)
    expect(await ask(application, 'select * from patient')).toEqual([])
    expect(await migrate(application)).toEqual({ applied: [] })
    for (const sql of ['delete from schema_migration', 'drop table patient', 'create table mine (id int)']) {
      await expect(ask(application, sql)).rejects.toThrow(/permission denied|must be owner/)
    }
  })

  /** What the application does for users who may only read. */
  const stepDown = `select set_config('role', 'surefoot_reader', false) as name`

  it("give a service's own login, whatever its name, the application's rights and those of looking only", async () => {
    await migrate(url)
    await ask(superuserUrl(), `create role "falls-team" login password 'x'`)
    const login = new URL(url)
    login.username = 'falls-team'
    login.password = 'x'
    await expect(ask(login.href, 'select * from patient')).rejects.toThrow('permission denied')
    await grantLogin(url, login.href)
    await grantLogin(url, login.href)
    expect(await ask(login.href, 'select * from patient')).toEqual([])
    expect(await ask(`${login.href}?options=-crole%3Dsurefoot_app`, stepDown)).toEqual([
      { name: 'surefoot_reader' },
    ])
  })

  it('let an owner who is the application too act in its role', async () => {
    await migrate(url)
    const asApplication = `${url}?options=-crole%3Dsurefoot_app`
    await grantLogin(url, url)
    expect(await ask(asApplication, 'select current_user as name')).toEqual([{ name: 'surefoot_app' }])
    await expect(ask(asApplication, 'drop table patient')).rejects.toThrow('must be owner')
    expect(await ask(asApplication, stepDown)).toEqual([{ name: 'surefoot_reader' }])
  })

  it('say what to run when their owner may not grant those rights', async () => {
    await migrate(url)
    await ask(
      superuserUrl(),
      `create role newcomer login password 'x'; create role lodger login password 'x'`,
    )
    const [owner, login] = [new URL(url), new URL(url)]
    owner.username = 'newcomer'
    owner.password = 'x'
    login.username = 'lodger'
    await expect(grantLogin(owner.href, login.href)).rejects.toThrow(
      'please run "grant surefoot_app to "lodger"" as a superuser',
    )
  })
})
