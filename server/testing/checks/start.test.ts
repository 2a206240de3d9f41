import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { rm } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import S3rver from 's3rver'
import { SMTPServer } from 'smtp-server'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { contextOfSecret } from '../../accounts/secondFactor/secondFactor.ts'
import { assertSecretKey } from '../../app/secretKey/assertKeys.ts'
import { encrypt } from '../../platform/crypto/encryption.ts'
import { connect } from '../../platform/db/connection/connect.ts'
import { freePort } from '../../platform/db/embedded/freePort.ts'
import { startEmbedded } from '../../platform/db/embedded/embedded.ts'
import { makeTemporaryFolder } from '../../platform/db/embedded/embeddedTesting.ts'
import { withClient } from '../../platform/db/connection/withClient.ts'
import type { LogLine } from '../process/heardLog.ts'
import { pgBouncerProgram, startPgBouncer } from '../process/pgBouncer.ts'
import { authorityFile, tlsTo, tlsToPostgres, type StandIn } from '../process/tlsStandIn.ts'
import { ownEnvironment } from '../process/ownEnvironment.ts'

/* What the operator reads at the start: which part is away, what is wrong with the settings, and what to do (OP-7). */

let folder: string
let database: Awaited<ReturnType<typeof startEmbedded>>
let usual: Record<string, string>
const key = randomBytes(32)

beforeAll(async () => {
  folder = await makeTemporaryFolder()
  database = await startEmbedded({ dataFolder: folder })
  usual = {
    DATABASE_URL: database.applicationUrl,
    DATABASE_OWNER_URL: database.ownerUrl,
    SECRET_KEY: key.toString('base64'),
    PORT: String(await freePort()),
  }
})
afterAll(async () => {
  await database.stop()
  await rm(folder, { recursive: true, force: true })
})

interface Start {
  lines: LogLine[]
  /** Null where it served, and was told to stop. */
  code: number | null
}

