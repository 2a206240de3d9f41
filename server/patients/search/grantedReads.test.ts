import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { today } from '../../../contract/platform/dates/dates.ts'
import { downloadDocument, listDocuments } from '../../../contract/pathways/document.ts'
import type { Endpoint } from '../../../contract/platform/calls/endpoint.ts'
import { cancelReferral, getPathway, savePathway } from '../../../contract/pathways/referral/pathway.ts'
import { getPatient, savePatient, type PatientView } from '../../../contract/patients/patient.ts'
import { currentRoleHeader, revoke } from '../../../contract/accounts/session.ts'
import {
  addRole,
  endUserSessions,
  getUser,
  removeRole,
  saveUser,
  type UserView,
} from '../../../contract/accounts/user.ts'
import { upload } from '../../pathways/documents/testing/uploads.ts'
import { aPathway } from '../../testing/world/factories.ts'
import { knownCalls } from '../../testing/known/knownCalls.ts'
import { aRecord, recordCases } from '../../testing/values/recordCases.ts'
import { refusedCalls } from '../../testing/values/refusedCalls.ts'
import { bearer, requestOf, type Wire } from '../../testing/values/request.ts'
import { aSharedPatient, open, type SharedPatient } from '../../testing/process/shared.ts'
import { tableSums } from '../../testing/reading/tableSums.ts'
import { tokenFor, type TestUser } from '../../testing/world/users.ts'
import { aWorld, canaries, carriesPatientData, type World } from '../../testing/world/world.ts'

let world: World
/** The world's patient, with a record of each kind and a document. */
let subject: SharedPatient
/** The input with which each read asks for the subject, by route. */
const inputs = new Map<string, Wire>()
let external: TestUser

