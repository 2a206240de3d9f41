import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { profiles } from '../../../contract/accounts/permissions.ts'
import { getProfile, type UserProfile } from '../../../contract/accounts/session.ts'
import { checkPatient, tracePerson, type TraceReply } from '../../../contract/exchange/pds/pds.ts'
import { restrictRecord } from '../../../contract/governance/restriction.ts'
import { getServiceStatus } from '../../../contract/app/serviceStatus.ts'
import { getPatient, savePatient, type PatientView } from '../../../contract/patients/patient.ts'
import { createReferral } from '../../../contract/pathways/referral/pathway.ts'
import type { InputOf, ReplyOf } from '../../../contract/platform/calls/endpoint.ts'
import { freePort } from '../../platform/db/embedded/freePort.ts'
import { testService, type TestService } from '../../testing/process/service.ts'
import { aPatient, patientInputOf, referralInputOf } from '../../testing/world/factories.ts'
import type { TestUser } from '../../testing/world/users.ts'
import { purgeExpired } from '../../accounts/signIn/purgeExpired.ts'
import { outsideParts } from '../../app/readiness/outsideParts.ts'
import { aFhirClient, readingAs } from '../testing/fhirClient.ts'
import { openDemographics } from './adapter/pds.ts'
import { inventedPeople as people } from './standIn/people.ts'
import { startStandIn, type Fault, type StandIn } from './standIn/standIn.ts'

let service: TestService
let standIn: StandIn
let clerk: TestUser
const reconnect = (): void => {
  service.parts.pds = {
    isStandIn: true,
    refresh: null,
    service: openDemographics(standIn.settings, { waitMs: 500, perSecond: 1000 }),
  }
}
beforeAll(async () => {
  service = await testService()
  standIn = await startStandIn()
  clerk = await service.as('Admissions')
  await service.db.owner.query(
    `insert into organisation (id, version, type, name, name_key, postcode, status_code, is_active)
     values ('Z99001', 1, 'GP Practices', 'Example Green Surgery', 'example green surgery', 'ZZ99 1AB', 'A', true)
     on conflict do nothing`,
  )
})
afterAll(async () => {
  await service.close()
  await standIn.close()
})
beforeEach(() => {
  standIn.asked = []
  reconnect()
})
afterEach(async () => {
  standIn.fault = null
  standIn.nextFaults = []
  await remove()
})

const trace = async (input: InputOf<typeof tracePerson>, user = clerk): Promise<TraceReply> => {
  const { status, body } = await service.ask(tracePerson, input, user)
  expect(status).toBe(200)
  return body as TraceReply
}
const check = async (patientId: number, user = clerk): Promise<TraceReply> => {
  const { status, body } = await service.ask(checkPatient, { patientId }, user)
  expect(status).toBe(200)
  return body as TraceReply
}
const read = async (id: number): Promise<PatientView> =>
  (await service.ask(getPatient, { id }, clerk)).body as PatientView
let saves = 0
const save = async (input: Partial<InputOf<typeof savePatient>>, user = clerk): Promise<number> => {
  // The same form sent twice is one save.
  saves += 1
  const whole = { ...(await patientInputOf(service)), addressLine3: `Flat ${saves}`, ...input }
  const { status, body } = await service.ask(savePatient, whole, user)
  expect(body).toMatchObject({ id: expect.any(Number) })
  expect(status).toBe(200)
  return (body as { id: number }).id
}
/** Takes everybody out of use, so that the next person is nobody's duplicate. */
const remove = () =>
  service.db.owner.query('update patient set is_active = false, nhs_number = null, nhs_number_unknown = true')
const auditRows = async (action: string) => {
  const { rows } = await service.db.owner.query<Record<string, unknown>>(
    `select kind, user_id::integer, patient_ids::integer[], criteria from audit_event where action = $1 order by id desc limit 2`,
    [`POST ${action}`],
  )
  return rows.toReversed()
}

