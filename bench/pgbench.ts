import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { FloorStatement } from './floor/statements.ts'

const run = promisify(execFile)

/** How often the statements of one call are answered to so many connections, which do nothing else. */
type AskPgbench = (connections: number, seconds: number) => Promise<{ perSecond: number; done: number }>

/** Whether PostgreSQL's own benchmark is on the path: it comes with a server's packages, and not with the one that we bring. */
export const hasPgbench = (): Promise<boolean> =>
  run('pgbench', ['--version']).then(
    () => true,
    () => false,
  )

/** Lets pgbench send the statements of one call again and again, each prepared once for a connection. */
export const pgbenchOn =
  (databaseUrl: string, statements: readonly FloorStatement[]): AskPgbench =>
  async (connections, seconds) => {
    const { script, values } = scriptOf(statements)
    const { hostname, port, username, password, pathname } = new URL(databaseUrl)
    const folder = await mkdtemp(join(tmpdir(), 'surefoot-pgbench-'))
    const file = join(folder, 'call.sql')
    try {
      await writeFile(file, script)
      const { stdout } = await run(
        'pgbench',
        [
          ...[
            '-n',
            '-M',
            'prepared',
            '-c',
            String(connections),
            '-T',
            // A round in which no call ends tells nothing.
            String(Math.max(3, Math.ceil(seconds))),
            '-f',
            file,
          ],
          ...[...values].flatMap(([name, value]) => ['-D', `${name}=${value}`]),
        ],
        {
          env: {
            ...process.env,
            ...{ PGHOST: hostname, PGPORT: port, PGUSER: username, PGPASSWORD: decodeURIComponent(password) },
            ...{ PGDATABASE: pathname.slice(1), PGOPTIONS: '-c role=surefoot_app' },
          },
        },
      )
      const perSecond = /^tps = ([\d.]+)/m.exec(stdout)?.[1]
      const done = /transactions actually processed: (\d+)/.exec(stdout)?.[1]
      if (perSecond === undefined || done === undefined) throw new Error(`pgbench said: ${stdout}`)
      return { perSecond: Number(perSecond), done: Number(done) }
    } finally {
      await rm(folder, { recursive: true, force: true })
    }
  }

/** The statements as pgbench takes them, which knows values by name and none that is null. */
const scriptOf = (
  statements: readonly FloorStatement[],
): { script: string; values: ReadonlyMap<string, string> } => {
  const values = new Map<string, string>()
  const parts = statements.map(({ text, values: bound }, place) => {
    // What else has a colon before a letter it would take for a value.
    if (/(?<!:):\w/.test(text)) throw new Error(`pgbench would misread ${text}`)
    return text.replaceAll(/\$(\d+)/g, (_, number: string) => {
      const value = bound[Number(number) - 1]
      if (value === null || value === undefined) return 'null'
      values.set(`s${place}v${number}`, textOf(value))
      return `:s${place}v${number}`
    })
  })
  return { script: parts.map((part) => `${part.trim()};\n`).join(''), values }
}

/** As PostgreSQL reads it. */
const textOf = (value: unknown): string => {
  if (Buffer.isBuffer(value)) return `\\x${value.toString('hex')}`
  if (Array.isArray(value)) return `{${value.map((each) => JSON.stringify(textOf(each))).join(',')}}`
  return String(value)
}
