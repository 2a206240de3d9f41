import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { frat } from '../../../contract/pathways/records/frat.ts'
import { aPathway, fratInputOf, type Saved } from '../../testing/world/factories.ts'
import { testService, type TestService } from '../../testing/process/service.ts'
import type { TestUser } from '../../testing/world/users.ts'

/* Two transactions conflict: PostgreSQL rolls one of them back, and the user does not have to save again (DU-4). */

let service: TestService
let clinician: TestUser
beforeAll(async () => {
  service = await testService()
  clinician = await service.as('Clinician')
})
afterAll(() => service.close())

/**
 * Makes the next saves of a FRAT fail this many times, with this code. A rollback does not reset the sequence, so it
 * counts attempts.
 */
const failNext = async (times: number, code: string): Promise<void> => {
  await service.db.owner.query(`
    create sequence tried;
    grant usage on sequence tried to surefoot_app;
    create function fail_first() returns trigger language plpgsql as $$
    begin
      if nextval('tried') <= ${times} then
        raise exception 'made up' using errcode = '${code}';
      end if;
      return new;
    end $$;
    create trigger fail_first before insert on frat for each row execute function fail_first()`)
}
afterEach(() =>
  service.db.owner.query('drop trigger fail_first on frat; drop function fail_first; drop sequence tried'),
)

const saved = async () => {
  const { id: pathwayId } = await aPathway(service, clinician)
  const input = { ...(await fratInputOf(service, pathwayId)), id: 0 }
  const answer = await service.ask(frat.save, input, clinician)
  const { rows } = await service.db.owner.query<{ tries: number; frats: number; events: number }>(
    `select (select last_value::integer from tried) as tries,
       (select count(*)::integer from frat where pathway_id = $1) as frats,
       (select count(*)::integer from audit_event where action = 'POST /api/frat/save' and status = 200
          and $1 = any(pathway_ids)) as events`,
    [pathwayId],
  )
  return { status: answer.status, body: answer.body as Saved, ...rows[0] }
}

describe.each([
  ['a deadlock', '40P01'],
  ['a conflict of what was read', '40001'],
])('%s', (_, code) => {
  it.each([1, 2, 3])('is got over where it comes %s times, and the record is there once', async (times) => {
    await failNext(times, code)
    const { body, ...seen } = await saved()
    expect(seen).toEqual({ status: 200, tries: times + 1, frats: 1, events: 1 })
    expect(body).toMatchObject({ version: 1 })
  })

  it('is given up the fourth time, with nothing saved', async () => {
    await failNext(4, code)
    expect(await saved()).toMatchObject({ status: 503, tries: 4, frats: 0, events: 0 })
  })
})

it('another fault is not tried again', async () => {
  await failNext(1, 'P0001')
  expect(await saved()).toMatchObject({ status: 500, tries: 1, frats: 0, events: 0 })
})
