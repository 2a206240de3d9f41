import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { savePatient } from '../../../contract/patients/patient.ts'
import { findPairs } from '../../governance/merges/findPairs.ts'
import { aPatient, nextNhsNumber, patientInputOf, type Saved } from '../../testing/world/factories.ts'
import { randomPeople, type RandomPerson } from '../../testing/world/randomPeople.ts'
import { testService, type TestService } from '../../testing/process/service.ts'
import type { TestUser } from '../../testing/world/users.ts'

/* When a registration asks the user: cases that must ask, and people who only happen to share something. */

let service: TestService
let clerk: TestUser
beforeAll(async () => {
  service = await testService()
  clerk = await service.as('Admissions')
})
afterAll(() => service.close())

interface Person {
  familyName: string
  firstName: string | null
  dateOfBirth: string | null
  phoneHome?: string
  phoneMobile?: string
  postcode?: string
  addressLine1?: string
}

const register = async (person: Person) =>
  service.ask(savePatient, { ...(await patientInputOf(service)), ...person }, clerk)

const asks: [story: string, known: Person, typed: Person, reason: string][] = [
  [
    'a name written as it was heard',
    { familyName: 'Macleod', firstName: 'Kathryn', dateOfBirth: '1931-02-03' },
    { familyName: 'McCloud', firstName: 'Catherine', dateOfBirth: '1931-02-03' },
    'Names alike',
  ],
  [
    'a short form of the first name',
    { familyName: 'Oldroyd', firstName: 'Margaret', dateOfBirth: '1932-04-05' },
    { familyName: 'Oldroyd', firstName: 'Peggy', dateOfBirth: '1932-04-05' },
    'Names alike',
  ],
  [
    'an initial',
    { familyName: 'Priestley', firstName: 'Thomas', dateOfBirth: '1933-06-07' },
    { familyName: 'Priestley', firstName: 'T', dateOfBirth: '1933-06-07' },
    'Names alike',
  ],
  [
    'day and month swapped',
    { familyName: 'Quarmby', firstName: 'Ida', dateOfBirth: '1934-03-11' },
    { familyName: 'Quarmby', firstName: 'Ida', dateOfBirth: '1934-11-03' },
    'Day and month of birth swapped',
  ],
  [
    'a year off',
    { familyName: 'Ramsbottom', firstName: 'Enid', dateOfBirth: '1935-08-21' },
    { familyName: 'Ramsbotham', firstName: 'Enid', dateOfBirth: '1936-08-21' },
    'Year of birth one off',
  ],
  [
    'another family name since, at the same postcode',
    {
      familyName: 'Sugden',
      firstName: 'Doreen',
      dateOfBirth: '1936-10-12',
      addressLine1: '4 Mill Lane',
      postcode: 'ZZ99 1AA',
    },
    { familyName: 'Tempest', firstName: 'Doreen', dateOfBirth: '1936-10-12', postcode: 'zz991aa' },
    'Same postcode',
  ],
  [
    'one part of a double name',
    { familyName: 'Utley-Varley', firstName: 'Joyce', dateOfBirth: '1937-01-30' },
    { familyName: 'Varley', firstName: 'Joyce', dateOfBirth: '1937-01-30' },
    'Same date of birth',
  ],
  [
    'the same telephone, without a date of birth',
    {
      familyName: 'Wadsworth',
      firstName: 'William',
      dateOfBirth: '1938-05-16',
      phoneHome: '+44 1632 960 111',
    },
    { familyName: 'Wordsworth', firstName: 'Bill', dateOfBirth: null, phoneMobile: '01632 960111' },
    'Same telephone',
  ],
  [
    'the same address, with a digit of the birth wrong',
    {
      familyName: 'Yeadon',
      firstName: 'Alice',
      dateOfBirth: '1939-07-14',
      addressLine1: '12 Chapel Street',
      postcode: 'ZZ99 2BB',
    },
    {
      familyName: 'Yeadon',
      firstName: 'Alice',
      dateOfBirth: '1939-07-19',
      addressLine1: '12, Chapel St.',
      postcode: 'ZZ99 2BB',
    },
    'Same address',
  ],
  [
    'a second first name that only one record has',
    { familyName: 'Zouch', firstName: 'Mary Ann', dateOfBirth: '1940-09-18' },
    { familyName: 'Zouch', firstName: 'Mary', dateOfBirth: '1940-09-18' },
    'Same date of birth',
  ],
]

const silent: [story: string, known: Person, typed: Person][] = [
  [
    'husband and wife at one address and telephone',
    {
      familyName: 'Barraclough',
      firstName: 'Harold',
      dateOfBirth: '1931-05-02',
      phoneHome: '01632 960222',
      addressLine1: '9 Bank Top',
      postcode: 'ZZ99 3CC',
    },
    {
      familyName: 'Barraclough',
      firstName: 'Vera',
      dateOfBirth: '1933-11-20',
      phoneHome: '01632 960222',
      addressLine1: '9 Bank Top',
      postcode: 'ZZ99 3CC',
    },
  ],
  [
    'twins with different first names',
    { familyName: 'Cawthorne', firstName: 'Ruth', dateOfBirth: '1942-02-14', postcode: 'ZZ99 4DD' },
    { familyName: 'Cawthorne', firstName: 'Brenda', dateOfBirth: '1942-02-14', postcode: 'ZZ99 4DD' },
  ],
  [
    'father and son of one name and address',
    { familyName: 'Denholme', firstName: 'George', dateOfBirth: '1929-04-12', phoneHome: '01632 960333' },
    { familyName: 'Denholme', firstName: 'George', dateOfBirth: '1957-09-01', phoneHome: '01632 960333' },
  ],
  [
    'another resident of a care home born on the same day',
    { familyName: 'Earnshaw', firstName: 'Nora', dateOfBirth: '1930-12-25', postcode: 'ZZ99 5EE' },
    { familyName: 'Feather', firstName: 'Sybil', dateOfBirth: '1930-12-25', postcode: 'ZZ99 5EE' },
  ],
]

