import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { toldOnPage, type ToldOfPathway } from '../../../../contract/care/person/questions.ts'
import { addDays, today } from '../../../../contract/platform/dates/dates.ts'
import { contactNote } from '../../../../contract/pathways/records/contactNote.ts'
import { fall } from '../../../../contract/pathways/records/fall.ts'
import { followup } from '../../../../contract/pathways/records/followup.ts'
import { savePathway } from '../../../../contract/pathways/referral/pathway.ts'
import { saveContact } from '../../../../contract/patients/flags/contact.ts'
import { getToday, type Today } from '../../../../contract/pathways/today.ts'
import { testService, type TestService } from '../../../testing/process/service.ts'
import { contactOf } from '../../../testing/known/knownSafetyNets.ts'
import { aGround, type Ground } from '../../../testing/values/recordCases.ts'
import { expectSaved } from '../../../testing/world/factories.ts'
import type { TestUser } from '../../../testing/world/users.ts'
import { hiddenOf, opened } from '../testing/opened.ts'
import type { Answer, Visitor } from '../testing/visitor.ts'

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
  visitor = await visitorOf(ground)
  await book(ground)
})

const visitorOf = ({ patientId }: Ground, more: Record<string, unknown> = {}): Promise<Visitor> =>
  opened(service, lead, patientId, more)

const book = async ({ pathwayId, clinicianId, locationId }: Ground, inDays = 3): Promise<number> => {
  const { rows } = await service.db.owner.query<{ id: number }>(
    `insert into appointment (pathway_id, appointment_type, appointment_date, start_time, minutes, location_id, clinician_id)
     values ($1, 'visit', $2, '10:00', 60, $3, $4) returning id`,
    [pathwayId, addDays(today(), inDays), locationId, clinicianId],
  )
  return Number(rows[0]?.id)
}

/** What is sent page after page, by the name of the page. */
const all: Record<string, Record<string, string>> = {
  falls: { falls: '2' },
  fall: { fall1: 'hurt', fall2: 'ambulance' },
  key: { fallenInYear: 'yes', unsteady: 'no' },
  confidence: { confidence: '6' },
  exercise: { exerciseDays: '3' },
  note: { note: 'My knee is better' },
}
const begin = (): Promise<Answer> => visitor.post('/my/questions', { how: 'go', times: '0' })
/** The button of a page that was opened, to be pressed now or later. */
const allIsWell = async (of: Visitor = visitor): Promise<() => Promise<Answer>> => {
  const shown = hiddenOf(await of.get('/my/questions'), 'questions')
  return () => of.post('/my/questions', { ...shown, how: 'well' })
}
const beWell = async (of: Visitor = visitor): Promise<Answer> => (await allIsWell(of))()
const answerAll = async (changed: typeof all = {}): Promise<Answer> => {
  await begin()
  for (const [name, sent] of Object.entries({ ...all, ...changed }))
    await visitor.post(`/my/questions/${name}`, sent)
  return visitor.post('/my/questions/check', {})
}
const told = async ({ pathwayId }: Ground = ground): Promise<ToldOfPathway> => {
  const { status, body } = await service.ask(toldOnPage, { pathwayId }, lead)
  expect(status).toBe(200)
  return body as ToldOfPathway
}

const closeReferral = async () => {
  const { pathwayId: id, patientId } = ground
  const closed = { id, patientId, dischargeDate: today(), openPlansConfirmed: true }
  expectSaved('discharge', await service.ask(savePathway, closed, lead))
}

