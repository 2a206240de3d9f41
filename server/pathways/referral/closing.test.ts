import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { addDays, today } from '../../../contract/platform/dates/dates.ts'
import {
  cancelReferral,
  getPathway,
  pathwayHistory,
  reinstateReferral,
  savePathway,
  type PathwayView,
} from '../../../contract/pathways/referral/pathway.ts'
import type { InputOf } from '../../../contract/platform/calls/endpoint.ts'
import { formatDate } from '../../../contract/platform/words/format.ts'
import { printLetters, saveLetter, signLetter } from '../../../contract/care/letters/letter.ts'
import { enrol } from '../../../contract/care/classes/place.ts'
import { saveFlag } from '../../../contract/patients/flags/flag.ts'
import { saveTask } from '../../../contract/pathways/task.ts'
import { aClass } from '../../testing/known/knownClasses.ts'
import { letterInputOf } from '../../testing/known/knownLetters.ts'
import { redFlagOf } from '../../testing/known/knownSafetyNets.ts'
import { expectSaved, firstOf, referralInputOf, type Saved } from '../../testing/world/factories.ts'
import { aGround, aRecord, caseOf, saveRecordOf, type Ground } from '../../testing/values/recordCases.ts'
import { testService, type TestService } from '../../testing/process/service.ts'
import type { TestUser } from '../../testing/world/users.ts'
import { verifyStages } from '../worklists/verify.ts'

let service: TestService
let clinician: TestUser
let teamLead: TestUser
let ground: Ground

beforeAll(async () => {
  service = await testService()
  clinician = await service.as('Clinician')
  teamLead = await service.as('Team Lead')
})
beforeEach(async () => {
  ground = await aGround(service, clinician)
})
afterAll(async () => {
  expect((await verifyStages(service.db.sql)).differences).toEqual([])
  await service.close()
})

const view = async () =>
  (await service.ask(getPathway, { id: ground.pathwayId }, clinician)).body as PathwayView
const save = (changes: Partial<InputOf<typeof savePathway>>, user = clinician) =>
  service.ask(savePathway, { id: ground.pathwayId, patientId: ground.patientId, ...changes }, user)
const cancel = (changes: Partial<InputOf<typeof cancelReferral>> = {}) =>
  service.ask(cancelReferral, { id: ground.pathwayId, cancelReferralDate: today(), ...changes }, clinician)
const reinstate = () => service.ask(reinstateReferral, { id: ground.pathwayId }, clinician)
const listed = async () =>
  service.db.sql
    .selectFrom('work_list')
    .select('stage')
    .where('pathway_id', '=', ground.pathwayId)
    .executeTakeFirst()

/** Ends the plan that every test ground has, so that nothing is open. */
const endPlan = () =>
  aRecord(service, clinician, caseOf('exercise'), ground, {
    id: ground.exerciseId,
    version: 1,
    completedDate: addDays(today(), -2),
  })

