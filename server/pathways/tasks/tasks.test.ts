import { sql as raw } from 'kysely'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { addDays, daysBetween, today } from '../../../contract/platform/dates/dates.ts'
import { formatDate } from '../../../contract/platform/words/format.ts'
import { assignOwner } from '../../../contract/pathways/owner.ts'
import { cancelReferral, getPathway, reinstateReferral } from '../../../contract/pathways/referral/pathway.ts'
import { dueGroupOf, dueOf, endOfWeek, usualTargets } from '../../../contract/stages/due.ts'
import { isCallStage, stages } from '../../../contract/stages/stage.ts'
import {
  discardLetter,
  letterWorkingDays,
  printLetters,
  saveLetter,
  signLetter,
} from '../../../contract/care/letters/letter.ts'
import { addWorkingDays } from '../../../contract/platform/dates/workingDays.ts'
import { exercise } from '../../../contract/pathways/records/exercise.ts'
import type { RecordKindName } from '../../../contract/pathways/records/kinds.ts'
import { exerciseAttendance } from '../../../contract/pathways/records/exerciseAttendance.ts'
import type { InputOf } from '../../../contract/platform/calls/endpoint.ts'
import { medicinesReview } from '../../../contract/pathways/records/medicinesReview.ts'
import { onwardReferral } from '../../../contract/pathways/records/onwardReferral.ts'
import type { RecordChange } from '../../../contract/platform/calls/record.ts'
import {
  closeTask,
  reopenTask,
  saveTask,
  taskHistory,
  tasksOfPathway,
  type Task,
} from '../../../contract/pathways/task.ts'
import { getToday, saveLateMail, type Today, type TodayPart } from '../../../contract/pathways/today.ts'
import { letterInputOf } from '../../testing/known/knownLetters.ts'
import {
  aClinician,
  aFrat,
  aPathway,
  expectSaved,
  firstOf,
  type Saved,
} from '../../testing/world/factories.ts'
import { deliver, startReceivers, type Receivers } from '../../testing/process/messages.ts'
import { caseOf, groundOf, saveRecordOf } from '../../testing/values/recordCases.ts'
import { testService, type TestService } from '../../testing/process/service.ts'
import { tokenFor, type TestUser } from '../../testing/world/users.ts'
import { moveByDay } from '../worklists/dayMoves.ts'
import { settleTasks } from './settle.ts'
import { lastInTime, stepDue, steps } from './targets.ts'

const day = 24 * 60 * 60_000

let service: TestService
let lead: TestUser
beforeAll(async () => {
  service = await testService()
  lead = await service.as('Team Lead')
})
afterEach(() => void vi.useRealTimers())
afterAll(() => service.close())

/** Advances the clock of this process. Tests run the nightly job themselves. */
const pass = (days: number): void => void vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + days * day })

const tasksOf = async (pathwayId: number): Promise<Task[]> =>
  (await service.ask(tasksOfPathway, { pathwayId }, lead)).body as Task[]
const openOf = async (pathwayId: number): Promise<Task[]> =>
  (await tasksOf(pathwayId)).filter(({ closedAt }) => closedAt === null)
const kindsOf = async (pathwayId: number) => (await openOf(pathwayId)).map(({ kind }) => kind)

const aTask = async (pathwayId: number, more: object = {}): Promise<Saved> => {
  const input = { id: 0, pathwayId, text: 'Ring about the grab rail', dueDate: today(), ...more }
  const reply = await service.ask(saveTask, input, lead)
  expect(reply.status).toBe(200)
  return reply.body as Saved
}

/** A signed-in clinician whose user is tied to a row in the list. */
const aTied = async (clinicianId: number, ...profiles: Parameters<TestService['as']>) => {
  const user = await service.as(...profiles)
  await service.db.sql
    .updateTable('app_user')
    .set({ clinician_id: clinicianId })
    .where('id', '=', user.userId)
    .execute()
  return user
}
const own = (pathwayId: number, clinicianId: number) =>
  service.ask(assignOwner, { pathwayIds: [pathwayId], clinicianId }, lead)
const todayOf = async (user: TestUser): Promise<Today> =>
  (await service.ask(getToday, {}, await tokenFor(service.db, service.time.now, user))).body as Today
