import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readdirSync } from 'node:fs'
import { chown, mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chooseAccount, runAs } from '../../platform/db/embedded/embeddedAccount.ts'
import { freePort } from '../../platform/db/embedded/freePort.ts'
import { untilItAnswers } from './untilItAnswers.ts'

const packages = '/usr/lib/postgresql'

/** The folder of a whole PostgreSQL, 15 or newer, with pg_dump, as Debian's package puts it; undefined where there is none. */
export const installedPostgres = (existsSync(packages) ? readdirSync(packages) : [])
  .filter((release) => Number(release) >= 15)
  .map((release) => join(packages, release, 'bin'))
  .find((folder) =>
    ['initdb', 'postgres', 'pg_dump', 'pg_restore'].every((name) => existsSync(join(folder, name))),
  )

export interface Cluster {
  /** As its superuser. */
  url: string
  stop: () => Promise<void>
}

/** An empty cluster of its own. */
export const startCluster = async (): Promise<Cluster> => {
  if (installedPostgres === undefined) throw new Error('PostgreSQL is not installed')
  const folder = await mkdtemp(join(tmpdir(), 'surefoot-cluster-'))
  const data = join(folder, 'data')
  await mkdir(data)
  const account = await chooseAccount(data)
  if (account !== undefined) for (const each of [folder, data]) await chown(each, account.uid, account.gid)
  const as = { ...runAs(account), cwd: folder }
  const initdb = join(installedPostgres, 'initdb')
  const made = spawnSync(
    initdb,
    ['-D', data, '-A', 'trust', '-U', 'postgres', '-E', 'UTF8', '--no-locale', '-N'],
    as,
  )
  if (made.status !== 0) throw new Error(`initdb failed: ${made.stderr.toString()}`)
  const port = await freePort()
  const settings = [`port=${port}`, 'listen_addresses=127.0.0.1', 'unix_socket_directories=', 'fsync=off']
  const child = spawn(
    join(installedPostgres, 'postgres'),
    ['-D', data, ...settings.flatMap((each) => ['-c', each])],
    { ...as, stdio: 'ignore' },
  )
  const ended = once(child, 'close')
  const url = `postgres://postgres@127.0.0.1:${port}/postgres`
  await untilItAnswers(child, url)
  return {
    url,
    stop: async () => {
      child.kill('SIGINT')
      await ended
      await rm(folder, { recursive: true, force: true })
    },
  }
}
