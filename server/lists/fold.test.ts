import { afterAll, beforeAll, expect, it } from 'vitest'
import { foldName } from '../../contract/fold.ts'
import { testService, type TestService } from '../testing/service.ts'

let service: TestService
beforeAll(async () => {
  service = await testService()
})
afterAll(() => service.close())

const range = (from: number, to: number): string[] =>
  Array.from({ length: to - from + 1 }, (_, place) => String.fromCodePoint(from + place))

it('folds in the database as contract/fold.ts folds', async () => {
  const letters = [
    ...range(0x01, 0x24f),
    ...range(0x300, 0x36f),
    ...range(0x1e00, 0x1eff),
    ...range(0x2010, 0x206f),
  ]
  const words = [
    ...letters.map((letter) => `a${letter}B c`),
    'O’Connell',
    "D'Arcy-Smith",
    'J. P. Müller',
    'ŁÓDŹ',
    'Æsir Œuvre Straße Þór',
    'ﬁrst \u00a0 n\u00adame',
    '',
  ]
  const { rows } = await service.db.pool.query<{ word: string; folded: string }>(
    'select word, folded(word) from unnest($1::text[]) with ordinality as given (word, place) order by place',
    [words],
  )
  const differ = rows.filter(({ word, folded }) => folded !== foldName(word))
  expect(differ.map(({ word, folded }) => [word, folded, foldName(word)])).toEqual([])
})

it('knows a day as it is stored and as it is shown', async () => {
  const { rows } = await service.db.pool.query<{ day: string | null }>(
    `select day_words(given) as day from unnest(array['1945-07-04', '0099-12-31', null]::date[]) as given`,
  )
  expect(rows.map(({ day }) => day)).toEqual(['19450704 04jul1945', '00991231 31dec0099', null])
})
