import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { formSources } from '../../../../contract/exchange/incoming/source.ts'
import { purgeExpired } from '../../../accounts/signIn/purgeExpired.ts'
import { testService, type TestService } from '../../../testing/process/service.ts'
import { aVisitor, inboxOf, rightAnswers, type Sent } from '../../testing/formVisitor.ts'

/* The public referral form, page by page, as a browser without a script sends it (decision 153). */

let service: TestService
beforeAll(async () => {
  service = await testService()
})
afterAll(() => service.close())
beforeEach(async () => {
  await service.db.owner.query('truncate referral_form_draft; delete from incoming_referral')
})

const hour = 60 * 60_000
const drafts = async (): Promise<number> =>
  Number((await service.db.owner.query('select count(*) from referral_form_draft')).rows[0]?.['count'])
const referenceIn = (html: string): string | undefined => /[A-Z0-9]{4}-[A-Z0-9]{4}/.exec(html)?.[0]

/** What is said beside the boxes. */
const faultsIn = (html: string): string[] =>
  [...html.matchAll(/Error: <\/span\s*>([^<]*)<\/span/g)].map(([, fault = '']) => fault.trim())

describe('the referral form', () => {
  it.each(formSources)('brings what was answered into the inbox: %s', async (source) => {
    const visitor = aVisitor(service)
    await visitor.fill(source)
    const check = await visitor.get('/refer/check')
    expect(check.html).toContain('Thistlewood')
    expect(check.html).toContain('27 March 1942')
    const sent = await visitor.send()
    expect([sent.status, sent.to]).toEqual([303, '/refer/sent'])
    const page = await visitor.get('/refer/sent')
    const [referral, ...more] = await inboxOf(service)
    expect(more).toEqual([])
    expect(referenceIn(page.html)).toBe(referral?.reference)
    expect(page.html).not.toMatch(/Thistlewood|garden|07700/)
    expect(referral).toMatchObject({
      source,
      told: {
        person: {
          firstName: 'Maud',
          familyName: 'Thistlewood',
          dateOfBirth: '1942-03-27',
          nhsNumber: '9990000018',
          gender: 'female',
          postcode: 'ZZ10 1AA',
          telephone: '07700 900123',
          email: 'maud@example.org',
          gpPractice: 'Mill Road Surgery',
          needs: 'Hard of hearing or deaf; Letters in large print',
        },
        sender:
          source === 'self'
            ? {}
            : {
                name: 'Bob Thistlewood',
                role: 'Son',
                organisation: source === 'professional' ? 'Ward 7' : null,
                telephone: '07700 900456',
                email: 'bob@example.org',
              },
        consent: source === 'self' ? null : 'yes',
        reason: 'I fell in the garden',
        answers: { falls: 'more', injured: 'yes', blackout: null, unsteady: 'yes', frail: 'unknown' },
        redFlags: [],
        urgency: source === 'professional' ? 'routine' : null,
      },
    })
    expect(await drafts()).toBe(0)
  })

  it('has at most 12 pages, and fewer for oneself', async () => {
    // The first page, the advice, the check and the end come besides.
    expect(formSources.map((source) => rightAnswers(source).length + 4)).toEqual([11, 12, 12])
  })

  it('writes one event with the address of the sender', async () => {
    const visitor = aVisitor(service, '192.0.2.77')
    await visitor.fill('self')
    await visitor.send()
    const { rows } = await service.db.owner.query(
      `select kind, action, user_id, address, records -> 0 ->> 'entity' as entity from audit_event
       where action = 'POST /refer' and address = '192.0.2.77'`,
    )
    expect(rows).toEqual([
      {
        kind: 'write',
        action: 'POST /refer',
        user_id: null,
        address: '192.0.2.77',
        entity: 'incomingReferral',
      },
    ])
  })

  it('is not there unless it is switched on', async () => {
    const { app } = await testService({}, {}, service.db).then(async (off) => {
      off.parts.referralForm = null
      await off.app.close()
      const { buildApp } = await import('../../../app/app.ts')
      return { app: await buildApp(off.parts, { logLevel: false }) }
    })
    const unknown = await app.inject({ method: 'GET', url: '/nowhere' })
    const plain = (body: string) => ({ ...(JSON.parse(body) as object), requestId: '' })
    for (const [method, url] of [
      ['GET', '/refer'],
      ['POST', '/refer'],
      ['GET', '/refer/signs'],
      ['POST', '/refer/send'],
      ['GET', '/refer/privacy'],
    ] as const) {
      const answered = await app.inject({ method, url })
      expect([url, answered.statusCode, plain(answered.body)]).toEqual([url, 404, plain(unknown.body)])
    }
    await app.close()
  })

  it('shows what is wrong above the title and beside the box, and loses nothing', async () => {
    const visitor = aVisitor(service)
    await visitor.post('/refer', { source: 'self' })
    const posted = await visitor.post('/refer/person', {
      firstName: '',
      familyName: 'Rook',
      'dateOfBirth-day': '31',
      'dateOfBirth-month': '2',
      'dateOfBirth-year': '1940',
    })
    expect([posted.status, posted.to]).toEqual([303, '/refer/person'])
    const { html } = await visitor.get('/refer/person')
    expect(html).toMatch(/<title>Error: Your name and date of birth/)
    expect(html).toContain('<a href="#firstName">Enter your first name</a>')
    expect(html).toContain(
      '<a href="#dateOfBirth-day">The date of birth must be a real date, such as 27 3 1942</a>',
    )
    expect(html).toContain('id="firstName-error"')
    expect(html).toMatch(/value="Rook"/)
    expect(html).toMatch(/value="31"/)
    // Another page, and this one again, shows no fault that is not new.
    await visitor.post('/refer/signs', { signs: 'none' })
    expect((await visitor.get('/refer/person')).html).not.toContain('There is a problem')
  })

  const future = String(new Date().getFullYear() + 1)
  const cases: [page: string, sent: Sent, fault: string | null][] = [
    ['signs', {}, 'Tick what is true, or “No, none of these”'],
    ['signs', { signs: ['none', 'onFloor'] }, 'Tick what is true, or “No, none of these”, but not both'],
    ['signs', { signs: 'no such sign' }, 'Tick what is true, or “No, none of these”'],
    ['person', { familyName: '   ' }, 'Enter your family name'],
    ['person', { familyName: '\u200b' }, 'Enter your family name'],
    ['person', { familyName: 'x'.repeat(36) }, 'Use 35 characters or fewer'],
    ['person', { familyName: '👵🏽 مريم O’Hara' }, null],
    ['person', { 'dateOfBirth-year': '' }, 'The date of birth must have a year'],
    [
      'person',
      { 'dateOfBirth-day': '', 'dateOfBirth-month': '' },
      'The date of birth must have a day and a month',
    ],
    ['person', { 'dateOfBirth-month': 'march' }, null],
    ['person', { 'dateOfBirth-year': '42' }, 'The date of birth must be a real date, such as 27 3 1942'],
    ['person', { 'dateOfBirth-year': future }, 'The date of birth cannot be after today'],
    ['person', { 'dateOfBirth-year': '1842' }, 'The date of birth must be a real date, such as 27 3 1942'],
    ['person', { gender: '' }, 'Choose your gender, or that you prefer not to say'],
    ['address', { addressLine1: '' }, 'Enter the first line of the address'],
    ['address', { postcode: 'not at all a postcode' }, 'Enter a postcode, such as ZZ10 1AA'],
    ['address', { postcode: '', town: '' }, null],
    ['contact', { telephone: '', email: '' }, 'Enter a telephone number or an e-mail address'],
    ['contact', { telephone: 'daughter' }, 'Enter a telephone number, such as 01632 960 001'],
    ['contact', { email: 'maud at example' }, 'Enter an e-mail address, such as name@example.org'],
    ['contact', { telephone: '01632 960 105 ext 204', email: '' }, null],
    [
      'practice',
      { nhsNumber: '999 000 0019' },
      'Check the NHS number: it has 10 digits. Leave it blank if you are not sure',
    ],
    ['practice', { nhsNumber: '', gpPractice: '' }, null],
    ['falls', { falls: '' }, 'Choose how many times you have fallen'],
    ['falls', { falls: 'none', injured: '', unsteady: '', frail: '' }, null],
    ['reason', { reason: '' }, 'Tell us what you would like help with'],
    ['reason', { reason: 'x'.repeat(1201) }, 'Use 1200 characters or fewer'],
  ]
  it.each(cases)('%s with %j says: %s', async (page, others, fault) => {
    const visitor = aVisitor(service)
    await visitor.post('/refer', { source: 'self' })
    const right = rightAnswers('self').find(([name]) => name === page)?.[1] ?? {}
    const sent = page === 'signs' ? others : { ...right, ...others }
    const { to } = await visitor.post(`/refer/${page}`, sent)
    const { html } = await visitor.get(`/refer/${page}`)
    if (fault === null) expect(to).not.toBe(`/refer/${page}`)
    else {
      expect(to).toBe(`/refer/${page}`)
      expect(faultsIn(html)).toContain(fault)
    }
  })

  it.each([
    [
      'relative',
      { senderTelephone: '', senderEmail: '' },
      'Enter your telephone number or your e-mail address',
    ],
    ['relative', { senderRole: '' }, 'Say who you are to them'],
    ['professional', { senderOrganisation: '' }, 'Enter where you work'],
    ['professional', { consent: '' }, 'Choose whether they agree to this referral'],
  ] as const)('asks a %s about themselves: %j', async (source, others, fault) => {
    const visitor = aVisitor(service)
    await visitor.fill(source, others)
    expect(faultsIn((await visitor.get('/refer/sender')).html)).toContain(fault)
    expect((await visitor.get('/refer/check')).to).toBe('/refer/sender?change=1')
  })

  it('lets a relative leave out the date of birth, and nobody without consent is refused', async () => {
    const visitor = aVisitor(service)
    await visitor.fill('relative', {
      'dateOfBirth-day': '',
      'dateOfBirth-month': '',
      'dateOfBirth-year': '',
      consent: 'no',
    })
    await visitor.send()
    expect(await inboxOf(service)).toMatchObject([{ told: { consent: 'no', person: { dateOfBirth: null } } }])
  })

  it.each([
    ['signs', { signs: 'onFloor' }, ['cannotStand']],
    ['signs', { signs: ['headInjury', 'newWeakness'] }, ['headInjury', 'newWeakness']],
    ['signs', { signs: ['chestPain', 'blackout', 'cannotStand'] }, ['chestPain', 'blackout', 'cannotStand']],
    ['falls', { falls: 'one', blackout: 'yes' }, ['blackout']],
    ['falls', { falls: 'one', longLie: 'yes' }, ['longLie']],
  ] as const)('shows 999 and 111 at once: %s %j', async (page, sent, redFlags) => {
    const visitor = aVisitor(service)
    await visitor.fill('self')
    const { to } = await visitor.post(`/refer/${page}`, sent)
    expect(to).toBe(`/refer/advice?after=${page}`)
    const { html } = await visitor.get(to ?? '')
    expect(html).toMatch(/Call 999 now/)
    expect(html).toMatch(/Call 111 today/)
    await visitor.send()
    const [referral] = await inboxOf(service)
    expect(referral?.told).toMatchObject({ redFlags })
  })

  it('keeps “on the floor now” in words, which no sign has', async () => {
    const visitor = aVisitor(service)
    await visitor.fill('self')
    await visitor.post('/refer/signs', { signs: 'onFloor' })
    await visitor.send()
    const [referral] = await inboxOf(service)
    expect(String((referral?.told as { reason?: string }).reason)).toMatch(
      /^Ticked on the form: on the floor/,
    )
  })

  it.each([
    '<script>alert(1)</script>',
    `"><img src=x onerror='x'>`,
    '\u202Eevil\u202C',
    '👩‍🦽',
    '&lt;b&gt;',
    `'; --`,
  ])('shows %j as text on every page', async (text) => {
    const visitor = aVisitor(service)
    await visitor.fill('relative', {
      firstName: text,
      addressLine1: text,
      gpPractice: text,
      reason: `\n${text}`,
      senderName: text,
    })
    for (const [page] of [...rightAnswers('relative'), ['check', {}] as const]) {
      const { html } = await visitor.get(`/refer/${page}`)
      expect(html).not.toContain('<script')
      expect(html).not.toContain('<img')
    }
    await visitor.send()
    expect(await inboxOf(service)).toMatchObject([
      { told: { person: { firstName: text }, reason: text, sender: { name: text } } },
    ])
  })

  it('changes one answer and goes back to the check', async () => {
    const visitor = aVisitor(service)
    await visitor.fill('self')
    const { to } = await visitor.post('/refer/practice?change=1', { gpPractice: '', nhsNumber: '1' })
    expect(to).toBe('/refer/practice?change=1')
    expect((await visitor.post(to ?? '', { gpPractice: 'Other', nhsNumber: '' })).to).toBe('/refer/check')
    expect((await visitor.post('/refer/falls?change=1', { falls: 'one', blackout: 'yes' })).to).toBe(
      '/refer/advice?after=falls&change=1',
    )
    // For somebody else, more is asked.
    expect((await visitor.post('/refer?change=1', { source: 'relative' })).to).toBe('/refer/check')
    expect((await visitor.get('/refer/check')).to).toBe('/refer/sender?change=1')
  })
})

