import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { getPatient } from '../../../../contract/patients/patient.ts'
import { testService, type TestService } from '../../../testing/process/service.ts'
import { aGround, type Ground } from '../../../testing/values/recordCases.ts'
import type { TestUser } from '../../../testing/world/users.ts'
import { opened } from '../testing/opened.ts'
import type { Visitor } from '../testing/visitor.ts'

let service: TestService
let lead: TestUser
let ground: Ground
let visitor: Visitor
beforeAll(async () => {
  service = await testService()
  lead = await service.as('Team Lead')
})
afterAll(() => service.close())
beforeEach(async () => {
  ground = await aGround(service, lead)
  visitor = await opened(service, lead, ground.patientId)
})

const page = async (): Promise<string> => (await visitor.get('/my/opened')).page
/** As if it had happened so many days ago. */
const openedBefore = (days: number, user: TestUser, role: string, patientIds: readonly number[]) =>
  service.db.owner.query(
    `insert into audit_event (at, kind, action, status, user_id, role, patient_ids, request_id)
     values (clock_timestamp() - $1 * interval '1 day', 'read', 'GET /api/patient/get', 200, $2, $3, $4, 'before')`,
    [days, user.userId, role, patientIds],
  )

describe('who opened the record', () => {
  it('is shown as a day and a role, and names nobody', async () => {
    const office = await service.as('Admissions')
    await service.ask(getPatient, { id: ground.patientId }, office)
    const shown = await page()
    expect(shown).toContain('A clinician of this service<br />The office of this service<br />You')
    expect(shown).not.toContain(office.userName)
    expect(shown).not.toContain(lead.userName)
  })

  it.each([
    ['Information Governance', 'Somebody who checks how records are used'],
    ['External', 'Somebody of another service who may read it'],
    ['A role that was renamed', 'A clinician of this service'],
  ])('says %s as “%s”', async (role, words) => {
    await openedBefore(3, lead, role, [ground.patientId])
    expect(await page()).toContain(words)
  })

  it('counts twelve months, and not somebody else’s record or a list of several people', async () => {
    await openedBefore(400, lead, 'Information Governance', [ground.patientId])
    const other = await aGround(service, lead)
    await openedBefore(3, lead, 'Information Governance', [other.patientId])
    await openedBefore(3, lead, 'Information Governance', [ground.patientId, other.patientId])
    expect(await page()).not.toContain('Somebody who checks')
  })

  it('is not shown of somebody who is not safe at home', async () => {
    await openedBefore(3, lead, 'Information Governance', [ground.patientId])
    expect(await page()).toContain('Somebody who checks')
    await service.db.owner.query(
      `insert into patient_restriction (patient_id, kind, reason) values ($1, 'safety', 'Not safe at home')`,
      [ground.patientId],
    )
    const shown = await page()
    expect(shown).not.toContain('Somebody who checks')
    expect(shown).not.toContain('nhsuk-summary-list')
    // Neither that somebody opened it nor that nobody did.
    expect(shown).not.toContain('12 months')
    expect(shown).toContain('There is nothing to show on this page.')
  })
})
