import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { loadDemonstration } from '../db/seed/demonstration.ts'
import { loadReferenceData } from '../db/reference/load.ts'
import { readConfig, type Config } from '../server/config.ts'
import { markDemonstration } from '../server/db/demonstrationMark.ts'
import type { Database } from '../server/db/connect.ts'
import { startEmbedded } from '../server/db/embedded/embedded.ts'
import { grantLogin } from '../server/db/grantApplication.ts'
import { migrate } from '../server/db/migrate.ts'
import { startServer } from '../server/server.ts'
import { courierOf, outbox } from '../server/messages/couriers.ts'
import { stopOnSignal } from '../server/stopOnSignal.ts'
import { buildWebIfStale } from './buildWeb.ts'
import { describeSignIns, type SignIn } from './describeSignIns.ts'

/** `npm start`: Surefoot with invented patients on this machine, with a database of its own unless one is given. */

const stopRequest = new AbortController()
/** What to close, in the order of opening: the last is closed first. */
const opened: (() => Promise<void>)[] = []
let exitCode = 0

const start = async (): Promise<void> => {
  const config = readConfig(process.env)
  const [database, web] = await Promise.allSettled([
    openDatabase(config),
    buildWebIfStale(stopRequest.signal),
  ])
  if (stopRequest.signal.aborted) return
  if (database.status === 'rejected') throw database.reason
  if (web.status === 'rejected') throw web.reason

  const { host, port, publicUrl, documents, addressLookup } = config
  // The list of sign-ins would drown in a line for each request.
  const logLevel = process.env['LOG_LEVEL'] === undefined ? 'warn' : config.logLevel
  // Without a mail server messages stay in the database, where the administrator can read them.
  const keepsMessages = config.messages.smtp === null && config.messages.notify === null
  const accounts = {
    ...config.accounts,
    keepsMessages,
    // Nobody who only looks at a demonstration should need an authenticator app, unless it is asked for.
    ...(process.env['SECOND_FACTOR_FOR'] === undefined ? { secondFactorFor: [] } : {}),
    // One person tries things on one machine, perhaps with a program: nothing to be protected from.
    rates: null,
    secretKey: config.secretKey ?? (await demonstrationKey(config.dataFolder)),
  }
  const options = {
    databaseUrl: database.value.url,
    host,
    port,
    logLevel,
    documents,
    addressLookup,
    accounts,
    stopDeadlineMs: config.stopDeadlineMs,
    courier: (db: Database) => (keepsMessages ? outbox(db) : courierOf(config.messages)),
  }
  const server = await startServer(options).catch((error: unknown) => {
    throw (error as NodeJS.ErrnoException).code === 'EADDRINUSE'
      ? new Error(`Port ${port} is in use: please set PORT to another.`, { cause: error })
      : error
  })
  opened.push(() => server.close())
  console.log(`\nSurefoot is ready at ${publicUrl}\n\n${describeSignIns(database.value.signIns)}\n`)
  if (keepsMessages) console.log('Messages are kept instead of sent: sysadmin reads them under Outbox.')
  console.log('All patients are invented. Press Ctrl-C to stop.')
  if (!stopRequest.signal.aborted) await once(stopRequest.signal, 'abort')
}

/** The key of this data folder: made once, so that what it encrypted can be read after the next start. */
const demonstrationKey = async (folder: string): Promise<Buffer> => {
  const file = join(folder, 'secret-key')
  await mkdir(folder, { recursive: true })
  await writeFile(file, randomBytes(32), { flag: 'wx', mode: 0o600 }).catch(
    (error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw error
    },
  )
  return readFile(file)
}

const openDatabase = async (config: Config): Promise<{ url: string; signIns: SignIn[] }> => {
  const { ownerUrl, applicationUrl } = await connectDatabase(config)
  await migrate(ownerUrl)
  await grantLogin(ownerUrl, applicationUrl)
  await markDemonstration(ownerUrl)
  await loadReferenceData(ownerUrl)
  const { signIns } = await loadDemonstration(ownerUrl)
  return { url: applicationUrl, signIns }
}

const connectDatabase = async (config: Config): Promise<{ ownerUrl: string; applicationUrl: string }> => {
  const { databaseUrl, databaseOwnerUrl = databaseUrl } = config
  if (databaseUrl !== undefined && databaseOwnerUrl !== undefined) {
    return { ownerUrl: databaseOwnerUrl, applicationUrl: databaseUrl }
  }
  const embedded = await startEmbedded({
    dataFolder: config.dataFolder,
    log: (line) => console.log(line),
    onFailure: (error) => {
      report(error)
      stopRequest.abort()
    },
  })
  opened.push(() => embedded.stop())
  return embedded
}

const report = (error: unknown): void => {
  exitCode = 1
  console.error(error instanceof Error ? error.message : error)
  if (process.env['LOG_LEVEL'] === 'debug') console.error(error)
}

stopOnSignal(() => stopRequest.abort())
await start().catch(report)
for (const close of opened.toReversed()) await close().catch(report)
process.exit(exitCode)
