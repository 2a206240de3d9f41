import { setTimeout as sleep } from 'node:timers/promises'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Endpoint } from '../../../contract/platform/calls/endpoint.ts'
import { getPathway, savePathway } from '../../../contract/pathways/referral/pathway.ts'
import { getPatient, savePatient } from '../../../contract/patients/patient.ts'
import { equipmentAssessment } from '../../../contract/pathways/records/equipmentAssessment.ts'
import { aPathway, aPatient, firstOf, patientInputOf } from '../world/factories.ts'
import type { Wire } from '../values/request.ts'
import { testService, type TestService } from '../process/service.ts'
import type { TestUser } from '../world/users.ts'

/*
 * DU-3: two to ten people at two processes count in one text of one record, each by reading it, adding one and saving it, and again when
 * they are told that somebody was faster. What stands at the end is what all were told was saved. SUREFOOT_CONFLICTS sets how many
 * saves must have been refused on the way, SUREFOOT_SEED the seed of the half that differs from run to run.
 */

const conflicts = Number(process.env['SUREFOOT_CONFLICTS'] ?? 100)
const seed = Number(process.env['SUREFOOT_SEED'] ?? Math.trunc(Math.random() * 2 ** 31))
const keptSeed = 16180339
const mostClients = 10

let services: TestService[]
let users: TestUser[]

beforeAll(async () => {
  const one = await testService()
  services = [one, await testService({}, {}, one.db)]
  users = []
  for (let n = 0; n < mostClients; n += 1) users.push(await one.as('Team Lead'))
})
afterAll(async () => {
  const [one, other] = services as [TestService, TestService]
  await other.app.close()
  await one.close()
})

/** A text that is counted in: where it is read, and what saves it. */
interface Counter {
  id: number
  get: Endpoint
  save: Endpoint
  /** Of what was read: the version and the text. */
  read: (body: Wire) => { version: number; text: string | null }
  input: (text: string) => Wire
}

const owner = (): [TestService, TestUser] => [services[0] as TestService, users[0] as TestUser]

const counters: Record<string, () => Promise<Counter>> = {
  'the town of a patient': async () => {
    const [service, user] = owner()
    const registered = await patientInputOf(service)
    const { id } = await aPatient(service, user, registered)
    return {
      id,
      get: getPatient,
      save: savePatient,
      read: ({ version, town }) => ({ version: Number(version), text: town as string | null }),
      input: (town) => ({ ...registered, town }),
    }
  },
  'the comments of a referral': async () => {
    const [service, user] = owner()
    const { id, patientId } = await aPathway(service, user)
    return {
      id,
      get: getPathway,
      save: savePathway,
      read: ({ pathway }) => {
        const { version, comments } = pathway as { version: number; comments: string | null }
        return { version, text: comments }
      },
      input: (comments) => ({ patientId, comments }),
    }
  },
  'the words of an equipment assessment': async () => {
    const [service, user] = owner()
    const { id: pathwayId } = await aPathway(service, user)
    const equipmentId = await firstOf(service, 'equipment')
    const { body } = await service.ask(equipmentAssessment.save, { id: 0, pathwayId, equipmentId }, user)
    return {
      id: (body as { id: number }).id,
      get: equipmentAssessment.get,
      save: equipmentAssessment.save,
      read: ({ version, other }) => ({ version: Number(version), text: other as string | null }),
      input: (other) => ({ pathwayId, equipmentId, other }),
    }
  },
}

const race = fc.record({
  of: fc.constantFrom(...Object.keys(counters)),
  clients: fc.array(
    fc.record({
      /** Otherwise the server holds it to what the session was last shown. */
      saysVersion: fc.boolean(),
      times: fc.integer({ min: 1, max: 3 }),
      /** Milliseconds between reading and saving. */
      thinks: fc.integer({ min: 0, max: 8 }),
    }),
    { minLength: 2, maxLength: mostClients },
  ),
})
type Race = typeof race extends fc.Arbitrary<infer T> ? T : never

let refused = 0

/** What stands there; on a busy machine a call may have to be made again. */
const look = async (
  counter: Counter,
  service: TestService,
  user: TestUser,
): Promise<ReturnType<Counter['read']>> => {
  const { status, body } = await service.ask(counter.get, { id: counter.id }, user)
  if (status === 503) return look(counter, service, user)
  expect(status).toBe(200)
  return counter.read(body as Wire)
}

/** Counts so often; resolves when each time was acknowledged. */
const count = async (
  counter: Counter,
  { saysVersion, times, thinks }: Race['clients'][number],
  n: number,
): Promise<void> => {
  const service = services[n % 2] as TestService
  const user = users[n] as TestUser
  for (let done = 0; done < times;) {
    const { version, text } = await look(counter, service, user)
    await sleep(thinks)
    const input = { ...counter.input(String(Number(text ?? 0) + 1)), id: counter.id }
    const { status, body } = await service.ask(
      counter.save,
      saysVersion ? { ...input, version } : input,
      user,
    )
    if (status === 200) done += 1
    else if (status === 409) refused += 1
    // On a busy machine a row may be waited for in vain: nothing was saved then either.
    else expect({ status, body }).toMatchObject({ status: 503, body: { code: 'unavailable' } })
  }
}

const run = async ({ of, clients }: Race): Promise<void> => {
  const counter = await (counters[of] as () => Promise<Counter>)()
  await Promise.all(clients.map((client, n) => count(counter, client, n)))
  const saves = clients.reduce((sum, { times }) => sum + times, 0)
  expect(await look(counter, ...owner())).toEqual({ version: 1 + saves, text: String(saves) })
}

it(`DU-3: no save is lost while ${conflicts} are refused because somebody was faster (seed ${seed})`, async () => {
  for (const from of [keptSeed, seed]) {
    const enough = from === seed ? conflicts : conflicts / 2
    for (let round = 0; refused < enough; round += 1)
      await fc.assert(fc.asyncProperty(race, run), { numRuns: 4, seed: from + round, endOnFailure: true })
  }
}, 3_600_000)
