import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Readable } from 'node:stream'
import type { SentBundle } from './message.ts'

export interface ReceivedAnswer {
  path: string
  headers: IncomingHttpHeaders
  /** The bytes as they came, which a signature is about. */
  text: string
  body: SentBundle
}

export interface Receiver {
  url: string
  received: ReceivedAnswer[]
  /** What it answers from now on; 0 for hanging up. */
  answers: (status: number, body?: object, headers?: Record<string, string>) => void
  /** From now on it says 200, and then goes on for ever. */
  goesOn: () => void
  close: () => Promise<void>
}

function* words(): Generator<string> {
  for (;;) yield 'and so on, '.repeat(1000)
}

/** A service that takes answers, and fails as it is told to. */
export const aReceiver = async (): Promise<Receiver> => {
  const received: ReceivedAnswer[] = []
  let [status, reply]: [number, object] = [200, {}]
  let more: Record<string, string> = {}
  let isEndless = false
  const server = createServer((request, response) => {
    const parts: Buffer[] = []
    request.on('data', (part: Buffer) => parts.push(part))
    request.on('end', () => {
      const text = Buffer.concat(parts).toString('utf8')
      received.push({
        ...{ path: request.url ?? '', headers: request.headers, text },
        body: JSON.parse(text) as SentBundle,
      })
      if (isEndless) return Readable.from(words()).pipe(response)
      if (status === 0) return request.socket.destroy()
      return response
        .writeHead(status, {
          'content-type': 'application/fhir+json',
          location: 'http://localhost:1/elsewhere',
          ...more,
        })
        .end(JSON.stringify(reply))
    })
  })
  await new Promise<void>((resolve) => server.listen(0, 'localhost', resolve))
  return {
    url: `http://localhost:${(server.address() as AddressInfo).port}/FHIR/R4`,
    received,
    answers: (next, body = {}, headers = {}) => {
      ;[status, reply, more] = [next, body, headers]
    },
    goesOn: () => {
      isEndless = true
    },
    close: () => new Promise((resolve) => server.close(() => resolve())),
  }
}
