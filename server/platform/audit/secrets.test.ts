import { afterAll, beforeAll, expect, it } from 'vitest'
import { getPathway } from '../../../contract/pathways/referral/pathway.ts'
import { getPatient, savePatient } from '../../../contract/patients/patient.ts'
import { searchDemographics } from '../../../contract/patients/search/search.ts'
import { revoke, token, type TokenPair } from '../../../contract/accounts/session.ts'
import { workLists } from '../../../contract/pathways/worklists/workList.ts'
import { keysOf } from '../crypto/encryption.ts'
import { startServerProcess, type ServerProcess } from '../../testing/process/serverProcess.ts'
import { patientInputOf } from '../../testing/world/factories.ts'
import { knownCalls } from '../../testing/known/knownCalls.ts'
import { bearer, type Wire } from '../../testing/values/request.ts'
import {
  aWorld,
  canaries,
  canaryPassword,
  carriesPatientData,
  type World,
} from '../../testing/world/world.ts'

/*
 * DP-4: no password or token appears in a log or in the audit trail, and no patient data appears in a log. One server
 * runs in its own process at the most verbose log level, and the test sends every call and every kind of failure
 * through it.
 */

let world: World
let apart: ServerProcess

beforeAll(async () => {
  world = await aWorld()
  const [key] = keysOf(world.service.parts.secretKey)
  apart = await startServerProcess({
    DATABASE_URL: world.service.db.url,
    SECRET_KEY: key.toString('base64'),
  })
})
afterAll(async () => {
  await apart.stop()
  await world.service.close()
})

const wrongPassword = 'eleven crumbulent kestrels'
const unknownName = 'gribbleshanks'

