import { connect, type AddressInfo, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, describe, expect, it } from 'vitest'
import { problem } from '../../../../contract/platform/calls/problem.ts'
import type { AppOptions } from '../../../app/app.ts'
import type { ConnectionLimits } from './connections.ts'
import { nextNhsNumber, patientInputOf } from '../../../testing/world/factories.ts'
import { testService, type TestService } from '../../../testing/process/service.ts'

/* DL-4: slow senders and slow readers get limited time, and a network gets a limited number of unfinished requests. */

const shortLimits: Partial<ConnectionLimits> = {
  headersMs: 500,
  graceMs: 1_000,
  bytesPerSecond: 2_000,
  afterAnswerMs: 500,
  checkMs: 50,
}
const mostOfNetwork = 5

let service: TestService
let port: number
const opened: Socket[] = []

const start = async (options: AppOptions = {}): Promise<void> => {
  service = await testService({}, { connectionLimits: shortLimits, ...options })
  await service.app.listen({ host: '127.0.0.1', port: 0 })
  port = (service.app.server.address() as AddressInfo).port
}
afterEach(async () => {
  for (const socket of opened.splice(0)) socket.destroy()
  await service.close()
})

interface Client {
  socket: Socket
  received: () => string
  closed: Promise<unknown>
}

const send = (text: string): Client => {
  const socket = connect({ host: '127.0.0.1', port })
  opened.push(socket)
  let received = ''
  socket.on('error', () => undefined)
  socket.on('data', (part: Buffer) => (received += part.toString()))
  socket.write(text)
  // Not events.once, which rejects if the server cuts the connection.
  const closed = new Promise((resolve) => socket.once('close', resolve))
  return { socket, received: () => received, closed }
}

/** Sends a piece again and again until the server closes the connection. */
const goOn = async ({ socket }: Client, piece: string, pauseMs = 50): Promise<void> => {
  while (!socket.destroyed) {
    socket.write(piece)
    await sleep(pauseMs)
  }
}

const post = (path: string, length: number, more = '') =>
  `POST ${path} HTTP/1.1\r\nHost: surefoot\r\nContent-Type: application/json\r\nContent-Length: ${length}\r\n${more}\r\n`
const forwardedFor = (address: string): string => `X-Forwarded-For: ${address}\r\n`

const problemIn = (answer: string) =>
  problem.strict().parse(JSON.parse(answer.slice(answer.indexOf('\r\n\r\n'))))

describe('a slow sender', () => {
  it('of headers gets the reason and is disconnected', async () => {
    await start()
    const client = send('GET /health/live HTTP/1.1\r\n')
    await goOn(client, 'X-More: more\r\n')
    expect(client.received()).toMatch(/^HTTP\/1\.1 408 /)
    expect(client.received().toLowerCase()).toContain('cache-control: no-store')
    expect(problemIn(client.received()).message).toBe(
      'The request arrived too slowly. Nothing was saved. Please try again.',
    )
  })

  it('who sends nothing at all is let go', async () => {
    await start()
    await send('').closed
  })

  it('of an anonymous body gets the reason and is disconnected', async () => {
    await start()
    const client = send(post('/oauth/token', 4_000).replace('json', 'x-www-form-urlencoded'))
    await goOn(client, 'x')
    expect(client.received()).toMatch(/^HTTP\/1\.1 408 /)
  })

  it('of a body that never says how long it is gets the reason and is disconnected', async () => {
    await start()
    const client = send(
      'POST /oauth/token HTTP/1.1\r\nHost: surefoot\r\nContent-Type: application/x-www-form-urlencoded\r\n' +
        'Transfer-Encoding: chunked\r\n\r\n',
    )
    await goOn(client, '1\r\nx\r\n')
    expect(client.received()).toMatch(/^HTTP\/1\.1 408 /)
  })

  it('of a body when signed in gets the reason and is disconnected, and nothing is saved', async () => {
    await start()
    const { accessToken } = await service.as('Clinician')
    const client = send(post('/api/patient/save', 4_000, `Authorization: Bearer ${accessToken}\r\n`))
    await goOn(client, ' ')
    expect(client.received()).toMatch(/^HTTP\/1\.1 408 /)
  })

  it('of a refused body hears the refusal and is let go', async () => {
    await start()
    const client = send(post('/api/patient/save', 4_000))
    await goOn(client, ' ')
    expect(client.received()).toMatch(/^HTTP\/1\.1 401 /)
    expect(client.received().match(/HTTP\/1\.1/g)).toHaveLength(1)
  })

  it('on a bad line, with pauses but faster than the floor, gets through', async () => {
    // A floor rate so low that a brief stall of the machine does not fall below it. Sending still takes longer than the
    // grace period.
    await start({ connectionLimits: { ...shortLimits, bytesPerSecond: 500 } })
    const body = `{"comments":"${'x'.repeat(12_000)}"}`
    const { accessToken } = await service.as('Clinician')
    const client = send(post('/api/patient/save', body.length, `Authorization: Bearer ${accessToken}\r\n`))
    for (let at = 0; at < body.length; at += 2_000) {
      client.socket.write(body.slice(at, at + 2_000))
      await sleep(400)
    }
    await expect.poll(client.received, { timeout: 20_000 }).toMatch(/^HTTP\/1\.1 400 /)
    expect(client.received()).toContain('Family name required')
  })
})

