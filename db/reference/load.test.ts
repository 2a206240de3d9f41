import { expect, it } from 'vitest'
import { testDatabase } from '../../server/testing/process/database.ts'
import { lists } from './lists.ts'
import { loadReferenceData } from './load.ts'

it('loads a list once: what administrators made of it since stays at every start', async () => {
  const test = await testDatabase()
  const tables = [...Object.keys(lists), 'gender', 'ethnicity', 'name_prefix', 'role']
  const rows = async () => {
    const counted = tables.map(
      (table) => `select '${table}' as list, count(*)::integer as rows from ${table}`,
    )
    return (await test.owner.query<{ list: string; rows: number }>(counted.join(' union all '))).rows
  }
  const before = await rows()
  expect(before.filter((each) => each.rows === 0)).toEqual([])
  await test.owner.query(
    `update location set name = 'Village hall' where name = 'Leisure centre or public building'`,
  )
  await loadReferenceData(test.url)
  expect(await rows()).toEqual(before)
  const { rows: renamed } = await test.owner.query(`select from location where name = 'Village hall'`)
  expect(renamed).toHaveLength(1)
  await test.drop()
})
