import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { getPatient, savePatient } from '../../../contract/patients/patient.ts'
import {
  recentPatients,
  searchLimit,
  searchPatients,
  totalHeader,
  type FoundRow,
} from '../../../contract/patients/search/search.ts'
import { foldName } from '../../../contract/platform/words/fold.ts'
import { nameWords } from '../../../contract/patients/search/searchText.ts'
import type { InputOf } from '../../../contract/platform/calls/endpoint.ts'
import { aPatient } from '../../testing/world/factories.ts'
import { piecesNear } from './nearWords.ts'
import { testService, type TestService } from '../../testing/process/service.ts'
import type { TestUser } from '../../testing/world/users.ts'

let service: TestService
let clerk: TestUser
const ids = new Map<string, number>()

beforeAll(async () => {
  service = await testService()
  clerk = await service.as('Admissions')
  const person = async (
    familyName: string,
    firstName: string,
    dateOfBirth: string,
    more: Partial<InputOf<typeof savePatient>> = {},
  ) => {
    const { id } = await aPatient(service, clerk, { familyName, firstName, dateOfBirth, ...more })
    ids.set(`${firstName} ${familyName}`, id)
  }
  await person('Pomfret', 'Ivy', '1941-07-03', {
    nhsNumber: '9990000077',
    postcode: 'ZZ14 6AB',
    addressLine1: '12 Long Lane',
    town: 'Exampleton',
    phoneHome: '01632 960 001',
  })
  await person('Pomfret', 'Ivy', '1952-01-20', { postcode: 'ZZ1 4AB', phoneMobile: '+44 7700 900123' })
  ids.set('the other Ivy Pomfret', ids.get('Ivy Pomfret') ?? 0)
  await person('Mac Giolla', 'Pádraig', '1938-02-01')
  await person('MacGiolla', 'Brigid', '1939-02-01')
  await person('Van der Berg', 'Anneke', '1940-05-06')
  await person('García López', 'María José', '1944-05-06')
  await person('O’Connell', 'Bridget', '1933-12-25', { phoneWork: '0044 1632 960 777' })
  await person('Smith-Jones', 'Siân', '1936-08-09')
  await person('Thistlewood', 'Bridget Mary', '1950-01-01')
})
afterAll(() => service.close())

const rowsFor = async (text: string): Promise<FoundRow[]> => {
  const { status, body } = await service.ask(searchPatients, { text }, clerk)
  expect({ text, status }).toEqual({ text, status: 200 })
  return body as FoundRow[]
}
const shown = ({ firstName, familyName, isNear }: FoundRow): string =>
  `${isNear ? 'near: ' : ''}${firstName ?? ''} ${familyName}`

