import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { buildApp } from '../../../app/app.ts'
import { testService, type TestService } from '../../../testing/process/service.ts'

/* Texts that people send, as GOV.UK Notify passes them on. What they mean is tested in server/care/fallsCalendar. */

const token = 'the-token-of-the-stand-in'
let service: TestService
beforeAll(async () => {
  service = await testService()
})
afterAll(() => service.close())

const post = (payload: unknown, headers: Record<string, string> = { authorization: `Bearer ${token}` }) =>
  service.app.inject({ method: 'POST', url: '/notify/received', payload: payload as object, headers })

const text = {
  ...{ id: randomUUID(), source_number: '447700900123', destination_number: '07700900456' },
  ...{ message: '2', date_received: '2026-11-30T11:00:00.000000Z' },
}

it.each<[string, Record<string, string>]>([
  ['no token', {}],
  ['another token', { authorization: 'Bearer another' }],
  ['a token that goes on', { authorization: `Bearer ${token}x` }],
  ['the token alone', { authorization: token }],
])('with %s is refused before it is read', async (_, headers) => {
  const answer = await post('not even json', headers)
  expect(answer.statusCode).toBe(401)
  expect(answer.body).toBe('')
})

// Notify repeats what is answered with 5xx or 429 alone.
it.each<[string, unknown]>([
  ['a telephone that nobody knows', text],
  ['a telephone abroad', { ...text, source_number: '33612345678' }],
  ['a sender without a number', { ...text, source_number: 'Bank' }],
  ['a day that cannot be read', { ...text, date_received: 'yesterday' }],
  ['no words', { ...text, message: '' }],
  ['no id', { ...text, id: 'seven' }],
  ['a receipt', { id: randomUUID(), reference: randomUUID(), status: 'delivered' }],
  ['nothing', {}],
])('about %s is answered alike', async (_, body) => {
  const answer = await post(body)
  expect([answer.statusCode, answer.body]).toEqual([204, ''])
})

it('that is longer than any text is refused', async () => {
  expect((await post({ ...text, message: 'x'.repeat(20_000) })).statusCode).toBe(413)
})

it('is taken only where a token is set', async () => {
  const app = await buildApp({ ...service.parts, notifyCallback: null }, { logLevel: false })
  const asked = { method: 'POST', url: '/notify/received', payload: text } as const
  const answer = await app.inject({ ...asked, headers: { authorization: `Bearer ${token}` } })
  expect(answer.statusCode).toBe(404)
  await app.close()
})
