import { randomBytes } from 'node:crypto'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { loadReferenceData } from '../db/reference/load.ts'
import { loadDemonstration } from '../db/seed/demonstration.ts'
import { inventedPeople } from '../server/exchange/pds/standIn/people.ts'
import type { Config } from '../server/app/config.ts'
import { barsUseCases } from '../server/exchange/settings/settings.ts'
import type { Database } from '../server/platform/db/connection/connect.ts'
import { markDemonstration } from '../server/platform/db/migrations/demonstrationMark.ts'
import { startEmbedded } from '../server/platform/db/embedded/embedded.ts'
import { grantLogin } from '../server/platform/db/connection/grantApplication.ts'
import { migrate } from '../server/platform/db/migrations/migrate.ts'
import { courierOf, outbox } from '../server/platform/messages/couriers.ts'
import type { ServerOptions } from '../server/app/server.ts'
import { personPageAt } from '../server/care/person/service.ts'
import { referralFormAt } from '../server/exchange/settings/settings.ts'
import { describeSignIns, type SignIn } from './describeSignIns.ts'
import { startMeshOfDemonstration } from './standInMesh.ts'
import { startNotifyOfDemonstration } from './standInNotify.ts'
import { startPdsOfDemonstration } from './standInPds.ts'
import { formatNhsNumber } from '../contract/platform/words/format.ts'

/* What `npm start` and `npm run dev` both run: a database with invented patients, and a server for one person. */

export interface DemonstrationDatabase {
  /** Connects as the application. */
  url: string
  signIns: SignIn[]
}

/**
 * Opens the database of the settings, else the embedded one, and fills it where it is empty.
 * @param onOpened given what stops the embedded database as soon as that runs
 * @param onFailure told when another Surefoot has taken the data over
 */
export const openDemonstration = async (
  config: Config,
  onOpened: (stop: () => Promise<void>) => void,
  onFailure: (error: Error) => void,
): Promise<DemonstrationDatabase> => {
  const { ownerUrl, applicationUrl } = await connectDatabase(config, onOpened, onFailure)
  await migrate(ownerUrl)
  await grantLogin(ownerUrl, applicationUrl)
  await markDemonstration(ownerUrl)
  await loadReferenceData(ownerUrl)
  const { signIns } = await loadDemonstration(ownerUrl)
  return { url: applicationUrl, signIns }
}

const connectDatabase = async (
  { databaseUrl, databaseOwnerUrl = databaseUrl, dataFolder }: Config,
  onOpened: (stop: () => Promise<void>) => void,
  onFailure: (error: Error) => void,
): Promise<{ ownerUrl: string; applicationUrl: string }> => {
  if (databaseUrl !== undefined && databaseOwnerUrl !== undefined) {
    return { ownerUrl: databaseOwnerUrl, applicationUrl: databaseUrl }
  }
  const embedded = await startEmbedded({ dataFolder, log: (line) => console.log(line), onFailure })
  onOpened(() => embedded.stop())
  return embedded
}

/** How the server runs on it. */
export const demonstrationOptions = async (config: Config, databaseUrl: string): Promise<ServerOptions> => {
  const { host, port, documents, addressLookup, stopDeadlineMs } = config
  const notify = keepsMessages(config) ? await startNotifyOfDemonstration(port) : null
  return {
    databaseUrl,
    host,
    port,
    // The list of sign-ins would drown in a line for each request.
    logLevel: process.env['LOG_LEVEL'] === undefined ? 'warn' : config.logLevel,
    documents,
    addressLookup,
    accounts: {
      ...config.accounts,
      keepsMessages: keepsMessages(config),
      isDemonstration: true,
      // Nobody who only looks at a demonstration should need an authenticator app, unless it is asked for.
      ...(process.env['SECOND_FACTOR_FOR'] === undefined ? { secondFactorFor: [] } : {}),
      fallsCalendar: config.accounts.fallsCalendar ?? { saysFalls: false },
      // One person tries things on one machine, perhaps with a program: nothing to be protected from.
      rates: null,
      secretKey: config.secretKey ?? (await demonstrationKey(config.dataFolder)),
    },
    // Software on this machine may be tried, with its keys at an address of this machine.
    fhir: { publicUrl: config.publicUrl, keyHosts: ['localhost', '127.0.0.1'] },
    pds: config.pds ?? {
      ...(await startPdsOfDemonstration(databaseUrl)),
      // Only if it is asked for: what differs is said on Home and in lists, which pictures and journeys do not expect.
      mostANight: Number(process.env['PDS_REFRESH'] ?? 0) || null,
    },
    mesh: config.mesh ?? (await startMeshOfDemonstration(databaseUrl)),
    referralForm: referralFormAt(config.publicUrl),
    personPage: { ...personPageAt(config.publicUrl), nhsLogin: config.personPage?.nhsLogin ?? null },
    bars: {
      serviceId: { system: 'https://fhir.nhs.uk/Id/dos-service-id', value: '200099999' },
      useCases: barsUseCases,
      tokens: null,
    },
    caseFinding: true,
    offersFreedPlaces: true,
    visitPacks: true,
    // Codes that belong to nobody, unless the settings say otherwise.
    csds: config.csds ?? { provider: 'ZZ999', submitter: 'ZZ999', commissioner: 'ZZ99Z', teamType: '26' },
    postage: notify === null ? (config.messages.notify?.postage ?? null) : 'second',
    notifyCallback: notify?.token ?? config.messages.notify?.callbackToken ?? null,
    stopDeadlineMs,
    courier: (db: Database) => (notify === null ? courierOf(config.messages) : notify.over(outbox(db))),
  }
}

/** Without a mail server messages stay in the database, where the administrator can read them. */
const keepsMessages = ({ messages }: Config): boolean => messages.smtp === null && messages.notify === null

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

/** What the terminal says when it runs. */
export const describeDemonstration = (config: Config, signIns: SignIn[]): string =>
  [
    `\nSurefoot is ready at ${config.publicUrl}\n\n${describeSignIns(signIns)}\n`,
    ...(keepsMessages(config)
      ? ['Messages are kept instead of sent: sysadmin reads them under Outbox.']
      : []),
    ...(config.pds === null
      ? [
          `Tracing asks a stand-in of PDS with invented answers: try ${formatNhsNumber(inventedPeople.usual.nhsNumber)}.`,
        ]
      : []),
    ...(config.mesh === null
      ? ['Letters by MESH go to a stand-in of MESH, whose practices collect and answer at once.']
      : []),
    ...(keepsMessages(config)
      ? ['Letters by post go to a stand-in of GOV.UK Notify, which prints nothing.']
      : []),
    'All patients are invented. Press Ctrl-C to stop.',
  ].join('\n')

/** The same error, in words when another program has the port. */
export const portInWords = (error: unknown, port: number): unknown =>
  (error as NodeJS.ErrnoException).code === 'EADDRINUSE'
    ? new Error(`Port ${port} is in use: please set PORT to another.`, { cause: error })
    : error
