import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { getClass, type ClassView } from '../../../contract/care/classes/class.ts'
import {
  classesOfPathway,
  classPeople,
  enrol,
  leaveClass,
  offerPlace,
  type ClassPerson,
  type PathwayClasses,
} from '../../../contract/care/classes/place.ts'
import { getRegister, markAttendance, type Register } from '../../../contract/care/classes/register.ts'
import { addDays, today } from '../../../contract/platform/dates/dates.ts'
import { getMerge, mergePatients, undoMerge, type MergeView } from '../../../contract/governance/merge.ts'
import { getPathway, type PathwayView } from '../../../contract/pathways/referral/pathway.ts'
import { getPatient, type PatientView } from '../../../contract/patients/patient.ts'
import type { AttendanceStatus } from '../../../contract/pathways/records/exerciseAttendance.ts'
import { expectSaved } from '../../testing/world/factories.ts'
import { aClass, inExercise, sessionsOf } from '../../testing/known/knownClasses.ts'
import { testService, type TestService } from '../../testing/process/service.ts'
import { sumsOfMerge } from '../../testing/reading/sumsOfMerge.ts'
import type { TestUser } from '../../testing/world/users.ts'
import { verifyStages } from '../../pathways/worklists/verify.ts'

/* Two records of one person, each with a place in the same class. */

let service: TestService
let lead: TestUser
beforeAll(async () => {
  service = await testService()
  lead = await service.as('Team Lead')
})
afterAll(() => service.close())

const ok = async <Reply>(...asked: Parameters<TestService['ask']>): Promise<Reply> => {
  const { status, body } = await service.ask(...asked)
  expect({ path: asked[0].path, status, body }).toMatchObject({ status: 200 })
  return body as Reply
}

type Person = Awaited<ReturnType<typeof inExercise>>
/** Two records; the second has no NHS number. */
const twoRecords = async (): Promise<[Person, Person]> => {
  const both: [Person, Person] = [await inExercise(service, lead), await inExercise(service, lead)]
  await service.db.owner.query(
    'update patient set nhs_number = null, nhs_number_unknown = true where id = $1',
    [both[1].patientId],
  )
  return both
}

type State = 'joined' | 'offered' | 'waiting' | 'left' | 'none'

const enrolIn = async (classId: number, pathwayId: number) =>
  expectSaved(
    'place',
    await service.ask(
      enrol,
      { classId, pathwayId, transport: 'own', joinedDate: addDays(today(), -14) },
      lead,
    ),
  )

/** A place in this state, in a class that is full while the person has to wait. */
const aPlaceOf = async (state: State, classId: number, { pathwayId }: Person): Promise<number> => {
  if (state === 'none') return 0
  const setCapacity = (capacity: number) =>
    service.db.owner.query('update exercise_class set capacity = $2 where id = $1', [classId, capacity])
  const isWaiting = state === 'waiting' || state === 'offered'
  const { taken } = await ok<ClassView>(getClass, { id: classId }, lead)
  await setCapacity(isWaiting ? Math.max(taken, 1) : 60)
  const { id, version } = await enrolIn(classId, pathwayId)
  await setCapacity(60)
  if (state === 'offered') await ok(offerPlace, { id, version }, lead)
  if (state === 'left') await ok(leaveClass, { id, version, leftDate: today(), leftReason: 'ill' }, lead)
  return id
}

const merge = async (survivor: Person, merged: Person): Promise<number> => {
  const [a, b] = [
    await ok<PatientView>(getPatient, { id: survivor.patientId }, lead),
    await ok<PatientView>(getPatient, { id: merged.patientId }, lead),
  ]
  const input = {
    survivorId: a.id,
    mergedId: b.id,
    survivorVersion: a.version,
    mergedVersion: b.version,
    takes: [],
  }
  return (await ok<{ mergeId: number }>(mergePatients, input, lead)).mergeId
}
const undo = async (id: number) => {
  const { merge: row } = await ok<MergeView>(getMerge, { id }, lead)
  await ok(undoMerge, { id, version: row.version, seen: [] }, lead)
}
const peopleOf = async (classId: number, of: readonly Person[]): Promise<ClassPerson[]> =>
  (await ok<ClassPerson[]>(classPeople, { id: classId }, lead)).filter(({ pathwayId }) =>
    of.some((person) => person.pathwayId === pathwayId),
  )
const registerOf = (id: number) => ok<Register>(getRegister, { id }, lead)
const mark = (sessionId: number, placeId: number, attendanceStatus: AttendanceStatus) =>
  ok(markAttendance, { sessionId, placeId, attendanceStatus }, lead)

/** The states of the surviving and the merged record's places, and which of the two is kept. */
const cases: readonly [stays: State, goes: State, keeps: 'stays' | 'goes' | 'neither', state: State][] = [
  ['joined', 'joined', 'stays', 'joined'],
  ['joined', 'offered', 'stays', 'joined'],
  ['joined', 'waiting', 'stays', 'joined'],
  ['offered', 'joined', 'goes', 'joined'],
  ['offered', 'waiting', 'stays', 'offered'],
  ['waiting', 'joined', 'goes', 'joined'],
  ['waiting', 'waiting', 'stays', 'waiting'],
  ['left', 'joined', 'goes', 'joined'],
  ['joined', 'left', 'stays', 'joined'],
  ['left', 'left', 'neither', 'left'],
  ['none', 'joined', 'goes', 'joined'],
]

