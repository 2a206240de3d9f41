import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addDays, today } from '../../../contract/platform/dates/dates.ts'
import {
  deletedRecords,
  getPathway,
  type DeletedRecord,
  type PathwayView,
} from '../../../contract/pathways/referral/pathway.ts'
import { treatmentPlan } from '../../../contract/pathways/records/treatmentPlan.ts'
import { aPathway } from '../../testing/world/factories.ts'
import {
  aGround,
  aRecord,
  bodyOf,
  caseOf,
  saveRecordOf,
  type Ground,
} from '../../testing/values/recordCases.ts'
import { testService, type TestService } from '../../testing/process/service.ts'
import type { TestUser } from '../../testing/world/users.ts'

/* Rules specific to a kind of record. */

let service: TestService
let clinician: TestUser
let ground: Ground

beforeAll(async () => {
  service = await testService()
  clinician = await service.as('Clinician')
  ground = await aGround(service, clinician)
})
afterAll(() => service.close())

const save = (kind: Parameters<typeof caseOf>[0], overrides: Record<string, unknown>) =>
  saveRecordOf(service, clinician, caseOf(kind), ground, overrides)
const get = async (kind: Parameters<typeof caseOf>[0], id: number) =>
  (await service.ask(caseOf(kind).calls.get, { id }, clinician)).body
const idIn = async (table: 'goals_achieved' | 'equipment', code: string) =>
  (await service.db.sql.selectFrom(table).select('id').where('code', '=', code).executeTakeFirstOrThrow()).id

describe('Attendance', () => {
  it('refuses a pathway in the body that is another than the one in the address', async () => {
    const { path } = caseOf('exerciseAttendance').calls.save
    const other = await aGround(service, clinician)
    const { statusCode, body } = await service.app.inject({
      method: 'POST',
      url: `${path}?pathwayId=${ground.pathwayId}`,
      payload: bodyOf(caseOf('exerciseAttendance'), ground, { pathwayId: other.pathwayId }),
      headers: { authorization: `Bearer ${clinician.accessToken}` },
    })
    expect([statusCode, JSON.parse(body)]).toEqual([
      400,
      { pathwayId: 'The URL and the request name different ones' },
    ])
  })

  it('that was deleted is offered for restoring only while its plan stands', async () => {
    const teamLead = await service.as('Team Lead')
    const plan = await aRecord(service, clinician, caseOf('exercise'), ground)
    const of = { ...ground, exerciseId: plan.id }
    const { id } = await aRecord(service, clinician, caseOf('exerciseAttendance'), of)
    const { calls } = caseOf('exerciseAttendance')
    const plans = caseOf('exercise').calls
    const offered = async () => {
      const { body } = await service.ask(deletedRecords, { id: ground.pathwayId }, teamLead)
      const records = body as DeletedRecord[]
      return records.some((record) => record.kind === 'exerciseAttendance' && record.id === id)
    }
    await service.ask(calls.delete, { id, version: 1, pathwayId: ground.pathwayId }, clinician)
    expect(await offered()).toBe(true)
    await service.ask(plans.delete, { id: plan.id, version: 1 }, clinician)
    expect(await offered()).toBe(false)
    expect((await service.ask(calls.restore, { id }, teamLead)).status).toBe(404)
    await service.ask(plans.restore, { id: plan.id }, teamLead)
    expect(await offered()).toBe(true)
    expect((await service.ask(calls.restore, { id }, teamLead)).status).toBe(200)
  })
})

