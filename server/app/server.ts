import type { CsdsSettings } from '../insight/csds/settings.ts'
import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyBaseLogger } from 'fastify'
import type { BankHolidayOn } from '../../contract/platform/dates/bankHolidays.ts'
import { openAddressLookup } from '../reference/addressLookup/lookup.ts'
import { noAddressLookup, type AddressLookupSettings } from '../reference/addressLookup/settings.ts'
import { openAnchor, type AnchorSettings } from '../platform/audit/anchor/settings.ts'
import { countRefusals } from '../platform/audit/refusalCounts.ts'
import { startSealer } from '../platform/audit/seal/sealer.ts'
import { clientNetwork } from '../platform/http/limits/clientNetwork.ts'
import { openAuditTrail } from '../platform/audit/auditTrail.ts'
import { buildApp, type Product } from './app.ts'
import { authentication } from '../accounts/signIn/authentication.ts'
import { usualSettings, type AccountSettings } from '../accounts/settings/settings.ts'
import { assertSession } from '../platform/db/connection/assertSession.ts'
import { causeOf } from '../platform/db/connection/causeOf.ts'
import { connect, type Database } from '../platform/db/connection/connect.ts'
import { startIndexEntries } from '../platform/db/query/indexEntries.ts'
import { startChores } from '../pathways/documents/storage/chores.ts'
import { openDocuments } from '../pathways/documents/documents.ts'
import { usualDocumentSettings, type DocumentSettings } from '../pathways/documents/storage/settings.ts'
import { rateLimitsOf } from '../platform/http/limits/rateLimit.ts'
import type { Courier } from '../platform/messages/couriers.ts'
import type { Postage } from '../platform/messages/notify/notify.ts'
import { openCarriers } from '../exchange/outgoing/openCarriers.ts'
import { openMesh } from '../exchange/outgoing/mesh/api/mesh.ts'
import type { MeshSettings } from '../exchange/outgoing/mesh/settings.ts'
import { openPds } from '../exchange/pds/openPds.ts'
import type { PdsSettings } from '../exchange/pds/settings.ts'
import type {
  BarsSettings,
  ErsSettings,
  FhirSettings,
  ReferralFormSettings,
} from '../exchange/settings/settings.ts'
import type { PersonPageSettings } from '../care/person/service.ts'
import { startJobs } from './jobs.ts'
import { findPairsAtStart } from '../governance/merges/findPairs.ts'
import { openMetrics } from './readiness/metrics.ts'
import { serveMetrics, type MetricsSettings } from './readiness/metricsServer.ts'
import { outsideParts } from './readiness/outsideParts.ts'
import { usualBankHolidays } from '../platform/settings/bankHolidays.ts'
import type { TracingSettings } from '../platform/tracing/readSettings.ts'
import { settleAtStart } from '../pathways/tasks/lateMail.ts'
import { version } from './version.ts'
import { placeAtStart } from '../pathways/worklists/dayMoves.ts'

