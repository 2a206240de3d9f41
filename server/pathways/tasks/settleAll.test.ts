import { afterAll, beforeAll, expect, it } from 'vitest'
import { many, manyPatients } from '../../testing/world/longLists.ts'
import { testService, type TestService } from '../../testing/process/service.ts'
import { settleTasks } from './settle.ts'

/* Settles all referrals while another transaction has locked one of them. */

let service: TestService
beforeAll(async () => {
  service = await testService()
  await manyPatients(service, await service.as('Team Lead'))
})
afterAll(() => service.close())

const withTask = async (): Promise<number> =>
  (await service.db.owner.query('select distinct pathway_id from task')).rows.length

it('holds up the others of its batch and nobody else, says so, and is made good the next time', async () => {
  const holder = await service.db.owner.connect()
  await holder.query('begin')
  await holder.query('select from pathway where id = (select min(id) from pathway) for update')
  await expect(settleTasks(service.db.sql)).rejects.toThrow(/were not settled: 1 of 6 batches/)
  await holder.query('rollback')
  holder.release()
  expect(await withTask()).toBe(many + 1 - 200)
  await settleTasks(service.db.sql)
  expect(await withTask()).toBe(many + 1)
})
