import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { addDays, today } from '../../../contract/platform/dates/dates.ts'
import { stages, type Stage } from '../../../contract/stages/stage.ts'
import { connect } from '../../platform/db/connection/connect.ts'
import { aPathway } from '../../testing/world/factories.ts'
import { testService, type TestService } from '../../testing/process/service.ts'
import type { TestUser } from '../../testing/world/users.ts'
import { countAll } from './countAll.ts'
import { compactCounts, verifyCounts } from './counts.ts'
import { verifyStages } from './verify.ts'

let service: TestService
let clinician: TestUser
let pathwayIds: number[]

beforeAll(async () => {
  service = await testService()
  clinician = await service.as('Clinician')
  pathwayIds = []
  for (let n = 0; n < 40; n += 1) pathwayIds.push((await aPathway(service, clinician)).id)
})
afterAll(() => service.close())

const query = (text: string, values: unknown[] = []) => service.db.pool.query(text, values)
const put = (ids: readonly number[], stage: Stage) =>
  query(
    `insert into work_list (pathway_id, patient_id, stage, reason, deceased, family_name, name_key, gender)
     select id, patient_id, $2, 'here', false, 'Rook', 'rook', 'Female' from pathway where id = any($1) order by id
     on conflict (pathway_id) do update set stage = excluded.stage`,
    [ids, stage],
  )
const take = (ids: readonly number[]) => query('delete from work_list where pathway_id = any($1)', [ids])
const noted = async () =>
  (await query('select stage, day, change from work_list_change order by stage, day, change')).rows as {
    stage: Stage
    day: string | null
    change: number
  }[]

beforeEach(async () => {
  await put(pathwayIds, 'awaitingAssessment')
  await query('delete from work_list_change')
  await query(
    `insert into work_list_change (stage, day, change) select stage, since, count(*) from work_list group by stage, since`,
  )
})

