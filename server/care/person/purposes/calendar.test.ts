import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { getFallsCalendar, type FallsCalendar } from '../../../../contract/care/fallsCalendar/calendar.ts'
import { addDays, addMonths, today } from '../../../../contract/platform/dates/dates.ts'
import { tasksOfPathway, type Task } from '../../../../contract/pathways/task.ts'
import {
  aCalendarPerson,
  agreesToCalendar,
  type CalendarPerson,
} from '../../../testing/known/knownFallsCalendar.ts'
import { testService, type TestService } from '../../../testing/process/service.ts'
import type { TestUser } from '../../../testing/world/users.ts'
import { askMonths } from '../../fallsCalendar/ask.ts'
import { receiveText } from '../../fallsCalendar/receive.ts'
import { hiddenOf, opened } from '../testing/opened.ts'
import type { Answer, Visitor } from '../testing/visitor.ts'

/* The monthly question on the own page, through HTTP, beside replies by text. */

let service: TestService
let lead: TestUser
beforeAll(async () => {
  service = await testService()
  lead = await service.as('Team Lead')
})
afterAll(() => service.close())

const phoneMobile = '07700900123'
let edna: CalendarPerson
let visitor: Visitor
beforeEach(async () => {
  await service.db.owner.query('update falls_calendar_consent set is_active = false')
  await service.db.owner.query('update falls_calendar_try set telephone = null')
  edna = await aCalendarPerson(service, lead, {
    ...{ endedDate: addDays(addMonths(today(), -1), -3), ways: { byText: true }, phoneMobile },
  })
  visitor = await opened(service, lead, edna.patientId)
})
const ask = () => askMonths(service.db.sql, today(), { texts: true, mails: true })
const home = () => visitor.get('/my/home')
const asked = async (): Promise<Answer> => {
  await ask()
  return home()
}
const send = (page: Answer, sent: Record<string, string>) =>
  visitor.post('/my/calendar', { ...hiddenOf(page, 'calendar'), ...sent })
const text = (words: string) =>
  receiveText(service.db.sql, { id: randomUUID(), from: phoneMobile, words, receivedAt: service.time.now })
const calendarOf = async ({ pathwayId }: CalendarPerson) =>
  (await service.ask(getFallsCalendar, { pathwayId }, lead)).body as FallsCalendar
const question = async () => {
  const [latest] = (await calendarOf(edna)).questions
  if (latest === undefined) throw new Error('Nothing was asked')
  return latest
}
const tasks = async () =>
  ((await service.ask(tasksOfPathway, { pathwayId: edna.pathwayId }, lead)).body as Task[]).filter(
    ({ closedAt }) => closedAt === null,
  )
const calendarTasks = async () =>
  (await tasks()).flatMap(({ kind, text: words, dueDate }) =>
    kind.startsWith('calendar') ? [{ words, dueDate }] : [],
  )

