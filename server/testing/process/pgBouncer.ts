import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { chmod, chown, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { chooseAccount, runAs } from '../../platform/db/embedded/embeddedAccount.ts'
import { freePort } from '../../platform/db/embedded/freePort.ts'

/** Where PgBouncer is installed, as Debian's package puts it; null where it is not. */
export const pgBouncerProgram = ['/usr/sbin/pgbouncer', '/usr/bin/pgbouncer'].find(
  (file) => spawnSync(file, ['--version'], { stdio: 'ignore' }).status === 0,
)

export interface PgBouncer {
  /** The address of a database through the pooler. */
  url: string
  stop: () => Promise<void>
}

/**
 * PgBouncer before one database, which it enters as the login of the address.
 * @param settings further lines of its file
 * @param at the port that it had before, where it is begun again
 */
export const startPgBouncer = async (
  url: string,
  settings: readonly string[],
  at?: number,
): Promise<PgBouncer> => {
  if (pgBouncerProgram === undefined) throw new Error('PgBouncer is not installed')
  const { hostname, port, username, password, pathname } = new URL(url)
  const folder = await mkdtemp(join(tmpdir(), 'surefoot-pgbouncer-'))
  const own = at ?? (await freePort())
  const file = join(folder, 'pgbouncer.ini')
  await writeFile(
    file,
    `[databases]
surefoot = host=${hostname} port=${port} dbname=${pathname.slice(1)} user=${username} password='${decodeURIComponent(password)}'
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${own}
unix_socket_dir =
auth_type = any
${settings.join('\n')}
`,
  )
  // PgBouncer refuses to run as root.
  const account = await chooseAccount(folder)
  await chmod(folder, 0o700)
  if (account !== undefined) for (const each of [folder, file]) await chown(each, account.uid, account.gid)
  const child = spawn(pgBouncerProgram, [file], { ...runAs(account), stdio: ['ignore', 'ignore', 'pipe'] })
  let said = ''
  child.stderr.on('data', (text: Buffer) => (said += text.toString()))
  const ended = once(child, 'close')
  for (let attempt = 0; !(await answers(own)); attempt += 1) {
    if (child.exitCode !== null || attempt === 200) throw new Error(`PgBouncer did not start: ${said}`)
    await sleep(50)
  }
  return {
    url: `postgres://${username}@127.0.0.1:${own}/surefoot`,
    stop: async () => {
      child.kill('SIGTERM')
      await ended
      await rm(folder, { recursive: true })
    },
  }
}

const answers = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1')
    socket.once('connect', () => {
      socket.destroy()
      resolve(true)
    })
    socket.once('error', () => resolve(false))
  })
