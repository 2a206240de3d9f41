import { afterAll, beforeAll, expect, it } from 'vitest'
import { isDemonstration, markDemonstration } from './demonstrationMark.ts'
import { startEmbedded, type EmbeddedDatabase } from '../embedded/embedded.ts'
import { ask, makeTemporaryFolder, remove } from '../embedded/embeddedTesting.ts'
import { migrate } from './migrate.ts'

let folder: string
let database: EmbeddedDatabase

beforeAll(async () => {
  folder = await makeTemporaryFolder()
  database = await startEmbedded({ dataFolder: folder })
  await migrate(database.ownerUrl)
})

afterAll(async () => {
  await database.stop()
  await remove(folder)
})

const addUser = `
  with clinician as (insert into role (name, profile) values ('Clinician', 'Clinician') returning id)
  insert into app_user (user_name, user_name_key, family_name, first_name, display_name, default_role_id)
  select 'ada', 'ada', 'Example', 'Ada', 'Ada Example', id from clinician`

it('puts no invented patients into a database that a real service may use', async () => {
  const { ownerUrl, applicationUrl } = database
  expect(await isDemonstration(applicationUrl)).toBe(false)
  await ask(ownerUrl, addUser)
  await expect(markDemonstration(ownerUrl)).rejects.toThrow('This database already has users')
  expect(await isDemonstration(applicationUrl)).toBe(false)
})

it('remembers that a database is for demonstration after users were added', async () => {
  const { ownerUrl, applicationUrl } = database
  await ask(ownerUrl, 'truncate app_user, role cascade')
  await markDemonstration(ownerUrl)
  await ask(ownerUrl, addUser)
  await markDemonstration(ownerUrl)
  expect(await isDemonstration(applicationUrl)).toBe(true)
})