describe('a person is traced before they are registered', () => {
  it('by the number: in the ids of our lists, with the practice by its code', async () => {
    const { outcome, person, isTaken } = await trace({ nhsNumber: '999 000 0077' })
    expect({ outcome, isTaken }).toEqual({ outcome: 'none', isTaken: false })
    expect(person).toBeNull()
    const found = await trace({ nhsNumber: people.usual.nhsNumber })
    expect(found).toMatchObject({
      outcome: 'found',
      person: {
        familyName: 'Tracewell',
        title: 'Mrs',
        namePrefix: expect.any(Number),
        gender: 'Female',
        genderId: expect.any(Number),
        address: { addressLine2: 'Larkfield Walk', town: 'Sampletown', county: 'Exampleshire' },
        practice: { code: 'Z99001', name: 'Example Green Surgery' },
        ended: {},
      },
    })
    expect((await trace({ nhsNumber: people.compoundName.nhsNumber })).person?.practice).toEqual({
      code: 'Z99999',
      name: null,
      postcode: null,
    })
  })

  it('by name and date of birth', async () => {
    const { person } = await trace({ familyName: 'Tracewell', dateOfBirth: '1941-07-14' })
    expect(person?.nhsNumber).toBe(people.usual.nhsNumber)
  })

  it.each<readonly [InputOf<typeof tracePerson>, string[]]>([
    [{}, ['familyName', 'dateOfBirth']],
    [{ familyName: 'Tracewell' }, ['dateOfBirth']],
    [{ dateOfBirth: '1941-07-14' }, ['familyName']],
    [{ nhsNumber: '9990000078' }, ['nhsNumber']],
    // A range that is not issued to patients.
    [{ nhsNumber: '5900046192' }, ['nhsNumber']],
  ])('with %j asks for what is missing, and sends nothing', async (input, fields) => {
    const { status, body } = await service.ask(tracePerson, input, clerk)
    expect({ status, fields: Object.keys(body as object) }).toEqual({ status: 400, fields })
    expect(standIn.asked).toEqual([])
  })

  it.each<readonly [InputOf<typeof tracePerson>, string]>([
    [{ familyName: 'Twinsworth', dateOfBirth: '1940-12-12' }, 'several'],
    [{ familyName: 'Smith', dateOfBirth: '1940-12-12' }, 'tooMany'],
    [{ familyName: 'Nobodyhere', dateOfBirth: '1940-12-12' }, 'none'],
    [{ nhsNumber: people.withdrawn.nhsNumber }, 'invalidated'],
  ])('%j: %s', async (input, outcome) => expect(await trace(input)).toMatchObject({ outcome, person: null }))

  it.each<readonly [Fault, string]>([
    [{ status: 408 }, 'timedOut'],
    [{ status: 429, retryAfter: '3' }, 'slowDown'],
    [{ status: 401 }, 'notAllowed'],
    [{ status: 400, code: 'INVALID_VALUE' }, 'refused'],
    [{ status: 500 }, 'away'],
    ['half', 'away'],
    ['other type', 'away'],
  ])('%j is answered as %s, with success: no form is harmed', async (fault, outcome) => {
    standIn.fault = fault
    expect(await trace({ nhsNumber: people.usual.nhsNumber })).toMatchObject({
      outcome,
      person: null,
      waitSeconds: outcome === 'slowDown' ? 3 : null,
    })
  })

  it('whose number was replaced comes with the new one', async () => {
    expect(await trace({ nhsNumber: people.replaced.nhsNumber })).toMatchObject({
      outcome: 'superseded',
      person: { nhsNumber: people.replacement.nhsNumber, supersededNumber: people.replaced.nhsNumber },
    })
  })

  it('whose number a patient here has already is said', async () => {
    const id = await save({ nhsNumber: people.renamed.nhsNumber, familyName: 'Afterwed' })
    expect(await trace({ nhsNumber: people.renamed.nhsNumber })).toMatchObject({ isTaken: true, takenBy: id })
    await remove()
  })
})

