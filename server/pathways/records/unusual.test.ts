import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addDays, addMonths, today } from '../../../contract/platform/dates/dates.ts'
import { formatDate } from '../../../contract/platform/words/format.ts'
import type { InputOf } from '../../../contract/platform/calls/endpoint.ts'
import { getPathway, type PathwayView } from '../../../contract/pathways/referral/pathway.ts'
import { savePatient } from '../../../contract/patients/patient.ts'
import { exercise } from '../../../contract/pathways/records/exercise.ts'
import { exerciseAttendance } from '../../../contract/pathways/records/exerciseAttendance.ts'
import { followup } from '../../../contract/pathways/records/followup.ts'
import { noPlanDecision } from '../../../contract/pathways/records/noPlanDecision.ts'
import { recordKindNames } from '../../../contract/pathways/records/kinds.ts'
import { aClinician, aPathway, firstOf, patientInputOf, type Saved } from '../../testing/world/factories.ts'
import { caseOf, groundOf, saveRecordOf } from '../../testing/values/recordCases.ts'
import { testService, type TestService } from '../../testing/process/service.ts'
import type { TestUser } from '../../testing/world/users.ts'
import { recordKindsOnServer } from './kinds.ts'

let service: TestService
let user: TestUser
beforeAll(async () => {
  service = await testService()
  user = await service.as('Clinician')
})
afterAll(() => service.close())

const back = (days: number) => addDays(today(), -days)
const asks = (sentence: string) => ({ unusualConfirmed: `${sentence} Tick to save it all the same.` })

/** A completed plan from 20 to 5 days ago with one session, and a function that records another session. */
const aPlan = async () => {
  const { id: pathwayId } = await aPathway(service, user)
  const plan = {
    id: 0,
    pathwayId,
    exercisePlanDate: back(20),
    clinicianId: await aClinician(service),
    exercisePlan: 'Class on Mondays',
    completedDate: back(5),
  }
  const { id: exerciseId } = (await service.ask(exercise.save, plan, user)).body as Saved
  const session = {
    id: 0,
    pathwayId,
    exerciseId,
    attendanceDate: back(10),
    exerciseTypeId: await firstOf(service, 'exercise_type'),
    locationId: await firstOf(service, 'location'),
  }
  const saved = (await service.ask(exerciseAttendance.save, session, user)).body as Saved
  return { ...session, saved }
}

describe('an attendance that is', () => {
  it.each<[string, number, string]>([
    ['the second of its day', 10, `This plan has an attendance on ${formatDate(back(10))} already.`],
    ['before its plan', 21, `The exercise plan began on ${formatDate(back(20))}, later than this session.`],
    [
      'after its plan',
      4,
      `The exercise plan was completed on ${formatDate(back(5))}, earlier than this session.`,
    ],
  ])('%s is asked about, and taken when confirmed or when the sender asks nothing', async (_, days, said) => {
    const { saved: _first, ...session } = await aPlan()
    const another = { ...session, attendanceDate: back(days) }
    const asked = await service.ask(exerciseAttendance.save, { ...another, unusualConfirmed: false }, user)
    expect(asked).toMatchObject({ status: 400, body: asks(said) })
    const confirmed = { ...another, unusualConfirmed: true }
    expect((await service.ask(exerciseAttendance.save, confirmed, user)).status).toBe(200)
    const key = { 'idempotency-key': `specified-${days}` }
    expect((await service.ask(exerciseAttendance.save, another, user, key)).status).toBe(200)
  })

  it('within its plan on a day of its own, or kept on its day, is not asked about', async () => {
    const { saved, ...session } = await aPlan()
    const asking = { ...session, unusualConfirmed: false }
    expect(
      (await service.ask(exerciseAttendance.save, { ...asking, ...saved, minutes: 45 }, user)).status,
    ).toBe(200)
    for (const days of [20, 5])
      expect(
        (await service.ask(exerciseAttendance.save, { ...asking, attendanceDate: back(days) }, user)).status,
      ).toBe(200)
  })
})

describe('a day long before the referral', () => {
  const kinds = recordKindNames.filter((kind) => recordKindsOnServer[kind].parent.column !== 'patient_id')
  it.each(kinds)('is asked about, whatever is recorded: %s', async (kind) => {
    const { prefix } = caseOf(kind)
    const { days, labels } = recordKindsOnServer[kind]
    const [field = ''] = days
    const save = async (daysBefore: number, more: object) => {
      const { id: pathwayId, patientId } = await aPathway(service, user, { referralDate: back(10) })
      const ground = await groundOf(service, user, { pathwayId, patientId })
      return saveRecordOf(service, user, caseOf(kind), ground, {
        ...Object.fromEntries(days.map((each) => [each, undefined])),
        [field]: back(daysBefore),
        ...more,
      })
    }
    const { status, body } = await save(39, { unusualConfirmed: false })
    expect({ status, said: (body as Record<string, string>)[`${prefix}unusualConfirmed`] }).toEqual({
      status: 400,
      said: expect.stringContaining(
        `${(labels as Record<string, string>)[field] ?? ''} is long before the referral of ${formatDate(back(10))}.`,
      ) as string,
    })
    if (kind !== 'exerciseAttendance') expect((await save(38, { unusualConfirmed: false })).status).toBe(200)
    expect((await save(39, { unusualConfirmed: true })).status).toBe(200)
    expect((await save(39, {})).status).toBe(200)
  })
})

