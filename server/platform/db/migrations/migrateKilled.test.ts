import { fork, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Pool } from 'pg'
import { afterAll, beforeAll, expect, inject, it } from 'vitest'
import { loadReferenceData } from '../../../../db/reference/load.ts'
import { dropDatabase } from '../connection/dropDatabase.ts'
import { administer, urlOf } from '../../../testing/process/globalSetup.ts'
import { schemaOf } from '../../../testing/values/schemaOf.ts'
import { connect } from '../connection/connect.ts'
import { inTransaction } from '../connection/inTransaction.ts'
import { migrate } from './migrate.ts'
import { migrationNames, migrationsFolder } from '../connection/migrations.ts'

/*
 * The test kills the process with kill -9 when it has run a migration but not committed it. Nothing of the migration
 * may remain, and the next run must continue to the same database as an undisturbed run. Old migrations never change,
 * so a third of them is tested each day. SUREFOOT_KILLED=all kills the process in every migration.
 */
const isWhole = process.env['SUREFOOT_KILLED'] === 'all'
const lately = 10

const first = '0000_before_all.sql'
/** After this migration, the tables exist whose content later migrations change. */
const lastBeforeData = '0011_records.sql'
const smallData = `
  insert into gender (internal_code, code, name) values ('F', 'F', 'Female');
  insert into discharge_reason (name, sort_order) values ('died ', 1);
  insert into concern (name) values ('Safeguarding'), ('Fear of falling');
  insert into clinician (family_name, first_name, display_name) values ('Okafor', 'Ada', 'OKAFOR, Ada');
  insert into location (name) values ('Home');
  insert into goals_achieved (name, code) values ('Yes', 'yes');
  insert into patient (family_name, family_name_key, first_name, first_name_key, gender_id, date_of_birth, nhs_number, postcode, phone_home)
    select family_name, lower(family_name), 'Ann', 'ann', gender.id, '1941-02-03', nhs_number, 'LS1 4AP', '0113 496 0000'
    from gender, (values ('Rook', '9990000018'), ('O''Hara-Smith', '9990000026'), ('Mac Giolla', null)) as named (family_name, nhs_number);
  insert into pathway (patient_id, referral_date) select id, '2026-01-02' from patient;
  insert into treatment_plan (pathway_id, treatment_date, clinician_id, location_id, patient_goals, goals_achieved_id)
    select pathway.id, '2026-01-05', clinician.id, location.id, 'Walk', goals_achieved.id
    from pathway, clinician, location, goals_achieved;
  insert into work_list (pathway_id, patient_id, stage, since, due, reason, deceased, family_name, name_key, gender, referral_date)
    select pathway.id, patient.id, 'awaitingAssessment', '2026-01-02', '2026-01-16', 'Referred', false, family_name, family_name_key, 'Female',
      referral_date
    from pathway join patient on patient.id = patient_id;
  insert into audit_event (kind, action, status, patient_ids, pathway_ids, request_id)
    select 'read', 'pathway/get', 200, array[patient_id], array[id], 'made up ' || id from pathway`

let folder: string
let names: string[]
const databases: string[] = []

const makeDatabase = async (of: string): Promise<string> => {
  const name = `${inject('template')}_${of}_${process.pid}`
  await administer(inject('ownerUrl'), `create database ${name}`)
  databases.push(name)
  return urlOf(inject('ownerUrl'), name)
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'surefoot-killed-'))
  names = await migrationNames()
})
afterAll(async () => {
  for (const name of databases) await dropDatabase(inject('ownerUrl'), name)
  await rm(folder, { recursive: true })
})

/** Runs an empty migration first, so that schema_migration exists before the product's own migrations. */
const beginWith = async (): Promise<void> => {
  await rm(folder, { recursive: true, force: true })
  await mkdir(folder)
  await writeFile(join(folder, first), 'select 1')
}

const add = (name: string): Promise<void> => cp(join(migrationsFolder, name), join(folder, name))

