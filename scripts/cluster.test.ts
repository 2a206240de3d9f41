import { mkdtempSync, realpathSync, rmSync } from 'node:fs'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { parse } from 'yaml'
import {
  etcdEnvironment,
  haproxyFile,
  patroniFile,
  poolerFiles,
  productSettings,
} from '../faults/cluster/configuration.ts'
import { fillExample } from '../faults/cluster/fillExample.ts'
import { killWithin } from '../faults/cluster/killWithin.ts'
import { longestGapMs, refusedInWords, type Answer } from '../faults/cluster/load.ts'
import { makePlan } from '../faults/cluster/plan.ts'
import { missingInWords } from '../faults/cluster/programs.ts'

/* What `npm run cluster` is made of. The cluster itself needs packages that not every machine has, and is tried by that command. */

const plan = await makePlan('/tmp/trial')
const [db1, db2] = plan.databases as [(typeof plan.databases)[0], (typeof plan.databases)[0]]
const [web1] = plan.serving as [(typeof plan.serving)[0]]

describe('the files of deploy/cluster, with the addresses of a trial,', () => {
  it('have each machine of etcd know itself and all others', () => {
    for (const voter of plan.voters) {
      const settings = etcdEnvironment(plan, voter)
      expect(settings).toMatchObject({
        ETCD_NAME: voter.name,
        ETCD_DATA_DIR: join(voter.folder, 'etcd'),
        ETCD_LISTEN_PEER_URLS: `https://127.0.0.1:${voter.ports.peer}`,
        ETCD_ADVERTISE_CLIENT_URLS: `https://127.0.0.1:${voter.ports.client}`,
        ETCD_INITIAL_CLUSTER: plan.voters
          .map(({ name, ports }) => `${name}=https://127.0.0.1:${ports.peer}`)
          .join(','),
      })
    }
  })

  it('have Patroni acknowledge nothing that only one machine has', () => {
    const file = parse(patroniFile(plan, db2, '/usr/lib/postgresql/15/bin')) as Record<string, unknown>
    expect(file).toMatchObject({
      name: 'db2',
      restapi: { listen: `127.0.0.1:${db2.ports.rest}` },
      etcd3: { hosts: plan.voters.map(({ ports }) => `127.0.0.1:${ports.client}`) },
      bootstrap: {
        dcs: {
          synchronous_mode: true,
          postgresql: { parameters: { synchronous_commit: 'on', hot_standby_feedback: 'on' } },
        },
      },
      postgresql: {
        listen: `127.0.0.1:${db2.ports.postgres}`,
        data_dir: join(db2.folder, 'data'),
        authentication: { superuser: { password: plan.passwords.superuser } },
      },
    })
  })

  it('leave Patroni time for two tries before it gives a primary up', () => {
    const { bootstrap } = parse(patroniFile(plan, db1, '/bin')) as {
      bootstrap: { dcs: { ttl: number; loop_wait: number; retry_timeout: number } }
    }
    const { ttl, loop_wait: wait, retry_timeout: retry } = bootstrap.dcs
    // Patroni's own rule; below it changes them in silence.
    expect(wait + 2 * retry).toBeLessThanOrEqual(ttl)
  })

  it('lead writes to the machine that Patroni calls primary, and reports to a replica', () => {
    const file = haproxyFile(plan, web1)
    for (const { name, ports } of plan.databases)
      expect(file.split(`server ${name} 127.0.0.1:${ports.postgres} check port ${ports.rest}`)).toHaveLength(
        3,
      )
    expect(file).toContain(
      `bind 127.0.0.1:${web1.ports.primary}\n  http-check send meth OPTIONS uri /primary`,
    )
    expect(file).toContain(
      `bind 127.0.0.1:${web1.ports.replica}\n  http-check send meth OPTIONS uri /replica`,
    )
    expect(file).toContain('on-marked-down shutdown-sessions')
  })

  it('lead the product through the pooler, and past it to the same primary', () => {
    const { file, logins } = poolerFiles(plan, web1)
    const settings = productSettings(plan, web1)
    expect(file).toContain(`surefoot = host=127.0.0.1 port=${web1.ports.primary} dbname=surefoot`)
    expect(file).toContain(`listen_port = ${web1.ports.pooler}`)
    expect(logins).toContain(`"surefoot_login" "${plan.passwords.login}"`)
    expect(new URL(settings.DATABASE_URL).port).toBe(String(web1.ports.pooler))
    expect(new URL(settings.DATABASE_DIRECT_URL).port).toBe(String(web1.ports.primary))
    expect(new URL(settings.DATABASE_OWNER_URL).port).toBe(String(web1.ports.primary))
    expect(new URL(settings.DATABASE_REPLICA_URL).port).toBe(String(web1.ports.replica))
  })

  it('let nothing cross the network unencrypted, and nobody be taken for a machine who is none', () => {
    const ca = join('tls', 'ca.crt')
    for (const voter of plan.voters)
      expect(etcdEnvironment(plan, voter)).toMatchObject({
        ETCD_CLIENT_CERT_AUTH: 'true',
        ETCD_PEER_CLIENT_CERT_AUTH: 'true',
        ETCD_PEER_TRUSTED_CA_FILE: join(voter.folder, ca),
      })
    const verified = { sslmode: 'verify-full', sslrootcert: join(db1.folder, ca) }
    const patroni = parse(patroniFile(plan, db1, '/bin')) as { postgresql: { pg_hba: string[] } }
    expect(patroni).toMatchObject({
      restapi: { certfile: join(db1.folder, 'tls', 'machine.crt') },
      etcd3: { protocol: 'https', cacert: join(db1.folder, ca) },
      postgresql: {
        parameters: { ssl: 'on' },
        authentication: { superuser: verified, replication: verified, rewind: verified },
      },
    })
    for (const line of patroni.postgresql.pg_hba) expect(line).toMatch(/^hostssl /)
    const asked = haproxyFile(plan, web1)
    expect(asked).toContain(`check-ssl verify required ca-file ${join(web1.folder, ca)}`)
    for (const { name } of plan.databases) expect(asked.split(` verifyhost ${name}\n`)).toHaveLength(3)
    expect(poolerFiles(plan, web1).file).toContain('server_tls_sslmode = verify-full')
    const { DATABASE_URL, DATABASE_DIRECT_URL, DATABASE_OWNER_URL, DATABASE_REPLICA_URL } = productSettings(
      plan,
      web1,
    )
    // To the pooler of its own machine.
    expect(new URL(DATABASE_URL).hostname).toBe('127.0.0.1')
    for (const address of [DATABASE_DIRECT_URL, DATABASE_OWNER_URL, DATABASE_REPLICA_URL])
      expect(Object.fromEntries(new URL(address).searchParams)).toEqual({
        sslmode: 'verify-full',
        sslrootcert: join(web1.folder, ca),
      })
  })
})