describe('a registration that may be a second record of one person (CS-2)', () => {
  it.each(asks)('asks about %s, and says why', async (_, known, typed, reason) => {
    const first = await register(known)
    expect(first).toMatchObject({ status: 200 })
    const { id } = first.body as Saved
    const reply = await register(typed)
    expect(reply).toMatchObject({
      status: 409,
      body: { code: 'likely-duplicate', duplicates: [{ id, reasons: expect.arrayContaining([reason]) }] },
    })
  })

  it('asks about a name that the record had before', async () => {
    const input = {
      ...(await patientInputOf(service)),
      familyName: 'Garside',
      firstName: 'Hetty',
      dateOfBirth: '1941-03-04',
    }
    const { id, version } = await aPatient(service, clerk, input)
    await service.ask(savePatient, { ...input, id, version, familyName: 'Illingworth' }, clerk)
    const reply = await register({ familyName: 'Garside', firstName: 'Hetty', dateOfBirth: '1941-03-04' })
    expect(reply).toMatchObject({
      status: 409,
      body: { duplicates: [{ id, reasons: expect.arrayContaining(['A former name']) }] },
    })
  })

  it.each(silent)('is silent about %s', async (_, known, typed) => {
    expect((await register(known)).status).toBe(200)
    expect(await register(typed)).toMatchObject({ status: 200 })
  })

  /** `SUREFOOT_PEOPLE=1000` runs it with 1,000 people; at most one question is allowed among them. */
  it('asks about hardly anybody of people who were made at random', async () => {
    const people = randomPeople(Number(process.env['SUREFOOT_PEOPLE'] ?? 150), 20_261_122)
    const base = await patientInputOf(service)
    const asked: RandomPerson[] = []
    for (const person of people) {
      const reply = await service.ask(
        savePatient,
        { ...base, nhsNumber: null, nhsNumberUnknown: true, ...person },
        clerk,
      )
      if (reply.status === 409) asked.push(person)
      else expect(reply).toMatchObject({ status: 200 })
    }
    expect(asked.length).toBeLessThanOrEqual(1)
  }, 600_000)
})

describe('the list of possible duplicates', () => {
  it('has the pairs that a registration would ask about, and not those that somebody said are two people', async () => {
    const person = { familyName: 'Jagger', firstName: 'Robert', dateOfBirth: '1943-05-06' }
    const first = (await register(person)).body as Saved
    const input = { ...(await patientInputOf(service)), ...person }
    const said = (await service.ask(savePatient, { ...input, notDuplicateOf: [first.id] }, clerk))
      .body as Saved
    // Registered before the application asked, or imported: nobody was asked.
    const { rows } = await service.db.owner.query<{ id: number }>(
      `insert into patient (family_name, family_name_key, first_name, first_name_key, gender_id, date_of_birth)
       select 'Jagger', 'jagger', 'Bob', 'bob', gender_id, date_of_birth from patient where id = $1 returning id`,
      [first.id],
    )
    const imported = Number(rows[0]?.id)
    await findPairs(service.db.sql)
    const pairsOf = async (id: number) => {
      const found = await service.db.sql
        .selectFrom('possible_duplicate')
        .select(['patient_id', 'other_id', 'dismissed_by'])
        .where((row) => row.or([row('patient_id', '=', id), row('other_id', '=', id)]))
        .orderBy('other_id')
        .execute()
      return found.map((pair) => [pair.patient_id, pair.other_id, pair.dismissed_by])
    }
    expect(await pairsOf(first.id)).toEqual([
      [first.id, said.id, clerk.userId],
      [first.id, imported, null],
    ])
    expect(await findPairs(service.db.sql)).toBe(0)

    // Records with two different NHS numbers cannot be merged, so the list leaves them out.
    const numbered = async (id: number, nhsNumber: string | null): Promise<void> => {
      await service.db.owner.query(
        'update patient set nhs_number = $2, version = version + 1 where id = $1',
        [id, nhsNumber],
      )
      await findPairs(service.db.sql)
    }
    await numbered(imported, nextNhsNumber())
    expect(await pairsOf(imported)).toEqual([])
    await numbered(imported, null)
    expect(await pairsOf(imported)).toContainEqual([first.id, imported, null])

    // The date of birth has been corrected, so the pair is removed.
    await service.db.owner.query(
      `update patient set date_of_birth = '1951-01-01', version = version + 1 where id = $1`,
      [imported],
    )
    expect(await findPairs(service.db.sql)).toBe(1)
    expect(await pairsOf(imported)).toEqual([])
  })
})
