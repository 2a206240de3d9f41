import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import {
  classPeople,
  enrol,
  leaveClass,
  offerPlace,
  type ClassPerson,
} from '../../../contract/care/classes/place.ts'
import { getClass, type ClassView } from '../../../contract/care/classes/class.ts'
import {
  endRestriction,
  getRestrictions,
  type Restriction,
} from '../../../contract/governance/restriction.ts'
import { addDays, today } from '../../../contract/platform/dates/dates.ts'
import { instantAt } from '../../../contract/platform/dates/wallTime.ts'
import { closeTask, tasksOfPathway, type Task } from '../../../contract/pathways/task.ts'
import { aClass } from '../../testing/known/knownClasses.ts'
import { deliver } from '../../testing/process/messages.ts'
import { testService, type TestService } from '../../testing/process/service.ts'
import { aPathway, expectSaved } from '../../testing/world/factories.ts'
import { tokenFor, type TestUser } from '../../testing/world/users.ts'
import { hiddenOf, opened, openTasksOf } from '../person/testing/opened.ts'

/* A place in a class that somebody gives up reaches the next: over HTTP and by the real job, without staff. */

let service: TestService
let lead: TestUser
beforeAll(async () => {
  service = await testService()
  service.parts.offersFreedPlaces = true
  lead = await service.as('Team Lead')
})
afterAll(() => service.close())

const goTo = async (day: string, time: string): Promise<void> => {
  service.time.now = instantAt(day, time)
  lead = await tokenFor(service.db, service.time.now, lead)
}
beforeEach(() => goTo(today(), '10:00'))
/** A working day has passed by then. */
const later = (): string => addDays(today(), 6)

const runJob = async (): Promise<void> => {
  await service.db.owner.query(`select graphile_worker.add_job('offerFreedPlaces')`)
  await deliver(service, { mail: null, sms: null })
}

interface Member {
  id: number
  version: number
  pathwayId: number
  patientId: number
}

let classId: number
/** The one who has the place of the class, and three who wait, the longest first. */
let members: [Member, Member, Member, Member]
beforeEach(async () => {
  classId = (await aClass(service, lead, { capacity: 1 })).id
  const enter = async (waits: number): Promise<Member> => {
    const { id: pathwayId, patientId } = await aPathway(service, lead)
    const answer = await service.ask(enrol, { classId, pathwayId, transport: 'own' }, lead)
    const place = expectSaved('place', answer)
    if (waits > 0)
      await service.db.owner.query(
        'update class_place set waiting_since = current_date - $2::integer where id = $1',
        [place.id, waits],
      )
    return { ...place, pathwayId, patientId }
  }
  members = [await enter(0), await enter(40), await enter(30), await enter(20)]
})
const people = async (): Promise<ClassPerson[]> =>
  (await service.ask(classPeople, { id: classId }, lead)).body as ClassPerson[]
const statesOf = async (): Promise<string[]> => {
  const all = await people()
  return members.map(({ id }) => all.find((each) => each.id === id)?.state ?? '')
}
const taken = async (): Promise<number> =>
  ((await service.ask(getClass, { id: classId }, lead)).body as ClassView).taken
/** Setting the scene, which somebody of the service did before. */
const leaves = async ({ id, version }: Member): Promise<void> => {
  const left = { leftDate: today(), leftReason: 'home', planAnswer: 'goesOn' } as const
  expectSaved('left', await service.ask(leaveClass, { id, version, ...left }, lead))
}
const openOf = async ({ pathwayId }: Member): Promise<Task[]> =>
  ((await service.ask(tasksOfPathway, { pathwayId }, lead)).body as Task[]).filter(
    ({ kind, closedAt }) => kind === 'manual' && closedAt === null,
  )
const closeOf = async (member: Member, which: RegExp): Promise<void> => {
  for (const { id, version, text } of await openOf(member))
    if (which.test(text))
      expectSaved('closed', await service.ask(closeTask, { id, version, closedNote: null }, lead))
}
const visitorOf = ({ patientId }: Member) => opened(service, lead, patientId)
const says = async (member: Member, answer: 'yes' | 'no'): Promise<string | null> => {
  const visitor = await visitorOf(member)
  return (await visitor.post('/my/place', { id: String(member.id), answer })).to
}

