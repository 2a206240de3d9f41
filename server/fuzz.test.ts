import type { InjectOptions } from 'fastify'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Profile } from '../contract/permissions.ts'
import { fieldsOf, withField } from './testing/inputFields.ts'
import { hostileValues } from './testing/hostileValues.ts'
import { knownCalls } from './testing/knownCalls.ts'
import { bearer, requestOf } from './testing/request.ts'
import { unsound } from './testing/soundAnswer.ts'
import type { TestUser } from './testing/users.ts'
import { aWorld, carriesPatientData, type World } from './testing/world.ts'
import { verifyStages } from './worklists/verify.ts'

/*
 * IO-11: input that works, spoilt in one to four places, from people of every kind, in bursts of calls at once.
 * SUREFOOT_FUZZ sets how many requests, SUREFOOT_SEED repeats a run.
 */

const requests = Number(process.env['SUREFOOT_FUZZ'] ?? 2000)
const seed = Number(process.env['SUREFOOT_SEED'] ?? Math.trunc(Math.random() * 2 ** 31))
const burst = 8

const callers = [
  'everything',
  'Admissions',
  'Clinician',
  'System Administrator',
  'Information Governance',
  'External',
  'none',
  'nobody',
] as const
type Caller = (typeof callers)[number]

let world: World
const users = new Map<Caller, TestUser>()
const rejections: unknown[] = []
const noteRejection = (reason: unknown): void => void rejections.push(reason)

beforeAll(async () => {
  world = await aWorld()
  for (const caller of callers)
    if (caller === 'everything') users.set(caller, world.user)
    else if (caller !== 'nobody') users.set(caller, await world.service.as(caller satisfies Profile))
  process.on('unhandledRejection', noteRejection)
})
afterAll(async () => {
  process.off('unhandledRejection', noteRejection)
  await world.service.close()
})

const value = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom(...hostileValues) },
  { weight: 2, arbitrary: fc.integer({ min: 0, max: 40 }) },
  { weight: 2, arbitrary: fc.string({ unit: 'binary', maxLength: 60 }) },
  { weight: 1, arbitrary: fc.date({ noInvalidDate: true }).map((date) => date.toISOString().slice(0, 10)) },
  { weight: 1, arbitrary: fc.jsonValue({ maxDepth: 3 }) },
)

const header = fc.constantFrom<Record<string, string>>(
  {},
  {},
  {},
  { 'current-role': '1' },
  { 'idempotency-key': 'the same each time' },
  { 'idempotency-key': 'x'.repeat(300) },
  { 'content-type': 'text/plain' },
  { 'content-type': 'application/json; charset=latin1' },
  { authorization: 'Bearer x' },
)

const spoilt = fc.record({
  known: fc.constantFrom(...knownCalls),
  caller: fc.oneof({ weight: 2, arbitrary: fc.constant('everything' as const) }, fc.constantFrom(...callers)),
  spoils: fc.array(fc.record({ place: fc.nat(), value }), { minLength: 1, maxLength: 4 }),
  more: fc.option(fc.dictionary(fc.string({ maxLength: 12 }), fc.jsonValue({ maxDepth: 2 }), { maxKeys: 2 })),
  header,
})
type Spoilt = typeof spoilt extends fc.Arbitrary<infer T> ? T : never

const build = async ({ known, caller, spoils, more, header }: Spoilt): Promise<InjectOptions> => {
  const fields = fieldsOf(known.call)
  let input = { ...(await known.input(world)), ...more }
  for (const { place, value } of spoils) {
    const field = fields[place % fields.length]
    if (field !== undefined) input = withField(input, field, value)
  }
  const user = users.get(caller)
  const request = requestOf(known.call, input, { ...(user ? bearer(user) : {}), ...header })
  // A body of objects under another content type would be refused by the sender, not by the server.
  return typeof request.payload === 'object' && header['content-type'] !== undefined
    ? { ...request, payload: JSON.stringify(request.payload) }
    : request
}

/** Callers whom no call may show a patient: without a search of their own, External is one of them. */
const seesNobody: readonly Caller[] = ['System Administrator', 'External', 'none', 'nobody']

const check = async (one: Spoilt): Promise<void> => {
  const response = await world.service.app.inject(await build(one))
  expect({ path: one.known.call.path, unsound: unsound(one.known.call, response) }).toEqual({
    path: one.known.call.path,
    unsound: null,
  })
  if (seesNobody.includes(one.caller)) expect(carriesPatientData(response.body)).toBe(false)
}

it(`IO-11: ${requests} spoilt requests never fail the server, and every list is right afterwards (seed ${seed})`, async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(spoilt, { minLength: burst, maxLength: burst }), async (many) => {
      await Promise.all(many.map(check))
    }),
    { numRuns: Math.ceil(requests / burst), seed, endOnFailure: true },
  )
  expect(rejections).toEqual([])
  expect((await verifyStages(world.service.db.sql)).differences).toEqual([])
}, 3_600_000)