describe('cancelling', () => {
  it('asks for the date', async () => {
    for (const cancelReferralDate of ['', '  '])
      expect(await cancel({ cancelReferralDate })).toMatchObject({
        status: 400,
        body: { cancelReferralDate: 'Cancellation Date required' },
      })
  })

  it('takes the pathway off every list, with reason and team member', async () => {
    const declinedReferralId = await firstOf(service, 'declined_referral')
    const { teamMemberId } = ground
    expect(await cancel({ declinedReferralId, teamMemberId })).toMatchObject({ status: 200 })
    expect(await listed()).toBeUndefined()
    expect(await view()).toMatchObject({
      stage: { open: false, closed: 'cancelled' },
      pathway: {
        cancelReferralDate: today(),
        declinedReferralId,
        teamMemberId,
        names: { teamMember: 'BELL, Jo (therapy assistant)' },
      },
    })
  })

  it('accepts no date before the referral, none in the future, and no choice off the list', async () => {
    expect(await cancel({ cancelReferralDate: addDays(today(), -31) })).toMatchObject({
      status: 400,
      body: { cancelReferralDate: 'The date is before the referral date' },
    })
    expect(await cancel({ cancelReferralDate: addDays(today(), 1) })).toMatchObject({
      status: 400,
      body: { cancelReferralDate: 'The date cannot be after today' },
    })
    expect(await cancel({ declinedReferralId: 987_654, teamMemberId: 987_654 })).toMatchObject({
      status: 400,
      body: { declinedReferralId: 'Choose from the list', teamMemberId: 'Choose from the list' },
    })
    expect((await view()).stage.open).toBe(true)
  })

  it('accepts no date before birth, of a referral that has no date either', async () => {
    await service.db.owner.query('update pathway set referral_date = null where id = $1', [ground.pathwayId])
    expect(await cancel({ cancelReferralDate: '1899-12-31' })).toMatchObject({
      status: 400,
      body: { cancelReferralDate: 'The date is before the date of birth' },
    })
    expect(await cancel()).toMatchObject({ status: 200 })
  })

  it('is harmless when repeated, also with the version of before', async () => {
    const { version } = (await view()).pathway
    const first = await cancel({ version })
    expect(await cancel({ version })).toMatchObject({ status: 200, body: first.body })
    const { stageChanges } = await view()
    expect(stageChanges.filter(({ to }) => to === 'cancelled')).toHaveLength(1)
  })

  it('refuses a pathway of another patient, and one that is not there', async () => {
    expect((await cancel({ patientId: ground.patientId + 1 })).status).toBe(409)
    expect((await cancel({ id: 987_654 })).status).toBe(404)
  })

  it('asks about letters that are not signed or not sent, and not about one that was printed', async () => {
    await endPlan()
    const words = { id: 0, ...(await letterInputOf(service, ground.pathwayId)) }
    expectSaved('draft', await service.ask(saveLetter, { ...words, title: 'First' }, clinician))
    const signed = await service.ask(signLetter, { ...words, title: 'Second' }, clinician)
    expectSaved('signed', signed)
    const asked = async () => (await cancel({ openPlansConfirmed: false })).body
    const day = formatDate(today())
    expect(await asked()).toEqual({
      openPlansConfirmed: expect.stringContaining(
        `The letter “Second”, signed on ${day}, is not sent. The letter “First”, begun on ${day}, is not signed.`,
      ),
    })
    const ids = [(signed.body as Saved).id]
    expectSaved('printed', await service.ask(printLetters, { ids }, clinician))
    expect(await asked()).toEqual({ openPlansConfirmed: expect.not.stringContaining('Second') })
    expect((await cancel({ openPlansConfirmed: true })).status).toBe(200)
  })

  it('asks about appointments that lie ahead and places in classes, and not about others', async () => {
    const seen = caseOf('appointment')
    const day = addDays(today(), 2)
    const at = { appointmentType: 'visit', appointmentDate: day, startTime: '10:30', outcome: null }
    await aRecord(service, clinician, seen, ground, at)
    await aRecord(service, clinician, seen, ground, {
      ...at,
      startTime: '15:00',
      outcome: 'cancelledByPatient',
    })
    await aRecord(service, clinician, seen, ground, {
      ...at,
      startTime: '16:00',
      appointmentDate: addDays(day, -9),
    })
    const of = { pathwayId: ground.pathwayId, transport: 'own' } as const
    const first = await aClass(service, teamLead, { name: 'Steady Steps' })
    expectSaved('place', await service.ask(enrol, { ...of, classId: first.id }, teamLead))
    const asked = async () =>
      ((await cancel({ openPlansConfirmed: false })).body as { openPlansConfirmed: string })
        .openPlansConfirmed
    const sentence = await asked()
    expect(sentence).toContain(`An appointment is booked: visit on ${formatDate(day)} at 10:30 with `)
    expect(sentence.split('An appointment is booked').length).toBe(2)
    expect(sentence).toContain(
      'The person has a place in the class “Steady Steps”, which ends with the referral.',
    )
  })

  it('is undone exactly by reinstating', async () => {
    const before = await view()
    await cancel({ declinedReferralId: await firstOf(service, 'declined_referral') })
    expect((await reinstate()).status).toBe(200)
    const after = await view()
    const { version: _v, recordedAt: _at, ...restored } = after.pathway
    expect(before.pathway).toMatchObject(restored)
    expect(after.stage).toEqual(before.stage)
    expect(await listed()).toEqual({ stage: 'inExercise' })
    expect(after.stageChanges.map(({ to }) => to).slice(-2)).toEqual(['cancelled', 'inExercise'])
  })

  it('cannot be reinstated when it is not cancelled', async () => {
    expect(await reinstate()).toMatchObject({ status: 409, body: { code: 'conflict' } })
    await cancel()
    await reinstate()
    expect((await reinstate()).status).toBe(409)
  })
})

