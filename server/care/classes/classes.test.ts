import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  getClass,
  listClasses,
  saveClass,
  type ClassRow,
  type ClassView,
} from '../../../contract/care/classes/class.ts'
import { cancelSession, closeClass } from '../../../contract/care/classes/closing.ts'
import { saveParts } from '../../../contract/care/classes/fidelity.ts'
import { saveFlag } from '../../../contract/patients/flags/flag.ts'
import { saveHomeExercise } from '../../../contract/care/classes/homeExercise.ts'
import {
  acceptPlace,
  classesOfPathway,
  classPeople,
  enrol,
  leaveClass,
  offerPlace,
  type ClassPerson,
  type PathwayClasses,
} from '../../../contract/care/classes/place.ts'
import {
  getRegister,
  markAttendance,
  saveSession,
  type Register,
} from '../../../contract/care/classes/register.ts'
import { addDays, today } from '../../../contract/platform/dates/dates.ts'
import type { InputOf } from '../../../contract/platform/calls/endpoint.ts'
import { formatDate } from '../../../contract/platform/words/format.ts'
import { cancelReferral, getPathway, type PathwayView } from '../../../contract/pathways/referral/pathway.ts'
import { getPatient, savePatient, type PatientView } from '../../../contract/patients/patient.ts'
import { exercise } from '../../../contract/pathways/records/exercise.ts'
import {
  exerciseAttendance,
  type AttendanceStatus,
  type ExerciseAttendance,
} from '../../../contract/pathways/records/exerciseAttendance.ts'
import type { RecordChange } from '../../../contract/platform/calls/record.ts'
import { tasksOfPathway, type Task } from '../../../contract/pathways/task.ts'
import {
  aClinician,
  aFrat,
  aPathway,
  expectSaved,
  firstOf,
  type Saved,
} from '../../testing/world/factories.ts'
import { aClass, classInputOf, inExercise, sessionsOf } from '../../testing/known/knownClasses.ts'
import { caseOf, groundOf, saveRecordOf } from '../../testing/values/recordCases.ts'
import { testService, type TestService } from '../../testing/process/service.ts'
import type { TestUser } from '../../testing/world/users.ts'
import { verifyStages } from '../../pathways/worklists/verify.ts'

let service: TestService
let lead: TestUser
beforeAll(async () => {
  service = await testService()
  lead = await service.as('Team Lead')
})
afterAll(() => service.close())

const weekAgo = (weeks: number): string => addDays(today(), -7 * weeks)

const place = async (classId: number, pathwayId: number, more: object = {}) =>
  service.ask(enrol, { classId, pathwayId, transport: 'own', ...more } as InputOf<typeof enrol>, lead)

const people = async (classId: number): Promise<ClassPerson[]> =>
  (await service.ask(classPeople, { id: classId }, lead)).body as ClassPerson[]

const register = async (sessionId: number): Promise<Register> =>
  (await service.ask(getRegister, { id: sessionId }, lead)).body as Register

const mark = async (
  sessionId: number,
  placeId: number,
  attendanceStatus: AttendanceStatus | null,
  version?: number,
  user = lead,
) =>
  service.ask(
    markAttendance,
    { sessionId, placeId, attendanceStatus, ...(version === undefined ? {} : { version }) },
    user,
  )

/** A person with a place from the first session on, in a class of their own that began two weeks ago. */
const enrolled = async () => {
  const person = await inExercise(service, lead)
  const { id: classId } = await aClass(service, lead)
  const { id: placeId, version } = expectSaved(
    'place',
    await place(classId, person.pathwayId, { joinedDate: weekAgo(2) }),
  )
  const sessions = await sessionsOf(service, lead, classId)
  return { ...person, classId, placeId, version, sessions }
}
type Enrolled = Awaited<ReturnType<typeof enrolled>>

const idOf = ({ sessions }: Enrolled, week: number): number => sessions[week]?.id ?? 0

const attendancesOf = async (pathwayId: number): Promise<ExerciseAttendance[]> =>
  ((await service.ask(getPathway, { id: pathwayId }, lead)).body as PathwayView).exerciseAttendance

