import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { composeLetter } from '../../../../contract/care/letters/letter.ts'
import { toldOnPage, type ToldOfPathway } from '../../../../contract/care/person/questions.ts'
import { addDays, today } from '../../../../contract/platform/dates/dates.ts'
import { tasksOfPathway, type Task } from '../../../../contract/pathways/task.ts'
import { getToday, type Today } from '../../../../contract/pathways/today.ts'
import { savePathway } from '../../../../contract/pathways/referral/pathway.ts'
import { saveContact } from '../../../../contract/patients/flags/contact.ts'
import { redFlagSigns } from '../../../../contract/reference/redFlagSigns.ts'
import { templateFor } from '../../../testing/known/knownLetters.ts'
import { contactOf, redFlagOf } from '../../../testing/known/knownSafetyNets.ts'
import { saveFlag } from '../../../../contract/patients/flags/flag.ts'
import { testService, type TestService } from '../../../testing/process/service.ts'
import { aGround, type Ground } from '../../../testing/values/recordCases.ts'
import { expectSaved } from '../../../testing/world/factories.ts'
import type { TestUser } from '../../../testing/world/users.ts'
import { hiddenOf, opened } from '../testing/opened.ts'
import type { Answer, Visitor } from '../testing/visitor.ts'
import { wordsOf } from '../words/words.ts'

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
  visitor = await opened(service, lead, ground.patientId)
  await service.db.owner.query(
    `insert into appointment (pathway_id, appointment_type, appointment_date, start_time, minutes, location_id, clinician_id)
     values ($1, 'call', $2, '10:00', 30, $3, $4)`,
    [ground.pathwayId, addDays(today(), 2), ground.locationId, ground.clinicianId],
  )
})

const tick = async (signs: string, how = 'go'): Promise<Answer> => {
  const shown = hiddenOf(await visitor.get('/my/questions'), 'questions')
  return visitor.post('/my/questions', { ...shown, how, signs })
}
const tasks = async (): Promise<Task[]> =>
  (await service.ask(tasksOfPathway, { pathwayId: ground.pathwayId }, lead)).body as Task[]
interface StoredFlag {
  category: string
  source: string
  detail: string
  action: string | null
  due: string
}
const flags = async (): Promise<StoredFlag[]> => {
  const { rows } = await service.db.owner.query<StoredFlag>(
    `select category, source, detail, action, review_date::text as due from patient_flag
     where patient_id = $1 and kind = 'redFlag' and ended_at is null order by id`,
    [ground.patientId],
  )
  return rows
}
const told = async (): Promise<ToldOfPathway> =>
  (await service.ask(toldOnPage, { pathwayId: ground.pathwayId }, lead)).body as ToldOfPathway
const closeReferral = async () => {
  const { pathwayId: id, patientId } = ground
  const closed = { id, patientId, dischargeDate: today(), openPlansConfirmed: true }
  expectSaved('discharge', await service.ask(savePathway, closed, lead))
}
/** What Today of a Team Lead says of the patient, of whom nobody has an open referral. */
const unowned = async (): Promise<string[]> =>
  ((await service.ask(getToday, {}, lead)).body as Today).unowned?.lines
    .filter(({ patientId }) => patientId === ground.patientId)
    .map(({ text, due }) => `${due} ${text}`) ?? []
const shortOf = (sign: string) => redFlagSigns.find(({ code }) => code === sign)?.short ?? ''

const urgent = ['blackout', 'headInjury', 'cannotStand', 'newWeakness', 'chestPain', 'longLie'] as const

