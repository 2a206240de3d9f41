import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { once } from 'node:events'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { text } from 'node:stream/consumers'
import type { ReadableStream } from 'node:stream/web'
import { Decrypter } from 'age-encryption'
import { withClient } from '../../server/platform/db/connection/withClient.ts'
import { connectionEnvironment } from './connectionEnvironment.ts'
import { databaseFile, readManifest, type Manifest } from './manifest.ts'
import { postgresProgram } from './postgresPrograms.ts'
import { countBytes, megabytes, type Say } from './progress.ts'
import { differences, tableSums } from './tableSums.ts'

export interface RestoreOptions {
  /** An empty database, as the role that owned the tables. */
  ownerUrl: string
  /** Of age: AGE-SECRET-KEY-… */
  identity: string
  programs: string | null
  folder: string
  say: Say
}

const rolesFile = join(import.meta.dirname, '../../db/roles.sql')

/** Brings the database of a backup into an empty one, whole or not at all, and compares the checksum of every table. */
export const restoreDatabase = async (options: RestoreOptions): Promise<Manifest> => {
  const { ownerUrl, folder, say } = options
  const manifest = await readManifest(folder)
  const file = join(folder, databaseFile)
  if ((await sha256Of(file)) !== manifest.database.sha256)
    throw new Error(`${databaseFile} in the backup is not as it was written: its checksum differs.`)
  const release = await withClient(ownerUrl, async (owner) => {
    const { rows } = await owner.query<{ login: string; release: number; tables: number }>(
      `select current_user as login, current_setting('server_version_num')::int / 10000 as release,
         (select count(*)::int from pg_class where relnamespace = 'public'::regnamespace) as tables`,
    )
    const [found] = rows
    if (found === undefined) throw new Error('PostgreSQL answered without a row')
    if (found.tables > 0)
      throw new Error('The database is not empty: a backup is restored into an empty one.')
    if (found.login !== manifest.owner)
      throw new Error(
        `The tables of the backup belong to ${manifest.owner}, and DATABASE_OWNER_URL is ${found.login}: ` +
          `please restore as ${manifest.owner}.`,
      )
    if (found.release < manifest.release)
      throw new Error(
        `The backup is of PostgreSQL ${manifest.release}, and this is ${found.release}: please use the same or a newer one.`,
      )
    await owner.query(await readFile(rolesFile, 'utf8'))
    return found.release
  })
  await load(
    options,
    postgresProgram('pg_restore', Math.max(release, manifest.release), options.programs),
    manifest,
  )
  say('The database is loaded. Comparing the checksum of every table.')
  await withClient(ownerUrl, async (owner) => {
    await owner.query('begin isolation level repeatable read')
    const wrong = differences(manifest.tables, await tableSums(owner))
    if (wrong.length > 0) throw new Error(`What was restored differs from the backup.\n${wrong.join('\n')}`)
    await owner.query('commit')
    // The planner knows nothing of restored tables.
    await owner.query('analyze')
  })
  return manifest
}

const load = async (
  { ownerUrl, identity, folder, say }: RestoreOptions,
  program: string,
  { database }: Manifest,
): Promise<void> => {
  const child = spawn(
    program,
    [
      '--exit-on-error',
      '--single-transaction',
      '--no-owner',
      '--no-password',
      `--dbname=${new URL(ownerUrl).pathname.slice(1)}`,
    ],
    { env: connectionEnvironment(ownerUrl), stdio: ['pipe', 'ignore', 'pipe'] },
  )
  const ended = once(child, 'close') as Promise<[number | null]>
  const complaint = text(child.stderr)
  const decrypter = new Decrypter()
  decrypter.addIdentity(identity)
  const share = (bytes: number): string =>
    `${Math.floor((100 * bytes) / database.bytes)} % of ${megabytes(database.bytes)} loaded`
  const counted = createReadStream(join(folder, databaseFile)).pipe(countBytes(say, share))
  const broken = await decrypter
    .decrypt(Readable.toWeb(counted) as globalThis.ReadableStream<Uint8Array>)
    .then((opened) => pipeline(Readable.fromWeb(opened as ReadableStream<Uint8Array>), child.stdin))
    .then(
      () => null,
      (error: unknown) => error,
    )
  child.stdin.end()
  const [status] = await ended
  // pg_restore says why it stopped reading; only where it has nothing to say is it the backup that cannot be read.
  const said = (await complaint).trim()
  if (broken !== null && (status === 0 || !said.includes('error: could not execute query')))
    throw new Error(
      'The backup cannot be opened: BACKUP_IDENTITY is not the one that it was made for, or the file is damaged.',
      {
        cause: broken,
      },
    )
  if (status !== 0) throw new Error(`pg_restore failed, and nothing was restored: ${said}`)
}

const sha256Of = async (file: string): Promise<string> => {
  const hash = createHash('sha256')
  await pipeline(createReadStream(file), hash)
  return hash.digest('hex')
}
