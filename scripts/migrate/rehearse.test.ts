import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { migrate } from '../../server/platform/db/migrations/migrate.ts'
import { migrationNames, migrationsFolder } from '../../server/platform/db/connection/migrations.ts'
import { withClient } from '../../server/platform/db/connection/withClient.ts'
import { openDocuments } from '../../server/pathways/documents/documents.ts'
import { usualDocumentSettings } from '../../server/pathways/documents/storage/settings.ts'
import { administer, urlOf } from '../../server/testing/process/globalSetup.ts'
import {
  installedPostgres,
  startCluster,
  type Cluster,
} from '../../server/testing/process/installedPostgres.ts'
import { rehearse } from './rehearse.ts'
import { ownEnvironment } from '../../server/testing/process/ownEnvironment.ts'

if (installedPostgres === undefined)
  it('the rehearsal is left out here: PostgreSQL is not installed (Debian: apt-get install postgresql)', () => {
    process.stdout.write('Left out: the rehearsal, because PostgreSQL with pg_dump is not installed here\n')
  })
else describe('a rehearsal', rehearsal)

function rehearsal() {
  let cluster: Cluster
  let url: string
  let folder: string
  let last: string

  const databases = () =>
    withClient(cluster.url, async (client) => {
      const { rows } = await client.query<{ name: string }>(
        `select datname as name from pg_database where not datistemplate order by 1`,
      )
      return rows.map(({ name }) => name)
    })
  const applied = () =>
    withClient(url, async (client) => {
      const { rows } = await client.query<{ name: string }>('select name from schema_migration order by 1')
      return rows.map(({ name }) => name)
    })

  beforeAll(async () => {
    cluster = await startCluster()
    await administer(cluster.url, 'create role surefoot_owner login createrole')
    await administer(cluster.url, 'create database surefoot owner surefoot_owner')
    const owner = new URL(urlOf(cluster.url, 'surefoot'))
    owner.username = 'surefoot_owner'
    url = owner.toString()
    folder = await mkdtemp(join(tmpdir(), 'surefoot-rehearsal-'))
    // The release before lacks the last migration.
    const names = await migrationNames()
    last = names.at(-1) ?? ''
    for (const name of names) if (name !== last) await cp(join(migrationsFolder, name), join(folder, name))
    await migrate(url, { folder })
  })
  afterAll(async () => {
    await cluster.stop()
    await rm(folder, { recursive: true })
  })

  const run = async (): Promise<{ lines: string[]; problems: string[] }> => {
    const lines: string[] = []
    const documents = await openDocuments(usualDocumentSettings)
    const problems = await rehearse({
      ownerUrl: url,
      programs: null,
      documents,
      say: (line) => lines.push(line),
    })
    return { lines, problems }
  }

  it('says what the owner needs who may not make a copy', async () => {
    await expect(run()).rejects.toThrow('The owner may not create a database: please run "alter role')
  })

  it('migrates a copy while people work, verifies it, and leaves the database as it was', async () => {
    await administer(cluster.url, 'alter role surefoot_owner createdb')
    const before = await applied()
    await withClient(url, async (working) => {
      await working.query(`begin; insert into gender (internal_code, code, name) values ('F', 'F', 'Female')`)
      const { lines, problems } = await run()
      await working.query('commit')
      expect(problems).toEqual([])
      expect(lines.at(-1)).toBe('Verifying the copy.')
      expect(lines.filter((line) => line.includes(' took '))).toEqual([
        expect.stringMatching(new RegExp(`^${last} took [\\d.]+ s\\.$`)),
      ])
    })
    expect(await applied()).toEqual(before)
    expect(await databases()).toEqual(['postgres', 'surefoot'])
  })

  /** Of an empty database it would be over before the key is pressed. */
  const makeVerifyingTakeTime = (): Promise<void> =>
    withClient(url, async (client) => {
      await client.query(
        `do $$ begin
           execute 'create or replace view open_owner as select * from (' || rtrim(pg_get_viewdef('open_owner'::regclass), ';')
             || ') as owned where (select pg_sleep(60))::text is not null';
         end $$`,
      )
    })

  it.each(['The copy ', 'Verifying the copy'])(
    'drops the copy where it is stopped from the keyboard at "%s"',
    async (line) => {
      if (line.startsWith('Verifying')) await makeVerifyingTakeTime()
      const script = join(import.meta.dirname, '../migrate.ts')
      const child = spawn(process.execPath, [script, '--rehearse'], {
        env: { ...ownEnvironment, DATABASE_URL: url },
        stdio: ['ignore', 'pipe', 'pipe'],
      })
      const ended = once(child, 'close') as Promise<[number | null]>
      const complaint = text(child.stderr)
      let said = ''
      child.stdout.on('data', (part: Buffer) => {
        if (said.includes(line)) return
        said += part.toString()
        if (said.includes(line)) child.kill('SIGINT')
      })
      expect([(await ended)[0], await complaint]).toEqual([
        1,
        'Stopped before it was done. The copy is dropped again. Nothing else was changed.\n',
      ])
      expect(await databases()).toEqual(['postgres', 'surefoot'])
    },
  )
}
