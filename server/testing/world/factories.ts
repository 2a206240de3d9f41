import { addDays, today } from '../../../contract/platform/dates/dates.ts'
import { savePathway } from '../../../contract/pathways/referral/pathway.ts'
import { savePatient } from '../../../contract/patients/patient.ts'
import { frat } from '../../../contract/pathways/records/frat.ts'
import { nhsNumbersFrom } from '../../../db/seed/demonstration/people.ts'
import type { Endpoint, InputOf } from '../../../contract/platform/calls/endpoint.ts'
import type { LookupTable } from '../../reference/lookups/tables.ts'
import type { TestService } from '../process/service.ts'
import type { TestUser } from './users.ts'

const numbers = nhsNumbersFrom(999_100_001)

/** The next invented NHS number of the 999 range, valid and not used before in this run. */
export const nextNhsNumber = (): string => numbers.next().value

export const firstOf = async (service: TestService, table: LookupTable['table']): Promise<number> => {
  const { id } = await service.db.sql.selectFrom(table).select('id').orderBy('id').executeTakeFirstOrThrow()
  return id
}

export const aTeamMember = async ({ db }: TestService, displayName = 'BELL, Jo (therapy assistant)') => {
  const { id } = await db.sql
    .insertInto('team_member')
    .values({ family_name: 'Bell', first_name: 'Jo', display_name: displayName })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

export const aClinician = async ({ db }: TestService, displayName = 'OKAFOR, Ada (physiotherapist)') => {
  const { id } = await db.sql
    .insertInto('clinician')
    .values({ family_name: 'Okafor', first_name: 'Ada', display_name: displayName })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

export interface Saved {
  id: number
  version: number
}

export const expectSaved = (what: string, { status, body }: { status: number; body: unknown }): Saved => {
  if (status !== 200) throw new Error(`${what} was not saved: ${status} ${JSON.stringify(body)}`)
  return body as Saved
}

/** Makes a call that must succeed; returns its reply. */
export const done = async <E extends Endpoint>(
  { service, user }: { service: TestService; user: TestUser },
  call: E,
  input: InputOf<E>,
): Promise<Saved> => expectSaved(call.path, await service.ask(call, input, user))

let people = 0

/** What registers one more invented patient. */
export const patientInputOf = async (
  service: TestService,
  overrides: Partial<InputOf<typeof savePatient>> = {},
): Promise<InputOf<typeof savePatient>> => {
  people += 1
  const person = people
  return {
    id: 0,
    familyName: `Ashworth${letters(person)}`,
    firstName: 'Edna',
    genderId: await firstOf(service, 'gender'),
    nhsNumber: nextNhsNumber(),
    dateOfBirth: addDays('1930-01-01', (person * 37) % 9000),
    ...overrides,
  }
}

/** Distinct family names, far enough apart not to look like one person. */
const letters = (n: number): string =>
  [...String(n * 7919)].map((digit) => 'qwrtzpsdfg'[Number(digit)] ?? 'x').join('')

export const aPatient = async (
  service: TestService,
  user: TestUser,
  overrides: Partial<InputOf<typeof savePatient>> = {},
): Promise<Saved> =>
  expectSaved('patient', await service.ask(savePatient, await patientInputOf(service, overrides), user))

export const referralInputOf = async (
  service: TestService,
  patientId: number,
  overrides: Partial<InputOf<typeof savePathway>> = {},
) => ({
  id: 0,
  patientId,
  referralDate: addDays(today(), -30),
  referrerId: await firstOf(service, 'referrer'),
  referralMethodId: await firstOf(service, 'method'),
  ...overrides,
})

export const aPathway = async (
  service: TestService,
  user: TestUser,
  overrides: Partial<InputOf<typeof savePathway>> = {},
): Promise<Saved & { patientId: number }> => {
  const patientId = Number(overrides.patientId ?? (await aPatient(service, user)).id)
  const input = await referralInputOf(service, patientId, overrides)
  return { ...expectSaved('referral', await service.ask(savePathway, input, user)), patientId }
}

export const fratInputOf = async (
  service: TestService,
  pathwayId: number,
  overrides: Partial<InputOf<typeof frat.save>> = {},
): Promise<InputOf<typeof frat.save>> => ({
  id: 0,
  pathwayId,
  assessmentDate: addDays(today(), -20),
  teamMemberId: await aTeamMember(service),
  locationId: await firstOf(service, 'location'),
  fratScore: 3,
  ...overrides,
})

export const aFrat = async (
  service: TestService,
  user: TestUser,
  pathwayId: number,
  overrides: Partial<InputOf<typeof frat.save>> = {},
): Promise<Saved> =>
  expectSaved('FRAT', await service.ask(frat.save, await fratInputOf(service, pathwayId, overrides), user))