describe('a class', () => {
  it('has its sessions on the same day of each week, but for days off', async () => {
    const { id } = await aClass(service, lead, {
      firstDate: '2026-01-06',
      weeks: 4,
      daysOff: ['2026-01-13'],
    })
    const { body } = await service.ask(getClass, { id }, lead)
    const { sessions, lastDate, daysOff } = body as ClassView
    expect(sessions.map(({ sessionDate }) => sessionDate)).toEqual(['2026-01-06', '2026-01-20', '2026-01-27'])
    expect([lastDate, daysOff]).toEqual(['2026-01-27', ['2026-01-13']])
    expect(((await service.ask(listClasses, {}, lead)).body as ClassRow[]).map((row) => row.id)).toContain(id)
  })

  it('leaves a recorded session as it was when it is changed, with its mark', async () => {
    const one = await enrolled()
    const marked = await mark(idOf(one, 1), one.placeId, '5')
    expect(marked.status).toBe(200)
    const { body } = await service.ask(getClass, { id: one.classId }, lead)
    const view = body as ClassView
    const elsewhere = expectSaved(
      'class',
      await service.ask(
        saveClass,
        { ...view, firstDate: addDays(view.firstDate, 1), startTime: '15:00', minutes: 90 },
        lead,
      ),
    )
    expect(elsewhere.version).toBe(view.version + 1)
    const after = (await service.ask(getClass, { id: one.classId }, lead)).body as ClassView
    expect(after.sessions.slice(0, 3).map((session) => [session.sessionDate, session.startTime])).toEqual([
      [weekAgo(2), '10:30'],
      [weekAgo(1), '10:30'],
      [addDays(weekAgo(1), 1), '15:00'],
    ])
    expect((await register(idOf(one, 1))).people[0]?.mark).toMatchObject({
      attendanceStatus: '5',
      minutes: 60,
    })
  })

  describe('that is shortened', () => {
    /** Leaves the class with two sessions, the last of them a week ago. */
    const shortened = async () => {
      const one = await enrolled()
      const view = (await service.ask(getClass, { id: one.classId }, lead)).body as ClassView
      expectSaved('class', await service.ask(saveClass, { ...view, weeks: 2 }, lead))
      return { ...one, instructor: view.clinicianId }
    }
    const over = `Class over since ${formatDate(weekAgo(1))}`
    const stands = async (pathwayId: number) =>
      ((await service.ask(getPathway, { id: pathwayId }, lead)).body as PathwayView).stage
    const openTasks = async (pathwayId: number) =>
      ((await service.ask(tasksOfPathway, { pathwayId }, lead)).body as Task[]).filter(
        ({ closedAt, kind }) => closedAt === null && kind === 'classOver',
      )

    it('leaves nobody hanging: each is said to be in a class that is over, and is a task of the instructor', async () => {
      const { pathwayId, instructor } = await shortened()
      expect(await stands(pathwayId)).toMatchObject({
        stage: 'inExercise',
        reason: expect.stringContaining(`${over}.`) as string,
      })
      expect(await openTasks(pathwayId)).toMatchObject([
        {
          clinicianId: instructor,
          dueDate: addDays(weekAgo(1), 1),
          text: expect.stringMatching(new RegExp(`^${over}, .+: say what became of the place$`)) as string,
        },
      ])
      expect((await verifyStages(service.db.sql)).differences).toEqual([])
    })

    it.each([
      ['finished, and the plan with it', { leftReason: 'finished', planCompleted: true }, 'awaitingFollowup'],
      ['going on at home', { leftReason: 'home' }, 'inExercise'],
      ['moving to another class', { leftReason: 'otherClass' }, 'inExercise'],
      ['left', { leftReason: 'ill' }, 'inExercise'],
    ] as const)('is answered for by %s', async (_, answer, stage) => {
      const { pathwayId, placeId, version } = await shortened()
      const left = { id: placeId, version, leftDate: weekAgo(1), ...answer }
      expectSaved('answer', await service.ask(leaveClass, left, lead))
      expect(await openTasks(pathwayId)).toEqual([])
      const { reason } = await stands(pathwayId)
      expect(await stands(pathwayId)).toMatchObject({ stage })
      expect(reason).not.toContain('Class over')
    })

    it('does not complete a plan by which there is a place in another class', async () => {
      const { pathwayId, placeId, version } = await shortened()
      const other = await aClass(service, lead, { name: 'Thursday club' })
      expectSaved('place', await place(other.id, pathwayId))
      const finished = { leftDate: weekAgo(1), leftReason: 'finished', planCompleted: true } as const
      expect(await service.ask(leaveClass, { id: placeId, version, ...finished }, lead)).toMatchObject({
        status: 400,
        body: {
          planAnswer: expect.stringContaining(
            'The same exercise plan has a place in “Thursday club”',
          ) as string,
        },
      })
      const left = { id: placeId, version, ...finished, planCompleted: false }
      expectSaved('left', await service.ask(leaveClass, left, lead))
    })

    it('is saved by somebody who may not open the record of a member', async () => {
      const { classId, patientId, pathwayId } = await shortened()
      await service.db.owner.query(
        `insert into patient_restriction (patient_id, kind, reason, created_at) values ($1, 'other', 'Known', '2020-01-01')`,
        [patientId],
      )
      const stranger = await service.as('Team Lead')
      const view = (await service.ask(getClass, { id: classId }, lead)).body as ClassView
      expectSaved('class', await service.ask(saveClass, { ...view, startTime: '11:30' }, stranger))
      expect((await service.ask(getPathway, { id: pathwayId }, stranger)).status).toBe(403)
    })

    it('does not complete a plan before it began', async () => {
      const { pathwayId, placeId, version } = await shortened()
      const early = { leftDate: weekAgo(4), leftReason: 'finished', planCompleted: true } as const
      expect(await service.ask(leaveClass, { id: placeId, version, ...early }, lead)).toMatchObject({
        status: 400,
        body: { leftDate: expect.stringContaining('later than this day') as string },
      })
      expect(await openTasks(pathwayId)).toHaveLength(1)
    })
  })

  it('is not made smaller than the places that are taken, nor by Admissions', async () => {
    const one = await enrolled()
    const other = await inExercise(service, lead)
    await place(one.classId, other.pathwayId)
    const view = (await service.ask(getClass, { id: one.classId }, lead)).body as ClassView
    const smaller = await service.ask(saveClass, { ...view, capacity: 1 }, lead)
    expect([smaller.status, smaller.body]).toEqual([400, { capacity: '2 places are taken or offered' }])
    const admissions = await service.as('Admissions')
    expect((await service.ask(saveClass, await classInputOf(service), admissions)).status).toBe(403)
  })
})

