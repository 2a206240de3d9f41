import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { profiles } from '../../../contract/accounts/permissions.ts'
import { allowLaunch, askLaunch, listApps, openApp } from '../../../contract/exchange/launch.ts'
import { testService, type TestService } from '../../testing/process/service.ts'
import { aPatient } from '../../testing/world/factories.ts'
import type { TestUser } from '../../testing/world/users.ts'
import { aFhirClient } from '../testing/fhirClient.ts'
import {
  allowed,
  anApp,
  ask,
  askingOf,
  givenIn,
  launched,
  redirectUri,
  type AskInput,
  type TestApp,
} from '../testing/fhirApp.ts'

/* What an app asks of a signed-in user, and what the user answers. */

let service: TestService
let clinician: TestUser
let lead: TestUser
let app: TestApp
let patientId: number
let restricted: number
beforeAll(async () => {
  service = await testService()
  clinician = await service.as('Clinician')
  lead = await service.as('Team Lead')
  patientId = (await aPatient(service, lead)).id
  restricted = (await aPatient(service, lead)).id
  await service.db.owner.query(
    `insert into patient_restriction (patient_id, kind, reason) values ($1, 'other', 'x')`,
    [restricted],
  )
  app = await anApp(service)
})
afterAll(() => service.close())

const later = async (seconds: number, work: () => Promise<void>): Promise<void> => {
  const before = service.time.now
  service.time.now += seconds * 1000
  await work().finally(() => {
    service.time.now = before
  })
}

