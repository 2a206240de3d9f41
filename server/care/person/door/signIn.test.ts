import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import {
  endPersonLink,
  givePersonLink,
  paperLink,
  personLinks,
  type PersonLink,
  type PersonLinks,
} from '../../../../contract/care/person/link.ts'
import { saveContact } from '../../../../contract/patients/flags/contact.ts'
import { addDays, today } from '../../../../contract/platform/dates/dates.ts'
import { tasksOfPathway, type Task } from '../../../../contract/pathways/task.ts'
import { testService, type TestService } from '../../../testing/process/service.ts'
import { aGround, type Ground } from '../../../testing/values/recordCases.ts'
import { contactOf } from '../../../testing/known/knownSafetyNets.ts'
import { expectSaved } from '../../../testing/world/factories.ts'
import type { TestUser } from '../../../testing/world/users.ts'
import { continueVisit, typingMs } from './visits.ts'
import { aLink, birthOf } from '../testing/aLink.ts'
import { openTasksOf } from '../testing/opened.ts'
import { aVisitor, type Visitor } from '../testing/visitor.ts'

let service: TestService
let lead: TestUser
let ground: Ground
let birth: string
let visitor: Visitor
beforeAll(async () => {
  service = await testService()
  lead = await service.as('Team Lead')
})
afterAll(() => service.close())
beforeEach(async () => {
  ground = await aGround(service, lead)
  const { rows } = await service.db.owner.query<{ birth: string }>(
    `select date_of_birth::text as birth from patient where id = $1`,
    [ground.patientId],
  )
  birth = rows[0]?.birth ?? ''
  visitor = aVisitor(service.app)
})

const give = async (more: Record<string, unknown> = {}): Promise<{ id: number; code: string }> => {
  const answer = await service.ask(
    givePersonLink,
    { patientId: ground.patientId, way: 'paper', ...more } as never,
    lead,
  )
  expect(answer).toMatchObject({ status: 200 })
  const { id } = answer.body as { id: number }
  const paper = await service.ask(paperLink, { id }, lead)
  return { id, code: (paper.body as { code: string }).code }
}
const linksOf = async (): Promise<PersonLink[]> =>
  ((await service.ask(personLinks, { patientId: ground.patientId }, lead)).body as PersonLinks).links