describe('FRAT', () => {
  const allNo = {
    fallInLastYear: false,
    fourOrMoreMedicines: false,
    strokeOrParkinsons: false,
    balanceProblems: false,
    cannotRiseFromChair: false,
  }

  it.each([0, 5, '0', '5'])('takes a score of %j', async (fratScore) => {
    const { id } = await aRecord(service, clinician, caseOf('frat'), ground, { fratScore })
    expect(await get('frat', id)).toMatchObject({ fratScore: Number(fratScore), fallInLastYear: null })
  })

  it.each([6, -1, 2.5, '', ' ', null, undefined, false, true, 'three', '3.0', [3], {}, '٣'])(
    'refuses a score of %j',
    async (fratScore) => {
      expect(await save('frat', { fratScore })).toMatchObject({
        status: 400,
        body: { fratScore: 'FRAT score invalid' },
      })
    },
  )

  it('takes five answers that add up to the score', async () => {
    const answers = { ...allNo, fallInLastYear: true, balanceProblems: true }
    const { id } = await aRecord(service, clinician, caseOf('frat'), ground, { ...answers, fratScore: 2 })
    expect(await get('frat', id)).toMatchObject({ ...answers, fratScore: 2 })
  })

  it('refuses five answers that add up to something else', async () => {
    expect(await save('frat', { ...allNo, fratScore: 2 })).toMatchObject({
      status: 400,
      body: { fratScore: 'The score is not what the five answers add up to' },
    })
  })

  it('refuses some answers without the others', async () => {
    expect(await save('frat', { fallInLastYear: true, fratScore: 1 })).toMatchObject({
      status: 400,
      body: { balanceProblems: 'Answer all five questions, or none of them' },
    })
  })

  it('drops answers that a typed score no longer agrees with', async () => {
    const { id } = await aRecord(service, clinician, caseOf('frat'), ground, { ...allNo, fratScore: 0 })
    expect((await save('frat', { id, version: 1, fratScore: 4 })).status).toBe(200)
    expect(await get('frat', id)).toMatchObject({
      fratScore: 4,
      fallInLastYear: null,
      cannotRiseFromChair: null,
    })
  })
})

describe('Wellbeing', () => {
  const concernIds = async () =>
    (await service.db.sql.selectFrom('concern').select('id').orderBy('id').limit(4).execute()).map(
      ({ id }) => id,
    )
  const saveWith = (concerns: unknown, assessment: Record<string, unknown> = {}) =>
    service.ask(
      caseOf('wellbeing').calls.save,
      {
        assessment: {
          id: 0,
          ...caseOf('wellbeing').parent(ground),
          ...caseOf('wellbeing').fields(ground),
          ...assessment,
        },
        concerns,
      },
      clinician,
      { 'idempotency-key': crypto.randomUUID() },
    )
  const concernsOf = async (id: number) =>
    ((await get('wellbeing', id)) as { concerns: { id: number }[] }).concerns.map((concern) => concern.id)

  it('saves the assessment with its concerns, each once', async () => {
    const [first = 0, second = 0] = await concernIds()
    const { body } = await saveWith([second, first, second])
    expect((await concernsOf((body as { id: number }).id)).sort()).toEqual([first, second])
  })

  it('takes an assessment without concerns', async () => {
    const { status, body } = await saveWith([])
    expect(status).toBe(200)
    expect(await concernsOf((body as { id: number }).id)).toEqual([])
  })

  it('changes the list alone, with a version of its own, and says which in the history', async () => {
    const [first = 0, second = 0, third = 0] = await concernIds()
    const { id } = (await saveWith([first, second])).body as { id: number }
    expect(await saveWith([second, third], { id, version: 1 })).toMatchObject({
      status: 200,
      body: { version: 2 },
    })
    expect((await concernsOf(id)).sort()).toEqual([second, third])
    const history = (await service.ask(caseOf('wellbeing').calls.history, { id }, clinician)).body
    expect(history).toMatchObject([{ what: 'recorded' }, { what: 'changed', fields: [{ name: 'Concerns' }] }])
  })

  it.each([[[987_654]], [['x']], [[null]], ['1'], [null], [undefined]])(
    'refuses %j as concerns and saves nothing of it',
    async (concerns) => {
      const count = async () =>
        Number(
          (await service.db.owner.query<{ n: string }>('select count(*) as n from wellbeing')).rows[0]?.n,
        )
      const before = await count()
      expect((await saveWith(concerns)).status).toBe(400)
      expect(await count()).toBe(before)
    },
  )
})