describe('a place', () => {
  it('uses the open exercise plan, or makes one that begins with the next session', async () => {
    const one = await enrolled()
    const found = (await service.ask(classesOfPathway, { pathwayId: one.pathwayId }, lead))
      .body as PathwayClasses
    expect(found.places).toMatchObject([{ state: 'joined', exerciseId: one.exerciseId }])

    const { pathwayId, patientId } = await awaitingTreatment()
    const clinicianId = await aClinician(service)
    const { id: classId } = await aClass(service, lead, { name: 'Tai Chi', clinicianId, firstDate: today() })
    expect((await place(classId, pathwayId)).body).toMatchObject({ state: 'joined' })
    const view = (await service.ask(getPathway, { id: pathwayId, patientId } as never, lead))
      .body as PathwayView
    expect(view.exercise).toMatchObject([{ exercisePlanDate: today(), clinicianId }])
    expect(view.exercise[0]?.exercisePlan).toContain('Tai Chi')
    expect(view.stage).toMatchObject({ stage: 'inExercise' })
  })

  it('is given at whatever stage, but not after death or refusal, nor on a closed referral', async () => {
    const { id: classId } = await aClass(service, lead)
    const referred = await aPathway(service, lead)
    expect((await place(classId, referred.id)).body).toMatchObject({ state: 'joined' })
    const refused = await aPathway(service, lead)
    const flag = { id: 0, patientId: refused.patientId, kind: 'consentRefused', category: 'service' }
    const reviewDate = addDays(today(), 28)
    expectSaved(
      'flag',
      await service.ask(
        saveFlag,
        { ...flag, detail: 'This service', sinceDate: today(), reviewDate } as never,
        lead,
      ),
    )
    expect(await place(classId, refused.id)).toMatchObject({
      status: 409,
      body: { message: 'This patient has refused the service. See the flags of the patient.' },
    })
    const died = await aPathway(service, lead)
    const patient = (await service.ask(getPatient, { id: died.patientId }, lead)).body as PatientView
    expectSaved('death', await service.ask(savePatient, { ...patient, deceasedDate: today() } as never, lead))
    expect((await place(classId, died.id)).body).toMatchObject({ message: 'This patient has died.' })
    const closed = await aPathway(service, lead)
    const closing = { id: closed.id, patientId: closed.patientId, cancelReferralDate: today() }
    expectSaved('closing', await service.ask(cancelReferral, closing, lead))
    expect((await place(classId, closed.id)).status).toBe(409)
  })

  it('is given once, and in a class that goes on', async () => {
    const one = await enrolled()
    expect((await place(one.classId, one.pathwayId)).status).toBe(409)
    const over = await aClass(service, lead, { firstDate: weekAgo(9), weeks: 2 })
    expect(await place(over.id, one.pathwayId)).toMatchObject({
      status: 400,
      body: { classId: 'This class has no more sessions' },
    })
    expect((await place(999_999, one.pathwayId)).status).toBe(404)
  })

  it('is waited for when the class is full, offered in order, and held until the person says yes', async () => {
    const { id: classId } = await aClass(service, lead, { capacity: 1 })
    const [first, second, third] = await Promise.all([1, 2, 3].map(() => inExercise(service, lead)))
    if (first === undefined || second === undefined || third === undefined) throw new Error('three people')
    const has = expectSaved('place', await place(classId, first.pathwayId))
    const waits = await place(classId, second.pathwayId, { transport: 'needed' })
    expect(waits.body).toMatchObject({ state: 'waiting' })
    const { id, version } = waits.body as Saved
    const later = expectSaved('place', await place(classId, third.pathwayId))
    const ofLater = { id: later.id, version: later.version }
    expect(await service.ask(offerPlace, { id, version }, lead)).toMatchObject({
      status: 409,
      body: { message: 'No place is free in this class.' },
    })
    const leaves = { id: has.id, version: has.version, leftDate: today(), leftReason: 'transport' } as const
    expectSaved('leaving', await service.ask(leaveClass, leaves, lead))
    // Nobody overtakes the people who are waiting, and the first to wait is the first to be offered a place.
    const fourth = await inExercise(service, lead)
    expect((await place(classId, fourth.pathwayId)).body).toMatchObject({ state: 'waiting' })
    expect(await service.ask(offerPlace, ofLater, lead)).toMatchObject({
      status: 409,
      body: { message: 'Somebody has waited longer. Offer the place to them first.' },
    })
    expect((await service.ask(acceptPlace, { id, version }, lead)).status).toBe(409)
    const offered = expectSaved('offer', await service.ask(offerPlace, { id, version }, lead))
    expect((await service.ask(offerPlace, ofLater, lead)).status).toBe(409)
    expectSaved('yes', await service.ask(acceptPlace, { id, version: offered.version }, lead))
    expect((await people(classId)).map(({ pathwayId, state }) => [pathwayId, state])).toEqual(
      expect.arrayContaining([
        [first.pathwayId, 'left'],
        [second.pathwayId, 'joined'],
        [third.pathwayId, 'waiting'],
      ]),
    )
  })

  it('is the last one for one of many who are enrolled at the same moment, and so when it is offered again', async () => {
    const { id: classId } = await aClass(service, lead, { capacity: 1 })
    const many = await Promise.all(Array.from({ length: 6 }, () => inExercise(service, lead)))
    const replies = await Promise.all(many.map(({ pathwayId }) => place(classId, pathwayId)))
    const states = replies.map(({ body }) => (body as { state: string }).state)
    expect(states.toSorted()).toEqual(['joined', ...Array.from({ length: 5 }, () => 'waiting')])
    const has = replies[states.indexOf('joined')]?.body as Saved
    const leaves = { id: has.id, version: has.version, leftDate: today(), leftReason: 'transport' } as const
    expectSaved('leaving', await service.ask(leaveClass, leaves, lead))
    const waiting = replies
      .map(({ body }) => body as Saved & { state: string })
      .filter(({ id }) => id !== has.id)
    const offers = await Promise.all(
      waiting.map(({ id, version }) => service.ask(offerPlace, { id, version }, lead)),
    )
    expect(offers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409, 409, 409])
  })

  it('is free again when the referral is closed, the patient has died or the plan is completed', async () => {
    const { id: classId } = await aClass(service, lead, { capacity: 3 })
    const [closed, died, completed] = await Promise.all([1, 2, 3].map(() => inExercise(service, lead)))
    if (closed === undefined || died === undefined || completed === undefined) throw new Error('three people')
    for (const { pathwayId } of [closed, died, completed])
      expectSaved('place', await place(classId, pathwayId, { joinedDate: weekAgo(2) }))
    const closing = { id: closed.pathwayId, patientId: closed.patientId, cancelReferralDate: today() }
    expectSaved('closing', await service.ask(cancelReferral, closing, lead))
    const patient = (await service.ask(getPatient, { id: died.patientId }, lead)).body as PatientView
    const dead = { ...patient, deceasedDate: weekAgo(1) }
    expectSaved('death', await service.ask(savePatient, dead as never, lead))
    const plan = (await service.ask(exercise.get, { id: completed.exerciseId }, lead)).body as object
    const ended = { ...plan, completedDate: weekAgo(1) }
    expectSaved('plan', await service.ask(exercise.save, ended as InputOf<typeof exercise.save>, lead))

    expect(
      Object.fromEntries((await people(classId)).map((each) => [each.pathwayId, each.endedHow])),
    ).toEqual({
      [closed.pathwayId]: 'closed',
      [died.pathwayId]: 'died',
      [completed.pathwayId]: 'completed',
    })
    const sessions = await sessionsOf(service, lead, classId)
    const expectedIn = async (week: number) =>
      (await register(sessions[week]?.id ?? 0)).people.map(({ pathwayId }) => pathwayId).sort()
    expect(await expectedIn(0)).toEqual([closed.pathwayId, died.pathwayId, completed.pathwayId].sort())
    // Attendance can still be marked for days before the place ended; on later days the person is not expected.
    expect(await expectedIn(2)).toEqual([closed.pathwayId])
    const refused = (await register(sessions[2]?.id ?? 0)).people[0]
    expect(refused?.refusal).toBe('The referral is closed.')
    expect((await mark(sessions[2]?.id ?? 0, refused?.placeId ?? 0, '5')).status).toBe(409)
    const listed = (await service.ask(listClasses, {}, lead)).body as ClassRow[]
    expect(listed.find(({ id }) => id === classId)?.taken).toBe(0)
  })
})

