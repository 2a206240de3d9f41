import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { mkdir, open, rename, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable, Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { ReadableStream } from 'node:stream/web'
import { text } from 'node:stream/consumers'
import { once } from 'node:events'
import { Encrypter } from 'age-encryption'
import { withClient } from '../../server/platform/db/connection/withClient.ts'
import type { DocumentSettings } from '../../server/pathways/documents/storage/settings.ts'
import { connectionEnvironment } from './connectionEnvironment.ts'
import { databaseFile, manifestFile, type Manifest } from './manifest.ts'
import { copyFromStores } from './outsideDocuments.ts'
import { postgresProgram } from './postgresPrograms.ts'
import { countBytes, megabytes, type Say } from './progress.ts'
import { tableSums } from './tableSums.ts'

export interface BackupOptions {
  ownerUrl: string
  documents: DocumentSettings
  /** Of age: who has its identity can read the backup, and this machine need not. */
  recipient: string
  programs: string | null
  /** A folder that is not there yet. */
  folder: string
  say: Say
}

/**
 * Writes the database, encrypted, and every document outside it into a folder, with checksums. The folder has its name
 * only once it is whole.
 */
export const makeBackup = async (options: BackupOptions): Promise<Manifest> => {
  const { ownerUrl, folder, recipient, say } = options
  if ((await stat(folder).catch(() => null)) !== null)
    throw new Error(`${folder} is there already: a backup needs a folder of its own.`)
  const unfinished = `${folder}.part`
  await mkdir(unfinished, { recursive: true, mode: 0o700 })
  const manifest = await withClient(ownerUrl, async (owner) => {
    // The dump and the checksums see the same moment.
    await owner.query('begin isolation level repeatable read read only')
    const { rows } = await owner.query<{ snapshot: string; release: number; owner: string | null }>(
      `select pg_export_snapshot() as snapshot, current_setting('server_version_num')::int / 10000 as release,
         (select pg_get_userbyid(relowner) from pg_class where oid = to_regclass('schema_migration')) as owner`,
    )
    const [found] = rows
    if (typeof found?.owner !== 'string')
      throw new Error('The database holds no Surefoot: there is nothing to back up.')
    const takenAt = new Date().toISOString()
    const program = postgresProgram('pg_dump', found.release, options.programs)
    const database = await dump(
      program,
      ownerUrl,
      found.snapshot,
      recipient,
      join(unfinished, databaseFile),
      say,
    )
    say(`The database is written, ${megabytes(database.bytes)}. Computing the checksums of its tables.`)
    const tables = await tableSums(owner)
    return { format: 1 as const, takenAt, release: found.release, owner: found.owner, database, tables }
  })
  const documents = await copyFromStores(options.documents, unfinished, say)
  const whole: Manifest = { ...manifest, documents }
  await writeFile(join(unfinished, manifestFile), `${JSON.stringify(whole, null, 1)}\n`, {
    mode: 0o600,
    flush: true,
  })
  await rename(unfinished, folder)
  return whole
}

const dump = async (
  program: string,
  ownerUrl: string,
  snapshot: string,
  recipient: string,
  file: string,
  say: Say,
): Promise<Manifest['database']> => {
  const child = spawn(program, ['--format=custom', `--snapshot=${snapshot}`, '--no-password'], {
    env: connectionEnvironment(ownerUrl),
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const ended = once(child, 'close') as Promise<[number | null]>
  const complaint = text(child.stderr)
  const encrypter = new Encrypter()
  encrypter.addRecipient(recipient)
  const counted = child.stdout.pipe(countBytes(say, (bytes) => `${megabytes(bytes)} of the database read`))
  const sealed = await encrypter.encrypt(Readable.toWeb(counted) as globalThis.ReadableStream<Uint8Array>)
  const hash = createHash('sha256')
  let bytes = 0
  const watch = new Transform({
    transform: (chunk: Buffer, _, done) => {
      hash.update(chunk)
      bytes += chunk.length
      done(null, chunk)
    },
  })
  try {
    await pipeline(
      Readable.fromWeb(sealed as ReadableStream<Uint8Array>),
      watch,
      createWriteStream(file, { flags: 'wx', mode: 0o600 }),
    )
  } catch (error) {
    // Nobody takes what it says any more: it would wait for ever, and this command for it.
    child.stdout.destroy()
    child.kill()
    throw error
  }
  const [status] = await ended
  if (status !== 0) throw new Error(`pg_dump failed: ${(await complaint).trim()}`)
  const written = await open(file, 'r')
  try {
    await written.sync()
  } finally {
    await written.close()
  }
  return { sha256: hash.digest('hex'), bytes }
}
