import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { toldOnPage, type ToldOfPathway } from '../../../../contract/care/person/questions.ts'
import { addDays, today } from '../../../../contract/platform/dates/dates.ts'
import { testService, type TestService } from '../../../testing/process/service.ts'
import { aGround, type Ground } from '../../../testing/values/recordCases.ts'
import { aPathway } from '../../../testing/world/factories.ts'
import type { TestUser } from '../../../testing/world/users.ts'
import { aLink, birthOf } from '../testing/aLink.ts'
import { opened } from '../testing/opened.ts'
import { aVisitor, type Visitor } from '../testing/visitor.ts'

/* What is sent from a page that stayed open for more than half an hour: old people are slow, and others may sit there by then. */

let service: TestService
let lead: TestUser
let ground: Ground
let visitor: Visitor
let linkId: number
/** Signs in on the same telephone with the same link. */
let signIn: () => Promise<void>
beforeAll(async () => {
  service = await testService()
  lead = await service.as('Team Lead')
})
afterAll(() => service.close())
beforeEach(async () => {
  ground = await aGround(service, lead)
  await bookCall(ground)
  visitor = aVisitor(service.app)
  const { id, code } = await aLink(service, lead, ground.patientId)
  linkId = id
  const birth = await birthOf(service, ground.patientId)
  signIn = async () => {
    expect((await visitor.open(code, birth)).to).toBe('/my/home')
  }
  await signIn()
})

const bookCall = ({ pathwayId, locationId, clinicianId }: Ground) =>
  service.db.owner.query(
    `insert into appointment (pathway_id, appointment_type, appointment_date, start_time, minutes, location_id, clinician_id)
     values ($1, 'call', $2, '10:00', 30, $3, $4)`,
    [pathwayId, addDays(today(), 2), locationId, clinicianId],
  )
const stayOpen = (minutes: number, patientId = ground.patientId) =>
  service.db.owner.query(
    `update person_visit set seen_at = seen_at - $2::integer * interval '1 minute' where patient_id = $1`,
    [patientId, minutes],
  )
/** Somebody else answers questions, which removes what nobody came back to. */
const anotherAnswers = async () => {
  const other = await aGround(service, lead)
  await bookCall(other)
  const stranger = await opened(service, lead, other.patientId)
  expect((await stranger.post('/my/questions', { how: 'go', times: '0' })).to).toBe('/my/questions/falls')
}
const begin = () => visitor.post('/my/questions', { how: 'go', times: '0' })
const told = async () => {
  const { body } = await service.ask(toldOnPage, { pathwayId: ground.pathwayId }, lead)
  return (body as ToldOfPathway).questions
}

describe('a page that stayed open for 45 minutes', () => {
  it('shows 999 and 111 for a red flag, and nothing of the person', async () => {
    await stayOpen(45)
    const answer = await visitor.post('/my/questions', { how: 'go', times: '0', signs: 'chestPain' })
    const { page } = await visitor.follow(answer)
    expect(page).toMatch(/href="tel:999"[^]*href="tel:111"/)
    expect(page).not.toContain('/my/home')
    expect((await visitor.get('/my/home')).to).toBe('/my?said=idle')
  })

  it('shows nothing to somebody who looks on of who is hurt by another', async () => {
    await stayOpen(45)
    const answer = await visitor.post('/my/questions', { how: 'go', times: '0', signs: 'abuse' })
    expect((await visitor.follow(answer)).page).not.toContain('tel:999')
  })

  it('does not say that it is stored that all is well where it cannot be', async () => {
    await stayOpen(45)
    const sent = { how: 'well', times: '0', occasion: 'gone', signs: 'abuse' }
    expect((await visitor.post('/my/questions', sent)).to).toBe('/my?said=notStoredOut')
  })

  it('shows 999 and 111 to who got worse', async () => {
    const { id, patientId } = await aPathway(service, lead, { referralDate: addDays(today(), -40) })
    const waiting = await opened(service, lead, patientId)
    await stayOpen(45, patientId)
    const answer = await waiting.post('/my/waiting', { id: String(id), answer: 'worse' })
    expect((await waiting.follow(answer)).page).toContain('href="tel:999"')
  })

  it('keeps a step until the person comes back and sends it, and says that it is not sent', async () => {
    await begin()
    await visitor.post('/my/questions/falls', { falls: '0' })
    await stayOpen(45)
    const answer = await visitor.post('/my/questions/note', { note: 'I lay in the kitchen' })
    expect(answer.to).toBe('/my?said=unsent')
    expect((await visitor.follow(answer)).page).toContain('Your answers are not sent yet')
    await anotherAnswers()
    await signIn()
    const check = await visitor.get('/my/questions/check')
    expect(check.page).toContain('I lay in the kitchen')
  })

  it('sends what was ready to be sent, although others answered meanwhile', async () => {
    await begin()
    const steps: [name: string, sent: Record<string, string>][] = [
      ['falls', { falls: '0' }],
      ['key', { fallenInYear: 'no', unsteady: 'no' }],
      ['confidence', { confidence: '6' }],
      ['exercise', { exerciseDays: '3' }],
      ['note', { note: '' }],
    ]
    for (const [name, sent] of steps) await visitor.post(`/my/questions/${name}`, sent)
    await stayOpen(45)
    await anotherAnswers()
    expect((await visitor.post('/my/questions/check', {})).to).toBe('/my?said=kept')
    expect(await told()).toHaveLength(1)
  })

  it('does not come to life by a button that is no longer possible', async () => {
    await stayOpen(45)
    expect((await visitor.post('/my/offer', { id: '999999', answer: 'yes' })).to).toBe('/my?said=notStored')
    expect((await visitor.get('/my/home')).to).toBe('/my?said=idle')
  })
})

