import { afterAll, beforeAll, expect, it } from 'vitest'
import { pathwayHistory, savePathway } from '../../../../contract/pathways/referral/pathway.ts'
import type { RecordChange } from '../../../../contract/platform/calls/record.ts'
import { aPatient } from '../../../testing/world/factories.ts'
import { testService, type TestService } from '../../../testing/process/service.ts'

let service: TestService
beforeAll(async () => {
  service = await testService()
})
afterAll(() => service.close())

it('begins with what came with the database, and goes on with what was changed since', async () => {
  const clinician = await service.as('Clinician')
  const { id: patientId } = await aPatient(service, clinician)
  const { rows } = await service.db.owner.query<{ id: number }>(
    `insert into pathway (patient_id, referral_date) values ($1, '2026-01-05') returning id::integer`,
    [patientId],
  )
  const id = rows[0]?.id ?? 0
  const saved = await service.ask(
    savePathway,
    { id, patientId, version: 1, comments: 'Rang the ward' },
    clinician,
  )
  expect(saved.status).toBe(200)
  const { body } = await service.ask(pathwayHistory, { id }, clinician)
  expect((body as RecordChange[]).map(({ what, version, by }) => [what, version, by !== null])).toEqual([
    ['recorded', 1, false],
    ['changed', 2, true],
  ])
})
