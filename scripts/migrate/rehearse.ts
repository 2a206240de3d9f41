import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import { dropDatabase } from '../../server/platform/db/connection/dropDatabase.ts'
import { migrate } from '../../server/platform/db/migrations/migrate.ts'
import { migrationsFolder } from '../../server/platform/db/connection/migrations.ts'
import { withClient } from '../../server/platform/db/connection/withClient.ts'
import type { Documents } from '../../server/pathways/documents/documents.ts'
import { connectionEnvironment } from '../backup/connectionEnvironment.ts'
import { createDatabase } from '../backup/createDatabase.ts'
import { postgresProgram } from '../backup/postgresPrograms.ts'
import { countBytes, megabytes, type Say } from '../backup/progress.ts'
import { verifyRestored } from '../backup/verifyRestored.ts'
import { sayApplied } from './sayApplied.ts'

interface RehearsalOptions {
  ownerUrl: string
  /** The folder of pg_dump and pg_restore, where it is not found by itself. */
  programs: string | null
  documents: Documents
  say: Say
  folder?: string
  /** Aborted when somebody stops it: the copy is dropped all the same. */
  stopping?: AbortSignal
}

/**
 * Copies the database beside itself while people work on it, migrates the copy, verifies it and drops it again. Answers what is
 * wrong with the copy; throws where a migration fails, as it would on the database itself.
 */
export const rehearse = async ({
  ownerUrl,
  programs,
  documents,
  say,
  folder = migrationsFolder,
  stopping = new AbortController().signal,
}: RehearsalOptions): Promise<string[]> => {
  const copy = `surefoot_rehearsal_${randomBytes(6).toString('hex')}`
  const url = new URL(ownerUrl)
  url.pathname = `/${copy}`
  const release = await withClient(ownerUrl, async (owner) => {
    const { rows } = await owner.query<{ bytes: string; release: number }>(
      `select pg_database_size(current_database()) as bytes, current_setting('server_version_num')::int / 10000 as release`,
    )
    const [found] = rows
    if (found === undefined) throw new Error('PostgreSQL answered without a row')
    say(
      `The copy ${copy} takes up to ${megabytes(Number(found.bytes))} beside the database until it is dropped.`,
    )
    await createDatabase(owner, copy, 'rehearse on a restored backup (docs/operate/operations.md)')
    return found.release
  })
  const work = async (): Promise<string[]> => {
    await copyInto(ownerUrl, copy, (name) => postgresProgram(name, release, programs), say, stopping)
    stopping.throwIfAborted()
    await withClient(url.toString(), (owner) => owner.query('analyze'))
    const { applied } = await migrate(url.toString(), { folder, onApplied: (each) => sayApplied(each, say) })
    if (applied.length === 0) say('The database is up to date: no migration ran.')
    say('Verifying the copy.')
    return verifyRestored(url.toString(), documents)
  }
  try {
    return await untilStopped(stopping, work())
  } finally {
    await dropDatabase(ownerUrl, copy)
  }
}

/** The work, or the reason it was stopped. Its later outcome is ignored, because its copy is gone. */
const untilStopped = <Done>(stopping: AbortSignal, work: Promise<Done>): Promise<Done> =>
  new Promise((resolve, reject) => {
    const stop = (): void =>
      reject(new Error('Stopped before it was done. The copy is dropped again. Nothing else was changed.'))
    if (stopping.aborted) stop()
    stopping.addEventListener('abort', stop, { once: true })
    work.then(resolve, reject)
  })

/** What PostgreSQL's own programs copy is of one moment, and needs no one to leave. */
const copyInto = async (
  from: string,
  into: string,
  program: (name: 'pg_dump' | 'pg_restore') => string,
  say: Say,
  signal: AbortSignal,
): Promise<void> => {
  const env = connectionEnvironment(from)
  const dump = spawn(program('pg_dump'), ['--format=custom', '--compress=0', '--no-password'], {
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const restore = spawn(
    program('pg_restore'),
    ['--exit-on-error', '--single-transaction', '--no-owner', '--no-password', `--dbname=${into}`],
    { env, stdio: ['pipe', 'ignore', 'pipe'] },
  )
  signal.addEventListener('abort', () => [dump, restore].map((child) => child.kill()), { once: true })
  const ended = [dump, restore].map((child) => once(child, 'close') as Promise<[number | null]>)
  const complaints = [dump, restore].map((child) => text(child.stderr))
  const broken = await pipeline(
    dump.stdout,
    countBytes(say, (bytes) => `${megabytes(bytes)} copied`),
    restore.stdin,
  ).then(
    () => null,
    (error: unknown) => error,
  )
  const statuses = await Promise.all(ended)
  if (broken !== null || statuses.some(([status]) => status !== 0))
    throw new Error(`The database could not be copied: ${(await Promise.all(complaints)).join('').trim()}`, {
      cause: broken,
    })
}
