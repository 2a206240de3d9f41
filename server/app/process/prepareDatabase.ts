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

/** A configuration that says all that the real service needs. */
export type ServiceConfig = Config & {
  databaseUrl: string
  databaseOwnerUrl: string
  secretKey: EncryptionKey
}

/** Throws a sentence for what the real service cannot do without. */
export const requireServiceConfig = (config: Config): ServiceConfig => {
  const { databaseUrl, databaseOwnerUrl = databaseUrl, secretKey } = config
  if (databaseUrl === undefined || databaseOwnerUrl === undefined)
    throw new Error('DATABASE_URL is missing: the address of the PostgreSQL database of the service')
  if (secretKey === undefined)
    throw new Error(
      'SECRET_KEY is missing: 32 random bytes in base64, as openssl rand -base64 32 prints them',
    )
  assertAuthorities()
  assertEncrypted(config)
  return { ...config, databaseUrl, databaseOwnerUrl, secretKey }
}

/**
 * What happens once before anything is served, by however many processes: the database is tried, migrated and filled, and its
 * data are compared with the keys and stores that are given. Throws a sentence for each refusal.
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
  // Before anything of the database is changed, as far as its schema can say it already.
  await assertOurs(config)
  const { applied } = await migrate(databaseOwnerUrl)
  if (applied.length > 0)
    log.info(
      { part: 'database', migrations: applied },
      `${applied.length} migrations were applied, ${applied.at(-1)} the last`,
    )
  await grantLogin(databaseOwnerUrl, databaseDirectUrl ?? databaseUrl)
  if (databaseDirectUrl !== undefined) {
    await settleLogin(databaseOwnerUrl, databaseDirectUrl)
    // Only now: a session that the pooler opened before would not have what the login has since.
    await reachService()
  }
  await loadReferenceData(databaseOwnerUrl)
  if (applied.length > 0) await assertOurs(config)
  await warnOfFewConnections(config, log)
}

/** Throws where the data are invented, or of other keys or stores than those that are given. */
const assertOurs = async ({
  databaseOwnerUrl,
  documents,
  secretKey,
  secretKeyLost,
}: ServiceConfig): Promise<void> => {
  if (await isDemonstration(databaseOwnerUrl))
    throw new Error('DATABASE_URL names a database with invented patients: the real service needs its own.')
  // As the owner: past a pooler, which may refuse what the application asks of a connection.
  const db = connect(databaseOwnerUrl, { connections: 1, asOwner: true })
  try {
    if (!secretKeyLost) await assertSecretKey(db.pool, secretKey)
    await assertStores(db.sql, await openDocuments(documents))
  } finally {
    await db.close()
  }
}

/** PostgreSQL refuses a connection too many, and then a call, in the busiest minute. */
const warnOfFewConnections = async (config: ServiceConfig, log: Logger): Promise<void> => {
  const { databaseOwnerUrl, databaseDirectUrl, workers, machines } = config
  const { ofCalls, besidePooler } = connectionsOfProcess
  // Calls behind a pooler have as many as its own file gives them.
  const ofProcess = databaseDirectUrl === undefined ? ofCalls + 1 : besidePooler
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
      `PostgreSQL takes ${offered} connections, and ${workers * machines} processes may open ${needed}: please raise max_connections, or set a pooler between (docs/operations.md).`,
    )
}

/** Node only warns of a file that it cannot read, and then every certificate of the organisation is refused. */
const assertAuthorities = (): void => {
  const { NODE_EXTRA_CA_CERTS: file = '' } = process.env
  if (file === '') return
  try {
    readFileSync(file)
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    throw new Error(
      `NODE_EXTRA_CA_CERTS names the file ${file}, which ${code === 'ENOENT' ? 'is not there' : `the user of the service cannot read (${code})`}.`,
      { cause: error },
    )
  }
}
