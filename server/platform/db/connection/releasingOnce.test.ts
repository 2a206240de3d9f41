import { expect, it } from 'vitest'
import { testDatabase } from '../../../testing/process/database.ts'
import { connect } from './connect.ts'
import { releasingOnce } from './releasingOnce.ts'

it('takes a connection back that is given back twice, as the queue does where it is cut while it stops', async () => {
  const database = await testDatabase()
  const db = connect(database.url)
  const giveBack = await new Promise<() => void>((resolve, reject) => {
    releasingOnce(db.queuePool).connect((error, _client, release) => {
      if (error === undefined) resolve(release)
      else reject(error)
    })
  })
  expect(db.queuePool.idleCount).toBe(0)
  giveBack()
  giveBack()
  expect(db.queuePool.idleCount).toBe(1)
  await db.close()
  await database.drop()
})