describe('discharging', () => {
  beforeEach(endPlan)
  const discharge = (changes: Partial<InputOf<typeof savePathway>> = {}, user = clinician) =>
    save({ dischargeDate: today(), ...changes }, user)

  it.each<[string, () => Promise<Partial<InputOf<typeof savePathway>>>]>([
    ['day', async () => ({ dischargeDate: today() })],
    ['reason', async () => ({ dischargeReasonId: await firstOf(service, 'discharge_reason') })],
    ['clinician', async () => ({ dischargeClinicianId: ground.clinicianId })],
    ['destination', async () => ({ dischargedTo: await firstOf(service, 'discharged_to') })],
  ])('with a referral that is only being recorded is refused, be it the %s alone', async (_, part) => {
    const input = { ...(await referralInputOf(service, ground.patientId)), ...(await part()) }
    expect(await service.ask(savePathway, input, clinician)).toMatchObject({
      status: 400,
      body: { dischargeDate: 'Record the referral first, then discharge it' },
    })
  })

  it('closes the pathway with reason, clinician and destination', async () => {
    const choices = {
      dischargeReasonId: await firstOf(service, 'discharge_reason'),
      dischargeClinicianId: ground.clinicianId,
      dischargedTo: await firstOf(service, 'discharged_to'),
    }
    expect((await discharge(choices)).status).toBe(200)
    expect(await listed()).toBeUndefined()
    expect(await view()).toMatchObject({
      stage: { open: false, closed: 'discharged' },
      pathway: { dischargeDate: today(), ...choices },
    })
  })

  it('asks again while a plan is open, and is not blocked', async () => {
    await aRecord(service, clinician, caseOf('treatmentPlan'), ground)
    expect(await discharge()).toMatchObject({
      status: 400,
      body: { openPlansConfirmed: expect.stringContaining('treatment plan') },
    })
    expect((await view()).stage.open).toBe(true)
    expect((await discharge({ openPlansConfirmed: true })).status).toBe(200)
  })

  it('asks for the date when only a reason is sent', async () => {
    expect(await save({ dischargeReasonId: await firstOf(service, 'discharge_reason') })).toMatchObject({
      status: 400,
      body: { dischargeDate: 'Discharge Date required' },
    })
  })

  it('accepts no date before the referral or in the future', async () => {
    for (const dischargeDate of [addDays(today(), -31), addDays(today(), 1)])
      expect(Object.keys((await discharge({ dischargeDate })).body as object)).toEqual(['dischargeDate'])
  })

  it('accepts no date before the referral date that comes with it', async () => {
    const replies = await discharge({ referralDate: today(), dischargeDate: addDays(today(), -1) })
    expect(replies).toMatchObject({
      status: 400,
      body: { dischargeDate: 'The date is before the referral date' },
    })
    expect((await view()).stage.open).toBe(true)
  })

  it('is harmless when repeated, also with the version of before', async () => {
    const { version } = (await view()).pathway
    const first = await discharge({ version })
    expect(first.status).toBe(200)
    expect(await discharge({ version })).toMatchObject({ status: 200, body: first.body })
    const { stageChanges } = await view()
    expect(stageChanges.filter(({ to }) => to === 'discharged')).toHaveLength(1)
  })

  it('is reopened by a Team Lead alone, and is where its records place it', async () => {
    const before = await listed()
    await discharge()
    expect((await save({ dischargeDate: null })).status).toBe(403)
    expect((await view()).stage.open).toBe(false)
    const { version } = (await view()).pathway
    expect((await save({ dischargeDate: null, version }, teamLead)).status).toBe(200)
    expect(await view()).toMatchObject({
      stage: { open: true },
      pathway: {
        dischargeDate: null,
        dischargeReasonId: null,
        dischargeClinicianId: null,
        dischargedTo: null,
      },
    })
    expect(before).toBeDefined()
  })

  it('keeps cancellation and discharge apart', async () => {
    await cancel()
    expect(await discharge()).toMatchObject({ status: 409, body: { code: 'closed-pathway' } })
    await reinstate()
    await discharge()
    expect(await cancel()).toMatchObject({ status: 409, body: { code: 'closed-pathway' } })
    expect((await reinstate()).status).toBe(409)
  })

  it('lets one of two discharges at once win (DU-9)', async () => {
    const { version } = (await view()).pathway
    const replies = await Promise.all([
      discharge({ version, dischargeDate: today() }),
      discharge({ version, dischargeDate: addDays(today(), -1) }, teamLead),
    ])
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 409])
  })
})

