import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { loadDemonstration } from '../db/seed/demonstration.ts'
import { withClient } from '../server/platform/db/connection/withClient.ts'
import { verifyOwners } from '../server/pathways/owners/verify.ts'
import { testDatabase, type TestDatabase } from '../server/testing/process/database.ts'
import { verifyStages } from '../server/pathways/worklists/verify.ts'
import { withBareTables } from './bareTables.ts'
import { fillTo } from './fill.ts'

let db: TestDatabase

beforeAll(async () => {
  db = await testDatabase()
  await loadDemonstration(db.url)
})
afterAll(() => db.drop())

const rows = async (text: string): Promise<unknown[]> => (await db.owner.query<object>(text)).rows

describe('the tables that the benchmark fills', () => {
  it('hold as many open referrals as asked, each where its records say', async () => {
    const patients = (await rows('select from patient')).length
    const open = (await rows('select from work_list')).length
    await fillTo(db.url, open + 300)
    expect(await rows('select count(*)::integer as patients from patient')).toEqual([
      { patients: patients + 300 },
    ])
    expect(await verifyStages(db.sql)).toMatchObject({ differences: [] })
    expect(await verifyOwners(db.sql)).toMatchObject({ open: open + 300, problems: [] })
  })

  it('have every word of a name, to be found by one that is nearly right', async () => {
    expect(
      await rows(
        `select distinct word from patient, unnest(words_of(name_in_words(family_name)) || words_of(name_in_words(first_name))) as word
         except select word from name_word`,
      ),
    ).toEqual([])
  })

  it.each([
    ['an index', 'drop index frat_by_pathway', 'no longer: index CREATE INDEX frat_by_pathway'],
    [
      'a foreign key',
      'alter table bmi drop constraint bmi_patient_id_fkey',
      'no longer: constraint bmi bmi_patient_id_fkey',
    ],
    [
      'a trigger',
      'alter table patient disable trigger keep_former_name',
      'only now: trigger patient D CREATE TRIGGER keep_former_name',
    ],
  ])('are not left without %s unnoticed', async (_what, breaks, told) => {
    await withClient(db.url, (client) =>
      withClient(db.url, (beside) =>
        expect(
          withBareTables([client, beside], async () => {
            await client.query(breaks)
          }),
        ).rejects.toThrow(told),
      ),
    )
  })
})