describe('a sign that was ticked', () => {
  it.each(urgent)('%s shows 999 and 111 at once, and staff have it due today', async (sign) => {
    const answer = await tick(sign)
    expect(answer.to).toBe('/my/help?to=questions%2Ffalls')
    const { page } = await visitor.follow(answer)
    const main = page.slice(page.indexOf('<main'))
    expect(main).toMatch(
      /^<main[^>]*>(\s|<div[^>]*>)*<h1[^>]*>Ring 999 or 111 now<\/h1>\s*<p><a [^>]*href="tel:999"/,
    )
    expect(main).toContain('href="tel:999"')
    expect(main).toContain('href="tel:111"')
    expect(await flags()).toEqual([
      {
        ...{ category: sign, source: 'ownPage', action: null, due: today() },
        detail: 'Told by the patient on the own page, not checked',
      },
    ])
    expect((await tasks()).filter(({ kind }) => kind === 'redFlag')).toMatchObject([
      { text: `Red flag: ${shortOf(sign)}`, dueDate: today() },
    ])
    expect((await told()).signs).toMatchObject([{ toldBy: null, told: { signs: [sign] } }])
  })

  it('is with staff when the visit is abandoned before anything is sent', async () => {
    await tick('blackout')
    await visitor.post('/my/out', {})
    expect((await tasks()).map(({ text }) => text)).toContain('Red flag: blackout')
    expect((await told()).questions).toEqual([])
    const { body } = await service.ask(getToday, {}, lead)
    expect(JSON.stringify((body as Today).unowned)).toContain('Red flag: blackout')
  })

  it('is stored with its flag and its task in one transaction, or not at all', async () => {
    await service.db.owner.query(
      `create function refuse_task() returns trigger language plpgsql as $$ begin raise exception 'no task today'; end $$;
       create trigger refuse_task before insert on task for each row execute function refuse_task()`,
    )
    try {
      expect((await tick('blackout')).status).toBe(500)
    } finally {
      await service.db.owner.query('drop trigger refuse_task on task; drop function refuse_task')
    }
    expect([await flags(), (await told()).signs]).toEqual([[], []])
    const { rows } = await service.db.owner.query(
      `select (select xmin::text from patient_flag where patient_id = $1) as flag,
        (select xmin::text from task where pathway_id = $2 and kind = 'redFlag') as task
       from (select) as one`,
      [ground.patientId, ground.pathwayId],
    )
    expect(rows).toEqual([{ flag: null, task: null }])
    await tick('blackout')
    const after = await service.db.owner.query<{ same: boolean }>(
      `select (select xmin::text from patient_flag where patient_id = $1)
        = all (select xmin::text from task where pathway_id = $2 and kind = 'redFlag') as same`,
      [ground.patientId, ground.pathwayId],
    )
    expect(after.rows).toEqual([{ same: true }])
  })

  it('is stored once when the button is pressed twice', async () => {
    await Promise.all([1, 2, 3].map(() => tick('chestPain')))
    expect([(await flags()).length, (await told()).signs.length]).toEqual([1, 1])
    expect((await tasks()).filter(({ text }) => text.includes('chest pain'))).toHaveLength(1)
  })

  it('that staff answered for another day is a new task today, and stays as they answered it', async () => {
    const flag = { ...redFlagOf(ground.patientId), category: 'blackout', reviewDate: addDays(today(), 9) }
    expectSaved('flag', await service.ask(saveFlag, flag, lead))
    await tick('blackout')
    expect(await flags()).toMatchObject([{ due: addDays(today(), 9), action: flag.action }])
    expect((await tasks()).filter(({ text }) => text.includes('ticked again'))).toMatchObject([
      { dueDate: today() },
    ])
  })

  it.each(['note', 'falls', 'key', 'confidence'])('beside the box of %s works as well', async (page) => {
    await visitor.post('/my/questions', { how: 'go', times: '0' })
    const answer = await visitor.post(`/my/questions/${page}`, {
      falls: '0',
      note: 'And more',
      signs: 'headInjury',
    })
    expect(answer.to).toContain('/my/help?to=')
    expect(await flags()).toMatchObject([{ category: 'headInjury' }])
  })

  it('is kept although a box of the page is wrong, and nothing typed is lost', async () => {
    await visitor.post('/my/questions', { how: 'go', times: '0' })
    const answer = await visitor.post('/my/questions/note', { note: 'y'.repeat(600), signs: 'blackout' })
    const { page } = await visitor.follow(answer)
    const [, to = ''] = /href="(\/my\/questions\/note[^"]*)"/.exec(page) ?? []
    expect((await visitor.get(to)).page).toContain('y'.repeat(600))
    expect(await flags()).toHaveLength(1)
  })

  it('of somebody who says that all is well leads to the questions', async () => {
    expect((await tick('cannotStand', 'well')).to).toBe('/my/help?to=questions%2Ffalls')
    expect((await told()).questions).toEqual([])
  })

  it('is a long time on the floor after a fall', async () => {
    await visitor.post('/my/questions', { how: 'go', times: '0' })
    await visitor.post('/my/questions/falls', { falls: '1' })
    expect((await visitor.post('/my/questions/fall', { fall1: 'longLie' })).to).toContain('/my/help?')
    expect(await flags()).toMatchObject([{ category: 'longLie' }])
    expect((await visitor.post('/my/questions/fall', { fall1: 'longLie' })).to).toBe('/my/questions/key')
  })

  it('is a long time on the floor when the answers were sent before, by Back', async () => {
    const shown = hiddenOf(await visitor.get('/my/questions'), 'questions')
    await visitor.post('/my/questions', { ...shown, how: 'well' })
    expect((await visitor.post('/my/questions/fall', { fall1: 'longLie' })).to).toBe('/my/help?to=questions')
    expect(await flags()).toMatchObject([{ category: 'longLie', due: today() }])
    expect((await visitor.post('/my/questions/fall', { fall1: 'hurt' })).to).toBe('/my/questions')
  })

  it('is a long time on the floor although another box of the page is wrong', async () => {
    await visitor.post('/my/questions', { how: 'go', times: '0' })
    await visitor.post('/my/questions/falls', { falls: '3' })
    const answer = await visitor.post('/my/questions/fall', { fallCount: '2', fall1: 'longLie' })
    expect(answer.to).toBe(`/my/help?${new URLSearchParams({ to: 'questions/fall?wrong=1' }).toString()}`)
    expect(await flags()).toMatchObject([{ category: 'longLie' }])
  })

  it('after the referral was closed is in Unowned', async () => {
    await closeReferral()
    expect((await tick('blackout')).to).toBe('/my/help?to=home')
    expect(await unowned()).toEqual([`${today()} Red flag: blackout. No referral is open`])
  })

  it('that staff answered for another day is on Today again after the referral was closed, once', async () => {
    const flag = { ...redFlagOf(ground.patientId), category: 'blackout', reviewDate: addDays(today(), 9) }
    expectSaved('flag', await service.ask(saveFlag, flag, lead))
    await closeReferral()
    for (const _ of [1, 2]) {
      expect((await tick('blackout')).to).toBe('/my/help?to=home')
      await service.db.owner.query(
        `update person_answer set told_at = told_at - interval '1 hour' where pathway_id = $1`,
        [ground.pathwayId],
      )
    }
    expect(await flags()).toMatchObject([
      {
        ...{ category: 'blackout', due: today(), action: flag.action },
        detail: expect.stringMatching(
          /^Told by the patient again on the own page on [^,]+, not checked\. Found on the kitchen floor, remembers nothing$/,
        ) as string,
      },
    ])
    expect(await unowned()).toEqual([`${today()} Red flag: blackout. No referral is open`])
  })

  it('names who ticked it for the person', async () => {
    const { id: contactId } = expectSaved(
      'contact',
      await service.ask(saveContact, { ...contactOf(ground.patientId), name: 'Harriet Vale' }, lead),
    )
    visitor = await opened(service, lead, ground.patientId, {
      ...{ contactId, actsBy: 'consent', actsSince: today() },
    })
    await tick('blackout')
    expect(await flags()).toMatchObject([
      { detail: 'Told by Harriet Vale for the patient on the own page, not checked' },
    ])
    expect((await told()).signs).toMatchObject([{ toldBy: 'Harriet Vale' }])
  })

  it.each(['moreFalls', 'nonsense', ''])('that the page does not offer is none: %s', async (sign) => {
    expect((await tick(sign)).to).toBe('/my/questions/falls')
    expect(await flags()).toEqual([])
  })

  it.each(['cy', 'pl', 'pa', 'ur'] as const)('gives its advice in %s', async (code) => {
    await visitor.get(`/my/in/${code}`)
    const { page } = await visitor.follow(await tick('chestPain'))
    expect(page).toContain('href="tel:999"')
    expect(page).toContain(wordsOf[code].redFlag.title)
    expect((await told()).signs).toMatchObject([{ told: { words: { language: code } } }])
  })

  it.each(['//elsewhere.example', 'https://elsewhere.example', '../../x', '"><b>'])(
    'leads nowhere but to this page: %s',
    async (to) => {
      const { page } = await visitor.get(`/my/help?${new URLSearchParams({ to }).toString()}`)
      expect(page).not.toContain('elsewhere')
      expect(page).not.toContain('"><b>')
    },
  )
})

