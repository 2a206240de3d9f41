import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { foldName } from '../../../../contract/platform/words/fold.ts'
import { migrationsFolder } from '../../db/connection/migrations.ts'
import { withClient } from '../../db/connection/withClient.ts'
import { testService, type TestService } from '../../../testing/process/service.ts'

let service: TestService
beforeAll(async () => {
  service = await testService()
})
afterAll(() => service.close())

const range = (from: number, to: number): string[] =>
  Array.from({ length: to - from + 1 }, (_, place) => String.fromCodePoint(from + place))

it('folds in the database as contract/platform/words/fold.ts folds', async () => {
  const letters = [
    ...range(0x01, 0x24f),
    ...range(0x300, 0x36f),
    ...range(0x2b0, 0x2ff),
    ...range(0x1e00, 0x1eff),
    ...range(0x2010, 0x206f),
    ...range(0x2200, 0x22ff),
    ...['\u055A', '\u058A', '\u05BE', '\u05F3', '\u2E3A', '\u2E3B', '\u30A0', '\u30FB', '\uA78B', '\uA78C'],
    ...['\uFE58', '\uFE63', '\uFF07', '\uFF0D', '\uFF0E', '\uFF65'],
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

const replaced = ['folded', 'day_words', 'postcode_district', 'name_in_words', 'patient_terms']

/** The functions as the migrations first created them. The rows of an upgraded register were stored with these. */
const formerFunctions = async (): Promise<string[]> => {
  const names = ['0026_list_filters.sql', '0029_stage_targets.sql', '0045_search_by_what_is_typed.sql']
  const files = await Promise.all(names.map((name) => readFile(join(migrationsFolder, name), 'utf8')))
  return files.flatMap((text) => text.match(/^create function [^;]*?language sql immutable[^]*?;\n/gm) ?? [])
}

const texts = [
  null,
  '',
  ' ',
  '|',
  'Smith',
  "O'Connell-Smith",
  'Mac Giolla Phádraig',
  'Æsir, Œuvre & "Straße"',
  'ﬁrst \u00a0n\u00adame.',
  'LS1 4AB',
  'ls14ab',
  ' ZZ99 3CZ ',
  'ZZ99',
  '+44 (0)7700 900 123',
  '0113 496 0000 ext. 12',
  'a'.repeat(600),
  'é1 4ab',
  'aß12',
  'Жук',
]
const days = [null, '1945-07-04', '0099-12-31', '9999-01-01']

it('works out what the functions before worked out, which is what upgraded registers hold', async () => {
  await withClient(service.db.url, async (client) => {
    await client.query('create schema former')
    await client.query('set search_path = former, public')
    for (const made of await formerFunctions()) await client.query(made)
    const { rows: languages } = await client.query<{ name: string; was: string; is: string }>(
      `select was.proname as name, before.lanname as was, after.lanname as is
       from pg_proc as was join pg_language as before on before.oid = was.prolang
       join pg_proc as now on now.proname = was.proname and now.pronamespace = 'public'::regnamespace
       join pg_language as after on after.oid = now.prolang
       where was.pronamespace = 'former'::regnamespace and was.proname = any($1) order by was.proname`,
      [replaced],
    )
    expect(languages).toEqual(replaced.toSorted().map((name) => ({ name, was: 'sql', is: 'plpgsql' })))
    // As when a backup is restored.
    await client.query(`set search_path = ''`)
    const { rows } = await client.query<{ given: string }>(
      `with given as (
         select one, other, day from unnest($1::text[]) as one, unnest($1::text[]) as other, unnest($2::date[]) as day)
       select concat_ws(' / ', one, other, day) as given from given
       where former.folded(one) is distinct from public.folded(one)
         or former.day_words(day) is distinct from public.day_words(day)
         or former.postcode_district(one) is distinct from public.postcode_district(one)
         or former.folded(one collate "C") is distinct from public.folded(one collate "C")
         or former.postcode_district(one collate "C") is distinct from public.postcode_district(one collate "C")
         or former.name_in_words(one) is distinct from public.name_in_words(one)
         or former.patient_terms(one, other, day, other, one, other, null, one)
           is distinct from public.patient_terms(one, other, day, other, one, other, null, one)`,
      [texts, days],
    )
    expect(rows).toEqual([])
  })
})
