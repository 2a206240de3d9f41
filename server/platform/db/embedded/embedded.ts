import { setTimeout as sleep } from 'node:timers/promises'
import { findBinaries } from './embeddedBinaries.ts'
import { provideCluster } from './embeddedCluster.ts'
import { findHome } from './embeddedHome.ts'
import { AlreadyRunning, takeApplicationLock } from './embeddedLock.ts'
import { applicationRole, databaseName, ownerRole, provideRoles } from '../connection/roles.ts'
import { openServer, stopServer, type RunningServer } from './embeddedServer.ts'

/** Where the database is kept if PostgreSQL's user cannot enter the data folder. */
export const systemFolder = '/var/lib/surefoot'

export interface EmbeddedDatabase {
  /** URL that connects as the owner of the schema, for migrations and reference data. */
  ownerUrl: string
  /** URL that connects as the application, which has the rights of surefoot_app once the schema is migrated. */
  applicationUrl: string
  /** Process id of the running PostgreSQL server. */
  readonly pid: number
  /** True if Surefoot took over a server that outlived a killed Surefoot. */
  adopted: boolean
  /** Shuts PostgreSQL down. May be called twice. */
  stop: () => Promise<void>
}

export interface EmbeddedOptions {
  dataFolder: string
  log?: (line: string) => void
  /** Where data and programs are kept if Surefoot runs as root and PostgreSQL's user cannot enter their folders. */
  systemFolder?: string
  /** Called if another Surefoot took over the data while PostgreSQL was down. By default the error is thrown. */
  onFailure?: (error: Error) => void
}

/**
 * Supervises the bundled PostgreSQL: starts it on the data folder or adopts the server that a killed Surefoot left
 * running there, restarts it on the same port whenever it dies, and refuses a second Surefoot on the same data.
 */
export const startEmbedded = async (options: EmbeddedOptions): Promise<EmbeddedDatabase> => {
  const log = options.log ?? (() => undefined)
  const onFailure = options.onFailure ?? throwLater
  const shared = options.systemFolder ?? systemFolder
  const home = await findHome(options.dataFolder, shared, log)
  const binaries = await findBinaries(home.account, shared, log)
  const passwords = await provideCluster(home, binaries)

  const open = async (port?: number): Promise<RunningServer> => {
    const opened = await openServer(home, binaries, passwords, port)
    try {
      await takeApplicationLock(opened.client, home.folder)
      return opened
    } catch (error) {
      await opened.client.end()
      throw error
    }
  }

  let server = await open()
  const { port, adopted } = server
  try {
    await provideRoles(server.client, passwords)
  } catch (error) {
    await server.client.end()
    throw error
  }

  let stopping: Promise<void> | undefined
  let recovering: Promise<void> = Promise.resolve()

  const watch = (): void => {
    server.client.once('end', () => {
      if (stopping === undefined) recovering = recover()
    })
  }

  const recover = async (): Promise<void> => {
    log(`The connection to PostgreSQL (process ${server.pid}) broke: restarting it`)
    for (let pause = 100; stopping === undefined; pause = Math.min(pause * 2, 10_000)) {
      try {
        server = await open(port)
        log(`PostgreSQL is back (process ${server.pid})`)
        return watch()
      } catch (error) {
        if (error instanceof AlreadyRunning) return onFailure(error)
        log((error as Error).message)
        await sleep(pause)
      }
    }
  }

  const stop = async (): Promise<void> => {
    await recovering
    await stopServer(home, binaries, server.pid)
    await server.client.end()
  }

  watch()
  const urlFor = (role: string, password: string) =>
    `postgres://${role}:${password}@127.0.0.1:${port}/${databaseName}`
  return {
    ownerUrl: urlFor(ownerRole, passwords.owner),
    applicationUrl: urlFor(applicationRole, passwords.application),
    adopted,
    get pid() {
      return server.pid
    },
    stop: () => (stopping ??= stop()),
  }
}

const throwLater = (error: Error): void => {
  setImmediate(() => {
    throw error
  })
}