describe('an answer that cannot be stored any more', () => {
  const urgent = [
    ['questions', { how: 'go', times: '0', signs: 'chestPain' }],
    ['questions/fall', { fall1: 'longLie' }],
    ['waiting', { id: '1', answer: 'worse' }],
    ['diary', { day: today(), felt: 'pain' }],
    ['calendar', { id: '1', falls: '1', hurt: 'yes' }],
    ['calendar', { id: '1', falls: '1', words: 'I broke my hip and cannot get up' }],
    ['questions/note', { note: 'I broke my hip and cannot get up' }],
  ] as const
  const endLink = () =>
    service.db.owner.query(`update person_link set ended_at = now(), ended_how = 'replaced' where id = $1`, [
      linkId,
    ])

  it.each(urgent)('shows 999 and 111 after 3 hours: %s %j', async (name, sent) => {
    await stayOpen(180)
    const { page } = await visitor.follow(await visitor.post(`/my/${name}`, sent))
    expect(page).toMatch(/href="tel:999"[^]*href="tel:111"/)
    expect(page).toContain('it may not be stored')
    // Nobody of the team can see it.
    expect(page).not.toMatch(/Our team can see|Nothing that you sent is lost/)
  })

  it.each(urgent)('shows 999 and 111 after the link ended: %s %j', async (name, sent) => {
    await endLink()
    const { page } = await visitor.follow(await visitor.post(`/my/${name}`, sent))
    expect(page).toMatch(/href="tel:999"[^]*href="tel:111"/)
    expect(page).toContain('is not stored, because this link no longer works')
    expect(page).not.toMatch(/Our team can see|Nothing that you sent is lost|30 minutes/)
  })

  it('shows 999 and 111 to who signed out in another window', async () => {
    await visitor.post('/my/out', {})
    const [[name, sent]] = urgent
    expect((await visitor.follow(await visitor.post(`/my/${name}`, sent))).page).toContain('href="tel:999"')
  })

  it('shows 999 and 111 for any words in another language, which nothing here can read', async () => {
    await visitor.get('/my/in/pl')
    await visitor.post('/my/out', {})
    const send = async (words: string) => {
      const sent = { id: '1', falls: '1', words }
      return (await visitor.follow(await visitor.post('/my/calendar', sent))).page
    }
    expect(await send('Złamałam biodro')).toContain('href="tel:999"')
    expect(await send(' ')).not.toContain('href="tel:999"')
  })

  it.each([
    ['calendar', { id: '1', falls: '0', words: 'None, thank you' }],
    ['questions/note', { note: 'The new walking stick suits me' }],
  ])('shows no advice for words that tell of no injury: %s %j', async (name, sent) => {
    await stayOpen(180)
    expect((await visitor.post(`/my/${name}`, sent)).to).toBe('/my?said=notStoredOut')
  })

  it.each([
    ['who is hurt by another', { how: 'go', times: '0', signs: 'abuse' }],
    ['no sign', { how: 'go', times: '0' }],
  ])('says so without advice that reveals anything: %s', async (_, sent) => {
    await stayOpen(180)
    const answer = await visitor.post('/my/questions', sent)
    expect(answer.to).toBe('/my?said=notStoredOut')
    expect((await visitor.follow(answer)).page).not.toContain('tel:999')
  })
})

it('somebody whose link ended reads that, and not that nothing happened', async () => {
  await service.db.owner.query(
    `update person_link set valid_until = now() - interval '1 day' where id = $1`,
    [linkId],
  )
  const { to } = await visitor.get('/my/home')
  expect(to).toBe('/my?said=ended')
})

it('Send without answers that are kept leads back to the questions, which say so', async () => {
  const answer = await visitor.post('/my/questions/check', {})
  expect(answer.to).toBe('/my/questions?said=notStored')
  expect((await visitor.follow(answer)).page).toContain('Your answers were not stored')
})

it('answers that nobody came back to for a day are removed', async () => {
  await begin()
  await visitor.post('/my/questions/falls', { falls: '2' })
  await stayOpen(25 * 60)
  await anotherAnswers()
  const { rows } = await service.db.owner.query(
    `select from person_visit where patient_id = $1 and begun is not null`,
    [ground.patientId],
  )
  expect(rows).toEqual([])
})