const about = (part: TodayPart | null, pathwayId: number) =>
  part?.lines.filter((line) => line.pathwayId === pathwayId).map(({ what, text }) => `${what}: ${text}`)

describe('a task that somebody records', () => {
  it('is changed, closed with what came of it, opened again, and tells its history', async () => {
    const { id: pathwayId } = await aPathway(service, lead)
    const { id, version } = await aTask(pathwayId)
    const clinicianId = await aClinician(service, 'HOLT, Al (nurse)')
    const change = { id, version, pathwayId, text: 'Ring again', dueDate: addDays(today(), 2), clinicianId }
    const changed = (await service.ask(saveTask, change, lead)).body as Saved
    expect(await service.ask(saveTask, change, lead)).toMatchObject({
      status: 409,
      body: { code: 'conflict' },
    })
    const closed = await service.ask(closeTask, { ...changed, closedNote: 'Rail fitted' }, lead)
    expect(closed.body).toEqual({ id, version: 3 })
    expect(await tasksOf(pathwayId)).toMatchObject([
      { text: 'Ring again', clinician: 'HOLT, Al (nurse)', closedHow: 'person', closedNote: 'Rail fitted' },
    ])
    expect((await service.ask(closeTask, { id }, lead)).body).toEqual({ id, version: 3 })
    expect((await service.ask(saveTask, { ...change, version: 3 }, lead)).status).toBe(409)
    expect((await service.ask(reopenTask, { id, version: 3 }, lead)).status).toBe(200)
    expect(await kindsOf(pathwayId)).toEqual(['manual'])
    const history = (await service.ask(taskHistory, { id }, lead)).body as RecordChange[]
    expect(history.map(({ fields }) => fields.map(({ name, after }) => `${name}: ${after}`))).toEqual([
      ['What is to be done: Ring about the grab rail', `Due date: ${formatDate(today())}`],
      [
        'What is to be done: Ring again',
        `Due date: ${formatDate(addDays(today(), 2))}`,
        'Owner: HOLT, Al (nurse)',
      ],
      ['Closed by: person', 'What came of it: Rail fitted'],
      ['Closed by: null', 'What came of it: null'],
    ])
  })

  it('needs words and a day, and a referral that is open', async () => {
    const { id: pathwayId } = await aPathway(service, lead)
    const done = await aTask(pathwayId)
    await service.ask(closeTask, { ...done, closedNote: 'Rail fitted' }, lead)
    expect(await service.ask(saveTask, { id: 0, pathwayId, text: ' ', dueDate: '' }, lead)).toMatchObject({
      status: 400,
      body: { text: 'Say what is to be done', dueDate: 'Due date required' },
    })
    await service.ask(cancelReferral, { id: pathwayId, cancelReferralDate: today() }, lead)
    expect(
      await service.ask(saveTask, { id: 0, pathwayId, text: 'Ring', dueDate: today() }, lead),
    ).toMatchObject({ status: 409, body: { code: 'closed-pathway' } })
    expect(await service.ask(reopenTask, { id: done.id, version: 2 }, lead)).toMatchObject({
      status: 409,
      body: { code: 'closed-pathway' },
    })
  })

  it('is on the check-list of closing, and is nobody’s any more once the referral is closed', async () => {
    const { id: pathwayId } = await aPathway(service, lead)
    const clinicianId = await aClinician(service)
    const user = await aTied(clinicianId, 'Clinician')
    await own(pathwayId, clinicianId)
    await aTask(pathwayId)
    expect(about((await todayOf(user)).today, pathwayId)).toEqual(['task: Ring about the grab rail'])
    const cancel = { id: pathwayId, cancelReferralDate: today() }
    expect(await service.ask(cancelReferral, { ...cancel, openPlansConfirmed: false }, lead)).toMatchObject({
      status: 400,
      body: {
        openPlansConfirmed: expect.stringContaining('A task is open: Ring about the grab rail.') as string,
      },
    })
    // A sender that does not know the checklist is asked what it always was: nothing.
    expect((await service.ask(cancelReferral, cancel, lead)).status).toBe(200)
    expect((await todayOf(user)).today.total).toBe(0)
    await service.ask(reinstateReferral, { id: pathwayId }, lead)
    expect((await todayOf(user)).today.total).toBe(1)
  })
})

