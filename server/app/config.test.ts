import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { usualDocumentSettings } from '../pathways/documents/storage/settings.ts'
import { readConfig } from './config.ts'
import { assertDurable } from '../platform/db/connection/durability.ts'
import { startEmbedded } from '../platform/db/embedded/embedded.ts'
import { ask, makeTemporaryFolder, remove } from '../platform/db/embedded/embeddedTesting.ts'

const database = 'postgres://login:secret@db.example.org:5432/surefoot'

describe('readConfig', () => {
  it('needs no setting at all for a demonstration on this machine', () => {
    expect(readConfig({})).toMatchObject({
      databaseUrl: undefined,
      databaseOwnerUrl: undefined,
      host: '127.0.0.1',
      port: 3000,
      dataFolder: './data',
      publicUrl: 'http://localhost:3000',
      logLevel: 'info',
      documents: usualDocumentSettings,
    })
  })

  it('reads each setting', () => {
    const owner = 'postgresql://owner:secret@db.example.org/surefoot'
    expect(
      readConfig({
        DATABASE_URL: database,
        DATABASE_OWNER_URL: owner,
        HOST: '0.0.0.0',
        PORT: '65535',
        DATA_FOLDER: '/srv/surefoot',
        PUBLIC_URL: 'https://falls.example.org/',
        LOG_LEVEL: 'warn',
      }),
    ).toMatchObject({
      databaseUrl: database,
      databaseOwnerUrl: owner,
      host: '0.0.0.0',
      port: 65535,
      dataFolder: '/srv/surefoot',
      publicUrl: 'https://falls.example.org',
      logLevel: 'warn',
      documents: usualDocumentSettings,
    })
  })

  it('gives no worker the port of the service for its metrics', () => {
    const ports = { PORT: '4101', METRICS_PORT: '4100' }
    expect(readConfig(ports).metrics?.port).toBe(4100)
    expect(() => readConfig({ ...ports, WORKERS: '2' })).toThrow(
      'METRICS_PORT: 2 workers use one port each, starting from this one, and PORT is one of them',
    )
  })

  it("migrates as the application's login when no owner is given", () => {
    expect(readConfig({ DATABASE_URL: database }).databaseOwnerUrl).toBe(database)
  })

  it('reads how accounts are kept and how messages leave', () => {
    const key = 'AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8='
    const config = readConfig({
      SECRET_KEY: key,
      ORGANISATION: 'Example Vale',
      PASSWORD_MINIMUM: '15',
      SECOND_FACTOR_FOR: 'System Administrator, Team Lead',
      ADMISSIONS_WRITE_CLINICAL: 'no',
      SMTP_URL: 'smtps://login:secret@mail.example.org:465',
      MAIL_FROM: 'surefoot@example.org',
      NOTIFY_API_KEY: 'key',
      NOTIFY_SMS_TEMPLATE: 'template',
    })
    expect(config.secretKey).toEqual(Buffer.from(key, 'base64'))
    const before = Buffer.alloc(32, 7)
    expect(readConfig({ SECRET_KEY: key, SECRET_OLD_KEY: before.toString('base64') }).secretKey).toEqual([
      Buffer.from(key, 'base64'),
      before,
    ])
    expect(() => readConfig({ SECRET_KEY: key, SECRET_OLD_KEY: key })).toThrow('the same as SECRET_KEY')
    expect(config.accounts).toMatchObject({
      organisation: 'Example Vale',
      passwordMinimum: 15,
      secondFactorFor: ['System Administrator', 'Team Lead'],
      admissionsWriteClinical: false,
    })
    expect(config.messages).toEqual({
      smtp: {
        url: 'smtps://login:secret@mail.example.org:465',
        from: { name: 'Surefoot at Example Vale', address: 'surefoot@example.org' },
      },
      notify: {
        url: 'https://api.notifications.service.gov.uk',
        key: 'key',
        template: 'template',
        mailTemplate: null,
        postage: null,
        callbackToken: null,
      },
    })
    expect(readConfig({}).messages).toEqual({ smtp: null, notify: null })
    expect(readConfig({ SECOND_FACTOR_FOR: 'nobody' }).accounts.secondFactorFor).toEqual([])
  })

  it('takes shorter passwords where everybody has a second step', () => {
    const SECOND_FACTOR_FOR =
      'Admissions, Clinician, Team Lead, System Administrator, Information Governance, External'
    expect(readConfig({ PASSWORD_MINIMUM: '8', SECOND_FACTOR_FOR }).accounts.passwordMinimum).toBe(8)
  })

  it('trusts proxies by address and by network', () => {
    const named = '10.0.0.5, 10.1.0.0/16, ::1, 2001:db8::/32'
    expect(readConfig({ TRUSTED_PROXIES: named }).trustedProxies).toEqual(named.split(', '))
  })

  it('takes an empty value for none', () => {
    expect(readConfig({ PORT: '', DATABASE_URL: ' ', LOG_LEVEL_FILE: '' })).toEqual(readConfig({}))
  })

  it.each([
    ['PORT', '70000', 'PORT must be a whole number from 0 to 65535, not "70000"'],
    ['PORT', '65536', 'PORT must be a whole number from 0 to 65535, not "65536"'],
    [
      'STOP_DEADLINE_SECONDS',
      '0',
      'STOP_DEADLINE_SECONDS must be a whole number of seconds from 1 to 999, not "0"',
    ],
    [
      'TRUSTED_PROXIES',
      '10.1.0.0/99',
      'TRUSTED_PROXIES must be addresses or networks separated by commas, such as 10.0.0.5, 10.1.0.0/16, not "10.1.0.0/99"',
    ],
    ['WORKERS', 'many', 'WORKERS must be a whole number from 1 to 64, not "many"'],
    ['MACHINES', '0', 'MACHINES must be a whole number from 1 to 64, not "0"'],
    ['PORT', '-1', 'PORT must be a whole number from 0 to 65535, not "-1"'],
    ['PORT', '80a', 'PORT must be a whole number from 0 to 65535, not "80a"'],
    ['HOST', 'http://here', 'HOST must be a host name or an address, not "http://here"'],
    [
      'LOG_LEVEL',
      'loud',
      'LOG_LEVEL must be one of fatal, error, warn, info, debug, trace, silent, not "loud"',
    ],
    ['PUBLIC_URL', 'falls.example.org', 'PUBLIC_URL must be like https://surefoot.example.org, with no path'],
    [
      'PUBLIC_URL',
      'https://example.org/falls',
      'PUBLIC_URL must be like https://surefoot.example.org, with no path',
    ],
    ['PUBLIC_URL', 'ftp://example.org', 'PUBLIC_URL must be like https://surefoot.example.org, with no path'],
    [
      'DATABASE_URL',
      'mysql://u:p@h/d',
      'DATABASE_URL must be like postgres://user:password@host:5432/database',
    ],
    [
      'DATABASE_URL',
      'postgres://u:p@h',
      'DATABASE_URL must be like postgres://user:password@host:5432/database',
    ],
    ['ADMISSIONS_WRITE_CLINICAL', 'maybe', 'ADMISSIONS_WRITE_CLINICAL must be yes or no, not "maybe"'],
    [
      'PASSWORD_MINIMUM',
      '11',
      'PASSWORD_MINIMUM under 12 needs a second step for everybody: please set SECOND_FACTOR_FOR to Admissions, Clinician, Team Lead, System Administrator, Information Governance, External',
    ],
    ['PASSWORD_MINIMUM', '0x10', 'PASSWORD_MINIMUM must be a whole number from 8 to 64, not "0x10"'],
    ['PASSWORD_MINIMUM', '12.5', 'PASSWORD_MINIMUM must be a whole number from 8 to 64, not "12.5"'],
    [
      'OIDC_CLIENT_ID',
      'surefoot',
      'OIDC_ISSUER, OIDC_CLIENT_ID and OIDC_CLIENT_SECRET belong together: please set all or none',
    ],
    ['PASSWORD_MINIMUM', '7', 'PASSWORD_MINIMUM must be a whole number from 8 to 64, not "7"'],
    [
      'SECRET_OLD_KEY',
      'AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8=',
      'SECRET_OLD_KEY is the key before SECRET_KEY: please set both',
    ],
    ['SECRET_KEY', 'c2hvcnQ=', 'SECRET_KEY must be 32 random bytes in base64: openssl rand -base64 32'],
    ['SMTP_URL', 'mail.example.org', 'SMTP_URL must be like smtps://user:password@mail.example.org:465'],
    [
      'MAIL_FROM',
      'surefoot@example.org',
      'SMTP_URL and MAIL_FROM belong together: please set both or neither',
    ],
    [
      'NOTIFY_API_KEY',
      'key',
      'NOTIFY_API_KEY needs a use, and each use needs the key: please set it with NOTIFY_SMS_TEMPLATE, NOTIFY_EMAIL_TEMPLATE or NOTIFY_LETTERS=yes, or none of them',
    ],
    [
      'NOTIFY_LETTERS',
      'yes',
      'NOTIFY_API_KEY needs a use, and each use needs the key: please set it with NOTIFY_SMS_TEMPLATE, NOTIFY_EMAIL_TEMPLATE or NOTIFY_LETTERS=yes, or none of them',
    ],
    ['NOTIFY_POSTAGE', 'europe', 'NOTIFY_POSTAGE must be one of first, second, economy, not "europe"'],
    [
      'NOTIFY_CALLBACK_TOKEN',
      'too short',
      'NOTIFY_CALLBACK_TOKEN must have at least 24 characters and no space: openssl rand -hex 24',
    ],
    [
      'APPOINTMENT_REMINDERS',
      'yes',
      'APPOINTMENT_REMINDERS needs REMINDER_TELEPHONE and ORGANISATION: please set both',
    ],
    ['APPOINTMENT_REMINDERS', 'on', 'APPOINTMENT_REMINDERS must be yes or no, not "on"'],
    ['REMINDER_TELEPHONE', 'ring us', 'REMINDER_TELEPHONE must be a telephone number, such as 01632 960 001'],
    ['DATABASE_OWNER_URL', database, 'DATABASE_URL is missing: DATABASE_OWNER_URL alone is not enough'],
  ])('refuses %s %s in one line', (name, value, line) => {
    expect(() => readConfig({ [name]: value })).toThrow(new Error(line))
  })

  it('reminds nobody of an appointment unless it is told to', () => {
    const said = { REMINDER_TELEPHONE: '01632 960 001', ORGANISATION: 'Example Vale' }
    expect(readConfig(said).accounts.reminders).toBeNull()
    expect(readConfig({ ...said, APPOINTMENT_REMINDERS: 'yes' }).accounts.reminders).toEqual({
      telephone: '01632 960 001',
      textsPerDay: 500,
    })
  })

  it('names every wrong value at once, and never repeats what may hold a password', () => {
    const read = () => readConfig({ PORT: 'x', LOG_LEVEL: 'y', DATABASE_URL: 'mysql://login:secret@h/d' })
    expect(read).toThrow(/^DATABASE_URL .*\nPORT .*\nLOG_LEVEL .*$/)
    expect(read).not.toThrow(/secret/)
  })

  it('reads a setting from a file, and says when it cannot', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'surefoot-config-'))
    try {
      const file = join(folder, 'database-url')
      await writeFile(file, `${database}\n`)
      expect(readConfig({ DATABASE_URL_FILE: file }).databaseUrl).toBe(database)
      expect(() => readConfig({ DATABASE_URL_FILE: file, DATABASE_URL: database })).toThrow(
        'DATABASE_URL and DATABASE_URL_FILE are both set',
      )
      await writeFile(file, '\n')
      expect(() => readConfig({ DATABASE_URL_FILE: file })).toThrow('the file in DATABASE_URL_FILE is empty')
      expect(() => readConfig({ PORT_FILE: join(folder, 'missing') })).toThrow(
        /^PORT cannot be read from the file in PORT_FILE: ENOENT/,
      )
    } finally {
      await rm(folder, { recursive: true })
    }
  })
})