describe('Treatment plan', () => {
  it("asks for the reason when goals achieved is 'No'", async () => {
    const goalsAchievedId = await idIn('goals_achieved', 'no')
    for (const goalsNotAchievedReason of ['', '  ', null, undefined])
      expect(await save('treatmentPlan', { goalsAchievedId, goalsNotAchievedReason })).toMatchObject({
        status: 400,
        body: { goalsNotAchievedReason: 'Reason Goals Not Achieved required.' },
      })
    const reason = { goalsAchievedId, goalsNotAchievedReason: 'Went into hospital' }
    const { id } = await aRecord(service, clinician, caseOf('treatmentPlan'), ground, reason)
    expect(await get('treatmentPlan', id)).toMatchObject(reason)
  })

  it('asks for the reason together with whatever else is missing', async () => {
    const goalsAchievedId = await idIn('goals_achieved', 'no')
    for (const goalsNotAchievedReason of ['', null, undefined]) {
      const sent = { goalsAchievedId, goalsNotAchievedReason, patientGoals: '', clinicianId: null }
      expect((await save('treatmentPlan', sent)).body).toEqual({
        patientGoals: 'Patient Goals required',
        clinicianId: 'Clinician required',
        goalsNotAchievedReason: 'Reason Goals Not Achieved required.',
      })
    }
    const yes = { goalsAchievedId: await idIn('goals_achieved', 'yes'), patientGoals: '' }
    expect((await save('treatmentPlan', yes)).body).toEqual({ patientGoals: 'Patient Goals required' })
  })

  it('clears the reason with any other choice, also when a stale form sends one', async () => {
    const no = await idIn('goals_achieved', 'no')
    const yes = await idIn('goals_achieved', 'yes')
    const { id } = await aRecord(service, clinician, caseOf('treatmentPlan'), ground, {
      goalsAchievedId: no,
      goalsNotAchievedReason: 'Went into hospital',
    })
    const stale = { id, version: 1, goalsAchievedId: yes, goalsNotAchievedReason: 'Went into hospital' }
    expect((await save('treatmentPlan', stale)).status).toBe(200)
    expect(await get('treatmentPlan', id)).toMatchObject({
      goalsAchievedId: yes,
      goalsNotAchievedReason: null,
    })
  })

  it('keeps outcome and reason that a save does not speak of', async () => {
    const no = await idIn('goals_achieved', 'no')
    const { id } = await aRecord(service, clinician, caseOf('treatmentPlan'), ground, {
      goalsAchievedId: no,
      goalsNotAchievedReason: 'Went into hospital',
    })
    const silent = {
      id,
      version: 1,
      patientGoals: 'Less',
      goalsAchievedId: undefined,
      goalsNotAchievedReason: undefined,
    }
    expect((await save('treatmentPlan', silent)).status).toBe(200)
    expect(await get('treatmentPlan', id)).toMatchObject({
      goalsAchievedId: no,
      goalsNotAchievedReason: 'Went into hospital',
    })
  })

  it('ends on the day its outcome is recorded, and a corrected outcome leaves that day', async () => {
    const pathway = await aPathway(service, clinician)
    const on = { ...ground, pathwayId: pathway.id, patientId: pathway.patientId }
    const plan = caseOf('treatmentPlan')
    const { id } = await aRecord(service, clinician, plan, on)
    const ended = async () =>
      (
        await service.db.sql
          .selectFrom('treatment_plan')
          .select('ended_date')
          .where('id', '=', id)
          .executeTakeFirstOrThrow()
      ).ended_date
    expect(await ended()).toBeNull()
    const yes = await idIn('goals_achieved', 'yes')
    await saveRecordOf(service, clinician, plan, on, { id, version: 1, goalsAchievedId: yes })
    expect(await ended()).toBe(today())
    await service.db.owner.query(`update treatment_plan set ended_date = '2026-01-05' where id = $1`, [id])
    const partially = await idIn('goals_achieved', 'partially')
    await saveRecordOf(service, clinician, plan, on, { id, version: 2, goalsAchievedId: partially })
    expect(await ended()).toBe('2026-01-05')
    await saveRecordOf(service, clinician, plan, on, { id, version: 3, goalsAchievedId: null })
    expect(await ended()).toBeNull()
  })

  it('takes the day ended with the outcome, from the treatment date to today', async () => {
    const goalsAchievedId = await idIn('goals_achieved', 'yes')
    const began = addDays(today(), -15)
    const { id } = await aRecord(service, clinician, caseOf('treatmentPlan'), ground, {
      treatmentDate: began,
      goalsAchievedId,
      endedDate: addDays(today(), -10),
    })
    expect(await get('treatmentPlan', id)).toMatchObject({ endedDate: addDays(today(), -10) })
    const later = { id, version: 1, treatmentDate: addDays(today(), -9), goalsAchievedId }
    expect((await save('treatmentPlan', later)).status).toBe(200)
    expect(await get('treatmentPlan', id)).toMatchObject({ endedDate: addDays(today(), -9) })
    const refused: [Record<string, unknown>, string][] = [
      [{ goalsAchievedId, endedDate: addDays(began, -1) }, 'The day is before the treatment date'],
      [{ goalsAchievedId, endedDate: addDays(today(), 1) }, 'The date cannot be after today'],
      [{ endedDate: began }, 'A plan ends with a goals outcome: choose it, or clear this day'],
    ]
    for (const [sent, endedDate] of refused)
      expect(await save('treatmentPlan', { treatmentDate: began, ...sent })).toMatchObject({
        status: 400,
        body: { endedDate },
      })
  })

  it('ends a plan that is booked today, because it will not take place', async () => {
    const goalsAchievedId = await idIn('goals_achieved', 'yes')
    const treatmentDate = addDays(today(), 40)
    const { body } = await save('treatmentPlan', { treatmentDate, goalsAchievedId })
    const { id } = body as { id: number }
    expect(await get('treatmentPlan', id)).toMatchObject({ endedDate: today() })
    const again = { id, version: 1, treatmentDate, goalsAchievedId, patientGoals: 'None' }
    expect((await save('treatmentPlan', again)).status).toBe(200)
  })

  it('refuses an outcome that is not on the list', async () => {
    expect(await save('treatmentPlan', { goalsAchievedId: 987_654 })).toMatchObject({
      status: 400,
      body: { goalsAchievedId: 'Choose from the list' },
    })
    expect(treatmentPlan.save.path).toBe('/api/treatmentPlan/save')
  })
})

