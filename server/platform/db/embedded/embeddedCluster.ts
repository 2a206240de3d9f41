import type { Passwords } from '../connection/roles.ts'
import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { chmod, chown, mkdir, open, readdir, readFile, rename, rm } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { runAs } from './embeddedAccount.ts'
import type { Binaries } from './embeddedBinaries.ts'
import type { Home } from './embeddedHome.ts'
import { isAlive } from './isAlive.ts'

/** Creates the database cluster if there is none, and returns the passwords of its logins. */
export const provideCluster = async (home: Home, binaries: Binaries): Promise<Passwords> => {
  await removeLeftovers(home)
  if (!existsSync(join(home.cluster, 'PG_VERSION'))) await createCluster(home, binaries)
  const major = (await readFile(join(home.cluster, 'PG_VERSION'), 'utf8')).trim()
  if (major !== binaries.major) {
    throw new Error(
      `The data in ${home.folder} belongs to PostgreSQL ${major}, but this Surefoot comes with PostgreSQL ` +
        `${binaries.major}: please start it with another DATA_FOLDER, or with the Surefoot that made the data.`,
    )
  }
  try {
    return JSON.parse(await readFile(home.passwordFile, 'utf8')) as Passwords
  } catch (cause) {
    throw new Error(
      `The passwords of the database in ${home.folder} cannot be read from ${home.passwordFile}.`,
      {
        cause,
      },
    )
  }
}

const stagingMark = '.preparing-'

/**
 * initdb works in a sibling folder that is renamed once everything is done. A killed initdb leaves a PG_VERSION behind,
 * so its folder would look like a finished cluster.
 */
const createCluster = async (home: Home, binaries: Binaries): Promise<void> => {
  const staging = `${home.folder}${stagingMark}${process.pid}-${randomBytes(4).toString('hex')}`
  const cluster = join(staging, basename(home.cluster))
  const passwords: Passwords = { superuser: newPassword(), owner: newPassword(), application: newPassword() }
  const superuserPasswordFile = join(staging, 'superuser-password')

  await mkdir(staging)
  await chmod(staging, home.account === undefined ? 0o700 : 0o711)
  await mkdir(cluster, { mode: 0o700 })
  await writeSecret(join(staging, basename(home.passwordFile)), JSON.stringify(passwords))
  await writeSecret(superuserPasswordFile, passwords.superuser)
  if (home.account !== undefined) {
    await chown(cluster, home.account.uid, home.account.gid)
    await chown(superuserPasswordFile, home.account.uid, home.account.gid)
  }

  await initdb(home, binaries, cluster, superuserPasswordFile)
  await rm(superuserPasswordFile)
  await publish(staging, home.folder)
}

const initdb = async (
  home: Home,
  binaries: Binaries,
  cluster: string,
  passwordFile: string,
): Promise<void> => {
  const settings = [
    `--pgdata=${cluster}`,
    '--username=postgres',
    `--pwfile=${passwordFile}`,
    '--auth=scram-sha-256',
    '--encoding=UTF8',
    '--locale=C',
    '--locale-provider=icu',
    '--icu-locale=en-GB',
    '--data-checksums',
    '--no-instructions',
  ]
  try {
    await promisify(execFile)(binaries.initdb, settings, { ...runAs(home.account), cwd: dirname(cluster) })
  } catch (cause) {
    await rm(dirname(cluster), { recursive: true, force: true })
    const { stderr } = cause as { stderr?: string }
    const reason = stderr?.split('\n').find((line) => /error|fatal/i.test(line)) ?? (cause as Error).message
    throw new Error(`PostgreSQL could not create its data in ${home.folder}: ${reason.trim()}`, { cause })
  }
}

const publish = async (staging: string, folder: string): Promise<void> => {
  try {
    await rename(staging, folder)
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code !== 'ENOTEMPTY' && code !== 'EEXIST' && code !== 'EPERM') throw error
    await rm(staging, { recursive: true, force: true })
    // Another start was faster, so its cluster is used. Anything else in that folder is not Surefoot's to touch.
    if (!existsSync(join(folder, 'cluster', 'PG_VERSION'))) {
      throw new Error(`${folder} holds something other than a database: please choose another DATA_FOLDER.`, {
        cause: error,
      })
    }
  }
  await syncFolder(dirname(folder))
}

const removeLeftovers = async (home: Home): Promise<void> => {
  const prefix = basename(home.folder) + stagingMark
  for (const name of await readdir(dirname(home.folder))) {
    if (!name.startsWith(prefix)) continue
    const pid = Number(name.slice(prefix.length).split('-')[0])
    if (pid === process.pid || !isAlive(pid)) {
      await rm(join(dirname(home.folder), name), { recursive: true, force: true, maxRetries: 5 })
    }
  }
}

const newPassword = (): string => randomBytes(24).toString('base64url')

const writeSecret = async (path: string, text: string): Promise<void> => {
  const file = await open(path, 'wx', 0o600)
  try {
    await file.writeFile(text)
    await file.sync()
  } finally {
    await file.close()
  }
}

const syncFolder = async (folder: string): Promise<void> => {
  if (process.platform === 'win32') return
  const handle = await open(folder)
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}
