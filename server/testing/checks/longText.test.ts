import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Endpoint } from '../../../contract/platform/calls/endpoint.ts'
import { endpoints } from '../../../contract/app/endpoints.ts'
import { bodyLimitOf, longestAddress } from '../../platform/http/limits/bodyLimit.ts'
import { isStacked, stackedMarks, textsOf } from '../values/hostileText.ts'
import { withField } from '../values/inputFields.ts'
import { knownCalls } from '../known/knownCalls.ts'
import { refusedCalls } from '../values/refusedCalls.ts'
import { bearer, requestOf, type Wire } from '../values/request.ts'
import { isFieldMap, unsound } from '../values/soundAnswer.ts'
import { aWorld, type World } from '../world/world.ts'
import { representatives, shapeOfCall } from '../../../contract/testing/representatives.ts'

/*
 * IO-12: normalisation takes a time that grows with the square of a row of combining marks, so nothing is normalised
 * whose length was not looked at before. Walks every text of every call, what anyone may call first.
 */

let world: World
beforeAll(async () => {
  world = await aWorld()
})
afterAll(() => world.service.close())

/** The lengths of hostile texts that were normalised. */
let folded: number[] = []
beforeEach(() => {
  folded = []
  const normalize = String.prototype.normalize
  vi.spyOn(String.prototype, 'normalize').mockImplementation(function (this: string, form?: string) {
    if (isStacked(this)) folded.push(this.length)
    return normalize.call(this, form)
  })
})
afterEach(() => vi.restoreAllMocks())

const isOpen = ({ path, anyone }: Endpoint): boolean => anyone === true || path.startsWith('/oauth/')
const inputs = new Map([...knownCalls, ...refusedCalls].map(({ call, input }) => [call, input]))
const withTexts = endpoints
  .filter((call) => call.encoding !== 'multipart' && textsOf(call).length > 0)
  .toSorted((a, b) => Number(isOpen(b)) - Number(isOpen(a)))
  .map((call) => [`${call.method} ${call.path}`, call] as const)
const walked = representatives(withTexts, ([, call]) => shapeOfCall(call))

const send = async (call: Endpoint, input: Wire) => {
  const request = requestOf(call, input, isOpen(call) ? {} : bearer(world.user))
  return world.service.app.inject(request)
}

const megabyte = 1024 * 1024
/** In an address: Node reads no longer headers than these. */
const overlong = 16 * 1024

describe('a text longer than its field is refused before it is normalised', () => {
  it.each(walked)('%s', async (_, call) => {
    const good = (await inputs.get(call)?.(world)) ?? {}
    for (const { path, maximum } of textsOf(call))
      for (const length of [maximum + 1, 4 * maximum + 100, isInAddress(call, path) ? overlong : megabyte]) {
        const field = path.join('.')
        const response = await send(call, withField(good, path, stackedMarks(length)))
        const { statusCode: status } = response
        expect({ field, length, status, folded }).toEqual({
          ...{ field, length, folded: [] },
          status: expect.toSatisfy((seen: number) => [400, 413, 414].includes(seen)) as number,
        })
        if (status !== 414 || call.path.startsWith('/api/'))
          expect({ field, length, unsound: unsound(call, response) }).toEqual({
            field,
            length,
            unsound: null,
          })
        if (length === megabyte && !call.path.startsWith('/oauth/'))
          expect({ field, status }).toEqual({ field, status: 413 })
        if (length === overlong) expect({ field, status }).toEqual({ field, status: 414 })
        if (status === 400 && isFieldMap(response.json()) && !answeredAlike(call, field))
          expect(Object.keys(response.json())).toContain(field)
      }
  })
})

const isInAddress = ({ method, inQuery = [] }: Endpoint, [name = '']: string[]): boolean =>
  method === 'GET' || inQuery.includes(name)

/** Whatever is there, a reset code that is not right looks the same (AU-14). */
const answeredAlike = (call: Endpoint, field: string): boolean =>
  call.path === '/api/user/resetPassword' && ['code', 'userId'].includes(field)

describe('a text that fits its field is not piled up with marks', () => {
  it.each(walked)('%s', async (_, call) => {
    const good = (await inputs.get(call)?.(world)) ?? {}
    for (const { path, maximum } of textsOf(call)) {
      if (maximum < 300) continue
      await send(call, withField(good, path, stackedMarks(maximum)))
      expect({ field: path.join('.'), folded }).toEqual({ field: path.join('.'), folded: [] })
    }
  })
})

describe('a body is as long as its call needs', () => {
  it('4 KB for callers who are not signed in, but for what a passkey or a provider has made, or a refresh token', () => {
    const open = endpoints.filter((call) => call.method === 'POST' && isOpen(call))
    expect(
      Object.fromEntries(
        open.filter((call) => bodyLimitOf(call) > 4096).map((one) => [one.path, bodyLimitOf(one)]),
      ),
    ).toEqual({ '/oauth/token': 32 * 1024 })
    expect(open.length).toBeGreaterThan(5)
  })

  it('no more than 100 KB, but for drafts, parts of a national file, of one of postcodes or of a list of people, hundreds of referrals, a record looked through, a user with a hundred roles and a visit that is handed in', () => {
    const long = endpoints.filter(
      (call) => call.method === 'POST' && call.encoding !== 'multipart' && bodyLimitOf(call) > 100 * 1024,
    )
    expect(long.map(({ path }) => path).sort()).toEqual([
      '/api/caseFinding/part',
      '/api/deprivation/part',
      '/api/draft/save',
      '/api/organisation/importPart',
      '/api/owner/assign',
      '/api/subjectRequest/review',
      '/api/user/create',
      '/api/visit/handIn',
    ])
  })

  it.each([
    ['with a password', `grant_type=password&username=clinician&password=x&device=`],
    ['of a session', 'grant_type=refresh_token&refresh_token=x&unknown='],
    ['of nothing', 'unknown='],
  ])('a sign-in %s takes 4 KB and not a byte more', async (_, form) => {
    const of = (length: number) =>
      world.service.app.inject({
        method: 'POST',
        url: '/oauth/token',
        payload: form + 'x'.repeat(length - form.length),
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
      })
    expect((await of(4097)).json()).toEqual({
      error: 'invalid_request',
      error_description: expect.stringMatching(/too long/) as string,
    })
  })

  it('an address is at most 8,000 characters', async () => {
    const of = (length: number) => {
      const url = '/api/list/awaitingAssessment?a='
      return world.service.app.inject({
        url: url + 'x'.repeat(length - url.length),
        headers: bearer(world.user),
      })
    }
    expect([(await of(longestAddress)).statusCode, (await of(longestAddress + 1)).statusCode]).toEqual([
      200, 414,
    ])
  })
})
