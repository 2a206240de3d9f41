import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { chown, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { findBinaries } from '../../platform/db/embedded/embeddedBinaries.ts'
import { systemFolder } from '../../platform/db/embedded/embedded.ts'
import { runAs } from '../../platform/db/embedded/embeddedAccount.ts'
import { freePort } from '../../platform/db/embedded/freePort.ts'
import type { Passwords } from '../../platform/db/connection/roles.ts'
import { makeDataFolder } from '../../platform/db/embedded/makeDataFolder.ts'
import { withClient } from '../../platform/db/connection/withClient.ts'
import { untilItAnswers } from './untilItAnswers.ts'

export interface Standby {
  /** The address of the same login and database there. */
  of: (url: string) => string
  /** Runs a statement there as the superuser. */
  tell: (statement: string) => Promise<void>
  stop: () => Promise<void>
}

/** Copies a running embedded cluster and follows it by streaming, as a replica does. */
export const startStandby = async (primary: { dataFolder: string; ownerUrl: string }): Promise<Standby> => {
  const passwords = await readFile(join(primary.dataFolder, 'postgres/passwords.json'), 'utf8')
  const { superuser } = JSON.parse(passwords) as Passwords
  const main = new URL(primary.ownerUrl)
  const asSuperuser = (port: string): string =>
    `postgres://postgres:${encodeURIComponent(superuser)}@${main.hostname}:${port}/postgres`

  const folder = await makeDataFolder()
  const data = join(folder, 'data')
  await withClient(asSuperuser(main.port), async (client) => {
    const { rows } = await client.query<{ data_directory: string }>('show data_directory')
    await client.query(`select pg_backup_start('a replica', true)`)
    const copied = spawnSync('cp', ['-a', rows[0]?.data_directory ?? '', data])
    if (copied.status !== 0) throw new Error(`The cluster could not be copied: ${copied.stderr.toString()}`)
    const { rows: ended } = await client.query<{ labelfile: string }>(
      'select labelfile from pg_backup_stop()',
    )
    await writeFile(join(data, 'backup_label'), ended[0]?.labelfile ?? '')
  })
  await rm(join(data, 'postmaster.pid'), { force: true })
  await writeFile(join(data, 'standby.signal'), '')

  const { uid, gid } = await stat(data)
  for (const made of ['backup_label', 'standby.signal']) await chown(join(data, made), uid, gid)
  const account = process.getuid?.() === 0 ? { name: `number ${uid}`, uid, gid } : undefined
  const { postgres } = await findBinaries(account, systemFolder, () => undefined)
  const port = String(await freePort())
  const settings = {
    port,
    listen_addresses: main.hostname,
    unix_socket_directories: '',
    fsync: 'off',
    primary_conninfo: `host=${main.hostname} port=${main.port} user=postgres password=${superuser}`,
    // What it receives goes before who reads, at once.
    max_standby_streaming_delay: '0',
  }
  const child = spawn(
    postgres,
    ['-D', data, ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])],
    { ...runAs(account), cwd: folder, stdio: 'ignore', env: { PATH: process.env['PATH'], LC_ALL: 'C' } },
  )
  const ended = once(child, 'close')
  await untilItAnswers(child, asSuperuser(port))
  return {
    of: (url) => Object.assign(new URL(url), { port }).toString(),
    tell: (statement) =>
      withClient(asSuperuser(port), async (client) => {
        await client.query(statement)
      }),
    stop: async () => {
      child.kill('SIGINT')
      await ended
      await rm(folder, { recursive: true, force: true })
    },
  }
}