describe('No-plan decision', () => {
  it('is one for a referral, undone by deleting, and brought back only where there is no other', async () => {
    const kind = caseOf('noPlanDecision')
    const on = await aGround(service, clinician)
    const first = await aRecord(service, clinician, kind, on)
    const refused = {
      status: 409,
      body: { message: expect.stringContaining('has a no-plan decision already') },
    }
    expect(await saveRecordOf(service, clinician, kind, on)).toMatchObject(refused)
    await service.ask(kind.calls.delete, { id: first.id, version: 1 }, clinician)
    await aRecord(service, clinician, kind, on, { reason: 'planDeclined' })
    const teamLead = await service.as('Team Lead')
    expect(await service.ask(kind.calls.restore, { id: first.id }, teamLead)).toMatchObject(refused)
  })
})

describe('Exercise plan', () => {
  it('is not completed before it begins', async () => {
    const late = { exercisePlanDate: addDays(today(), -5), completedDate: addDays(today(), -6) }
    expect(await save('exercise', late)).toMatchObject({
      status: 400,
      body: { completedDate: 'The completed date is before the exercise plan date' },
    })
    const { id } = await aRecord(service, clinician, caseOf('exercise'), ground, {
      completedDate: addDays(today(), -3),
    })
    const moved = { id, version: 1, exercisePlanDate: addDays(today(), -2), completedDate: undefined }
    expect(await save('exercise', moved)).toMatchObject({
      status: 400,
      body: { exercisePlanDate: 'The exercise plan date is after the completed date' },
    })
  })
})

