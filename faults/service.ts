import { spawn, type ChildProcess } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { join } from 'node:path'
import type { Profile } from '../contract/accounts/permissions.ts'
import { hashPassword } from '../server/accounts/hashing/passwords.ts'
import { connect } from '../server/platform/db/connection/connect.ts'
import { withClient } from '../server/platform/db/connection/withClient.ts'
import { freePort } from '../server/platform/db/embedded/freePort.ts'
import { aUser, tokenFor } from '../server/testing/world/users.ts'
import { ownEnvironment } from '../server/testing/process/ownEnvironment.ts'

export interface ServiceLine {
  level: string
  msg: string
  /** Which of several processes wrote it. */
  worker?: number
  [field: string]: unknown
}

/** The service as `npm run serve` starts it, on an empty database. */
export interface RealService {
  child: ChildProcess
  address: string
  /** Whole lines of its log so far. */
  lines: () => ServiceLine[]
  /** The process id of each worker that serves now, by its number. */
  workers: () => Map<number, number>
  /** Kills it if it still runs. */
  end: () => Promise<void>
}

/**
 * Resolves when it serves; rejects with its output if it ends first.
 * @param folder its working directory, by which killWithin.ts finds it
 */
export const startService = async (
  settings: Record<string, string>,
  args: readonly string[] = [],
  folder?: string,
): Promise<RealService> => {
  const port = settings['PORT'] ?? String(await freePort())
  const child = spawn(process.execPath, [join(import.meta.dirname, '../server/app/main.ts'), ...args], {
    env: { ...ownEnvironment, ...settings, PORT: port },
    ...(folder === undefined ? {} : { cwd: folder }),
    // When the channel closes, it learns that this process has ended.
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  })
  let said = ''
  const ended = once(child, 'exit')
  await new Promise<void>((resolve, reject) => {
    for (const stream of [child.stdout, child.stderr])
      stream?.on('data', (text: Buffer) => {
        said += text.toString()
        if (said.includes('Surefoot is ready')) resolve()
      })
    child.once('exit', (code) => reject(new Error(`The service ended with ${code}: ${said}`)))
  })
  // Each line is parsed once.
  const read: ServiceLine[] = []
  let readTo = 0
  const lines = (): ServiceLine[] => {
    for (let end = said.indexOf('\n', readTo); end >= 0; end = said.indexOf('\n', readTo)) {
      const line = said.slice(readTo, end)
      // The job queue prints a stack trace when a connection breaks.
      if (line.startsWith('{')) read.push(JSON.parse(line) as ServiceLine)
      readTo = end + 1
    }
    return read
  }
  return {
    child,
    address: `http://127.0.0.1:${port}`,
    lines,
    workers: () => {
      const serving = new Map<number, number>()
      for (const { msg, worker = 0 } of lines()) {
        const pid = /^worker \d+ of \d+ serves \(process (\d+)\)$/.exec(msg)?.[1]
        if (pid !== undefined) serving.set(worker, Number(pid))
        else if (msg.startsWith(`worker ${worker} (process ${serving.get(worker)})`)) serving.delete(worker)
      }
      return serving
    },
    end: async () => {
      if (child.exitCode !== null || child.signalCode !== null) return
      child.kill('SIGKILL')
      await ended
    },
  }
}

/** A login without rights yet, as operators make one. @returns its URL of the same database */
export const addLogin = async (ownerUrl: string, name: string): Promise<string> => {
  await withClient(ownerUrl, (owner) => owner.query(`create role ${name} login password 'worker'`))
  return Object.assign(new URL(ownerUrl), { username: name, password: 'worker' }).toString()
}

export interface Staff {
  userName: string
  password: string
  /** Of their calls. */
  headers: Record<string, string>
}

/** A user in the database of a running service, already signed in. */
export const addStaff = async (ownerUrl: string, profile: Profile): Promise<Staff> => {
  const db = connect(ownerUrl, { asOwner: true, connections: 1 })
  try {
    const user = await aUser(db, [profile])
    const password = randomBytes(12).toString('hex')
    await db.sql
      .updateTable('app_user')
      .set({ password_hash: await hashPassword(password) })
      .where('id', '=', user.userId)
      .execute()
    const { accessToken } = await tokenFor(db, Date.now(), user)
    return {
      userName: user.userName,
      password,
      headers: { authorization: `Bearer ${accessToken}`, 'content-type': 'application/json' },
    }
  } finally {
    await db.close()
  }
}
