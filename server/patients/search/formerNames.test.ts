import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { getPatient, savePatient, type PatientView } from '../../../contract/patients/patient.ts'
import {
  searchDemographics,
  searchPatients,
  type FoundRow,
  type SearchedRow,
} from '../../../contract/patients/search/search.ts'
import type { InputOf } from '../../../contract/platform/calls/endpoint.ts'
import { aPatient } from '../../testing/world/factories.ts'
import { testService, type TestService } from '../../testing/process/service.ts'
import type { TestUser } from '../../testing/world/users.ts'

let service: TestService
let clerk: TestUser
let married: number
beforeAll(async () => {
  service = await testService()
  clerk = await service.as('Admissions')
  married = await renamed('Ann', 'Hughes-Lloyd', 'Prosser', '1941-07-03')
  await aPatient(service, clerk, { familyName: 'Hughes', firstName: 'Bryn', dateOfBirth: '1939-01-01' })
})
afterAll(() => service.close())

const renamed = async (
  firstName: string,
  before: string,
  now: string,
  dateOfBirth: string,
): Promise<number> => {
  const { id } = await aPatient(service, clerk, { familyName: before, firstName, dateOfBirth })
  const record = (await service.ask(getPatient, { id }, clerk)).body as PatientView
  const saved = await service.ask(
    savePatient,
    { ...record, familyName: now } as InputOf<typeof savePatient>,
    clerk,
  )
  expect(saved.status).toBe(200)
  return id
}
const said = ({ familyName, firstName, formerFamilyName = '' }: SearchedRow): string =>
  `${firstName ?? ''} ${familyName} ${formerFamilyName}`.trim()
const byDetails = async (search: InputOf<typeof searchDemographics>, user = clerk): Promise<string[]> =>
  ((await service.ask(searchDemographics, search, user)).body as SearchedRow[]).map(said)
const byText = async (text: string, user = clerk): Promise<string[]> =>
  ((await service.ask(searchPatients, { text }, user)).body as FoundRow[])
    .filter(({ isNear }) => !isNear)
    .map(said)

const formerly = 'Ann Prosser Hughes-Lloyd'

describe('somebody who married', () => {
  it.each<[InputOf<typeof searchDemographics>, string[]]>([
    [{ familyName: 'Hughes' }, ['Bryn Hughes', formerly]],
    [{ familyName: 'hughes lloyd' }, [formerly]],
    [{ familyName: 'Lloyd' }, [formerly]],
    [{ familyName: 'Lloyd', firstName: 'an' }, [formerly]],
    [{ familyName: 'Lloyd', dateOfBirth: '1941-07-03' }, [formerly]],
    [{ familyName: 'Lloyd', sort: 'referrer' }, [formerly]],
    [{ familyName: 'Prosser' }, ['Ann Prosser']],
    [{ familyName: 'Lloyd', firstName: 'Bryn' }, []],
    [{ familyName: 'Lloyd', dateOfBirth: '1941-07-04' }, []],
    [{ familyName: 'ughes' }, []],
  ])('is found by details %j: %j', async (search, people) => {
    expect(await byDetails(search)).toEqual(people)
  })

  it.each<[string, string[]]>([
    ['Hughes', ['Bryn Hughes', formerly]],
    ['Ann Hughes', [formerly]],
    ['lloyd', [formerly]],
    ['Hughes 1941', [formerly]],
    ['Hughes Prosser', [formerly]],
    ['Prosser', ['Ann Prosser']],
    ['Lloyd 1942', []],
    ['Lloyd Bryn', []],
  ])('is found by the box with %j: %j', async (text, people) => {
    expect(await byText(text)).toEqual(people)
  })
})

it('neither finds nor shows a former first name', async () => {
  const { id } = await aPatient(service, clerk, {
    familyName: 'Tamblyn',
    firstName: 'Gareth',
    dateOfBirth: '1950-02-02',
  })
  const record = (await service.ask(getPatient, { id }, clerk)).body as PatientView
  await service.ask(savePatient, { ...record, firstName: 'Rosalind' } as InputOf<typeof savePatient>, clerk)
  for (const people of [
    await byText('Gareth Tamblyn'),
    await byDetails({ familyName: 'Tamblyn', firstName: 'Gareth' }),
  ])
    expect(people).toEqual([])
  for (const people of [await byText('Tamblyn'), await byDetails({ familyName: 'Tamblyn' })])
    expect(people).toEqual(['Rosalind Tamblyn'])
})

it('does not find a record by a former name that is withheld from the reader', async () => {
  const other = await service.as('Clinician')
  expect(await byText('Lloyd', other)).toEqual([formerly])
  await service.db.owner.query(
    `insert into patient_restriction (patient_id, kind, reason) values ($1, 'safety', 'Not safe at home')`,
    [married],
  )
  expect(await byText('Lloyd', other)).toEqual([])
  expect(await byDetails({ familyName: 'Lloyd' }, other)).toEqual([])
  expect(await byDetails({ familyName: 'Lloyd', dateOfBirth: '1941-07-03' }, other)).toEqual([])
  expect(await byDetails({ familyName: 'Prosser' }, other)).toEqual(['Ann Prosser'])
})

it('finds nobody by a former name that is taken away again', async () => {
  await service.db.owner.query(`delete from former_name where patient_id = $1`, [married])
  expect(await byText('Lloyd')).toEqual([])
})
