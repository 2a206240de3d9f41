import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { settlePersonAnswer } from '../../../../contract/care/person/answer.ts'
import { toldOnPage, type ToldOfPathway } from '../../../../contract/care/person/questions.ts'
import { addDays, today } from '../../../../contract/platform/dates/dates.ts'
import { tasksOfPathway, type Task } from '../../../../contract/pathways/task.ts'
import { saveContact } from '../../../../contract/patients/flags/contact.ts'
import { contactOf } from '../../../testing/known/knownSafetyNets.ts'
import { testService, type TestService } from '../../../testing/process/service.ts'
import { aGround, type Ground } from '../../../testing/values/recordCases.ts'
import { expectSaved } from '../../../testing/world/factories.ts'
import type { TestUser } from '../../../testing/world/users.ts'
import { hiddenOf, opened } from '../testing/opened.ts'

let service: TestService
let lead: TestUser
let ground: Ground
beforeAll(async () => {
  service = await testService()
  lead = await service.as('Team Lead')
})
afterAll(() => service.close())
beforeEach(async () => {
  ground = await aGround(service, lead)
  const { pathwayId, clinicianId, locationId } = ground
  await service.db.owner.query(
    `insert into appointment (pathway_id, appointment_type, appointment_date, start_time, minutes, location_id, clinician_id)
     values ($1, 'visit', $2, '10:00', 60, $3, $4)`,
    [pathwayId, addDays(today(), 3), locationId, clinicianId],
  )
})

const pages = ['falls', 'fall', 'key', 'confidence', 'exercise', 'note'] as const
type Sent = Partial<Record<(typeof pages)[number], Record<string, string>>>

const answer = async (sent: Sent, how = 'go', more: Record<string, unknown> = {}): Promise<void> => {
  const visitor = await opened(service, lead, ground.patientId, more)
  const shown = hiddenOf(await visitor.get('/my/questions'), 'questions')
  await visitor.post('/my/questions', { ...shown, how })
  if (how === 'well') return
  for (const page of pages)
    if (page !== 'fall' || sent.fall !== undefined)
      await visitor.post(`/my/questions/${page}`, sent[page] ?? {})
  expect((await visitor.post('/my/questions/check', {})).to).toBe('/my/questions/sent')
}
const tasks = async (): Promise<Task[]> =>
  ((await service.ask(tasksOfPathway, { pathwayId: ground.pathwayId }, lead)).body as Task[]).filter(
    ({ kind, closedAt }) => kind === 'answersToRead' && closedAt === null,
  )

const questions = async (): Promise<ToldOfPathway['questions']> =>
  ((await service.ask(toldOnPage, { pathwayId: ground.pathwayId }, lead)).body as ToldOfPathway).questions

describe('answers to questions', () => {
  it.each<[name: string, sent: Sent, inDays: number | null, words: string]>([
    ['a fall that hurt', { falls: { falls: '1' }, fall: { fall1: 'hurt' } }, 0, 'read them today'],
    ['an hour on the floor', { falls: { falls: '1' }, fall: { fall1: 'longLie' } }, 0, 'read them today'],
    ['an ambulance', { falls: { falls: '1' }, fall: { fall1: 'ambulance' } }, 0, 'read them today'],
    ['a fall that did not hurt', { falls: { falls: '1' }, fall: {} }, 1, 'they tell of a fall'],
    ['own words', { falls: { falls: '0' }, note: { note: 'Dizzy at night' } }, 1, 'they tell of a fall'],
    ['neither', { falls: { falls: '0' } }, null, ''],
  ])('with %s are a task', async (_, sent, inDays, words) => {
    await answer(sent)
    const found = await tasks()
    expect(found.map(({ dueDate }) => dueDate)).toEqual(inDays === null ? [] : [addDays(today(), inDays)])
    if (inDays !== null) expect(found[0]?.text).toContain(words)
  })

  it('are no task where all is well', async () => {
    await answer({}, 'well')
    expect(await tasks()).toEqual([])
  })

  const herSon = async () => {
    const { id: contactId } = expectSaved(
      'contact',
      await service.ask(saveContact, { ...contactOf(ground.patientId), name: 'Harry Vale' }, lead),
    )
    return { contactId, actsBy: 'consent', actsSince: today() }
  }

  it.each<[name: string, sent: Sent, isBySon?: true]>([
    ['a fall that hurt, and then she is well', { falls: { falls: '1' }, fall: { fall1: 'hurt' } }],
    ['a fall that did not hurt, and then she is well', { falls: { falls: '1' }, fall: {} }],
    ['own words, and then she is well', { falls: { falls: '0' }, note: { note: 'Dizzy at night' } }],
    ['a fall, and then her son says that she is well', { falls: { falls: '1' }, fall: {} }, true],
  ])('that nobody has read stay a task: %s', async (_, sent, isBySon) => {
    await answer(sent)
    const before = await tasks()
    expect(before).toHaveLength(1)
    await answer({}, 'well', isBySon ? await herSon() : {})
    expect(await tasks()).toEqual(before)
    expect(await questions()).toMatchObject([
      { settledHow: null, told: { isAllWell: true } },
      { settledHow: null, told: { isAllWell: false } },
    ])
  })

  it('without a fall or own words are replaced by who gave them, and by nobody else', async () => {
    await answer({ falls: { falls: '0' } })
    await answer({}, 'well', await herSon())
    expect((await questions()).map(({ settledHow }) => settledHow)).toEqual([null, null])
    await answer({}, 'well')
    expect((await questions()).map(({ settledHow }) => settledHow)).toEqual([null, null, 'replaced'])
  })

  it('close their task when somebody has seen them, and not before', async () => {
    await answer({ falls: { falls: '0' }, note: { note: 'Dizzy at night' } })
    expect(await tasks()).toHaveLength(1)
    const [{ id, version } = { id: 0, version: 0 }] = await questions()
    expectSaved('seen', await service.ask(settlePersonAnswer, { id, version }, lead))
    expect(await tasks()).toEqual([])
  })
})