describe('a second call that reached somebody on one day', () => {
  const said = `OKAFOR, Ada (physiotherapist) already reached this person on ${formatDate(back(3))}. If it was the same call, it is already recorded; a second one counts as another follow-up.`
  const reached = { callDate: back(3), outcome: 'reached' as const, unusualConfirmed: false }
  const aCall = async () => {
    const { id: pathwayId } = await aPathway(service, user)
    const of = { id: 0, pathwayId, clinicianId: await aClinician(service) }
    let calls = 0
    const save = (fields: object) => {
      calls += 1
      const input = { ...of, callDate: back(3), ...fields } as InputOf<typeof followup.save>
      const key = { 'idempotency-key': `${pathwayId}-${calls}` }
      return service.ask(followup.save, input, user, key)
    }
    const saved = (await save(reached)).body as Saved
    return { save, saved }
  }

  it('is asked about, and taken when confirmed or when the sender asks nothing', async () => {
    const { save } = await aCall()
    expect(await save(reached)).toMatchObject({ status: 400, body: asks(said) })
    expect((await save({})).status).toBe(200)
    expect((await save({ outcome: 'reached' })).status).toBe(200)
    expect((await save({ ...reached, unusualConfirmed: true })).status).toBe(200)
  })

  it('is asked about after a call of the specification too, and when a try is changed into it', async () => {
    const { save, saved } = await aCall()
    await save({ ...saved, callDate: back(9) })
    const specified = (await save({})).body as Saved
    const { id, version } = (await save({ outcome: 'noAnswer', unusualConfirmed: false })).body as Saved
    expect(await save({ ...reached, id, version })).toMatchObject({ status: 400, body: asks(said) })
    await save({ ...specified, callDate: back(8) })
    expect((await save({ ...reached, id, version })).status).toBe(200)
  })

  it('is not asked about when it is saved again, on another day, or when nobody was reached', async () => {
    const { save, saved } = await aCall()
    expect((await save({ ...reached, ...saved, note: 'Corrected' })).status).toBe(200)
    expect((await save({ ...reached, callDate: back(2) })).status).toBe(200)
    expect((await save({ ...reached, outcome: 'noAnswer' })).status).toBe(200)
  })
})

it('of two who ring one person on one day, the second is asked, and the follow-up does not end', async () => {
  const { id: pathwayId } = await aPathway(service, user)
  const of = { id: 0, pathwayId, clinicianId: await aClinician(service) }
  await service.ask(noPlanDecision.save, { ...of, decisionDate: back(9), reason: 'adviceOnly' }, user)
  const save = (key: string) =>
    service.ask(
      followup.save,
      { ...of, callDate: today(), outcome: 'reached', unusualConfirmed: false },
      user,
      { 'idempotency-key': key },
    )
  const both = await Promise.all([save('one-caller'), save('another-caller')])
  expect(both.map(({ status }) => status).sort()).toEqual([200, 400])
  const { body } = await service.ask(getPathway, { id: pathwayId }, user)
  expect((body as PathwayView).stage).toMatchObject({ stage: 'awaitingSecondFollowup' })
})

it('an age under 50 is asked about, once', async () => {
  const young = await patientInputOf(service, { dateOfBirth: addDays(addMonths(today(), -50 * 12), 1) })
  const asked = await service.ask(savePatient, { ...young, unusualConfirmed: false }, user)
  expect(asked).toMatchObject({
    status: 400,
    body: { unusualConfirmed: expect.stringContaining('the patient is 49 years old') },
  })
  const saved = (await service.ask(savePatient, { ...young, unusualConfirmed: true }, user)).body as Saved
  const moved = { ...young, ...saved, town: 'Leeds', unusualConfirmed: false }
  expect((await service.ask(savePatient, moved, user)).status).toBe(200)
  const fifty = await patientInputOf(service, { dateOfBirth: addMonths(today(), -50 * 12) })
  expect((await service.ask(savePatient, { ...fifty, unusualConfirmed: false }, user)).status).toBe(200)
  const specified = await patientInputOf(service, { dateOfBirth: '2001-01-05' })
  expect((await service.ask(savePatient, specified, user)).status).toBe(200)
})
