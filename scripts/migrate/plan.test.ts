import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, inject, it } from 'vitest'
import { migrate, type AppliedMigration } from '../../server/platform/db/migrations/migrate.ts'
import {
  migrationsFolder,
  readMigrations,
  type Migration,
} from '../../server/platform/db/connection/migrations.ts'
import { testDatabase, type TestDatabase } from '../../server/testing/process/database.ts'
import { withClient } from '../../server/platform/db/connection/withClient.ts'
import { dropDatabase } from '../../server/platform/db/connection/dropDatabase.ts'
import { administer, urlOf } from '../../server/testing/process/globalSetup.ts'
import { schemaOf } from '../../server/testing/values/schemaOf.ts'
import { effectsOf } from './effectsOf.ts'
import { sayPlan } from './plan.ts'

describe('what a migration closes to others, by its text', () => {
  const name = `${inject('template')}_plan_${process.pid}`
  let applied: AppliedMigration[]
  let migrations: Migration[]
  /** The table that a part belongs to. The plan names it for all of them. */
  let wholeOf: ReadonlyMap<string, string>

  beforeAll(async () => {
    migrations = await readMigrations(migrationsFolder)
    await administer(inject('ownerUrl'), `create database ${name}`)
    applied = []
    const url = urlOf(inject('ownerUrl'), name)
    await migrate(url, { onApplied: (each) => applied.push(each) })
    const { rows } = await withClient(url, (client) =>
      client.query<{ part: string; whole: string }>(
        'select inhrelid::regclass::text as part, inhparent::regclass::text as whole from pg_inherits',
      ),
    )
    wholeOf = new Map(rows.map(({ part, whole }) => [part, whole]))
  })
  afterAll(() => dropDatabase(inject('ownerUrl'), name))

  it('is what PostgreSQL says that each migration of the product closed', async () => {
    expect(applied.map((each) => each.name)).toEqual(migrations.map((each) => each.name))
    const all = migrations.map(({ sql }) => sql).join('\n')
    for (const { name: file, locked } of applied) {
      const sql = migrations.find((each) => each.name === file)?.sql ?? ''
      const { closes, dropsIndexes, decidesAsItRuns } = await effectsOf(sql)
      for (const index of dropsIndexes)
        closes.set(new RegExp(`index ${index} on (\\w+)`).exec(all)?.[1] ?? '', 'reading and writing')
      const unforeseen = locked.filter(({ table, closed }) => {
        const foreseen = closes.get(table) ?? closes.get(wholeOf.get(table) ?? '')
        return foreseen !== closed && !(closed === 'writing' && foreseen === 'reading and writing')
      })
      expect({ file, unforeseen: decidesAsItRuns ? [] : unforeseen }).toEqual({ file, unforeseen: [] })
    }
    // Those that decide as they run are few, and the comparison above is not empty.
    expect(applied.flatMap(({ locked }) => locked).length).toBeGreaterThan(60)
  })
})

describe('the plan', () => {
  let database: TestDatabase
  let folder: string
  beforeAll(async () => {
    database = await testDatabase()
  })
  afterAll(() => database.drop())
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'surefoot-plan-'))
    await cp(migrationsFolder, folder, { recursive: true })
    return () => rm(folder, { recursive: true })
  })

  const planned = async (): Promise<string[]> => {
    const lines: string[] = []
    await sayPlan(database.url, (line) => lines.push(line), folder)
    return lines
  }

  it('says that there is nothing to do', async () => {
    expect(await planned()).toEqual(['The database is up to date: no migration would run.'])
  })

  it('says of each what it is for, what it closes and how large that is, and runs none', async () => {
    await writeFile(
      join(folder, '9990_notes.sql'),
      `-- Notes of a patient, newest first. They are for staff.
       create table note (id bigint primary key, patient_id bigint references patient);
       alter table pathway add column last_note text;
       create index concern_by_version on concern (version);
       update concern set version = version where name <> '';`.replaceAll(/^ +/gm, ''),
    )
    await writeFile(
      join(folder, '9991_more.sql'),
      `alter table note drop column id; do $$ begin null; end $$`,
    )
    const before = await schemaOf(database.owner)
    const withoutSizes = (line: string) => line.replaceAll(/\([\d.]+ MB, about \d+ rows\)/g, '(its size)')
    expect((await planned()).map(withoutSizes)).toEqual([
      '2 migrations would run, each in a transaction of its own.',
      '',
      '9990_notes.sql',
      '  Notes of a patient, newest first.',
      '  Until it ends nobody reads or writes: pathway (its size)',
      expect.stringMatching(
        /^ {2}Until it ends nobody writes: (concern|patient) \(its size\), (concern|patient) \(its size\)$/,
      ),
      '  Changes rows of: concern (its size)',
      '  Makes: note',
      '',
      '9991_more.sql',
      '  more.',
      '  Takes away: drops note.id',
      '  Part of it decides as it runs what it does; a rehearsal shows it.',
    ])
    expect(await schemaOf(database.owner)).toEqual(before)
  })
})