describe('assertDurable', () => {
  it('refuses a database that may lose what it acknowledged, at whatever level that was set', async () => {
    const folder = await makeTemporaryFolder()
    const { ownerUrl, applicationUrl, stop } = await startEmbedded({ dataFolder: folder })
    try {
      await assertDurable(applicationUrl)
      await ask(ownerUrl, 'alter database surefoot set synchronous_commit = off')
      await expect(assertDurable(applicationUrl)).rejects.toThrow('The database has synchronous_commit off')
      await ask(ownerUrl, 'alter database surefoot set synchronous_commit = on')
      await assertDurable(applicationUrl)
      await assertDurable(`${applicationUrl}?options=-csynchronous_commit%3Dlocal`)
    } finally {
      await stop()
      await remove(folder)
    }
  })

  it.each(['fsync', 'full_page_writes'])('refuses a database with %s off', async (setting) => {
    const folder = await makeTemporaryFolder()
    const database = await startEmbedded({ dataFolder: folder })
    try {
      const superuser = new URL(database.ownerUrl)
      superuser.username = 'postgres'
      superuser.password = await superuserPassword(folder)
      await ask(superuser.href, `alter system set ${setting} = off`)
      await ask(superuser.href, 'select pg_reload_conf()')
      await expect
        .poll(() => assertDurable(database.applicationUrl).catch((error: Error) => error.message), {
          timeout: 10_000,
        })
        .toContain(`The database has ${setting} off`)
    } finally {
      await database.stop()
      await remove(folder)
    }
  })
})

const superuserPassword = async (folder: string): Promise<string> => {
  const text = await readFile(join(folder, 'postgres/passwords.json'), 'utf8')
  return (JSON.parse(text) as { superuser: string }).superuser
}
