import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { classesOfPathway, type PathwayClasses } from '../../../../contract/care/classes/place.ts'
import { toldOnPage, type ToldOfPathway } from '../../../../contract/care/person/questions.ts'
import { addDays, today } from '../../../../contract/platform/dates/dates.ts'
import { mondayOf } from '../../../../contract/platform/dates/weekdays.ts'
import { savePathway } from '../../../../contract/pathways/referral/pathway.ts'
import { tasksOfPathway, type Task } from '../../../../contract/pathways/task.ts'
import { getToday, type Today } from '../../../../contract/pathways/today.ts'
import { testService, type TestService } from '../../../testing/process/service.ts'
import { aGround, type Ground } from '../../../testing/values/recordCases.ts'
import { expectSaved } from '../../../testing/world/factories.ts'
import type { TestUser } from '../../../testing/world/users.ts'
import { opened } from '../testing/opened.ts'
import type { Visitor } from '../testing/visitor.ts'

let service: TestService
let lead: TestUser
let ground: Ground
let visitor: Visitor
beforeAll(async () => {
  service = await testService()
  lead = await service.as('Team Lead')
})
afterAll(() => service.close())
beforeEach(async () => {
  ground = await aGround(service, lead)
  await service.db.owner.query('update exercise set exercise_plan_date = $2 where id = $1', [
    ground.exerciseId,
    addDays(today(), -60),
  ])
  visitor = await opened(service, lead, ground.patientId)
})

const say = (sent: Record<string, string>) => visitor.post('/my/diary', { day: today(), ...sent })
const diary = async () => {
  const { body } = await service.ask(toldOnPage, { pathwayId: ground.pathwayId }, lead)
  return (body as ToldOfPathway).diaries[0]
}
const tasks = async (): Promise<Task[]> =>
  (await service.ask(tasksOfPathway, { pathwayId: ground.pathwayId }, lead)).body as Task[]
const stored = async (): Promise<number> => {
  const { rows } = await service.db.owner.query<{ count: number }>(
    `select count(*)::integer as count from person_answer where kind = 'diary' and pathway_id = $1`,
    [ground.pathwayId],
  )
  return rows[0]?.count ?? 0
}

