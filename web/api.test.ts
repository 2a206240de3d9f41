import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { endpoint } from '../contract/endpoint.ts'
import { counters } from '../contract/workList.ts'
import { signIn } from './auth/signIn.ts'
import { signOut } from './auth/signOut.ts'
import { ApiError, ask, call } from './api.ts'
import { currentSession, forgetSession, lastEnding, setProfile, startSession, switchRole } from './session.ts'
import { fakeService, json, pair, profileOf, type Seen } from './testing/fakeService.ts'

const list = counters.awaitingAssessment
const save = endpoint({
  method: 'POST',
  path: '/api/thing/save',
  summary: 'Save',
  input: z.object({ id: z.int(), name: z.string().optional(), pathwayId: z.int().optional() }),
  reply: z.object({ id: z.int() }),
  inQuery: ['pathwayId'],
})
const bearerOf = ({ headers }: Seen): string =>
  (headers.get('authorization') ?? '').replace('Bearer access ', '')
const at = (seen: Seen[], path: string): Seen[] => seen.filter((one) => one.path === path)

/** A service that accepts the access token of one pair only, and hands out pairs one after the other. */
const serviceThatWants = (wanted: string, next: string[]) =>
  fakeService({
    [list.path]: (seen) => (bearerOf(seen) === wanted ? json(3) : json({ message: 'No' }, 401)),
    [save.path]: (seen) => (bearerOf(seen) === wanted ? json({ id: 9 }) : json({ message: 'No' }, 401)),
    '/oauth/token': () => {
      const name = next.shift()
      return name === undefined ? json({ error: 'invalid_grant' }, 400) : json(pair(name))
    },
    '/oauth/revoke': () => json({}),
  })

beforeEach(() => startSession(pair('old')))
afterEach(() => {
  forgetSession('person')
  vi.unstubAllGlobals()
})

describe('a session whose access token has run out', () => {
  test.each([1, 5, 50])('%i calls refused together renew it once and are each tried once more', async (n) => {
    const seen = serviceThatWants('new', ['new', 'newer'])
    const replies = await Promise.all(Array.from({ length: n }, () => call(list, {})))
    expect(replies).toEqual(Array(n).fill(3))
    expect(at(seen, '/oauth/token')).toHaveLength(1)
    expect(at(seen, list.path)).toHaveLength(2 * n)
    expect(currentSession()?.tokens).toEqual(pair('new'))
  })

  test('a refusal that arrives after the renewal does not renew again', async () => {
    let answerLate: () => void = () => undefined
    const late = new Promise<void>((resolve) => (answerLate = resolve))
    const seen = fakeService({
      [list.path]: (one) => (bearerOf(one) === 'new' ? json(3) : json({}, 401)),
      [save.path]: async (one) => {
        if (bearerOf(one) === 'old') await late
        return bearerOf(one) === 'new' ? json({ id: 9 }) : json({}, 401)
      },
      '/oauth/token': () => json(pair('new')),
    })
    const slow = call(save, { id: 0 })
    await call(list, {})
    answerLate()
    expect(await slow).toEqual({ id: 9 })
    expect(at(seen, '/oauth/token')).toHaveLength(1)
  })

  test.each([1, 5, 50])('%i calls refused twice end the session, with no third try', async (n) => {
    const seen = serviceThatWants('never issued', ['new', 'newer'])
    const results = await Promise.allSettled(Array.from({ length: n }, () => call(list, {})))
    expect(results.every(({ status }) => status === 'rejected')).toBe(true)
    expect(at(seen, '/oauth/token')).toHaveLength(1)
    expect(at(seen, list.path).length).toBeLessThanOrEqual(2 * n)
    expect(currentSession()).toBeNull()
    expect(lastEnding()?.how).toBe('expiry')
  })

  test.each([1, 5, 50])(
    '%i calls end the session when the renewal is refused; it is not asked again',
    async (n) => {
      const seen = serviceThatWants('new', [])
      const results = await Promise.allSettled(Array.from({ length: n }, () => call(list, {})))
      for (const result of results)
        expect(result).toMatchObject({ status: 'rejected', reason: { status: 401 } })
      expect(at(seen, '/oauth/token')).toHaveLength(1)
      expect(at(seen, list.path)).toHaveLength(n)
      expect(currentSession()).toBeNull()
    },
  )

  test('a lost connection during the renewal keeps the session', async () => {
    fakeService({
      [list.path]: () => json({}, 401),
      '/oauth/token': () => Promise.reject(new TypeError('Failed to fetch')),
    })
    await expect(call(list, {})).rejects.toMatchObject({ status: 0 })
    expect(currentSession()?.tokens).toEqual(pair('old'))
  })

  test('a save is repeated with the same idempotency key', async () => {
    const seen = serviceThatWants('new', ['new'])
    await call(save, { id: 0 }, { idempotencyKey: 'key-1' })
    expect(at(seen, save.path).map(({ headers }) => headers.get('idempotency-key'))).toEqual([
      'key-1',
      'key-1',
    ])
  })

  test('logging out while it is renewed does not bring it back', async () => {
    let answer: () => void = () => undefined
    const asked = new Promise<void>((resolve) => (answer = resolve))
    const seen = fakeService({
      [list.path]: () => json({}, 401),
      '/oauth/token': async () => {
        await asked
        return json(pair('new'))
      },
      '/oauth/revoke': () => json({}),
    })
    const calling = call(list, {})
    await vi.waitFor(() => expect(at(seen, '/oauth/token')).toHaveLength(1))
    await signOut()
    answer()
    await expect(calling).rejects.toMatchObject({ status: 401 })
    expect(currentSession()).toBeNull()
    expect(lastEnding()?.how).toBe('person')
  })
})