const migrateQuietly = async (url: string, owner: Pool): Promise<void> => {
  await beginWith()
  for (const name of names.filter((each) => each <= lastBeforeData)) await add(name)
  await migrate(url, { folder })
  await owner.query(smallData)
  for (const name of names) await add(name)
  await migrate(url, { folder })
  await loadReferenceData(url)
}

/** Applies one file after another, and calls `before` ahead of each. */
const migrateStepByStep = async (url: string, owner: Pool, before: (name: string) => Promise<void>) => {
  await beginWith()
  await migrate(url, { folder })
  for (const name of names) {
    await add(name)
    await before(name)
    expect(await migrate(url, { folder })).toEqual({ applied: [name] })
    if (name === lastBeforeData) await owner.query(smallData)
  }
  await loadReferenceData(url)
}

/** The rows of these tables, without their timestamps. */
const rowsOf = async (owner: Pool): Promise<Record<string, unknown>> => {
  const tables = [
    'patient',
    'pathway',
    'treatment_plan',
    'work_list',
    'concern',
    'discharge_reason',
    'audit_event',
  ]
  const rows: Record<string, unknown> = {}
  for (const table of tables) {
    const { rows: found } = await owner.query(
      `select to_jsonb(each) - array['at', 'created_at', 'updated_at'] as row from ${table} as each order by 1`,
    )
    rows[table] = found
  }
  return rows
}

const program = join(import.meta.dirname, '../../../testing/process/migrateProcess.ts')
const start = (): ChildProcess => fork(program, { stdio: ['ignore', 'ignore', 'inherit', 'ipc'] })

it('leaves nothing of any migration whose process was killed, and goes on from there', async () => {
  const [quietUrl, killedUrl] = [await makeDatabase('quiet'), await makeDatabase('killed')]
  const quiet = connect(quietUrl, { asOwner: true, connections: 1 })
  const killed = connect(killedUrl, { asOwner: true, connections: 2 })
  let next = start()
  const killedIn: string[] = []
  const today = Math.floor(Date.now() / 86_400_000)
  const toKillIn = names.filter(
    (_, index) => isWhole || index >= names.length - lately || index % 3 === today % 3,
  )
  try {
    await migrateQuietly(quietUrl, quiet.pool)
    await migrateStepByStep(killedUrl, killed.pool, async (name) => {
      if (!toKillIn.includes(name)) return
      const [child] = [next, (next = start())]
      const before = await schemaOf(killed.pool)
      const ended = once(child, 'exit')
      await inTransaction(killed.pool, async (holder) => {
        // The last statement of each migration records it as applied. This lock makes it wait there.
        await holder.query('lock table schema_migration in share mode')
        child.send({ url: killedUrl, folder })
        await expect.poll(() => isHeld(killed.pool), { interval: 10, timeout: 60_000 }).toBe(true)
        child.kill('SIGKILL')
        expect(await ended).toEqual([null, 'SIGKILL'])
      })
      // PostgreSQL notices that the client is gone and rolls back.
      await expect.poll(() => areThere(killed.pool), { interval: 10, timeout: 60_000 }).toBe(false)
      expect(await schemaOf(killed.pool)).toEqual(before)
      killedIn.push(name)
    })
    expect(killedIn).toEqual(toKillIn)
    expect(await schemaOf(killed.pool)).toEqual(await schemaOf(quiet.pool))
    expect(await rowsOf(killed.pool)).toEqual(await rowsOf(quiet.pool))
  } finally {
    next.kill('SIGKILL')
    await quiet.close()
    await killed.close()
  }
})

const isHeld = (owner: Pool): Promise<boolean> =>
  answer(owner, `select from pg_locks where relation = 'schema_migration'::regclass and not granted`)

const areThere = (owner: Pool): Promise<boolean> =>
  answer(
    owner,
    `select from pg_stat_activity where datname = current_database() and application_name = 'surefoot start'`,
  )

const answer = async (owner: Pool, rows: string): Promise<boolean> =>
  (await owner.query<{ found: boolean }>(`select exists (${rows}) as found`)).rows[0]?.found === true