describe('a link on paper', () => {
  it('opens the page with the date of birth, in small letters and with blanks too', async () => {
    const { code } = await give()
    const answer = await visitor.open(code.toLowerCase(), birth)
    expect(answer).toMatchObject({ status: 303, to: '/my/home' })
    const home = await visitor.follow(answer)
    expect(home.status).toBe(200)
    expect(home.page).toContain('Hello ')
    expect(home.headers).toMatchObject({ 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' })
    expect(await linksOf()).toMatchObject([{ openedAt: expect.any(String) as string, endedAt: null }])
  })

  it('that ended says nothing more of the date of birth after five wrong ones', async () => {
    const { id, code } = await give()
    expectSaved('end', await service.ask(endPersonLink, { id, version: 1 }, lead))
    for (const year of [1920, 1921, 1922, 1923, 1924])
      expect((await visitor.open(code, `${year}-01-01`)).to).toMatch(/said=wrong$/)
    expect((await visitor.open(code, birth)).to).toMatch(/said=wrong$/)
  })

  it('and that of somebody else open in turn on one telephone', async () => {
    const { code } = await give()
    const wife = await aGround(service, lead)
    const hers = await aLink(service, lead, wife.patientId)
    const herBirth = await birthOf(service, wife.patientId)
    for (const [link, day] of [
      [code, birth],
      [hers.code, herBirth],
      [code, birth],
    ] as const)
      expect((await visitor.open(link, day)).to).toBe('/my/home')
  })

  it.each(['٠', '۰', '੦'])('opens with digits of other scripts, of which %s is the zero', async (zero) => {
    const { code } = await give()
    const inScript = birth.replaceAll(/\d/g, (digit) =>
      String.fromCodePoint((zero.codePointAt(0) ?? 0) + Number(digit)),
    )
    expect((await visitor.open(code, inScript)).to).toBe('/my/home')
  })

  it('keeps its code when the language is changed before it opens', async () => {
    const { code } = await give()
    const address = `/my/${code.replace(' ', '')}`
    const change = /href="([^"]*in\/ur[^"]*)"/.exec((await visitor.get(address)).page)?.[1] ?? ''
    const answer = await visitor.get(change)
    expect(answer.to).toBe(address)
    expect((await visitor.follow(answer)).page).toContain(`value="${code.replace(' ', '')}"`)
  })

  it.each([
    ['another date of birth', (code: string) => [code, '1901-01-01'] as const],
    ['another code', () => ['HHHH HHHH', '1901-01-01'] as const],
  ])('does not open with %s, and says the same', async (_, typed) => {
    const { code } = await give()
    const [asked, date] = typed(code)
    const answer = await visitor.open(asked, date)
    expect(answer.to).toBe(`/my/${asked.replace(' ', '')}?said=wrong`)
    const { page, status } = await visitor.follow(answer)
    expect(status).toBe(200)
    expect(page).toContain('The code or the date of birth is not right')
    expect(visitor.cookies.size).toBe(0)
  })

  it('gives wrong dates and unknown codes the same bytes', async () => {
    const { code } = await give()
    const without = (answer: { page: string }, asked: string) => answer.page.replaceAll(asked, 'CODE')
    const known = code.replace(' ', '')
    const wrong = await visitor.follow(await visitor.open(known, '1901-01-01'))
    const unknown = await visitor.follow(await visitor.open('HHHHHHHH', '1901-01-01'))
    expect(without(wrong, known)).toBe(without(unknown, 'HHHHHHHH'))
  })

  it('ends after five wrong dates, and staff have a task to ring today', async () => {
    const { code } = await give()
    for (const _ of [1, 2, 3, 4, 5]) await visitor.open(code, '1901-01-01')
    expect((await visitor.open(code, birth)).to).toContain('said=wrong')
    expect(await linksOf()).toMatchObject([{ endedHow: 'guessed' }])
    const { body } = await service.ask(tasksOfPathway, { pathwayId: ground.pathwayId }, lead)
    expect((body as Task[]).filter(({ text }) => text.includes('five wrong dates'))).toMatchObject([
      { dueDate: today() },
    ])
  })

  it('ends after five wrong dates without a task to ring somebody who died', async () => {
    const { code } = await give()
    await service.db.owner.query('update patient set deceased_date = current_date where id = $1', [
      ground.patientId,
    ])
    for (const _ of [1, 2, 3, 4, 5]) await visitor.open(code, '1901-01-01')
    expect(await linksOf()).toMatchObject([{ endedHow: 'guessed' }])
    expect(await openTasksOf(service, lead, ground.pathwayId)).toEqual([])
  })

  it('forgets wrong dates when it opens, and counts them at once for many who type', async () => {
    const { code } = await give()
    for (const _ of [1, 2, 3, 4]) await visitor.open(code, '1901-01-01')
    expect((await visitor.open(code, birth)).to).toBe('/my/home')
    await Promise.all(Array.from({ length: 12 }, () => aVisitor(service.app).open(code, '1901-01-01')))
    expect(await linksOf()).toMatchObject([{ endedHow: 'guessed' }])
    expect((await visitor.get('/my/home')).to).toBe('/my?said=ended')
  })

  it('opens on one device only', async () => {
    const { code } = await give()
    await visitor.open(code, birth)
    const other = aVisitor(service.app)
    expect((await other.open(code, birth)).to).toContain('said=device')
    expect(other.cookies.size).toBe(0)
    expect((await visitor.open(code, birth)).to).toBe('/my/home')
  })

  it('ends when staff end it, with the visits that it opened', async () => {
    const { id, code } = await give()
    await visitor.open(code, birth)
    expectSaved('end', await service.ask(endPersonLink, { id, version: 1 }, lead))
    expect((await visitor.get('/my/home')).to).toBe('/my?said=ended')
    expect((await visitor.open(code, birth)).to).toContain('said=ended')
  })

  it('is replaced by a new one', async () => {
    const first = await give()
    const second = await give()
    expect((await visitor.open(first.code, birth)).to).toContain('said=ended')
    expect((await visitor.open(second.code, birth)).to).toBe('/my/home')
  })

  it('is not given for somebody who has died, and no longer opens', async () => {
    const { code } = await give()
    await service.db.owner.query(`update patient set deceased_date = $2 where id = $1`, [
      ground.patientId,
      today(),
    ])
    expect((await visitor.open(code, birth)).to).toContain('said=ended')
    const { status } = await service.ask(givePersonLink, { patientId: ground.patientId, way: 'paper' }, lead)
    expect(status).toBe(409)
  })

  it('keeps no code in the database', async () => {
    const { code } = await give()
    const { rows } = await service.db.owner.query<{ row: string }>(
      `select person_link::text as row from person_link where patient_id = $1`,
      [ground.patientId],
    )
    expect(rows[0]?.row).not.toContain(code.replace(' ', ''))
  })
})

describe('a visit', () => {
  it('ends after 30 minutes without a page, and says so', async () => {
    const { code } = await give()
    await visitor.open(code, birth)
    await service.db.owner.query(`update person_visit set seen_at = seen_at - interval '31 minutes'`)
    const answer = await visitor.get('/my/home')
    expect(answer.to).toBe('/my?said=idle')
    expect((await visitor.follow(answer)).page).toContain('because nothing happened for 30 minutes')
  })

  it('ends when the person signs out, and Back shows nothing', async () => {
    const { code } = await give()
    await visitor.open(code, birth)
    const out = await visitor.post('/my/out', {})
    expect(out).toMatchObject({ status: 303, to: '/my?said=out', headers: { 'clear-site-data': '"cache"' } })
    expect((await visitor.get('/my/home')).status).toBe(303)
  })

  it('can be ended from the page about privacy, too, which people read before they sign in as well', async () => {
    expect((await visitor.get('/my/privacy')).page).not.toContain('Sign out')
    await visitor.open((await give()).code, birth)
    expect((await visitor.get('/my/privacy')).page).toContain('Sign out')
  })

  it('is in the audit trail as the person’s own', async () => {
    const { code } = await give()
    await visitor.follow(await visitor.open(code, birth))
    const { rows } = await service.db.owner.query<{ action: string; criteria: unknown }>(
      `select action, criteria from audit_event where user_id is null and $1 = any(patient_ids) order by id`,
      [ground.patientId],
    )
    expect(rows).toMatchObject([
      { action: 'own page, sign in', criteria: { by: 'person' } },
      { action: 'own page, home', criteria: { by: 'person' } },
    ])
  })

  it('keeps what was typed on a page that stayed open for longer, and then ends', async () => {
    const { code } = await give()
    await visitor.open(code, birth)
    await service.db.owner.query(`update person_visit set seen_at = seen_at - interval '31 minutes'`)
    // The home page takes no answers, so the visit is asked for as an answer would.
    const token = visitor.cookies.get('my-visit') ?? ''
    const kept = await continueVisit(service.db.sql, Date.now(), token, typingMs)
    expect(kept).toMatchObject({ patientId: ground.patientId, wasIdle: true })
  })

  it('does not take a form from another site', async () => {
    const answer = await service.app.inject({
      method: 'POST',
      url: '/my/out',
      headers: { 'content-type': 'application/x-www-form-urlencoded', 'sec-fetch-site': 'cross-site' },
      payload: '',
    })
    expect(answer.statusCode).toBe(400)
  })
})

describe('somebody who acts for the person', () => {
  const acting = async () => {
    const { id: contactId } = expectSaved(
      'contact',
      await service.ask(saveContact, { ...contactOf(ground.patientId), name: 'Harriet Vale' }, lead),
    )
    const link = { contactId, actsBy: 'attorney', actsSince: addDays(today(), -10) }
    return { contactId, ...(await give(link)) }
  }

  it('opens the page by a link of their own, which the audit trail names', async () => {
    const { code, contactId } = await acting()
    const home = await visitor.follow(await visitor.open(code, birth))
    expect(home.page).toContain('Hello Harriet Vale')
    expect(home.page).toContain('You act for')
    const { rows } = await service.db.owner.query(
      `select 1 from audit_event where action = 'own page, home' and criteria->>'contactId' = $1`,
      [String(contactId)],
    )
    expect(rows).toHaveLength(1)
  })

  it('no longer gets in when the contact is deleted', async () => {
    const { code, contactId } = await acting()
    await visitor.open(code, birth)
    await service.db.owner.query('update patient_contact set is_active = false where id = $1', [contactId])
    expect((await visitor.get('/my/home')).status).toBe(303)
    expect((await visitor.open(code, birth)).to).toContain('said=ended')
  })

  it('must have a right that is recorded', async () => {
    const { contactId } = await acting()
    const answer = await service.ask(
      givePersonLink,
      { patientId: ground.patientId, way: 'paper', contactId },
      lead,
    )
    expect(answer.status).toBe(400)
  })
})

describe('what the page can read', () => {
  it('is the views of this person, and no table', async () => {
    const { rows } = await service.db.owner.query<{ name: string }>(
      `select c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
       where n.nspname = 'public' and c.relkind in ('r', 'v', 'm', 'p')
         and (has_table_privilege('surefoot_person', c.oid, 'select, insert, update, delete')
           or has_any_column_privilege('surefoot_person', c.oid, 'select, insert, update'))`,
    )
    expect(rows.map(({ name }) => name).filter((name) => !name.startsWith('my_'))).toEqual([])
  })
})

describe('a language', () => {
  it('is kept, and Urdu is read from right to left', async () => {
    const answer = await visitor.get('/my/in/ur')
    expect(answer.to).toBe('/my')
    const { page } = await visitor.follow(answer)
    expect(page).toMatch(/<html lang="ur" dir="rtl"/)
  })

  it.each(['/my/in/xx', '/my/HHHHHHH', '/my/nothing/here'])('is not at %s', async (path) => {
    expect((await visitor.get(path)).status).toBe(404)
  })
})
