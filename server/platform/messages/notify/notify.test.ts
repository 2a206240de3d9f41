import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { freePort } from '../../db/embedded/freePort.ts'
import { NotifyFailure } from './failure.ts'
import { openNotify, type Notify } from './notify.ts'
import { startStandIn, type Fault, type StandIn } from './standIn.ts'

let standIn: StandIn
let notify: Notify
beforeAll(async () => {
  standIn = await startStandIn()
})
afterAll(() => standIn.close())
beforeEach(() => {
  notify = openNotify(standIn.settings)
  standIn.taken = []
  standIn.asked = { posts: 0, finds: 0, gets: 0 }
})
afterEach(() => {
  standIn.nextFaults = []
})

const text = (to = '07700900001') => ({ to, text: 'Your visit is on Monday.', reference: randomUUID() })
const failure = async (attempt: Promise<unknown>): Promise<NotifyFailure> => {
  const error = await attempt.catch((thrown: unknown) => thrown)
  if (error instanceof NotifyFailure) return error
  throw new Error('It did not fail as it should', { cause: error })
}

describe('a message', () => {
  it('is found by our reference, and its status by the number of Notify', async () => {
    const message = text()
    const id = await notify.text(message)
    expect(await notify.find(message.reference)).toEqual({ id, status: 'created' })
    expect(await notify.find(randomUUID())).toBeNull()
    await standIn.proceed()
    await standIn.proceed()
    expect(await notify.ask(id)).toBe('delivered')
    expect(notify.lastSuccessAt()).toMatch(/^\d{4}-/)
  })

  it('that Notify has forgotten has no status', async () => {
    expect(await notify.ask(randomUUID())).toBeNull()
  })

  it('can be an e-mail', async () => {
    const reference = randomUUID()
    await notify.mail({ to: 'edna@example.org', subject: 'Monday', text: 'At ten.', reference })
    expect(standIn.taken).toMatchObject([{ kind: 'email', to: 'edna@example.org', reference }])
  })
})

describe('an attempt that failed', () => {
  it.each<[Fault, Partial<NotifyFailure>]>([
    [{ status: 400, error: 'ValidationError' }, { as: 'refused' }],
    [{ status: 400, error: 'BadRequestError' }, { as: 'refused' }],
    [
      { status: 403, error: 'AuthError' },
      { as: 'again', waitMs: 900_000 },
    ],
    [
      { status: 403, error: 'BadRequestError' },
      { as: 'again', waitMs: 900_000 },
    ],
    [
      { status: 429, error: 'RateLimitError' },
      { as: 'again', waitMs: 60_000 },
    ],
    [{ status: 500, error: 'Exception' }, { as: 'unknown' }],
    [{ status: 503, error: 'Exception' }, { as: 'unknown' }],
    ['lost reply', { as: 'unknown' }],
    ['cut', { as: 'unknown' }],
    ['another form', { as: 'unknown' }],
  ])('by %j says what to do next, and names nobody', async (fault, expected) => {
    standIn.nextFaults = [fault]
    const { as, waitMs, message } = await failure(notify.text(text()))
    expect({ as, waitMs }).toMatchObject(expected)
    expect(message).not.toMatch(/07700|http|Monday/)
    await notify.text(text())
  })

  it('because the day is used up waits for midnight in UTC', async () => {
    notify = openNotify(standIn.settings, () => Date.parse('2026-11-30T23:00:00Z'))
    standIn.nextFaults = [{ status: 429, error: 'TooManyRequestsError' }]
    expect(await failure(notify.text(text()))).toMatchObject({ as: 'again', waitMs: 61 * 60_000 })
  })

  it('because nobody listens reached nobody', async () => {
    notify = openNotify({ ...standIn.settings, url: `http://127.0.0.1:${await freePort()}` })
    expect(await failure(notify.text(text()))).toMatchObject({ as: 'again' })
  })

  it('because of another key took nothing', async () => {
    const key = standIn.settings.key.replace(/.{36}$/, randomUUID())
    expect(await failure(openNotify({ ...standIn.settings, key }).text(text()))).toMatchObject({
      as: 'again',
    })
    expect(standIn.taken).toEqual([])
  })

  it('of a number abroad is refused', async () => {
    expect(await failure(notify.text(text('0033123456789')))).toMatchObject({ as: 'refused' })
  })

  it('of a question is worth another', async () => {
    for (const fault of ['cut', { status: 500, error: 'Exception' }] as const) {
      standIn.nextFaults = [fault]
      expect(await failure(notify.ask(randomUUID()))).toMatchObject({ as: 'again' })
    }
    standIn.nextFaults = ['another form']
    expect(await failure(notify.find(randomUUID()))).toMatchObject({ as: 'again' })
  })
})