it('says of each list and day what the rule of the lists says', async () => {
  const targets = { ...usualTargets, awaitingWellbeing: 3, awaitingSecondFollowup: 31 }
  await service.db.owner.query(
    `update stage_target set awaiting_wellbeing = 3, awaiting_second_followup = 31`,
  )
  const { id } = await aPathway(service, lead)
  const now = today()
  for (const stage of stages)
    for (const since of [
      null,
      ...[0, 2, 3, 4, 27, 28, 29, 70, 92, 106, 130, 190].map((ago) => addDays(now, -ago)),
    ]) {
      const due = dueOf(stage, since, targets)
      await service.db.owner.query(
        'update work_list set stage = $2, since = $3, due = $4 where pathway_id = $1',
        [id, stage, since, isCallStage(stage) ? due : null],
      )
      const { rows } = await raw<{ due: string | null; isLate: boolean | null }>`
        select ${stepDue} as due, ${lastInTime} < ${now}::date as "isLate"
        from ${steps} where work_list.pathway_id = ${id}`.execute(service.db.sql)
      const isLate = due === null ? null : dueGroupOf(stage, due, targets, now) === 'late'
      expect({ stage, since, ...rows[0] }).toEqual({ stage, since, due, isLate })
    }
  await service.db.owner.query(
    'update stage_target set awaiting_wellbeing = 28, awaiting_second_followup = 14',
  )
  await service.db.owner.query('delete from work_list where pathway_id = $1', [id])
})