describe('an example', () => {
  it('is not taken with an address or a password left in it', () => {
    const example = '# of 10.0.0.21\nhost: 10.0.0.21\npassword: CHANGE-me\n'
    const host = ['10.0.0.21', '127.0.0.1'] as const
    expect(() => fillExample(example, [host])).toThrow('still has "CHANGE-me"')
    expect(() => fillExample(example, [['CHANGE-me', 'secret']])).toThrow('still has "10.0.0.21"')
    expect(fillExample(example, [host, ['CHANGE-me', 'secret']])).toContain('host: 127.0.0.1')
  })

  it('is not taken where something else stands in it than is known', () => {
    expect(() => fillExample('host: here', [['10.0.0.21', '127.0.0.1']])).toThrow('has no "10.0.0.21"')
  })
})

it('says in one line which packages are missing, and how they are installed', () => {
  expect(missingInWords(['patroni', 'haproxy'])).toBe(
    'Not installed here: patroni, haproxy. On Debian: apt-get install --no-install-recommends patroni haproxy',
  )
})

describe.runIf(process.platform === 'linux')('a machine that is lost', () => {
  it('takes with it what one of its programs has begun and left to itself, and nothing of another', async () => {
    const folder = realpathSync(mkdtempSync(join(tmpdir(), 'surefoot-lost-')))
    const elsewhere = realpathSync(mkdtempSync(join(tmpdir(), 'surefoot-lost-')))
    onTestFinished(() => {
      for (const each of [folder, elsewhere]) rmSync(each, { recursive: true })
    })
    const begin = (cwd: string) => spawn('sh', ['-c', 'sleep 600 & wait'], { cwd, detached: true })
    const [lost, other] = [begin(folder), begin(elsewhere)]
    await Promise.all([once(lost, 'spawn'), once(other, 'spawn')])
    const ended = once(lost, 'exit')
    await killWithin(folder)
    expect((await ended)[1]).toBe('SIGKILL')
    expect(other.exitCode ?? other.signalCode).toBeNull()
    const otherEnded = once(other, 'exit')
    await killWithin(elsewhere)
    await otherEnded
  })
})

describe('what was answered', () => {
  const answered = (at: number, status = 200): Answer => ({ kind: 'write', status, at, tookMs: 1 })

  it('has its longest time without success, from the accident to the end', () => {
    const answers = [answered(5), answered(20), answered(30, 503), answered(90), answered(95)]
    expect(longestGapMs(answers, 'write', 10, 100)).toBe(70)
    expect(longestGapMs(answers, 'read', 10, 100)).toBe(90)
  })

  it('is counted by its status', () => {
    const answers = [answered(1), answered(2, 503), answered(3, 503), answered(4, 0)]
    expect(refusedInWords(answers, 'write')).toBe('no answer 1 times, 503 2 times')
  })
})
