import { spawnSync } from 'node:child_process'
import { stat } from 'node:fs/promises'

/** The ordinary user that PostgreSQL runs as if Surefoot runs as root. */
export interface Account {
  name: string
  uid: number
  gid: number
}

/**
 * PostgreSQL refuses to run as root. Returns undefined if Surefoot runs as an ordinary user; PostgreSQL then runs as
 * the same user. The owner of existing data is kept, even if it is an account that would not be chosen today.
 */
export const chooseAccount = async (clusterFolder: string): Promise<Account | undefined> => {
  if (process.getuid?.() !== 0) return undefined
  const owner = await ownerOf(clusterFolder)
  if (owner !== undefined && owner.uid !== 0) return owner
  for (const name of ['postgres', 'nobody']) {
    const account = lookUp(name)
    if (account !== undefined) return account
  }
  throw new Error(
    'PostgreSQL does not run as root and this machine has neither a user postgres nor a user nobody: ' +
      'please create one, or start Surefoot as an ordinary user.',
  )
}

/** Options that make child_process run a program as the account. */
export const runAs = (account: Account | undefined): { uid?: number; gid?: number } =>
  account === undefined ? {} : { uid: account.uid, gid: account.gid }

/** Whether the account can enter the folder. Asks the operating system, so that ACLs count too. */
export const canEnter = (account: Account | undefined, folder: string): boolean =>
  account === undefined || shellTest(account, 'test -d "$1/."', folder)

/** Whether the account can read the file. */
export const canRead = (account: Account | undefined, file: string): boolean =>
  account === undefined || shellTest(account, 'test -r "$1"', file)

const shellTest = (account: Account, script: string, path: string): boolean =>
  spawnSync('/bin/sh', ['-c', script, 'sh', path], { ...runAs(account), cwd: '/', stdio: 'ignore' })
    .status === 0

const ownerOf = async (folder: string): Promise<Account | undefined> => {
  try {
    const { uid, gid } = await stat(folder)
    return { name: `number ${uid}`, uid, gid }
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
}

const lookUp = (name: string): Account | undefined => {
  const uid = idOf('-u', name)
  const gid = idOf('-g', name)
  return uid === undefined || gid === undefined || uid === 0 ? undefined : { name, uid, gid }
}

const idOf = (flag: '-u' | '-g', name: string): number | undefined => {
  const { status, stdout } = spawnSync('id', [flag, name], { encoding: 'utf8' })
  return status === 0 ? Number(stdout.trim()) : undefined
}