describe('one box finds', () => {
  it.each<[string, string[]]>([
    ['Pomfret', ['Ivy Pomfret', 'Ivy Pomfret']],
    ['pomf', ['Ivy Pomfret', 'Ivy Pomfret']],
    ['Pomfret Ivy', ['Ivy Pomfret', 'Ivy Pomfret']],
    ['  ivy   POMFRET ', ['Ivy Pomfret', 'Ivy Pomfret']],
    ['Pomfret, Ivy', ['Ivy Pomfret', 'Ivy Pomfret']],
    ['Pomfret I', ['Ivy Pomfret', 'Ivy Pomfret']],
    ['Mac Giolla', ['Brigid MacGiolla', 'Pádraig Mac Giolla']],
    ['macgiolla', ['Brigid MacGiolla', 'Pádraig Mac Giolla']],
    ['Giolla Padraig', ['Pádraig Mac Giolla']],
    ['Van der Berg', ['Anneke Van der Berg']],
    ['vanderberg', ['Anneke Van der Berg']],
    ['van der berg anneke', ['Anneke Van der Berg']],
    ['Anneke Berg', ['Anneke Van der Berg']],
    ['Bridget', ['Bridget O’Connell', 'Bridget Mary Thistlewood']],
    ['Mary Thistlewood', ['Bridget Mary Thistlewood']],
    ['Siân', ['Siân Smith-Jones']],
    ['sian', ['Siân Smith-Jones']],
    ['lopez', ['María José García López']],
    ['Garcia', ['María José García López']],
    ['Jose Lopez', ['María José García López']],
    ['Jones', ['Siân Smith-Jones']],
    ['smithjones', ['Siân Smith-Jones']],
    ['Smith Jones', ['Siân Smith-Jones']],
    ["o'connell", ['Bridget O’Connell']],
    ['OConnell', ['Bridget O’Connell']],
    ['O Connell', ['Bridget O’Connell']],
    ['connell', ['Bridget O’Connell']],
    // The same signs as other keyboards and programs write them.
    ['O\u00b4Connell', ['Bridget O’Connell']],
    ['O\u02bcConnell', ['Bridget O’Connell']],
    ['O\uff07Connell', ['Bridget O’Connell']],
    ['O`Connell', ['Bridget O’Connell']],
    ['O\u2032Connell', ['Bridget O’Connell']],
    ['Smith\u2014Jones', ['Siân Smith-Jones']],
    ['Smith\u2212Jones', ['Siân Smith-Jones']],
    ['Smith\u2011Jones', ['Siân Smith-Jones']],
    ['Smith\u00adJones', ['Siân Smith-Jones']],
    ['Sia\u0302n', ['Siân Smith-Jones']],
  ])('by name %j', async (text, names) => {
    expect((await rowsFor(text)).filter(({ isNear }) => !isNear).map(shown)).toEqual(names)
  })

  it.each<[string, string[]]>([
    ['9990000077', ['Ivy Pomfret 1941-07-03']],
    ['999 000-0077', ['Ivy Pomfret 1941-07-03']],
    ['Pomfret 999 000 0077', ['Ivy Pomfret 1941-07-03']],
    ['Pomfret 1941', ['Ivy Pomfret 1941-07-03']],
    ['ivy 1952', ['Ivy Pomfret 1952-01-20']],
    ['1941', ['Ivy Pomfret 1941-07-03']],
    ['3/7/1941', ['Ivy Pomfret 1941-07-03']],
    ['3 Jul 1941', ['Ivy Pomfret 1941-07-03']],
    ['03071941', ['Ivy Pomfret 1941-07-03']],
    ['3.7.41', ['Ivy Pomfret 1941-07-03']],
    ['1941-07-03', ['Ivy Pomfret 1941-07-03']],
    ['7/1941', ['Ivy Pomfret 1941-07-03']],
    ['Pomfret 3/7/1941', ['Ivy Pomfret 1941-07-03']],
    ['ZZ14 6AB', ['Ivy Pomfret 1941-07-03']],
    ['zz146ab', ['Ivy Pomfret 1941-07-03']],
    ['zz1 4ab', ['Ivy Pomfret 1952-01-20']],
    ['ZZ14', ['Ivy Pomfret 1941-07-03']],
    ['ZZ1', ['Ivy Pomfret 1952-01-20']],
    ['Pomfret ZZ14 6AB', ['Ivy Pomfret 1941-07-03']],
    ['zz1 4ab ivy 1952', ['Ivy Pomfret 1952-01-20']],
    ['01632960001', ['Ivy Pomfret 1941-07-03']],
    ['01632 960001', ['Ivy Pomfret 1941-07-03']],
    ['960 001', ['Ivy Pomfret 1941-07-03']],
    ['07700 900123', ['Ivy Pomfret 1952-01-20']],
    ['077 00 90 01 23', ['Ivy Pomfret 1952-01-20']],
    ['+44 7700 900 123', ['Ivy Pomfret 1952-01-20']],
    ['7700900123', ['Ivy Pomfret 1952-01-20']],
    ['01632 960777', ['Bridget O’Connell 1933-12-25']],
    ['Pomfret 1960', []],
    ['Pomfret ZZ9 9ZZ', []],
    ['01632 960 009', []],
  ])('by %j', async (text, people) => {
    expect((await rowsFor(text)).map((row) => `${shown(row)} ${row.dateOfBirth}`)).toEqual(people)
  })

  it.each<[string, string[]]>([
    ['Pomfert', ['near: Ivy Pomfret', 'near: Ivy Pomfret']],
    ['Pumfret', ['near: Ivy Pomfret', 'near: Ivy Pomfret']],
    ['Pomphret', ['near: Ivy Pomfret', 'near: Ivy Pomfret']],
    ['Ivey Pomfret', ['near: Ivy Pomfret', 'near: Ivy Pomfret']],
    ['Pomfert 1941', ['near: Ivy Pomfret']],
    ['Mac Giola', ['near: Brigid MacGiolla', 'near: Pádraig Mac Giolla']],
    ['OConnel', ['Bridget O’Connell']],
    ["O'Conell", ['near: Bridget O’Connell']],
    ['Shian', ['near: Siân Smith-Jones']],
    ['Thistelwood', ['near: Bridget Mary Thistlewood']],
    ['Bridged', ['near: Bridget O’Connell', 'near: Bridget Mary Thistlewood']],
    ['Pumpkin', []],
    ['Xq', []],
  ])('a name that is nearly %j, and says so', async (text, names) => {
    expect((await rowsFor(text)).map(shown)).toEqual(names)
  })
})

