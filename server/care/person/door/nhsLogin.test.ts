import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { endPersonLink, givePersonLink, mostWrongDates } from '../../../../contract/care/person/link.ts'
import { restrictRecord } from '../../../../contract/governance/restriction.ts'
import { getPatient, type PatientView } from '../../../../contract/patients/patient.ts'
import { partsOn } from '../../../testing/process/parts.ts'
import type { RunningProvider } from '../../../testing/process/provider.ts'
import { testService, type TestService } from '../../../testing/process/service.ts'
import { aPathway, aPatient, expectSaved } from '../../../testing/world/factories.ts'
import type { TestUser } from '../../../testing/world/users.ts'
import type { NhsLoginSettings } from '../nhsLoginSettings.ts'
import { merge } from '../testing/merge.ts'
import { startNhsLogin, type AtNhsLogin } from '../testing/nhsLogin.ts'
import { aLink } from '../testing/aLink.ts'
import { aVisitor, type Visitor } from '../testing/visitor.ts'

const publicUrl = 'https://surefoot.example.org'
const people = new Map<string, AtNhsLogin>()
let provider: RunningProvider
let privateKey: string
let service: TestService
let app: FastifyInstance
let lead: TestUser
let patient: PatientView
let visitor: Visitor

const appWith = async (nhsLogin: NhsLoginSettings): Promise<FastifyInstance> => {
  const { buildApp } = await import('../../../app/app.ts')
  const personPage = { publicUrl, isSecure: false, answersAfterMs: 0, nhsLogin }
  return buildApp({ ...(await partsOn(service.db)), personPage }, { logLevel: false })
}

beforeAll(async () => {
  const standIn = await startNhsLogin(`${publicUrl}/my/nhs-login/return`, people)
  provider = standIn.provider
  privateKey = standIn.settings.privateKey
  service = await testService()
  lead = await service.as('Team Lead')
  app = await appWith(standIn.settings)
})
afterAll(async () => {
  await app.close()
  await service.close()
  await provider.close()
})
beforeEach(async () => {
  const { id } = await aPatient(service, lead)
  await aPathway(service, lead, { patientId: id })
  patient = (await service.ask(getPatient, { id }, lead)).body as PatientView
  visitor = aVisitor(app)
  people.set('edna', known())
})

const known = (): AtNhsLogin => ({
  nhs_number: patient.nhsNumber ?? '',
  birthdate: patient.dateOfBirth ?? '',
  identity_proofing_level: 'P9',
  vot: 'P9.Cp.Cd',
})

/** Goes to NHS login, signs in there and comes back. */
const signIn = async (from: Visitor = visitor) => {
  const { to } = await from.get('/my/nhs-login')
  const back = await provider.visit(to ?? '', 'edna')
  return from.get(`${back.pathname}${back.search}`)
}

