import { once } from 'node:events'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { request, type ClientRequest, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { maximumFileBytes } from '../../../../contract/pathways/document.ts'
import { idempotencyKeyHeader } from '../../../../contract/accounts/session.ts'
import { buildApp } from '../../../app/app.ts'
import { aPathway } from '../../../testing/world/factories.ts'
import { testService, type TestService } from '../../../testing/process/service.ts'
import type { TestUser } from '../../../testing/world/users.ts'
import { aLetter, countStored, documentsOf, formOfLetter, upload } from '../testing/uploads.ts'

/* FI-2: whatever goes wrong during an upload, nothing is stored, hangs or is left behind. */

let service: TestService
let clinician: TestUser
let pathwayId: number
let port: number
let temporary: string
const usualTemporary = process.env['TMPDIR']

beforeAll(async () => {
  service = await testService()
  temporary = await mkdtemp(join(tmpdir(), 'surefoot-intake-'))
  process.env['TMPDIR'] = temporary
  clinician = await service.as('Clinician')
  pathwayId = (await aPathway(service, clinician)).id
  await service.app.listen({ host: '127.0.0.1', port: 0 })
  port = (service.app.server.address() as AddressInfo).port
})
afterAll(async () => {
  if (usualTemporary === undefined) delete process.env['TMPDIR']
  else process.env['TMPDIR'] = usualTemporary
  await service.close()
  await rm(temporary, { recursive: true })
})

const open = (
  headers: Record<string, string | number>,
  token: string | null = clinician.accessToken,
  at = port,
) =>
  request({
    host: '127.0.0.1',
    port: at,
    method: 'POST',
    path: '/api/document/upload',
    headers: { ...headers, ...(token === null ? {} : { authorization: `Bearer ${token}` }) },
  })

/** Not events.once, which rejects with the error of a connection that the server has cut. */
const isClosed = (sent: ClientRequest): Promise<unknown> =>
  new Promise((resolve) => sent.once('close', resolve))

const answerOf = async (
  sent: ClientRequest,
): Promise<{ status: number; body: unknown; retryAfter: unknown }> => {
  const [answer] = (await once(sent, 'response')) as [IncomingMessage]
  let text = ''
  for await (const part of answer) text += String(part)
  return {
    status: answer.statusCode ?? 0,
    body: JSON.parse(text) as unknown,
    retryAfter: answer.headers['retry-after'],
  }
}

/** Nothing is stored, and the next upload succeeds as usual. */
const expectUntouched = async (before: Awaited<ReturnType<typeof countStored>>): Promise<void> => {
  expect(await countStored(service)).toEqual(before)
  expect(await readdir(temporary)).toEqual([])
  // Succeeds once the server has noticed that the sender is gone.
  await expect.poll(async () => (await upload(service, clinician, pathwayId)).status).toBe(200)
}

describe('an upload over the wire', () => {
  it('of exactly the limit arrives whole', async () => {
    const { payload, headers } = await formOfLetter(service, pathwayId, aLetter(maximumFileBytes))
    const sent = open({ ...headers, 'content-length': payload.length })
    sent.end(payload)
    expect((await answerOf(sent)).status).toBe(200)
    expect((await documentsOf(service, clinician, pathwayId))[0]?.sizeBytes).toBe(maximumFileBytes)
  })

  it('that says it is a hundred times the limit is refused before it is sent', async () => {
    const before = await countStored(service)
    const { headers } = await formOfLetter(service, pathwayId)
    const sent = open({ ...headers, 'content-length': maximumFileBytes * 100 })
    sent.on('error', () => undefined)
    sent.write('--')
    expect(await answerOf(sent)).toMatchObject({
      status: 413,
      body: { code: 'too-large', message: 'The file is larger than 10 MB. Nothing was stored.' },
    })
    sent.destroy()
    await expectUntouched(before)
  })

  it('that never says how much and goes on without end is refused and cut off', async () => {
    const before = await countStored(service)
    const { payload, headers } = await formOfLetter(service, pathwayId)
    const sent = open(headers)
    const closed = isClosed(sent)
    sent.on('error', () => undefined)
    sent.write(payload.subarray(0, payload.indexOf('Letter ')))
    const filling = Buffer.alloc(1024 * 1024, 32)
    let sending = true
    const goOn = async () => {
      while (sending && !sent.destroyed) {
        if (!sent.write(filling)) await Promise.race([once(sent, 'drain'), closed])
        await sleep(1)
      }
    }
    const going = goOn()
    expect((await answerOf(sent)).status).toBe(413)
    await closed
    sending = false
    await going
    await expectUntouched(before)
  })

  it('cut off at any point leaves nothing, and holds no place', async () => {
    const before = await countStored(service)
    const { payload, headers } = await formOfLetter(service, pathwayId, aLetter(300_000))
    for (let round = 0; round < 20; round += 1) {
      const sent = open({ ...headers, 'content-length': payload.length })
      sent.on('error', () => undefined)
      sent.write(payload.subarray(0, Math.floor((payload.length * round) / 20)))
      await sleep(5)
      sent.destroy()
    }
    await expectUntouched(before)
  })

  it('that stops sending is cancelled', async () => {
    const before = await countStored(service)
    const impatient = await buildApp(service.parts, {
      logLevel: false,
      connectionLimits: { graceMs: 500, checkMs: 50 },
    })
    await impatient.listen({ host: '127.0.0.1', port: 0 })
    const { port: other } = impatient.server.address() as AddressInfo
    const { payload, headers } = await formOfLetter(service, pathwayId)
    const sent = open({ ...headers, 'content-length': payload.length }, clinician.accessToken, other)
    sent.on('error', () => undefined)
    sent.write(payload.subarray(0, 200))
    await isClosed(sent)
    await impatient.close()
    await expectUntouched(before)
  })

  it('by nobody, or by one who may not, is refused before it is sent', async () => {
    const administrator = await service.as('System Administrator')
    const { headers } = await formOfLetter(service, pathwayId)
    for (const [token, status] of [
      [null, 401],
      [administrator.accessToken, 403],
    ] as const) {
      const sent = open({ ...headers, 'content-length': 5_000_000 }, token)
      sent.on('error', () => undefined)
      sent.flushHeaders()
      expect((await answerOf(sent)).status).toBe(status)
      sent.destroy()
    }
  })

  const begin = async (users: readonly TestUser[]): Promise<ClientRequest[]> => {
    const { payload, headers } = await formOfLetter(service, pathwayId)
    const begun = users.map((user) => {
      const sent = open({ ...headers, 'content-length': payload.length }, user.accessToken)
      sent.on('error', () => undefined)
      sent.write(payload.subarray(0, 200))
      return sent
    })
    // The sender gets no signal when it receives a place.
    await sleep(1_000)
    return begun
  }
  const send = async (user: TestUser, key: string) => {
    const { payload, headers } = await formOfLetter(service, pathwayId)
    const sent = open({ ...headers, [idempotencyKeyHeader]: key }, user.accessToken)
    sent.end(payload)
    return answerOf(sent)
  }

  it('beside eight of four people waits in line, is told its place, and comes in that order', async () => {
    const before = await countStored(service)
    const others = await Promise.all(Array.from({ length: 4 }, () => service.as('Clinician')))
    const slow = await begin([...others, ...others])
    const second = await service.as('Clinician')
    expect(await send(clinician, 'first')).toMatchObject({
      status: 503,
      retryAfter: '5',
      body: { message: expect.stringContaining('this file is next') as string },
    })
    expect(await send(second, 'second')).toMatchObject({
      status: 503,
      body: { message: expect.stringContaining('1 other file is ahead of this one') as string },
    })
    slow[0]?.destroy()
    // The free place is reserved for the first in the queue.
    expect((await send(second, 'second')).status).toBe(503)
    await expect.poll(async () => (await send(clinician, 'first')).status).toBe(200)
    expect((await send(second, 'second')).status).toBe(200)
    for (const sent of slow) sent.destroy()
    await sleep(100)
    expect((await countStored(service)).rows).toBe(before.rows + 2)
  })

  it("beside eight of one other person is stored at once: only two of that person's are under way", async () => {
    const other = await service.as('Clinician')
    const slow = await begin(Array.from({ length: 8 }, () => other))
    expect((await send(clinician, 'beside-one-person')).status).toBe(200)
    expect(await send(other, 'a-ninth')).toMatchObject({
      status: 429,
      retryAfter: '5',
      body: { message: expect.stringContaining('You are uploading 2 files already') as string },
    })
    for (const sent of slow) sent.destroy()
  })
})

const part = (head: string, body: string): string =>
  `--b\r\nContent-Disposition: form-data; ${head}\r\n\r\n${body}\r\n`
const aFile = part('name="file"; filename="a.txt"', 'words')

describe('a form that is not as it should be', () => {
  it.each([
    ['no form', 'application/json', '{}'],
    ['no boundary', 'multipart/form-data', 'x'],
    ['nothing in it', 'multipart/form-data; boundary=b', ''],
    ['no end', 'multipart/form-data; boundary=b', aFile],
    ['two files', 'multipart/form-data; boundary=b', `${aFile}${aFile}--b--\r\n`],
    [
      'two files under two names',
      'multipart/form-data; boundary=b',
      `${aFile}${part('name="other"; filename="b.txt"', 'x')}--b--\r\n`,
    ],
    [
      'the pathway twice',
      'multipart/form-data; boundary=b',
      `${part('name="ParentId"', '1')}${part('name="ParentId"', '2')}${aFile}--b--\r\n`,
    ],
    [
      'a name that means something else',
      'multipart/form-data; boundary=b',
      `${part('name="__proto__"', '{"a":1}')}${aFile}--b--\r\n`,
    ],
    [
      'a hundred fields',
      'multipart/form-data; boundary=b',
      `${Array.from({ length: 100 }, (_, n) => part(`name="f${n}"`, 'x')).join('')}${aFile}--b--\r\n`,
    ],
    [
      'a field without end',
      'multipart/form-data; boundary=b',
      `${part('name="ParentId"', '1'.repeat(100_000))}${aFile}--b--\r\n`,
    ],
  ])('%s: is refused and stores nothing', async (_, type, payload) => {
    const before = await countStored(service)
    const { statusCode } = await service.app.inject({
      method: 'POST',
      url: '/api/document/upload',
      headers: { 'content-type': type, authorization: `Bearer ${clinician.accessToken}` },
      payload,
    })
    expect(statusCode).toBe(400)
    await expectUntouched(before)
  })
})