describe.each(cases)('a place that is %s and one that is %s', (ofSurvivor, ofMerged, keeps, state) => {
  it('become one by the merge, and two as before when it is undone', async () => {
    const [stays, goes] = await twoRecords()
    const { id: classId } = await aClass(service, lead, { capacity: 60 })
    await enrolIn(classId, (await inExercise(service, lead)).pathwayId)
    const places = { stays: 0, goes: 0, neither: 0 }
    // Nobody overtakes people who wait, so the place that is kept is created first.
    if (keeps === 'goes') places.goes = await aPlaceOf(ofMerged, classId, goes)
    places.stays = await aPlaceOf(ofSurvivor, classId, stays)
    if (keeps !== 'goes') places.goes = await aPlaceOf(ofMerged, classId, goes)
    const before = await sumsOfMerge(service)
    const merged = await merge(stays, goes)

    const held = (await peopleOf(classId, [stays, goes])).filter(({ endedHow }) => endedHow === null)
    const kept = keeps === 'neither' ? [] : [{ id: places[keeps], state, patientId: stays.patientId }]
    expect(held.map(({ id, state, patientId }) => ({ id, state, patientId }))).toEqual(kept)
    const isTaken = ['joined', 'offered'].includes(state)
    expect(await ok(getClass, { id: classId }, lead)).toMatchObject({
      taken: isTaken ? 2 : 1,
      waiting: state === 'waiting' ? 1 : 0,
    })
    const [, , ofToday, coming] = await sessionsOf(service, lead, classId)
    for (const session of [ofToday, coming]) {
      const { people } = await registerOf(session?.id ?? 0)
      const lines = people.filter(({ patientId }) => patientId === stays.patientId)
      const isExpected = state === 'joined' || (session === ofToday && ofSurvivor === 'left')
      expect(lines).toHaveLength(isExpected ? 1 : 0)
      if (state === 'joined')
        expect(lines).toMatchObject([{ placeId: keeps === 'goes' ? places.goes : places.stays }])
    }
    expect((await verifyStages(service.db.sql)).differences).toEqual([])

    await undo(merged)
    expect(await sumsOfMerge(service)).toEqual(before)
    expect((await verifyStages(service.db.sql)).differences).toEqual([])
  })
})

describe('the registers of a person with two places', () => {
  const bothIn = async () => {
    const [stays, goes] = await twoRecords()
    const { id: classId } = await aClass(service, lead)
    const [first, second] = [await enrolIn(classId, stays.pathwayId), await enrolIn(classId, goes.pathwayId)]
    const sessions = await sessionsOf(service, lead, classId)
    const idOf = (week: number): number => sessions[week]?.id ?? 0
    return { stays, goes, classId, first, second, idOf }
  }
  const attendancesOf = async ({ pathwayId }: Person) =>
    (await ok<PathwayView>(getPathway, { id: pathwayId }, lead)).exerciseAttendance

  it('count one where both were marked, that of the session they came to, and lose neither', async () => {
    const { stays, goes, classId, first, second, idOf } = await bothIn()
    await mark(idOf(0), first.id, '7')
    await mark(idOf(0), second.id, '5')
    await merge(stays, goes)
    const { people } = await registerOf(idOf(0))
    expect(people).toMatchObject([{ placeId: second.id, mark: { attendanceStatus: '5' } }])
    const { sessions } = await ok<ClassView>(getClass, { id: classId }, lead)
    expect(sessions[0]).toMatchObject({ marked: 1, attended: 1 })
    expect(await attendancesOf(stays)).toMatchObject([{ attendanceStatus: '7' }])
    expect(await attendancesOf(goes)).toMatchObject([{ attendanceStatus: '5' }])
  })

  it('keep the place whose plan has more attendances, and show what was marked by the other', async () => {
    const { stays, goes, first, second, idOf } = await bothIn()
    await mark(idOf(0), first.id, '5')
    await mark(idOf(1), second.id, '5')
    await mark(idOf(2), second.id, '5')
    await merge(stays, goes)
    const lines = await Promise.all([0, 1, 2, 3].map(async (week) => (await registerOf(idOf(week))).people))
    expect(lines.map((people) => people.map(({ placeId, mark: made }) => [placeId, made !== null]))).toEqual([
      [[first.id, true]],
      [[second.id, true]],
      [[second.id, true]],
      [[second.id, false]],
    ])
    const { places } = await ok<PathwayClasses>(classesOfPathway, { pathwayId: stays.pathwayId }, lead)
    expect(places).toMatchObject([
      { endedHow: 'left', leftReason: 'merged', leftNote: expect.stringMatching(/^Two records were merged/) },
    ])
  })

  it('take no second place of the person by the other referral', async () => {
    const { stays, goes, classId } = await bothIn()
    await merge(stays, goes)
    for (const { pathwayId } of [stays, goes])
      expect(await service.ask(enrol, { classId, pathwayId, transport: 'own' }, lead)).toMatchObject({
        status: 409,
        body: { message: 'This person has a place in this class already, or waits for one.' },
      })
  })

  it('have a place that was parted again, also when its class has been filled since', async () => {
    const { stays, goes, classId, second } = await bothIn()
    await service.db.owner.query('update exercise_class set capacity = 2 where id = $1', [classId])
    const merged = await merge(stays, goes)
    const another = await inExercise(service, lead)
    expect(await enrolIn(classId, another.pathwayId)).toMatchObject({ version: 1 })
    await undo(merged)
    expect(await peopleOf(classId, [goes])).toMatchObject([{ id: second.id, endedHow: null }])
    expect(await ok(getClass, { id: classId }, lead)).toMatchObject({ capacity: 2, taken: 3, waiting: 0 })
  })
})