/** A referral with both assessments and no plan. */
const awaitingTreatment = async () => {
  const { id: pathwayId, patientId } = await aPathway(service, lead)
  await aFrat(service, lead, pathwayId)
  // Take the choices from another referral, which already has a plan.
  const other = await aPathway(service, lead)
  const choices = await groundOf(service, lead, { pathwayId: other.id, patientId: other.patientId })
  const ground = { ...choices, pathwayId, patientId, exerciseId: 0 }
  expectSaved('wellbeing', await saveRecordOf(service, lead, caseOf('wellbeing'), ground))
  return { pathwayId, patientId }
}

describe('leaving a class', () => {
  const planOf = async (pathwayId: number) =>
    ((await service.ask(getPathway, { id: pathwayId }, lead)).body as PathwayView).exercise[0]
  it.each([
    [
      'completed',
      { leftReason: 'finished' },
      { endedHow: 'completed', stoppedReason: null, elsewhereTo: null },
    ],
    ['stopped', { leftReason: 'ill' }, { endedHow: 'stopped', stoppedReason: 'unwell', elsewhereTo: null }],
    [
      'stopped',
      { leftReason: 'dislikes' },
      { endedHow: 'stopped', stoppedReason: 'declined', elsewhereTo: null },
    ],
    [
      'elsewhere',
      { leftReason: 'elsewhere', elsewhereTo: 'Leisure centre' },
      { endedHow: 'elsewhere', stoppedReason: null, elsewhereTo: 'Leisure centre' },
    ],
  ] as const)('ends the plan: %s, for %o', async (planAnswer, answer, ended) => {
    const { placeId, version, pathwayId } = await enrolled()
    const left = { id: placeId, version, leftDate: weekAgo(1), planAnswer, ...answer }
    expectSaved('leaving', await service.ask(leaveClass, left, lead))
    expect(await planOf(pathwayId)).toMatchObject({ completedDate: weekAgo(1), ...ended })
  })

  it('leaves the plan open if it goes on', async () => {
    const { placeId, version, pathwayId } = await enrolled()
    const left = {
      id: placeId,
      version,
      leftDate: weekAgo(1),
      leftReason: 'home',
      planAnswer: 'goesOn',
    } as const
    expectSaved('leaving', await service.ask(leaveClass, left, lead))
    expect(await planOf(pathwayId)).toMatchObject({ completedDate: null, endedHow: null })
  })
})

