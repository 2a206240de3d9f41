import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { savePatient } from '../../../contract/patients/patient.ts'
import { nextNhsNumber, patientInputOf, type Saved } from '../../testing/world/factories.ts'
import { testService, type TestService } from '../../testing/process/service.ts'
import type { TestUser } from '../../testing/world/users.ts'

let service: TestService
let clerk: TestUser
let year = 1899

beforeAll(async () => {
  service = await testService()
  clerk = await service.as('Admissions')
})
afterAll(() => service.close())

interface Person {
  familyName: string
  firstName?: string | null
  dateOfBirth?: string | null
}

const register = async (person: Person, notDuplicateOf?: number[]) =>
  service.ask(
    savePatient,
    { ...(await patientInputOf(service)), firstName: undefined, ...person, notDuplicateOf },
    clerk,
  )
const registered = async (person: Person): Promise<number> => {
  const reply = await register(person)
  expect(reply.status).toBe(200)
  return (reply.body as Saved).id
}
const candidatesOf = ({ status, body }: { status: number; body: unknown }): number[] => {
  expect({ status, body }).toMatchObject({ status: 409, body: { code: 'likely-duplicate' } })
  return (body as { duplicates: { id: number }[] }).duplicates.map(({ id }) => id)
}
/** A date of birth that no other case uses. */
const aBirth = (): string => `${1910 + ((year += 1) % 90)}-03-${String(1 + (year % 28)).padStart(2, '0')}`

describe('a registration that may be a second record of one person (CS-2)', () => {
  it.each([
    ['the same name', 'Ashworth', 'Edna', 'Ashworth', 'Edna'],
    ['the same name in other letters', 'O’Connell', 'Zoë', "O'CONNELL", 'Zoe'],
    ['a letter wrong', 'Ashworth', 'Edna', 'Ashwurth', 'Edna'],
    ['a letter more and one less', 'Ashworth', 'Edna', 'Ashworthe', 'Eda'],
    ['two letters exchanged', 'Ashworth', 'Edna', 'Ahsworth', 'Edna'],
    ['family and first name swapped', 'George', 'Thomas', 'Thomas', 'George'],
    ['no first name this time', 'Pemberton', 'Edna', 'Pemberton', null],
    ['no first name last time', 'Pemberton', null, 'Pemberton', 'Edna'],
  ])('warns of %s on the same birth date', async (_, family, first, newFamily, newFirst) => {
    const dateOfBirth = aBirth()
    const id = await registered({ familyName: family, firstName: first, dateOfBirth })
    const reply = await register({ familyName: newFamily, firstName: newFirst, dateOfBirth })
    expect(candidatesOf(reply)).toEqual([id])
  })

  it('shows who it may be, and makes nobody', async () => {
    const dateOfBirth = aBirth()
    const id = await registered({ familyName: 'Müller', firstName: 'Änne', dateOfBirth })
    const reply = await register({ familyName: 'Muller', firstName: 'Anne', dateOfBirth })
    expect(reply.body).toMatchObject({
      duplicates: [
        {
          id,
          familyName: 'Müller',
          firstName: 'Änne',
          dateOfBirth,
          nhsNumber: expect.stringMatching(/^999/),
        },
      ],
    })
    const { rows } = await service.db.pool.query('select id from patient where date_of_birth = $1', [
      dateOfBirth,
    ])
    expect(rows).toEqual([{ id }])
  })

  it('asks also where both have an NHS number and the two differ: one may have been typed wrong', async () => {
    const person = { familyName: 'Farthingale', firstName: 'Nora', dateOfBirth: aBirth() }
    const { nhsNumber, ...without } = await patientInputOf(service)
    const id = await registered(person)
    const other = nextNhsNumber()
    expect(other).not.toBe(nhsNumber)
    const reply = await service.ask(savePatient, { ...without, ...person, nhsNumber: other }, clerk)
    expect(candidatesOf(reply)).toEqual([id])
    const [shown] = (reply.body as { duplicates: { nhsNumber: string }[] }).duplicates
    expect(shown?.nhsNumber).toMatch(/^999/)
    expect(shown?.nhsNumber).not.toBe(other)
  })

  it.each([
    ['another name', 'Ashworth', 'Edna', 'Brigham', 'Walter'],
    ['another first name', 'Ashworth', 'Edna', 'Ashworth', 'Margaret'],
  ])('is silent about %s on the same birth date', async (_, family, first, newFamily, newFirst) => {
    const dateOfBirth = aBirth()
    await registered({ familyName: family, firstName: first, dateOfBirth })
    expect((await register({ familyName: newFamily, firstName: newFirst, dateOfBirth })).status).toBe(200)
  })

  it('is silent about the same name on another birth date', async () => {
    await registered({ familyName: 'Twelvetrees', firstName: 'Edna', dateOfBirth: '1931-01-01' })
    const other = await register({ familyName: 'Twelvetrees', firstName: 'Edna', dateOfBirth: '1934-06-12' })
    expect(other.status).toBe(200)
  })

  it('warns of the same name where one birth date is not known', async () => {
    const known = await registered({ familyName: 'Fothergill', firstName: 'Ida', dateOfBirth: aBirth() })
    const unknown = { familyName: 'Fothergill', firstName: 'Ida', dateOfBirth: null }
    expect(candidatesOf(await register(unknown))).toEqual([known])
    const second = await register(unknown, [known])
    expect(second.status).toBe(200)
    const third = await register({ ...unknown, dateOfBirth: '1940-06-01' })
    expect(candidatesOf(third)).toEqual([(second.body as Saved).id])
  })

  it('is silent about people who are no longer active', async () => {
    const person = { familyName: 'Gathercole', firstName: 'Ivy', dateOfBirth: aBirth() }
    const id = await registered(person)
    await service.db.sql.updateTable('patient').set({ is_active: false }).where('id', '=', id).execute()
    expect((await register(person)).status).toBe(200)
  })

  it('goes on when every candidate was judged to be somebody else, and not before', async () => {
    const person = { familyName: 'Hebblethwaite', firstName: 'Ann', dateOfBirth: aBirth() }
    const first = await registered(person)
    const second = ((await register(person, [first])).body as Saved).id
    expect(candidatesOf(await register(person, [first]))).toEqual([second, first])
    expect(candidatesOf(await register(person, [first, 999_999]))).toEqual([second, first])
    expect((await register(person, [second, first])).status).toBe(200)
  })

  it('can be passed however many people look alike', async () => {
    const person = { familyName: 'Unknown', firstName: 'Male', dateOfBirth: null }
    const { genderId } = await patientInputOf(service)
    await service.db.sql
      .insertInto('patient')
      .values(
        Array.from({ length: 60 }, () => ({
          family_name: 'Unknown',
          family_name_key: 'unknown',
          first_name: 'Male',
          first_name_key: 'male',
          gender_id: Number(genderId),
        })),
      )
      .execute()
    const shown = candidatesOf(await register(person))
    expect((await register(person, shown)).status).toBe(200)
  })

  it('makes one patient when two people register the same person without a number at once', async () => {
    const input = {
      ...(await patientInputOf(service)),
      familyName: 'Inglethorpe',
      firstName: 'Emily',
      nhsNumber: null,
      nhsNumberUnknown: true,
    }
    const clerks = await Promise.all(Array.from({ length: 8 }, () => service.as('Admissions')))
    const replies = await Promise.all(clerks.map((one) => service.ask(savePatient, input, one)))
    expect(replies.map(({ status }) => status).sort()).toEqual([200, ...Array<number>(7).fill(409)])
  })
})
