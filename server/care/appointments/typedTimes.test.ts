import { afterAll, beforeAll, expect, it } from 'vitest'
import { appointment, type Appointment } from '../../../contract/pathways/records/appointment.ts'
import { timeMissing } from '../../../contract/platform/dates/typedTime.ts'
import { expectSaved } from '../../testing/world/factories.ts'
import { aGround, caseOf, saveRecordOf, type Ground } from '../../testing/values/recordCases.ts'
import { testService, type TestService } from '../../testing/process/service.ts'
import type { TestUser } from '../../testing/world/users.ts'

/* Times of day as people type them; the table of accepted forms is in contract/platform/dates/typedTime.test.ts. */

let service: TestService
let clinician: TestUser
let ground: Ground
beforeAll(async () => {
  service = await testService()
  clinician = await service.as('Clinician')
  ground = await aGround(service, clinician)
})
afterAll(() => service.close())

const save = (startTime: string) =>
  saveRecordOf(service, clinician, caseOf('appointment'), ground, { startTime, outcome: null })

it.each([
  ['9:30', '09:30'],
  ['0930', '09:30'],
  ['9.30am', '09:30'],
  ['2pm', '14:00'],
  ['14h', '14:00'],
  ['noon', '12:00'],
])('an appointment at %j is at %s', async (typed, startTime) => {
  const { id } = expectSaved('appointment', await save(typed))
  const stored = (await service.ask(appointment.get, { id }, clinician)).body as Appointment
  expect(stored.startTime).toBe(startTime)
})

it.each([
  ['2:30', 'Enter 02:30 or 14:30: this may be either'],
  ['25:00', timeMissing],
  ['half past nine', timeMissing],
])('%j is asked about and books nothing', async (typed, message) => {
  expect(await save(typed)).toMatchObject({ status: 400, body: { startTime: message } })
})