describe('an exercise plan', () => {
  it.each([
    ['as the specified call ends it', {}, { endedHow: 'completed', stoppedReason: null }],
    [
      'stopped',
      { endedHow: 'stopped', stoppedReason: 'moved' },
      { endedHow: 'stopped', stoppedReason: 'moved' },
    ],
  ] as const)('%s', async (_, how, ended) => {
    const { exerciseId } = await inExercise(service, lead)
    const plan = (await service.ask(exercise.get, { id: exerciseId }, lead)).body as InputOf<
      typeof exercise.save
    >
    const { endedHow: _how, stoppedReason: _why, elsewhereTo: _where, ...specified } = plan
    const saved = { ...specified, completedDate: weekAgo(1), ...how }
    expectSaved('plan', await service.ask(exercise.save, saved, lead))
    expect((await service.ask(exercise.get, { id: exerciseId }, lead)).body).toMatchObject(ended)
  })

  it.each([
    ['an ending', { completedDate: null, endedHow: 'stopped' }, { endedHow: 'Only with a completed date' }],
    [
      'a reason',
      { endedHow: 'completed', stoppedReason: 'moved' },
      { stoppedReason: 'Only for a plan that was stopped' },
    ],
    [
      'a place',
      { endedHow: 'completed', elsewhereTo: 'Leisure class' },
      { elsewhereTo: 'Only for a plan that goes on elsewhere' },
    ],
  ] as const)('refuses %s that does not belong to how it ended', async (_, how, body) => {
    const { exerciseId } = await inExercise(service, lead)
    const plan = (await service.ask(exercise.get, { id: exerciseId }, lead)).body as InputOf<
      typeof exercise.save
    >
    const refused = await service.ask(exercise.save, { ...plan, completedDate: weekAgo(1), ...how }, lead)
    expect(refused).toMatchObject({ status: 400, body })
  })

  it('is not stopped without a reason, and keeps how it ended if a sender leaves it out', async () => {
    const { exerciseId } = await inExercise(service, lead)
    const plan = (await service.ask(exercise.get, { id: exerciseId }, lead)).body as InputOf<
      typeof exercise.save
    >
    const { endedHow: _how, stoppedReason: _why, elsewhereTo: _where, ...specified } = plan
    const stopped = { ...specified, completedDate: weekAgo(1), endedHow: 'stopped' as const }
    expect(await service.ask(exercise.save, stopped, lead)).toMatchObject({
      status: 400,
      body: { stoppedReason: 'Say why the plan stopped' },
    })
    const saved = expectSaved(
      'plan',
      await service.ask(exercise.save, { ...stopped, stoppedReason: 'noContact' }, lead),
    )
    const again = { ...specified, version: saved.version, completedDate: weekAgo(2) }
    expectSaved('again', await service.ask(exercise.save, again, lead))
    expect((await service.ask(exercise.get, { id: exerciseId }, lead)).body).toMatchObject({
      ...{ completedDate: weekAgo(2), endedHow: 'stopped', stoppedReason: 'noContact' },
    })
  })
})

