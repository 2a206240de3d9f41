import { lookup, type LookupAddress } from 'node:dns'
import ipaddr from 'ipaddr.js'

/* Addresses that somebody typed must not lead into the own network. */

const isPublic = (address: string): boolean => ipaddr.process(address).range() === 'unicast'

/** Resolves a host, and fails if any of its addresses is not public. It is asked at the connection itself. */
export const lookUpPublic: typeof lookup = ((
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

/**
 * Throws if an address may not be reached: by HTTPS and at a public address, or at a host that the installation names.
 * @returns whether the host is named
 */
export const assertMayReach = (url: URL, hosts: readonly string[]): boolean => {
  const host = url.hostname.toLowerCase()
  if (hosts.includes(host)) return true
  if (url.protocol !== 'https:') throw new Error('reached only by https')
  const plain = host.replaceAll(/[[\]]/g, '')
  if (ipaddr.isValid(plain) && !isPublic(plain)) throw new Error('not a public address')
  return false
}