describe('a task that opens by itself', () => {
  it('opens when a target is missed, once, closes when the step is done, and opens again for the next', async () => {
    const { id: pathwayId } = await aPathway(service, lead, { referralDate: addDays(today(), -28) })
    await settleTasks(service.db.sql)
    expect(await kindsOf(pathwayId)).toEqual([])
    pass(1)
    await moveByDay(service.db.sql)
    await settleTasks(service.db.sql)
    await settleTasks(service.db.sql)
    const [missed] = await tasksOf(pathwayId)
    expect(missed).toMatchObject({
      kind: 'targetMissed',
      text: `Awaiting assessment: target was ${formatDate(addDays(today(), -1))}`,
      dueDate: addDays(today(), -1),
    })
    expect(await tasksOf(pathwayId)).toHaveLength(1)
    const user = await tokenFor(service.db, service.time.now, lead)
    await aFrat(service, user, pathwayId, { assessmentDate: addDays(today(), -1) })
    expect(await tasksOf(pathwayId)).toMatchObject([{ closedHow: 'cause', closedBy: null }])
    pass(29)
    await settleTasks(service.db.sql)
    expect((await openOf(pathwayId)).map(({ text }) => text.split(':')[0])).toEqual(['Awaiting wellbeing'])
  })

  it('that a person closed says why, and stays closed until the day to look again', async () => {
    const { id: pathwayId } = await aPathway(service, lead, { referralDate: addDays(today(), -60) })
    await settleTasks(service.db.sql)
    const [missed] = await openOf(pathwayId)
    const { id = 0, version } = missed ?? {}
    expect(await service.ask(closeTask, { id, version }, lead)).toMatchObject({
      status: 400,
      body: { closedNote: 'Say what came of it' },
    })
    expect(
      (
        await service.ask(
          closeTask,
          { id, version, closedNote: 'On holiday until May', lookAgainDate: addDays(today(), 90) },
          lead,
        )
      ).status,
    ).toBe(200)
    await settleTasks(service.db.sql)
    pass(10)
    await settleTasks(service.db.sql)
    expect(await kindsOf(pathwayId)).toEqual([])
    vi.useRealTimers()
    await service.ask(reopenTask, { id }, lead)
    expect(await kindsOf(pathwayId)).toEqual(['targetMissed'])
    const changed = { id, pathwayId, text: 'Other words', dueDate: today() }
    expect((await service.ask(saveTask, { ...changed, version: 3 }, lead)).status).toBe(409)
  })

  it('closes while the referral is closed, and is back when it is reinstated', async () => {
    const { id: pathwayId } = await aPathway(service, lead, { referralDate: addDays(today(), -60) })
    await settleTasks(service.db.sql)
    await service.ask(cancelReferral, { id: pathwayId, cancelReferralDate: today() }, lead)
    await settleTasks(service.db.sql)
    expect(await kindsOf(pathwayId)).toEqual([])
    await service.ask(reinstateReferral, { id: pathwayId }, lead)
    await settleTasks(service.db.sql)
    expect(await kindsOf(pathwayId)).toEqual(['targetMissed'])
    expect(await tasksOf(pathwayId)).toHaveLength(1)
  })

  it('asks after 28 days what came of an onward referral', async () => {
    const { id: pathwayId } = await aPathway(service, lead, { referralDate: addDays(today(), -27) })
    await service.ask(
      onwardReferral.save,
      {
        id: 0,
        pathwayId,
        referralDate: addDays(today(), -27),
        referralClinicianId: await aClinician(service),
        referToId: await firstOf(service, 'refer_to'),
        referralMethodId: await firstOf(service, 'method'),
      },
      lead,
    )
    expect(await kindsOf(pathwayId)).toEqual([])
    pass(1)
    await settleTasks(service.db.sql)
    const [asked] = await openOf(pathwayId)
    expect(asked).toMatchObject({ kind: 'onwardReferral', dueDate: today() })
    expect(asked?.text).toMatch(/^Ask what came of the onward referral of \d\d-[A-Z][a-z]{2}-\d{4} to ./)
  })

  it('asks after 28 days what came of a medicines review, until it was done', async () => {
    const { id: pathwayId } = await aPathway(service, lead, { referralDate: addDays(today(), -27) })
    const asked = {
      id: 0,
      pathwayId,
      assessmentDate: addDays(today(), -27),
      fallRiskMedicines: 'yes',
    } as const
    const review = (fields: Partial<InputOf<typeof medicinesReview.save>>) =>
      service.ask(medicinesReview.save, { ...asked, ...fields }, lead)
    expectSaved('review', await review({ reviewAskedDate: addDays(today(), -27) }))
    expect(await kindsOf(pathwayId)).toEqual([])
    pass(1)
    await settleTasks(service.db.sql)
    expect(await openOf(pathwayId)).toMatchObject([
      {
        kind: 'medicinesReview',
        dueDate: today(),
        text: `Ask what came of the medicines review asked for on ${formatDate(addDays(today(), -28))}`,
      },
    ])
    expectSaved('review', await review({ assessmentDate: today(), reviewDoneDate: today() }))
    expect(await kindsOf(pathwayId)).toEqual([])
  })

  it('opens when two sessions in a row were missed, and closes when the person comes again', async () => {
    const { id: pathwayId } = await aPathway(service, lead, { referralDate: addDays(today(), -27) })
    const plan = await service.ask(
      exercise.save,
      {
        id: 0,
        pathwayId,
        exercisePlanDate: addDays(today(), -20),
        clinicianId: await aClinician(service),
        exercisePlan: 'Otago',
      },
      lead,
    )
    const { id: exerciseId } = plan.body as Saved
    const session = async (daysAgo: number, attendanceStatus: '3' | '4' | '5') =>
      service.ask(
        exerciseAttendance.save,
        {
          id: 0,
          pathwayId,
          exerciseId,
          attendanceDate: addDays(today(), -daysAgo),
          exerciseTypeId: await firstOf(service, 'exercise_type'),
          locationId: await firstOf(service, 'location'),
          attendanceStatus,
        },
        lead,
      )
    await session(19, '3')
    await session(15, '5')
    await session(12, '3')
    // Cancelled by the service, so nobody missed it.
    await session(10, '4')
    expect(await kindsOf(pathwayId)).toEqual([])
    await session(8, '3')
    expect(await openOf(pathwayId)).toMatchObject([
      {
        kind: 'sessionsMissed',
        text: `Missed the last 2 sessions, since ${formatDate(addDays(today(), -12))}`,
        dueDate: addDays(today(), -7),
      },
    ])
    await session(5, '3')
    expect(await openOf(pathwayId)).toMatchObject([{ text: expect.stringContaining('last 3') as string }])
    await session(1, '5')
    expect(await kindsOf(pathwayId)).toEqual([])
  })

  it('opens when the first appointment of a plan was missed, and closes when somebody is seen', async () => {
    const { id: pathwayId, patientId } = await aPathway(service, lead, {
      referralDate: addDays(today(), -27),
    })
    const ground = await groundOf(service, lead, { pathwayId, patientId })
    const record = (kind: RecordKindName, fields: Record<string, unknown>) =>
      saveRecordOf(service, lead, caseOf(kind), ground, fields)
    await service.db.owner.query('update exercise set is_active = false where pathway_id = $1', [pathwayId])
    const day = addDays(today(), -3)
    await record('treatmentPlan', { treatmentDate: day })
    await record('appointment', { appointmentDate: day, outcome: 'didNotAttend' })
    expect(await openOf(pathwayId)).toMatchObject([
      {
        kind: 'firstMissed',
        text: `First appointment missed on ${formatDate(day)}: agree a new day`,
        dueDate: addDays(day, 1),
      },
    ])
    await record('appointment', { appointmentDate: addDays(day, 2), outcome: 'attended' })
    expect(await kindsOf(pathwayId)).toEqual([])
  })

  describe('a letter that does not leave', () => {
    const wordsFor = async () => {
      const { id } = await aPathway(service, lead, { referralDate: addDays(today(), -2) })
      return { ...(await letterInputOf(service, id)), id: 0, pathwayId: id, title: 'Your next visit' }
    }
    /** Changes the day on which it was written, because the database uses its own clock. */
    const writtenOn = (table: 'letter' | 'letter_draft', pathwayId: number, at: string) =>
      service.db.owner.query(`update ${table} set created_at = $2 where pathway_id = $1`, [pathwayId, at])

    it.each([
      { on: 'Monday 2 March', at: '2026-03-02T09:00Z', due: '2026-03-09' },
      { on: 'Friday 6 March', at: '2026-03-06T23:59Z', due: '2026-03-13' },
      { on: 'Saturday 7 March', at: '2026-03-07T00:00Z', due: '2026-03-13' },
      { on: 'Sunday 8 March', at: '2026-03-08T12:00Z', due: '2026-03-13' },
      { on: 'Wednesday 1 July, after midnight in London', at: '2026-06-30T23:30Z', due: '2026-07-08' },
    ])('opens five working days after it was begun on $on', async ({ at, due }) => {
      const words = await wordsFor()
      const { pathwayId } = words
      expectSaved('letter', await service.ask(saveLetter, words, lead))
      await writtenOn('letter_draft', pathwayId, at)
      vi.useFakeTimers({ toFake: ['Date'], now: Date.parse(`${addDays(due, -1)}T12:00Z`) })
      await settleTasks(service.db.sql)
      expect((await tasksOf(pathwayId)).filter(({ kind }) => kind === 'letterNotSent')).toEqual([])
      vi.setSystemTime(Date.parse(`${due}T12:00Z`))
      await settleTasks(service.db.sql)
      expect((await openOf(pathwayId)).filter(({ kind }) => kind === 'letterNotSent')).toMatchObject([
        {
          text: `Sign and send the letter begun on ${formatDate(today(Date.parse(at)))}: Your next visit`,
          dueDate: due,
        },
      ])
      expect(addWorkingDays(today(Date.parse(at)), letterWorkingDays)).toBe(due)
    })

    it('closes when it is signed, opens again when that one does not leave, and closes when it is printed', async () => {
      const words = await wordsFor()
      const { pathwayId } = words
      const draft = (await service.ask(saveLetter, words, lead)).body as Saved
      await writtenOn('letter_draft', pathwayId, '2026-03-02T09:00Z')
      await settleTasks(service.db.sql)
      expect(await kindsOf(pathwayId)).toEqual(['letterNotSent'])
      const signed = await service.ask(signLetter, { ...words, ...draft }, lead)
      expectSaved('signed', signed)
      expect(await kindsOf(pathwayId)).toEqual([])
      await writtenOn('letter', pathwayId, '2026-03-03T09:00Z')
      await settleTasks(service.db.sql)
      expect(await openOf(pathwayId)).toMatchObject([
        { text: 'Send the letter signed on 03-Mar-2026: Your next visit', dueDate: '2026-03-10' },
      ])
      expectSaved('printed', await service.ask(printLetters, { ids: [(signed.body as Saved).id] }, lead))
      expect(await tasksOf(pathwayId)).toMatchObject([{ closedHow: 'cause' }, { closedHow: 'cause' }])
    })

    it('closes when the draft is taken away', async () => {
      const words = await wordsFor()
      const { pathwayId } = words
      const draft = (await service.ask(saveLetter, words, lead)).body as Saved
      await writtenOn('letter_draft', pathwayId, '2026-03-02T09:00Z')
      await settleTasks(service.db.sql)
      expect(await kindsOf(pathwayId)).toEqual(['letterNotSent'])
      expectSaved('discarded', await service.ask(discardLetter, { ...draft, pathwayId }, lead))
      expect(await kindsOf(pathwayId)).toEqual([])
    })
  })

  it('opens with a red flag, due by when it is to be dealt with, and closes when the flag is ended', async () => {
    const { id: pathwayId, patientId } = await aPathway(service, lead, { referralDate: addDays(today(), -2) })
    const { rows } = await service.db.owner.query<{ id: string }>(
      `insert into patient_flag (patient_id, kind, category, action, review_date)
       values ($1, 'redFlag', 'longLie', 'clinic', $2) returning id`,
      [patientId, addDays(today(), 2)],
    )
    await settleTasks(service.db.sql)
    expect(await openOf(pathwayId)).toMatchObject([
      { kind: 'redFlag', text: 'Red flag: long lie', dueDate: addDays(today(), 2) },
    ])
    await service.db.owner.query(
      `update patient_flag set ended_at = now(), ended_note = 'Seen' where id = $1`,
      [rows[0]?.id],
    )
    await settleTasks(service.db.sql)
    expect(await tasksOf(pathwayId)).toMatchObject([{ closedHow: 'cause' }])
  })

  it('leaves a row in the audit trail in nobody’s name', async () => {
    const { id: pathwayId, patientId } = await aPathway(service, lead, {
      referralDate: addDays(today(), -90),
    })
    await settleTasks(service.db.sql)
    const { rows } = await service.db.owner.query(
      `select user_id, records from audit_event where action = 'settleTasks' and pathway_ids @> array[$1::bigint]`,
      [pathwayId],
    )
    expect(rows).toMatchObject([{ user_id: null }])
    const [missed] = await openOf(pathwayId)
    const history = (await service.ask(taskHistory, { id: missed?.id ?? 0 }, lead)).body as RecordChange[]
    expect(history).toMatchObject([{ by: null, what: 'recorded' }])
    expect(patientId).toBeGreaterThan(0)
  })
})

