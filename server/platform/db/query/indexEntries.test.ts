import { afterAll, beforeAll, expect, it } from 'vitest'
import { getPatient } from '../../../../contract/patients/patient.ts'
import { aPatient } from '../../../testing/world/factories.ts'
import { testService, type TestService } from '../../../testing/process/service.ts'
import { startIndexEntries } from './indexEntries.ts'
import { withClient } from '../connection/withClient.ts'

let service: TestService
beforeAll(async () => {
  service = await testService()
})
afterAll(() => service.close())

/**
 * Reads a newly registered patient: each read is in the audit trail, and the words of the name are new to the index.
 */
const beRead = async (): Promise<void> => {
  const clinician = await service.as('Clinician')
  const { id } = await aPatient(service, clinician)
  expect(await service.ask(getPatient, { id }, clinician)).toMatchObject({ status: 200 })
}

/** The number of pages in the pending lists of the GIN indexes. Counting also merges them into the indexes. */
const pagesWaiting = (): Promise<number> =>
  withClient(service.db.url, async (client) => {
    const { rows } = await client.query<{ pages: number }>(
      `select sum(gin_clean_pending_list(pg_class.oid::regclass))::integer as pages
       from pg_class join pg_am on pg_am.oid = relam
       where amname = 'gin' and relkind = 'i'`,
    )
    return rows[0]?.pages ?? 0
  })

it('leaves nothing for a call to take into the indexes', async () => {
  await beRead()
  expect(await pagesWaiting()).toBeGreaterThan(0)
  await beRead()
  await startIndexEntries(service.db.pool, service.app.log)()
  expect(await pagesWaiting()).toBe(0)
})
