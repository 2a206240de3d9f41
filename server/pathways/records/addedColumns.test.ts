import { afterAll, beforeAll, expect, it } from 'vitest'
import { getPathway } from '../../../contract/pathways/referral/pathway.ts'
import { workLists } from '../../../contract/pathways/worklists/workList.ts'
import { aGround, bodyOf, caseOf, type Ground } from '../../testing/values/recordCases.ts'
import { testService, type TestService } from '../../testing/process/service.ts'
import type { TestUser } from '../../testing/world/users.ts'

/*
 * While machines are upgraded one by one, a process of the release before goes on beside the new schema. Its connections
 * keep statements that they prepared before; PostgreSQL refuses one whose columns have changed.
 */

let service: TestService
let clinician: TestUser
let ground: Ground

beforeAll(async () => {
  service = await testService()
  clinician = await service.as('Clinician')
  ground = await aGround(service, clinician)
})
afterAll(() => service.close())

let keys = 0
const save = async (kind: 'frat' | 'contactNote' | 'bmi' | 'treatmentPlan'): Promise<number> => {
  keys += 1
  const each = caseOf(kind)
  const key = { 'idempotency-key': `added-${keys}` }
  return (await service.ask(each.calls.save, bodyOf(each, ground), clinician, key)).status
}

const statuses = async (): Promise<number[]> => [
  await save('frat'),
  await save('contactNote'),
  await save('bmi'),
  await save('treatmentPlan'),
  (await service.ask(getPathway, { id: ground.pathwayId }, clinician)).status,
  (await service.ask(workLists.inTreatment, {}, clinician)).status,
]

it('saves and reads on the connections of before when a migration has added a column to every table', async () => {
  const fine = Array.from({ length: 6 }, () => 200)
  // Often enough for PostgreSQL to keep the plans.
  for (let time = 0; time < 7; time += 1) expect(await statuses()).toEqual(fine)
  await service.db.owner.query(`
    do $$ declare name text; begin
      for name in select oid::regclass from pg_class
        where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition
      loop execute format('alter table %s add column added_later integer', name); end loop;
    end $$`)
  for (let time = 0; time < 2; time += 1) expect(await statuses()).toEqual(fine)
})
