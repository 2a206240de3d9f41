import { spawn, type ChildProcess } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { join } from 'node:path'
import type { Profile } from '../contract/accounts/permissions.ts'
import { hashPassword } from '../server/accounts/hashing/passwords.ts'
import { connect } from '../server/platform/db/connection/connect.ts'
import { freePort } from '../server/platform/db/embedded/freePort.ts'
import { aUser, tokenFor } from '../server/testing/world/users.ts'
import { ownEnvironment } from '../server/testing/process/ownEnvironment.ts'

export interface ServiceLine {
  level: string
  msg: string
  /** Which of several processes says it. */
  worker?: number
  [field: string]: unknown
}

/** The real service as `npm run serve` begins it, on an empty database. */
export interface RealService {
  child: ChildProcess
  address: string
  /** Whole lines of its log so far. */
  lines: () => ServiceLine[]
  /** The process of each worker that serves now, by its number. */
  workers: () => Map<number, number>
  /** Kills it where it is still there. */
  end: () => Promise<void>
}

/**
 * Resolves when it serves; throws what it said when it ended before.
 * @param folder where it works, so that it is found there
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
    // By the end of the channel it hears that whoever began it has ended.
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
  // Each line is read once, however often somebody looks.
  const read: ServiceLine[] = []
  let readTo = 0
  const lines = (): ServiceLine[] => {
    for (let end = said.indexOf('\n', readTo); end >= 0; end = said.indexOf('\n', readTo)) {
      const line = said.slice(readTo, end)
      // The job queue prints a trace of its own where a connection is cut.
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

export interface Staff {
  userName: string
  password: string
  /** Of their calls. */
  headers: Record<string, string>
}

/** Somebody in the database of a real service, signed in already. */
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
