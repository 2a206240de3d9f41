import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addDays, today } from '../../../contract/platform/dates/dates.ts'
import type { InputOf } from '../../../contract/platform/calls/endpoint.ts'
import { saveFlag } from '../../../contract/patients/flags/flag.ts'
import { formatLongDate } from '../../../contract/platform/words/format.ts'
import { composeLetter, signLetter, type ComposedLetter } from '../../../contract/care/letters/letter.ts'
import type { LetterRecipient } from '../../../contract/care/letters/recipients.ts'
import type { RecordKindName } from '../../../contract/pathways/records/kinds.ts'
import { aClinician, aPathway, aPatient, expectSaved, firstOf } from '../../testing/world/factories.ts'
import { templateFor } from '../../testing/known/knownLetters.ts'
import { caseOf, aRecord, type Ground } from '../../testing/values/recordCases.ts'
import { testService, type TestService } from '../../testing/process/service.ts'
import type { TestUser } from '../../testing/world/users.ts'

const ago = (days: number): string => addDays(today(), -days)
const long = (days: number): string => formatLongDate(ago(days))

let service: TestService
let clinician: TestUser
let ground: Ground

beforeAll(async () => {
  service = await testService()
  clinician = await service.as('Clinician')
  await service.db.owner.query(
    `insert into organisation (id, type, name, name_key) values ('M85001', 'GP Practices', 'Willow Lane Surgery', 'willow')`,
  )
  ground = await aReferral({ dateOfBirth: '1941-03-04' })
})
afterAll(() => service.close())

const aReferral = async (more: object = {}): Promise<Ground> => {
  const { id: patientId } = await aPatient(service, clinician, { registeredGP: 'M85001', ...more })
  const { id: pathwayId } = await aPathway(service, clinician, { patientId, referralDate: ago(200) })
  return {
    ...{ pathwayId, patientId, exerciseId: 0, teamMemberId: 0 },
    clinicianId: await aClinician(service),
    locationId: await firstOf(service, 'location'),
    concernId: await firstOf(service, 'concern'),
    equipmentId: await firstOf(service, 'equipment'),
    referToId: await firstOf(service, 'refer_to'),
    methodId: await firstOf(service, 'method'),
    exerciseTypeId: await firstOf(service, 'exercise_type'),
  }
}

const record = (kind: RecordKindName, fields: object) =>
  aRecord(service, clinician, caseOf(kind), ground, { ...fields })

const redFlag = async (patientId: number, fields: object): Promise<void> => {
  const input = { id: 0, patientId, kind: 'redFlag', ...fields } as unknown as InputOf<typeof saveFlag>
  expectSaved('flag', await service.ask(saveFlag, input, clinician))
}

const discharge = (pathwayId: number) =>
  service.db.owner.query(
    `update pathway set discharge_date = $2, discharge_clinician_id = (select min(id) from clinician),
       discharge_reason_id = (select min(id) from discharge_reason), discharged_to_id = (select min(id) from discharged_to)
     where id = $1`,
    [pathwayId, today()],
  )

const composed = async (pathwayId: number, recipient: LetterRecipient): Promise<ComposedLetter> => {
  const templateId = await templateFor(service, recipient, 'discharge')
  return (await service.ask(composeLetter, { pathwayId, templateId }, clinician)).body as ComposedLetter
}