describe('NHS login', () => {
  it('is offered on the page for signing in', async () => {
    expect((await visitor.get('/my')).page).toContain('href="/my/nhs-login"')
  })

  it('is asked for P9, with PKCE, a state and a nonce, and for the profile alone', async () => {
    const { to } = await visitor.get('/my/nhs-login')
    const asked = new URL(to ?? '').searchParams
    expect(Object.fromEntries(asked)).toMatchObject({
      response_type: 'code',
      scope: 'openid profile',
      vtr: '["P9.Cp.Cd","P9.Cp.Ck","P9.Cm"]',
      code_challenge_method: 'S256',
      redirect_uri: `${publicUrl}/my/nhs-login/return`,
      state: expect.any(String) as string,
      nonce: expect.any(String) as string,
    })
  })

  it('opens the page of the one patient with that NHS number and date of birth, without a link', async () => {
    const answer = await signIn()
    expect(answer).toMatchObject({ status: 200, headers: { refresh: '0; url=/my/home' } })
    const home = await visitor.get('/my/home')
    expect(home.page).toContain(`Hello ${patient.firstName}`)
    const { rows } = await service.db.owner.query(
      `select criteria from audit_event where action = 'own page, sign in' and $1 = any(patient_ids)`,
      [patient.id],
    )
    expect(rows).toMatchObject([{ criteria: { by: 'person', with: 'NHS login' } }])
  })

  it.each<[string, (person: AtNhsLogin) => AtNhsLogin]>([
    ['a lower level', (person) => ({ ...person, identity_proofing_level: 'P5' })],
    ['a sign-in that was checked less', (person) => ({ ...person, vot: 'P5.Cp.Cd' })],
    ['another date of birth', (person) => ({ ...person, birthdate: '1901-01-01' })],
    ['a number that nobody here has', (person) => ({ ...person, nhs_number: '9990000018' })],
    ['no NHS number', ({ nhs_number: _, ...person }) => person],
    ['no date of birth', ({ birthdate: _, ...person }) => person],
  ])('opens nothing with %s, and says the same', async (_, change) => {
    people.set('edna', change(known()))
    const answer = await signIn()
    expect(answer.to).toBe('/my?said=nhsLoginNone')
    expect((await visitor.follow(answer)).page).toContain('Please ring us')
    expect(visitor.cookies.has('my-visit')).toBe(false)
  })

  it.each([
    ['has died', `update patient set deceased_date = current_date where id = $1`],
    ['is no longer used', `update patient set is_active = false where id = $1`],
    ['has no referral', `update pathway set is_active = false where patient_id = $1`],
  ])('opens nothing of a record that %s', async (_, change) => {
    await service.db.owner.query(change, [patient.id])
    expect((await signIn()).to).toBe('/my?said=nhsLoginNone')
  })

  it('opens nothing of somebody who is not safe at home, until staff have asked and given a link', async () => {
    const restriction = { patientId: patient.id, kind: 'safety', reason: 'Hurt by her husband' } as const
    expectSaved('restricted', await service.ask(restrictRecord, restriction, lead))
    expect((await signIn()).to).toBe('/my?said=nhsLoginNone')
    // The database's clock says when a restriction began.
    service.time.now = Date.now() + 1000
    const link = { patientId: patient.id, way: 'paper', safeConfirmed: true } as const
    expectSaved('link', await service.ask(givePersonLink, link, lead))
    expect((await signIn()).status).toBe(200)
  })

  describe('of somebody not safe at home, to whom staff gave a link, and another since', () => {
    let last: { id: number; code: string }
    beforeEach(async () => {
      const restriction = { patientId: patient.id, kind: 'safety', reason: 'Hurt by her husband' } as const
      expectSaved('restricted', await service.ask(restrictRecord, restriction, lead))
      service.time.now = Date.now() + 1000
      await aLink(service, lead, patient.id, { safeConfirmed: true })
      last = await aLink(service, lead, patient.id, { safeConfirmed: true })
    })
    const end = () => service.ask(endPersonLink, { id: last.id }, lead)

    it('opens the page', async () => {
      expect((await signIn()).status).toBe(200)
    })

    it.each<[string, () => Promise<unknown>]>([
      ['staff ended it', end],
      [
        'somebody guessed at it',
        async () => {
          for (let tries = 0; tries < mostWrongDates; tries += 1)
            await aVisitor(service.app).open(last.code, '1901-01-01')
        },
      ],
      [
        'it expired',
        () =>
          service.db.owner.query(
            `update person_link set valid_until = now() - interval '1 day' where patient_id = $1`,
            [patient.id],
          ),
      ],
    ])('opens nothing once %s', async (_, ends) => {
      await ends()
      expect((await signIn()).to).toBe('/my?said=nhsLoginNone')
    })

    it('ends the page that it opened when staff end the link', async () => {
      await signIn()
      expect((await visitor.get('/my/home')).status).toBe(200)
      expect((await end()).status).toBe(200)
      expect((await visitor.get('/my/home')).status).not.toBe(200)
    })
  })

  it('opens nothing after a merge with the record of somebody not safe at home, until a new link is given', async () => {
    const { id: goes } = await aPatient(service, lead, { nhsNumber: null, nhsNumberUnknown: true })
    const restriction = { patientId: goes, kind: 'safety', reason: 'Hurt by her husband' } as const
    expectSaved('restricted', await service.ask(restrictRecord, restriction, lead))
    service.time.now = Date.now() + 1000
    await aLink(service, lead, patient.id)
    await signIn()
    await merge(service, lead, { stays: patient.id, goes })
    expect((await visitor.get('/my/home')).status).not.toBe(200)
    expect((await signIn()).to).toBe('/my?said=nhsLoginNone')
    await aLink(service, lead, patient.id, { safeConfirmed: true })
    expect((await signIn()).status).toBe(200)
  })

  it('keeps open what it opened of anybody else when staff end a link', async () => {
    const { id } = await aLink(service, lead, patient.id)
    await signIn()
    expect((await service.ask(endPersonLink, { id }, lead)).status).toBe(200)
    expect((await visitor.get('/my/home')).status).toBe(200)
  })

  it('opens nothing in another browser, nor twice, nor when NHS login refused', async () => {
    const { to } = await visitor.get('/my/nhs-login')
    const back = await provider.visit(to ?? '', 'edna')
    const address = `${back.pathname}${back.search}`
    expect((await aVisitor(app).get(address)).to).toBe('/my?said=nhsLoginNone')
    expect((await visitor.get(address)).status).toBe(200)
    expect((await visitor.get(address)).to).toBe('/my?said=nhsLoginNone')
    const other = aVisitor(app)
    const state = new URL((await other.get('/my/nhs-login')).to ?? '').searchParams.get('state') ?? ''
    const denied = await other.get(`/my/nhs-login/return?error=access_denied&state=${state}`)
    expect(denied.to).toBe('/my?said=nhsLoginNone')
  })
})

describe('NHS login that is away', () => {
  it('is said in words, and a code still works', async () => {
    const without = await appWith({ issuer: 'http://127.0.0.1:9', clientId: 'x', privateKey })
    const someone = aVisitor(without)
    const answer = await someone.get('/my/nhs-login')
    expect(answer.to).toBe('/my?said=nhsLoginAway')
    expect((await someone.follow(answer)).page).toContain('NHS login does not answer')
    await without.close()
  })
})
