import { once } from 'node:events'
import { appendFile, mkdtemp, rm, stat } from 'node:fs/promises'
import { createServer, type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import S3rver from 's3rver'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { getAuditSeal, type AuditSeal } from '../../../../contract/insight/audit/auditQuestion.ts'
import { freePort } from '../../db/embedded/freePort.ts'
import { testService, type TestService } from '../../../testing/process/service.ts'
import type { TestUser } from '../../../testing/world/users.ts'
import { sealAudit } from '../seal/sealer.ts'
import { headsIn, lineOf, type Anchor } from './anchor.ts'
import { openAnchor, readAnchorSettings, type AnchorSettings } from './settings.ts'
import { checkAudit, noteAuditHead } from './tasks.ts'

/* DP-3: the head of the sealed trail is noted in a place that the owner of the database cannot change. */

const hash = 'ab'.repeat(32)
const line = lineOf({ segment: 7, hash }, '2026-03-02T09:15:00.000Z')

let folder: string
let service: TestService
let administrator: TestUser
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'surefoot-anchor-'))
  service = await testService()
  administrator = await service.as('System Administrator')
})
afterAll(async () => {
  await service.close()
  await rm(folder, { recursive: true })
})

const opened = async (settings: AnchorSettings): Promise<Anchor> => {
  const anchor = await openAnchor(settings)
  if (anchor === null) throw new Error('It was not opened')
  return anchor
}

describe('a file', () => {
  it('has a line for each note, and what else is in it does not matter', async () => {
    const path = join(folder, 'lines')
    const anchor = await opened({ kind: 'file', path })
    expect(await anchor.read?.()).toEqual([])
    await anchor.note(line)
    await appendFile(path, 'Nov 22 kept by somebody else\n')
    await anchor.note(line.replace('=7', '=8'))
    expect(headsIn((await anchor.read?.()) ?? [])).toEqual([
      { segment: 7, hash },
      { segment: 8, hash },
    ])
    expect(headsIn((await anchor.read?.(1)) ?? [])).toEqual([{ segment: 8, hash }])
    expect((await stat(path)).mode & 0o077).toBe(0)
  })
})

describe('a log server', () => {
  it('is sent the line as RFC 5424 has it, and a note fails while nobody listens', async () => {
    const port = await freePort()
    const anchor = await opened({ kind: 'syslog', server: { host: '127.0.0.1', port, isEncrypted: false } })
    await expect(anchor.note(line)).rejects.toMatchObject({ code: 'ECONNREFUSED' })
    const heard: string[] = []
    const server = createServer((socket) => socket.on('data', (text) => heard.push(text.toString())))
    server.listen(port, '127.0.0.1')
    await once(server, 'listening')
    expect((server.address() as AddressInfo).port).toBe(port)
    try {
      await anchor.note(line)
    } finally {
      server.close()
    }
    const [, length, message = ''] = /^(\d+) (.*)$/s.exec(heard.join('')) ?? []
    expect(message).toMatch(/^<109>1 \S+Z \S+ surefoot \d+ audit - surefoot-audit segment=7 /)
    expect(Buffer.byteLength(message)).toBe(Number(length))
    expect(headsIn([message])).toEqual([{ segment: 7, hash }])
    expect(anchor.read).toBeNull()
  })
})

describe('a bucket', () => {
  it('has an object for each note, locked for the time that is set', async () => {
    const port = await freePort()
    const store = new S3rver({
      address: '127.0.0.1',
      port,
      silent: true,
      directory: join(folder, 's3'),
      configureBuckets: [{ name: 'anchors' }],
    })
    await store.run()
    try {
      const bucket = {
        endpoint: `http://127.0.0.1:${port}`,
        region: 'eu-west-2',
        bucket: 'anchors',
        accessKey: 'S3RVER',
        secretKey: 'S3RVER',
      }
      const anchor = await opened({ kind: 's3', bucket, lockedDays: 10 })
      await anchor.note(line.replace('=7', '=8'))
      await anchor.note(line)
      expect(headsIn((await anchor.read?.()) ?? []).map(({ segment }) => segment)).toHaveLength(2)
      expect(headsIn((await anchor.read?.(5)) ?? [])).toContainEqual({ segment: 7, hash })
    } finally {
      await store.close()
    }
  })
})

