import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { getClass, saveClass, type ClassView } from '../../../contract/care/classes/class.ts'
import { cancelSession, closeClass } from '../../../contract/care/classes/closing.ts'
import { saveParts } from '../../../contract/care/classes/fidelity.ts'
import {
  acceptPlace,
  classPeople,
  enrol,
  leaveClass,
  offerPlace,
  type ClassPerson,
} from '../../../contract/care/classes/place.ts'
import { getRegister, type Register } from '../../../contract/care/classes/register.ts'
import { getPathway, type PathwayView } from '../../../contract/pathways/referral/pathway.ts'
import { tasksOfPathway, type Task } from '../../../contract/pathways/task.ts'
import type { InputOf } from '../../../contract/platform/calls/endpoint.ts'
import { addDays, today } from '../../../contract/platform/dates/dates.ts'
import { formatDate } from '../../../contract/platform/words/format.ts'
import { aClass, inExercise } from '../../testing/known/knownClasses.ts'
import { testService, type TestService } from '../../testing/process/service.ts'
import { verifyStages } from '../../pathways/worklists/verify.ts'
import { aPathway, expectSaved, type Saved } from '../../testing/world/factories.ts'
import type { TestUser } from '../../testing/world/users.ts'

let service: TestService
let lead: TestUser
beforeAll(async () => {
  service = await testService()
  lead = await service.as('Team Lead')
})
afterAll(() => service.close())

/** Gives a new person a place, or makes them wait. Without a day they come from the next session on. */
const member = async (classId: number, more: Partial<InputOf<typeof enrol>> = {}, user = lead) => {
  const { pathwayId } = await inExercise(service, lead)
  const { body } = await service.ask(enrol, { classId, pathwayId, transport: 'own', ...more }, user)
  return { pathwayId, ...(body as Saved & { state: string }) }
}
const fromStart = { joinedDate: addDays(today(), -14) }
const viewOf = async (id: number) => (await service.ask(getClass, { id }, lead)).body as ClassView
const peopleOf = async (id: number) => (await service.ask(classPeople, { id }, lead)).body as ClassPerson[]
const tasksOf = async (pathwayId: number): Promise<string[]> =>
  ((await service.ask(tasksOfPathway, { pathwayId }, lead)).body as Task[])
    .filter(({ kind }) => kind === 'manual')
    .map(({ text }) => text)
const sessionOf = async (id: number, weeks: number) => {
  const day = addDays(today(), 7 * weeks)
  const found = (await viewOf(id)).sessions.find(({ sessionDate }) => sessionDate === day)
  if (found === undefined) throw new Error('The class has no session on this day')
  return found
}

const versionOf = async (id: number) =>
  ((await service.ask(getRegister, { id }, lead)).body as Register).version

describe('a class that is changed', () => {
  it.each<[string, (view: ClassView) => Partial<ClassView>, string, RegExp]>([
    [
      'a day off',
      () => ({ daysOff: [addDays(today(), 4)] }),
      `is cancelled on ${formatDate(addDays(today(), 4))}`,
      /^Send the letter: the class .+ is cancelled$/,
    ],
    [
      'fewer weeks',
      () => ({ weeks: 3 }),
      `ends on ${formatDate(addDays(today(), 4))}`,
      /^Send the letter: the class .+ ends on .+, earlier than planned$/,
    ],
    [
      'another time',
      () => ({ startTime: '14:15' }),
      `is next on ${formatDate(addDays(today(), 4))} at 14:15`,
      /^Send the letter: the class .+ meets at other times: its next session is moved to .+ at 14:15$/,
    ],
  ])('by %s asks about its people, and tells each of them', async (_, change, question, words) => {
    const firstDate = addDays(today(), -10)
    const { id } = await aClass(service, lead, { firstDate })
    const { pathwayId } = await member(id, { joinedDate: firstDate })
    const input = { ...(await viewOf(id)), ...change(await viewOf(id)) }
    expect(await service.ask(saveClass, { ...input, unusualConfirmed: false }, lead)).toMatchObject({
      status: 400,
      body: {
        unusualConfirmed: expect.stringContaining(
          `1 person has a place and is told that the class ${question}.`,
        ) as string,
      },
    })
    expect(await tasksOf(pathwayId)).toEqual([])
    expectSaved('class', await service.ask(saveClass, { ...input, unusualConfirmed: true }, lead))
    expect(await tasksOf(pathwayId)).toEqual([expect.stringMatching(words)])
  })

  it('asks nobody about more weeks, or if nobody has a place', async () => {
    const { id } = await aClass(service, lead)
    const fewer = { ...(await viewOf(id)), weeks: 5 }
    const { version } = expectSaved('fewer', await service.ask(saveClass, fewer, lead))
    const { pathwayId } = await member(id)
    expectSaved('more', await service.ask(saveClass, { ...fewer, version, weeks: 9 }, lead))
    expect(await tasksOf(pathwayId)).toEqual([])
  })
})

