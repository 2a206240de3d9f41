import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import type { Endpoint } from '../../../contract/platform/calls/endpoint.ts'
import { savePatient } from '../../../contract/patients/patient.ts'
import type { Problem } from '../../../contract/platform/calls/problem.ts'
import { idempotencyKeyHeader } from '../../../contract/accounts/session.ts'
import { startServerProcess, type ServerProcess } from '../process/serverProcess.ts'
import { patientInputOf, type Saved } from '../world/factories.ts'
import { bearer, type Wire } from '../values/request.ts'
import { wireTo, type DatabaseWire } from '../values/wire.ts'
import { aWorld, canaries, carriesPatientData, type World } from '../world/world.ts'

/*
 * DU-4, DU-7: the database goes away at the moment of COMMIT. Nobody is told that nothing was saved when it may have
 * been, and sending the same again under its key does it once.
 */

let world: World
let wire: DatabaseWire
let apart: ServerProcess

beforeAll(async () => {
  world = await aWorld()
  wire = await wireTo(world.service.db.url)
  apart = await startServerProcess({ DATABASE_URL: wire.url })
})
afterAll(async () => {
  await apart.stop()
  await wire.cut()
  await world.service.close()
})
const mend = async (): Promise<void> => {
  await wire.mend()
  await world.service.db.owner.query('drop trigger if exists die on patient; drop function if exists die()')
}
afterEach(mend)

/** The session ends itself: at COMMIT, or in the middle of the work. */
const endSessions = (when: 'at commit' | 'before commit') =>
  world.service.db.owner.query(`
    create function die() returns trigger language plpgsql security definer as $$
    begin
      perform pg_terminate_backend(pg_backend_pid());
      return null;
    end $$;
    create constraint trigger die after insert or update on patient
      ${when === 'at commit' ? 'deferrable initially deferred' : ''} for each row execute function die()`)

const faults: [what: string, stands: boolean, fail: () => unknown][] = [
  ['the answer to COMMIT is lost', true, () => wire.cutAtCommit('after')],
  ['COMMIT is lost', false, () => wire.cutAtCommit('before')],
  ['PostgreSQL ends the session at COMMIT', false, () => endSessions('at commit')],
]

let keys = 0
const aKey = () => ({ [idempotencyKeyHeader]: `unconfirmed-${(keys += 1)}` })

const send = async (call: Endpoint, input: Wire, headers: Record<string, string> = {}) => {
  const { path, method } = call
  const response = await apart.fetch(path, {
    method,
    headers: { 'content-type': 'application/json', ...bearer(world.user), ...headers },
    body: JSON.stringify(input),
  })
  return {
    status: response.status,
    retryAfter: response.headers.get('retry-after'),
    body: (await response.json()) as Partial<Problem & Saved> & Wire,
  }
}

const named = async (familyName: string): Promise<number> => {
  const { rowCount } = await world.service.db.owner.query('select from patient where family_name = $1', [
    familyName,
  ])
  return rowCount ?? 0
}

describe.each(faults)('when %s', (_, stands, fail) => {
  it('a new record may have been saved, and the same key makes it once', async () => {
    const familyName = `Wexcombe${'abcdefghij'[keys] ?? ''}`
    const input: Wire = { ...(await patientInputOf(world.service)), familyName }
    const key = aKey()
    await fail()
    const { status, retryAfter, body } = await send(savePatient, input, key)
    expect({ status, retryAfter, code: body.code }).toEqual({
      status: 503,
      retryAfter: '5',
      code: 'outcome-unknown',
    })
    expect(body.message).toBe(
      'We could not confirm that this was saved: it may have been. Look before you try again.',
    )
    expect(await named(familyName)).toBe(stands ? 1 : 0)

    await mend()
    const again = await send(savePatient, input, key)
    expect(again.status).toBe(200)
    expect(await named(familyName)).toBe(1)
    expect((await send(savePatient, input, key)).body).toEqual(again.body)
  })

  it('a change that is sent again under its key is no conflict with itself', async () => {
    const { version = 0 } = (await townOf()) ?? {}
    const town = `Thornbury ${keys}`
    const input: Wire = { ...(await wholePatient()), id: world.patient.id, version, town }
    const key = aKey()
    await fail()
    const { status, body } = await send(savePatient, input, key)
    expect({ status, code: body.code }).toEqual({ status: 503, code: 'outcome-unknown' })

    await mend()
    const again = await send(savePatient, input, key)
    expect(again).toMatchObject({ status: 200, body: { id: world.patient.id, version: version + 1 } })
    expect(await townOf()).toEqual({ town, version: version + 1 })
    // Without the key it is the late save that it looks like.
    expect((await send(savePatient, { ...input, town: 'Elsewhere' })).status).toBe(409)
  })
})

it('a session that ends before COMMIT has saved nothing, and the log says why without saying what', async () => {
  const input: Wire = { ...(await patientInputOf(world.service)), familyName: canaries.familyName }
  await endSessions('before commit')
  const { status, retryAfter, body } = await send(savePatient, input)
  expect({ status, retryAfter, code: body.code }).toEqual({
    status: 503,
    retryAfter: '5',
    code: 'unavailable',
  })
  // The driver may hear of the closed connection before it reads why it was closed; what the process logs may reach
  // this one after its answer.
  await expect
    .poll(() => apart.log())
    .toMatch(/"part":"database".*("code":"57P01"|"error":"Error").*"msg":"the service was unavailable"/)
  expect(apart.log()).toMatch(/"msg":"a save was not confirmed"/)
  expect(apart.log()).not.toContain('unexpected failure')
  expect(carriesPatientData(apart.log())).toBe(false)
})

const wholePatient = async (): Promise<Wire> => ({
  ...(await patientInputOf(world.service)),
  familyName: canaries.familyName,
  nhsNumber: canaries.nhsNumber,
})

const townOf = async () => {
  const { rows } = await world.service.db.owner.query<{ town: string; version: number }>(
    'select town, version from patient where id = $1',
    [world.patient.id],
  )
  return rows[0]
}