describe('a slow reader', () => {
  it('who takes nothing is let go, with all that was waiting for them', async () => {
    await start({ connectionLimits: { ...shortLimits, bytesPerSecond: 1_000_000, requestsInLine: 100 } })
    const client = send('')
    client.socket.pause()
    const ask = 'GET /api/openapi.json HTTP/1.1\r\nHost: surefoot\r\n\r\n'
    client.socket.write(ask.repeat(100))
    const connections = () =>
      new Promise<number>((resolve, reject) =>
        service.app.server.getConnections((error, count) => (error ? reject(error) : resolve(count))),
      )
    await expect.poll(connections, { timeout: 5_000 }).toBe(1)
    await expect.poll(connections, { timeout: 30_000 }).toBe(0)
  })

  it('who takes everything, however late, gets it whole', async () => {
    await start()
    const client = send('')
    client.socket.pause()
    client.socket.write('GET /api/openapi.json HTTP/1.1\r\nHost: surefoot\r\nConnection: close\r\n\r\n')
    await sleep(400)
    client.socket.resume()
    await client.closed
    const [head = '', body = ''] = client.received().split('\r\n\r\n')
    expect(head).toMatch(/^HTTP\/1\.1 200 /)
    expect(JSON.parse(body)).toHaveProperty('openapi')
  })
})

