import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import {
  openVisits,
  visitWork,
  type VisitPack,
  type VisitWork,
} from '../../../contract/care/visits/visits.ts'
import { restrictRecord } from '../../../contract/governance/restriction.ts'
import { saveFlag } from '../../../contract/patients/flags/flag.ts'
import { savePathway } from '../../../contract/pathways/referral/pathway.ts'
import { addDays, today } from '../../../contract/platform/dates/dates.ts'
import { aPack, aVisit } from '../../testing/known/knownVisits.ts'
import { testService, type TestService } from '../../testing/process/service.ts'
import { aClinician } from '../../testing/world/factories.ts'
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

const workOf = async (by = user) => (await service.ask(visitWork, {}, by)).body as VisitWork
const visitsNow = async (by = user) => (await workOf(by)).visitsNow
const change = (set: string, ...values: unknown[]) =>
  service.db.owner.query(`update appointment set ${set} where id = $1`, [visit.appointmentId, ...values])
const notSafe = () =>
  service.ask(
    saveFlag,
    {
      ...{ id: 0, patientId: visit.patientId, kind: 'homeVisitRisk', category: null, sinceDate: null },
      ...{ detail: 'A dog', action: null, reviewDate: addDays(today(), 30) },
    },
    lead,
  )

describe('CS-58: what changed about a visit since it was taken along', () => {
  const taken = () => {
    const [first] = pack.visits
    const { appointmentId, appointmentDate, startTime } = first ?? {}
    return { packId: pack.id, appointmentId, appointmentDate, startTime }
  }

  it('is nothing at first, and names no patient', async () => {
    expect(await visitsNow()).toEqual([{ ...taken(), what: [] }])
    expect(await visitsNow(lead)).toEqual([])
  })

  it.each([
    ['that it was cancelled', ['cancelled'], () => change(`outcome = 'cancelledByPatient'`)],
    ['that it was deleted', ['cancelled'], () => change('is_active = false')],
    [
      'that a colleague has it',
      ['colleague'],
      async () => change('clinician_id = $2', await aClinician(service)),
    ],
    [
      'that the patient has died',
      ['died'],
      () =>
        service.db.owner.query('update patient set deceased_date = $2 where id = $1', [
          visit.patientId,
          today(),
        ]),
    ],
    [
      'that the referral is closed',
      ['closed'],
      async () => {
        const closed = { id: visit.pathwayId, patientId: visit.patientId, dischargeDate: today() }
        expect((await service.ask(savePathway, closed, user)).status).toBe(200)
        // Closing also cancels what is still to come, by the hour of the test.
        await change('outcome = null')
      },
    ],
  ])('says %s', async (_, what, make) => {
    await make()
    expect(await visitsNow()).toEqual([{ ...taken(), what }])
    const { rows } = await service.db.owner.query<{ patient_ids: string[] }>(
      `select patient_ids from audit_event where user_id = $1 and action = 'GET /api/visit/work' order by id desc limit 1`,
      [user.userId],
    )
    expect(rows[0]?.patient_ids.map(Number)).toEqual([visit.patientId])
  })

  it('says its day and hour now', async () => {
    await change(`appointment_date = $2, start_time = '17:45'`, addDays(today(), 1))
    const moved = { appointmentDate: addDays(today(), 1), startTime: '17:45' }
    expect(await visitsNow()).toEqual([{ ...taken(), ...moved, what: [] }])
  })

  it('ends the pack once a visit to a home may not be safe, and says which', async () => {
    const ask = async () => (await service.ask(openVisits, { id: pack.id }, user)).status
    expect(await ask()).toBe(200)
    expect((await notSafe()).status).toBe(200)
    expect(await ask()).toBe(404)
    expect((await workOf()).devices.map(({ id }) => id)).not.toContain(pack.id)
    expect(await visitsNow()).toEqual([{ ...taken(), what: ['notSafe'] }])
  })

  it('is not said of a restricted record', async () => {
    await change(`outcome = 'cancelledByPatient'`)
    const restricted = { patientId: visit.patientId, kind: 'safety', reason: 'Works here' } as const
    expect((await service.ask(restrictRecord, restricted, lead)).status).toBe(200)
    expect(await visitsNow()).toEqual([])
  })
})
