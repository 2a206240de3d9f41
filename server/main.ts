import { readConfig } from './config.ts'
import { assertDurable } from './db/durability.ts'
import { isDemonstration } from './db/demonstrationMark.ts'
import { grantLogin } from './db/grantApplication.ts'
import { migrate } from './db/migrate.ts'
import { settleLogin } from './db/settleLogin.ts'
import { loadReferenceData } from '../db/reference/load.ts'
import { startServer } from './server.ts'
import { courierOf } from './messages/couriers.ts'
import { stopOnSignal } from './stopOnSignal.ts'

/*
 * `npm run serve`: the real service. Settings come from the environment or files and are checked first; a database
 * that could lose what was acknowledged, or that holds invented patients, is refused.
 */
const serveForReal = async (): Promise<() => Promise<void>> => {
  const config = readConfig(process.env)
  const {
    databaseUrl,
    databaseOwnerUrl = databaseUrl,
    databaseDirectUrl,
    host,
    port,
    logLevel,
    documents,
    auditAnchor,
    addressLookup,
    secretKey,
    messages,
  } = config
  if (databaseUrl === undefined || databaseOwnerUrl === undefined)
    throw new Error('DATABASE_URL is missing: the address of the PostgreSQL database of the service')
  if (secretKey === undefined)
    throw new Error(
      'SECRET_KEY is missing: 32 random bytes in base64, as openssl rand -base64 32 prints them',
    )
  await assertDurable(databaseDirectUrl ?? databaseUrl)
  await migrate(databaseOwnerUrl)
  await grantLogin(databaseOwnerUrl, databaseDirectUrl ?? databaseUrl)
  if (databaseDirectUrl !== undefined) await settleLogin(databaseOwnerUrl, databaseDirectUrl)
  if (await isDemonstration(databaseOwnerUrl))
    throw new Error('DATABASE_URL names a database with invented patients: the real service needs its own.')
  await loadReferenceData(databaseOwnerUrl)
  const server = await startServer({
    databaseUrl,
    databaseDirectUrl,
    host,
    port,
    logLevel,
    documents,
    auditAnchor,
    addressLookup,
    accounts: { ...config.accounts, secretKey },
    courier: () => courierOf(messages),
    trustedProxies: config.trustedProxies,
    stopDeadlineMs: config.stopDeadlineMs,
  })
  if (config.publicUrl.startsWith('https:') && config.trustedProxies === undefined)
    console.log(
      'TRUSTED_PROXIES is not set, though a proxy must stand before an https address: all who come through it count as one address.',
    )
  if (messages.smtp === null)
    console.log('No mail server is set (SMTP_URL): only an administrator can give someone a new password.')
  console.log(`Surefoot is ready at ${server.address}`)
  return server.close
}

const fail = (error: unknown): never => {
  console.error(error instanceof Error ? error.message : error)
  process.exit(1)
}

try {
  const close = await serveForReal()
  stopOnSignal(() => void close().then(() => process.exit(0), fail))
} catch (error) {
  fail(error)
}
