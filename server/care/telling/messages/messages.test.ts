import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { MessageChannel, MessageState } from '../../../../contract/pathways/records/sentMessage.ts'
import { tasksOfPathway, type Task } from '../../../../contract/pathways/task.ts'
import { saveFlag } from '../../../../contract/patients/flags/flag.ts'
import { addDays, today } from '../../../../contract/platform/dates/dates.ts'
import { instantAt } from '../../../../contract/platform/dates/wallTime.ts'
import type { Courier } from '../../../platform/messages/couriers.ts'
import { openNotify } from '../../../platform/messages/notify/notify.ts'
import { startStandIn, type Fault, type StandIn } from '../../../platform/messages/notify/standIn.ts'
import { testService, type TestService } from '../../../testing/process/service.ts'
import { aGround, caseOf, saveRecordOf, type Ground } from '../../../testing/values/recordCases.ts'
import { expectSaved } from '../../../testing/world/factories.ts'
import { tokenFor, type TestUser } from '../../../testing/world/users.ts'
import { askDue } from './ask.ts'
import { sendOnce } from './send.ts'
import { noteStatus } from './settle.ts'
import { statuses } from './statuses.ts'

const hourMs = 60 * 60_000
let service: TestService
let standIn: StandIn
let courier: Courier
let lead: TestUser
let ground: Ground
let appointmentId: number
beforeAll(async () => {
  service = await testService()
  standIn = await startStandIn()
  const notify = openNotify(standIn.settings)
  courier = { mail: () => Promise.resolve(), sms: () => Promise.resolve(), notify }
  lead = await service.as('Team Lead')
})
afterAll(async () => {
  await standIn.close()
  await service.close()
})
beforeEach(async () => {
  service.time.now = instantAt(today(), '10:31')
  lead = await tokenFor(service.db, service.time.now, lead)
  ground = await aGround(service, lead)
  const saved = await saveRecordOf(service, lead, caseOf('appointment'), ground, {
    ...{ appointmentDate: addDays(today(), 2), outcome: null },
  })
  appointmentId = expectSaved('appointment', saved).id
  await service.db.owner.query('delete from sent_message')
  standIn.taken = []
  standIn.asked = { posts: 0, finds: 0, gets: 0 }
})
afterEach(() => {
  standIn.nextFaults = []
})

const clock = () => service.time.now
const send = (key: string, channel: MessageChannel = 'text', to = '07700900001') =>
  sendOnce(
    service.db.sql,
    clock,
    courier,
    {
      ...{ key, purpose: 'reminder', channel },
      about: { pathwayId: ground.pathwayId, appointmentId },
    },
    { to: channel === 'text' ? to : 'edna@example.org', subject: 'Monday', text: 'At ten.' },
  )
const kept = async () => {
  const { rows } = await service.db.owner.query<{
    state: MessageState
    why: string | null
    number_end: string | null
    notify_id: string | null
    next_at: Date | null
  }>('select * from sent_message order by id')
  return rows
}
const tasks = async (): Promise<string[]> => {
  const { body } = await service.ask(tasksOfPathway, { pathwayId: ground.pathwayId }, lead)
  return (body as Task[]).filter(({ kind }) => kind === 'manual').map(({ text }) => text)
}
const callBack = (body: object, token = 'the-token-of-the-stand-in') =>
  service.app.inject({
    method: 'POST',
    url: '/notify/status',
    payload: body,
    headers: { authorization: `Bearer ${token}` },
  })
const receipt = (taken: { id: string; reference: string | null }, status: string) => ({
  ...{ id: taken.id, reference: taken.reference, to: '07700900001', status },
  ...{ created_at: '2026-11-30T10:00:00.000000Z', completed_at: null, sent_at: null },
  ...{ notification_type: 'sms', template_id: randomUUID(), template_version: 1 },
})