describe('Attendance', () => {
  const attend = (overrides: Record<string, unknown>) => save('exerciseAttendance', overrides)

  it('belongs to an exercise plan of the pathway in the query', async () => {
    const other = await aGround(service, clinician)
    expect((await attend({ pathwayId: other.pathwayId })).status).toBe(409)
    expect((await attend({ exerciseId: other.exerciseId })).status).toBe(409)
    expect((await attend({ exerciseId: 987_654 })).status).toBe(404)
    const { id } = await aRecord(service, clinician, caseOf('exerciseAttendance'), ground)
    const remove = (pathwayId: number) =>
      service.ask(caseOf('exerciseAttendance').calls.delete, { id, version: 1, pathwayId }, clinician)
    expect((await remove(other.pathwayId)).status).toBe(409)
    expect((await remove(ground.pathwayId)).status).toBe(200)
  })

  it('reads the pathway from the query alone', async () => {
    const { pathwayId, ...body } = { id: 0, ...caseOf('exerciseAttendance').parent(ground) } as Record<
      string,
      unknown
    >
    const reply = await service.app.inject({
      method: 'POST',
      url: '/api/exerciseAttendance/save',
      query: { pathwayId: String(pathwayId) },
      payload: { ...body, ...caseOf('exerciseAttendance').fields(ground), minutes: 45 },
      headers: { authorization: `Bearer ${clinician.accessToken}` },
    })
    expect(reply.statusCode).toBe(200)
  })

  it('means attended when a sender does not say, and refuses an unknown status', async () => {
    const { id } = (await attend({ attendanceStatus: undefined, minutes: undefined })).body as { id: number }
    expect(await get('exerciseAttendance', id)).toMatchObject({ attendanceStatus: '5', minutes: null })
    expect(await attend({ attendanceStatus: '9' })).toMatchObject({
      status: 400,
      body: { attendanceStatus: 'Choose from the list' },
    })
    expect(await attend({ minutes: 0 })).toMatchObject({ status: 400 })
  })

  it('goes out of sight with its plan and comes back with it', async () => {
    const own = await aGround(service, clinician)
    const { id } = await aRecord(service, clinician, caseOf('exerciseAttendance'), own)
    const teamLead = await service.as('Team Lead')
    const shown = async () =>
      (
        (await service.ask(getPathway, { id: own.pathwayId }, clinician)).body as PathwayView
      ).exerciseAttendance.map((attendance) => attendance.id)
    expect(await shown()).toEqual([id])
    await service.ask(caseOf('exercise').calls.delete, { id: own.exerciseId, version: 1 }, clinician)
    expect(await shown()).toEqual([])
    expect((await service.ask(caseOf('exerciseAttendance').calls.get, { id }, clinician)).status).toBe(404)
    await service.ask(caseOf('exercise').calls.restore, { id: own.exerciseId }, teamLead)
    expect(await shown()).toEqual([id])
  })
})

describe('Equipment', () => {
  it("asks what it is when the equipment is 'Other', and keeps the text otherwise", async () => {
    const other = await idIn('equipment', 'other')
    for (const text of ['', ' ', null, undefined])
      expect(await save('equipmentAssessment', { equipmentId: other, other: text })).toMatchObject({
        status: 400,
        body: { other: 'Other required' },
      })
    // Reported together with any other problem, whether the contract or the rules for its days find it.
    const described = { equipmentId: other, other: '' }
    expect((await save('equipmentAssessment', { ...described, askedDate: '2026-02-30' })).body).toMatchObject(
      {
        other: 'Other required',
        askedDate: expect.any(String) as string,
      },
    )
    const backwards = { askedDate: addDays(today(), -2), orderedDate: addDays(today(), -3) }
    expect((await save('equipmentAssessment', { ...described, ...backwards })).body).toEqual({
      other: 'Other required',
      orderedDate: 'The day is before it was asked for',
    })
    const { id } = await aRecord(service, clinician, caseOf('equipmentAssessment'), ground, {
      equipmentId: other,
      other: 'Bed pull',
    })
    await save('equipmentAssessment', { id, version: 1, equipmentId: ground.equipmentId, other: undefined })
    expect(await get('equipmentAssessment', id)).toMatchObject({
      equipmentId: ground.equipmentId,
      other: 'Bed pull',
    })
  })
})

describe('BMI', () => {
  it.each([10, 15, 24.5, '24.5', 50])('takes %j', async (bmi) => {
    const unusualConfirmed = Number(bmi) < 15 ? true : undefined
    const { id } = await aRecord(service, clinician, caseOf('bmi'), ground, { bmi, unusualConfirmed })
    expect(await get('bmi', id)).toMatchObject({ bmi: Number(bmi) })
  })

  it.each([9.9, 80.1, 0, -20, '24,5', '24.55', 'x', true, '1e1'])('refuses %j', async (bmi) => {
    const { status, body } = await save('bmi', { bmi })
    expect(status).toBe(400)
    expect(Object.keys(body as object)).toEqual(['bmi'])
  })

  it.each([14.9, 50.1])('asks again about %j', async (bmi) => {
    expect(await save('bmi', { bmi })).toMatchObject({
      status: 400,
      body: { unusualConfirmed: `A BMI of ${bmi} is unusual. Tick to record it all the same.` },
    })
    expect((await save('bmi', { bmi, unusualConfirmed: true })).status).toBe(200)
  })
})
