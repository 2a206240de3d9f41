import { lookup, type LookupAddress } from 'node:dns'
import { request as requestHttp } from 'node:http'
import { request as requestHttps } from 'node:https'
import ipaddr from 'ipaddr.js'

/* The keys of a client come from an address that somebody typed, so the fetch must not reach into the own network. */

const longestWait = 5_000
const mostBytes = 64 * 1024

const isPublic = (address: string): boolean => ipaddr.process(address).range() === 'unicast'

/** Resolves a host, and fails if any of its addresses is not public. It is asked at the connection itself. */
const lookUpPublic: typeof lookup = ((
  host: string,
  options: object,
  done: (error: Error | null, address?: string | LookupAddress[], family?: number) => void,
): void => {
  lookup(host, { ...options, all: true }, (error, addresses) => {
    const [first] = addresses ?? []
    if (error !== null || first === undefined) return done(error ?? new Error('no address'))
    if (!addresses.every(({ address }) => isPublic(address))) return done(new Error('not a public address'))
    if ((options as { all?: boolean }).all === true) return done(null, addresses)
    return done(null, first.address, first.family)
  })
}) as typeof lookup

/** Whether keys may be fetched from this address: by HTTPS, or from a host that the installation names. */
export const mayFetchFrom = (url: URL, keyHosts: readonly string[]): boolean =>
  url.protocol === 'https:' || keyHosts.includes(url.hostname.toLowerCase())

/** Fetches a key set. Follows no redirect, and reaches only public addresses unless the host is named. */
export const fetchKeys =
  (keyHosts: readonly string[]) =>
  (url: string): Promise<Response> =>
    new Promise((resolve, reject) => {
      const at = new URL(url)
      if (!mayFetchFrom(at, keyHosts)) return reject(new Error('keys are fetched only by https'))
      const isNamed = keyHosts.includes(at.hostname.toLowerCase())
      if (
        !isNamed &&
        ipaddr.isValid(at.hostname.replaceAll(/[[\]]/g, '')) &&
        !isPublic(at.hostname.replaceAll(/[[\]]/g, ''))
      )
        return reject(new Error('not a public address'))
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