export interface ServerOptions {
  /** PostgreSQL, as the application. */
  databaseUrl: string
  /** The same database, bypassing the transaction-mode pooler that `databaseUrl` points to. */
  databaseDirectUrl?: string | undefined
  databaseReplicaUrl?: string | undefined
  host: string
  port: number
  logLevel?: string | false
  /** The process's existing log. */
  log?: FastifyBaseLogger | undefined
  documents?: DocumentSettings
  /** Account settings. The default has no rate limits and a key that only this process knows. */
  accounts?: AccountSettings
  addressLookup?: AddressLookupSettings
  /** The bank holidays for which a booking shows a question; default England's. */
  bankHolidayOn?: BankHolidayOn
  /** Where the head of the audit trail is recorded outside the database. */
  auditAnchor?: AnchorSettings
  /** How the record is offered as FHIR; without it, it is not. */
  fhir?: FhirSettings | null
  /** Where people are traced; without it, nowhere. */
  pds?: PdsSettings | null
  /** How many processes serve together, on all machines. */
  processes?: number
  /** How the public referral form is served; without it, it is not. */
  referralForm?: ReferralFormSettings | null
  /** How people reach their own page; without it, there is none. */
  personPage?: PersonPageSettings | null
  /** How referrals are taken as messages; without it, they are not. */
  bars?: BarsSettings | null
  /** How referrals are fetched from the NHS e-Referral Service; without it, they are not. */
  ers?: ErsSettings | null
  /** Our mailbox in MESH; without it, letters go to practices by mail or on paper. */
  mesh?: MeshSettings | null
  /** Whether case-finding lists are loaded. */
  caseFinding?: boolean
  /** Whether places that somebody gave up are offered to others at once. */
  offersFreedPlaces?: boolean
  /** Whether devices may take visits along. */
  visitPacks?: boolean
  /** The token with which GOV.UK Notify calls back; null if it does not. */
  notifyCallback?: string | null
  /** How letters are posted by the courier’s GOV.UK Notify; null if none are. */
  postage?: Postage | null
  /** Who makes the national return of community services. The default is nobody. */
  csds?: CsdsSettings | null
  trustedProxies?: readonly string[] | undefined
  /** How long running calls and jobs may continue after `close` is called. */
  stopDeadlineMs?: number
  /** Sends messages; without it, this process does not work on the queue. */
  courier?: (db: Database) => Courier
  /** Where Prometheus reads the metrics; null for nowhere. */
  metrics?: MetricsSettings | null
  /** Where spans are sent; null for nowhere. */
  tracing?: TracingSettings | null
  /** Where this machine can read the backups; null if it cannot. */
  backupFolder?: string | null
  /** Folder of the browser part, by default the built one; null if something else serves it. */
  web?: string | null
}

/** For benchmarks. */
const unlimited: AccountSettings = { ...usualSettings, rates: null, secretKey: randomBytes(32) }

const builtWeb = join(import.meta.dirname, '../../dist/web')

/** No statement of a call takes longer (server/platform/db/connection/connect.ts). */
const lastStatementsMs = 5_000

const lastSpansMs = 3_000

/**
 * Starts the whole product. `close` accepts no new calls or jobs, lets running ones finish within the deadline, cuts
 * off the rest, and then closes the database.
 */