describe('the counters of the lists', () => {
  it.each([
    ['one that comes', () => take([pathwayIds[0]!]).then(() => put([pathwayIds[0]!], 'inTreatment')), 1, 1],
    ['one that moves', () => put([pathwayIds[0]!], 'inTreatment'), 1, 1],
    ['many that move together', () => put(pathwayIds.slice(0, 30), 'inTreatment'), 30, 30],
    ['one that leaves', () => take([pathwayIds[0]!]), 0, 1],
  ])('follow %s', async (_, change, arrived, left) => {
    await change()
    const { inTreatment, awaitingAssessment } = await countAll(service.parts)
    expect(inTreatment.count).toBe(arrived)
    expect(awaitingAssessment.count).toBe(pathwayIds.length - left)
    expect(await verifyCounts(service.db.sql)).toEqual([])
  })

  it('follow a row whose day changes on its list', async () => {
    await query(`update work_list set since = since - 30 where pathway_id = $1`, [pathwayIds[0]])
    expect(await verifyCounts(service.db.sql)).toEqual([])
    await query(`update work_list set since = null where pathway_id = $1`, [pathwayIds[1]])
    expect(await verifyCounts(service.db.sql)).toEqual([])
  })

  it('note nothing of a row that changes and stays on its list', async () => {
    const before = await noted()
    await query(`update work_list set reason = 'still here'`)
    expect(await noted()).toEqual(before)
  })

  it('stay right while many save, and others add the changes together', async () => {
    const ten = Array.from({ length: 10 }, (_, index) => index)
    const mover = async (index: number) => {
      for (let turn = 0; turn < 20; turn += 1) {
        const mine = [pathwayIds[index * 4]!, pathwayIds[index * 4 + 1]!]
        if ((turn + index) % 5 === 0) await take(mine)
        else await put(mine, stages[(turn * 3 + index) % stages.length]!)
      }
    }
    const tidier = async () => {
      for (let turn = 0; turn < 20; turn += 1) await compactCounts(service.db.pool)
    }
    await Promise.all([...ten.map(mover), tidier(), tidier()])
    expect(await verifyCounts(service.db.sql)).toEqual([])
    await compactCounts(service.db.pool)
    expect(await verifyCounts(service.db.sql)).toEqual([])
    // Two simultaneous runs may each have left a row for one day. The rows are merged when that day changes again.
    expect((await query('select from work_list_change where is_open')).rowCount).toBe(0)
  })

  /** As in the previous release, which may still be serving. */
  const asBefore = `
    with repeated as (select stage, day from work_list_change group by stage, day having count(*) > 1),
     together as (
       delete from work_list_change as noted using repeated
       where noted.stage = repeated.stage and noted.day is not distinct from repeated.day
       returning noted.stage, noted.day, noted.change)
     insert into work_list_change (stage, day, change)
     select stage, day, sum(change) from together group by stage, day having sum(change) <> 0`
  it.each([
    ['somebody saves', () => put([pathwayIds[0]!], 'inTreatment')],
    ['the changes are added together', () => compactCounts(service.db.pool)],
    [
      'somebody saves meanwhile',
      async () => {
        await put([pathwayIds[1]!], 'inExercise')
        await compactCounts(service.db.pool)
        await put([pathwayIds[2]!], 'inExercise')
      },
    ],
    ['a release before this one adds them together', () => query(asBefore)],
    [
      'they are put right by hand',
      async () => {
        await query(`delete from work_list_change where stage = 'awaitingAssessment'`)
        await query(`update work_list set since = since - 400 where pathway_id = $1`, [pathwayIds[3]])
        await query(`delete from work_list_change where stage = 'awaitingAssessment'`)
        await query(
          `insert into work_list_change (stage, day, change) select stage, since, count(*) from work_list
           where stage = 'awaitingAssessment' group by stage, since`,
        )
        await query(`update work_list_change set change = change + 1 where stage = 'awaitingAssessment'`)
        await query(`update work_list_change set change = change - 1 where stage = 'awaitingAssessment'`)
      },
    ],
    [
      'they are noted again',
      async () => {
        await service.db.owner.query('truncate work_list_change')
        await service.db.owner.query(
          `insert into work_list_change (stage, day, change) select stage, since, count(*) from work_list group by stage, since`,
        )
      },
    ],
  ])('are those of their lists in each process that counted before: %s', async (_, change) => {
    const other = connect(service.db.url)
    try {
      const clock = () => service.time.now
      const processes = [service.parts, { db: other, clock }]
      await put(pathwayIds.slice(4, 8), 'inExercise')
      await compactCounts(service.db.pool)
      for (const each of processes) await countAll(each)
      await change()
      const lists = await query(
        `select stage, count(*) as count, count(*) filter (where since < $1) as late from work_list group by stage`,
        [addDays(today(), -28)],
      )
      const held = new Map(
        (lists.rows as { stage: Stage; count: number; late: number }[]).map((row) => [row.stage, row]),
      )
      for (const each of processes) {
        const { awaitingAssessment, inTreatment, inExercise } = await countAll(each)
        expect(awaitingAssessment).toMatchObject({
          count: held.get('awaitingAssessment')?.count,
          late: held.get('awaitingAssessment')?.late,
        })
        expect(inTreatment.count).toBe(held.get('inTreatment')?.count ?? 0)
        expect(inExercise.count).toBe(held.get('inExercise')?.count ?? 0)
      }
    } finally {
      await other.close()
    }
  })

  it('are held against their lists by the verification', async () => {
    await query(`insert into work_list_change values ('inExercise', 1)`)
    const problem = 'The counter of inExercise says 1; its list holds 0.'
    await query(`update work_list_change set day = day - 1 where stage = 'awaitingAssessment'`)
    const days = 'The counter of awaitingAssessment has other days than its list.'
    expect(await verifyCounts(service.db.sql)).toEqual([problem, days])
    expect((await verifyStages(service.db.sql)).differences).toContainEqual({ pathwayId: null, problem })
  })
})
