import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseEnv } from 'node:util'
import { fillExample, type Swap } from './fillExample.ts'
import type { DatabaseMachine, Plan, ServingMachine, Voter } from './plan.ts'

/*
 * The files of deploy/cluster, which docs/operate/operations.md hands to operators, for this one machine. What is tried here is what is
 * handed out: only addresses, folders, users and passwords are others.
 */

const here = '127.0.0.1'
const examples = join(import.meta.dirname, '../../deploy/cluster')
const read = (file: string): string => readFileSync(join(examples, file), 'utf8')

const hosts = (plan: Plan, examplePort: number, kind: 'client' | 'peer'): Swap[] =>
  plan.voters.map(({ exampleHost, ports }) => [`${exampleHost}:${examplePort}`, `${here}:${ports[kind]}`])

/** Where a machine has its certificate, and that of the authority that signed all of them. */
export const certificatesOf = (folder: string): string => join(folder, 'tls')

const certificatesIn = (folder: string): Swap => ['/etc/surefoot/tls', certificatesOf(folder)]

/** The settings of etcd, which takes them from its environment. */
export const etcdEnvironment = (plan: Plan, { name, folder, ports }: Voter): NodeJS.Dict<string> => {
  const [first] = plan.voters
  const own = (setting: string, port: number, to: number): Swap => [
    `${setting}=https://${first?.exampleHost}:${port}`,
    `${setting}=https://${here}:${to}`,
  ]
  const text = fillExample(read('etcd'), [
    ['ETCD_NAME=db1', `ETCD_NAME=${name}`],
    ['/var/lib/etcd/surefoot', join(folder, 'etcd')],
    certificatesIn(folder),
    own('ETCD_LISTEN_PEER_URLS', 2380, ports.peer),
    own('ETCD_INITIAL_ADVERTISE_PEER_URLS', 2380, ports.peer),
    own('ETCD_LISTEN_CLIENT_URLS', 2379, ports.client),
    own('ETCD_ADVERTISE_CLIENT_URLS', 2379, ports.client),
    ...hosts(plan, 2380, 'peer'),
  ])
  return parseEnv(text)
}

/** @param programs the folder of PostgreSQL's own */
export const patroniFile = (
  plan: Plan,
  { name, folder, ports }: DatabaseMachine,
  programs: string,
): string => {
  const [first] = plan.databases
  const { rest, superuser, replicator, rewinder } = plan.passwords
  return fillExample(read('patroni.yml'), [
    ['\nname: db1', `\nname: ${name}`],
    [`${first?.exampleHost}:8008`, `${here}:${ports.rest}`],
    [`${first?.exampleHost}:5432`, `${here}:${ports.postgres}`],
    ...hosts(plan, 2379, 'client'),
    ['10.0.0.0/24', `${here}/32`],
    ['/var/lib/postgresql/15/surefoot', join(folder, 'data')],
    certificatesIn(folder),
    ['/usr/lib/postgresql/15/bin', programs],
    ['/var/lib/postgresql/patroni.pgpass', join(folder, 'pgpass')],
    ['/var/run/postgresql', folder],
    ['CHANGE-rest', rest],
    ['CHANGE-superuser', superuser],
    ['CHANGE-replicator', replicator],
    ['CHANGE-rewinder', rewinder],
  ])
}

export const haproxyFile = (plan: Plan, { folder, ports }: ServingMachine): string =>
  fillExample(read('haproxy.cfg'), [
    // Nobody listens there, and an ordinary user becomes no other.
    ['/dev/log local0 notice', 'stderr format short local0 notice'],
    ['  user haproxy\n  group haproxy\n', ''],
    certificatesIn(folder),
    [`${here}:5000`, `${here}:${ports.primary}`],
    [`${here}:5001`, `${here}:${ports.replica}`],
    ...plan.databases.map(({ exampleHost, ports: { postgres, rest } }): Swap => [
      `${exampleHost}:5432 check port 8008`,
      `${here}:${postgres} check port ${rest}`,
    ]),
  ])

/** The file, and that of its logins. */
export const poolerFiles = (
  { passwords }: Plan,
  { folder, ports }: ServingMachine,
): { file: string; logins: string } => ({
  file: fillExample(read('pgbouncer.ini'), [
    ['port=5000', `port=${ports.primary}`],
    ['listen_port = 6432', `listen_port = ${ports.pooler}`],
    ['/etc/pgbouncer/userlist.txt', join(folder, 'userlist.txt')],
    certificatesIn(folder),
  ]),
  logins: `"surefoot_login" "${passwords.login}"\n"pgbouncer_admin" "${passwords.poolerAdmin}"\n`,
})

/** The settings of the product on a machine that serves, and of commands beside it. */
export const productSettings = ({ passwords, serving }: Plan, { folder, ports }: ServingMachine) => {
  const url = (login: 'owner' | 'login', port: number): string =>
    `postgres://surefoot_${login}:${passwords[login]}@${here}:${port}/surefoot`
  const encrypted = `?sslmode=verify-full&sslrootcert=${join(certificatesOf(folder), 'ca.crt')}`
  return {
    DATABASE_URL: url('login', ports.pooler),
    DATABASE_DIRECT_URL: url('login', ports.primary) + encrypted,
    DATABASE_OWNER_URL: url('owner', ports.primary) + encrypted,
    DATABASE_REPLICA_URL: url('login', ports.replica) + encrypted,
    PORT: String(ports.product),
    MACHINES: String(serving.length),
    TRUSTED_PROXIES: here,
  }
}
