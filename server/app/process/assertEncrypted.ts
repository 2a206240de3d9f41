import ipaddr from 'ipaddr.js'
import { Client } from 'pg'
import type { Config } from '../config.ts'
import type { SettingName } from '../../platform/settings/catalogue.ts'

type Databases = Pick<
  Config,
  'databaseUrl' | 'databaseOwnerUrl' | 'databaseDirectUrl' | 'databaseReplicaUrl' | 'isDatabaseNetworkPrivate'
>

/**
 * Throws a line for each database URL that crosses a network without TLS, unless nobody else can listen on that network
 * (DP-6).
 */
export const assertEncrypted = (config: Databases): void => {
  if (config.isDatabaseNetworkPrivate) return
  const addresses: [SettingName, string | undefined][] = [
    ['DATABASE_URL', config.databaseUrl],
    ['DATABASE_OWNER_URL', config.databaseOwnerUrl],
    ['DATABASE_DIRECT_URL', config.databaseDirectUrl],
    ['DATABASE_REPLICA_URL', config.databaseReplicaUrl],
  ]
  const open = addresses.flatMap(([name, url]) => {
    const host = url === undefined ? null : openHost(url)
    return host === null ? [] : [{ name, host }]
  })
  // If the owner's URL is not set, it is the application's own, which is listed already.
  const named = open.filter(
    ({ name }) => name !== 'DATABASE_OWNER_URL' || config.databaseOwnerUrl !== config.databaseUrl,
  )
  if (named.length > 0) throw new Error(named.map(refusal).join('\n'))
}

const refusal = ({ name, host }: { name: SettingName; host: string }): string =>
  `${name}: the connection to the database at ${host} is not encrypted, so patient data would cross a network unencrypted. ` +
  'Add ?sslmode=verify-full to the URL, or set DATABASE_NETWORK_PRIVATE=yes if nobody else can listen on that network.'

/**
 * The host if it is reached over a network without TLS; null for TLS, this machine and its sockets. pg itself parses
 * the URL.
 */
const openHost = (url: string): string | null => {
  const address = new URL(url)
  // pg would read the certificate file here. It uses TLS if a file is named, unless `sslmode` says otherwise.
  const hasAuthority = Boolean(address.searchParams.get('sslrootcert'))
  address.searchParams.delete('sslrootcert')
  if (hasAuthority && !address.searchParams.get('sslmode')) address.searchParams.set('sslmode', 'verify-full')
  const { host, ssl } = new Client({ connectionString: address.href })
  return ssl || isHere(host) ? null : host
}

const isHere = (host: string): boolean => {
  if (host === 'localhost' || host.startsWith('/')) return true
  const bare = host.replace(/^\[|\]$/g, '')
  return ipaddr.isValid(bare) && ipaddr.process(bare).range() === 'loopback'
}