describe('sending the referral form', () => {
  it('twice gives the same reference, one after the other and at once', async () => {
    const visitor = aVisitor(service)
    await visitor.fill('self')
    service.time.now += 11_000
    const both = await Promise.all(Array.from({ length: 5 }, () => visitor.post('/refer/send', {})))
    both.push(await visitor.post('/refer/send', {}))
    expect(both.map(({ status, to }) => [status, to])).toEqual(both.map(() => [303, '/refer/sent']))
    const [referral, ...more] = await inboxOf(service)
    expect(more).toEqual([])
    expect(referenceIn((await visitor.get('/refer/sent')).html)).toBe(referral?.reference)
  })

  it('leaves nothing to read, and back leads to the reference', async () => {
    const visitor = aVisitor(service)
    await visitor.fill('self')
    await visitor.send()
    for (const page of ['person', 'check', 'advice'])
      expect((await visitor.get(`/refer/${page}`)).to).toBe('/refer/sent')
    expect((await visitor.post('/refer/person', { familyName: 'Other' })).to).toBe('/refer/sent')
    // The next referral of this browser is another one.
    const first = visitor.cookie
    await visitor.fill('self', { familyName: 'Second' })
    expect(visitor.cookie).not.toBe(first)
    await visitor.send()
    expect(await inboxOf(service)).toHaveLength(2)
  })

  it('is refused while something is missing', async () => {
    const visitor = aVisitor(service)
    await visitor.fill('self', { reason: '' })
    expect((await visitor.send()).to).toBe('/refer/reason?change=1')
    expect(await inboxOf(service)).toEqual([])
  })

  it('is refused sooner than a person can fill it in, and works a moment later', async () => {
    const visitor = aVisitor(service)
    await visitor.fill('self')
    const { status, html } = await visitor.post('/refer/send', {})
    expect(status).toBe(429)
    expect(html).toContain('Your answers are still here')
    expect(await inboxOf(service)).toEqual([])
    expect((await visitor.send()).to).toBe('/refer/sent')
  })

  it('of what a program filled in is refused, on every page, and changes nothing', async () => {
    const visitor = aVisitor(service)
    await visitor.fill('self')
    const sealed = async () => (await service.db.owner.query('select sealed from referral_form_draft')).rows
    const before = await sealed()
    service.time.now += 11_000
    for (const [page, sent] of [['send', {}] as const, ...rightAnswers('self')]) {
      const { status } = await visitor.post(`/refer/${page}`, { ...sent, website: 'https://example.org' })
      expect([page, status]).toEqual([page, 400])
    }
    expect((await aVisitor(service).post('/refer', { source: 'self', website: 'x' })).status).toBe(400)
    expect(await sealed()).toEqual(before)
    expect(await inboxOf(service)).toEqual([])
  })
})