describe('somebody who hurts or frightens the person', () => {
  const reveals = /hurts|frighten|abuse|safe|danger|police/i

  it('is a task for the safeguarding lead today, and the page shows nothing of it', async () => {
    const answer = await tick('abuse')
    expect(answer.to).toBe('/my/thanks?to=questions%2Ffalls')
    const { page } = await visitor.follow(answer)
    const main = page.slice(page.indexOf('<main'), page.indexOf('</main>'))
    expect(main).not.toMatch(reveals)
    expect(await flags()).toMatchObject([{ category: 'abuse', due: today() }])
    expect((await tasks()).filter(({ text }) => text.startsWith('For the safeguarding lead'))).toMatchObject([
      { dueDate: today() },
    ])
  })

  it('is on Today after the referral was closed, with the warning to find out who may hear', async () => {
    await closeReferral()
    expect((await tick('abuse')).to).toBe('/my/thanks?to=home')
    const warning = 'Before you ring or write, find out who may hear or read it'
    const line = `${today()} Red flag: ${shortOf('abuse')}. No referral is open. ${warning}`
    expect(await unowned()).toEqual([line])
    await service.db.owner.query(
      `update person_answer set told_at = told_at - interval '1 hour' where pathway_id = $1`,
      [ground.pathwayId],
    )
    await tick('abuse')
    expect((await flags()).map(({ category, due }) => [category, due])).toEqual([['abuse', today()]])
    expect(await unowned()).toEqual([line])
  })

  it('is not hinted at by a letter to the patient after the referral was closed', async () => {
    await closeReferral()
    await tick('abuse')
    const templateId = await templateFor(service, 'patient', 'discharge')
    const { body } = await service.ask(composeLetter, { pathwayId: ground.pathwayId, templateId }, lead)
    expect(JSON.stringify(body)).toContain('Dear')
    expect(JSON.stringify(body)).not.toContain('GP today')
  })

  it('is never ticked or named again on any later page', async () => {
    await tick('abuse')
    await visitor.post('/my/questions/falls', { falls: '0' })
    const pages = await Promise.all(
      ['home', 'questions', 'questions/note', 'questions/check'].map((name) => visitor.get(`/my/${name}`)),
    )
    for (const { page } of pages) expect(page).not.toMatch(/value="abuse"[^>]*checked/)
    for (const name of [0, 3]) expect(pages[name]?.page).not.toMatch(/hurts or frightens/)
  })

  it('with another sign shows the advice for that one alone', async () => {
    const answer = await visitor.post('/my/questions', { how: 'go', times: '0', signs: 'chestPain' })
    const both = await visitor.post('/my/questions', { how: 'go', times: '0', signs: 'abuse' })
    expect([answer.to, both.to]).toEqual(['/my/help?to=questions%2Ffalls', '/my/thanks?to=questions%2Ffalls'])
  })

  it('is told with the one tap of all is well, and ends on the page that everybody sees', async () => {
    const answer = await tick('abuse', 'well')
    expect(answer.to).toBe('/my/questions/sent')
    expect(await flags()).toMatchObject([{ category: 'abuse' }])
    expect((await told()).questions).toMatchObject([{ told: { isAllWell: true } }])
  })
})