describe('the month of the falls calendar', () => {
  it('is asked on the first page while it is open, and counts once however often it is sent', async () => {
    expect((await home()).page).not.toContain('Your monthly question')
    const page = await asked()
    expect(page.page).toContain('Your monthly question')
    for (const _ of [1, 2, 3]) expect((await send(page, { falls: '0' })).to).toBe('/my/calendar?said=counted')
    const { falls, countedFrom, acceptedBy, replies } = await question()
    expect({ falls, countedFrom, acceptedBy }).toEqual({ falls: 0, countedFrom: 'page', acceptedBy: null })
    expect(replies.map(({ outcome, words }) => [outcome, words])).toEqual([['counted', '0']])
    expect((await home()).page).not.toContain('Your monthly question')
    expect(await calendarTasks()).toEqual([])
  })

  it.each<[string, string, number, string[]]>([
    ['the same number', '2', 2, ['repeated', 'counted']],
    ['another number', '3', 2, ['toRead', 'counted']],
  ])('that was answered by text meanwhile with %s is as two texts', async (_, falls, counts, outcomes) => {
    const page = await asked()
    await text('2')
    await send(page, { falls })
    const { falls: counted, countedFrom, replies } = await question()
    expect([counted, countedFrom]).toEqual([counts, 'text'])
    expect(replies.map(({ outcome }) => outcome)).toEqual(outcomes)
    expect(await calendarTasks()).toHaveLength(outcomes[0] === 'toRead' ? 1 : 0)
  })

  it('that the page answered first is repeated by a text of the same number', async () => {
    await send(await asked(), { falls: '1' })
    await text('one')
    expect(await question()).toMatchObject({
      falls: 1,
      replies: [{ outcome: 'repeated' }, { outcome: 'counted' }],
    })
  })

  it.each<[Record<string, string>, string, number | null, boolean, string]>([
    [{ falls: '2', hurt: 'yes' }, '2, was hurt', 2, true, '/my/help?to=calendar%2Fsigns'],
    [{ hurt: 'yes' }, 'was hurt', null, true, '/my/help?to=calendar%2Fsigns'],
    [{ falls: '1', words: 'broke my wrist' }, '1: broke my wrist', 1, true, '/my/help?to=calendar%2Fsigns'],
    [{ falls: '0', words: 'none thanks' }, '0: none thanks', 0, false, '/my/calendar/signs'],
    [{ falls: 'more' }, '5 or more', null, false, '/my/calendar/signs'],
    [{ words: 'cannot say' }, 'cannot say', null, false, '/my/calendar/signs'],
  ])('with %j waits for a person', async (sent, words, mayMean, isUrgent, to) => {
    const page = await asked()
    for (const _ of [1, 2]) expect((await send(page, sent)).to).toBe(to)
    const { falls, replies } = await question()
    expect(falls).toBeNull()
    expect(replies).toMatchObject([{ words, falls: mayMean, isUrgent, outcome: 'toRead', channel: 'page' }])
    expect(await calendarTasks()).toEqual([
      {
        words: expect.stringMatching(isUrgent ? /read the reply today/ : /read the reply \(/) as string,
        dueDate: addDays(today(), isUrgent ? 0 : 1),
      },
    ])
    expect((await home()).page).not.toContain('Your monthly question')
  })

  it('with words in another language is read the same day', async () => {
    await ask()
    await visitor.get('/my/in/pl?to=home')
    const page = await home()
    expect((await send(page, { falls: '1', words: 'Złamałam rękę' })).to).toBe('/my/calendar/signs')
    expect((await question()).replies).toMatchObject([{ isUrgent: true, outcome: 'toRead' }])
  })

  it('shows when to ring 999 and 111 to who was hurt, and raises what is ticked after it', async () => {
    const answer = await send(await asked(), { falls: '1', hurt: 'yes' })
    const help = await visitor.follow(answer)
    expect(help.page).toContain('Ring 999')
    expect(help.page).toContain('href="/my/calendar/signs"')
    expect((await visitor.get('/my/calendar/signs')).page).toContain('I hit my head')
    const ticked = await visitor.post('/my/calendar/signs', { signs: 'headInjury' })
    expect(ticked.to).toBe('/my/help?to=calendar%3Fsaid%3Dread')
    const flags = await service.db.owner.query<{ signs: string }>(
      `select kind as signs from patient_flag where patient_id = $1 and kind = 'redFlag'`,
      [edna.patientId],
    )
    expect(flags.rows).toHaveLength(1)
    expect((await tasks()).filter(({ kind }) => kind.startsWith('redFlag'))).toHaveLength(1)
  })

  it('is not sent without an answer', async () => {
    const page = await asked()
    const answer = await send(page, { falls: '', words: '  ' })
    expect(answer.to).toBe('/my/calendar?wrong=1')
    const again = await visitor.follow(answer)
    expect(again.page).toContain('There is a problem')
    expect((await question()).replies).toEqual([])
    expect((await send(again, { falls: '4' })).to).toBe('/my/calendar/signs')
    expect((await question()).falls).toBe(4)
  })

  it('obeys a stop word among the words, and asks no more', async () => {
    const page = await asked()
    expect((await send(page, { words: 'Stop' })).to).toBe('/my/calendar?said=stopped')
    expect((await calendarOf(edna)).state).toBe('stopped')
    expect((await home()).page).not.toContain('Your monthly question')
  })

  it.each<[string, () => Promise<unknown>]>([
    ['stopped', () => agreesToCalendar(service, lead, edna.patientId, {}, today())],
    [
      'were discharged',
      () => service.db.owner.query('delete from work_list where pathway_id = $1', [edna.pathwayId]),
    ],
    [
      'did not answer for a month',
      () =>
        service.db.owner.query(
          `update falls_calendar_question set asked_date = current_date - 32 where pathway_id = $1`,
          [edna.pathwayId],
        ),
    ],
  ])('is not asked of who %s', async (_, end) => {
    await asked()
    await end()
    expect((await home()).page).not.toContain('Your monthly question')
    expect((await visitor.get('/my/calendar')).page).toContain('There is no question to answer')
  })

  it('is not asked of who died', async () => {
    await asked()
    await service.db.owner.query('update patient set deceased_date = current_date where id = $1', [
      edna.patientId,
    ])
    expect(await home()).toMatchObject({ status: 303 })
  })

  it('of somebody else cannot be answered', async () => {
    const page = await asked()
    const other = await aCalendarPerson(service, lead, {
      endedDate: addDays(addMonths(today(), -1), -3),
      ways: { byCall: true },
    })
    const stranger = await opened(service, lead, other.patientId)
    const answer = await stranger.post('/my/calendar', { ...hiddenOf(page, 'calendar'), falls: '9' })
    expect(answer.to).toBe('/my/calendar')
    expect((await question()).replies).toEqual([])
  })
})