describe('questions before a visit', () => {
  it.each([
    [13, true],
    [14, true],
    [15, false],
    [-1, false],
  ])('are asked when it is in %i days: %s', async (inDays, isAsked) => {
    await service.db.owner.query('update appointment set is_active = false where pathway_id = $1', [
      ground.pathwayId,
    ])
    await book(ground, inDays)
    const { page } = await visitor.get('/my/home')
    expect(page.includes('Before your home visit')).toBe(isAsked)
    expect((await visitor.get('/my/questions')).page.includes('There are no questions')).toBe(!isAsked)
  })

  it.each([
    [29, false],
    [28, true],
    [0, true],
    [-60, true],
  ])('are asked when a follow-up call is due in %i days: %s', async (inDays, isAsked) => {
    await service.db.owner.query('update appointment set is_active = false where pathway_id = $1', [
      ground.pathwayId,
    ])
    await service.db.owner.query(
      `update work_list set stage = 'awaitingFollowup', due = $2 where pathway_id = $1`,
      [ground.pathwayId, addDays(today(), inDays)],
    )
    expect((await visitor.get('/my/home')).page.includes('Before we ring you')).toBe(isAsked)
  })

  it('are stored with their exact words, the appointment, and as nobody’s finding', async () => {
    const answer = await answerAll()
    expect(answer.to).toBe('/my/questions/sent')
    expect((await visitor.follow(answer)).page).toContain('A clinician reads them')
    expect(await told()).toMatchObject({
      questions: [
        {
          settledAt: null,
          toldBy: null,
          told: {
            words: { language: 'en', version: expect.stringMatching(/^[0-9a-f]{12}$/) as string },
            isAllWell: false,
            falls: 2,
            described: [
              { hurt: true, longLie: false, ambulance: false },
              { hurt: false, longLie: false, ambulance: true },
            ],
            fallenInYear: true,
            unsteady: false,
            worried: null,
            confidence: 6,
            exerciseDays: 3,
            note: 'My knee is better',
          },
        },
      ],
    })
    const { rows } = await service.db.owner.query(
      `select (select count(*)::integer from fall where patient_id = $1) as falls,
        (select count(*)::integer from followup where pathway_id = $2) as calls,
        (select count(*)::integer from contact_note where pathway_id = $2) as notes`,
      [ground.patientId, ground.pathwayId],
    )
    expect(rows).toEqual([{ falls: 0, calls: 0, notes: 0 }])
  })

  it.each([
    ['7', 7],
    ['٣', 3],
    ['۱۲', 12],
    ['੯', 9],
    ['', null],
  ])('ask how many “3 or more” were, and store %j as %j', async (fallCount, stored) => {
    await answerAll({ falls: { falls: '3' }, fall: { fallCount, fall3: 'hurt' } })
    const [answer] = (await told()).questions
    expect(answer?.told).toMatchObject({ falls: 3, fallCount: stored })
    expect(answer?.told.described.map(({ hurt }) => hurt)).toEqual([false, false, true])
  })

  it('can be answered in one tap when nothing happened', async () => {
    const answer = await beWell()
    expect(answer.to).toBe('/my/questions/sent')
    expect((await told()).questions).toMatchObject([
      { told: { isAllWell: true, falls: 0, described: [], confidence: null, note: null } },
    ])
    expect((await visitor.get('/my/home')).page).toContain('You sent us your answers')
  })

  it('are sent once, however often the button is pressed', async () => {
    const press = await allIsWell()
    await answerAll()
    await Promise.all([1, 2, 3].map(() => visitor.post('/my/questions/check', {})))
    for (const { to } of await Promise.all([1, 2, 3].map(press))) expect(to).toBe('/my/questions/sent')
    expect((await told()).questions).toHaveLength(1)
    const again = await allIsWell()
    await Promise.all([1, 2, 3].map(again))
    expect((await told()).questions).toHaveLength(2)
  })

  it('of a second sending replace those without a fall that nobody has looked at', async () => {
    await answerAll({ falls: { falls: '0' }, note: {} })
    await beWell()
    expect((await told()).questions).toMatchObject([
      { settledHow: null, told: { isAllWell: true } },
      { settledHow: 'replaced', told: { isAllWell: false } },
    ])
  })

  it('go on where they stopped, in the same visit, and are gone for the next', async () => {
    await begin()
    await visitor.post('/my/questions/falls', { falls: '1' })
    await visitor.get('/my/home')
    await begin()
    expect((await visitor.get('/my/questions/falls')).page).toMatch(/value="1"\s+checked/)
    const other = await visitorOf(ground)
    expect((await other.get('/my/questions/falls')).page).toContain('How have you been?')
    await other.post('/my/questions', { how: 'go', times: '0' })
    const { rows } = await service.db.owner.query(
      `select count(*)::integer as begun from person_visit where patient_id = $1 and begun->'typed' <> '{}'::jsonb
         and seen_at < now() - interval '31 minutes'`,
      [ground.patientId],
    )
    expect(rows).toEqual([{ begun: 0 }])
  })

  it.each([
    ['falls', {}, 'Choose how many times you fell'],
    ['falls', { falls: '7' }, 'Choose how many times you fell'],
    ['fall', { fallCount: '2' }, 'Write a number from 3 to 99, or leave it empty'],
    ['fall', { fallCount: 'many' }, 'Write a number from 3 to 99, or leave it empty'],
    ['note', { note: 'x'.repeat(501) }, 'Use 500 letters or fewer. You typed 501.'],
  ])('say beside the box of %s what is wrong with %j, and lose nothing', async (name, sent, said) => {
    await begin()
    await visitor.post('/my/questions/falls', { falls: '3' })
    const answer = await visitor.post(`/my/questions/${name}`, sent)
    expect(answer.to).toBe(`/my/questions/${name}?wrong=1`)
    const { page } = await visitor.follow(answer)
    expect(page).toContain(said)
    expect(page).toContain('There is a problem')
    if (name === 'note') expect(page).toContain('x'.repeat(501))
  })

  it('are not sent while something is missing', async () => {
    await begin()
    expect((await visitor.post('/my/questions/check', {})).to).toBe('/my/questions/falls?wrong=1')
    expect((await told()).questions).toEqual([])
  })

  it.each([
    ['key', { fallenInYear: 'perhaps' }],
    ['confidence', { confidence: '11' }],
    ['exercise', { exerciseDays: '-1' }],
    ['fall', { fall1: 'flying' }],
  ])('ignore an answer to %s that the page does not offer: %j', async (name, sent) => {
    await answerAll({
      falls: { falls: '1' },
      fall: {},
      key: {},
      confidence: {},
      exercise: {},
      [name]: sent,
    } as never)
    expect((await told()).questions).toMatchObject([
      {
        told: {
          ...{ fallenInYear: null, confidence: null, exerciseDays: null },
          described: [{ hurt: false, longLie: false, ambulance: false }],
        },
      },
    ])
  })

  it('show what was typed as text', async () => {
    await begin()
    for (const [name, sent] of Object.entries({ ...all, note: { note: '<b>"&\n</textarea>' } }))
      await visitor.post(`/my/questions/${name}`, sent)
    for (const name of ['check', 'note']) {
      const { page } = await visitor.get(`/my/questions/${name}`)
      expect(page).not.toContain('<b>"')
      expect(page).toContain('&lt;b&gt;')
    }
  })

  it('go back to the check page after a change, and ask what came of falls that were added', async () => {
    await begin()
    for (const [name, sent] of Object.entries({ ...all, falls: { falls: '0' } }))
      await visitor.post(`/my/questions/${name}`, sent)
    expect((await visitor.post('/my/questions/confidence', { confidence: '2', change: '1' })).to).toBe(
      '/my/questions/check',
    )
    expect((await visitor.post('/my/questions/falls', { falls: '1', change: '1' })).to).toBe(
      '/my/questions/fall',
    )
  })

  it('are not asked of a closed referral', async () => {
    await closeReferral()
    expect((await visitor.get('/my/questions')).page).toContain('There are no questions')
    expect((await begin()).to).toBe('/my/home')
    expect((await told()).questions).toEqual([])
  })

  const begun = async () => {
    await begin()
    for (const [name, sent] of Object.entries(all)) await visitor.post(`/my/questions/${name}`, sent)
    return next()
  }
  const next = async () => {
    const { rows } = await service.db.owner.query<{ id: number }>(
      'select id::integer from appointment where pathway_id = $1',
      [ground.pathwayId],
    )
    return rows[0]?.id ?? 0
  }
  const change = (statement: string, id: number) => service.db.owner.query(statement, [id])
  const send = () => visitor.post('/my/questions/check', {})

  const gone: readonly [name: string, statement: string][] = [
    ['it was cancelled', `update appointment set outcome = 'cancelledByService' where id = $1`],
    ['it was deleted', 'update appointment set is_active = false where id = $1'],
    ['it was moved far ahead', 'update appointment set appointment_date = current_date + 60 where id = $1'],
  ]

  it.each(gone)('are sent to what they were begun for when %s', async (_, statement) => {
    const id = await begun()
    await change(statement, id)
    // What would be asked next is another one.
    await book(ground, 1)
    expect((await send()).to).toBe('/my/questions/sent')
    expect((await send()).to).toBe('/my/questions/sent')
    expect((await told()).questions).toMatchObject([{ told: { occasion: `appointment ${id}`, falls: 2 } }])
    expect((await visitor.get('/my/home')).page).toContain('Tell us how you have been')
  })

  it.each(gone)('that all is well goes to the visit that was shown when %s', async (_, statement) => {
    const shown = await next()
    const press = await allIsWell()
    await change(statement, shown)
    await book(ground, 10)
    for (const _again of [1, 2]) expect((await press()).to).toBe('/my/questions/sent')
    expect((await told()).questions).toMatchObject([
      { told: { occasion: `appointment ${shown}`, isAllWell: true } },
    ])
    expect((await visitor.get('/my/home')).page).toContain('Tell us how you have been')
  })

  it('that all is well is stored although somebody else answered since the page was shown', async () => {
    const { id: contactId } = expectSaved(
      'contact',
      await service.ask(saveContact, { ...contactOf(ground.patientId), name: 'Harriet Vale' }, lead),
    )
    const press = await allIsWell()
    await beWell(await visitorOf(ground, { contactId, actsBy: 'consent', actsSince: today() }))
    for (const _ of [1, 2]) expect((await press()).to).toBe('/my/questions/sent')
    expect((await told()).questions.map(({ toldBy }) => toldBy)).toEqual([null, 'Harriet Vale'])
  })

  it.each([
    ['the call that was shown is no longer due', { occasion: 'call awaitingFollowup 2020-01-01' }],
    ['it does not say what it is about', { occasion: '' }],
    ['it does not say how often it was answered', { times: 'often' }],
  ])('that all is well is not stored, and the page says so, when %s', async (_, more) => {
    const shown = hiddenOf(await visitor.get('/my/questions'), 'questions')
    const answer = await visitor.post('/my/questions', { ...shown, how: 'well', ...more })
    expect((await visitor.follow(answer)).page).toContain('Your answers were not stored')
    const ticked = await visitor.post('/my/questions', { ...shown, how: 'well', signs: 'abuse', ...more })
    expect((await visitor.follow(ticked)).page).toContain('href="/my/questions?said=notStored"')
    const { questions, signs } = await told()
    expect([questions.length, signs.length]).toEqual([0, 1])
  })

  it('that tell of a fall after the referral was closed are on Today', async () => {
    await begun()
    await closeReferral()
    expect((await send()).to).toBe('/my/questions/sent')
    expect((await told()).questions).toMatchObject([{ settledAt: null, told: { falls: 2 } }])
    const { body } = await service.ask(getToday, {}, lead)
    expect(JSON.stringify((body as Today).unowned)).toContain('Read the answers of the patient')
  })

  it('of a referral that was deleted are not stored, and the page says so', async () => {
    await begun()
    await change('update pathway set is_active = false where id = $1', ground.pathwayId)
    const answer = await send()
    expect((await visitor.follow(answer)).page).toContain('Your answers were not stored')
  })

  it('of somebody else are neither seen nor changed', async () => {
    const other = await aGround(service, lead)
    await book(other)
    const theirs = await visitorOf(other)
    const shown = hiddenOf(await visitor.get('/my/questions'), 'questions')
    const strange = await theirs.post('/my/questions', { ...shown, how: 'well' })
    expect(strange.to).toBe('/my/questions?said=notStored')
    expect((await told()).questions).toEqual([])
    await answerAll({ note: { note: 'Only mine' } })
    await theirs.post('/my/questions', { how: 'go', times: '0' })
    const pages = await Promise.all(
      ['home', 'questions', 'questions/falls', 'questions/check', 'questions/note'].map((name) =>
        theirs.get(`/my/${name}`),
      ),
    )
    expect(pages.map(({ page }) => page).join('')).not.toContain('Only mine')
    expect((await told(other)).questions).toEqual([])
  })

  it('name who answers for the person', async () => {
    const { id: contactId } = expectSaved(
      'contact',
      await service.ask(saveContact, { ...contactOf(ground.patientId), name: 'Harriet Vale' }, lead),
    )
    visitor = await visitorOf(ground, { contactId, actsBy: 'consent', actsSince: today() })
    expect((await visitor.get('/my/questions')).page).toContain('You act for')
    await beWell()
    expect((await told()).questions).toMatchObject([{ toldBy: 'Harriet Vale' }])
    const { rows } = await service.db.owner.query(
      `select 1 from audit_event where action = 'own page, questions' and kind = 'write' and criteria->>'contactId' = $1
         and $2 = any(pathway_ids)`,
      [String(contactId), ground.pathwayId],
    )
    expect(rows).toHaveLength(1)
  })
})

