import { readFileSync } from 'node:fs'
import type { Logger } from 'pino'
import { loadReferenceData } from '../../../db/reference/load.ts'
import { assertSecretKey } from '../secretKey/assertKeys.ts'
import type { Config } from '../config.ts'
import type { EncryptionKey } from '../../platform/crypto/encryption.ts'
import { connect, connectionsOfProcess } from '../../platform/db/connection/connect.ts'
import { assertDurable } from '../../platform/db/connection/durability.ts'
import { isDemonstration } from '../../platform/db/migrations/demonstrationMark.ts'
import { grantLogin } from '../../platform/db/connection/grantApplication.ts'
import { migrate } from '../../platform/db/migrations/migrate.ts'
import { reachDatabase } from '../../platform/db/connection/reachDatabase.ts'
import { settleLogin } from '../../platform/db/connection/settleLogin.ts'
import { withClient } from '../../platform/db/connection/withClient.ts'
import { assertStores } from '../../pathways/documents/storage/assertStores.ts'
import { openDocuments } from '../../pathways/documents/documents.ts'
import { assertEncrypted } from './assertEncrypted.ts'

/** A configuration with everything that the real service needs. */
export type ServiceConfig = Config & {
  databaseUrl: string
  databaseOwnerUrl: string
  secretKey: EncryptionKey
}

/** Throws a sentence if a setting that the real service needs is missing. */
export const requireServiceConfig = (config: Config): ServiceConfig => {
  const { databaseUrl, databaseOwnerUrl = databaseUrl, secretKey } = config
  if (databaseUrl === undefined || databaseOwnerUrl === undefined)
    throw new Error('DATABASE_URL is missing: the URL of the PostgreSQL database of the service')
  if (secretKey === undefined)
    throw new Error(
      'SECRET_KEY is missing: 32 random bytes in base64, as openssl rand -base64 32 prints them',
    )
  assertAuthorities()
  assertEncrypted(config)
  return { ...config, databaseUrl, databaseOwnerUrl, secretKey }
}

/**
 * Runs once before anything is served, however many processes serve. It checks, migrates and fills the database, and
 * compares its data with the configured keys and stores. Throws a sentence for each refusal.
 */
export const prepareDatabase = async (config: ServiceConfig, log: Logger): Promise<void> => {
  const { databaseUrl, databaseOwnerUrl, databaseDirectUrl } = config
  const reachService = async (): Promise<void> => {
    await reachDatabase('DATABASE_URL', databaseUrl)
    log.info({ part: 'database', setting: 'DATABASE_URL' }, 'database (DATABASE_URL) answers')
  }
  if (databaseDirectUrl === undefined) await reachService()
  else await reachDatabase('DATABASE_DIRECT_URL', databaseDirectUrl)
  await reachDatabase('DATABASE_OWNER_URL', databaseOwnerUrl)
  await assertDurable(databaseDirectUrl ?? databaseUrl)
  // Before anything in the database changes, as far as the current schema allows; checked again after the migrations.
  await assertOurs(config)
  const { applied } = await migrate(databaseOwnerUrl)
  if (applied.length > 0)
    log.info(
      { part: 'database', migrations: applied },
      `${applied.length} migrations were applied, the last was ${applied.at(-1)}`,
    )
  await grantLogin(databaseOwnerUrl, databaseDirectUrl ?? databaseUrl)
  if (databaseDirectUrl !== undefined) {
    await settleLogin(databaseOwnerUrl, databaseDirectUrl)
    // Only now: a session that the pooler opened earlier would lack the settings that the login has just been given.
    await reachService()
  }
  await loadReferenceData(databaseOwnerUrl)
  if (applied.length > 0) await assertOurs(config)
  await warnOfFewConnections(config, log)
}

/** Throws if the data are invented, or belong to other keys or stores than the configured ones. */
const assertOurs = async ({
  databaseOwnerUrl,
  documents,
  secretKey,
  secretKeyLost,
}: ServiceConfig): Promise<void> => {
  if (await isDemonstration(databaseOwnerUrl))
    throw new Error(
      'DATABASE_URL names a database with demonstration data: the real service needs its own database.',
    )
  // As the owner, to bypass a pooler, which may refuse the settings that the application sends with a connection.
  const db = connect(databaseOwnerUrl, { connections: 1, asOwner: true })
  try {
    if (!secretKeyLost) await assertSecretKey(db.pool, secretKey)
    await assertStores(db.sql, await openDocuments(documents))
  } finally {
    await db.close()
  }
}

/** Without enough connections PostgreSQL refuses one, and a call fails, in the busiest minute. */
const warnOfFewConnections = async (config: ServiceConfig, log: Logger): Promise<void> => {
  const { databaseOwnerUrl, databaseDirectUrl, workers, machines } = config
  const { ofCalls, longReports, besidePooler } = connectionsOfProcess
  // Behind a pooler, calls have as many connections as the pooler's own configuration allows.
  const ofProcess = databaseDirectUrl === undefined ? ofCalls + longReports : besidePooler
  const needed = ofProcess * workers * machines
  const offered = await withClient(databaseOwnerUrl, async (client) => {
    const { rows } = await client.query<{ offered: number }>(
      `select (current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int) as offered`,
    )
    return rows[0]?.offered ?? 0
  })
  if (needed > offered)
    log.warn(
      { needed, offered },
      `PostgreSQL accepts ${offered} connections, but ${workers * machines} processes may open ${needed}: please raise max_connections, or use a pooler (docs/operate/operations.md).`,
    )
}

/** Node only warns about a file that it cannot read. Every certificate of the organisation is then refused. */
const assertAuthorities = (): void => {
  const { NODE_EXTRA_CA_CERTS: file = '' } = process.env
  if (file === '') return
  try {
    readFileSync(file)
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    throw new Error(
      `NODE_EXTRA_CA_CERTS names the file ${file}, which ${code === 'ENOENT' ? 'does not exist' : `the user of the service cannot read (${code})`}.`,
      { cause: error },
    )
  }
}