describe('closing a class', () => {
  it('asks for everybody on one screen, and nobody waits for it any more', async () => {
    const one = await enrolled()
    const stays = await inExercise(service, lead)
    const mover = await inExercise(service, lead)
    for (const { pathwayId } of [stays, mover])
      expectSaved('place', await place(one.classId, pathwayId, { joinedDate: weekAgo(2) }))
    const view = (await service.ask(getClass, { id: one.classId }, lead)).body as ClassView
    expectSaved('full', await service.ask(saveClass, { ...view, capacity: 3 }, lead))
    const waits = await inExercise(service, lead)
    expect((await place(one.classId, waits.pathwayId)).body).toMatchObject({ state: 'waiting' })
    const other = await aClass(service, lead, { name: 'Thursday club' })
    const now = await people(one.classId)
    const placeOf = (pathwayId: number) => {
      const found = now.find((person) => person.pathwayId === pathwayId)
      return { placeId: found?.id ?? 0, version: found?.version }
    }
    const { version } = (await service.ask(getClass, { id: one.classId }, lead)).body as ClassView
    const closing: InputOf<typeof closeClass> = {
      ...{ id: one.classId, version, lastDate: weekAgo(1) },
      people: [
        { ...placeOf(one.pathwayId), leftReason: 'finished', planAnswer: 'completed' },
        { ...placeOf(mover.pathwayId), leftReason: 'otherClass', planAnswer: 'goesOn', toClassId: other.id },
      ],
    }
    expectSaved('closing', await service.ask(closeClass, closing, lead))
    const after = Object.fromEntries((await people(one.classId)).map((each) => [each.pathwayId, each]))
    expect(after[one.pathwayId]).toMatchObject({ state: 'left', leftReason: 'finished' })
    expect(after[mover.pathwayId]).toMatchObject({ state: 'left', leftReason: 'otherClass' })
    expect(after[waits.pathwayId]).toMatchObject({ state: 'left', leftReason: 'serviceEnded' })
    expect((await people(other.id)).map(({ pathwayId }) => pathwayId)).toEqual([mover.pathwayId])
    // Nobody answered for this person: they stay a task.
    expect(after[stays.pathwayId]).toMatchObject({ state: 'joined', endedHow: null })
    const tasks = (await service.ask(tasksOfPathway, { pathwayId: stays.pathwayId }, lead)).body as Task[]
    expect(tasks.filter(({ kind, closedAt }) => kind === 'classOver' && closedAt === null)).toHaveLength(1)
    expect((await verifyStages(service.db.sql)).differences).toEqual([])
  })

  it('is refused before a session that is recorded', async () => {
    const one = await enrolled()
    await mark(idOf(one, 1), one.placeId, '5')
    const closing = { id: one.classId, lastDate: weekAgo(2), people: [] }
    expect(await service.ask(closeClass, closing, lead)).toMatchObject({ status: 409 })
  })

  it('for a day tells everybody in it', async () => {
    const one = await enrolled()
    const next = one.sessions.find(({ sessionDate }) => sessionDate > today())
    expectSaved('day off', await service.ask(cancelSession, { id: next?.id ?? 0 }, lead))
    const view = (await service.ask(getClass, { id: one.classId }, lead)).body as ClassView
    expect(view.daysOff).toEqual([next?.sessionDate])
    const tasks = (await service.ask(tasksOfPathway, { pathwayId: one.pathwayId }, lead)).body as Task[]
    expect(tasks.map(({ text }) => text)).toEqual([
      expect.stringMatching(/^Send the letter: the class .+ is cancelled$/),
    ])
  })
})

