import { execFile, spawn } from 'node:child_process'
import { chmod, chown, copyFile, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { randomBytes } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { chooseAccount } from '../../server/platform/db/embedded/embeddedAccount.ts'
import { withClient } from '../../server/platform/db/connection/withClient.ts'
import { startNginx } from '../nginx.ts'
import {
  certificatesOf,
  etcdEnvironment,
  haproxyFile,
  patroniFile,
  poolerFiles,
  productSettings,
} from './configuration.ts'
import { killWithin } from './killWithin.ts'
import { isWhole, untilMembers } from './patroni.ts'
import { makePlan, type DatabaseMachine, type Plan, type ServingMachine } from './plan.ts'
import { keepProduct, type KeptProduct } from './product.ts'
import { keepRunning, type Program } from './program.ts'
import type { Programs } from './programs.ts'

/** A machine of the database: what runs on it beside PostgreSQL, which Patroni begins. */
export interface RunningDatabase extends DatabaseMachine {
  etcd: Program
  patroni: Program
}

export interface RunningServer extends ServingMachine {
  haproxy: Program
  pooler: Program
  product: KeptProduct
}

export interface Cluster {
  /** Of nginx, as people reach it. */
  address: string
  plan: Plan
  databases: readonly RunningDatabase[]
  serving: readonly RunningServer[]
  /** As the owner of the database, on whichever machine is the primary. */
  ownerUrl: string
}

/** Beside other work the first start takes a minute. */
const firstStartMs = 180_000

/**
 * Several machines on one: etcd, Patroni and PostgreSQL on two and etcd on a third, HAProxy, PgBouncer and the product on two more, nginx before these.
 * @param opened takes what closes it, as it is opened
 * @param say is told what happens meanwhile
 */
export const startCluster = async (
  programs: Programs,
  opened: (() => Promise<void>)[],
  say: (sentence: string) => void,
): Promise<Cluster> => {
  const folder = await mkdtemp(join(tmpdir(), 'surefoot-cluster-'))
  // PostgreSQL, PgBouncer and Patroni refuse to run as root.
  const account = await chooseAccount(folder)
  const give = async (path: string): Promise<void> => {
    if (account !== undefined) await chown(path, account.uid, account.gid)
  }
  await chmod(folder, 0o755)
  const keeper = spawn(process.execPath, [join(import.meta.dirname, 'keeper.ts'), folder], {
    cwd: '/',
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
  })
  keeper.unref()
  opened.push(async () => {
    await killWithin(folder)
    await rm(folder, { recursive: true, force: true })
    keeper.stdin.end()
  })

  const plan = await makePlan(folder)
  const write = async (path: string, text: string): Promise<string> => {
    await writeFile(path, text, { mode: 0o600 })
    await give(path)
    return path
  }
  for (const machine of [...plan.voters, ...plan.serving]) {
    await mkdir(machine.folder, { mode: 0o700 })
    await give(machine.folder)
  }
  await makeCertificates(plan, give)
  const run = (name: string, at: string, command: string, args: string[], environment = {}): Program => {
    const program = keepRunning({ name, command, args, folder: at, account, environment, say })
    program.begin()
    opened.push(program.stop)
    return program
  }

  const votes = plan.voters.map((voter) =>
    run(`${voter.name}-etcd`, voter.folder, programs.etcd, [], etcdEnvironment(plan, voter)),
  )
  const databases: RunningDatabase[] = []
  for (const [n, machine] of plan.databases.entries()) {
    const file = await write(
      join(machine.folder, 'patroni.yml'),
      patroniFile(plan, machine, programs.postgres),
    )
    const patroni = run(`${machine.name}-patroni`, machine.folder, programs.patroni, [file])
    databases.push({ ...machine, etcd: votes[n] as Program, patroni })
  }
  say('PostgreSQL is made, and copied to its standby')
  await untilMembers(plan.databases, isWhole, firstStartMs)

  const connecting: (ServingMachine & Pick<RunningServer, 'haproxy' | 'pooler'>)[] = []
  for (const machine of plan.serving) {
    const haproxyAt = await write(join(machine.folder, 'haproxy.cfg'), haproxyFile(plan, machine))
    const { file, logins } = poolerFiles(plan, machine)
    await write(join(machine.folder, 'userlist.txt'), logins)
    const poolerAt = await write(join(machine.folder, 'pgbouncer.ini'), file)
    connecting.push({
      ...machine,
      haproxy: run(`${machine.name}-haproxy`, machine.folder, programs.haproxy, ['-db', '-f', haproxyAt]),
      pooler: run(`${machine.name}-pgbouncer`, machine.folder, programs.pgbouncer, [poolerAt]),
    })
  }
  await makeLogins(plan)

  say('Two processes of the product are started')
  const common = {
    SECRET_KEY: randomBytes(32).toString('base64'),
    SECOND_FACTOR_FOR: 'nobody',
    LOG_LEVEL: 'warn',
    // Of a few people, who are many here.
    RATE_WRITE: '100000',
    RATE_READ: '100000',
    RATE_REPORT: '100000',
  }
  const serving: RunningServer[] = []
  for (const machine of connecting) {
    const settings = { ...common, ...productSettings(plan, machine) }
    const product = await keepProduct(`${machine.name}-surefoot`, settings, machine.folder, say)
    opened.push(product.stop)
    serving.push({ ...machine, product })
  }
  const nginx = await startNginx(
    serving.map(({ product }) => product.address),
    folder,
  )
  opened.push(nginx.stop)
  const [first] = plan.serving as [ServingMachine]
  return {
    address: nginx.address,
    plan,
    databases,
    serving,
    ownerUrl: productSettings(plan, first).DATABASE_OWNER_URL,
  }
}

/** By the script that operators have; those who serve need no key, only to know whom to trust. */
const makeCertificates = async (plan: Plan, give: (path: string) => Promise<void>): Promise<void> => {
  const script = join(import.meta.dirname, '../../deploy/cluster/certificates.sh')
  const machines = plan.voters.map(({ name }) => `${name}=127.0.0.1`)
  const made = join(plan.folder, 'made')
  await promisify(execFile)('sh', [script, made, ...machines])
  for (const { name, folder } of [...plan.voters, ...plan.serving]) {
    const into = certificatesOf(folder)
    await mkdir(into)
    const from = plan.serving.some((machine) => machine.name === name) ? made : join(made, name)
    const files = from === made ? ['ca.crt'] : ['ca.crt', 'machine.crt', 'machine.key']
    for (const file of files) {
      await copyFile(join(from, file), join(into, file))
      await give(join(into, file))
    }
    await give(into)
  }
  await copyFile(join(made, 'ca.crt'), join(plan.folder, 'ca.crt'))
}

/** As docs/operate/operations.md has it under Installing, once, on the primary. */
const makeLogins = async (plan: Plan): Promise<void> => {
  const { superuser, owner, login } = plan.passwords
  const [first] = plan.serving as [ServingMachine]
  const ca = join(certificatesOf(first.folder), 'ca.crt')
  const url = `postgres://postgres:${superuser}@127.0.0.1:${first.ports.primary}/postgres?sslmode=verify-full&sslrootcert=${ca}`
  const make = () =>
    withClient(url, async (client) => {
      for (const statement of [
        `create role surefoot_owner login createrole createdb password '${owner}'`,
        `create role surefoot_login login password '${login}'`,
        'grant surefoot_login to surefoot_owner with admin option',
        'create database surefoot owner surefoot_owner',
      ])
        await client.query(statement)
    })
  const until = performance.now() + 20_000
  for (;;)
    try {
      return await make()
    } catch (error) {
      // HAProxy asks Patroni each second; until then it knows no primary.
      const isWithout = /Connection terminated|ECONN/.test(String(error))
      if (!isWithout || performance.now() > until) throw error
      await sleep(200)
    }
}
