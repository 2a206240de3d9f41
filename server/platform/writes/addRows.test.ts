import { afterAll, beforeAll, expect, it } from 'vitest'
import { today } from '../../../contract/platform/dates/dates.ts'
import { transact } from '../db/connection/transact.ts'
import { taskTable } from '../../pathways/tasks/columns.ts'
import { aClinician, aPathway } from '../../testing/world/factories.ts'
import { testService, type TestService } from '../../testing/process/service.ts'
import type { TestUser } from '../../testing/world/users.ts'
import { addRows } from './addRows.ts'

let service: TestService
let clinician: TestUser
let pathwayId: number
beforeAll(async () => {
  service = await testService()
  clinician = await service.as('Clinician')
  pathwayId = (await aPathway(service, clinician)).id
})
afterAll(() => service.close())

const add = (rows: readonly Record<string, unknown>[], userId: number | null = clinician.userId) =>
  transact(service.db.sql, (sql) =>
    addRows(
      { sql, userId },
      taskTable,
      rows.map((row) => ({ pathway_id: pathwayId, kind: 'manual', due_date: today(), ...row })),
    ),
  )
const stored = (ids: readonly number[]) =>
  service.db.sql.selectFrom('task').selectAll().where('id', 'in', ids).orderBy('id').execute()

it('adds all rows in the order given, with the defaults of the columns that a row lacks', async () => {
  const clinicianId = await aClinician(service)
  const texts = Array.from({ length: 12 }, (_, at) => `Task ${at}`)
  const added = await add(
    texts.map((text, at) => ({
      text,
      clinician_id: at % 2 === 0 ? clinicianId : null,
      look_again_date: undefined,
      ...(at === 3 ? { version: 7 } : {}),
    })),
  )
  const rows = await stored(added.map(({ id }) => id))
  expect(rows.map(({ text }) => text)).toEqual(texts)
  expect(rows.map(({ clinician_id: id }) => id)).toEqual(
    texts.map((_, at) => (at % 2 === 0 ? clinicianId : null)),
  )
  expect(rows.map(({ version }) => version)).toEqual(texts.map((_, at) => (at === 3 ? 7 : 1)))
  expect(new Set(rows.map(({ created_by: by }) => by))).toEqual(new Set([clinician.userId]))
  expect(new Set(rows.map(({ updated_by: by }) => by))).toEqual(new Set([clinician.userId]))
})

it('says of each what the audit trail is to say, without what was not set', async () => {
  const [one, other] = await add([{ text: 'One', clinician_id: null }, { text: 'Other' }])
  const told = (text: string) => ({
    ...{ entity: 'task', version: 1, before: null },
    after: { pathway_id: pathwayId, kind: 'manual', due_date: today(), text },
  })
  expect(one?.record).toEqual({ id: one?.id, ...told('One') })
  expect(other?.record).toEqual({ id: other?.id, ...told('Other') })
})

it('adds rows of nobody, and none where there are none', async () => {
  const [row] = await add([{ text: 'By the rules' }], null)
  expect(await stored([row?.id ?? 0])).toMatchObject([{ created_by: null, updated_by: null }])
  expect(await add([])).toEqual([])
})

it('names the field of a choice that is not there, and adds no row of them', async () => {
  const before = await service.db.sql.selectFrom('task').select('id').execute()
  await expect(add([{ text: 'Right' }, { text: 'Wrong', clinician_id: 987_654 }])).rejects.toMatchObject({
    fields: { clinicianId: 'Choose from the list' },
  })
  await expect(add([{ text: null }])).rejects.toMatchObject({ code: '23502' })
  expect(await service.db.sql.selectFrom('task').select('id').execute()).toEqual(before)
})

it('adds none where the database leaves one of them out', async () => {
  const before = await service.db.sql.selectFrom('task').select('id').execute()
  await service.db.owner.query(`
    create function leave_out() returns trigger language plpgsql as $$
    begin if new.text = 'Left out' then return null; end if; return new; end $$;
    create trigger leave_out before insert on task for each row execute function leave_out()`)
  try {
    await expect(add([{ text: 'Kept' }, { text: 'Left out' }])).rejects.toThrow('task did not take every row')
  } finally {
    await service.db.owner.query('drop trigger leave_out on task; drop function leave_out')
  }
  expect(await service.db.sql.selectFrom('task').select('id').execute()).toEqual(before)
})
