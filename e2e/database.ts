import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Client } from 'pg'
import { homeIn } from '../server/platform/db/embedded/embeddedHome.ts'
import { databaseName, ownerRole } from '../server/platform/db/connection/roles.ts'
import { withClient } from '../server/platform/db/connection/withClient.ts'

/** Works on the database of a product, as its owner: for what takes a person or the product too long. */
export const withDatabase = async <T>(
  dataFolder: string,
  work: (client: Client) => Promise<T>,
): Promise<T> => {
  const home = homeIn(dataFolder, undefined)
  const { owner } = JSON.parse(await readFile(home.passwordFile, 'utf8')) as { owner: string }
  const port = (await readFile(join(home.cluster, 'postmaster.pid'), 'utf8')).split('\n')[3]
  return withClient(`postgres://${ownerRole}:${owner}@127.0.0.1:${port}/${databaseName}`, work)
}

/** Begins now what the product does by itself every few minutes (server/app/jobs.ts). */
export const beginNow = (dataFolder: string, task: string): Promise<unknown> =>
  withDatabase(dataFolder, (client) => client.query('select graphile_worker.add_job($1)', [task]))
