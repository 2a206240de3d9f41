import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Endpoint } from '../../../../contract/platform/calls/endpoint.ts'
import { endpoints } from '../../../../contract/app/endpoints.ts'
import { foldName } from '../../../../contract/platform/words/fold.ts'
import type { Column } from '../../../../contract/platform/words/grid.ts'
import { lookupCalls } from '../../../../contract/reference/lookupCalls.ts'
import {
  lookupColumnsOf,
  lookupNames,
  lookups,
  type LookupName,
} from '../../../../contract/reference/lookups.ts'
import { listOrganisations, organisationColumns } from '../../../../contract/reference/organisation.ts'
import { nextHeader } from '../../../../contract/platform/calls/paging.ts'
import { stages } from '../../../../contract/stages/stage.ts'
import { patientColumns } from '../../../../contract/patients/patientColumns.ts'
import {
  searchDemographics,
  searchPatientDemographics,
  searchPatients,
  totalHeader,
} from '../../../../contract/patients/search/search.ts'
import { listUsers, userColumns } from '../../../../contract/accounts/user.ts'
import { searchWorkList, workLists } from '../../../../contract/pathways/worklists/workList.ts'
import { nameKey } from '../../../stages/updateStage.ts'
import { lookupTables } from '../../../reference/lookups/tables.ts'
import type { Wire } from '../../../testing/values/request.ts'
import { testService, type TestService } from '../../../testing/process/service.ts'
import type { TestUser } from '../../../testing/world/users.ts'
import { representatives } from '../../../../contract/testing/representatives.ts'

/* Every paged list, in every order. The same rules apply to all. */

/** Accents, apostrophes, characters that a search might treat as wildcards, capitals, and equal names. */
const names = [
  'Ångström',
  'O’Neill',
  "o'neill",
  '100% sure',
  'under_score',
  'Back\\slash',
  'Étude',
  'etude',
  'Zed',
  'zed',
  'Łódź',
  'Smith-Jones',
  'St. Mary',
  'Zed',
]
const rowCount = 29
const nameAt = (n: number): string => names[n % names.length] ?? ''
/** One of the values for each row. Some may be null. */
const given = <T>(values: readonly T[]): T[] =>
  Array.from({ length: rowCount }, (_, n) => values[(n * 5) % values.length] as T)

interface List {
  name: string
  call: Endpoint
  of: Wire
  columns: readonly Column<never>[]
  idOf: (row: Wire) => string | number
  /** Adds a row with this name, which it also sorts by. */
  add: (name: string) => Promise<unknown>
  /** The column that identifies a row by its name. */
  known: string
  isAudited?: true
}

let service: TestService
let everyone: TestUser
const owner = () => service.db.owner

const addPatient = async (
  familyName: string,
  more: {
    born?: string | null
    postcode?: string | null
    gp?: string | null
    referrer?: number | null
    number?: string | null
  } = {},
): Promise<void> => {
  await owner().query(
    `with person as (
       insert into patient (family_name, family_name_key, first_name, first_name_key, gender_id, date_of_birth, postcode,
         registered_gp, nhs_number)
       values ($1, $2, 'Paged', 'paged', (select id from gender order by random() limit 1), $3, $4, $5, $6) returning *),
     referral as (
       insert into pathway (patient_id, referral_date, referrer_id)
       select id, date_of_birth + 20000, $7 from person returning *)
     insert into work_list (pathway_id, patient_id, stage, since, reason, deceased, family_name, first_name, name_key,
       date_of_birth, gender, postcode, nhs_number, referral_date, referrer, registered_gp)
     select referral.id, person.id, 'inExercise', $3, 'test', false, family_name, first_name, $8, date_of_birth,
       gender.name, person.postcode, nhs_number, referral_date, referrer.name, organisation.name
     from person join referral on referral.patient_id = person.id join gender on gender.id = person.gender_id
     left join referrer on referrer.id = referral.referrer_id left join organisation on organisation.id = registered_gp`,
    [
      familyName,
      foldName(familyName),
      more.born ?? null,
      more.postcode ?? null,
      more.gp ?? null,
      more.number ?? null,
      more.referrer ?? null,
      nameKey(familyName, 'Paged'),
    ],
  )
}

const addChoice = async (of: LookupName, name: string, isActive = true): Promise<void> => {
  const { table, name: column = 'name', columns } = lookupTables[of]
  const more = Object.values(columns).includes('family_name')
    ? { family_name: 'Paged', first_name: 'Ada' }
    : Object.values(columns).includes('internal_code')
      ? { internal_code: `I${(made += 1)}` }
      : {}
  const values = { [column]: name, is_active: isActive, ...more }
  await owner().query(
    `insert into ${table} (${Object.keys(values).join()}, sort_order)
     values (${Object.keys(values)
       .map((_, place) => `$${place + 1}`)
       .join()}, ${name.length % 3})`,
    Object.values(values),
  )
}
let made = 0