describe('an app that asks', () => {
  it('is shown with what it wants to read, of one patient who is still to be chosen', async () => {
    expect(await ask(service, clinician, askingOf(app))).toMatchObject({
      stopped: null,
      returnTo: null,
      wish: {
        name: 'Hospital record',
        organisation: 'Ourtown Trust',
        types: expect.arrayContaining(['Patient', 'Condition']) as string[],
        isOfOnePatient: true,
        patient: null,
        mustChoose: true,
        seconds: 3600,
        refusedTo: `${redirectUri}?error=access_denied&state=state+of+the+app`,
      },
    })
  })

  it('is told about the patient of the referral from which it was opened, who is not asked for again', async () => {
    const launch = await launched(service, clinician, app, patientId)
    const input = askingOf(app, { launch, scope: 'launch patient/Patient.r' })
    expect(await ask(service, clinician, input)).toMatchObject({
      wish: { patient: { patientId }, mustChoose: false, types: ['Patient'] },
    })
    expect(await allowed(service, clinician, input)).toMatch(/^[\w-]{43}$/)
  })

  it('goes back with a code and its state, and the answer is in the audit trail', async () => {
    const { body } = await service.ask(allowLaunch, { ...askingOf(app), patientId }, clinician)
    const given = givenIn((body as { returnTo: string }).returnTo)
    expect(given).toMatchObject({ state: 'state of the app' })
    const stored = await service.db.owner.query('select * from fhir_code')
    expect(JSON.stringify(stored.rows)).not.toContain(given['code'])
    const { rows } = await service.db.owner.query<{ criteria: object; patient_ids: string[] }>(
      `select user_id, role, patient_ids, criteria from audit_event where action = 'POST /api/fhirLaunch/allow'
       order by id desc limit 1`,
    )
    expect(rows[0]).toMatchObject({
      user_id: clinician.userId,
      patient_ids: [String(patientId)],
      criteria: { fhirClient: app.id, fhirClientName: 'Hospital record' },
    })
    expect(JSON.stringify(rows)).not.toContain(given['code'])
  })

  it('keeps user/ scopes of one patient only for what is about nobody', async () => {
    const scope = 'launch/patient patient/Patient.rs user/Condition.rs user/Organization.rs'
    const { wish } = await ask(service, clinician, askingOf(app, { scope }))
    expect(wish?.types).toEqual(['Patient', 'Organization'])
    const all = await ask(service, clinician, askingOf(app, { scope: 'user/*.rs' }))
    expect(all.wish).toMatchObject({ isOfOnePatient: false, mustChoose: false })
    expect(all.wish?.types).toContain('List')
    expect(all.wish?.types).not.toContain('AuditEvent')
  })

  const faults: [string, Partial<AskInput>, string][] = [
    ['another response type', { responseType: 'token' }, 'unsupported_response_type'],
    ['no response type', { responseType: undefined }, 'unsupported_response_type'],
    ['another audience', { aud: 'https://elsewhere.example.org/fhir/R4' }, 'invalid_request'],
    ['no audience', { aud: undefined }, 'invalid_request'],
    ['no challenge', { codeChallenge: undefined }, 'invalid_request'],
    ['a plain challenge', { codeChallengeMethod: 'plain' }, 'invalid_request'],
    ['a challenge of no method', { codeChallengeMethod: undefined }, 'invalid_request'],
    ['a challenge that is no hash', { codeChallenge: 'short' }, 'invalid_request'],
    ['no scope', { scope: undefined }, 'invalid_scope'],
    ['the scopes of a program', { scope: 'system/*.rs' }, 'invalid_scope'],
    ['writing', { scope: 'user/Patient.cud' }, 'invalid_scope'],
    ['who looked at what', { scope: 'user/AuditEvent.rs' }, 'invalid_scope'],
    ['one patient without naming any', { scope: 'patient/*.rs' }, 'invalid_scope'],
    ['a launch that nobody made', { launch: 'invented' }, 'invalid_request'],
  ]
  it.each(faults)('is sent back for %s', async (_, given, error) => {
    const input = askingOf(app, given)
    const { returnTo, wish } = await ask(service, clinician, input)
    expect(wish).toBeNull()
    expect(givenIn(returnTo ?? '')).toMatchObject({ error, state: 'state of the app' })
    const { body } = await service.ask(allowLaunch, { ...input, patientId }, clinician)
    expect(givenIn((body as { returnTo: string }).returnTo)).toMatchObject({ error })
  })

  it('is sent back without a state if it sent none', async () => {
    const { returnTo } = await ask(service, clinician, askingOf(app, { state: undefined }))
    expect(givenIn(returnTo ?? '')).toEqual({
      error: 'invalid_request',
      error_description: 'The parameter state is missing.',
    })
  })

  const stops: [string, Partial<AskInput>][] = [
    ['an app that is not known', { appId: 'nobody-here' }],
    ['no app', { appId: '' }],
    ['another letter in the address', { redirectUri: `${redirectUri}k` }],
    ['another case in the address', { redirectUri: 'https://app.example.org/Callback' }],
    ['a fragment', { redirectUri: `${redirectUri}#part` }],
    ['a query', { redirectUri: `${redirectUri}?next=1` }],
    ['another port', { redirectUri: 'http://localhost:9001/' }],
    ['an address below', { redirectUri: `${redirectUri}/more` }],
    ['a script', { redirectUri: 'javascript:alert(1)' }],
    ['no address', { redirectUri: '' }],
  ]
  it.each(stops)('is stopped on the page for %s', async (_, given) => {
    const input = askingOf(app, given)
    expect(await ask(service, clinician, input)).toMatchObject({
      stopped: expect.stringContaining('Nothing was sent to it') as string,
      returnTo: null,
      wish: null,
    })
    expect((await service.ask(allowLaunch, { ...input, patientId }, clinician)).status).toBe(409)
  })

  it.each([
    ['waits', 'approved_at = null, approved_by = null'],
    ['was revoked', 'revoked_at = now(), revoked_by = approved_by'],
    ['has expired', `expires_date = '2026-01-31'`],
  ])('is stopped on the page if it %s', async (_, change) => {
    const other = await anApp(service)
    await service.db.owner.query(`update fhir_client set ${change} where id = $1`, [other.id])
    const { stopped } = await ask(service, clinician, askingOf(other))
    expect(stopped).toMatch(/may not read now/)
  })

  it('is stopped on the page if it is a program', async () => {
    const program = await aFhirClient(service)
    expect((await ask(service, clinician, askingOf(program))).stopped).toMatch(/not registered/)
  })
})

