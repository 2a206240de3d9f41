import { afterAll, beforeAll, expect, it } from 'vitest'
import { testService, type TestService } from '../../../testing/process/service.ts'
import { aMessage, aSender, flag, observation, syncope, type Sender } from './testing/message.ts'

/* Whatever a message has in the place of an element, the answer is one of the standard and never a failure of ours. */

/** SUREFOOT_MESSAGES asks for more. */
const messages = Number(process.env['SUREFOOT_MESSAGES'] ?? 2000)

let service: TestService
let sender: Sender
beforeAll(async () => {
  service = await testService()
  await service.as('Team Lead')
  sender = await aSender(service)
})
afterAll(() => service.close())

type Spoil = (parent: Record<string, unknown> | unknown[], key: string) => void

const put =
  (value: unknown): Spoil =>
  (parent, key) =>
    Object.assign(parent, { [key]: value })

const spoils: readonly Spoil[] = [
  (parent, key) => {
    if (Array.isArray(parent)) parent.splice(Number(key), 1)
    else Reflect.deleteProperty(parent, key)
  },
  (parent, key) => {
    if (Array.isArray(parent)) parent.push(structuredClone(parent[Number(key)]))
    else parent[`${key}2`] = structuredClone(parent[key])
  },
  (parent, key) => put([(parent as Record<string, unknown>)[key]])(parent, key),
  ...[
    null,
    '',
    ' ',
    0,
    -1,
    1e300,
    true,
    [],
    {},
    [[]],
    [null],
    { reference: 'Patient/1' },
    'x'.repeat(5000),
  ].map(put),
  ...[
    '\u0001',
    '🙂'.repeat(300),
    '<script>',
    '__proto__',
    '9999-99-99',
    '+275760-09-13T00:00:00Z',
    'urn:uuid:',
  ].map(put),
]

interface Place {
  path: string[]
}
const placesIn = (node: unknown, path: string[] = []): Place[] =>
  typeof node === 'object' && node !== null
    ? Object.entries(node).flatMap(([key, child]) => [
        { path: [...path, key] },
        ...placesIn(child, [...path, key]),
      ])
    : []

it(`answers ${messages} spoilt messages without a failure`, { timeout: 600_000 }, async () => {
  const whole = () =>
    aMessage({
      more: [observation(syncope), flag('SG', { text: 'Bruises' }), flag('SS', { text: 'Dog' })],
      request: { reasonCode: [{ text: 'Fall' }], identifier: [{ system: 'https://a.example', value: '1' }] },
    })
  const places = placesIn(whole())
  const seen = new Map<number, number>()
  const failures: string[] = []
  let place = 0
  for (let count = 0; count < messages; count += 1) {
    const message = structuredClone(whole()) as unknown as Record<string, unknown>
    // Each place and each spoil in turn; the two numbers have no common factor, so all pairs come round.
    const at = places[place % places.length]
    const spoil = spoils[count % spoils.length]
    place += 7
    if (at === undefined || spoil === undefined) throw new Error('nothing to spoil')
    const key = at.path.at(-1) ?? ''
    const parent = at.path
      .slice(0, -1)
      .reduce<unknown>((node, name) => (node as Record<string, unknown>)[name], message)
    spoil(parent as Record<string, unknown>, key)
    const { status, text } = await sender.send(message)
    seen.set(status, (seen.get(status) ?? 0) + 1)
    if (status >= 500 && status !== 501)
      failures.push(`${status} ${at.path.join('.')} spoil ${count % spoils.length} ${text.slice(0, 200)}`)
  }
  expect(failures).toEqual([])
  expect([...seen.keys()].toSorted((a, b) => a - b)).toEqual(expect.arrayContaining([200, 400]))
})