const addOrganisation = async (name: string, isActive = true): Promise<void> => {
  made += 1
  await owner().query(
    `insert into organisation (id, type, name, name_key, open_date, postcode, is_active)
     values ($1, $2, $3, $4, '2001-04-01', $5, $6)`,
    [
      `P${(made * 7919) % 1000}X`,
      ['GP Practices', 'Branch Surgeries'][made % 2],
      name,
      foldName(name),
      [null, 'ZZ1 1AA', 'ZZ10 1AA'][made % 3],
      isActive,
    ],
  )
}

const addUser = async (name: string, isActive = true): Promise<void> => {
  made += 1
  const mail = [null, `m${made}@example.org`, `É${made}@example.org`][made % 3]
  await owner().query(
    `insert into app_user (user_name, user_name_key, family_name, first_name, display_name, default_role_id, email,
       phone_number, is_active)
     values ($1, $1, 'Paged', 'Ada', $2, (select id from role order by random() limit 1), $3, $4, $5)`,
    [`paged${made}`, name, mail, [null, '01632 960 001', '01632 960 002'][made % 3], isActive],
  )
}

const everything = { includeInActive: 'true' }
const ofPatients = {
  columns: Object.values(patientColumns) as unknown as readonly Column<never>[],
  idOf: ({ pathwayId }: Wire) => pathwayId as number,
  add: (name: string) => addPatient(name),
  known: 'patient',
  isAudited: true,
} as const

const lists: readonly List[] = [
  { ...ofPatients, name: 'work list', call: workLists.inExercise, of: {} },
  { ...ofPatients, name: 'work list in a body', call: searchWorkList, of: { stage: 'inExercise' } },
  ...[searchDemographics, searchPatientDemographics].map((call): List => ({
    ...ofPatients,
    name: call.path,
    call,
    of: { firstName: 'paged' },
    idOf: ({ patientId }) => patientId as number,
  })),
  {
    ...ofPatients,
    name: searchPatients.path,
    call: searchPatients,
    of: { text: 'paged' },
    idOf: ({ patientId }) => patientId as number,
  },
  ...lookupNames.map((of): List => ({
    name: of,
    call: lookupCalls[of].all,
    of: everything,
    columns: lookupColumnsOf(of) as unknown as readonly Column<never>[],
    idOf: ({ id }) => id as number,
    add: (name) => addChoice(of, name),
    known: lookups[of].columns.some((id) => id === 'displayName') ? 'displayName' : 'name',
  })),
  {
    name: 'organisations',
    call: listOrganisations,
    of: everything,
    columns: organisationColumns as unknown as readonly Column<never>[],
    idOf: ({ id }) => id as string,
    add: addOrganisation,
    known: 'name',
  },
  {
    name: 'users',
    call: listUsers,
    of: everything,
    columns: userColumns as unknown as readonly Column<never>[],
    idOf: ({ id }) => id as number,
    add: addUser,
    known: 'displayName',
  },
]

beforeAll(async () => {
  service = await testService()
  everyone = await service.as('Team Lead', 'System Administrator')
  for (let n = 0; n < rowCount; n += 1) await addOrganisation(`${nameAt(n)} Surgery`, n % 4 !== 0)
  const { rows: practices } = await owner().query<{ id: string }>('select id from organisation order by name')
  for (const of of lookupNames)
    for (let n = 0; n < rowCount; n += 1) {
      await addChoice(of, `${nameAt(n)} ${'abcdefghijklmnopqrstuvwxyzåéø'[n] ?? n}`, n % 4 !== 0)
    }
  const { rows: referrers } = await owner().query<{ id: number }>(
    'select id from referrer order by id desc limit 9',
  )
  const born = given([null, '1940-01-01', '1935-06-01', '1950-12-31', null, '1940-01-01'])
  const postcodes = given(['ZZ1 1AA', null, 'ZZ10 1AA', 'AA1 1AA'])
  for (let n = 0; n < rowCount; n += 1) {
    await addUser(nameAt(n), n % 4 !== 0)
    await addPatient(nameAt(n), {
      born: born[n] ?? null,
      postcode: postcodes[n] ?? null,
      gp: n % 4 === 1 ? null : (practices[n % practices.length]?.id ?? null),
      referrer: n % 5 === 1 ? null : (referrers[n % referrers.length]?.id ?? null),
      number: n % 3 === 0 ? null : `99900${String((n * 7919) % 100_000).padStart(5, '0')}`,
    })
  }
})
afterAll(() => service.close())