describe('a place in a class', () => {
  it('that somebody says no to on their page is offered to the next within the hour, and theirs with Yes', async () => {
    const [giver, first, second] = members
    await leaves(giver)
    await runJob()
    expect(await statesOf()).toEqual(['left', 'offered', 'waiting', 'waiting'])
    expect(await says(first, 'no')).toBe('/my/class?said=refused')
    await goTo(today(), '10:10')
    await runJob()
    expect(await statesOf()).toEqual(['left', 'left', 'offered', 'waiting'])
    const visitor = await visitorOf(second)
    const home = await visitor.get('/my/home')
    expect(home.page).toContain('A place in a class is free')
    const yes = await visitor.post('/my/place', { ...hiddenOf(home, 'place'), answer: 'yes' })
    expect(yes.to).toBe(`/my/class?id=${second.id}&said=took`)
    expect(await statesOf()).toEqual(['left', 'left', 'joined', 'waiting'])
  })

  it('that nobody answers for a working day is offered to the next too, by day; the first Yes has it', async () => {
    const [giver, first, second] = members
    await leaves(giver)
    await runJob()
    await goTo(today(), '17:50')
    await runJob()
    expect(await statesOf()).toEqual(['left', 'offered', 'waiting', 'waiting'])
    await goTo(later(), '03:00')
    await runJob()
    expect(await statesOf()).toEqual(['left', 'offered', 'waiting', 'waiting'])
    await goTo(later(), '10:10')
    await runJob()
    await runJob()
    expect(await statesOf()).toEqual(['left', 'offered', 'offered', 'waiting'])
    expect(await taken()).toBe(1)
    expect(await openTasksOf(service, lead, first.pathwayId)).toEqual([
      expect.stringMatching(/^Ring the person/),
    ])
    expect(await says(second, 'yes')).toBe(`/my/class?id=${second.id}&said=took`)
    expect(await says(first, 'yes')).toBe('/my/class?said=gone')
    await runJob()
    expect(await statesOf()).toEqual(['left', 'waiting', 'joined', 'waiting'])
    // Who was silent has the place in the queue that they had, and is the first for the next one.
    expect((await people()).find(({ id }) => id === first.id)).toMatchObject({
      waitingSince: addDays(today(), -40),
    })
    const { version = 0 } = (await people()).find(({ id }) => id === second.id) ?? {}
    await leaves({ ...second, version })
    await runJob()
    expect(await statesOf()).toEqual(['left', 'offered', 'left', 'waiting'])
  })

  it('is still theirs who answer late, before the next has', async () => {
    const [giver, first] = members
    await leaves(giver)
    await runJob()
    await goTo(later(), '10:10')
    await runJob()
    expect(await says(first, 'yes')).toBe(`/my/class?id=${first.id}&said=took`)
    await runJob()
    expect(await statesOf()).toEqual(['left', 'joined', 'waiting', 'waiting'])
  })

  it('that is offered to two is given to one of them who answer at the same moment', async () => {
    const [giver, first, second] = members
    await leaves(giver)
    await runJob()
    await goTo(later(), '10:10')
    await runJob()
    const visitors = [await visitorOf(first), await visitorOf(second)] as const
    const answers = await Promise.all([
      visitors[0].post('/my/place', { id: String(first.id), answer: 'yes' }),
      visitors[1].post('/my/place', { id: String(second.id), answer: 'yes' }),
    ])
    expect(answers.filter(({ to }) => to === '/my/class?said=gone')).toHaveLength(1)
    expect((await statesOf()).filter((state) => state === 'joined')).toHaveLength(1)
  })

  it('that becomes free while two share an offer is for one of these, and not for who came later', async () => {
    const [giver, first, second] = members
    await leaves(giver)
    await runJob()
    await goTo(later(), '10:10')
    await runJob()
    await service.db.owner.query('update exercise_class set capacity = 2 where id = $1', [classId])
    await runJob()
    expect(await statesOf()).toEqual(['left', 'offered', 'offered', 'waiting'])
    expect(await taken()).toBe(2)
    expect(await says(second, 'yes')).toBe(`/my/class?id=${second.id}&said=took`)
    expect(await says(first, 'yes')).toBe(`/my/class?id=${first.id}&said=took`)
  })
})