export const startServer = async ({
  databaseUrl,
  databaseDirectUrl,
  databaseReplicaUrl,
  host,
  port,
  logLevel,
  log,
  documents = usualDocumentSettings,
  accounts = unlimited,
  addressLookup = noAddressLookup,
  bankHolidayOn = usualBankHolidays,
  courier,
  auditAnchor = null,
  fhir = null,
  pds = null,
  processes = 1,
  referralForm = null,
  personPage = null,
  bars = null,
  ers = null,
  mesh = null,
  caseFinding = false,
  offersFreedPlaces = false,
  visitPacks = false,
  notifyCallback = null,
  postage = null,
  csds = null,
  trustedProxies,
  stopDeadlineMs = 10_000,
  metrics: metricsAt = null,
  tracing: tracedTo = null,
  backupFolder = null,
  web = builtWeb,
}: ServerOptions) => {
  const db = connect(databaseUrl, {
    directUrl: databaseDirectUrl,
    replica:
      databaseReplicaUrl === undefined
        ? undefined
        : {
            url: databaseReplicaUrl,
            onNotUsed: (why) =>
              app.log.warn(
                { ...causeOf(why), part: 'replica' },
                'reports are counted on the database itself, not on its replica',
              ),
          },
  })
  // The tracing libraries are loaded only when tracing is configured.
  const tracing =
    tracedTo === null
      ? null
      : (await import('../platform/tracing/openTracing.ts')).openTracing(tracedTo, version, log)
  for (const [name, pool] of db.pools) tracing?.watchPool(name, pool)
  try {
    await assertSession(db.pool, databaseDirectUrl !== undefined)
  } catch (error) {
    await db.close()
    throw error
  }
  const audit = openAuditTrail(db.pool)
  const meshbox = mesh === null ? null : openMesh(mesh, { version })
  const carrying = courier?.(db) ?? null
  const service: Product = {
    db,
    audit,
    auditAnchor: await openAnchor(auditAnchor),
    documents: await openDocuments(documents),
    clock: Date.now,
    accounts,
    narrowing: accounts,
    bankHolidayOn,
    secretKey: accounts.secretKey,
    ...authentication(db, Date.now, accounts),
    rateLimits: rateLimitsOf(accounts.rates),
    refusals: countRefusals(audit, Date.now, clientNetwork),
    addressLookup: openAddressLookup(addressLookup),
    fhir,
    pds: openPds(pds, processes),
    referralForm,
    personPage,
    bars,
    ers,
    caseFinding,
    offersFreedPlaces,
    visitPacks,
    notifyCallback,
    carriers: openCarriers(db.sql, Date.now, {
      mesh: meshbox,
      post: postage === null || carrying?.notify === undefined ? null : { notify: carrying.notify, postage },
    }),
    mesh: meshbox,
    csds,
  }
  const metrics = metricsAt === null ? null : openMetrics(service, { version, backupFolder })
  const outside = outsideParts(service, carrying)
  metrics?.watchParts(outside)
  const app = await buildApp(service, {
    watched: { outside, backupFolder },
    ...(metrics === null ? {} : { metrics }),
    ...(tracing === null ? {} : { tracing }),
    ...(web === null ? {} : { web }),
    ...(logLevel === undefined ? {} : { logLevel }),
    ...(log === undefined ? {} : { log }),
    ...(trustedProxies === undefined ? {} : { trustedProxies }),
  })
  const again = await placeAtStart(db.sql)
  if (again !== null)
    app.log.info(
      again,
      `The stage rule has changed: ${again.placed} of ${again.pathways} referrals were placed again, ${again.moved} of them on another list`,
    )
  const address = await app.listen({ host, port })
  app
    .writeOpenApi()
    .catch((error: unknown) => app.log.error(causeOf(error), 'the OpenAPI document could not be written'))
  const stopChores = startChores(service, app.log)
  if (courier !== undefined) await Promise.all([settleAtStart(service), findPairsAtStart(service)])
  const stopSealer = startSealer(db.pool, app.log)
  const stopIndexEntries = startIndexEntries(db.pool, app.log)
  const worker = carrying === null ? null : startJobs(service, carrying, app.log, tracing)
  const watched =
    metrics === null || metricsAt === null ? null : await serveMetrics(metrics, metricsAt, app.log)
  return {
    address,
    metricsAddress: watched?.address ?? null,
    /** Parts besides the database, to be tried. */
    outside,
    /** Why reports do not run at a lower priority than everything else on the machine; null if they do. */
    whyNotBehind: db.whyNotBehind,
    close: async () => {
      const cut = setTimeout(() => app.server.closeAllConnections(), stopDeadlineMs)
      await watched?.close()
      const jobs = Promise.all([stopChores(), stopSealer(), stopIndexEntries(), worker?.stop()])
      await Promise.all([app.close(), atMost(stopDeadlineMs, jobs)])
      clearTimeout(cut)
      // Calls that were cut off still finish their statements, so that each is stored completely or not at all.
      await atMost(lastStatementsMs, db.close())
      if (tracing !== null) await atMost(lastSpansMs, tracing.close())
    },
  }
}

/** Waits for the work, up to the given time. */
const atMost = async (milliseconds: number, work: Promise<unknown>): Promise<void> => {
  const givingUp = new AbortController()
  await Promise.race([work, sleep(milliseconds, undefined, { signal: givingUp.signal })])
  givingUp.abort()
}