const ask = async ({ call, of }: List, asked: Wire) => {
  const { status, body, headers } = await service.ask(call, { ...of, ...asked }, everyone)
  return {
    status,
    rows: body as Wire[],
    body,
    total: headers[totalHeader],
    next: headers[nextHeader] as string | undefined,
  }
}
const whole = async (list: List): Promise<Wire[]> => {
  const { status, rows, total } = await ask(list, {})
  expect({ status, total }).toEqual({ status: 200, total: String(rows.length) })
  expect(rows.length).toBeGreaterThanOrEqual(rowCount)
  return rows
}
/** Reads every page in turn. */
const paged = async (list: List, asked: Wire, between: () => Promise<unknown> = () => Promise.resolve()) => {
  const rows: Wire[] = []
  for (let after: string | undefined; ;) {
    const page = await ask(list, { ...asked, limit: 7, after })
    expect(page.status).toBe(200)
    expect(page.rows.length).toBeLessThanOrEqual(7)
    rows.push(...page.rows)
    if (page.next === undefined) return rows
    expect(page.rows).toHaveLength(7)
    after = page.next
    await between()
  }
}

const bytes = (a: string, b: string): number => Buffer.compare(Buffer.from(a), Buffer.from(b))
const plain = ['nhsNumber', 'postcode', 'phoneNumber', 'type', 'gender']
/** The sort key of a row, derived from the reply alone. */
const keyOf = (column: Column<never>, row: Wire): string | number | null => {
  if (column.id === 'patient') return nameKey(String(row['familyName']), row['firstName'] as string | null)
  if (column.id === 'isActive') return Number(row['isActive'])
  const value = column.id === 'gender' ? (row['gender'] as string) : column.value(row as never)
  if (value === null || typeof value === 'number' || column.kind === 'day') return value
  return plain.includes(column.id) || column.id === 'id' ? value : foldName(value)
}
const compare = (a: string | number, b: string | number): number =>
  typeof a === 'number' && typeof b === 'number' ? a - b : bytes(String(a), String(b))
const sorted = ({ idOf }: List, rows: readonly Wire[], column: Column<never>, sign: number): Wire[] =>
  rows.toSorted((a, b) => {
    const [x, y] = [keyOf(column, a), keyOf(column, b)]
    if (x === null || y === null) {
      if (x !== y) return x === null ? 1 : -1
    } else if (compare(x, y) !== 0) return sign * compare(x, y)
    return sign * compare(idOf(a), idOf(b))
  })

it('is said of every list that is read in pages', () => {
  const others = stages.filter((stage) => stage !== 'inExercise').map((stage) => workLists[stage].path)
  expect([...lists.map(({ call }) => call.path), ...others].sort()).toEqual(
    endpoints.flatMap(({ isPaged, path }) => (isPaged ? [path] : [])).sort(),
  )
})

/** Removes the added rows. A search shows at most a hundred, so the other tests must know every row. */
const takeAddedAway = async (): Promise<void> => {
  await owner().query(`delete from work_list where name_key similar to '(aaa|zzz)%'`)
  await owner().query(`update patient set is_active = false where family_name_key similar to '(aaa|zzz)%'`)
}

const typed = [
  'angstrom',
  'ÅNGSTRÖM',
  "o'neill",
  'oneill',
  '100%',
  '%',
  'r_s',
  '_',
  '\\',
  'smith jones',
  'Smith-Jones',
  'étude',
  'LODZ',
  "'",
  "') or true --",
  'nobody of this name',
]
const expectFound = async (list: List, rows: readonly Wire[], q: string): Promise<void> => {
  const words = q.split(' ').map(foldName).filter(Boolean)
  const textOf = (row: Wire): string =>
    list.columns.map((column) => foldName(String(column.value(row as never) ?? ''))).join(' ')
  const fits = (row: Wire): boolean => words.length > 0 && words.every((word) => textOf(row).includes(word))
  const expected = rows.filter(fits).map(list.idOf)
  const known = names
    .map(foldName)
    .filter((name) => words.length > 0 && words.every((word) => name.includes(word)))
  if (known.length > 0) expect(expected.length).toBeGreaterThan(0)
  const found = await ask(list, { q })
  expect({ ids: found.rows.map(list.idOf), total: found.total }).toEqual({
    ids: expected,
    total: String(expected.length),
  })
  expect((await paged(list, { q, sort: `-${list.known}` })).map(list.idOf).sort()).toEqual(
    expected.toSorted(),
  )
  // The total counts all rows that match, whichever page is requested.
  const page = await ask(list, { q, limit: 1 })
  expect(page.total).toBe(String(expected.length))
  expect(page.next === undefined).toBe(expected.length <= 1)
}