describe('the setting', () => {
  const read = (environment: Record<string, string>) => {
    const complaints: string[] = []
    const settings = readAnchorSettings(
      (name, fallback, parse) => {
        const text = environment[name]
        if (text === undefined) return fallback
        const value = parse(text)
        if (typeof value === 'object' && value !== null && 'sentence' in value) {
          complaints.push(`${name} ${value.sentence}`)
          return fallback
        }
        return value
      },
      (sentence) => complaints.push(sentence),
    )
    return { settings, complaints }
  }

  it.each<[string, AnchorSettings]>([
    ['file:/var/log/anchor', { kind: 'file', path: '/var/log/anchor' }],
    [
      'syslog://log.example.org',
      { kind: 'syslog', server: { host: 'log.example.org', port: 601, isEncrypted: false } },
    ],
    [
      'syslog+tls://log.example.org:7000',
      { kind: 'syslog', server: { host: 'log.example.org', port: 7000, isEncrypted: true } },
    ],
  ])('%s', (text, settings) => {
    expect(read({ AUDIT_ANCHOR: text })).toEqual({ settings, complaints: [] })
  })

  it('that makes no sense is refused, and a bucket is asked for', () => {
    for (const text of ['file:anchor', 'http://example.org', 'yes'])
      expect(read({ AUDIT_ANCHOR: text }).complaints, text).toEqual([
        expect.stringContaining('AUDIT_ANCHOR must be like file:'),
      ])
    expect(read({ AUDIT_ANCHOR: 's3' }).complaints).toEqual([
      'AUDIT_ANCHOR_S3_BUCKET is missing: AUDIT_ANCHOR is s3',
    ])
  })
})

describe('note by note and night by night', () => {
  const status = async (): Promise<AuditSeal> =>
    (await service.ask(getAuditSeal, {}, administrator)).body as AuditSeal

  it('the administrators see where the trail was noted, and what the check found', async () => {
    const path = join(folder, 'notes')
    const parts = { ...service.parts, auditAnchor: await opened({ kind: 'file', path }) }
    await noteAuditHead(parts)
    expect((await status()).lastAnchor).toBeNull()
    for (let call = 0; call < 3; call += 1) {
      await service.ask(getAuditSeal, {}, await service.as('none'))
      while ((await sealAudit(service.db.pool)) > 0);
      await noteAuditHead(parts)
      await noteAuditHead(parts)
    }
    expect(headsIn((await parts.auditAnchor.read?.()) ?? [])).toHaveLength(3)
    await checkAudit(parts)
    const well = await status()
    expect(well).toMatchObject({
      lastAnchor: { place: `the file ${path}`, segment: well.segments },
      lastCheck: { problems: 0, firstProblem: null, anchors: 3, events: expect.any(Number) as number },
    })

    const { owner } = service.db
    for (const table of ['audit_event', 'audit_segment', 'audit_segment_month'])
      await owner.query(`alter table ${table} disable trigger user`)
    await owner.query('delete from audit_segment_month where segment = $1', [well.segments])
    const { rows } = await owner.query<{ first_id: string }>(
      'delete from audit_segment where number = $1 returning first_id',
      [well.segments],
    )
    await owner.query('delete from audit_event where id >= $1', [rows[0]?.first_id])
    await checkAudit({ ...parts, auditAnchor: null })
    expect((await status()).lastCheck).toMatchObject({ problems: 0, anchors: null })
    await checkAudit(parts)
    expect((await status()).lastCheck).toMatchObject({
      problems: 1,
      firstProblem: expect.stringContaining(
        `Segment ${well.segments} is missing: it was noted outside`,
      ) as string,
    })
  })
})
