import { randomBytes } from 'node:crypto'
import { inject } from 'vitest'
import { connect, type Database } from '../../platform/db/connection/connect.ts'
import { dropDatabase } from '../../platform/db/connection/dropDatabase.ts'
import { administer, urlOf } from './globalSetup.ts'

export interface TestDatabase extends Database {
  /** As the application. */
  url: string
  /** As the owner, for what the application may not do, such as reading the audit trail. */
  owner: Database['pool']
  drop: () => Promise<void>
}

/** A database of this test file's own: migrated, with reference data, without users or patients. */
export const testDatabase = async (): Promise<TestDatabase> => {
  const serverUrl = inject('ownerUrl')
  // Random, because process numbers repeat within a long run.
  const name = `${inject('template')}_${randomBytes(6).toString('hex')}`
  // Copied as files: written through the log, as by default, a copy of this size takes twice the processor's time.
  await administer(serverUrl, `create database ${name} template ${inject('template')} strategy file_copy`)
  const url = urlOf(serverUrl, name)
  const application = connect(url, { stepsBack: false })
  const owner = connect(url, { asOwner: true, connections: 2 })
  return {
    ...application,
    url,
    owner: owner.pool,
    drop: async () => {
      await application.close()
      await owner.close()
      await dropDatabase(serverUrl, name)
    },
  }
}