describe('the status of the number', () => {
  const usual = {
    nhsNumber: people.usual.nhsNumber,
    familyName: 'Tracewell',
    dateOfBirth: '1941-07-14',
  }
  const statusOf = async (id: number) => (await read(id)).nhsNumberStatus

  it.each<readonly [string, Partial<InputOf<typeof savePatient>>, string | null]>([
    ['what PDS said is verified', {}, '01'],
    ['in other letters is the same', { familyName: 'TRACEWELL' }, '01'],
    ['another date of birth needs to be resolved', { dateOfBirth: '1941-07-15' }, '05'],
    ['another family name needs to be resolved', { familyName: 'Traceworth' }, '05'],
    ['another number was not traced', { nhsNumber: '9990001405' }, null],
    ['no number has none', { nhsNumber: null, nhsNumberUnknown: true }, null],
  ])('%s', async (_, typed, status) => {
    const { traceId } = await trace({ nhsNumber: usual.nhsNumber })
    const id = await save({ ...usual, ...typed, pdsTraceId: traceId })
    expect(await statusOf(id)).toBe(status)
    expect((await read(id)).pdsCheckedAt).not.toBeNull()
    await remove()
  })

  it.each<readonly [string, Fault | null, InputOf<typeof tracePerson>, string | null]>([
    ['nobody was found by name', null, { familyName: 'Nobodyhere', dateOfBirth: '1940-12-12' }, '04'],
    ['several were found', null, { familyName: 'Twinsworth', dateOfBirth: '1940-12-12' }, '04'],
    ['PDS was away', { status: 500 }, { nhsNumber: usual.nhsNumber }, '03'],
    ['another number was withdrawn', null, { nhsNumber: people.withdrawn.nhsNumber }, null],
  ])('after a trace: %s', async (_, fault, asked, status) => {
    standIn.fault = fault
    const { traceId } = await trace(asked)
    expect(await statusOf(await save({ ...usual, pdsTraceId: traceId }))).toBe(status)
  })

  it('without a trace nothing is claimed', async () => {
    const id = await save(usual)
    expect(await read(id)).toMatchObject({ nhsNumberStatus: null, pdsCheckedAt: null })
  })

  it('is decided by the server: another user’s trace, an old one and an invented one verify nothing', async () => {
    const { traceId } = await trace({ nhsNumber: usual.nhsNumber }, await service.as('Clinician'))
    expect(await statusOf(await save({ ...usual, pdsTraceId: traceId }))).toBeNull()
    await remove()
    const own = await trace({ nhsNumber: usual.nhsNumber })
    await service.db.owner.query(
      `update pds_trace set asked_at = asked_at - interval '2 hours' where id = $1`,
      [own.traceId],
    )
    expect(await statusOf(await save({ ...usual, pdsTraceId: own.traceId }))).toBeNull()
    await remove()
    expect(await statusOf(await save({ ...usual, pdsTraceId: 999_999_999 }))).toBeNull()
  })

  it('ends when who the person is changes, and not with another change', async () => {
    const { traceId } = await trace({ nhsNumber: usual.nhsNumber })
    const id = await save({ ...usual, pdsTraceId: traceId })
    const { version, genderId } = await read(id)
    await save({ id, version, genderId, ...usual, town: 'Sampletown' })
    expect(await statusOf(id)).toBe('01')
    await save({ id, version: version + 1, genderId, ...usual, familyName: 'Othername' })
    expect(await statusOf(id)).toBeNull()
  })

  it('goes with a registration that refers too', async () => {
    const { traceId } = await trace({ nhsNumber: usual.nhsNumber })
    const patient = { ...(await patientInputOf(service)), ...usual, pdsTraceId: traceId }
    const { patientId: _, ...referral } = await referralInputOf(service, 0)
    const { status, body } = await service.ask(createReferral, { patient, referral }, clerk)
    expect(status).toBe(200)
    const { patientId } = body as { patientId: number }
    expect(await statusOf(patientId)).toBe('01')
    // Other software reads the same.
    const get = await readingAs(service, await aFhirClient(service))
    const { body: sent } = await get(`Patient/${patientId}`)
    expect(JSON.stringify(sent)).toContain('"code":"01","display":"Number present and verified"')
  })

  it('never makes a number of another patient possible', async () => {
    await save(usual)
    const { traceId } = await trace({ nhsNumber: usual.nhsNumber })
    const again = { ...(await patientInputOf(service)), ...usual, pdsTraceId: traceId }
    const { status, body } = await service.ask(savePatient, again, clerk)
    expect({ status, fields: Object.keys(body as object) }).toEqual({ status: 400, fields: ['nhsNumber'] })
  })
})