describe.each(representatives(lists, (_, index) => index % 4).map((list) => [list.name, list] as const))(
  '%s',
  (_, list) => {
    it('is in pages what it is whole, in every order both ways', async () => {
      const rows = await whole(list)
      expect(await paged(list, {})).toEqual(rows)
      for (const column of list.columns)
        for (const sign of [1, -1]) {
          const sort = `${sign < 0 ? '-' : ''}${column.id}`
          const expected = sorted(list, rows, column, sign)
          const got = await paged(list, { sort })
          expect({ sort, ids: got.map(list.idOf) }).toEqual({ sort, ids: expected.map(list.idOf) })
          expect(got).toEqual(expected)
        }
    })

    it('has no page after the one with its last row', async () => {
      const { length } = await whole(list)
      expect((await ask(list, { limit: length })).next).toBeUndefined()
      expect((await ask(list, { limit: length - 1 })).next).toBeDefined()
    })

    it('is filtered by words in its columns, none of them a wildcard, and says how many it found', async () => {
      const rows = await whole(list)
      for (const q of typed) await expectFound(list, rows, q)
    })

    it('shows every row once, though others are added meanwhile before and behind', async () => {
      for (const sort of [list.known, `-${list.known}`]) {
        const before = await paged(list, { sort })
        let added = 0
        const add = async (): Promise<void> => {
          added += 1
          await list.add(`Aaa ${'bcdefghijklm'[added % 12]}${sort}`)
          await list.add(`Zzz ${'bcdefghijklm'[added % 12]}${sort}`)
        }
        const ids = (await paged(list, { sort }, added > 3 ? undefined : add)).map(list.idOf)
        expect(new Set(ids).size).toBe(ids.length)
        const known = new Set(before.map(list.idOf))
        expect(ids.filter((id) => known.has(id))).toEqual(before.map(list.idOf))
        expect(added).toBeGreaterThan(3)
      }
      if (list.isAudited) await takeAddedAway()
    })

    it('refuses what is not its cursor, order or number of rows', async () => {
      const sort = list.known
      const { next = '' } = await ask(list, { limit: 2, sort })
      const refused =
        'This does not belong to a page of this list in this order and with this filter. Ask for its first page.'
      const otherSort = `-${sort}`
      for (const asked of [
        { after: 'made up', sort },
        { after: '', sort },
        { after: '%', sort },
        { after: `${next.slice(0, -4)}AAAA`, sort },
        { after: next, sort: otherSort },
        { after: next },
        { after: next, sort, q: 'zed' },
      ])
        expect(await ask(list, asked)).toMatchObject({ status: 400, body: { after: refused } })
      const other = lists.find(({ call, known }) => call.path !== list.call.path && known === sort)
      if (
        other !== undefined &&
        list.call !== workLists.inExercise &&
        list.call !== searchWorkList &&
        !list.call.path.includes('emographics')
      )
        expect(await ask(other, { after: next, sort })).toMatchObject({
          status: 400,
          body: { after: refused },
        })
      for (const wrong of [
        'familyName',
        `${sort},id`,
        `${sort} desc`,
        '-',
        '',
        'id; drop table patient',
        '__proto__',
      ])
        expect(await ask(list, { sort: wrong })).toMatchObject({
          status: 400,
          body: { sort: 'Sort by a column of the list, with - in front for descending order' },
        })
      for (const limit of [0, -1, 1001, 1.5, '7 rows', ''])
        expect(Object.keys((await ask(list, { limit })).body as object)).toEqual(['limit'])
      expect((await ask(list, { after: next, sort })).status).toBe(200)
    })

    it('holds no name and no number in its cursor', async () => {
      const { next = '', rows } = await ask(list, { limit: 3, sort: list.known })
      const text = Buffer.from(next, 'base64url').toString('latin1').toLowerCase()
      expect(next).toMatch(/^[\w-]{30,}$/)
      for (const row of rows)
        for (const value of Object.values(row))
          if (typeof value === 'string' && value.length > 3) expect(text).not.toContain(foldName(value))
    })

    if (list.isAudited)
      it('leaves in the audit trail whom each page showed, and no more', async () => {
        const { rows, next } = await ask(list, { limit: 3, sort: 'patient', q: 'e' })
        const second = await ask(list, { limit: 2, sort: 'patient', q: 'e', after: next })
        const { rows: events } = await owner().query<{ patient_ids: number[]; criteria: Wire }>(
          `select to_jsonb(patient_ids) as patient_ids, criteria from audit_event where kind = 'read' order by id desc limit 2`,
        )
        expect(events.map(({ patient_ids }) => patient_ids)).toEqual([
          second.rows.map(({ patientId }) => patientId),
          rows.map(({ patientId }) => patientId),
        ])
        expect(events[1]?.criteria).toMatchObject({ ...list.of, limit: 3, sort: 'patient', q: 'e' })
      })
  },
)
