import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { today } from '../../contract/platform/dates/dates.ts'
import { stageTitles, type Stage } from '../../contract/stages/stage.ts'
import { testDatabase, type TestDatabase } from '../../server/testing/process/database.ts'
import { verifyStages } from '../../server/pathways/worklists/verify.ts'
import { loadDemonstration } from './demonstration.ts'
import { implausible, rules } from './demonstration/plausibility.ts'

/* The real generator on a real database, for today and for days on which weekends and month ends fall differently. */

describe.each([today(), '2026-03-01', '2026-12-26'])('the demonstration of %s', (day) => {
  let db: TestDatabase
  beforeAll(async () => {
    db = await testDatabase()
    await loadDemonstration(db.url, day)
  })
  afterAll(() => db.drop())

  it(`holds to ${rules.length} rules of what a clinician believes`, async () => {
    expect(rules.length).toBeGreaterThanOrEqual(30)
    expect(await implausible(db.owner, day)).toEqual([])
  })
})

describe('the demonstration of today', () => {
  let db: TestDatabase
  beforeAll(async () => {
    db = await testDatabase()
    await loadDemonstration(db.url)
  })
  afterAll(() => db.drop())

  it('stands on the lists as its records say', async () => {
    const { pathways, differences } = await verifyStages(db.sql)
    expect(pathways).toBeGreaterThan(400)
    expect(differences).toEqual([])
  })

  it('is the same for the same day, and is not put in twice', async () => {
    const other = await testDatabase()
    const sumOf = async ({ owner }: TestDatabase): Promise<unknown> => {
      const all = (table: string) =>
        `(select string_agg(to_jsonb(t)::text, '' order by id) from (select * from ${table} where true) as t)`
      const { rows } = await owner.query(
        `select md5(concat(${['patient', 'pathway', 'frat', 'exercise_attendance', 'followup'].map(all).join(', ')})) as sum`,
      )
      return rows[0]
    }
    await loadDemonstration(other.url)
    const first = await sumOf(other)
    await loadDemonstration(other.url)
    expect(await sumOf(other)).toEqual(first)
    expect(await sumOf(db)).toEqual(first)
    await other.drop()
  })

  it('has the patient whose NHS number the first steps of docs/reference/fhir.md read', async () => {
    const page = readFileSync(new URL('../../docs/reference/fhir.md', import.meta.url), 'utf8')
    const [, nhsNumber] = /identifier=\S+\|(\d{10})'/.exec(page) ?? []
    const { rowCount } = await db.owner.query('select from patient where nhs_number = $1 and is_active', [
      nhsNumber,
    ])
    expect(rowCount).toBe(1)
  })

  it('has each person of the tour on the list that docs/develop/screens.md says', async () => {
    const page = readFileSync(new URL('../../docs/develop/screens.md', import.meta.url), 'utf8')
    const stops = [...page.matchAll(/^\| \d+ \| (\S+) (\S+) \| (.+?) \|/gm)].map(
      ([, first, family, list]) => ({
        first,
        family,
        list,
      }),
    )
    const { rows } = await db.owner.query<{ first: string; family: string; stage: Stage }>(
      `select w.first_name as first, w.family_name as family, w.stage from work_list w
       join patient p on p.id = w.patient_id where p.id > 380`,
    )
    expect(stops).toHaveLength(10)
    for (const { first, family, list } of stops)
      expect(
        rows
          .filter((row) => row.first === first && row.family === family)
          .map(({ stage }) => stageTitles[stage]),
      ).toContain(list)
  })
})
