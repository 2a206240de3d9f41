import { afterAll, beforeAll, expect, it } from 'vitest'
import { checkList, loadList } from '../../../contract/exchange/caseFinding/caseFinding.ts'
import { seeded, type Random } from '../../../db/seed/demonstration/random.ts'
import { testService, type TestService } from '../../testing/process/service.ts'
import type { TestUser } from '../../testing/world/users.ts'
import { csvOf, described, somebody, uploaded } from '../testing/caseFindingWorld.ts'

/* Spoilt files, as people and programs spoil them: each is answered in words, and what cannot be stored is refused. */

const files = 500
let service: TestService
let user: TestUser
beforeAll(async () => {
  service = await testService()
  user = await service.as('Admissions')
})
afterAll(() => service.close())

const pieces = [
  ...[
    '"',
    '""',
    "'",
    ',',
    ';',
    '\t',
    '|',
    '\r',
    '\n',
    '\r\n',
    '\u0000',
    '\ufeff',
    '\ufffd',
    '\u200b',
    '=1+1',
    '@x',
  ],
  ...[
    'Ã©',
    '\u202e',
    '😀',
    'a\u0301'.repeat(40),
    'x'.repeat(5000),
    '9'.repeat(30),
    '31/02/1940',
    '01/01/9999',
    'NaN',
  ],
  ...[
    'null',
    '-1',
    '{}',
    '<b>',
    "'; drop table patient",
    '\\',
    'NHS Number',
    'Surname',
    'sep=;',
    'Severe',
    '1e400',
  ],
]

const spoil = (random: Random, text: string): Buffer => {
  let spoilt = text
  for (let times = random.between(1, 6); times > 0; times -= 1) {
    const at = random.between(0, spoilt.length)
    const length = random.between(0, 12)
    const piece = random.pick(pieces)
    spoilt = random.pick([
      () => spoilt.slice(0, at) + piece + spoilt.slice(at),
      () => spoilt.slice(0, at) + spoilt.slice(at + length),
      () => spoilt.slice(0, at) + piece + spoilt.slice(at + length),
      () => spoilt.slice(at) + spoilt.slice(0, at),
      () => spoilt.slice(0, at),
    ])()
  }
  const bytes = Buffer.from(spoilt, random.pick(['utf8', 'utf8', 'latin1', 'utf16le'] as const))
  if (random.between(1, 4) === 1 && bytes.length > 0)
    bytes[random.between(0, bytes.length - 1)] = random.between(0, 255)
  return bytes
}

it(`${files} spoilt files are answered, and never by a fault of ours`, async () => {
  const random = seeded(20_261_201)
  const [statuses, loads] = [new Map<number, number>(), new Map<number, number>()]
  const count = (map: Map<number, number>, status: number) => map.set(status, (map.get(status) ?? 0) + 1)
  for (let n = 0; n < files; n += 1) {
    const id = await uploaded(
      service,
      spoil(random, csvOf([somebody(), somebody({ Telephone: '01632 960 001' }), somebody()])),
      user,
    )
    const { legalBasis: _, ...list } = described({ sender: `Spoilt ${n}` })
    const { status } = await service.ask(checkList, { id, ...list }, user)
    count(statuses, status)
    if (status !== 200) continue
    const loaded = await service.ask(loadList, { id, ...described({ sender: `Spoilt ${n}` }) }, user)
    count(loads, loaded.status)
  }
  expect([...statuses.keys()].toSorted()).toEqual([200, 400])
  expect([...loads.keys()].filter((status) => status !== 200 && status !== 409)).toEqual([])
  expect(loads.get(200)).toBeGreaterThan(50)
}, 300_000)