/** Signs in and out, with and without success, and returns every secret that was sent or received. */
const signInEveryWay = async (): Promise<string[]> => {
  const { username, password } = world.signIn
  const grant = async (fields: Wire) => (await apart.ask(token, fields)).body as Partial<TokenPair>
  const first = await grant({ grant_type: 'password', username, password })
  const second = await grant({ grant_type: 'refresh_token', refresh_token: first.refresh_token })
  const third = await grant({ grant_type: 'refresh_token', refresh_token: second.refresh_token })
  await grant({ grant_type: 'refresh_token', refresh_token: first.refresh_token })
  await grant({ grant_type: 'password', username, password: wrongPassword })
  await grant({ grant_type: 'password', username: unknownName, password: wrongPassword })
  await grant({ grant_type: 'password', username: wrongPassword, password: wrongPassword })
  await grant({ grant_type: wrongPassword, username, password: wrongPassword })
  await apart.fetch(`${token.path}?password=${encodeURIComponent(wrongPassword)}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ password: wrongPassword }),
  })
  await apart.ask(revoke, { token: third.refresh_token })
  const tokens = [first, second, third].flatMap((pair) => [pair.access_token, pair.refresh_token])
  expect(tokens.every((each) => (each?.length ?? 0) > 20)).toBe(true)
  return tokens as string[]
}

const failEveryWay = async (): Promise<number[]> => {
  const as = bearer(world.user)
  const { owner } = world.service.db
  const statuses: number[] = []
  const note = async (asked: Promise<{ status: number }>): Promise<void> => {
    statuses.push((await asked).status)
  }
  const patient = { ...(await patientInputOf(world.service)), familyName: canaries.familyName }
  await note(apart.ask(savePatient, { ...patient, nhsNumber: canaries.nhsNumber }, as))
  await note(apart.ask(savePatient, { ...patient, dateOfBirth: '1931-03-29' }, as))
  await note(apart.ask(savePatient, { ...patient, email: `not an address ${canaries.email}` }, as))
  await note(apart.ask(savePatient, { ...patient, ...world.patient, version: 99 }, as))
  await note(apart.ask(getPatient, { id: 999_999 }, as))
  await note(apart.ask(getPatient, { id: canaries.nhsNumber, familyName: canaries.familyName }))
  await note(apart.ask(searchDemographics, { familyName: canaries.familyName }, bearer(world.powerless)))
  await note(
    apart.ask(workLists.awaitingAssessment, { q: canaries.familyName, sort: canaries.familyName }, as),
  )
  await note(
    apart.fetch(`/api/patient/${canaries.familyName}?nhsNumber=${canaries.nhsNumber}`, { headers: as }),
  )
  await note(apart.fetch(`/api/patient/get?id=1&access_token=${world.user.accessToken}`))
  await note(
    apart.fetch(savePatient.path, {
      method: 'POST',
      headers: { ...as, 'content-type': 'application/json' },
      body: `{"familyName":"${canaries.familyName}",`,
    }),
  )
  await note(
    apart.fetch(savePatient.path, {
      method: 'POST',
      headers: { ...as, 'content-type': `application/${canaries.familyName}` },
      body: canaries.familyName,
    }),
  )
  // The database itself refuses the write, and its error quotes the values.
  await owner.query(`create function shout() returns trigger language plpgsql as $$
    begin raise exception 'No % % %', new.family_name, new.nhs_number, new.email; end $$`)
  await owner.query('create trigger shout before update on patient for each row execute function shout()')
  const whole = {
    ...patient,
    ...world.patient,
    nhsNumber: canaries.nhsNumber,
    email: canaries.email,
    town: 'York',
  }
  await note(apart.ask(savePatient, whole, as))
  await owner.query('drop trigger shout on patient')
  await owner.query(`alter table patient add constraint shout check (town <> 'York') not valid`)
  await note(apart.ask(savePatient, whole, as))
  await owner.query('alter table patient drop constraint shout')
  await owner.query('revoke select on frat from surefoot_app')
  await note(apart.ask(getPathway, { id: world.pathway.id }, as))
  await owner.query('grant select on frat to surefoot_app')
  await owner.query('revoke insert on audit_event from surefoot_app')
  await note(apart.ask(getPatient, { id: world.patient.id }, as))
  await note(apart.ask(savePatient, whole, as))
  await note(apart.ask(token, { grant_type: 'password', ...world.signIn }))
  await owner.query('grant insert on audit_event to surefoot_app')
  return statuses
}

it('DP-4: keeps passwords, tokens and user names that nobody has out of the log and the audit trail, and patients out of the log', async () => {
  const secrets = [
    ...(await signInEveryWay()),
    ...[world.user, world.colleague, world.powerless].map(({ accessToken }) => accessToken),
    canaryPassword,
    wrongPassword,
    unknownName,
  ]
  for (const { call, input } of knownCalls) {
    if (call.path.startsWith('/oauth/')) continue
    const { status } = await apart.ask(call, await input(world), bearer(world.user))
    expect({ path: call.path, status }).toEqual({ path: call.path, status: 200 })
  }
  const statuses = await failEveryWay()
  expect(statuses).toEqual([
    400, 409, 400, 409, 404, 401, 403, 400, 404, 401, 400, 415, 500, 500, 500, 503, 503, 503,
  ])
  await apart.stop()

  const log = apart.log()
  // The log must contain every reply and every failure: an empty log would also contain no secrets.
  expect(log.match(/"msg":"answered"/g)?.length).toBeGreaterThan(knownCalls.length + statuses.length)
  expect(log.match(/"msg":"unexpected failure"/g)).toHaveLength(3)
  expect(log.match(/"msg":"the audit trail could not be written"/g)?.length).toBeGreaterThan(1)
  const { rows } = await world.service.db.owner.query<{ events: string }>(
    `select string_agg(audit_event::text, ' ') as events from audit_event`,
  )
  const events = rows[0]?.events ?? ''
  expect(events).toContain('POST /oauth/token')
  for (const secret of secrets) {
    const found = { inLog: log.includes(secret), inAudit: events.includes(secret) }
    expect({ secret, ...found }).toEqual({ secret, inLog: false, inAudit: false })
  }
  expect(carriesPatientData(log)).toBe(false)
})
