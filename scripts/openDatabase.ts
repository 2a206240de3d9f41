import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Config } from '../server/app/config.ts'
import { startEmbedded, systemFolder } from '../server/platform/db/embedded/embedded.ts'
import { reachOwner } from '../server/platform/db/connection/reachDatabase.ts'
import type { Passwords } from '../server/platform/db/connection/roles.ts'
import { findHome } from '../server/platform/db/embedded/embeddedHome.ts'
import { AlreadyRunning } from '../server/platform/db/embedded/embeddedLock.ts'
import { applicationRole, databaseName, ownerRole } from '../server/platform/db/connection/roles.ts'

export interface OpenedDatabase {
  ownerUrl: string
  applicationUrl: string
  /** Stops the embedded database when this call started it. */
  close: () => Promise<void>
}

/**
 * The database of the settings, for commands beside the service: the outside one, or that of a demonstration whose folder is
 * named, whether or not a Surefoot is working on it. Never a new one: a forgotten setting must not make or fill another database.
 */
export const openDatabase = async ({
  databaseUrl,
  databaseOwnerUrl = databaseUrl,
  databaseDirectUrl = databaseUrl,
  dataFolder,
  isDataFolderNamed,
}: Config): Promise<OpenedDatabase> => {
  if (databaseUrl !== undefined && databaseDirectUrl !== undefined && databaseOwnerUrl !== undefined) {
    await reachOwner({ databaseUrl, databaseOwnerUrl })
    return { ownerUrl: databaseOwnerUrl, applicationUrl: databaseDirectUrl, close: async () => undefined }
  }
  if (!isDataFolderNamed)
    throw new Error(
      'DATABASE_URL is missing: the address of the database. For that of a demonstration set DATA_FOLDER to its folder, such as ./data.',
    )
  const { cluster } = await findHome(dataFolder, systemFolder, () => undefined)
  if (!existsSync(cluster))
    throw new Error(`DATA_FOLDER names ${dataFolder}, where no demonstration has its database.`)
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
