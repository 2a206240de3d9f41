import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addDays, today } from '../../../contract/platform/dates/dates.ts'
import { getSafetyNets, type SafetyNets } from '../../../contract/patients/flags/safetyNets.ts'
import { wellbeing } from '../../../contract/pathways/records/wellbeing.ts'
import { aClinician, aPathway, firstOf, type Saved } from '../../testing/world/factories.ts'
import { testService, type TestService } from '../../testing/process/service.ts'
import type { TestUser } from '../../testing/world/users.ts'

let service: TestService
let user: TestUser
let concern: { blackout: number; vision: number }
let clinicianId: number
let locationId: number

beforeAll(async () => {
  service = await testService()
  user = await service.as('Clinician')
  clinicianId = await aClinician(service)
  locationId = await firstOf(service, 'location')
  const idOf = async (name: string) =>
    (
      await service.db.sql
        .selectFrom('concern')
        .select('id')
        .where('name', '=', name)
        .executeTakeFirstOrThrow()
    ).id
  concern = { blackout: await idOf('Blackouts or unexplained falls'), vision: await idOf('Vision') }
})
afterAll(() => service.close())

const assessment = (pathwayId: number, more: object = {}) => ({
  id: 0,
  pathwayId,
  assessmentDate: addDays(today(), -1),
  clinicianId,
  locationId,
  ...more,
})
const flagsOf = async (patientId: number): Promise<SafetyNets['flags']> =>
  ((await service.ask(getSafetyNets, { patientId }, user)).body as SafetyNets).flags

describe('a wellbeing assessment', () => {
  it('whose concern means a red flag raises it as not answered, though the specified call says nothing of it', async () => {
    const { id, patientId } = await aPathway(service, user)
    const concerns = [concern.blackout, concern.vision]
    const saved = await service.ask(wellbeing.save, { assessment: assessment(id), concerns }, user)
    expect(saved).toMatchObject({ status: 200 })
    expect(await flagsOf(patientId)).toMatchObject([
      { category: 'blackout', source: 'wellbeing', action: null, reviewDate: today(), endedAt: null },
    ])
    // Saving it again with the same concern finds nothing new.
    const { id: recordId } = saved.body as Saved
    await service.db.owner.query(
      `update patient_flag set ended_at = clock_timestamp(), ended_note = 'seen' where patient_id = $1`,
      [patientId],
    )
    const again = assessment(id, { id: recordId, version: 1, assessmentDate: today() })
    await service.ask(wellbeing.save, { assessment: again, concerns }, user)
    expect((await flagsOf(patientId)).map(({ endedNote }) => endedNote)).toEqual(['seen'])
  })

  it('brings the answer with it, and answers what stands open', async () => {
    const { id, patientId } = await aPathway(service, user)
    const concerns = [concern.blackout]
    await service.ask(wellbeing.save, { assessment: assessment(id), concerns }, user)
    const redFlags = [
      { sign: 'blackout', action: 'clinic', reviewDate: addDays(today(), 7), detail: 'ECG asked for' },
      { sign: 'moreFalls', action: 'sameDayGp', reviewDate: addDays(today(), 1), detail: '' },
    ] as const
    const input = { assessment: assessment(id), concerns, redFlags: [...redFlags] }
    expect((await service.ask(wellbeing.save, input, user)).status).toBe(200)
    expect(await flagsOf(patientId)).toMatchObject([
      { category: 'moreFalls', action: 'sameDayGp', version: 1, detail: null },
      { category: 'blackout', action: 'clinic', version: 2, detail: 'ECG asked for' },
    ])
  })

  it.each<[string, object, string, string]>([
    ['what was done', { action: '' }, 'redFlags.0.action', 'Say what was done'],
    ['by when', { reviewDate: '' }, 'redFlags.0.reviewDate', 'Say by when'],
    ['a sign', { sign: 'vertigo' }, 'redFlags.0.sign', 'Choose from the list'],
  ])('is refused whole with a red flag without %s', async (_, wrong, field, message) => {
    const { id, patientId } = await aPathway(service, user)
    const answer = { sign: 'blackout', action: 'clinic', reviewDate: today(), ...wrong } as never
    const input = { assessment: assessment(id), concerns: [], redFlags: [answer] }
    expect(await service.ask(wellbeing.save, input, user)).toMatchObject({
      status: 400,
      body: { [field]: message },
    })
    expect(await flagsOf(patientId)).toEqual([])
  })

  it('takes no back day for what is still to be done, and each sign once', async () => {
    const { id } = await aPathway(service, user)
    const answer = { sign: 'blackout', action: 'clinic', reviewDate: today() } as const
    const twice = { assessment: assessment(id), concerns: [], redFlags: [answer, answer] }
    expect(await service.ask(wellbeing.save, twice, user)).toMatchObject({
      status: 400,
      body: { redFlags: 'Each red flag can be answered once' },
    })
    const late = { ...answer, reviewDate: addDays(today(), -1) }
    const past = { assessment: assessment(id), concerns: [], redFlags: [late] }
    expect(await service.ask(wellbeing.save, past, user)).toMatchObject({
      status: 400,
      body: { 'redFlags.0.reviewDate': 'Choose today or a later day' },
    })
  })
})