describe('a record is compared with PDS', () => {
  it('by its number; only the result of the check is saved', async () => {
    const id = await save({
      nhsNumber: people.replacement.nhsNumber,
      familyName: 'Newnumber',
      dateOfBirth: '1939-05-23',
      town: 'Elsewhere',
    })
    const before = await read(id)
    expect(await check(id)).toMatchObject({ outcome: 'found', isTaken: false })
    const { version, nhsNumberStatus, pdsCheckedAt, ...after } = await read(id)
    expect({ nhsNumberStatus, isLater: version > before.version }).toEqual({
      nhsNumberStatus: '01',
      isLater: true,
    })
    expect(pdsCheckedAt).not.toBeNull()
    expect({ ...after, version: before.version, nhsNumberStatus: null, pdsCheckedAt: null }).toEqual(before)
    await remove()
  })

  it('with a number that was replaced: the new one is offered, and taken from nobody', async () => {
    const id = await save({
      nhsNumber: people.replaced.nhsNumber,
      familyName: 'Newnumber',
      dateOfBirth: '1939-05-23',
    })
    const first = await check(id)
    expect(first).toMatchObject({ outcome: 'superseded', isTaken: false, takenBy: null })
    expect((await read(id)).nhsNumberStatus).toBe('05')
    const other = await save({
      nhsNumber: people.replacement.nhsNumber,
      familyName: 'Quite',
      firstName: 'Another',
    })
    expect(await check(id)).toMatchObject({ outcome: 'superseded', isTaken: true, takenBy: other })
    const { version, genderId, familyName, dateOfBirth } = await read(id)
    const accepted = {
      ...{ id, version, genderId, familyName, dateOfBirth, pdsTraceId: first.traceId },
      nhsNumber: people.replacement.nhsNumber,
    }
    expect((await service.ask(savePatient, accepted, clerk)).status).toBe(400)
    await service.db.owner.query(
      'update patient set nhs_number = null, nhs_number_unknown = true where id = $1',
      [other],
    )
    await save(accepted)
    expect(await read(id)).toMatchObject({
      nhsNumber: people.replacement.nhsNumber,
      nhsNumberStatus: '01',
    })
    await remove()
  })

  it('without a number by name and date of birth', async () => {
    const id = await save({
      ...{ nhsNumber: null, nhsNumberUnknown: true, familyName: 'Tracewell', firstName: 'Edith' },
      dateOfBirth: '1941-07-14',
    })
    expect(await check(id)).toMatchObject({ outcome: 'found', person: { nhsNumber: people.usual.nhsNumber } })
  })

  it('not without anything to ask by', async () => {
    const id = await save({
      ...{ nhsNumber: null, nhsNumberUnknown: true, familyName: 'Unknowable', dateOfBirth: null },
    })
    const { status, body } = await service.ask(checkPatient, { patientId: id }, clerk)
    expect({ status, body }).toMatchObject({
      status: 400,
      body: { message: expect.stringContaining('The record has neither') },
    })
    expect(standIn.asked).toEqual([])
  })

  it('that is restricted only once the user has said why: before that nothing leaves', async () => {
    const { id } = await aPatient(service, clerk, {})
    const lead = await service.as('Team Lead')
    const restricted = { patientId: id, kind: 'colleague', reason: 'Works here' } as const
    expect((await service.ask(restrictRecord, restricted, lead)).status).toBe(200)
    const stranger = await service.as('Admissions')
    expect(await service.ask(checkPatient, { patientId: id }, stranger)).toMatchObject({
      status: 403,
      body: { code: 'reason-needed' },
    })
    expect(standIn.asked).toEqual([])
  })

  it('and a question that is not answered changes nothing', async () => {
    const { id } = await aPatient(service, clerk, {})
    const before = await read(id)
    standIn.fault = { status: 500 }
    expect(await check(id)).toMatchObject({ outcome: 'away' })
    expect(await read(id)).toEqual(before)
  })

  it('of nobody is not found', async () =>
    expect((await service.ask(checkPatient, { patientId: 999_999 }, clerk)).status).toBe(404))
})