describe('Today', () => {
  it('shows what is mine late, today and this week, once each, and not what a colleague has', async () => {
    const clinicianId = await aClinician(service, 'VALE, Jo (nurse)')
    const user = await aTied(clinicianId, 'Clinician')
    // A Wednesday, so that today and the Sunday that ends the week are different days.
    pass((9 - (daysBetween('2024-01-01', today()) % 7)) % 7)
    const soon = await aPathway(service, lead, { referralDate: addDays(today(), -26) })
    const now = await aPathway(service, lead, { referralDate: addDays(today(), -28) })
    const late = await aPathway(service, lead, { referralDate: addDays(today(), -40) })
    const others = await aPathway(service, lead, { referralDate: addDays(today(), -40) })
    for (const { id } of [soon, now, late]) await own(id, clinicianId)
    await aTask(others.id, { clinicianId, dueDate: endOfWeek(today()), text: 'Send the leaflet' })
    const seen = async () => {
      const shown = await todayOf(user)
      return [shown.late, shown.today, shown.week].map(({ lines }) =>
        lines.map(({ what, pathwayId }) => `${what} ${pathwayId}`),
      )
    }
    // Before the job has seen the missed target, and after: no gap between the two.
    const week = [`step ${soon.id}`, `task ${others.id}`]
    expect(await seen()).toEqual([[`step ${late.id}`], [`step ${now.id}`], week])
    await settleTasks(service.db.sql)
    expect(await seen()).toEqual([[`task ${late.id}`], [`step ${now.id}`], week])
    const shown = await todayOf(user)
    expect(shown).toMatchObject({
      clinician: 'VALE, Jo (nurse)',
      unowned: null,
      longLate: null,
      lateMail: null,
    })
  })

  it('shows my calls that are due, and nobody who refused consent', async () => {
    const clinicianId = await aClinician(service)
    const user = await aTied(clinicianId, 'Clinician')
    const { id, patientId } = await aPathway(service, lead)
    await own(id, clinicianId)
    await service.db.owner.query(
      `update work_list set stage = 'awaitingFollowup', since = $2, due = $3 where pathway_id = $1`,
      [id, addDays(today(), -80), addDays(today(), 10)],
    )
    expect(about((await todayOf(user)).calls, id)).toEqual(['call: Awaiting follow-up'])
    await service.db.owner.query('update patient set consent_refused_date = $2 where id = $1', [
      patientId,
      today(),
    ])
    expect(about((await todayOf(user)).calls, id)).toEqual([])
    await service.db.owner.query('delete from work_list where pathway_id = $1', [id])
  })

  it('shows a Team Lead what nobody owns and what is seven days late, of anybody', async () => {
    const weekLate = await aPathway(service, lead, { referralDate: addDays(today(), -35) })
    const lessLate = await aPathway(service, lead, { referralDate: addDays(today(), -34) })
    const clinicianId = await aClinician(service)
    const before = await todayOf(lead)
    expect(about(before.unowned, weekLate.id)).toEqual(['step: Awaiting assessment'])
    await own(weekLate.id, clinicianId)
    const after = await todayOf(lead)
    expect(about(after.unowned, weekLate.id)).toEqual([])
    expect(after.unowned?.referrals).toBe((before.unowned?.referrals ?? 0) - 1)
    expect(about(after.longLate, weekLate.id)).toEqual(['step: Awaiting assessment'])
    expect(about(after.longLate, lessLate.id)).toEqual([])
  })

  it('is refused to people outside and to administrators, and records whom it showed', async () => {
    for (const profile of ['External', 'System Administrator', 'Information Governance', 'none'] as const)
      expect((await service.ask(getToday, {}, await service.as(profile))).status).toBe(403)
    const { patientId } = await aPathway(service, lead, { referralDate: addDays(today(), -35) })
    const { longLate } = await todayOf(lead)
    expect(longLate?.lines.some((line) => line.patientId === patientId)).toBe(true)
    const { rows } = await service.db.owner.query(
      `select patient_ids @> array[$1::bigint] as shown from audit_event
       where action = 'GET /api/today/get' order by id desc limit 1`,
      [patientId],
    )
    expect(rows).toEqual([{ shown: true }])
  })

  it('does not leak into the page of the pathway, which people outside may see', async () => {
    const { id } = await aPathway(service, lead)
    await aTask(id, { text: 'Zanzibar' })
    expect(JSON.stringify((await service.ask(getPathway, { id }, lead)).body)).not.toContain('Zanzibar')
    const external = await service.as('External')
    expect((await service.ask(tasksOfPathway, { pathwayId: id }, external)).status).toBe(403)
  })
})

