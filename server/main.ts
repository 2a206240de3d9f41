import { existsSync } from 'node:fs'
import { pino } from 'pino'
import { readConfig } from './config.ts'
import { withChosenPort } from './chosenPort.ts'
import { assertSecretKey } from './assertKeys.ts'
import { connect } from './db/connect.ts'
import { assertDurable } from './db/durability.ts'
import { isDemonstration } from './db/demonstrationMark.ts'
import { grantLogin } from './db/grantApplication.ts'
import { migrate } from './db/migrate.ts'
import { reachDatabase } from './db/reachDatabase.ts'
import { settleLogin } from './db/settleLogin.ts'
import { assertStores } from './documents/assertStores.ts'
import { openDocuments } from './documents/documents.ts'
import { loadReferenceData } from '../db/reference/load.ts'
import { causeOf } from './db/causeOf.ts'
import { logOptions } from './http/logOptions.ts'
import { tellParts } from './readiness/tryParts.ts'
import { startServer } from './server.ts'
import { courierOf } from './messages/couriers.ts'
import { stopOnSignal } from './stopOnSignal.ts'
import { version } from './version.ts'

/*
 * `npm run serve`: the real service. Settings come from the environment or files and are checked first; a database
 * that could lose what was acknowledged, or that holds invented patients, is refused, as are keys and stores that are not those of its
 * data. Every line that it prints is JSON of one shape (server/http/logOptions.ts).
 */
let log = pino(logOptions('info'))

const serveForReal = async (): Promise<() => Promise<void>> => {
  const config = readConfig(await withChosenPort(process.env))
  // What the start says stands in the log at every level but silence.
  const isSilent = config.logLevel === 'silent'
  const startLog = pino(logOptions(isSilent ? 'silent' : 'info'))
  log = pino(logOptions(config.logLevel))
  const {
    databaseUrl,
    databaseOwnerUrl = databaseUrl,
    databaseDirectUrl,
    documents,
    secretKey,
    messages,
  } = config
  if (databaseUrl === undefined || databaseOwnerUrl === undefined)
    throw new Error('DATABASE_URL is missing: the address of the PostgreSQL database of the service')
  if (secretKey === undefined)
    throw new Error(
      'SECRET_KEY is missing: 32 random bytes in base64, as openssl rand -base64 32 prints them',
    )
  assertAuthorities()
  await reachDatabase('DATABASE_URL', databaseUrl)
  await reachDatabase('DATABASE_OWNER_URL', databaseOwnerUrl)
  if (databaseDirectUrl !== undefined) await reachDatabase('DATABASE_DIRECT_URL', databaseDirectUrl)
  startLog.info({ part: 'database', setting: 'DATABASE_URL' }, 'database (DATABASE_URL) answers')
  await assertDurable(databaseDirectUrl ?? databaseUrl)
  const assertOurs = async (): Promise<void> => {
    if (await isDemonstration(databaseOwnerUrl))
      throw new Error('DATABASE_URL names a database with invented patients: the real service needs its own.')
    // As the owner: past a pooler, which may refuse what the application asks of a connection.
    const db = connect(databaseOwnerUrl, { connections: 1, asOwner: true })
    try {
      if (!config.secretKeyLost) await assertSecretKey(db.pool, secretKey)
      await assertStores(db.sql, await openDocuments(documents))
    } finally {
      await db.close()
    }
  }
  // Before anything of the database is changed, as far as its schema can say it already.
  await assertOurs()
  const { applied } = await migrate(databaseOwnerUrl)
  if (applied.length > 0)
    startLog.info(
      { part: 'database', migrations: applied },
      `${applied.length} migrations were applied, ${applied.at(-1)} the last`,
    )
  await grantLogin(databaseOwnerUrl, databaseDirectUrl ?? databaseUrl)
  if (databaseDirectUrl !== undefined) await settleLogin(databaseOwnerUrl, databaseDirectUrl)
  await loadReferenceData(databaseOwnerUrl)
  if (applied.length > 0) await assertOurs()
  const server = await startServer({
    databaseUrl,
    databaseDirectUrl,
    host: config.host,
    port: config.port,
    log,
    documents,
    auditAnchor: config.auditAnchor,
    addressLookup: config.addressLookup,
    accounts: { ...config.accounts, secretKey },
    courier: () => courierOf(messages),
    trustedProxies: config.trustedProxies,
    stopDeadlineMs: config.stopDeadlineMs,
    metrics: config.metrics,
    backupFolder: config.backupFolder,
  })
  if (config.publicUrl.startsWith('https:') && config.trustedProxies === undefined)
    startLog.warn(
      'TRUSTED_PROXIES is not set, though a proxy must stand before an https address: all who come through it count as one address.',
    )
  if (messages.smtp === null)
    startLog.warn('No mail server is set (SMTP_URL): only an administrator can give someone a new password.')
  if (config.secretKeyLost)
    startLog.warn(
      'SECRET_KEY_LOST is set: what another key sealed stays closed. Please take it away once the authenticator apps are set up anew.',
    )
  if (server.metricsAddress !== null)
    startLog.info({ address: server.metricsAddress }, `Metrics are at ${server.metricsAddress}`)
  startLog.info({ version, address: server.address }, `Surefoot is ready at ${server.address}`)
  // Nobody waits for a part that is silent: the service does its work without them.
  const telling = tellParts(server.outside, startLog)
  return async () => {
    await server.close()
    await telling
  }
}

/** Node only warns of a file that it cannot read, and then every certificate of the organisation is refused. */
const assertAuthorities = (): void => {
  const { NODE_EXTRA_CA_CERTS: file = '' } = process.env
  if (file !== '' && !existsSync(file))
    throw new Error(`NODE_EXTRA_CA_CERTS names the file ${file}, which is not there.`)
}

const fail = (error: unknown): never => {
  const words = error instanceof Error ? error.message : String(error)
  // Several wrong settings are several lines.
  for (const line of words.split('\n')) log.fatal(line)
  process.exit(1)
}

// Node would print the error with its values, and in lines of another shape.
const failWithoutWords = (error: unknown): never => {
  log.fatal(causeOf(error), 'an unexpected failure ended the service')
  process.exit(1)
}
process.on('uncaughtException', failWithoutWords)
process.on('unhandledRejection', failWithoutWords)
process.removeAllListeners('warning')
process.on('warning', ({ name, message }) => log.warn({ name }, message))

try {
  const close = await serveForReal()
  stopOnSignal(() => void close().then(() => process.exit(0), fail))
} catch (error) {
  fail(error)
}