describe('what was done in a session', () => {
  it('is ticked once, offered for the next session, and left out by single people alone', async () => {
    const one = await enrolled()
    const first = await register(idOf(one, 0))
    const input = {
      id: idOf(one, 0),
      version: first.version,
      partsDone: ['warmUp' as const, 'strength' as const],
      exceptions: [{ placeId: one.placeId, leftOut: ['strength' as const] }],
    }
    expectSaved('parts', await service.ask(saveParts, input, lead))
    expect(await register(idOf(one, 0))).toMatchObject({
      partsDone: ['warmUp', 'strength'],
      people: [{ leftOut: ['strength'] }],
    })
    expect(await register(idOf(one, 1))).toMatchObject({
      partsDone: null,
      partsBefore: ['warmUp', 'strength'],
      people: [{ leftOut: [] }],
    })
  })
})

describe('a mark', () => {
  it('is an attendance of the plan, with place, kind and minutes of the session, and its history', async () => {
    const one = await enrolled()
    expect((await register(idOf(one, 0))).people).toMatchObject([{ placeId: one.placeId, mark: null }])
    const { body } = await mark(idOf(one, 0), one.placeId, '5')
    const { mark: saved } = body as { mark: { id: number; version: number } }
    expect(await attendancesOf(one.pathwayId)).toMatchObject([
      {
        id: saved.id,
        exerciseId: one.exerciseId,
        attendanceDate: weekAgo(2),
        attendanceStatus: '5',
        minutes: 60,
      },
    ])
    expect((await mark(idOf(one, 0), one.placeId, '3', saved.version)).status).toBe(200)
    expect(await attendancesOf(one.pathwayId)).toMatchObject([{ attendanceStatus: '3', minutes: null }])
    const history = await service.ask(exerciseAttendance.history, { id: saved.id }, lead)
    expect((history.body as RecordChange[]).map(({ what }) => what)).toEqual(['recorded', 'changed'])
    expect((await register(idOf(one, 0))).people[0]?.mark).toMatchObject({ attendanceStatus: '3' })
  })

  it('can be taken back', async () => {
    const one = await enrolled()
    const { body } = await mark(idOf(one, 0), one.placeId, '5')
    const { version } = (body as { mark: { version: number } }).mark
    expect((await mark(idOf(one, 0), one.placeId, null, version)).body).toEqual({ mark: null })
    expect(await attendancesOf(one.pathwayId)).toEqual([])
    expect((await mark(idOf(one, 0), one.placeId, '2')).status).toBe(200)
    expect(await attendancesOf(one.pathwayId)).toMatchObject([{ attendanceStatus: '2' }])
  })

  it('is written once under its key, and the same mark by two people is one', async () => {
    const one = await enrolled()
    const input = { sessionId: idOf(one, 0), placeId: one.placeId, attendanceStatus: '5' } as const
    const again = await Promise.all(
      [1, 2].map(() => service.ask(markAttendance, input, lead, { 'idempotency-key': 'tap-1' })),
    )
    expect(again.map(({ status }) => status)).toEqual([200, 200])
    const colleague = await service.as('Clinician')
    expect((await mark(input.sessionId, input.placeId, '5', undefined, colleague)).status).toBe(200)
    expect(await attendancesOf(one.pathwayId)).toHaveLength(1)
  })

  it('does not go over what a colleague marked otherwise', async () => {
    const one = await enrolled()
    const colleague = await service.as('Clinician')
    expect((await mark(idOf(one, 0), one.placeId, '2', undefined, colleague)).status).toBe(200)
    expect((await mark(idOf(one, 0), one.placeId, '5')).status).toBe(409)
    expect(await attendancesOf(one.pathwayId)).toMatchObject([{ attendanceStatus: '2' }])
  })

  it('takes over an attendance of that day that was recorded beside the register', async () => {
    const one = await enrolled()
    const beside: InputOf<typeof exerciseAttendance.save> = {
      id: 0,
      pathwayId: one.pathwayId,
      exerciseId: one.exerciseId,
      attendanceDate: weekAgo(2),
      exerciseTypeId: await firstOf(service, 'exercise_type'),
      locationId: await firstOf(service, 'location'),
      minutes: 45,
    }
    expectSaved('attendance', await service.ask(exerciseAttendance.save, beside, lead))
    const found = (await register(idOf(one, 0))).people[0]?.mark
    expect(found).toMatchObject({ attendanceStatus: '5', minutes: 45 })
    expect((await mark(idOf(one, 0), one.placeId, '6', found?.version)).status).toBe(200)
    expect(await attendancesOf(one.pathwayId)).toMatchObject([{ attendanceStatus: '6', minutes: 45 }])
  })

  it('is of a session that was given, in a class of the person', async () => {
    const [one, other] = [await enrolled(), await enrolled()]
    expect((await mark(idOf(one, 3), one.placeId, '5')).body).toMatchObject({
      message: 'This session has not been given yet. Nothing was saved.',
    })
    expect((await mark(idOf(one, 0), other.placeId, '5')).status).toBe(409)
    expect((await mark(999_999, one.placeId, '5')).status).toBe(404)
  })

  it('has minutes and cover once for all, but for who has a length of their own', async () => {
    const [one, other] = [await enrolled(), await inExercise(service, lead)]
    const theirs = expectSaved('place', await place(one.classId, other.pathwayId, { joinedDate: weekAgo(2) }))
    await mark(idOf(one, 0), one.placeId, '5')
    const shorter = (await mark(idOf(one, 0), theirs.id, '5')).body as { mark: Saved }
    const [attendance] = await attendancesOf(other.pathwayId)
    const own = { ...attendance, ...shorter.mark, pathwayId: other.pathwayId, minutes: 30 }
    expectSaved(
      'attendance',
      await service.ask(exerciseAttendance.save, own as InputOf<typeof exerciseAttendance.save>, lead),
    )
    const clinicianId = await aClinician(service, 'COVER, Sam')
    const { version } = await register(idOf(one, 0))
    const input = { id: idOf(one, 0), version, minutes: 75, clinicianId }
    expectSaved('session', await service.ask(saveSession, input, lead))
    const after = await register(idOf(one, 0))
    expect(after.clinician).toBe('COVER, Sam')
    expect(after.people.map((person) => person.mark?.minutes).sort()).toEqual([30, 75])
  })

  it('missed twice in a row opens a task, and coming again closes it', async () => {
    const one = await enrolled()
    const open = async () =>
      ((await service.ask(tasksOfPathway, { pathwayId: one.pathwayId }, lead)).body as Task[])
        .filter(({ closedAt, kind }) => closedAt === null && kind === 'sessionsMissed')
        .map(({ text }) => text)
    await mark(idOf(one, 0), one.placeId, '3')
    expect(await open()).toEqual([])
    await mark(idOf(one, 1), one.placeId, '3')
    expect(await open()).toEqual([expect.stringContaining('Missed the last 2 sessions')])
    await mark(idOf(one, 2), one.placeId, '5')
    expect(await open()).toEqual([])
  })
})

describe('hours', () => {
  it('are those of attended sessions and of the home diary, a week of which is replaced', async () => {
    const one = await enrolled()
    await mark(idOf(one, 0), one.placeId, '5')
    await mark(idOf(one, 1), one.placeId, '3')
    const home = { pathwayId: one.pathwayId, exerciseId: one.exerciseId, weekDate: weekAgo(1) }
    const first = expectSaved('home', await service.ask(saveHomeExercise, { ...home, minutes: 40 }, lead))
    const again = { ...home, minutes: 50, version: first.version }
    expect(expectSaved('home', await service.ask(saveHomeExercise, again, lead)).id).toBe(first.id)
    expect((await service.ask(saveHomeExercise, { ...again, minutes: 60 }, lead)).status).toBe(409)
    const [person] = await people(one.classId)
    expect(person).toMatchObject({
      offered: 2,
      attended: 1,
      dose: { classMinutes: 60, homeMinutes: 50, fromDate: weekAgo(3), untilDate: null },
    })
    const { plans } = (await service.ask(classesOfPathway, { pathwayId: one.pathwayId }, lead))
      .body as PathwayClasses
    expect(plans).toMatchObject([{ dose: person?.dose, weeks: [{ minutes: 50 }] }])
  })
})
