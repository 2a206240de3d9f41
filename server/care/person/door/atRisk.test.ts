import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { givePersonLink, personLinks } from '../../../../contract/care/person/link.ts'
import { restrictRecord } from '../../../../contract/governance/restriction.ts'
import { testService, type TestService } from '../../../testing/process/service.ts'
import { aPathway } from '../../../testing/world/factories.ts'
import type { TestUser } from '../../../testing/world/users.ts'
import { opened, openTasksOf } from '../testing/opened.ts'

let service: TestService
let lead: TestUser
beforeAll(async () => {
  service = await testService()
  lead = await service.as('Team Lead')
})
afterAll(() => service.close())

describe('a link', () => {
  it('is given only after a tick where it is not safe at home', async () => {
    const { patientId } = await aPathway(service, lead)
    const give = (safeConfirmed: boolean) =>
      service.ask(givePersonLink, { patientId, way: 'paper', safeConfirmed }, lead, {
        'idempotency-key': crypto.randomUUID(),
      })
    expect((await give(false)).status).toBe(200)
    await service.db.owner.query(
      `insert into patient_restriction (patient_id, kind, reason) values ($1, 'safety', 'Not safe at home')`,
      [patientId],
    )
    expect(await give(false)).toMatchObject({
      status: 400,
      body: { safeConfirmed: expect.stringContaining('not safe for this person at home') as string },
    })
    expect((await service.ask(personLinks, { patientId }, lead)).body).toMatchObject({
      isServed: true,
      isAtRisk: true,
    })
    expect((await give(true)).status).toBe(200)
  })

  it('ends with its visit when it is recorded that the person is not safe at home', async () => {
    const { id: pathwayId, patientId } = await aPathway(service, lead)
    const other = await aPathway(service, lead)
    const [visitor, elsewhere] = [
      await opened(service, lead, patientId),
      await opened(service, lead, other.patientId),
    ]
    await service.ask(
      restrictRecord,
      { patientId: other.patientId, kind: 'colleague', reason: 'Works here' },
      lead,
    )
    await service.ask(restrictRecord, { patientId, kind: 'safety', reason: 'Hurt by her husband' }, lead)
    expect((await visitor.get('/my/home')).status).not.toBe(200)
    expect((await elsewhere.get('/my/home')).status).toBe(200)
    const { body } = await service.ask(personLinks, { patientId }, lead)
    expect(body).toMatchObject({ links: [{ endedHow: 'ended' }] })
    expect(await openTasksOf(service, lead, pathwayId)).toEqual([
      expect.stringContaining('Ask where nobody listens whether they want a new one') as string,
    ])
    expect(await openTasksOf(service, lead, other.id)).toEqual([])
  })
})
