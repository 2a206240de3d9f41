import { setTimeout as sleep } from 'node:timers/promises'
import type { PoolClient } from 'pg'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import type { InputOf } from '../../../contract/platform/calls/endpoint.ts'
import { getPatient, savePatient } from '../../../contract/patients/patient.ts'
import { aPatient, patientInputOf } from '../world/factories.ts'
import { testService, type Asked, type TestService } from '../process/service.ts'
import type { TestUser } from '../world/users.ts'

/* DL-5: a lock that is not given back holds up those who need it, for a few seconds, and nobody else. */

let service: TestService
let clinician: TestUser
let holder: PoolClient
beforeAll(async () => {
  service = await testService()
  clinician = await service.as('Clinician')
})
afterAll(() => service.close())

interface Known {
  id: number
  input: InputOf<typeof savePatient>
}
let locked: Known
let other: Known

const aKnownPatient = async (): Promise<Known> => {
  const input = await patientInputOf(service)
  const { id } = await aPatient(service, clinician, input)
  return { id, input: { ...input, id } }
}
beforeEach(async () => {
  locked = await aKnownPatient()
  other = await aKnownPatient()
})

const save = ({ input }: Known, addressLine1: string): Promise<Asked> =>
  service.ask(savePatient, { ...input, addressLine1 }, clinician)
const read = ({ id }: Known): Promise<Asked> => service.ask(getPatient, { id }, clinician)

const holding = async (lock: string, work: () => Promise<void>): Promise<void> => {
  holder = await service.db.owner.connect()
  try {
    await holder.query('begin')
    await holder.query(lock)
    await work()
  } finally {
    await holder.query('rollback')
    holder.release()
  }
}

/** Connections of the service that wait for a lock. */
const waitingForLocks = async (): Promise<number> => {
  const { rows } = await service.db.owner.query<{ waiting: number }>(
    `select count(*)::integer as waiting from pg_stat_activity
     where datname = current_database() and wait_event_type = 'Lock'`,
  )
  return rows[0]?.waiting ?? 0
}

/** The figure is 5 seconds; a busy test machine gets four times that before a call counts as hanging. */
const inTime = <T>(answers: Promise<T>): Promise<T> =>
  Promise.race([
    answers,
    sleep(20_000).then(() => {
      throw new Error('Nobody answered')
    }),
  ])

const statusesOf = (answers: readonly Asked[]): number[] => [...new Set(answers.map(({ status }) => status))]

describe('while one patient is locked', () => {
  it('forty saves of that patient are told to try again, and nobody else waits for them', async () => {
    await read(locked)
    await read(other)
    await holding(`select 1 from patient where id = ${locked.id} for update`, async () => {
      let isWaiting = true
      const saves = Promise.all(Array.from({ length: 40 }, (_, n) => save(locked, `${n} The Lane`))).finally(
        () => (isWaiting = false),
      )
      // Only two of the forty hold a connection; the others wait without one.
      await vi.waitFor(async () => expect(await waitingForLocks()).toBe(2), { timeout: 15_000 })
      await sleep(300)
      expect(await waitingForLocks()).toBe(2)
      const beside = await inTime(
        Promise.all([read(locked), read(other), ...Array.from({ length: 20 }, () => read(other))]),
      )
      const saved = await inTime(save(other, 'The Street'))
      expect({ isWaiting, reads: statusesOf(beside), saved: saved.status }).toEqual({
        isWaiting: true,
        reads: [200],
        saved: 200,
      })
      expect(statusesOf(await inTime(saves))).toEqual([503])
    })
    expect((await save(locked, 'The Lane')).status).toBe(200)
  })
})

describe('while the audit trail is locked', () => {
  it('reads and saves answer 503, show and store nothing, and go on afterwards', async () => {
    await read(locked)
    await holding('lock table audit_event in exclusive mode', async () => {
      const answers = await inTime(
        Promise.all([
          ...Array.from({ length: 20 }, () => read(other)),
          ...Array.from({ length: 20 }, (_, n) => save(n % 2 === 0 ? locked : other, `${n} The Hill`)),
        ]),
      )
      expect(statusesOf(answers)).toEqual([503])
      for (const { headers } of answers) expect(headers['retry-after']).toBe('5')
    })
    expect((await read(other)).body).toMatchObject({ addressLine1: null })
    expect((await save(locked, 'The Lane')).status).toBe(200)
  })
})
