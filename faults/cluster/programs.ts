import { spawnSync } from 'node:child_process'
import { installedPostgres } from '../../server/testing/process/installedPostgres.ts'
import { pgBouncerProgram } from '../../server/testing/process/pgBouncer.ts'
import { nginxProgram } from '../nginx.ts'

/** What the cluster is made of, where Debian's packages put it. */
export interface Programs {
  /** The folder of PostgreSQL's own. */
  postgres: string
  patroni: string
  etcd: string
  haproxy: string
  pgbouncer: string
}

const runs = (file: string, ...ask: string[]): string | undefined =>
  spawnSync(file, ask, { stdio: 'ignore' }).status === 0 ? file : undefined

/** Throws a sentence that names the packages that are missing. */
export const findPrograms = (): Programs => {
  const found = {
    postgresql: installedPostgres,
    patroni: runs('/usr/bin/patroni', '--version'),
    // Without it Patroni speaks to no etcd by TLS; Debian's package does not ask for it.
    'python3-idna': runs('/usr/bin/python3', '-c', 'import idna'),
    openssl: runs('/usr/bin/openssl', 'version'),
    'etcd-server': runs('/usr/bin/etcd', '--version'),
    haproxy: runs('/usr/sbin/haproxy', '-v'),
    pgbouncer: pgBouncerProgram,
    nginx: nginxProgram,
  }
  const missing = Object.entries(found).flatMap(([name, file]) => (file === undefined ? [name] : []))
  if (missing.length > 0) throw new Error(missingInWords(missing))
  return {
    postgres: found.postgresql ?? '',
    patroni: found.patroni ?? '',
    etcd: found['etcd-server'] ?? '',
    haproxy: found.haproxy ?? '',
    pgbouncer: found.pgbouncer ?? '',
  }
}

export const missingInWords = (packages: readonly string[]): string =>
  `Not installed here: ${packages.join(', ')}. On Debian: apt-get install --no-install-recommends ${packages.join(' ')}`
