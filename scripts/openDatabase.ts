import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Config } from '../server/config.ts'
import { startEmbedded, systemFolder } from '../server/db/embedded/embedded.ts'
import type { Passwords } from '../server/db/roles.ts'
import { findHome } from '../server/db/embedded/embeddedHome.ts'
import { AlreadyRunning } from '../server/db/embedded/embeddedLock.ts'
import { applicationRole, databaseName, ownerRole } from '../server/db/roles.ts'

export interface OpenedDatabase {
  ownerUrl: string
  applicationUrl: string
  /** Stops the embedded database when this call started it. */
  close: () => Promise<void>
}

/**
 * The database of the settings, for commands beside the service: the outside one, else the embedded one, whether or
 * not a Surefoot is working on it.
 */
export const openDatabase = async ({
  databaseUrl,
  databaseOwnerUrl = databaseUrl,
  databaseDirectUrl = databaseUrl,
  dataFolder,
}: Config): Promise<OpenedDatabase> => {
  if (databaseDirectUrl !== undefined && databaseOwnerUrl !== undefined)
    return { ownerUrl: databaseOwnerUrl, applicationUrl: databaseDirectUrl, close: async () => undefined }
  try {
    const { ownerUrl, applicationUrl, stop } = await startEmbedded({ dataFolder })
    return { ownerUrl, applicationUrl, close: stop }
  } catch (error) {
    if (error instanceof AlreadyRunning) return joinRunning(dataFolder)
    throw error
  }
}

const joinRunning = async (dataFolder: string): Promise<OpenedDatabase> => {
  const home = await findHome(dataFolder, systemFolder, () => undefined)
  const passwords = JSON.parse(await readFile(home.passwordFile, 'utf8')) as Passwords
  // PostgreSQL keeps its port on the fourth line of its own process file.
  const port = (await readFile(join(home.cluster, 'postmaster.pid'), 'utf8')).split('\n')[3]
  const urlFor = (role: string, password: string) =>
    `postgres://${role}:${password}@127.0.0.1:${port}/${databaseName}`
  return {
    ownerUrl: urlFor(ownerRole, passwords.owner),
    applicationUrl: urlFor(applicationRole, passwords.application),
    close: async () => undefined,
  }
}
