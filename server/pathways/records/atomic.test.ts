import pg from 'pg'
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest'
import { today } from '../../../contract/platform/dates/dates.ts'
import { cancelReferral, savePathway } from '../../../contract/pathways/referral/pathway.ts'
import { aGround, bodyOf, recordCases, type Ground } from '../../testing/values/recordCases.ts'
import { testService, type TestService } from '../../testing/process/service.ts'
import type { TestUser } from '../../testing/world/users.ts'

/* Compound saves are all or nothing: the n-th statement fails, for every n (DU-5). */

let service: TestService
let clinician: TestUser
let ground: Ground

beforeAll(async () => {
  service = await testService()
  clinician = await service.as('Clinician')
  ground = await aGround(service, clinician)
})
afterEach(() => {
  vi.restoreAllMocks()
})
afterAll(() => service.close())

const tables = [
  'pathway',
  'work_list',
  'stage_transition',
  'request_replay',
  'wellbeing_concern',
  ...recordCases.map(({ table }) => table),
]

/**
 * Everything that a save may change, as one text. Only the writes of the audit trail are compared, because it also
 * records refusals.
 */
const stateOfAll = async (): Promise<string> => {
  const parts = await Promise.all(
    tables.map(async (table) => {
      const { rows } = await service.db.owner.query(`select to_jsonb(t) as row from ${table} as t order by 1`)
      return JSON.stringify(rows)
    }),
  )
  const { rows } = await service.db.owner.query(`select count(*) from audit_event where kind = 'write'`)
  return [...parts, JSON.stringify(rows)].join('\n')
}

/** Makes the n-th statement from now fail before it reaches the database. Returns how many statements were sent. */
const failStatement = (n: number): { asked: () => number } => {
  const query = pg.Client.prototype.query as (...parameters: unknown[]) => unknown
  let asked = 0
  vi.spyOn(pg.Client.prototype, 'query').mockImplementation(function (
    this: pg.Client,
    ...parameters: unknown[]
  ) {
    const first = parameters[0] as string | { text?: string; name?: string }
    const text = typeof first === 'string' ? first : (first.text ?? '')
    // Does not count the statement that looks up the caller, which precedes the write. A rollback always succeeds.
    if (!/from access_token|rollback|audit_event.*'refusal'/is.test(text)) asked += 1
    if (asked === n && !/rollback/i.test(text)) {
      asked += 1
      return Promise.reject(new Error('The statement was made to fail'))
    }
    return query.apply(this, parameters)
  } as never)
  return { asked: () => asked }
}

const compound = [
  ...recordCases.map(
    (each) =>
      [each.kind, () => service.ask(each.calls.save, bodyOf(each, ground), clinician, key())] as const,
  ),
  [
    'new referral',
    () =>
      service.ask(
        savePathway,
        {
          id: 0,
          patientId: ground.patientId,
          referralDate: today(),
          referrerId: 1,
          referralMethodId: ground.methodId,
          secondReferral: true,
        },
        clinician,
        key(),
      ),
  ] as const,
  [
    'cancellation',
    () => service.ask(cancelReferral, { id: ground.pathwayId, cancelReferralDate: today() }, clinician),
  ] as const,
]

let keys = 0
const key = () => {
  keys += 1
  return { 'idempotency-key': `atomic-${keys}` }
}

it.each(compound)('a save of %s that fails at any statement leaves nothing behind', async (_what, save) => {
  const before = await stateOfAll()
  let failures = 0
  for (let n = 1; ; n += 1) {
    const failing = failStatement(n)
    const { status } = await save()
    const asked = failing.asked()
    vi.restoreAllMocks()
    if (status === 200) {
      expect(asked).toBeLessThan(n)
      break
    }
    failures += 1
    // 503 if the audit trail could not be written (DP-1).
    expect({ n, failed: [500, 503].includes(status) }).toEqual({ n, failed: true })
    expect({ n, changed: (await stateOfAll()) !== before }).toEqual({ n, changed: false })
  }
  expect(failures).toBeGreaterThan(5)
  expect(await stateOfAll()).not.toBe(before)
})
