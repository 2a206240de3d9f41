import { afterAll, beforeAll, expect, it } from 'vitest'
import { savePatient } from '../../../contract/patients/patient.ts'
import {
  searchNhsNumber,
  searchPatientNhsNumber,
  searchPatients,
} from '../../../contract/patients/search/search.ts'
import { nhsNumberSpellings } from '../../../contract/testing/nhsNumbers.ts'
import { aPatient, patientInputOf } from '../../testing/world/factories.ts'
import { testService, type TestService } from '../../testing/process/service.ts'
import type { TestUser } from '../../testing/world/users.ts'

/*
 * One reader of NHS numbers: however a page, a letter or a keyboard formats the number, it means the same person
 * everywhere.
 */

let service: TestService
let clerk: TestUser
let patient: Awaited<ReturnType<typeof aPatient>>
const nhsNumber = '9990000077'

beforeAll(async () => {
  service = await testService()
  clerk = await service.as('Admissions')
  patient = await aPatient(service, clerk, { nhsNumber })
})
afterAll(() => service.close())

it.each(nhsNumberSpellings(nhsNumber))(
  '%j finds the person, and is known where somebody registers it again',
  async (typed) => {
    const found = [{ patientId: patient.id }]
    const answers = [
      await service.ask(searchNhsNumber, { nhsNumber: typed }, clerk),
      await service.ask(searchPatientNhsNumber, { nhsNumber: typed }, clerk),
      await service.ask(searchPatients, { text: typed }, clerk),
    ]
    for (const { body } of answers) expect(body).toMatchObject(found)
    const again = await service.ask(savePatient, await patientInputOf(service, { nhsNumber: typed }), clerk)
    expect(again).toMatchObject({ status: 400, body: { nhsNumber: expect.stringMatching('already has') } })
  },
)