describe('a message', () => {
  it('is kept with its way and the end of the number, and neither its words nor the address', async () => {
    await send('one')
    const [row] = await kept()
    expect(row).toMatchObject({ state: 'sent', number_end: '001', notify_id: standIn.taken[0]?.id })
    expect(JSON.stringify(row)).not.toMatch(/At ten|07700/)
  })

  // An attempt of a job that is repeated, after each thing that can happen to the one before.
  it.each<[string, (Fault | null)[], number]>([
    ['was accepted', [null], 1],
    ['lost its answer', ['lost reply'], 1],
    ['reached nobody', ['cut'], 1],
    ['was answered 500', [{ status: 500, error: 'Exception' }], 1],
    ['came too often', [{ status: 429, error: 'RateLimitError' }], 1],
    ['had a wrong key', [{ status: 403, error: 'AuthError' }], 1],
    ['lost its answer twice', ['lost reply', 'cut'], 1],
    ['was refused', [{ status: 400, error: 'ValidationError' }], 0],
  ])('whose first attempt %s leaves once', async (_, faults, leaves) => {
    standIn.nextFaults = faults
    for (let attempt = 0; attempt < 6; attempt += 1) {
      await send('one').catch(() => undefined)
      service.time.now += 2 * 60_000
    }
    expect(standIn.taken).toHaveLength(leaves)
    expect(await kept()).toMatchObject([{ state: leaves === 1 ? 'sent' : 'failed' }])
  })

  it('that may still be on its way is not sent again within a minute', async () => {
    standIn.nextFaults = ['cut']
    await send('one').catch(() => undefined)
    await expect(send('one')).rejects.toThrow('may still be storing')
    expect(standIn.asked.posts).toBe(1)
  })

  it('by a mail server is sent, and nothing more is expected of it', async () => {
    const { mail, sms } = courier
    await sendOnce(
      ...([service.db.sql, clock, { mail, sms }] as const),
      {
        key: 'one',
        purpose: 'booked',
        channel: 'mail',
        about: { pathwayId: ground.pathwayId, appointmentId },
      },
      { to: 'edna@example.org', subject: 'Monday', text: 'At ten.' },
    )
    expect(await kept()).toMatchObject([{ state: 'sent', next_at: null, number_end: null }])
  })
})

const every = Object.entries(statuses).flatMap(([channel, of]) =>
  Object.entries(of).map(([status, { state }]) => [channel as MessageChannel, status, state] as const),
)