describe('closing while a colleague records what the check-list asks about', () => {
  const ahead = addDays(today(), 2)
  const kinds = {
    appointment: { appointmentDate: ahead, outcome: null },
    treatmentPlan: {},
    equipmentAssessment: { askedDate: today(), orderedDate: today() },
    onwardReferral: {},
  } as const
  const added = (kind: keyof typeof kinds) =>
    saveRecordOf(service, teamLead, caseOf(kind), ground, { ...kinds[kind] })
  it.each<[string, () => Promise<{ status: number }>]>([
    ['an appointment', () => added('appointment')],
    ['a treatment plan', () => added('treatmentPlan')],
    ['equipment', () => added('equipmentAssessment')],
    ['an onward referral', () => added('onwardReferral')],
    [
      'a task',
      () =>
        service.ask(saveTask, { id: 0, pathwayId: ground.pathwayId, text: 'Ring', dueDate: ahead }, teamLead),
    ],
    [
      'a red flag',
      () => service.ask(saveFlag, { ...redFlagOf(ground.patientId), reviewDate: ahead }, teamLead),
    ],
  ])('asks about it, or it is refused: %s', async (what, add) => {
    for (const isFirst of [true, false, true, false]) {
      ground = await aGround(service, clinician)
      await endPlan()
      await aRecord(service, clinician, caseOf('frat'), ground)
      const both = [add, () => cancel({ openPlansConfirmed: false })]
      const replies = await Promise.all((isFirst ? both : both.toReversed()).map((each) => each()))
      const [recorded, closed] = isFirst ? replies : replies.toReversed()
      // A red flag belongs to the patient, whether or not a referral is open.
      const either =
        what === 'a red flag' && closed?.status === 200
          ? [[200, 200]]
          : [
              [200, 400],
              [409, 200],
            ]
      expect(either).toContainEqual([recorded?.status, closed?.status])
    }
  })
})

describe('a closed pathway', () => {
  beforeEach(async () => {
    await cancel()
  })

  it('keeps comments, notes and consent open', async () => {
    const notes = {
      comments: 'Family will ring',
      generalNotes: 'Keys with neighbour',
      consentGiven: false,
      consentDate: today(),
    }
    expect((await save(notes)).status).toBe(200)
    expect((await view()).pathway).toMatchObject(notes)
  })

  it.each([
    ['referral date', { referralDate: addDays(today(), -29) }],
    ['scale', { vasScaleId: 1 }],
  ])('refuses a change of the %s', async (_what, change) => {
    expect(await save(change)).toMatchObject({ status: 409, body: { code: 'closed-pathway' } })
  })
})

