import { request as requestHttp } from 'node:http'
import { request as requestHttps } from 'node:https'
import { assertMayReach, lookUpPublic } from './publicHosts.ts'

const longestWait = 5_000
const mostBytes = 64 * 1024

/** Fetches a key set. Follows no redirect, and reaches only public addresses unless the host is named. */
export const fetchKeys =
  (keyHosts: readonly string[]) =>
  (url: string): Promise<Response> =>
    new Promise((resolve, reject) => {
      const at = new URL(url)
      const isNamed = assertMayReach(at, keyHosts)
      const request = (at.protocol === 'https:' ? requestHttps : requestHttp)(
        at,
        {
          headers: { accept: 'application/json, application/jwk-set+json' },
          timeout: longestWait,
          signal: AbortSignal.timeout(longestWait),
          ...(isNamed ? {} : { lookup: lookUpPublic }),
        },
        (answer) => {
          const parts: Buffer[] = []
          let size = 0
          answer.on('data', (part: Buffer) => {
            size += part.length
            if (size > mostBytes) request.destroy(new Error('the key set is too large'))
            else parts.push(part)
          })
          answer.on('error', reject)
          // A redirect or an empty reply is no key set.
          if (answer.statusCode !== 200) {
            request.destroy()
            return reject(new Error(`the key set was answered with ${answer.statusCode}`))
          }
          answer.on('end', () =>
            resolve(
              new Response(Buffer.concat(parts), {
                headers: { 'content-type': answer.headers['content-type'] ?? '' },
              }),
            ),
          )
          return undefined
        },
      )
      request.on('error', reject)
      request.end()
    })