describe('the weekly mail', () => {
  let messages: Receivers
  beforeAll(async () => {
    messages = await startReceivers()
  })
  afterAll(() => messages.close())

  it('counts what is 14 days late without a name, for each Team Lead who has not left it out', async () => {
    const [wants, wantsNot] = [await service.as('Team Lead'), await service.as('Team Lead')]
    const clinician = await service.as('Clinician')
    for (const { userId } of [wants, wantsNot, clinician])
      await service.db.sql
        .updateTable('app_user')
        .set({ email: `person${userId}@example.org` })
        .where('id', '=', userId)
        .execute()
    const { patientId } = await aPathway(service, lead, { referralDate: addDays(today(), -42) })
    expect((await service.ask(saveLateMail, { lateMail: false }, wantsNot)).body).toEqual({ lateMail: false })
    expect((await todayOf(wantsNot)).lateMail).toBe(false)
    await service.db.owner.query(`select graphile_worker.add_job('mailLateToAll')`)
    await deliver(service, messages.courier)
    expect(messages.mails.map(({ to }) => to)).toEqual([[`person${wants.userId}@example.org`]])
    const [mail] = messages.mails
    expect(mail?.text).toMatch(
      /[0-9]+ steps? and tasks? have been late for 14 days or more|1 step or task has/,
    )
    const { rows } = await service.db.owner.query<{ family_name: string }>(
      'select family_name from patient where id = $1',
      [patientId],
    )
    expect(mail?.text).not.toContain(rows[0]?.family_name)
  })
})