it('shows those who are meant before those of a near name', async () => {
  await aPatient(service, clerk, { familyName: 'Thistlewode', firstName: 'Aaron' })
  expect((await rowsFor('Thistlewood')).map(shown)).toEqual([
    'Bridget Mary Thistlewood',
    'near: Aaron Thistlewode',
  ])
})

it('shows by what two people of one name can be told apart', async () => {
  const [first, second] = await rowsFor('Ivy Pomfret')
  expect(first).toMatchObject({
    dateOfBirth: '1941-07-03',
    nhsNumber: '9990000077',
    postcode: 'ZZ14 6AB',
    address: '12 Long Lane, Exampleton',
  })
  expect(second).toMatchObject({ dateOfBirth: '1952-01-20', postcode: 'ZZ1 4AB', address: '' })
})

it('follows a change of name, number and postcode', async () => {
  const patient = { familyName: 'Wetherspool', firstName: 'Olga', nhsNumber: '9990000085' }
  const { id, version } = await aPatient(service, clerk, { ...patient, postcode: 'ZZ2 2ZZ' })
  const genderId = (await rowsFor('Wetherspool')).length
  const changed = { ...patient, id, version, genderId, familyName: 'Quellenberg', postcode: 'ZZ3 3ZZ' }
  expect((await service.ask(savePatient, changed, clerk)).status).toBe(200)
  expect((await rowsFor('ZZ2 2ZZ')).map(shown)).toEqual([])
  expect(await rowsFor('Wetherspool')).toMatchObject([
    { familyName: 'Quellenberg', formerFamilyName: 'Wetherspool', isNear: false },
  ])
  expect((await rowsFor('Quelenberg ZZ3 3ZZ')).map(shown)).toEqual(['near: Olga Quellenberg'])
})

it('takes letters that folding makes many of', async () => {
  const familyName = '\ufdfa'.repeat(35)
  await aPatient(service, clerk, { familyName, firstName: 'Long' })
  expect((await rowsFor(familyName)).map(shown)).toEqual([`Long ${familyName}`])
  await rowsFor('\ufdfa'.repeat(100))
})

it('divides names in the database where what is typed is divided', async () => {
  const names = [
    'Mac Giolla',
    'Smith-Jones (née Field)',
    "O’Connell-D'Arcy",
    'St. John, the 3rd',
    'A/B:C;D&E"F"|G',
    'A\u00a0B\tC',
    ' J. P.  Müller ',
    'ŁÓDŹ Straße',
    '-',
    '',
  ]
  const { rows } = await service.db.pool.query<{ name: string; words: string[] }>(
    'select name, words_of(name_in_words(name)) as words from unnest($1::text[]) with ordinality as given (name, place) order by place',
    [names],
  )
  const expected = names.map((name) => {
    const words = nameWords(name).map(foldName)
    return { name, words: [...words, words.join('')].filter((word) => word !== '') }
  })
  expect(rows).toEqual(expected)
})

it('takes signs of a query as plain text', async () => {
  for (const text of [
    "a' | 'n:pom':* & '",
    'pomfret:*',
    '!quill',
    '\\',
    'ivy <-> x',
    "'; drop table patient",
  ])
    expect((await service.ask(searchPatients, { text }, clerk)).status).toBeOneOf([200, 400])
  expect((await rowsFor('!ivy 1941')).map(shown)).toEqual(['near: Ivy Pomfret'])
})

it.each([
  ['', 'Please enter a search parameter.'],
  ['-', 'Please enter a search parameter.'],
  ['99900', 'NHS Number is invalid.'],
  ['99900000771', 'NHS Number is invalid.'],
])('says to %j: %s', async (text, message) => {
  const { status, body } = await service.ask(searchPatients, { text }, clerk)
  expect({ status, body }).toEqual({ status: 400, body: { text: message } })
})