describe('a draft of the referral form', () => {
  it('is unreadable in the database, and has no token', async () => {
    const visitor = aVisitor(service)
    await visitor.fill('self')
    const { rows } = await service.db.owner.query('select * from referral_form_draft')
    const stored = rows
      .map((row) =>
        Object.values(row as object)
          .map(String)
          .join(),
      )
      .join()
    expect(stored).not.toMatch(/Thistlewood|garden/)
    expect(stored).not.toContain(visitor.cookie)
  })

  it('is gone after two hours without use, counted from the last page', async () => {
    const visitor = aVisitor(service)
    await visitor.fill('self')
    service.time.now += 1.9 * hour
    await visitor.post('/refer/signs', { signs: 'none' })
    service.time.now += 1.9 * hour
    expect((await visitor.get('/refer/check')).status).toBe(200)
    await purgeExpired(service.db.pool, service.time.now)
    expect(await drafts()).toBe(1)
    service.time.now += 0.2 * hour
    for (const page of ['check', 'person']) expect((await visitor.get(`/refer/${page}`)).status).toBe(410)
    expect((await visitor.post('/refer/person', {})).status).toBe(410)
    expect((await visitor.post('/refer/send', {})).status).toBe(410)
    await purgeExpired(service.db.pool, service.time.now)
    expect(await drafts()).toBe(0)
  })

  it('belongs to one browser', async () => {
    const [mine, other] = [aVisitor(service), aVisitor(service)]
    await mine.fill('self')
    await other.post('/refer', { source: 'self' })
    expect((await other.get('/refer/person')).html).not.toContain('Thistlewood')
    for (const cookie of ['A'.repeat(43), 'short', `${mine.cookie?.slice(0, -1)}-`, '']) {
      other.cookie = cookie
      expect([cookie, (await other.get('/refer/person')).status]).toEqual([cookie, 410])
    }
  })

  it('has a cookie that no script reads and that only the form receives', async () => {
    const { headers } = await aVisitor(service).post('/refer', { source: 'self' })
    expect(headers['set-cookie']).toMatch(/^refer=[\w-]{43}; Path=\/refer; HttpOnly; SameSite=Lax$/)
    service.parts.referralForm = { isSecure: true }
    const { buildApp } = await import('../../../app/app.ts')
    const app = await buildApp(service.parts, { logLevel: false })
    const response = await app.inject({
      method: 'POST',
      url: '/refer',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      payload: 'source=self',
    })
    expect(response.headers['set-cookie']).toMatch(/; Secure$/)
    await app.close()
    service.parts.referralForm = { isSecure: false }
  })

  it('keeps what several tabs send at once', async () => {
    for (let round = 0; round < 5; round += 1) {
      const visitor = aVisitor(service)
      await visitor.post('/refer', { source: 'self' })
      await Promise.all(rightAnswers('self').map(([page, sent]) => visitor.post(`/refer/${page}`, sent)))
      expect((await visitor.get('/refer/check')).status).toBe(200)
    }
  })

  it('can be deleted by the person', async () => {
    const visitor = aVisitor(service)
    await visitor.fill('self')
    expect((await visitor.post('/refer/remove', {})).to).toBe('/refer')
    expect([visitor.cookie, await drafts()]).toEqual([null, 0])
  })

  it('is not begun while there are too many', async () => {
    await service.db.owner.query(
      `insert into referral_form_draft select sha256(n::text::bytea), ''::bytea, now(), now() + interval '9 hours'
       from generate_series(1, 10000) as n`,
    )
    const { status, html } = await aVisitor(service).post('/refer', { source: 'self' })
    expect([status, html.includes('Please try again later')]).toEqual([503, true])
    await service.db.owner.query(`update referral_form_draft set expires_at = '2020-01-01' where sealed = ''`)
    expect((await aVisitor(service).post('/refer', { source: 'self' })).status).toBe(303)
    expect(await drafts()).toBe(1)
  })
})