describe('a class that is closed', () => {
  it('sends who waits to another class, since the same day, and tells the others that they wait no more', async () => {
    const { id } = await aClass(service, lead, { capacity: 1 })
    await member(id, fromStart)
    const [moves, stops] = [await member(id), await member(id)]
    await service.db.owner.query(
      'update class_place set waiting_since = current_date - 40 where id = any($1)',
      [[moves.id, stops.id]],
    )
    const other = await aClass(service, lead, { capacity: 1 })
    await member(other.id)
    const answer = { leftReason: 'otherClass', planAnswer: 'goesOn', toClassId: other.id } as const
    const people = [{ placeId: moves.id, version: moves.version, ...answer }]
    // Those who wait are asked about even while the class goes on for a while.
    const lastDate = addDays(today(), 14)
    expectSaved('closing', await service.ask(closeClass, { id, lastDate, people }, lead))
    expect(await tasksOf(stops.pathwayId)).toEqual([
      expect.stringMatching(/^Ring the person: the class .+ ends, and they wait for it no more$/),
    ])
    expect(await tasksOf(moves.pathwayId)).toEqual([])
    expect((await peopleOf(other.id)).find(({ pathwayId }) => pathwayId === moves.pathwayId)).toMatchObject({
      state: 'waiting',
      waitingSince: addDays(today(), -40),
    })
  })

  it('says beside the person which answer cannot be', async () => {
    const { id } = await aClass(service, lead)
    const { pathwayId } = await inExercise(service, lead)
    const { body } = await service.ask(enrol, { classId: id, pathwayId, transport: 'own' }, lead)
    const { id: placeId, version } = body as Saved
    const answer = { placeId, version, leftReason: 'serviceEnded', planAnswer: 'stopped' } as const
    const lastDate = addDays(today(), -60)
    const reply = await service.ask(closeClass, { id, lastDate, people: [answer] }, lead)
    expect(reply).toMatchObject({
      status: 400,
      body: { [`answers.place${placeId}`]: expect.stringContaining('later than this day') as string },
    })
    expect((await peopleOf(id))[0]).toMatchObject({ state: 'joined' })
  })
})

describe('leaving a class before it began', () => {
  it('takes back the plan that was booked, and the referral is where it was', async () => {
    const { id } = await aClass(service, lead, { firstDate: addDays(today(), 7) })
    const { id: pathwayId } = await aPathway(service, lead)
    const pathwayNow = async () =>
      (await service.ask(getPathway, { id: pathwayId }, lead)).body as PathwayView
    const before = (await pathwayNow()).stage
    const { body } = await service.ask(enrol, { classId: id, pathwayId, transport: 'own' }, lead)
    const { id: placeId, version } = body as Saved
    expect((await pathwayNow()).exercise).toHaveLength(1)
    const left = { leftDate: today(), leftReason: 'declined', planAnswer: 'stopped' } as const
    expectSaved('left', await service.ask(leaveClass, { id: placeId, version, ...left }, lead))
    expect(await pathwayNow()).toMatchObject({ exercise: [], stage: before })
    expect(await peopleOf(id)).toMatchObject([{ state: 'left', endedHow: 'left', leftReason: 'declined' }])
    expect((await verifyStages(service.db.sql)).differences).toEqual([])
  })
})

describe('a class that is closed before it began', () => {
  it('asks for everybody, and one that has ended by then is not closed again', async () => {
    const { id } = await aClass(service, lead, { firstDate: addDays(today(), 7), weeks: 3 })
    const { id: placeId } = await member(id)
    expect(await service.ask(closeClass, { id, lastDate: today(), people: [] }, lead)).toMatchObject({
      status: 400,
      body: { [`answers.place${placeId}`]: 'The class never took place: say how this person goes on' },
    })
    const late = { id, lastDate: addDays(today(), 21), people: [] }
    expect((await service.ask(closeClass, late, lead)).body).toEqual({
      lastDate: 'The class has no session after this day',
    })
  })
})

