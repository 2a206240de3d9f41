import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { endpoint } from '../../../contract/platform/calls/endpoint.ts'
import { counters } from '../../../contract/stages/counters.ts'
import { signIn } from '../../accounts/signIn/signIn.ts'
import { signOut } from '../../accounts/signIn/signOut.ts'
import { ApiError, ask, call } from './api.ts'
import {
  currentSession,
  forgetSession,
  lastEnding,
  setProfile,
  startSession,
  switchRole,
} from '../session/session.ts'
import { fakeService, json, pair, profileOf, type Seen } from '../../testing/fakeService.ts'
import { patienceMs } from '../../testing/patience.ts'

const list = counters.awaitingAssessment
const save = endpoint({
  method: 'POST',
  path: '/api/thing/save',
  summary: 'Save',
  input: z.object({ id: z.int(), name: z.string().optional(), pathwayId: z.int().optional() }),
  reply: z.object({ id: z.int() }),
  inQuery: ['pathwayId'],
})
const one = endpoint({
  method: 'GET',
  path: '/api/thing/get',
  summary: 'One',
  input: z.object({ id: z.int(), patientId: z.int().optional() }),
  reply: z.object({ id: z.int() }),
})
const idOf = ({ query, body }: Seen): number => Number(query['id'] ?? (JSON.parse(body) as { id: number }).id)
const bearerOf = ({ headers }: Seen): string =>
  (headers.get('authorization') ?? '').replace('Bearer access ', '')
const at = (seen: Seen[], path: string): Seen[] => seen.filter((one) => one.path === path)

/** A service that accepts the access token of only one pair, and issues the given pairs in order. */
const serviceThatWants = (wanted: string, next: string[]) => {
  const answer = (seen: Seen) =>
    bearerOf(seen) === wanted ? json({ id: idOf(seen) }) : json({ message: 'No' }, 401)
  return fakeService({
    [one.path]: answer,
    [save.path]: answer,
    '/oauth/token': () => {
      const name = next.shift()
      return name === undefined ? json({ error: 'invalid_grant' }, 400) : json(pair(name))
    },
  })
}

beforeEach(() => startSession(pair('old')))
afterEach(() => {
  forgetSession('person')
  vi.unstubAllGlobals()
})

