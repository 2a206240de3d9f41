import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { createServer, type AddressInfo, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { generateIdentity, identityToRecipient } from 'age-encryption'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { withChosenPort } from '../server/app/process/chosenPort.ts'
import { readConfig } from '../server/app/config.ts'
import { testDatabase, type TestDatabase } from '../server/testing/process/database.ts'
import { pgBouncerProgram, startPgBouncer } from '../server/testing/process/pgBouncer.ts'
import { ownEnvironment } from '../server/testing/process/ownEnvironment.ts'

/* The commands beside the service, as somebody at a terminal meets them: sentences, and nothing started or filled by mistake. */

let folder: string
let database: TestDatabase
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'surefoot-commands-'))
  database = await testDatabase()
})
afterAll(async () => {
  await database.drop()
  await rm(folder, { recursive: true })
})

const run = (script: string, args: readonly string[], settings: Record<string, string> = {}) =>
  runProgram(process.execPath, [join(import.meta.dirname, `${script}.ts`), ...args], settings)

const runProgram = async (program: string, args: readonly string[], settings: Record<string, string>) => {
  const child = spawn(program, args, {
    cwd: folder,
    env: { ...ownEnvironment, ...settings },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let [out, err] = ['', '']
  child.stdout.on('data', (text: Buffer) => (out += text.toString()))
  child.stderr.on('data', (text: Buffer) => (err += text.toString()))
  const [code] = (await once(child, 'close')) as [number]
  return { code, out, err }
}

const aStack = /^ +at /m

describe('a command', () => {
  it('says how it is used when it is asked', async () => {
    expect(await run('ods', ['--help'])).toEqual({
      code: 0,
      out: expect.stringMatching(/^Use: npm run ods -- file\.csv/) as string,
      err: '',
    })
    const wrong = await run('ods', ['--wrong'])
    expect(wrong.code).toBe(1)
    expect(wrong.err).toMatch(/--wrong[^]*Use: npm run ods/)
    expect(wrong.err).not.toMatch(aStack)
  })

  it('names a file that is not there', async () => {
    expect(await run('ods', ['nowhere.csv'], { DATABASE_URL: database.url })).toEqual({
      code: 1,
      out: '',
      err: 'There is no file nowhere.csv.\n',
    })
  })

  it('starts and fills no other database where DATABASE_URL is missing', async () => {
    const { code, err } = await run('verify', [])
    expect({ code, err }).toEqual({
      code: 1,
      err: expect.stringMatching(/^DATABASE_URL is missing/) as string,
    })
    const named = await run('verify', [], { DATA_FOLDER: join(folder, 'data') })
    expect(named.err).toMatch(/where no demonstration has its database\.\n$/)
    expect(await readdir(folder)).toEqual([])
  })

  it('says that a database without tables needs a start first', async () => {
    const bare = new URL(database.url)
    bare.pathname = '/postgres'
    expect(await run('administrator', ['ida.rook'], { DATABASE_URL: bare.href })).toEqual({
      code: 1,
      out: '',
      err: 'The database has no tables of Surefoot yet. Start the service once: it makes them.\n',
    })
  })

  it('names the setting that leads nowhere', async () => {
    const { code, err } = await run('administrator', ['ida.rook'], {
      DATABASE_URL: 'postgres://someone:secret@127.0.0.1:9/surefoot',
    })
    expect(code).toBe(1)
    expect(err).toMatch(/^DATABASE_URL: the database surefoot at 127\.0\.0\.1:9 .*nothing is listening there/)
    expect(err).not.toMatch(aStack)
    expect(err).not.toContain('secret')
  })

  it.skipIf(pgBouncerProgram === undefined)('names the setting that leads past a pooler', async () => {
    const pooler = await startPgBouncer(database.url, ['pool_mode = transaction'])
    const { code, err } = await run('verify', [], { DATABASE_URL: pooler.url })
    await pooler.stop()
    expect(code).toBe(1)
    expect(err).toMatch(/^DATABASE_URL leads through a pooler .*Please set DATABASE_DIRECT_URL/)
  })

  it('names no address of the service that nobody has told it', async () => {
    const settings = { DATABASE_URL: database.url }
    const { out } = await run('administrator', ['ida.rook'], settings)
    expect(out).toMatch(/ida\.rook is a System Administrator/)
    expect(out).not.toContain('http')
    const told = await run('administrator', ['ida.rook', '--again'], {
      ...settings,
      PUBLIC_URL: 'https://surefoot.example.org',
    })
    expect(told.out).toContain('at https://surefoot.example.org/login')
  })
})

const key = Buffer.alloc(32, 1).toString('base64')
const keyBefore = Buffer.alloc(32, 2).toString('base64')

// A connection that is left open keeps a process for minutes, longer than this test waits.
it.each([
  ['administrator', ['ida.rook', '--again'], /ida\.rook/],
  ['verify', [], /differ|owner|document/],
  ['auditVerify', [], /notes? outside the database/],
  ['reseal', [], /sealed with the new key/],
  ['migrate', ['--plan'], /Nothing was changed/],
] as const)('%s ends when its work is done', async (script, args, lastLine) => {
  const { code, out, err } = await run(script, args, {
    DATABASE_URL: database.url,
    SECRET_KEY: key,
    SECRET_OLD_KEY: keyBefore,
  })
  expect({ code, err }).toEqual({ code: 0, err: '' })
  expect(out).toMatch(lastLine)
})

describe('ends with a sentence, and leaves no process waiting,', () => {
  it('where a database takes the connection and says nothing', async () => {
    const sockets: Socket[] = []
    const silent = createServer((socket) => sockets.push(socket.on('error', () => undefined)))
    await once(silent.listen(0, '127.0.0.1'), 'listening')
    const { port } = silent.address() as AddressInfo
    const settings = { DATABASE_URL: `postgres://someone:secret@127.0.0.1:${port}/surefoot`, SECRET_KEY: key }
    const ended = await Promise.all([run('verify', [], settings), run('migrate', ['--plan'], settings)])
    for (const { code, err } of ended) {
      expect(code).toBe(1)
      expect(err).toMatch(/^DATABASE_URL: the database surefoot at 127\.0\.0\.1:\d+ .*timeout expired\.\n$/)
    }
    for (const socket of sockets) socket.destroy()
    silent.close()
  })

  it.skipIf(process.platform === 'win32').each<[string, string, object]>([
    [
      'no longer fits on the disk',
      // Prints more than a pipe holds, and would wait for a reader.
      'exec head -c 3000000 /dev/zero',
      { code: 1, err: expect.stringMatching(/^EFBIG: file too large, write\n$/) as string },
    ],
    [
      'is made with many warnings',
      'yes "pg_dump: warning: so it is" | head -c 300000 >&2',
      { code: 0, err: '' },
    ],
  ])('where a backup %s', async (_, dumps, ended) => {
    const programs = await mkdtemp(join(folder, 'programs-'))
    const dump = `#!/bin/sh\nif [ "$1" = --version ]; then echo "pg_dump (PostgreSQL) 99.0"; else ${dumps}; fi\n`
    await writeFile(join(programs, 'pg_dump'), dump, { mode: 0o755 })
    const settings = {
      DATABASE_URL: database.url,
      SECRET_KEY: key,
      POSTGRES_PROGRAMS: programs,
      BACKUP_RECIPIENT: await identityToRecipient(await generateIdentity()),
    }
    const script = join(import.meta.dirname, 'backup.ts')
    const backups = await mkdtemp(join(folder, 'backups-'))
    const limited = ['-c', 'ulimit -f 100; exec "$0" "$@"', process.execPath, script, backups]
    const { code, err } = await runProgram('sh', limited, settings)
    expect({ code, err }).toEqual(ended)
  })
})

it('with PORT=0 links lead to the port that was chosen', async () => {
  const { port, publicUrl } = readConfig(await withChosenPort({ PORT: '0' }))
  expect(port).toBeGreaterThan(0)
  expect(publicUrl).toBe(`http://localhost:${port}`)
})
