import { existsSync } from 'node:fs'
import { chmod, stat } from 'node:fs/promises'
import { basename, dirname, join, resolve } from 'node:path'
import { canEnter, chooseAccount, type Account } from './embeddedAccount.ts'
import { makeFolder } from './makeFolder.ts'
import { sha256 } from '../../crypto/sha256.ts'

/** Where an embedded database is kept, and which account it runs as. */
export interface Home {
  /** Contains everything below. It appears only once initdb has finished. */
  folder: string
  /** PostgreSQL's own data directory. */
  cluster: string
  passwordFile: string
  logFile: string
  account: Account | undefined
}

/** Paths of the database inside a data folder. */
export const homeIn = (dataFolder: string, account: Account | undefined): Home => {
  const folder = join(dataFolder, 'postgres')
  return {
    folder,
    cluster: join(folder, 'cluster'),
    passwordFile: join(folder, 'passwords.json'),
    logFile: join(folder, 'server.log'),
    account,
  }
}

/**
 * Decides where the database is kept. If Surefoot runs as root and PostgreSQL's user cannot enter the requested folder
 * (for example a checkout under /root), it is kept under the system folder instead. Existing data is never ignored in
 * favour of an empty folder.
 */
export const findHome = async (
  requestedFolder: string,
  systemFolder: string,
  log: (line: string) => void,
): Promise<Home> => {
  const requested = resolve(requestedFolder)
  const elsewhere = join(systemFolder, nameFor(requested))
  const existing = [requested, elsewhere].find((folder) => existsSync(homeIn(folder, undefined).cluster))
  const account = await chooseAccount(homeIn(existing ?? requested, undefined).cluster)

  const chosen = existing ?? ((await isReachable(requested, account)) ? requested : elsewhere)
  if (chosen === requested) {
    await prepare(requested, account)
    if (!canEnter(account, requested)) throw new Error(unreachable(requested, account))
    return homeIn(requested, account)
  }
  log(`User ${account?.name ?? ''} cannot enter ${requested}: the database is kept in ${elsewhere}`)
  await prepare(elsewhere, account)
  if (!canEnter(account, elsewhere)) throw new Error(unreachable(elsewhere, account))
  return homeIn(elsewhere, account)
}

const nameFor = (folder: string): string => {
  const digest = sha256(folder).toString('hex').slice(0, 8)
  return `${basename(dirname(folder))}-${basename(folder)}-${digest}`
}

const unreachable = (folder: string, account: Account | undefined): string =>
  `The database in ${folder} runs as user ${account?.name ?? ''}, who cannot enter that folder: ` +
  'please let that user enter it and the folders above it (chmod o+x), or choose another DATA_FOLDER.'

/** Surefoot may change the permissions of the data folder itself (`prepare` does), but not of the folders above it. */
const isReachable = async (dataFolder: string, account: Account | undefined): Promise<boolean> => {
  let above = dirname(dataFolder)
  while (!existsSync(above) && dirname(above) !== above) above = dirname(above)
  return canEnter(account, above)
}

const prepare = async (dataFolder: string, account: Account | undefined): Promise<void> => {
  await makeFolder(dataFolder, account === undefined ? 0o700 : 0o755)
  if (account === undefined || canEnter(account, dataFolder)) return
  const { mode } = await stat(dataFolder)
  await chmod(dataFolder, (mode & 0o777) | 0o011)
}