describe('AU-8: a session whose access token has run out', () => {
  const kinds: [kind: string, path: string, make: (id: number) => Promise<{ id: number }>][] = [
    ['reads', one.path, (id) => call(one, { id })],
    ['saves', save.path, (id) => call(save, { id })],
  ]
  const together = kinds.flatMap(([kind, path, make]) => [1, 5, 50].map((n) => ({ n, kind, path, make })))
  const ids = (n: number): number[] => Array.from({ length: n }, (_, index) => index + 1)
  /** How often each call was sent. */
  const sendings = (seen: Seen[], path: string, n: number): number[] =>
    ids(n).map((id) => at(seen, path).filter((sent) => idOf(sent) === id).length)

  test.each(together)(
    '$n $kind refused together renew it once and are each sent exactly twice',
    async ({ n, path, make }) => {
      const seen = serviceThatWants('new', ['new', 'newer'])
      const replies = await Promise.all(ids(n).map(make))
      expect(replies).toEqual(ids(n).map((id) => ({ id })))
      expect(at(seen, '/oauth/token')).toHaveLength(1)
      expect(sendings(seen, path, n)).toEqual(Array(n).fill(2))
      expect(seen).toHaveLength(2 * n + 1)
      expect(currentSession()?.tokens).toEqual(pair('new'))
    },
  )

  test.each(together)(
    '$n $kind refused again after the renewal end the session, with no third try',
    async ({ n, path, make }) => {
      const seen = serviceThatWants('never issued', ['new', 'newer'])
      const results = await Promise.allSettled(ids(n).map(make))
      for (const result of results)
        expect(result).toMatchObject({ status: 'rejected', reason: { status: 401 } })
      expect(at(seen, '/oauth/token')).toHaveLength(1)
      expect(sendings(seen, path, n)).toEqual(Array(n).fill(2))
      expect(seen).toHaveLength(2 * n + 1)
      expect(currentSession()).toBeNull()
      expect(lastEnding()?.how).toBe('expiry')
    },
  )

  /** `isOpen`: whether the session continues. It does only if no answer could be understood. */
  const failures: { what: string; answer: () => Response | Promise<Response>; isOpen: boolean }[] = [
    { what: 'refuses', answer: () => json({ error: 'invalid_grant' }, 400), isOpen: false },
    { what: 'answers 401', answer: () => json({ error: 'invalid_client' }, 401), isOpen: false },
    { what: 'answers 500', answer: () => json({ message: 'Broken' }, 500), isOpen: false },
    { what: 'answers 503', answer: () => json({}, 503, { 'retry-after': '0' }), isOpen: false },
    { what: 'answers with a page', answer: () => new Response('<html></html>'), isOpen: true },
    { what: 'is not reached', answer: () => Promise.reject(new TypeError('Failed')), isOpen: true },
  ]
  test.each(failures.flatMap((failure) => [1, 5, 50].map((n) => ({ ...failure, n }))))(
    'a renewal that $what is not asked for twice, nor is any of $n calls sent again',
    async ({ answer, isOpen, n }) => {
      const seen = fakeService({ [save.path]: () => json({}, 401), '/oauth/token': answer })
      const results = await Promise.allSettled(ids(n).map((id) => call(save, { id })))
      for (const result of results)
        expect(result).toMatchObject({ status: 'rejected', reason: { status: isOpen ? 0 : 401 } })
      expect(at(seen, '/oauth/token')).toHaveLength(1)
      expect(sendings(seen, save.path, n)).toEqual(Array(n).fill(1))
      expect(currentSession()?.tokens).toEqual(isOpen ? pair('old') : undefined)
    },
  )

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

  test.each([
    ['with its idempotency key', { idempotencyKey: 'key-1' }, 'key-1'],
    ['with one of its own', {}, expect.any(String)],
  ])('a save is sent again as it was, %s', async (_, options, key: unknown) => {
    const seen = serviceThatWants('new', ['new'])
    await call(save, { id: 4, name: 'x', pathwayId: 5 }, options)
    const [first, second] = at(seen, save.path).map(({ headers, body, query }) => ({
      key: headers.get('idempotency-key'),
      body,
      query,
    }))
    expect(first).toEqual({ key, body: '{"id":4,"name":"x"}', query: { pathwayId: '5' } })
    expect(second).toEqual(first)
  })

  const refusing: [what: string, answer: () => Response | Promise<Response>, status: number][] = [
    ['the answer is 500', () => json({ message: 'Broken' }, 500), 500],
    ['the answer is 503', () => json({ message: 'Busy' }, 503, { 'retry-after': '0' }), 503],
    ['the answer is 429', () => json({ message: 'Often' }, 429, { 'retry-after': '0' }), 429],
  ]
  const keys = [{}, { idempotencyKey: 'key-1' }]
  test.each(refusing.flatMap((failure) => keys.map((options) => [...failure, options] as const)))(
    'a save is not sent again when %s',
    async (_, answer, status, options) => {
      const seen = fakeService({ [save.path]: answer, '/oauth/token': () => json(pair('new')) })
      await expect(call(save, { id: 0 }, options)).rejects.toMatchObject({ status })
      expect(seen).toHaveLength(1)
    },
  )

  test.each(refusing)('nor when %s at the second sending', async (_, answer, status) => {
    const seen = fakeService({
      [save.path]: (sent) => (bearerOf(sent) === 'old' ? json({}, 401) : answer()),
      '/oauth/token': () => json(pair('new')),
    })
    await expect(call(save, { id: 0 }, { idempotencyKey: 'key-1' })).rejects.toMatchObject({ status })
    expect(at(seen, save.path)).toHaveLength(2)
    expect(at(seen, '/oauth/token')).toHaveLength(1)
    expect(currentSession()?.tokens).toEqual(pair('new'))
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
    await vi.waitFor(() => expect(at(seen, '/oauth/token')).toHaveLength(1), patienceMs)
    await signOut()
    answer()
    await expect(calling).rejects.toMatchObject({ status: 401 })
    expect(currentSession()).toBeNull()
    expect(lastEnding()?.how).toBe('person')
  })
})

