import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { openAddressLookup } from './addressLookup/lookup.ts'
import { noAddressLookup, type AddressLookupSettings } from './addressLookup/settings.ts'
import { openAnchor, type AnchorSettings } from './audit/anchor/settings.ts'
import { countRefusals } from './audit/refusalCounts.ts'
import { startSealer } from './audit/seal/sealer.ts'
import { clientNetwork } from './http/clientNetwork.ts'
import { openAuditTrail } from './audit/auditTrail.ts'
import { buildApp, type Product } from './app.ts'
import { authentication } from './accounts/signIn/authentication.ts'
import { usualSettings, type AccountSettings } from './accounts/settings.ts'
import { assertSession } from './db/assertSession.ts'
import { connect, type Database } from './db/connect.ts'
import { startChores } from './documents/chores.ts'
import { openDocuments } from './documents/documents.ts'
import { usualDocumentSettings, type DocumentSettings } from './documents/settings.ts'
import { rateLimitsOf } from './http/rateLimit.ts'
import type { Courier } from './messages/couriers.ts'
import { startJobs } from './jobs.ts'
import { findPairsAtStart } from './merges/findPairs.ts'
import { settleAtStart } from './tasks/lateMail.ts'
import { placeAtStart } from './worklists/dayMoves.ts'

export interface ServerOptions {
  /** PostgreSQL, as the application. */
  databaseUrl: string
  /** The same past a pooler in transaction mode that `databaseUrl` leads to. */
  databaseDirectUrl?: string | undefined
  host: string
  port: number
  logLevel?: string | false
  documents?: DocumentSettings
  /** How accounts are kept; without it the usual way, but without limits and with a key of this process alone. */
  accounts?: AccountSettings
  addressLookup?: AddressLookupSettings
  /** Where the head of the audit trail is noted outside the database. */
  auditAnchor?: AnchorSettings
  trustedProxies?: readonly string[] | undefined
  /** How long calls and jobs that are under way may go on once `close` is called. */
  stopDeadlineMs?: number
  /** What sends messages; without one nothing works on the queue. */
  courier?: (db: Database) => Courier
  /** Folder of the browser part; null when something else shows it. Usually the built one. */
  web?: string | null
}

/** For benchmarks. */
const unlimited: AccountSettings = { ...usualSettings, rates: null, secretKey: randomBytes(32) }

const builtWeb = join(import.meta.dirname, '../dist/web')

/** No statement of a call takes longer (server/db/connect.ts). */
const lastStatementsMs = 5_000

/**
 * Starts the whole product on an address. `close` takes no new calls and jobs, lets those under way end within the
 * deadline, cuts off the rest, and lets the database go last.
 */
export const startServer = async ({
  databaseUrl,
  databaseDirectUrl,
  host,
  port,
  logLevel,
  documents = usualDocumentSettings,
  accounts = unlimited,
  addressLookup = noAddressLookup,
  courier,
  auditAnchor = null,
  trustedProxies,
  stopDeadlineMs = 10_000,
  web = builtWeb,
}: ServerOptions) => {
  const db = connect(databaseUrl, { directUrl: databaseDirectUrl })
  try {
    await assertSession(db.pool)
  } catch (error) {
    await db.close()
    throw error
  }
  const audit = openAuditTrail(db.pool)
  const service: Product = {
    db,
    audit,
    auditAnchor: openAnchor(auditAnchor),
    documents: await openDocuments(documents),
    clock: Date.now,
    accounts,
    narrowing: accounts,
    secretKey: accounts.secretKey,
    ...authentication(db, Date.now, accounts),
    rateLimits: rateLimitsOf(accounts.rates),
    refusals: countRefusals(audit, Date.now, clientNetwork),
    addressLookup: openAddressLookup(addressLookup),
  }
  const app = await buildApp(service, {
    ...(web === null ? {} : { web }),
    ...(logLevel === undefined ? {} : { logLevel }),
    ...(trustedProxies === undefined ? {} : { trustedProxies }),
  })
  await placeAtStart(db.sql)
  // Before the first caller comes: it takes some hundred milliseconds, once.
  app.openApiText()
  const address = await app.listen({ host, port })
  const stopChores = startChores(service, app.log)
  if (courier !== undefined) await Promise.all([settleAtStart(service), findPairsAtStart(service)])
  const stopSealer = startSealer(db.pool, app.log)
  const worker = courier === undefined ? null : startJobs(service, courier(db), app.log)
  return {
    address,
    close: async () => {
      const cut = setTimeout(() => app.server.closeAllConnections(), stopDeadlineMs)
      const jobs = Promise.all([stopChores(), stopSealer(), worker?.stop()])
      await Promise.all([app.close(), atMost(stopDeadlineMs, jobs)])
      clearTimeout(cut)
      // What was cut off still ends its statements, so that it is stored whole or not at all.
      await atMost(lastStatementsMs, db.close())
    },
  }
}

/** Waits for the work, but no longer than so. */
const atMost = async (milliseconds: number, work: Promise<unknown>): Promise<void> => {
  const givingUp = new AbortController()
  await Promise.race([work, sleep(milliseconds, undefined, { signal: givingUp.signal })])
  givingUp.abort()
}
