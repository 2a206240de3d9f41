import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { enrol, offerPlace, classPeople, type ClassPerson } from '../../../../contract/care/classes/place.ts'
import { getRegister, type Register } from '../../../../contract/care/classes/register.ts'
import { addDays, today } from '../../../../contract/platform/dates/dates.ts'
import { aClass, inExercise, sessionsOf } from '../../../testing/known/knownClasses.ts'
import { testService, type TestService } from '../../../testing/process/service.ts'
import { expectSaved } from '../../../testing/world/factories.ts'
import type { TestUser } from '../../../testing/world/users.ts'
import { answersOf, hiddenOf, opened, openTasksOf } from '../testing/opened.ts'
import type { Visitor } from '../testing/visitor.ts'

let service: TestService
let lead: TestUser
beforeAll(async () => {
  service = await testService()
  lead = await service.as('Team Lead')
})
afterAll(() => service.close())

let pathwayId: number
let patientId: number
let visitor: Visitor
beforeEach(async () => {
  const person = await inExercise(service, lead)
  pathwayId = person.pathwayId
  patientId = person.patientId
  visitor = await opened(service, lead, patientId)
})

const firstDate = addDays(today(), -11)
const place = async (classId: number, of = pathwayId) =>
  expectSaved('place', await service.ask(enrol, { classId, pathwayId: of, transport: 'own' }, lead))
const people = async (classId: number): Promise<ClassPerson[]> =>
  (await service.ask(classPeople, { id: classId }, lead)).body as ClassPerson[]

describe('her class', () => {
  it('is shown with its next sessions and days off; one that she misses is on the register', async () => {
    const { id: classId } = await aClass(service, lead, { firstDate, daysOff: [addDays(firstDate, 21)] })
    const { id: placeId } = await place(classId)
    expect((await visitor.get('/my/home')).page).toContain('Steady steps')
    const page = await visitor.get(`/my/class?id=${placeId}`)
    expect(page.page).toContain('No class on these days')
    const sent = hiddenOf(page, 'class')
    const answer = await visitor.post('/my/class', sent)
    await visitor.post('/my/class', sent)
    expect((await visitor.follow(answer)).page).toContain('You said that you cannot come.')
    const sessionId = Number(sent['session'])
    const register = (await service.ask(getRegister, { id: sessionId }, lead)).body as Register
    expect(register.people).toMatchObject([{ placeId, saidAbsent: true, mark: null }])
    const later = (await sessionsOf(service, lead, classId)).at(-1)
    expect(
      ((await service.ask(getRegister, { id: later?.id ?? 0 }, lead)).body as Register).people,
    ).toMatchObject([{ saidAbsent: false }])
    expect(await answersOf(service, lead, pathwayId)).toMatchObject([
      { kind: 'missesSession', settledAt: expect.any(String) as string },
    ])
  })

  it('that she misses a session is taken back with one tap, and said again', async () => {
    const { id: classId } = await aClass(service, lead, { firstDate })
    const { id: placeId } = await place(classId)
    const page = () => visitor.get(`/my/class?id=${placeId}`)
    const sent = hiddenOf(await page(), 'class')
    const isAbsent = async () => {
      const { body } = await service.ask(getRegister, { id: Number(sent['session']) }, lead)
      return (body as Register).people.map(({ saidAbsent }) => saidAbsent)
    }
    await visitor.post('/my/class', sent)
    const missed = await page()
    expect(missed.page).toContain('I can come after all')
    const back = hiddenOf(missed, 'class')
    const answer = await visitor.post('/my/class', back)
    await visitor.post('/my/class', back)
    expect((await visitor.follow(answer)).page).toContain('We know that you come that day.')
    expect((await page()).page).not.toContain('You said that you cannot come.')
    expect(await isAbsent()).toEqual([false])
    expect(await answersOf(service, lead, pathwayId)).toMatchObject([
      { words: expect.stringMatching(/\(taken back\)$/) as string },
    ])
    await visitor.post('/my/class', sent)
    expect(await isAbsent()).toEqual([true])
    expect((await page()).page).toContain('You said that you cannot come.')
  })

  it('is not left by itself: staff ring first', async () => {
    const { id: classId } = await aClass(service, lead, { firstDate })
    const { id: placeId } = await place(classId)
    const page = await visitor.get(`/my/class-leave?id=${placeId}`)
    const sent = hiddenOf(page, 'class-leave')
    const answer = await visitor.post('/my/class-leave', sent)
    await visitor.post('/my/class-leave', sent)
    expect((await visitor.follow(answer)).page).toContain('You keep your place until then.')
    expect(await people(classId)).toMatchObject([{ state: 'joined', endedHow: null }])
    expect(await openTasksOf(service, lead, pathwayId)).toEqual([
      expect.stringMatching(/^Ring the person: wants to leave the class/),
    ])
  })
})

describe('an offered place', () => {
  const offered = async () => {
    const { id: classId } = await aClass(service, lead, { firstDate, capacity: 1 })
    const first = await inExercise(service, lead)
    await place(classId, first.pathwayId)
    const waits = await place(classId)
    await service.db.owner.query('update exercise_class set capacity = 2 where id = $1', [classId])
    const done = await service.ask(offerPlace, { id: waits.id, version: waits.version }, lead)
    expectSaved('offer', done)
    return { classId, placeId: waits.id }
  }

  it('is hers with Yes, once for a double click, as if staff had accepted it', async () => {
    const { classId, placeId } = await offered()
    const home = await visitor.get('/my/home')
    expect(home.page).toContain('A place in a class is free')
    const sent = { ...hiddenOf(home, 'place'), answer: 'yes' }
    const answers = await Promise.all([visitor.post('/my/place', sent), visitor.post('/my/place', sent)])
    expect(answers.map(({ to }) => to)).toEqual(Array(2).fill(`/my/class?id=${placeId}&said=took`))
    expect((await people(classId)).find((each) => each.id === placeId)).toMatchObject({ state: 'joined' })
    expect(await answersOf(service, lead, pathwayId)).toMatchObject([{ kind: 'takesPlace' }])
    expect((await visitor.post('/my/place', { id: String(placeId), answer: 'no' })).to).toBe(
      '/my/class?said=gone',
    )
  })

  it('goes on to others with No, and somebody rings her', async () => {
    const { classId, placeId } = await offered()
    const sent = { id: String(placeId), answer: 'no' }
    const answer = await visitor.post('/my/place', sent)
    expect((await visitor.post('/my/place', sent)).to).toBe(answer.to)
    expect((await visitor.follow(answer)).page).toContain('We will ring you')
    expect((await people(classId)).find((each) => each.id === placeId)).toMatchObject({
      ...{ state: 'left', leftReason: 'declined' },
    })
    expect(await openTasksOf(service, lead, pathwayId)).toHaveLength(1)
  })

  it('of somebody else cannot be answered', async () => {
    const { classId, placeId } = await offered()
    const other = await inExercise(service, lead)
    const theirs = await opened(service, lead, other.patientId)
    expect((await theirs.post('/my/place', { id: String(placeId), answer: 'yes' })).to).toContain(
      'said=changed',
    )
    expect((await people(classId)).find((each) => each.id === placeId)).toMatchObject({ state: 'offered' })
  })
})