describe('what is sent', () => {
  test('a read carries its input in the query, the bearer token and the current role', async () => {
    setProfile(profileOf({ id: 3, name: 'Clinician', profile: 'Clinician' }))
    const one = endpoint({
      method: 'GET',
      path: '/api/thing/get',
      summary: 'One',
      input: z.object({ id: z.int(), patientId: z.int().optional() }),
      reply: z.int(),
    })
    const seen = fakeService({ [one.path]: () => json(1) })
    await call(one, { id: 5, patientId: undefined })
    expect(seen).toMatchObject([{ method: 'GET', query: { id: '5' }, body: '' }])
    expect(seen[0]?.headers.get('authorization')).toBe('Bearer access old')
    expect(seen[0]?.headers.get('current-role')).toBe('3')
    expect(seen[0]?.headers.get('idempotency-key')).toBeNull()
  })

  test('a save carries its input in the body, save the fields that belong to the query', async () => {
    const seen = fakeService({ [save.path]: () => json({ id: 9 }) })
    await call(save, { id: 0, name: 'x', pathwayId: 4 })
    expect(seen).toMatchObject([{ method: 'POST', query: { pathwayId: '4' }, body: '{"id":0,"name":"x"}' }])
  })

  test('a save is not repeated when the connection is lost: it may have been done', async () => {
    const seen = fakeService({ [save.path]: () => Promise.reject(new TypeError('Failed to fetch')) })
    await expect(call(save, { id: 0 })).rejects.toMatchObject({ status: 0 })
    expect(seen).toHaveLength(1)
  })

  test('the headers of the reply can be read', async () => {
    fakeService({ [list.path]: () => json(3, 200, { 'x-total-count': 'more than 1000' }) })
    expect((await ask(list, {})).headers.get('x-total-count')).toBe('more than 1000')
  })
})

describe('what is said of a failure', () => {
  const page = '<html><body>502 Bad Gateway</body></html>'
  test.each<[string, Response, string, Record<string, string>]>([
    ['error_description before message', json({ error_description: 'A', message: 'B' }, 400), 'A', {}],
    ['message before fields', json({ message: 'B', familyName: 'C' }, 400), 'B', {}],
    [
      'else the fields',
      json({ familyName: 'Family name required' }, 400),
      '',
      { familyName: 'Family name required' },
    ],
    [
      'never a page',
      new Response(page, { status: 502 }),
      'The service is not available just now. Please try again.',
      {},
    ],
    [
      'never a page as a reply',
      new Response(page),
      'The service gave an answer that this page does not understand. Please try again.',
      {},
    ],
  ])('%s', async (_, response, message, fields) => {
    fakeService({ [save.path]: () => response })
    const failure = await call(save, { id: 0 }).catch((error: unknown) => error)
    expect(failure).toBeInstanceOf(ApiError)
    expect(failure).toMatchObject({ message, fields })
  })
})

describe('an answer that comes too late', () => {
  test('is not given to a screen of another role', async () => {
    fakeService({ [list.path]: () => json(3) })
    const calling = call(list, {})
    switchRole({ id: 4, name: 'External', profile: 'External' })
    await expect(calling).rejects.toBeInstanceOf(ApiError)
    expect(currentSession()).not.toBeNull()
  })
})

describe('signing in', () => {
  test('a wrong password is said in the words of the service and leaves no session', async () => {
    forgetSession('person')
    const seen = fakeService({
      '/oauth/token': () =>
        json({ error: 'invalid_grant', error_description: 'The user name or password is wrong.' }, 400),
    })
    await expect(signIn({ username: 'priya', password: 'wrong' })).rejects.toMatchObject({
      message: 'The user name or password is wrong.',
    })
    expect(seen).toHaveLength(1)
    expect(currentSession()).toBeNull()
  })

  test('logging out works without a connection', async () => {
    fakeService({ '/oauth/revoke': () => Promise.reject(new TypeError('Failed to fetch')) })
    await signOut()
    expect(currentSession()).toBeNull()
  })
})
