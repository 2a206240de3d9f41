import pg from 'pg'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { filterWords } from '../../../contract/platform/words/grid.ts'
import type { WorkListRow } from '../../../contract/pathways/worklists/listColumns.ts'
import { nextHeader } from '../../../contract/platform/calls/paging.ts'
import type { Stage } from '../../../contract/stages/stage.ts'
import { totalHeader } from '../../../contract/patients/search/search.ts'
import { searchWorkList } from '../../../contract/pathways/worklists/workList.ts'
import { testService, type TestService } from '../../testing/process/service.ts'
import type { TestUser } from '../../testing/world/users.ts'

/*
 * Words are searched for in an index. If few rows match, a page of them is looked up by id. Text too long for the index
 * is found too.
 */

let service: TestService
let clinician: TestUser
beforeAll(async () => {
  service = await testService()
  clinician = await service.as('Clinician')
  await fill('inTreatment', 'Crowd', 1003, 'Self')
  await fill('inTreatment', 'Crow', 40, 'Self')
  // The filter text of these rows is longer than the index allows.
  await fill('inTreatment', 'Long', 3, `${'An endless referrer '.repeat(400)} known by Crow`)
  await fill('inExercise', 'Crow', 7, 'Self')
})
afterAll(() => service.close())

/** Inserts rows directly into the table, because this tests reading, not placing. */
const fill = (stage: string, name: string, count: number, referrer: string) =>
  service.db.pool.query(
    `with person as (
       insert into patient (family_name, family_name_key, gender_id)
       select $2, lower($2), (select min(id) from gender) from generate_series(1, $3) returning id
     ), referred as (
       insert into pathway (patient_id) select id from person returning id, patient_id
     )
     insert into work_list (pathway_id, patient_id, stage, since, reason, deceased, family_name, name_key, gender, referrer)
     select id, patient_id, $1, current_date - (id % 90)::integer, 'as tried', false, $2, lower($2), 'Female', $4 from referred`,
    [stage, name, count, referrer],
  )

interface Asked {
  q: string
  also?: Stage[]
}

/** All pages in turn. */
const find = async (asked: Asked, sort: string | undefined) => {
  const ids: number[] = []
  const totals = new Set<unknown>()
  for (let after: string | undefined; ;) {
    const { body, headers } = await service.ask(
      searchWorkList,
      { stage: 'inTreatment', limit: 300, ...asked, sort, after },
      clinician,
    )
    ids.push(...(body as WorkListRow[]).map(({ pathwayId }) => pathwayId))
    totals.add(headers[totalHeader])
    after = headers[nextHeader] as string | undefined
    if (after === undefined) return { ids, totals: [...totals] }
  }
}

it.each<[string, Asked, number]>([
  ['a word that more than a thousand have', { q: 'crowd' }, 1003],
  ['a word that some have, with what is too long for the index', { q: 'Crow' }, 1046],
  ['a word of the longest alone', { q: 'endless' }, 3],
  ['two words of it', { q: 'ENDLESS long' }, 3],
  ['words that few have', { q: 'crow known' }, 3],
  ['several lists', { q: 'crow self', also: ['inExercise'] }, 1050],
  ['words that nobody has', { q: 'crow nowhere' }, 0],
  ['no wildcard', { q: 'cr_w' }, 0],
])('finds %s, in every order', async (_, asked, count) => {
  const words = filterWords(asked.q)
  for (const sort of [undefined, 'patient', '-since']) {
    const { ids, totals } = await find(asked, sort)
    const { rows } = await service.db.pool.query<{ id: number }>(
      `select pathway_id as id from work_list
       where stage = any($1) and (select bool_and(strpos(filter_key, word) > 0) from unnest($2::text[]) as word)`,
      [['inTreatment', ...(asked.also ?? [])], words],
    )
    expect({ found: ids.toSorted((a, b) => a - b), totals }).toEqual({
      found: rows.map(({ id }) => id).toSorted((a, b) => a - b),
      totals: [String(count)],
    })
  }
})

it('shows nobody who has gone to another list since they were found', async () => {
  const query = pg.Client.prototype.query as (...parameters: unknown[]) => unknown
  const asked: Asked = { q: 'endless' }
  const [gone, ...left] = (await find(asked, undefined)).ids
  const spied = vi.spyOn(pg.Client.prototype, 'query').mockImplementation(async function (
    this: pg.Client,
    ...parameters: unknown[]
  ) {
    if (JSON.stringify(parameters[0]).includes('rows of a list')) {
      spied.mockRestore()
      await service.db.owner.query(`update work_list set stage = 'inExercise' where pathway_id = $1`, [gone])
    }
    return query.apply(this, parameters)
  } as never)
  expect((await find(asked, undefined)).ids).toEqual(left)
})