describe('somebody who waits longest for a place in a class and cannot be offered it by itself', () => {
  const restrict = ({ patientId }: Member) =>
    service.db.owner.query(
      `insert into patient_restriction (patient_id, kind, reason) values ($1, 'safety', 'In a refuge')`,
      [patientId],
    )
  const refuses = (category: 'service' | 'contact') => (member: Member) =>
    service.db.owner.query(
      `insert into patient_flag (patient_id, kind, category, review_date) values ($1, 'consentRefused', $2, current_date + 90)`,
      [member.patientId, category],
    )
  const tasksOf = ({ pathwayId }: Member) => openTasksOf(service, lead, pathwayId)

  it.each<[string, (member: Member) => Promise<unknown>, string]>([
    ['have a restricted record', restrict, 'because the record is restricted'],
    ['have refused the service', refuses('service'), 'because the flags of the patient speak against it'],
    ['are not to be contacted', refuses('contact'), 'because the flags of the patient speak against it'],
  ])('because they %s: the next is offered it, and staff have one task', async (_, happens, why) => {
    const [giver, first, second] = members
    await happens(first)
    await leaves(giver)
    for (const _ of [1, 2, 3]) await runJob()
    expect(await statesOf()).toEqual(['left', 'waiting', 'offered', 'waiting'])
    expect(await tasksOf(first)).toEqual([expect.stringContaining(why)])
    expect((await tasksOf(first))[0]).toMatch(/^See to the waiting list of the class “.*”: a place was free/)
    expect((await tasksOf(second)).filter((text) => text.startsWith('See to'))).toEqual([])
  })

  it('has a task again when another place is free after somebody closed the last one, and none before', async () => {
    const [giver, first, second] = members
    await restrict(first)
    await leaves(giver)
    await runJob()
    await closeOf(first, /^See to/)
    await runJob()
    expect(await tasksOf(first)).toEqual([])
    expect(await says(second, 'no')).toBe('/my/class?said=refused')
    await runJob()
    expect(await statesOf()).toEqual(['left', 'waiting', 'left', 'offered'])
    expect(await tasksOf(first)).toHaveLength(1)
  })

  it('has one task while the place is free, and one again a working day after it was closed', async () => {
    const [giver, ...waiting] = members
    for (const each of waiting) await restrict(each)
    await leaves(giver)
    await runJob()
    await runJob()
    for (const each of waiting) {
      expect(await tasksOf(each)).toHaveLength(1)
      await closeOf(each, /^See to/)
    }
    await runJob()
    for (const each of waiting) expect(await tasksOf(each)).toEqual([])
    await goTo(later(), '10:10')
    await runJob()
    for (const each of waiting) expect(await tasksOf(each)).toHaveLength(1)
  })

  it('is offered the next place once nothing speaks against it, and the task is closed', async () => {
    const [giver, first, second] = members
    await restrict(first)
    await leaves(giver)
    await runJob()
    const { body } = await service.ask(getRestrictions, { patientId: first.patientId }, lead)
    const [{ id, version }] = body as [Restriction]
    expectSaved('ended', await service.ask(endRestriction, { id, version, endedNote: 'Moved away' }, lead))
    expect(await says(second, 'no')).toBe('/my/class?said=refused')
    await runJob()
    expect(await statesOf()).toEqual(['left', 'offered', 'left', 'waiting'])
    expect((await tasksOf(first)).filter((text) => text.startsWith('See to'))).toEqual([])
  })

  it('is offered it by staff, to whom a restriction is no hindrance', async () => {
    const [giver, first, second] = members
    await restrict(first)
    await leaves(giver)
    const refused = await service.ask(offerPlace, { id: second.id, version: second.version }, lead)
    expect(refused).toMatchObject({ status: 409 })
    expectSaved('offered', await service.ask(offerPlace, { id: first.id, version: first.version }, lead))
  })
})

describe('silence about an offered place in a class', () => {
  const ringsFor = async (member: Member) =>
    (await openOf(member)).filter(({ text }) => text.includes('they have not answered'))
  /** Somebody told them of the offer by telephone. */
  const told = (member: Member) => closeOf(member, /has a free place$/)
  const rung = (member: Member) => closeOf(member, /they have not answered/)

  it('comes before a person a working day after they were told by telephone', async () => {
    const [giver, first] = members
    await leaves(giver)
    await runJob()
    await service.db.owner.query(
      `update class_place set offered_at = now() - interval '6 days' where id = $1`,
      [first.id],
    )
    await runJob()
    // Nobody has rung yet: that task is still open.
    expect(await ringsFor(first)).toEqual([])
    await told(first)
    await runJob()
    expect(await ringsFor(first)).toEqual([])
    await goTo(later(), '10:10')
    await runJob()
    await runJob()
    expect(await ringsFor(first)).toHaveLength(1)
  })

  it('comes before a person again when they are offered the next place', async () => {
    const [giver, first, second] = members
    await leaves(giver)
    await runJob()
    await told(first)
    await goTo(later(), '10:10')
    await runJob()
    await rung(first)
    expect(await says(second, 'yes')).toContain('said=took')
    await runJob()
    expect(await statesOf()).toEqual(['left', 'waiting', 'joined', 'waiting'])
    const { version = 0 } = (await people()).find(({ id }) => id === second.id) ?? {}
    await leaves({ ...second, version })
    await runJob()
    await told(first)
    expect(await statesOf()).toEqual(['left', 'offered', 'left', 'waiting'])
    expect(await ringsFor(first)).toEqual([])
    await goTo(addDays(later(), 6), '10:20')
    await runJob()
    await runJob()
    expect(await ringsFor(first)).toHaveLength(1)
  })

  it('stays with a person when another place is free, and comes again if they closed it', async () => {
    const [giver, first] = members
    await leaves(giver)
    await runJob()
    await told(first)
    await goTo(later(), '10:10')
    await runJob()
    expect(await ringsFor(first)).toHaveLength(1)
    await service.db.owner.query('update exercise_class set capacity = 2 where id = $1', [classId])
    await runJob()
    expect(await taken()).toBe(2)
    expect(await ringsFor(first)).toHaveLength(1)
    await rung(first)
    await runJob()
    expect(await ringsFor(first)).toEqual([])
    await goTo(addDays(later(), 6), '10:20')
    await runJob()
    await runJob()
    expect(await ringsFor(first)).toHaveLength(1)
  })
})