describe('DU-4: a write that nobody confirmed', () => {
  beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }))
  afterEach(() => void vi.useRealTimers())

  const lost = () => Promise.reject(new TypeError('Failed to fetch'))
  const halfWay = () => {
    const body = new ReadableStream({ pull: (stream) => stream.error(new TypeError('Broken off')) })
    return new Response(body, { headers: { 'content-type': 'application/json' } })
  }
  const notConfirmed = () =>
    json({ code: 'outcome-unknown', message: 'It may have been.', requestId: 'test' }, 503)
  const unsure: [what: string, answer: () => Response | Promise<Response>][] = [
    ['the connection is lost', lost],
    ['the answer breaks off', halfWay],
    ['a gateway answers 502', () => new Response('<html></html>', { status: 502 })],
    ['a gateway answers 504', () => new Response('<html></html>', { status: 504 })],
    ['the service could not confirm it', notConfirmed],
  ]
  const keysOf = (seen: Seen[]) => seen.map(({ headers }) => headers.get('idempotency-key'))
  const patiently = async <T>(made: Promise<T>): Promise<PromiseSettledResult<T>> => {
    const settled = Promise.allSettled([made])
    await vi.advanceTimersByTimeAsync(60_000)
    return (await settled)[0]
  }

  test.each(unsure)(
    'is repeated by itself under its key when %s, and brings the answer',
    async (_, answer) => {
      const answers = [answer, () => json({ message: 'Starting' }, 503), () => json({ id: 9 })]
      const seen = fakeService({ [save.path]: () => (answers.shift() ?? lost)() })
      expect(await patiently(call(save, { id: 4 }))).toEqual({ status: 'fulfilled', value: { id: 9 } })
      const [first, ...more] = keysOf(seen)
      expect(first).toBeTruthy()
      expect(more).toEqual([first, first])
    },
  )

  test.each(unsure)('says what is known when %s again and again, and keeps the key', async (_, answer) => {
    const seen = fakeService({ [save.path]: answer })
    const result = await patiently(call(save, { id: 4 }))
    expect(result).toMatchObject({
      status: 'rejected',
      reason: { message: expect.stringMatching(/could not confirm that this was saved: it may have been/) },
    })
    expect(seen).toHaveLength(4)
    await patiently(call(save, { id: 4 }))
    await patiently(call(save, { id: 5 }))
    const keys = keysOf(seen)
    expect(new Set(keys.slice(0, 8)).size).toBe(1)
    expect(new Set(keys.slice(8)).size).toBe(1)
    expect(keys[8]).not.toBe(keys[0])
  })

  test('has a key of its own each time that the last one was answered', async () => {
    const seen = fakeService({ [save.path]: () => json({ id: 9 }) })
    await call(save, { id: 4 })
    await call(save, { id: 4 })
    expect(new Set(keysOf(seen)).size).toBe(2)
  })

  test('has another key when it is made again once its repeat was answered', async () => {
    const answers = [lost, () => json({ id: 9 }), () => json({ id: 10 })]
    const seen = fakeService({ [save.path]: () => (answers.shift() ?? lost)() })
    await patiently(call(save, { id: 4 }))
    expect(await call(save, { id: 4 })).toEqual({ id: 10 })
    const [first, repeat, again] = keysOf(seen)
    expect(repeat).toBe(first)
    expect(again).not.toBe(first)
  })

  test('is refused for what the repeat is refused for', async () => {
    const answers = [lost, () => json({ message: 'Changed' }, 409)]
    fakeService({ [save.path]: () => (answers.shift() ?? lost)() })
    expect(await patiently(call(save, { id: 4 }))).toMatchObject({ reason: { status: 409 } })
  })

  test('is not repeated once its session has ended', async () => {
    const seen = fakeService({ [save.path]: lost })
    const made = call(save, { id: 4 })
    const settled = Promise.allSettled([made])
    await vi.advanceTimersByTimeAsync(500)
    forgetSession('person')
    startSession(pair('of somebody else'))
    await vi.advanceTimersByTimeAsync(60_000)
    expect(await settled).toMatchObject([{ status: 'rejected' }])
    expect(seen).toHaveLength(1)
  })

  test('is sent once when it takes no key, as is a read', async () => {
    const own = endpoint({ ...save, path: '/api/user/own', takesNoKey: true })
    const seen = fakeService({ [own.path]: lost, [one.path]: lost })
    await expect(call(own, { id: 4 })).rejects.toMatchObject({ status: 0 })
    await expect(call(one, { id: 4 })).rejects.toMatchObject({ status: 0 })
    expect(seen).toHaveLength(2)
    expect(keysOf(seen)).toEqual([null, null])
  })
})

describe('what is sent', () => {
  test('a read carries its input in the query, the bearer token and the current role', async () => {
    setProfile(profileOf({ id: 3, name: 'Clinician', profile: 'Clinician' }))
    const seen = fakeService({ [one.path]: () => json({ id: 5 }) })
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
      new Response(page, { status: 500 }),
      'The service is not available at the moment. Please try again.',
      {},
    ],
    [
      'never a page as a reply',
      new Response(page),
      'The service sent a reply that this page does not understand. Please try again.',
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

  test('AU-16: logging out works without a connection', async () => {
    fakeService({ '/oauth/revoke': () => Promise.reject(new TypeError('Failed to fetch')) })
    await signOut()
    expect(currentSession()).toBeNull()
  })
})