/** The list items below a heading of the letter; null if it has no such heading. */
const under = (body: string, heading: string): string[] | null => {
  const part = body.split(/^# /m).find((each) => each.startsWith(`${heading}\n`))
  return part === undefined
    ? null
    : part
        .split('\n')
        .slice(1)
        .filter((line) => line !== '')
}
const headingsOf = (body: string): string[] => [...body.matchAll(/^# (.+)$/gm)].map(([, words = '']) => words)

describe('the discharge letter to the practice', () => {
  it('says what was found and done, under the headings of an outpatient letter, the actions first', async () => {
    await redFlag(ground.patientId, {
      ...{ category: 'blackout', action: 'sameDayGp', reviewDate: today() },
      detail: 'On the stairs, twice',
    })
    for (const [measure, values] of Object.entries({
      timedUpAndGo: [21.5, 18.4],
      chairStand30: [null, 6],
      gaitSpeed: [null, 0.7],
      fesI: [null, 38],
    }))
      for (const [place, value] of values.entries())
        if (value !== null)
          await record('measure', { measuredDate: ago(place === 0 ? 180 : 12), measure, value, aid: null })
    for (const [measure, value] of Object.entries({
      systolicLying: 148,
      diastolicLying: 82,
      systolicStanding1: 122,
      diastolicStanding1: 74,
    }))
      await record('measure', { measuredDate: ago(12), measure, value, aid: null })
    await record('fall', { fallDate: ago(40), injury: 'fracture', longLie: true, ambulance: true })
    await record('fall', { fallDate: ago(300), injury: 'headInjury' })
    await record('fall', {
      fallDate: ago(190),
      periodFrom: ago(400),
      fallCount: 3,
      injury: null,
      longLie: null,
      ambulance: null,
      place: null,
      activity: null,
    })
    await record('medicinesReview', { assessmentDate: ago(60), reviewAskedDate: ago(50), reviewedBy: null })
    await record('fallsChecklist', { assessmentDate: ago(12), hearing: 'done', boneHealth: 'referred' })
    await record('equipmentAssessment', { fittedDate: ago(20) })
    await record('onwardReferral', { referralDate: ago(90), outcome: 'seen', outcomeDate: ago(30) })
    await record('appointment', { appointmentDate: ago(30), outcome: 'attended' })
    await record('appointment', { appointmentDate: ago(20), outcome: 'didNotAttend' })
    await discharge(ground.pathwayId)
    const { title, body, concerns } = await composed(ground.pathwayId, 'gp')

    expect(title).toBe('Urgent: Discharge from the falls service')
    expect(headingsOf(body)).toEqual([
      'Actions for the practice',
      'Referrer details',
      'Attendance details',
      'History',
      'Examination findings',
      'Assessment scales',
      'Safety alerts',
      'Medications and medical devices',
      'Plan and requested actions',
    ])
    const flag = `Blackout or syncope: On the stairs, twice. Recorded on ${long(0)}. Done: same-day GP. To be dealt with by ${long(0)}`
    expect(under(body, 'Actions for the practice')).toEqual([
      `- Please act on the open red flag: ${flag}`,
      `- Please review medicines that raise the risk of falling: we asked for it on ${long(50)}, and no answer is recorded`,
      `- Please review postural hypotension: systolic 26 mmHg lower after standing on ${long(12)}`,
      `- Please make sure that osteoporosis and fracture risk are assessed: fracture in a fall, ${long(40)}`,
      'Please refer again if there is a further fall, or a change in walking or balance.',
    ])
    expect(under(body, 'Attendance details')).toContain(
      '- Appointments: 1 attended; 1 did not attend, no warning',
    )
    expect(under(body, 'History')).toEqual([
      `- Fall since the referral: ${long(40)}: fracture, over an hour on the floor, ambulance or emergency department`,
    ])
    expect(under(body, 'Examination findings')).toEqual([
      `- Blood pressure: lying 148/82, standing after 1 minute 122/74 mmHg on ${long(12)}`,
      '- Vision: Cataract in the left eye; referred',
      '- Osteoporosis and fracture risk: referred',
      '- Done, no finding written: Hearing',
      expect.stringMatching(
        /^- Not assessed: Gait, balance, mobility and muscle strength; .*Long-term conditions$/,
      ),
    ])
    expect(under(body, 'Assessment scales')).toEqual([
      `- Timed Up and Go (TUG): 21.5 s on ${long(180)}, then 18.4 s on ${long(12)} (Slow: over 15 s). Better by 3.1 s`,
      `- 30-second chair stand: 6 stands on ${long(12)} (Below average: under 8 for men of this age)`,
      `- Gait speed: 0.7 m/s on ${long(12)} (Slow: 0.8 m/s or less)`,
      `- FES-I (16 items): 38 on ${long(12)} (High concern about falling)`,
    ])
    expect(under(body, 'Safety alerts')).toEqual([`- Red flag, open: ${flag}`])
    expect(under(body, 'Medications and medical devices')).toEqual([
      `- Takes a medicine that raises the risk of falling: Yes; review asked for on ${long(50)}, not answered yet`,
      expect.stringContaining(`, fitted ${long(20)}`),
    ])
    expect(under(body, 'Plan and requested actions')).toEqual([
      expect.stringContaining(`, ${long(90)}: seen, and care given (${long(30)})`),
    ])
    expect(concerns).toContain('A red flag is open: Blackout or syncope.')
  })

  it('is not signed with an open red flag until that is meant, nor without its name', async () => {
    const { body, title, templateId } = await composed(ground.pathwayId, 'gp')
    const sign = (more: object) =>
      service.ask(
        signLetter,
        { id: 0, pathwayId: ground.pathwayId, templateId, title, body, ...more },
        clinician,
        { 'idempotency-key': crypto.randomUUID() },
      )
    const asked = 'A red flag is open: Blackout or syncope.'
    expect(await sign({})).toMatchObject({
      status: 400,
      body: { concernsConfirmed: `${asked} Tick to sign it all the same.` },
    })
    expect((await sign({ body: body.replaceAll(/blackout/gi, 'faint') })).body).toEqual({
      concernsConfirmed: `${asked} The letter does not name the red flag: Blackout or syncope. Tick to sign it all the same.`,
    })
    expect((await sign({ concernsConfirmed: true })).status).toBe(200)
  })

  it('has no heading with nothing below it for somebody for whom nothing was needed', async () => {
    const { pathwayId } = await aReferral()
    await discharge(pathwayId)
    const { title, body } = await composed(pathwayId, 'gp')
    expect(headingsOf(body)).toEqual(['Actions for the practice', 'Referrer details', 'Attendance details'])
    expect(under(body, 'Actions for the practice')).toEqual([
      'We ask for no action.',
      'No assessment, measure or finding is recorded of this referral, so this is not an all-clear.',
      'Please refer again if there is a further fall, or a change in walking or balance.',
    ])
    expect(body).not.toContain('Not Recorded')
    expect(title).toBe('Discharge from the falls service')
  })
})

describe('the discharge letter to the patient', () => {
  it('sends somebody with an open red flag to the GP, and is not at ease about what is not settled', async () => {
    const { body } = await composed(ground.pathwayId, 'patient')
    expect(headingsOf(body)[0]).toBe('Please ring your GP today')
    expect(body).toContain('Your blood pressure drops when you stand up.')
    expect(body).toContain('We have asked your GP practice to look at your medicines.')
    expect(body).not.toContain('look at your medicines once a year')
    expect(body.toLowerCase()).not.toContain('blackout')
  })

  it('says nothing of a suspicion about somebody at home', async () => {
    const { pathwayId, patientId } = await aReferral()
    await redFlag(patientId, { category: 'abuse', action: 'safeguardingLead', reviewDate: today() })
    expect((await composed(pathwayId, 'patient')).body).not.toContain('GP today')
    expect((await composed(pathwayId, 'gp')).body).toContain('Suspected abuse or neglect')
  })

  const exercise = 'Keep doing your exercises'
  it('speaks of exercises to somebody who did them alone', async () => {
    const without = await aReferral()
    await discharge(without.pathwayId)
    const { body } = await composed(without.pathwayId, 'patient')
    expect(body).not.toContain(exercise)
    expect(body).toContain('Keep moving every day.')
    expect(body).not.toContain('equipment')

    const never = await aReferral()
    const plan = await aRecord(service, clinician, caseOf('exercise'), never, { exercisePlanDate: ago(60) })
    await aRecord(
      service,
      clinician,
      caseOf('exerciseAttendance'),
      { ...never, exerciseId: plan.id },
      {
        attendanceStatus: '3',
      },
    )
    expect((await composed(never.pathwayId, 'patient')).body).not.toContain(exercise)

    const began = await aReferral()
    await aRecord(service, clinician, caseOf('exercise'), began, { exercisePlanDate: ago(60) })
    await aRecord(service, clinician, caseOf('appointment'), began, {
      appointmentDate: ago(60),
      outcome: 'didNotAttend',
    })
    const ordered = { orderedDate: ago(20), fittedDate: null }
    await aRecord(service, clinician, caseOf('equipmentAssessment'), began, ordered)
    const { body: never2 } = await composed(began.pathwayId, 'patient')
    expect(never2).not.toContain(exercise)
    expect(never2).not.toContain('equipment')

    const with_ = await aReferral()
    await aRecord(service, clinician, caseOf('exercise'), with_, { exercisePlanDate: ago(60) })
    await aRecord(service, clinician, caseOf('equipmentAssessment'), with_, { fittedDate: ago(20) })
    const { body: words } = await composed(with_.pathwayId, 'patient')
    expect(words).toContain(exercise)
    expect(words).toContain('Use the equipment you have')
  })
})