/** The reads that docs/reference/access.md opens to External users. */
const granted = [
  ...readFileSync(new URL('../../../docs/reference/access.md', import.meta.url), 'utf8').matchAll(
    /^\| `GET ([^`]+)` \|.*\| G \| - \|$/gm,
  ),
].map(([, path = '']) => path)
const reads: readonly Endpoint[] = [
  getPatient,
  getPathway,
  listDocuments,
  downloadDocument,
  ...recordCases.map(({ calls }) => calls.get),
]

beforeAll(async () => {
  world = await aWorld()
  const { service, user, patient, pathway, ground } = world
  subject = {
    patientId: patient.id,
    pathwayId: pathway.id,
    details: {
      nhsNumber: canaries.nhsNumber,
      familyName: canaries.familyName,
      dateOfBirth: canaries.dateOfBirth,
    },
  }
  const document = (await upload(service, user, pathway.id)).body as { id: number }
  inputs.set(getPatient.path, { id: patient.id })
  inputs.set(getPathway.path, { id: pathway.id })
  inputs.set(listDocuments.path, { pathwayId: pathway.id })
  inputs.set(downloadDocument.path, { id: document.id })
  for (const each of recordCases)
    inputs.set(each.calls.get.path, { id: (await aRecord(service, user, each, ground)).id })
})
afterAll(() => world.service.close())
beforeEach(async () => {
  external = await world.service.as('External')
})

const send = async (call: Endpoint, input: Wire, user = external, headers: Record<string, string> = {}) => {
  const response = await world.service.app.inject(requestOf(call, input, { ...bearer(user), ...headers }))
  return {
    status: response.statusCode,
    // Only the request id distinguishes two refusals.
    text: response.body.replace(String(response.headers['x-request-id']), 'this request'),
    reply: response.body,
  }
}
const read = (call: Endpoint, user = external) => send(call, inputs.get(call.path) ?? {}, user)
const statusesOf = async (user = external): Promise<number[]> => {
  const statuses: number[] = []
  for (const call of reads) statuses.push((await read(call, user)).status)
  return statuses
}
const all = (status: number): number[] => reads.map(() => status)

describe('AZ-5: what an External user may read', () => {
  it('is every read that the table of access opens to them', () => {
    expect(reads.map(({ path }) => path).sort()).toEqual(granted.sort())
  })

  it('is nothing before a search, everything of the pathway after it, and nothing of another', async () => {
    expect(await statusesOf()).toEqual(all(404))
    const other = await aSharedPatient(world.service, world.user)
    await open(world.service, external, other)
    expect(await statusesOf()).toEqual(all(404))
    await open(world.service, external, subject)
    expect(await statusesOf()).toEqual(all(200))
    for (const call of reads) expect((await read(call)).reply).not.toContain(other.details.familyName)
    // The targets of the service are internal to it.
    expect(JSON.parse((await read(getPathway)).reply)).toMatchObject({ nextDue: null, stage: { open: true } })
  })

  it('is the user’s own, and this session’s own', async () => {
    await open(world.service, external, subject)
    expect(await statusesOf(await world.service.as('External'))).toEqual(all(404))
    const { db, time } = world.service
    expect(await statusesOf(await tokenFor(db, time.now, external))).toEqual(all(404))
    expect(await statusesOf()).toEqual(all(200))
  })

  it('leaves out the patient’s other pathways', async () => {
    const { patientId, pathwayId } = subject
    const hidden = await aPathway(world.service, world.user, {
      patientId,
      referralDate: '2020-01-01',
      secondReferral: true,
      consentGiven: true,
    })
    await open(world.service, external, subject)
    const { reply } = await read(getPatient)
    expect((JSON.parse(reply) as PatientView).pathways.map(({ id }) => id)).toEqual([pathwayId])
    expect((await send(getPathway, { id: hidden.id })).status).toBe(404)
    await world.service.db.sql
      .updateTable('pathway')
      .set({ is_active: false })
      .where('id', '=', hidden.id)
      .execute()
  })

  it('is no deleted document, whatever is asked for', async () => {
    const deleted = { ...inputs.get(listDocuments.path), includeInActive: 'true' }
    expect((await send(listDocuments, deleted)).status).toBe(404)
    await open(world.service, external, subject)
    expect((await send(listDocuments, deleted)).status).toBe(403)
  })

  it('follows the role the person works in: as External only what was opened, as Clinician all', async () => {
    const both = await world.service.as('External', 'Clinician')
    const [asExternal, asClinician] = both.roleIds.map((id) => ({ [currentRoleHeader]: String(id) }))
    const ask = async (headers = {}) =>
      (await send(getPathway, { id: subject.pathwayId }, both, headers)).status
    expect([await ask(asExternal), await ask(asClinician), await ask()]).toEqual([404, 200, 200])
    await open(world.service, both, subject)
    expect(await ask(asExternal)).toBe(200)
  })
})

it('AZ-5: ten thousand guessed ids give no byte of a patient, and say the same as an id that is not there', async () => {
  const { owner } = world.service.db
  const { rows } = await owner.query<{ highest: number }>(
    `select greatest(${['patient', 'pathway', 'document', ...recordCases.map(({ table }) => table)]
      .map((table) => `(select max(id) from ${table})`)
      .join(', ')})::int as highest`,
  )
  // The loop leaves out the few ids that are open to the user.
  const each = Math.ceil(10_100 / reads.length)
  expect(rows[0]?.highest).toBeLessThan(each)
  const other = await aSharedPatient(world.service, world.user)
  await open(world.service, external, other)
  let tried = 0
  for (const call of reads) {
    const field = call === listDocuments ? 'pathwayId' : 'id'
    const missing = await send(call, { [field]: 999_999_999 })
    expect(missing.status).toBe(404)
    const opened = new Set([
      ...(call === getPatient ? [other.patientId] : []),
      ...(call === getPathway || call === listDocuments ? [other.pathwayId] : []),
    ])
    for (let first = 1; first <= each; first += 20) {
      const ids = Array.from({ length: 20 }, (_, index) => first + index).filter((id) => !opened.has(id))
      const answers = await Promise.all(ids.map((id) => send(call, { [field]: id })))
      expect(new Set(answers.map(({ text }) => text))).toEqual(new Set([missing.text]))
      tried += ids.length
    }
  }
  expect(tried).toBeGreaterThanOrEqual(10_000)
})

describe('a grant dies', () => {
  const setConsent = async (consentGiven: boolean) => {
    const { status } = await send(
      savePathway,
      { id: subject.pathwayId, patientId: subject.patientId, consentGiven },
      world.user,
    )
    expect(status).toBe(200)
  }
  const savePatientWith = async (values: Wire) => {
    const { sql } = world.service.db
    const { version } = await sql
      .selectFrom('patient')
      .select('version')
      .where('id', '=', subject.patientId)
      .executeTakeFirstOrThrow()
    const input = { ...(await patientInput()), ...values, id: subject.patientId, version }
    expect((await send(savePatient, input, world.user)).status).toBe(200)
  }
  const patientInput = async (): Promise<Wire> => {
    const { reply } = await send(getPatient, { id: subject.patientId }, world.user)
    const { familyName, genderId, nhsNumber, dateOfBirth } = JSON.parse(reply) as PatientView
    return { familyName, genderId, nhsNumber, dateOfBirth }
  }
  const row = async (table: 'pathway' | 'patient' | 'role', id: number, is_active: boolean) => {
    await world.service.db.sql.updateTable(table).set({ is_active }).where('id', '=', id).execute()
  }
  const saveExternal = async (values: Wire) => {
    const { reply } = await send(getUser, { id: external.userId }, world.user)
    const { user } = JSON.parse(reply) as UserView
    const { userName, familyName, firstName, version } = user
    const input = { id: external.userId, userName, familyName, firstName, version, ...values }
    const { status, reply: said } = await send(saveUser, input, world.user)
    expect({ status, said }).toMatchObject({ status: 200 })
  }
  const role = (call: Endpoint) =>
    send(call, { id: external.userId, role: String(external.roleIds[0]) }, world.user)

  const ways: [way: string, end: () => Promise<unknown>, undo: () => Promise<unknown>][] = [
    ['when consent is withdrawn', () => setConsent(false), () => setConsent(true)],
    [
      'when the patient refuses consent',
      () => savePatientWith({ consentRefusedDate: today() }),
      () => savePatientWith({ consentRefusedDate: null }),
    ],
    [
      'when the patient dies',
      () => savePatientWith({ deceasedDate: today() }),
      () => savePatientWith({ deceasedDate: null }),
    ],
    [
      'when the pathway is deleted',
      () => row('pathway', subject.pathwayId, false),
      () => row('pathway', subject.pathwayId, true),
    ],
    [
      'when the patient is deleted',
      () => row('patient', subject.patientId, false),
      () => row('patient', subject.patientId, true),
    ],
    [
      'when the role is switched off',
      () => row('role', external.roleIds[0] ?? 0, false),
      () => row('role', external.roleIds[0] ?? 0, true),
    ],
    [
      'when the account is disabled',
      () => saveExternal({ isActive: false }),
      () => saveExternal({ isActive: true }),
    ],
  ]

  it.each(ways)('%s, and does not come back when that is undone', async (_, end, undo) => {
    await open(world.service, external, subject)
    expect(await statusesOf()).toEqual(all(200))
    await end()
    for (const status of await statusesOf()) expect([401, 403, 404]).toContain(status)
    await undo()
    expect(await statusesOf(await sameSession())).toEqual(all(404))
    // A new search opens it again.
    await open(world.service, external, subject)
    expect(await statusesOf()).toEqual(all(200))
  })

  /** After the session itself was ended: reactivates it in the database, so that only the grant can refuse. */
  const sameSession = async (): Promise<TestUser> => {
    await world.service.db.sql
      .updateTable('user_session')
      .set({ ended_at: null })
      .where('id', '=', external.sessionId)
      .execute()
    return external
  }

  it('when the role is taken away, and does not come back with it', async () => {
    const spare = await world.service.db.sql
      .selectFrom('role')
      .select('id')
      .where('profile', '=', 'none')
      .executeTakeFirstOrThrow()
    await open(world.service, external, subject)
    await send(addRole, { id: external.userId, role: String(spare.id) }, world.user)
    // An additional role already ends the grant, because the user's rights are not those it was given under.
    expect(await statusesOf()).toEqual(all(404))
    await open(world.service, external, subject)
    await saveExternal({ defaultRole: String(spare.id) })
    expect((await role(removeRole)).status).toBe(200)
    expect(await statusesOf()).toEqual(all(403))
    expect((await role(addRole)).status).toBe(200)
    expect(await statusesOf()).toEqual(all(404))
  })

  it.each([
    [
      'when the person logs out',
      () =>
        world.service.app.inject({
          method: 'POST',
          url: revoke.path,
          payload: new URLSearchParams({ token: external.accessToken }).toString(),
          headers: { 'content-type': 'application/x-www-form-urlencoded' },
        }),
    ],
    [
      'when an administrator ends the session',
      () => send(endUserSessions, { userId: external.userId }, world.user),
    ],
  ])('%s', async (_, end) => {
    await open(world.service, external, subject)
    await end()
    expect(await statusesOf()).toEqual(all(401))
    expect(await statusesOf(await sameSession())).toEqual(all(404))
  })

  it('when the session is over', async () => {
    await open(world.service, external, subject)
    const { sql } = world.service.db
    world.service.time.now += 8 * 60 * 60_000 + 1
    const later = new Date(world.service.time.now + 60_000).toISOString()
    await sql
      .updateTable('access_token')
      .set({ expires_at: later })
      .where('session_id', '=', external.sessionId)
      .execute()
    expect(await statusesOf()).toEqual(all(401))
    await sql
      .updateTable('user_session')
      .set({ expires_at: later })
      .where('id', '=', external.sessionId)
      .execute()
    expect(await statusesOf()).toEqual(all(404))
    world.service.time.now = Date.now()
  })
})

describe('AZ-5: External users change nothing', () => {
  /** What every call writes: the audit trail, and the rows of searching, signing in and limits. */
  const own = [
    'audit_event',
    'external_grant',
    'external_search',
    'user_session',
    'access_token',
    'refresh_token',
    'sign_in_bucket',
    'call_log',
  ]
  /** Every user may call these for their own account and unsaved forms. */
  const isOwnAccount = ({ path }: Endpoint) => path.startsWith('/api/draft/')
  const calls = [...knownCalls, ...refusedCalls].filter(
    ({ call }) => call.path.startsWith('/api/') && !isOwnAccount(call),
  )

  it('whatever they call, with an open pathway and input that would work', async () => {
    await open(world.service, external, subject)
    let refused = 0
    for (const known of calls) {
      const { call } = known
      const input = await known.input(world)
      const before = await tableSums(world.service.db, own)
      const { status, reply } = await send(call, input)
      expect({ path: call.path, sums: await tableSums(world.service.db, own) }).toEqual({
        path: call.path,
        sums: before,
      })
      if (known.patientData?.use === 'write')
        expect({ path: call.path, status }).toEqual({ path: call.path, status: 403 })
      if (status === 403) {
        refused += 1
        expect({ path: call.path, carries: carriesPatientData(reply) }).toEqual({
          path: call.path,
          carries: false,
        })
      }
    }
    expect(refused).toBeGreaterThan(80)
  })
})

it('reads in the role that may only look: without any right of the application’s own', async () => {
  await open(world.service, external, subject)
  const { owner } = world.service.db
  const tables = ['patient', 'next_of_kin', 'pathway', 'document', 'document_content', 'organisation'].concat(
    recordCases.map(({ table }) => table),
  )
  await owner.query(`revoke select on ${tables.join(', ')} from surefoot_app`)
  try {
    expect(await statusesOf()).toEqual(all(200))
    expect((await read(getPathway, world.user)).status).toBe(500)
  } finally {
    await owner.query(`grant select on ${tables.join(', ')} to surefoot_app`)
  }
  expect((await send(cancelReferral, { id: subject.pathwayId }, external)).status).toBe(403)
})
