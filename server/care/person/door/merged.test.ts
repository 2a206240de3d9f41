import { afterAll, beforeAll, expect, it } from 'vitest'
import { mergePatients } from '../../../../contract/governance/merge.ts'
import { getPatient, type PatientView } from '../../../../contract/patients/patient.ts'
import { testService, type TestService } from '../../../testing/process/service.ts'
import { aPathway, aPatient } from '../../../testing/world/factories.ts'
import type { TestUser } from '../../../testing/world/users.ts'
import { aLink, birthOf } from '../testing/aLink.ts'
import { opened } from '../testing/opened.ts'
import { aVisitor } from '../testing/visitor.ts'

let service: TestService
let lead: TestUser
beforeAll(async () => {
  service = await testService()
  lead = await service.as('Team Lead')
})
afterAll(() => service.close())

const aPerson = async (nhsNumber?: null): Promise<number> => {
  const number = nhsNumber === null ? { nhsNumber, nhsNumberUnknown: true } : {}
  const { id } = await aPatient(service, lead, number)
  await aPathway(service, lead, { patientId: id })
  return id
}
const viewOf = async (id: number) => (await service.ask(getPatient, { id }, lead)).body as PatientView

it('ends what a link of a merged record opened, and shows its openings to the person', async () => {
  const [stays, goes] = [await aPerson(), await aPerson(null)]
  const office = await service.as('Admissions')
  await service.ask(getPatient, { id: goes }, office)
  const [birth, { code }] = [await birthOf(service, goes), await aLink(service, lead, goes)]
  const before = aVisitor(service.app)
  expect((await before.open(code, birth)).to).toBe('/my/home')
  const [survivor, merged] = [await viewOf(stays), await viewOf(goes)]
  const answer = await service.ask(
    mergePatients,
    {
      ...{ survivorId: stays, mergedId: goes, takes: [] },
      ...{ survivorVersion: survivor.version, mergedVersion: merged.version },
    },
    lead,
  )
  expect(answer.status).toBe(200)
  expect((await before.get('/my/home')).to).toBe('/my?said=ended')
  expect((await before.open(code, birth)).to).toContain('said=ended')
  const now = await opened(service, lead, stays)
  expect((await now.get('/my/opened')).page).toContain('The office of this service')
})