/** Each word with one letter added, left out or changed. */
const withOneWrong = (word: string): string[] => {
  const letters = [...word]
  return [...letters, ''].flatMap((letter, at) => [
    letters.toSpliced(at, 0, 'q').join(''),
    ...(letter === '' ? [] : [letters.toSpliced(at, 1).join(''), letters.toSpliced(at, 1, 'q').join('')]),
  ])
}
const withNeighboursSwapped = (word: string): string[] =>
  [...word].slice(1).map((letter, at) => [...word].toSpliced(at, 2, letter, word[at] ?? '').join(''))

it.each(['ann', 'otter', 'powell', 'ringway', 'llanfair', 'ångström', 'x'.repeat(20), 'abcdefghijk'])(
  'looks for every word that nearly equals %s',
  async (typed) => {
    const one = withOneWrong(typed)
    const near = [
      ...one,
      ...withNeighboursSwapped(typed),
      ...(typed.length < 6 ? [] : one.flatMap(withOneWrong)),
    ]
    const { rows } = await service.db.owner.query<{ word: string }>(
      'select word from unnest($1::text[]) as word where not name_pieces(word) && $2::text[]',
      [near, piecesNear(typed)],
    )
    expect(rows).toEqual([])
  },
)

it('shows a hundred of many, counts them, goes on in pages and looks for no near names', async () => {
  await service.db.pool.query(
    `insert into patient (family_name, family_name_key, first_name, first_name_key, gender_id)
     select 'Manyfold', 'manyfold', 'N' || n, 'n' || n, 1 from generate_series(1, 150) as n
     union all select 'Manifold', 'manifold', 'Near', 'near', 1`,
  )
  const first = await service.ask(searchPatients, { text: 'manyfold' }, clerk)
  expect([first.headers[totalHeader], (first.body as FoundRow[]).length]).toEqual(['150', searchLimit])
  const after = String(first.headers['x-next-after'])
  const rest = (await service.ask(searchPatients, { text: 'manyfold', after }, clerk)).body as FoundRow[]
  expect(new Set([...(first.body as FoundRow[]), ...rest].map(({ patientId }) => patientId)).size).toBe(150)
  const narrowed = (await service.ask(searchPatients, { text: 'manyfold', q: 'n15' }, clerk))
    .body as FoundRow[]
  expect(narrowed.map(shown)).toEqual(['N15 Manyfold', 'N150 Manyfold'])
})

describe('recent patients', () => {
  const recent = async (user: TestUser) =>
    ((await service.ask(recentPatients, {}, user)).body as FoundRow[]).map(({ patientId }) => patientId)
  const open = (user: TestUser, name: string) => service.ask(getPatient, { id: ids.get(name) ?? 0 }, user)

  it('are those whom this person had open, the latest first, each once', async () => {
    const [mine, other] = [await service.as('Clinician'), await service.as('Clinician')]
    await open(mine, 'Anneke Van der Berg')
    await open(mine, 'Siân Smith-Jones')
    await open(mine, 'Anneke Van der Berg')
    await open(other, 'Brigid MacGiolla')
    expect(await recent(mine)).toEqual([ids.get('Anneke Van der Berg'), ids.get('Siân Smith-Jones')])
    service.time.now += 15 * 86_400_000
    const again = await service.as('Clinician')
    expect(await recent(again)).toEqual([])
    service.time.now -= 15 * 86_400_000
  })

  it('are nobody who is no longer active, and nobody whom a search only showed', async () => {
    const user = await service.as('Clinician')
    const { id } = await aPatient(service, clerk, { familyName: 'Vanished' })
    await service.ask(getPatient, { id }, user)
    await service.ask(searchPatients, { text: 'Pomfret' }, user)
    expect(await recent(user)).toEqual([id])
    await service.db.sql.updateTable('patient').set({ is_active: false }).where('id', '=', id).execute()
    expect(await recent(user)).toEqual([])
    expect((await rowsFor('Vanished')).map(shown)).toEqual([])
  })
})

it.each([
  ['Admissions', 200],
  ['Clinician', 200],
  ['Team Lead', 200],
  ['Information Governance', 200],
  ['System Administrator', 403],
  ['External', 403],
  ['none', 403],
] as const)('%s: %i', async (profile, status) => {
  const user = await service.as(profile)
  expect((await service.ask(searchPatients, { text: 'Pomfret' }, user)).status).toBe(status)
  expect((await service.ask(recentPatients, {}, user)).status).toBe(status)
})
