import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import {
  endVisits,
  handInVisit,
  settleVisitEntry,
  type VisitPack,
} from '../../../contract/care/visits/visits.ts'
import { getToday, type Today } from '../../../contract/pathways/today.ts'
import { addDays, today } from '../../../contract/platform/dates/dates.ts'
import { aPack, aVisit, noteOf, sealedFor } from '../../testing/known/knownVisits.ts'
import { testService, type TestService } from '../../testing/process/service.ts'
import type { TestUser } from '../../testing/world/users.ts'

let service: TestService
let lead: TestUser
let user: TestUser
let visit: Awaited<ReturnType<typeof aVisit>>
let pack: VisitPack
beforeAll(async () => {
  service = await testService()
  lead = await service.as('Team Lead')
})
afterAll(() => service.close())
beforeEach(async () => {
  user = await service.as('Clinician')
  visit = await aVisit(service, user)
  pack = (await aPack(service, user)).pack
})

const onToday = async (by: TestUser) => ((await service.ask(getToday, {}, by)).body as Today).visitForms
const handIn = async (by = user): Promise<string> => {
  const entryId = randomUUID()
  const { appointmentId, pathwayId } = visit
  const typed = { entryId, appointmentId, form: 'contactNote', isFinished: false } as const
  const sealed = await sealedFor(pack, { ...typed, body: noteOf(pathwayId) })
  expect((await service.ask(handInVisit, { id: pack.id, sealed }, by)).status).toBe(200)
  return entryId
}
const nothing = { waiting: 0, missing: 0 }

describe('CS-58: on Today', () => {
  it('what was handed in and waits is counted for its author and a Team Lead, also if a colleague handed it in', async () => {
    const other = await service.as('Clinician')
    const before = await onToday(lead)
    const id = await handIn(other)
    expect(await onToday(user)).toEqual({ waiting: 1, missing: 0 })
    expect((await onToday(lead))?.waiting).toBe((before?.waiting ?? 0) + 1)
    for (const by of [other, await service.as('Admissions')]) expect(await onToday(by)).toEqual(nothing)
    expect((await service.ask(settleVisitEntry, { id, how: 'drop' }, lead)).status).toBe(200)
    expect(await onToday(user)).toEqual(nothing)
    expect(await onToday(lead)).toEqual(before)
  })

  it('a visit of which nothing was handed in is counted once its pack has ended', async () => {
    await service.db.owner.query('update appointment set appointment_date = $2 where id = $1', [
      visit.appointmentId,
      addDays(today(), -1),
    ])
    const before = await onToday(lead)
    expect(await onToday(user)).toEqual(nothing)
    expect((await service.ask(endVisits, { id: pack.id, why: 'done' }, user)).status).toBe(200)
    expect(await onToday(user)).toEqual({ waiting: 0, missing: 1 })
    expect((await onToday(lead))?.missing).toBe((before?.missing ?? 0) + 1)
    expect(await onToday(await service.as('Clinician'))).toEqual(nothing)
    await handIn()
    expect(await onToday(user)).toEqual({ waiting: 1, missing: 0 })
  })
})