describe('a session', () => {
  it('of a day that has passed, or with anything recorded, is not cancelled', async () => {
    const { id } = await aClass(service, lead)
    const { id: placeId } = await member(id, fromStart)
    const past = await sessionOf(id, -1)
    expect((await service.ask(cancelSession, { id: past.id }, lead)).body).toMatchObject({
      message: 'The day of this session has passed, so it can no longer be cancelled.',
    })
    const now = await sessionOf(id, 0)
    const exceptions = [{ placeId, leftOut: ['balance' as const] }]
    const parts = {
      id: now.id,
      version: await versionOf(now.id),
      partsDone: ['balance' as const],
      exceptions,
    }
    expectSaved('parts', await service.ask(saveParts, parts, lead))
    expect((await service.ask(cancelSession, { id: now.id }, lead)).body).toMatchObject({
      message: 'This session is recorded, so it took place.',
    })
  })

  it('keeps what somebody left out whom the sender does not name, unless it was not done', async () => {
    const { id } = await aClass(service, lead)
    const [one, other] = [await member(id, fromStart), await member(id, fromStart)]
    const { id: sessionId } = await sessionOf(id, 0)
    const save = async (
      partsDone: InputOf<typeof saveParts>['partsDone'],
      exceptions: InputOf<typeof saveParts>['exceptions'],
    ) => {
      const version = await versionOf(sessionId)
      return service.ask(saveParts, { id: sessionId, version, partsDone, exceptions }, lead)
    }
    const leftOut = async () => {
      const { people } = (await service.ask(getRegister, { id: sessionId }, lead)).body as Register
      return Object.fromEntries(people.map((person) => [person.placeId, person.leftOut]))
    }
    const both = ['strength' as const, 'balance' as const]
    expectSaved(
      'both',
      await save(
        both,
        [one, other].map(({ id: placeId }) => ({ placeId, leftOut: both })),
      ),
    )
    expectSaved('one', await save(both, [{ placeId: one.id, leftOut: [] }]))
    expect(await leftOut()).toEqual({ [one.id]: [], [other.id]: both })
    expectSaved('nobody', await save(['balance'], []))
    expect(await leftOut()).toEqual({ [one.id]: [], [other.id]: ['balance'] })
    const twice = [one, one].map(({ id: placeId }) => ({ placeId, leftOut: [] }))
    expect((await save(both, twice)).status).toBe(400)
    expect((await save(['balance', 'balance'], [])).status).toBe(400)
  })
})

describe('an extra place', () => {
  it('is given by a Team Lead alone, although the class is full', async () => {
    const { id } = await aClass(service, lead, { capacity: 1 })
    await member(id)
    expect(await member(id)).toMatchObject({ state: 'waiting' })
    const clinician = await service.as('Clinician')
    const { pathwayId } = await inExercise(service, lead)
    const extra = { classId: id, pathwayId, transport: 'own', isExtra: true } as const
    expect((await service.ask(enrol, extra, clinician)).status).toBe(403)
    expect((await service.ask(enrol, extra, lead)).body).toMatchObject({ state: 'joined' })
    expect(await viewOf(id)).toMatchObject({ capacity: 1, taken: 2, waiting: 1 })
  })

  it('that is free is not offered to somebody who has refused the service since', async () => {
    const { id } = await aClass(service, lead, { capacity: 1 })
    const first = await member(id)
    const { pathwayId, id: placeId, version } = await member(id)
    const left = { leftDate: today(), leftReason: 'declined', planAnswer: 'goesOn' } as const
    expectSaved(
      'left',
      await service.ask(leaveClass, { id: first.id, version: first.version, ...left }, lead),
    )
    await service.db.owner.query(
      'update patient set consent_refused_date = current_date where id = (select patient_id from pathway where id = $1)',
      [pathwayId],
    )
    expect(await service.ask(offerPlace, { id: placeId, version }, lead)).toMatchObject({ status: 409 })
    expect(await service.ask(acceptPlace, { id: placeId, version }, lead)).toMatchObject({ status: 409 })
  })

  it('that is free is offered to the next where the first has refused the service since', async () => {
    const { id } = await aClass(service, lead, { capacity: 1 })
    const [has, first, second] = [await member(id), await member(id), await member(id)]
    const left = { leftDate: today(), leftReason: 'declined', planAnswer: 'goesOn' } as const
    expectSaved('left', await service.ask(leaveClass, { id: has.id, version: has.version, ...left }, lead))
    await service.db.owner.query(
      'update patient set consent_refused_date = current_date where id = (select patient_id from pathway where id = $1)',
      [first.pathwayId],
    )
    const people = (await service.ask(classPeople, { id }, lead)).body as ClassPerson[]
    expect(people.filter(({ isNext }) => isNext === true).map((person) => person.id)).toEqual([second.id])
    expectSaved('offer', await service.ask(offerPlace, { id: second.id, version: second.version }, lead))
  })
})