/** Starts the service and stops it once so many lines were said of parts beside the database. */
const start = async (settings: Record<string, string>, parts = 0): Promise<Start> => {
  const child = spawn(process.execPath, [join(import.meta.dirname, '../../app/main.ts')], {
    env: { ...ownEnvironment, ...usual, LOG_LEVEL: 'warn', ...settings },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let said = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (text: Buffer) => (said += text.toString()))
  const ended = once(child, 'exit') as Promise<[number | null]>
  const linesSaid = () =>
    said
      .split('\n')
      .slice(0, -1)
      // Node itself says this before any line of the service.
      .filter((line) => !line.startsWith('Warning: Ignoring extra certs'))
      .map((line) => JSON.parse(line) as LogLine)
  const hasStarted = () => {
    const lines = linesSaid()
    return (
      lines.some(({ msg }) => msg.startsWith('Surefoot is ready')) &&
      lines.filter(({ setting, part }) => setting !== undefined && part !== 'database').length >= parts
    )
  }
  await expect
    .poll(() => child.exitCode !== null || hasStarted(), { timeout: 60_000, interval: 100 })
    .toBe(true)
  const code = child.exitCode
  if (code === null) child.kill('SIGTERM')
  await ended
  return { lines: linesSaid(), code }
}

const refusal = async (settings: Record<string, string>): Promise<string> => {
  const { lines, code } = await start(settings)
  expect({ code, lines }).toMatchObject({ code: 1 })
  const [last] = lines.slice(-1)
  expect(last?.level).toBe('fatal')
  return last?.msg ?? ''
}

const toldOf = ({ lines }: Start) =>
  Object.fromEntries(
    lines.filter(({ setting }) => setting !== undefined).map(({ part, level, msg }) => [part, [level, msg]]),
  )

const timeout = 300_000

describe('a start', { timeout }, () => {
  it('says of each part whether it answers, goes on without those that are away, and prints one shape of lines', async () => {
    const away = await start(
      {
        DOCUMENT_SCANNER: 'tcp://127.0.0.1:9',
        SMTP_URL: 'smtp://127.0.0.1:9',
        MAIL_FROM: 'surefoot@example.org',
        OIDC_ISSUER: 'http://127.0.0.1:9',
        OIDC_CLIENT_ID: 'surefoot',
        OIDC_CLIENT_SECRET: 'secret',
        ADDRESS_LOOKUP: 'loqate-server',
        ADDRESS_LOOKUP_KEY: 'AB12-CD34',
        ADDRESS_LOOKUP_URL: 'http://127.0.0.1:9',
        AUDIT_ANCHOR: `file:${folder}/nowhere/heads`,
      },
      5,
    )
    expect(away.code).toBe(null)
    expect(away.lines.map(({ msg }) => msg)).toContainEqual(
      expect.stringMatching(/^\d+ migrations were applied, the last was \d{4}_\w+\.sql$/),
    )
    const isAway = (what: RegExp) => ['warn', expect.stringMatching(what) as string]
    expect(toldOf(away)).toEqual({
      database: ['info', 'database (DATABASE_URL) answers'],
      scanner: isAway(
        /^scanner \(DOCUMENT_SCANNER\) is away: .*nothing is listening there.*wait in quarantine/,
      ),
      mail: isAway(/^mail \(SMTP_URL\) is away: .*nothing is listening/),
      provider: isAway(/^provider \(OIDC_ISSUER\) is away: .*Nobody can sign in through it/),
      addresses: isAway(/^addresses \(ADDRESS_LOOKUP_URL\) is away: .*have to be typed/),
      'audit note': isAway(/^audit note \(AUDIT_ANCHOR\) is away: .*does not exist/),
    })
    for (const line of away.lines)
      expect(line).toMatchObject({
        level: expect.any(String) as string,
        time: expect.any(String) as string,
        msg: expect.any(String) as string,
      })
  })

  it('is refused with the setting and what to do where the database is away', async () => {
    const url = new URL(usual['DATABASE_URL'] ?? '')
    url.port = '9'
    expect(await refusal({ DATABASE_URL: url.href })).toMatch(
      /^DATABASE_URL: the database \w+ at 127\.0\.0\.1:9 .*ECONNREFUSED.*nothing is listening there/,
    )
    url.port = new URL(usual['DATABASE_URL'] ?? '').port
    url.password = 'another'
    const words = await refusal({ DATABASE_URL: url.href })
    expect(words).toMatch(/^DATABASE_URL: .*the password is wrong/)
    expect(words).not.toContain('another')
  })

  it('is refused where its database is on another machine and not asked for TLS', async () => {
    expect(await refusal({ DATABASE_URL: 'postgres://surefoot:another@db.example.org/surefoot' })).toMatch(
      /^DATABASE_URL: the connection to the database at db\.example\.org is not encrypted.*DATABASE_NETWORK_PRIVATE=yes/,
    )
  })

  it.skipIf(pgBouncerProgram === undefined)(
    'the first one serves behind a pooler, and asks nothing through it before the login has its role',
    async () => {
      const url = new URL(usual['DATABASE_URL'] ?? '')
      Object.assign(url, { username: 'surefoot_pooled', password: 'heron' })
      const direct = url.href
      await withClient(database.ownerUrl, (client) =>
        client.query(`create role surefoot_pooled login password 'heron'`),
      )
      const pooler = await startPgBouncer(direct, ['pool_mode = transaction'])
      const { code, lines } = await start({ DATABASE_URL: pooler.url, DATABASE_DIRECT_URL: direct })
      await pooler.stop()
      expect({ code, lines }).toMatchObject({ code: null })
    },
  )

  it('is refused in a line for each wrong setting', async () => {
    const { lines, code } = await start({ PORT: 'x', LOG_LEVEL: 'loud' })
    expect(code).toBe(1)
    expect(lines.map(({ level, msg }) => `${level} ${msg.split(' ')[0]}`).sort()).toEqual([
      'fatal LOG_LEVEL',
      'fatal PORT',
    ])
  })
})

describe('settings of other data', { timeout }, () => {
  it('another SECRET_KEY than sealed what is stored is refused, unless the one before is given or lost', async () => {
    await withClient(database.ownerUrl, async (client) => {
      const { rows } = await client.query<{ id: string }>(
        `insert into app_user (user_name, user_name_key, family_name, first_name, display_name, default_role_id)
         select 'rook', 'rook', 'Rook', 'Ida', 'Ida Rook', min(id) from role returning id`,
      )
      const id = Number(rows[0]?.id)
      const sealed = encrypt(key, contextOfSecret(id), 'a secret')
      await client.query('insert into second_factor (user_id, sealed_secret) values ($1, $2)', [id, sealed])
    })
    const another = { SECRET_KEY: randomBytes(32).toString('base64') }
    const refused =
      /^SECRET_KEY is not the key that this database was used with: it opens none of the authenticator secrets.*SECRET_KEY_LOST=yes/
    expect(await refusal(another)).toMatch(refused)
    // With a migration to come too: nothing of it is applied, so the release before goes on.
    await withClient(database.ownerUrl, async (client) => {
      const { rows } = await client.query<{ row: object }>(
        `delete from schema_migration where name = (select max(name) from schema_migration) returning to_jsonb(schema_migration) as row`,
      )
      expect(await refusal(another)).toMatch(refused)
      await client.query(
        'insert into schema_migration select * from jsonb_populate_record(null::schema_migration, $1)',
        [rows[0]?.row],
      )
    })
    const db = connect(database.ownerUrl, { connections: 1, asOwner: true })
    await assertSecretKey(db.pool, key)
    await assertSecretKey(db.pool, [randomBytes(32), key])
    await db.close()
    const lost = await start({ ...another, SECRET_KEY_LOST: 'yes' })
    expect(lost.code).toBe(null)
    expect(lost.lines.some(({ level, msg }) => level === 'warn' && msg.startsWith('SECRET_KEY_LOST'))).toBe(
      true,
    )
  })

  it('settings that do not name where documents lie, or lead to where none lies, are refused', async () => {
    await withClient(database.ownerUrl, (client) =>
      client.query(`
        with person as (
            insert into patient (family_name, family_name_key, gender_id)
            select 'Rook', 'rook', min(id) from gender returning id),
          referral as (insert into pathway (patient_id) select id from person returning id)
        insert into document (pathway_id, document_type_id, file_name, kind, size_bytes, sha256, stored_in, stored_name, scan, created_by)
        select referral.id, (select min(id) from document_type), 'letter.txt', 'txt', 5, repeat('0', 64), 'folder',
          gen_random_uuid(), 'unscanned', (select min(id) from app_user)
        from referral`),
    )
    expect(await refusal({})).toMatch(
      /^1 documents lie in a folder, which is not configured: please set DOCUMENT_FOLDER and DOCUMENT_KEY/,
    )
    const elsewhere = { DOCUMENT_FOLDER: folder, DOCUMENT_KEY: randomBytes(32).toString('base64') }
    expect(await refusal(elsewhere)).toMatch(/^None of the newest documents in a folder could be opened/)
    await withClient(database.ownerUrl, (client) => client.query('delete from document'))
  })
})

describe('an authority of the organisation', { timeout }, () => {
  const standIns: StandIn[] = []
  let settings: Record<string, string>
  let bucket: S3rver
  let mail: SMTPServer
  let issuer: Server

  beforeAll(async () => {
    const tls = async (making: Promise<StandIn>): Promise<number> => {
      const made = await making
      standIns.push(made)
      return made.port
    }
    const databasePort = await tls(tlsToPostgres(Number(new URL(database.applicationUrl).port)))
    const bucketPort = await freePort()
    bucket = new S3rver({
      address: '127.0.0.1',
      port: bucketPort,
      silent: true,
      directory: join(folder, 'bucket'),
      configureBuckets: [{ name: 'falls' }],
    })
    await bucket.run()
    mail = new SMTPServer({ authOptional: true, disabledCommands: ['STARTTLS'] })
    const mailing = mail.listen(0, '127.0.0.1')
    await once(mailing, 'listening')
    const mailPort = await tls(tlsTo((mailing.address() as AddressInfo).port))
    let issuedAs = ''
    issuer = createServer((_, response) =>
      response.setHeader('content-type', 'application/json').end(JSON.stringify({ issuer: issuedAs })),
    )
    await once(issuer.listen(0, '127.0.0.1'), 'listening')
    issuedAs = `https://localhost:${await tls(tlsTo((issuer.address() as AddressInfo).port))}`
    const through = (address: string): string => {
      const url = new URL(address)
      url.hostname = 'localhost'
      url.port = String(databasePort)
      url.searchParams.set('sslmode', 'verify-full')
      return url.href
    }
    settings = {
      DATABASE_URL: through(database.applicationUrl),
      DATABASE_OWNER_URL: through(database.ownerUrl),
      SMTP_URL: `smtps://127.0.0.1:${mailPort}`,
      MAIL_FROM: 'surefoot@example.org',
      OIDC_ISSUER: issuedAs,
      OIDC_CLIENT_ID: 'surefoot',
      OIDC_CLIENT_SECRET: 'secret',
      DOCUMENT_S3_BUCKET: 'falls',
      DOCUMENT_S3_ENDPOINT: `https://localhost:${await tls(tlsTo(bucketPort))}`,
      DOCUMENT_S3_ACCESS_KEY: 'S3RVER',
      DOCUMENT_S3_SECRET_KEY: 'S3RVER',
      DOCUMENT_KEY: randomBytes(32).toString('base64'),
    }
  })
  afterAll(async () => {
    for (const { stop } of standIns) await stop()
    await bucket.close()
    issuer.close()
    await new Promise<void>((resolve) => mail.close(() => resolve()))
  })

  it('works for database, mail, provider and store with NODE_EXTRA_CA_CERTS', async () => {
    const started = await start({ ...settings, NODE_EXTRA_CA_CERTS: authorityFile }, 3)
    expect(started).toMatchObject({ code: null })
    expect(toldOf(started)).toEqual({
      database: ['info', 'database (DATABASE_URL) answers'],
      mail: ['info', 'mail (SMTP_URL) answers'],
      provider: ['info', 'provider (OIDC_ISSUER) answers'],
      documents: ['info', 'documents (DOCUMENT_S3_ENDPOINT) answers'],
    })
  })

  it('without it the start says what to set', async () => {
    const hint = /authority that is not known here\. Please set NODE_EXTRA_CA_CERTS/
    expect(await refusal(settings)).toMatch(hint)
    const { DATABASE_URL, DATABASE_OWNER_URL } = usual as Record<
      'DATABASE_URL' | 'DATABASE_OWNER_URL',
      string
    >
    const told = toldOf(await start({ ...settings, DATABASE_URL, DATABASE_OWNER_URL }, 3))
    for (const part of ['mail', 'provider', 'documents'])
      expect(told[part]).toEqual(['warn', expect.stringMatching(hint) as string])
  })

  it('a file that is not there is refused, where Node would go on without it', async () => {
    expect(await refusal({ NODE_EXTRA_CA_CERTS: '/nowhere/ca.pem' })).toBe(
      'NODE_EXTRA_CA_CERTS names the file /nowhere/ca.pem, which does not exist.',
    )
  })

  it('so is one that it cannot read', async () => {
    expect(await refusal({ NODE_EXTRA_CA_CERTS: '/' })).toBe(
      'NODE_EXTRA_CA_CERTS names the file /, which the user of the service cannot read (EISDIR).',
    )
  })
})