describe('what Notify says', () => {
  it.each(every)('of a %s that is %s makes it %s', async (channel, status, state) => {
    await send('one', channel)
    const [taken] = standIn.taken
    expect((await callBack(receipt(taken ?? { id: '', reference: null }, status))).statusCode).toBe(204)
    expect(await kept()).toMatchObject([{ state }])
    expect(await tasks()).toHaveLength(state === 'failed' ? 1 : 0)
  })

  it('ends the same in whatever order and however often it is said and asked', async () => {
    await send('one')
    const [{ id: notifyId } = { id: '' }] = standIn.taken
    let seed = 20261130
    const random = (below: number): number => {
      seed = (seed * 1103515245 + 12345) % 2 ** 31
      return Math.floor((seed / 2 ** 31) * below)
    }
    const ends = ['delivered', 'permanent-failure', 'temporary-failure', 'technical-failure']
    for (let order = 0; order < 500; order += 1) {
      await service.db.owner.query(
        `update sent_message set state = 'sent', settled_at = null, why = null, next_at = clock_timestamp()`,
      )
      const end = ends[random(ends.length)] ?? ''
      const said = ['created', 'sending', 'pending', end, end, 'sending', 'created']
        .map((status) => ({ status, at: random(1000) }))
        .toSorted((one, other) => one.at - other.at)
      for (const { status } of said)
        await noteStatus(
          service.db.sql,
          clock(),
          random(2) === 0 ? { notifyId } : { id: await idOf() },
          status,
        )
      expect(await kept()).toMatchObject([{ state: end === 'delivered' ? 'delivered' : 'failed' }])
    }
  }, 120_000)
  const idOf = async (): Promise<number> =>
    Number((await service.db.owner.query<{ id: string }>('select id from sent_message')).rows[0]?.id)

  it('before the answer to the message itself is not lost', async () => {
    standIn.nextFaults = ['lost reply']
    await send('one').catch(() => undefined)
    const [taken] = standIn.taken
    await callBack(receipt(taken ?? { id: '', reference: null }, 'delivered'))
    service.time.now += 2 * 60_000
    await send('one')
    expect(standIn.taken).toHaveLength(1)
    expect(await kept()).toMatchObject([{ state: 'delivered' }])
  })

  it('is asked for after an hour, and less often after that', async () => {
    await send('one')
    expect(await askDue(service.db.sql, clock, courier.notify)).toBe(0)
    await standIn.proceed()
    service.time.now += hourMs
    expect(await askDue(service.db.sql, clock, courier.notify)).toBe(1)
    service.time.now += hourMs
    expect(await askDue(service.db.sql, clock, courier.notify)).toBe(0)
    await standIn.proceed()
    service.time.now += 2 * hourMs
    await askDue(service.db.sql, clock, courier.notify)
    expect(await kept()).toMatchObject([{ state: 'delivered', next_at: null }])
  })

  it('is asked for while Notify is away, and given up after three days', async () => {
    await send('one')
    let asked = 0
    for (let hour = 0; hour < 100; hour += 1) {
      service.time.now += hourMs
      if (hour < 20) standIn.nextFaults = [{ status: 500, error: 'Exception' }]
      asked += await askDue(service.db.sql, clock, courier.notify)
      standIn.nextFaults = []
    }
    expect(asked).toBeLessThan(12)
    expect(await kept()).toMatchObject([{ state: 'sent', next_at: null }])
    expect((await kept())[0]?.why).toContain('did not say')
  })

  it('of a message whose job gave up is looked for once more', async () => {
    standIn.nextFaults = ['lost reply']
    await send('one').catch(() => undefined)
    standIn.nextFaults = ['cut']
    await send('two').catch(() => undefined)
    service.time.now += 5 * hourMs
    await askDue(service.db.sql, clock, courier.notify)
    expect((await kept()).map(({ state }) => state)).toEqual(['sent', 'failed'])
    expect(await tasks()).toHaveLength(1)
  })
})

describe('a message that was not delivered', () => {
  const fail = async (): Promise<void> => {
    await send('one', 'text', '07700900002')
    await standIn.proceed()
    await standIn.proceed()
    service.time.now += hourMs
    await askDue(service.db.sql, clock, courier.notify)
    expect(await kept()).toMatchObject([{ state: 'failed' }])
  }

  it('opens a task to ring the person, which says about what', async () => {
    await fail()
    expect(await tasks()).toEqual([
      expect.stringMatching(
        /^Ring the person: the text about the appointment of .* at .* was not delivered$/,
      ),
    ])
  })

  it.each([
    ['died', `update patient set deceased_date = '2026-11-01' where id = $1`],
    ['is discharged', `update pathway set discharge_date = '2026-11-01' where patient_id = $1`],
    [
      'has another time',
      `update appointment set outcome = 'cancelledByPatient' where pathway_id in
      (select id from pathway where patient_id = $1)`,
    ],
    [
      'had it before today',
      `update appointment set appointment_date = '2026-01-05' where pathway_id in
      (select id from pathway where patient_id = $1)`,
    ],
  ])('opens none if the person %s', async (_, change) => {
    await service.db.owner.query(change, [ground.patientId])
    await fail()
    expect(await tasks()).toEqual([])
  })

  it('asks to write to a person who is not to be rung', async () => {
    expectSaved(
      'flag',
      await service.ask(
        saveFlag,
        {
          ...{ id: 0, patientId: ground.patientId, kind: 'consentRefused', category: 'calls' },
          ...{ detail: 'Said so', reviewDate: addDays(today(), 90) },
        } as never,
        lead,
      ),
    )
    await fail()
    expect(await tasks()).toEqual([expect.stringMatching(/^Write to the person: the text about/)])
  })
})