describe('of one network', () => {
  const connectionLimits = {
    ...shortLimits,
    headersMs: 60_000,
    graceMs: 60_000,
    unfinishedOfNetwork: mostOfNetwork,
  }
  const stillOpen = (clients: readonly Client[]): number =>
    clients.filter(({ socket }) => !socket.destroyed).length

  it('the oldest unfinished requests make way, and others are answered', async () => {
    await start({ connectionLimits })
    const clients = Array.from({ length: 20 }, () => send('GET /health/live HTTP/1.1\r\n'))
    await expect.poll(() => stillOpen(clients)).toBe(mostOfNetwork)
    expect(clients[0]?.received()).toMatch(/^HTTP\/1\.1 503 /)
    expect(clients[0]?.received().toLowerCase()).toContain('retry-after: 5')
    const honest = send('GET /health/live HTTP/1.1\r\nHost: surefoot\r\nConnection: close\r\n\r\n')
    await honest.closed
    expect(honest.received()).toMatch(/^HTTP\/1\.1 200 /)
  })

  it('bodies count as headers do, and finished requests do not', async () => {
    await start({ connectionLimits })
    const idle = Array.from({ length: 20 }, () => send('GET /health/live HTTP/1.1\r\nHost: surefoot\r\n\r\n'))
    await expect.poll(() => idle.every(({ received }) => received().includes(' 200 '))).toBe(true)
    const clients = Array.from({ length: 20 }, () => send(`${post('/oauth/token', 4_000)}x`))
    await expect.poll(() => stillOpen(clients)).toBe(mostOfNetwork)
    expect(stillOpen(idle)).toBe(20)
  })

  it('a trusted proxy is not one client: each network behind it counts for itself', async () => {
    await start({ connectionLimits, trustedProxies: ['127.0.0.1'] })
    const flood = Array.from({ length: 20 }, () =>
      send(`${post('/oauth/token', 4_000, forwardedFor('198.51.100.7'))}x`),
    )
    const others = Array.from({ length: 8 }, (_, n) =>
      send(`${post('/oauth/token', 4_000, forwardedFor(`203.0.113.${n + 1}`))}x`),
    )
    const unknown = Array.from({ length: 8 }, () => send('GET /health/live HTTP/1.1\r\n'))
    await expect.poll(() => stillOpen(flood)).toBe(mostOfNetwork)
    await sleep(200)
    expect([stillOpen(flood), stillOpen(others), stillOpen(unknown)]).toEqual([mostOfNetwork, 8, 8])
  })

  it('a caller cannot choose another network by a header of their own', async () => {
    await start({ connectionLimits })
    const clients = Array.from({ length: 20 }, (_, n) =>
      send(`${post('/oauth/token', 4_000, forwardedFor(`203.0.113.${n + 1}`))}x`),
    )
    await expect.poll(() => stillOpen(clients)).toBe(mostOfNetwork)
  })
})

it('makes room when all connections are taken: idle ones first', async () => {
  await start({ connectionLimits: { ...shortLimits, headersMs: 60_000, connections: 10 } })
  const idle = Array.from({ length: 10 }, () => send('GET /health/live HTTP/1.1\r\nHost: surefoot\r\n\r\n'))
  await expect.poll(() => idle.every(({ received }) => received().includes(' 200 '))).toBe(true)
  const next = send('GET /health/live HTTP/1.1\r\nHost: surefoot\r\nConnection: close\r\n\r\n')
  await next.closed
  expect(next.received()).toMatch(/^HTTP\/1\.1 200 /)
})

it('answers what is no request in the words of the contract', async () => {
  await start()
  const client = send('NONSENSE\r\n\r\n')
  await client.closed
  expect(client.received()).toMatch(/^HTTP\/1\.1 400 /)
  expect(problemIn(client.received())).toMatchObject({
    code: 'bad-request',
    message: 'The request cannot be read.',
  })
})

it('carries out what one connection asks for at once in its order, each when the answer before has left', async () => {
  await start()
  const { accessToken } = await service.as('Clinician')
  const ask = (path: string, input: object, more = ''): string => {
    const body = JSON.stringify(input)
    return `${post(path, Buffer.byteLength(body), `Authorization: Bearer ${accessToken}\r\n${more}`)}${body}`
  }
  const nhsNumber = nextNhsNumber()
  const register = ask('/api/patient/save', await patientInputOf(service, { nhsNumber }))
  const find = ask('/api/search/nhsNumber', { nhsNumber })
  const client = send(register + find + ask('/api/search/nhsNumber', { nhsNumber }, 'Connection: close\r\n'))
  await client.closed
  expect(client.received().match(/HTTP\/1\.1 \d+/g)).toEqual(Array(3).fill('HTTP/1.1 200'))
  expect(client.received().split('"familyName"')).toHaveLength(3)
})

it('drops a client that sends more and more requests and reads no reply', async () => {
  await start({ connectionLimits: { ...shortLimits, requestsInLine: 5 } })
  const client = send('GET /health/live HTTP/1.1\r\nHost: surefoot\r\n\r\n'.repeat(2_000))
  // The connection may be reset while data is still on its way.
  await client.closed.catch(() => undefined)
  expect(client.received().match(/HTTP\/1\.1 200/g)?.length ?? 0).toBeLessThan(2_000)
})
