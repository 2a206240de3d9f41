import { withClient } from '../connection/withClient.ts'

const mark = 'Holds demonstration data'

/** Whether the database was filled with invented patients. The live service refuses such a database. */
export const isDemonstration = (url: string): Promise<boolean> =>
  ask(url, `select obj_description(to_regclass('schema_migration'), 'pg_class') = '${mark}' as answer`)

/**
 * Marks a migrated database as containing demonstration data. Throws if it has users but no mark: it may belong to a
 * live service.
 */
export const markDemonstration = async (ownerUrl: string): Promise<void> => {
  if (await isDemonstration(ownerUrl)) return
  if (await ask(ownerUrl, 'select exists (select from app_user) as answer')) {
    throw new Error(
      'This database already has users and was not created for a demonstration: demonstration data is not added to it. ' +
        'Please start the service with "npm run serve", or set DATABASE_URL to an empty database.',
    )
  }
  await ask(ownerUrl, `comment on table schema_migration is '${mark}'`)
}

const ask = (url: string, sql: string): Promise<boolean> =>
  withClient(url, async (client) => {
    const { rows } = await client.query<{ answer: boolean | null }>(sql)
    return rows[0]?.answer === true
  })