describe('staff', () => {
  const answered = async (): Promise<number> => {
    await answerAll()
    return (await told()).questions[0]?.id ?? 0
  }
  const saves = {
    followup: (id: number, at: Ground) =>
      service.ask(
        followup.save,
        { id: 0, pathwayId: at.pathwayId, callDate: today(), clinicianId: at.clinicianId, fromAnswerId: id },
        lead,
      ),
    contactNote: (id: number, at: Ground) =>
      service.ask(
        contactNote.save,
        {
          id: 0,
          pathwayId: at.pathwayId,
          contactDate: today(),
          contactType: 'call',
          note: 'Rung',
          fromAnswerId: id,
        },
        lead,
      ),
    fall: (id: number, at: Ground) =>
      service.ask(fall.save, { id: 0, patientId: at.patientId, fallDate: today(), fromAnswerId: id }, lead),
  }

  it.each(Object.entries(saves))(
    'accept answers by saving a %s, in the same transaction',
    async (_, save) => {
      const id = await answered()
      expectSaved('record', await save(id, ground))
      expect((await told()).questions).toMatchObject([{ id, settledHow: 'accepted' }])
      expectSaved('again', await save(id, ground))
    },
  )

  it('have answers left open by a save that is refused', async () => {
    const id = await answered()
    const { status } = await service.ask(
      followup.save,
      { id: 0, pathwayId: ground.pathwayId, callDate: '', clinicianId: 0, fromAnswerId: id } as never,
      lead,
    )
    expect(status).toBe(400)
    expect((await told()).questions).toMatchObject([{ id, settledAt: null }])
  })

  it.each(Object.entries(saves))(
    'cannot accept the answers of another patient with a %s',
    async (_, save) => {
      const id = await answered()
      const other = await aGround(service, lead)
      const { status, body } = await save(id, other)
      expect({ status, body }).toMatchObject({
        status: 409,
        body: { message: expect.stringContaining('another patient') as string },
      })
      expect((await told()).questions).toMatchObject([{ settledAt: null }])
    },
  )

  it('without a part in the care do not read answers of a restricted record', async () => {
    await answered()
    await service.db.owner.query(
      `insert into patient_restriction (patient_id, kind, reason) values ($1, 'publicPerson', 'Known here')`,
      [ground.patientId],
    )
    const other = await service.as('Clinician')
    const { status, body } = await service.ask(toldOnPage, { pathwayId: ground.pathwayId }, other)
    expect(status).toBe(403)
    expect(JSON.stringify(body)).not.toContain('My knee')
  })

  it.each([
    ['Admissions', 200],
    ['Clinician', 200],
    ['External', 403],
    ['Information Governance', 403],
  ] as const)('as %s read answers with status %i', async (role, status) => {
    expect(
      (await service.ask(toldOnPage, { pathwayId: ground.pathwayId }, await service.as(role))).status,
    ).toBe(status)
  })
})
