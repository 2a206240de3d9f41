import { request as requestHttp } from 'node:http'
import { request as requestHttps } from 'node:https'
import { assertMayReach, lookUpPublic } from './publicHosts.ts'

const mostBytes = 256 * 1024

export interface Posted {
  status: number
  body: string
  /** As the reply has it, if it has. */
  retryAfter: string | null
}

/**
 * Sends a message to an address to which somebody agreed. Follows no redirect, and reaches only public addresses by
 * HTTPS unless the host is named. Rejects if nothing was answered.
 */
export const post = (
  url: string,
  {
    headers,
    body,
    hosts,
    longestWait = 15_000,
  }: {
    headers: Record<string, string>
    body: string
    hosts: readonly string[]
    /** In milliseconds. */
    longestWait?: number
  },
): Promise<Posted> =>
  new Promise((resolve, reject) => {
    const at = new URL(url)
    const isNamed = assertMayReach(at, hosts)
    const request = (at.protocol === 'https:' ? requestHttps : requestHttp)(
      at,
      {
        method: 'POST',
        headers: { ...headers, 'content-length': String(Buffer.byteLength(body)) },
        timeout: longestWait,
        signal: AbortSignal.timeout(longestWait),
        ...(isNamed ? {} : { lookup: lookUpPublic }),
      },
      (answer) => {
        const parts: Buffer[] = []
        let size = 0
        const end = (): void =>
          resolve({
            status: answer.statusCode ?? 0,
            body: Buffer.concat(parts).toString('utf8'),
            retryAfter: answer.headers['retry-after'] ?? null,
          })
        answer.on('data', (part: Buffer) => {
          size += part.length
          if (size <= mostBytes) return void parts.push(part)
          // What it says further is not read; the status is known.
          end()
          answer.destroy()
        })
        answer.on('error', reject)
        answer.on('end', end)
      },
    )
    request.on('timeout', () => request.destroy(new Error('no answer in time')))
    request.on('error', reject)
    request.end(body)
  })