describe('parts of a pathway', () => {
  it('leaves what a save does not speak of', async () => {
    const before = (await view()).pathway
    await save({ comments: 'Knock loudly' })
    await save({ vasScaleId: await firstOf(service, 'vas_scale') })
    await save({ consentGiven: true, consentDate: '2026-01-05' })
    const { pathway } = await view()
    expect(pathway).toMatchObject({
      comments: 'Knock loudly',
      vasScaleId: await firstOf(service, 'vas_scale'),
      consentGiven: true,
      consentDate: '2026-01-05',
      referralDate: before.referralDate,
      referrerId: before.referrerId,
      generalNotes: null,
    })
    await save({ comments: '', consentGiven: null })
    expect((await view()).pathway).toMatchObject({
      comments: null,
      consentGiven: null,
      consentDate: '2026-01-05',
    })
  })

  it('does not blank what a referral needs', async () => {
    expect(await save({ referralDate: '', referrerId: '', referralMethodId: '' })).toMatchObject({
      status: 400,
      body: {
        referralDate: 'Referral Date required',
        referrerId: 'Referrer required',
        referralMethodId: 'Referral Method required',
      },
    })
  })

  it('accepts no referral or consent before birth', async () => {
    const before = (await view()).pathway
    const early = { referralDate: '1899-12-31', consentDate: '1899-12-31' }
    expect(await save(early)).toMatchObject({
      status: 400,
      body: {
        referralDate: 'The date is before the date of birth',
        consentDate: 'The date is before the date of birth',
      },
    })
    const referral = {
      referrerId: Number(before.referrerId),
      referralMethodId: Number(before.referralMethodId),
    }
    expect(await save({ id: 0, secondReferral: true, ...referral, ...early })).toMatchObject({
      status: 400,
      body: { consentDate: 'The date is before the date of birth' },
    })
    expect((await view()).pathway).toEqual(before)
  })

  it('says all that is missing or wrong of a new referral at once', async () => {
    expect(await save({ id: 0, referralDate: '31/02/2026' })).toMatchObject({
      status: 400,
      body: {
        referralDate: expect.stringContaining('real date'),
        referrerId: 'Referrer required',
        referralMethodId: 'Referral Method required',
      },
    })
  })

  it('tells the history of the pathway with names', async () => {
    await save({ comments: 'Knock loudly' })
    await cancel({ declinedReferralId: await firstOf(service, 'declined_referral') })
    const { body } = await service.ask(pathwayHistory, { id: ground.pathwayId }, clinician)
    expect(body).toMatchObject([
      { what: 'recorded', fields: expect.arrayContaining([expect.objectContaining({ name: 'Referrer' })]) },
      { what: 'changed', fields: [{ name: 'Comments', before: null, after: 'Knock loudly' }] },
      {
        what: 'changed',
        fields: expect.arrayContaining([
          expect.objectContaining({ name: 'Reason', after: expect.stringMatching(/[a-z]/) }),
        ]),
      },
    ])
  })
})

describe('the pathway as one reply', () => {
  it('takes two queries beside rights and audit, whatever the number of records', async () => {
    for (const kind of ['frat', 'wellbeing', 'treatmentPlan', 'followup', 'onwardReferral', 'bmi'] as const)
      for (let n = 0; n < 3; n += 1) await aRecord(service, clinician, caseOf(kind), ground)
    let asked = 0
    const count = () => {
      asked += 1
    }
    const { pool } = service.db
    pool.on('acquire', count)
    await view()
    pool.removeListener('acquire', count)
    // The lookup of the caller, how much there is, the data shown, and the row in the audit trail.
    expect(asked).toBe(4)
  })
})