describe('who may let an app read', () => {
  it.each(profiles.filter((profile) => profile !== 'none'))(
    '%s, if they may read records',
    async (profile) => {
      const user = await service.as(profile)
      const mayRead = ['Admissions', 'Clinician', 'Team Lead', 'Information Governance'].includes(profile)
      for (const [endpoint, input] of [
        [askLaunch, askingOf(app)],
        [allowLaunch, { ...askingOf(app), patientId }],
        [listApps, {}],
        [openApp, { clientId: app.id, patientId }],
      ] as const)
        expect((await service.ask(endpoint, input, user)).status).toBe(mayRead ? 200 : 403)
    },
  )

  it('nobody who is not signed in', async () => {
    expect((await service.ask(askLaunch, askingOf(app))).status).toBe(401)
  })

  it('of no restricted record, and of nobody who is not there', async () => {
    for (const [id, user] of [
      [restricted, lead],
      [999_999, clinician],
    ] as const) {
      const allow = await service.ask(allowLaunch, { ...askingOf(app), patientId: id }, user)
      const open = await service.ask(openApp, { clientId: app.id, patientId: id }, user)
      for (const { status, body } of [allow, open])
        expect({ status, body }).toMatchObject({
          status: 409,
          body: { message: 'No app can read this record: it is restricted, or is not there for this app.' },
        })
    }
    const { status } = await service.ask(allowLaunch, askingOf(app), clinician)
    expect(status).toBe(409)
  })

  it('of nobody whose record was restricted since the app was opened', async () => {
    const { id } = await aPatient(service, lead)
    const launch = await launched(service, clinician, app, id)
    await service.db.owner.query(
      `insert into patient_restriction (patient_id, kind, reason) values ($1, 'other', 'x')`,
      [id],
    )
    const { stopped } = await ask(service, clinician, askingOf(app, { launch }))
    expect(stopped).toMatch(/restricted/)
  })
})

describe('a launch', () => {
  const askAbout = async (user: TestUser, of: TestApp, launch: string) => {
    const { returnTo } = await ask(service, user, askingOf(of, { launch }))
    return returnTo === null ? 'shown' : givenIn(returnTo)['error']
  }

  it('opens the app at its own address, with its parameters', async () => {
    const { body } = await service.ask(openApp, { clientId: app.id, patientId }, clinician)
    const address = new URL((body as { address: string }).address)
    expect(address.origin + address.pathname).toBe('https://app.example.org/launch')
    expect(givenIn(address.href)).toMatchObject({ from: 'falls', iss: 'http://localhost:3000/fhir/R4' })
  })

  it('gives one code', async () => {
    const launch = await launched(service, clinician, app, patientId)
    const input = askingOf(app, { launch })
    expect(await askAbout(clinician, app, launch)).toBe('shown')
    await allowed(service, clinician, input)
    expect(await askAbout(clinician, app, launch)).toBe('invalid_request')
    const { body } = await service.ask(allowLaunch, input, clinician)
    expect(givenIn((body as { returnTo: string }).returnTo)['error']).toBe('invalid_request')
  })

  it('is for who made it, for the app that was opened, and for a minute', async () => {
    const other = await service.as('Clinician')
    const otherApp = await anApp(service)
    const launch = await launched(service, clinician, app, patientId)
    expect(await askAbout(other, app, launch)).toBe('invalid_request')
    expect(await askAbout(clinician, otherApp, launch)).toBe('invalid_request')
    await later(61, async () => expect(await askAbout(clinician, app, launch)).toBe('invalid_request'))
    expect(await askAbout(clinician, app, launch)).toBe('shown')
    // Then there is time to read what the app wants.
    await later(500, async () => expect(await askAbout(clinician, app, launch)).toBe('shown'))
  })

  it('ends with the session', async () => {
    const user = await service.as('Clinician')
    const launch = await launched(service, user, app, patientId)
    await service.db.owner.query('update user_session set ended_at = now() where id = $1', [user.sessionId])
    expect((await service.ask(askLaunch, askingOf(app, { launch }), user)).status).toBe(401)
  })

  it('is offered for active apps that have an address for it', async () => {
    const names = async () =>
      ((await service.ask(listApps, {}, clinician)).body as { id: number }[]).map(({ id }) => id)
    const other = await anApp(service)
    expect(await names()).toEqual(expect.arrayContaining([app.id, other.id]))
    await service.db.owner.query('update fhir_client set launch_url = null where id = $1', [other.id])
    expect(await names()).not.toContain(other.id)
    expect((await service.ask(openApp, { clientId: other.id, patientId }, clinician)).status).toBe(404)
  })
})