describe('the diary of exercise at home', () => {
  it('shows the last 14 days, and one tap says done', async () => {
    const { page } = await visitor.get('/my/diary')
    expect(page.match(/name="day"/g)).toHaveLength(14)
    expect((await say({})).to).toBe('/my/diary')
    expect((await visitor.get('/my/diary')).page.match(/name="day"/g)).toHaveLength(13)
    expect((await visitor.get('/my/home')).page).toContain('1 of the last 7 days')
    expect(await diary()).toMatchObject({ toldMinutes: 0, weeks: { 0: { days: 1, minutes: 0 } } })
  })

  it.each([
    [
      { minutes: '20', felt: 'right' },
      { days: 1, minutes: 20, painDays: 0 },
    ],
    [{ minutes: '30' }, { days: 1, minutes: 30, painDays: 0 }],
    [{ minutes: '25' }, { days: 1, minutes: 0, painDays: 0 }],
    [
      { minutes: '10', felt: 'pain' },
      { days: 1, minutes: 10, painDays: 1 },
    ],
    [
      { how: 'undo', minutes: '20' },
      { days: 0, minutes: 0, painDays: 0 },
    ],
  ])('keeps of a day %j', async (sent, week) => {
    await say(sent)
    expect((await diary())?.weeks[0] ?? { days: 0, minutes: 0, painDays: 0 }).toMatchObject(week)
  })

  it('counts the last answer of a day, and the same one once', async () => {
    await say({ minutes: '10' })
    await Promise.all([1, 2, 3].map(() => say({ minutes: '20' })))
    expect(await stored()).toBe(2)
    expect(await diary()).toMatchObject({ toldMinutes: 20, weeks: { 0: { days: 1 } } })
    await say({ how: 'undo' })
    expect(await diary()).toBeUndefined()
  })

  it.each([
    ['tomorrow', 1],
    ['15 days ago', -14],
  ])('cannot be changed for %s', async (_, days) => {
    expect((await say({ day: addDays(today(), days) })).to).toBe('/my/diary')
    expect(await stored()).toBe(0)
  })

  it.each(['', 'yesterday', '2026-02-31'])('has no day %j', async (day) => {
    expect((await say({ day })).to).toBe('/my/diary')
    expect(await stored()).toBe(0)
  })

  it('asks nobody to go on in pain, and is a task today, once', async () => {
    const answer = await say({ felt: 'pain' })
    expect((await visitor.follow(answer)).page).toContain('Stop this exercise and ring us')
    await say({ felt: 'pain' })
    await say({ felt: 'hard' })
    await say({ felt: 'pain' })
    expect((await tasks()).filter(({ text }) => text.includes('pain with exercise'))).toMatchObject([
      { dueDate: today() },
    ])
  })

  it.each([
    ['the plan was completed', `update exercise set completed_date = current_date where id = $1`, 0],
    ['the plan was deleted', `update exercise set is_active = false where id = $1`, 0],
    ['the day is too long ago', null, -14],
  ])('asks nobody to go on in pain when %s, and is a task today, once', async (_, statement, days) => {
    if (statement !== null) await service.db.owner.query(statement, [ground.exerciseId])
    const sent = { day: addDays(today(), days), felt: 'pain' }
    const answer = await say(sent)
    await say(sent)
    expect((await visitor.follow(answer)).page).toContain('Stop this exercise and ring us')
    expect(await stored()).toBe(0)
    expect((await tasks()).filter(({ text }) => text.includes('pain with exercise'))).toMatchObject([
      { dueDate: today() },
    ])
  })

  it('told of pain after the referral was closed is a red flag on Today', async () => {
    const { pathwayId: id, patientId } = ground
    const closed = { id, patientId, dischargeDate: today(), openPlansConfirmed: true }
    expectSaved('discharge', await service.ask(savePathway, closed, lead))
    expect((await say({ felt: 'pain' })).to).toBe('/my/diary/pain')
    expect((await say({ felt: 'pain', how: 'undo' })).to).toBe('/my/diary')
    const { body } = await service.ask(getToday, {}, lead)
    expect(JSON.stringify((body as Today).unowned)).toContain('the patient noted pain with exercise at home')
  })

  it('is shown for the last eight weeks, without gaps', async () => {
    for (const ago of [0, 3, 13]) await say({ day: addDays(today(), -ago), minutes: '15' })
    const weeks = (await diary())?.weeks ?? []
    expect(weeks.map(({ weekDate }) => weekDate)).toEqual(
      Array.from({ length: 8 }, (_, ago) => addDays(mondayOf(today()), -7 * ago)),
    )
    expect(weeks.reduce((sum, { days }) => sum + days, 0)).toBe(3)
  })

  it('is kept apart from the minutes that staff recorded', async () => {
    await say({ minutes: '20' })
    const { body } = await service.ask(classesOfPathway, { pathwayId: ground.pathwayId }, lead)
    expect((body as PathwayClasses).plans).toMatchObject([{ dose: { classMinutes: 0, homeMinutes: 0 } }])
  })

  it.each([
    ['is completed', `update exercise set completed_date = current_date where id = $1`],
    ['was deleted', `update exercise set is_active = false where id = $1`],
    [
      'has not begun',
      `update exercise set exercise_plan_date = (now() at time zone 'Europe/London')::date + 1 where id = $1`,
    ],
  ])('is not there when the plan %s', async (_, statement) => {
    await service.db.owner.query(statement, [ground.exerciseId])
    expect((await visitor.get('/my/home')).page).not.toContain('Your exercises at home')
    await say({})
    expect(await stored()).toBe(0)
  })

  it('of somebody else is neither seen nor changed', async () => {
    await say({ minutes: '20' })
    const other = await aGround(service, lead)
    const theirs = await opened(service, lead, other.patientId)
    expect((await theirs.get('/my/diary')).page).not.toContain('20 minutes')
    expect(await stored()).toBe(1)
  })
})
