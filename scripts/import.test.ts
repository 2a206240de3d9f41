import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { today } from '../contract/platform/dates/dates.ts'
import { writeInventedExport } from '../server/exchange/imports/testing/inventedExport.ts'
import { auditFindings } from '../server/testing/reading/auditFindings.ts'
import { testDatabase, type TestDatabase } from '../server/testing/process/database.ts'
import { aUser } from '../server/testing/world/users.ts'
import { verifyStages } from '../server/pathways/worklists/verify.ts'
import { ownEnvironment } from '../server/testing/process/ownEnvironment.ts'

/* The command that people type, also killed in the middle. */

const people = 1_500
let db: TestDatabase
let folder: string
let command: string[]
let settings: NodeJS.ProcessEnv

beforeAll(async () => {
  db = await testDatabase()
  const { userName } = await aUser(db, ['Team Lead'])
  await db.owner.query(
    `insert into organisation (id, type, name, name_key, is_active) values ('Z99001', 'GP Practices', 'Example surgery', 'examplesurgery', true)`,
  )
  await db.owner.query(
    `insert into team_member (family_name, first_name, display_name) values ('Bell', 'Jo', 'BELL, Jo (therapy assistant)')`,
  )
  folder = mkdtempSync(join(tmpdir(), 'surefoot-import-'))
  const { mapping, files } = writeInventedExport(folder, {
    ...{ patients: people, seed: 11, today: today(), practice: 'Z99001' },
  })
  writeFileSync(join(folder, 'mapping.json'), mapping)
  settings = { ...ownEnvironment, DATABASE_URL: db.url }
  command = [
    join(import.meta.dirname, 'import.ts'),
    ...['--mapping', join(folder, 'mapping.json'), '--user', userName, ...files],
  ]
})
afterAll(async () => {
  await db.drop()
  rmSync(folder, { recursive: true })
})

const count = async (table: string): Promise<number> => {
  const { rows } = await db.owner.query<{ count: string }>(`select count(*) from ${table}`)
  return Number(rows[0]?.count)
}

it('goes on where it was killed, and makes nothing twice', async () => {
  const child = spawn(process.execPath, command, { env: settings, stdio: 'ignore' })
  const ended = once(child, 'exit')
  await expect.poll(() => count('patient'), { timeout: 60_000, interval: 20 }).toBeGreaterThan(0)
  child.kill('SIGKILL')
  expect(await ended).toEqual([null, 'SIGKILL'])
  const there = await count('patient')
  expect(there).toBeLessThan(people)
  const { stdout } = await promisify(execFile)(process.execPath, command, { env: settings })
  expect(stdout).toMatch(
    `patients.csv, patient: ${people} rows; ${people - there} brought in; ${there} brought in before.`,
  )
  expect([await count('patient'), await count('pathway')]).toEqual([people, people])
  expect(await count('frat')).toBe(readFileSync(join(folder, 'frat.csv'), 'utf8').split('\r\n').length - 2)
  expect((await verifyStages(db.sql)).differences).toEqual([])
  const { rows } = await db.owner.query(
    `select relname from pg_stat_user_tables where relname in ('patient', 'frat') and last_analyze is not null order by 1`,
  )
  expect(rows).toEqual([{ relname: 'frat' }, { relname: 'patient' }])
  expect(await auditFindings(db.owner, { patient: 0, pathway: 0 })).toEqual([])
})

it('shows no patient data, and what a command needs', async () => {
  const { stdout, stderr } = await promisify(execFile)(process.execPath, command, { env: settings })
  const [, first = ''] = readFileSync(join(folder, 'patients.csv'), 'utf8').split('\r\n')
  const [, familyName = '', , , , number = ''] = first.split(',')
  expect(familyName).not.toBe('')
  expect(stdout + stderr).not.toContain(familyName)
  if (number !== '') expect(stdout + stderr).not.toContain(number)
  const without = await promisify(execFile)(process.execPath, command.slice(0, 1), { env: settings }).catch(
    (error: unknown) => error as { code: number; stderr: string },
  )
  expect(without).toMatchObject({ code: 2, stderr: expect.stringMatching(/^Use: npm run import/) as string })
})