describe('the audit trail says of each question', () => {
  it('who asked, why, about whom and how it ended; before it leaves and after; never what was said', async () => {
    await trace({ familyName: 'Tracewell', dateOfBirth: '1941-07-14', postcode: 'ZZ9 4QF' })
    const row = { kind: 'read', user_id: clerk.userId, patient_ids: [] }
    const why = { purpose: 'register a patient', by: 'details' }
    expect(await auditRows('/api/pds/trace')).toEqual([
      { ...row, criteria: why },
      { ...row, criteria: { ...why, outcome: 'found' } },
    ])
    const id = await save({
      nhsNumber: people.restricted.nhsNumber,
      familyName: 'Hideaway',
      dateOfBirth: '1944-03-05',
    })
    await check(id)
    const of = { user_id: clerk.userId, patient_ids: [id] }
    const reason = { purpose: 'check a record', by: 'NHS number' }
    expect(await auditRows('/api/pds/check')).toEqual([
      { ...of, kind: 'read', criteria: reason },
      { ...of, kind: 'write', criteria: { ...reason, outcome: 'found' } },
    ])
    await remove()
  })

  it('and nothing leaves while it cannot be written', async () => {
    const { id } = await aPatient(service, clerk, {})
    const { owner } = service.db
    await owner.query('revoke insert on audit_event from surefoot_app')
    try {
      expect((await service.ask(tracePerson, { nhsNumber: people.usual.nhsNumber }, clerk)).status).toBe(503)
      expect((await service.ask(checkPatient, { patientId: id }, clerk)).status).toBe(503)
    } finally {
      await owner.query('grant insert on audit_event to surefoot_app')
    }
    expect(standIn.asked).toEqual([])
  })
})

describe('who may ask PDS', () => {
  const editors = ['Admissions', 'Clinician', 'Team Lead']

  it.each(profiles)('%s', async (profile) => {
    const user = await service.as(profile)
    const expected = editors.includes(profile) ? 200 : 403
    const { id } = await aPatient(service, clerk, {})
    expect((await service.ask(tracePerson, { nhsNumber: people.usual.nhsNumber }, user)).status).toBe(
      expected,
    )
    expect((await service.ask(checkPatient, { patientId: id }, user)).status).toBe(expected)
    const { settings } = (await service.ask(getProfile, {}, user)).body as UserProfile
    expect(settings.pds).toBe(expected === 200 ? 'standIn' : 'off')
    if (expected === 403) expect(standIn.asked).toEqual([])
  })

  it('is nobody where nothing is set up', async () => {
    service.parts.pds = null
    const { id } = await aPatient(service, clerk, {})
    expect((await service.ask(tracePerson, { nhsNumber: people.usual.nhsNumber }, clerk)).status).toBe(404)
    expect((await service.ask(checkPatient, { patientId: id }, clerk)).status).toBe(404)
    expect(((await service.ask(getProfile, {}, clerk)).body as UserProfile).settings.pds).toBe('off')
  })
})

it('an answer is forgotten after an hour', async () => {
  await trace({ nhsNumber: people.usual.nhsNumber })
  await service.db.owner.query(`update pds_trace set asked_at = asked_at - interval '90 minutes'`)
  await purgeExpired(service.db.pool, Date.now())
  const { rows } = await service.db.owner.query('select from pds_trace')
  expect(rows).toEqual([])
})

it('the status of the service lists PDS, and when it last answered', async () => {
  await trace({ nhsNumber: people.usual.nhsNumber })
  const [part] = outsideParts(service.parts, null).filter((each) => each.part === 'pds')
  expect(part).toMatchObject({ setting: 'PDS_URL' })
  await part?.try()
  expect(part?.lastSuccessAt?.()).toMatch(/^\d{4}-/)
  service.parts.pds = {
    isStandIn: false,
    refresh: null,
    service: openDemographics({ url: `http://127.0.0.1:${await freePort()}`, keys: null }),
  }
  const [away] = outsideParts(service.parts, null).filter((each) => each.part === 'pds')
  await expect(away?.try()).rejects.toThrow('ECONNREFUSED')
  const administrator = await service.as('System Administrator')
  const status = (await service.ask(getServiceStatus, {}, administrator)).body as ReplyOf<
    typeof getServiceStatus
  >
  expect(status.outside).toEqual([])
})
