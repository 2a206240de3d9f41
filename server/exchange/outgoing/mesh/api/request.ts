import { Agent as HttpAgent, request as requestHttp, type IncomingHttpHeaders } from 'node:http'
import { Agent as HttpsAgent, request as requestHttps } from 'node:https'
import type { MeshSettings } from '../settings.ts'

/** No whole reply came. `hasLeft`: the request may have reached the service. The message names nobody. */
export class NoReply extends Error {
  readonly hasLeft: boolean
  constructor(code: string, hasLeft: boolean) {
    super(code)
    this.hasLeft = hasLeft
  }
}

/** What a reply without end came to. */
export class TooMuch extends NoReply {
  constructor() {
    super('answered with too much data', true)
  }
}

export interface Asked {
  method: 'GET' | 'POST' | 'PUT' | 'HEAD'
  url: string
  headers: Record<string, string>
  body?: Uint8Array
}

export interface Reply {
  status: number
  headers: IncomingHttpHeaders
  body: Buffer
}

export type AskHttp = (asked: Asked) => Promise<Reply>

/** Codes of a connection that never came about. */
const neverLeft: ReadonlySet<string> = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
])

const largestReply = 32 * 1024 * 1024

/**
 * Asks with our certificate (mutual TLS). Redirects are not followed. Node's `fetch` takes no certificate without another
 * library.
 */
export const openHttp = ({ tls, url }: Pick<MeshSettings, 'tls' | 'url'>, waitMs: number): AskHttp => {
  const isHttps = url.startsWith('https:')
  const agent = isHttps
    ? new HttpsAgent({
        keepAlive: true,
        maxSockets: 4,
        minVersion: 'TLSv1.2',
        ...(tls === null ? {} : { cert: tls.cert, key: tls.key, ...(tls.ca === null ? {} : { ca: tls.ca }) }),
      })
    : new HttpAgent({ keepAlive: true, maxSockets: 4 })
  return ({ method, url: address, headers, body }) =>
    new Promise((resolve, reject) => {
      const request = (isHttps ? requestHttps : requestHttp)(address, {
        ...{ method, agent, signal: AbortSignal.timeout(waitMs) },
        headers: { ...headers, ...(body === undefined ? {} : { 'content-length': String(body.byteLength) }) },
      })
      const fail = ({ code, name }: NodeJS.ErrnoException): void => {
        const cause = code ?? name
        const isOld = request.reusedSocket && cause === 'ECONNRESET'
        reject(new NoReply(cause, !neverLeft.has(cause) || isOld))
      }
      request.on('error', fail)
      request.on('response', (response) => {
        const parts: Buffer[] = []
        let size = 0
        response.on('data', (part: Buffer) => {
          size += part.length
          if (size <= largestReply) return void parts.push(part)
          reject(new TooMuch())
          request.destroy()
        })
        response.on('error', fail)
        response.on('end', () => {
          if (!response.complete) return fail(new Error('cut off'))
          resolve({ status: response.statusCode ?? 0, headers: response.headers, body: Buffer.concat(parts) })
        })
      })
      request.end(body)
    })
}
