import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { testDatabase, type TestDatabase } from '../server/testing/process/database.ts'
import { documentation } from './scale/documentation.ts'
import { limits, limitTable } from './scale/limits.ts'
import { putLimits } from './scale/scalePage.ts'
import { readSchema } from './scale/schema.ts'
import { readMigrations, readSources } from './scale/sources.ts'

let db: TestDatabase
beforeAll(async () => {
  db = await testDatabase()
})
afterAll(() => db.drop())

describe('docs/scale.md', () => {
  const page = readFileSync(join(import.meta.dirname, '../docs/scale.md'), 'utf8')

  it('has every limit that the schema and the statements meet; `npm run scale` writes it again', async () => {
    const read = { schema: await readSchema(db.owner), sources: readSources(), migrations: readMigrations() }
    expect(putLimits(page, limitTable(read))).toBe(page)
  })

  it('says where each limit is documented, and names no page for nothing', () => {
    const used = limits.flatMap(({ citus, yugabyte, limitless }) =>
      [citus, yugabyte, limitless].flatMap(([, marks]) => marks),
    )
    const inText = Object.keys(documentation).filter((mark) =>
      new RegExp(`\\[[^\\]]*\\b${mark}\\b`).test(page),
    )
    expect([...new Set([...used, ...inText])].toSorted()).toEqual(Object.keys(documentation).toSorted())
  })
})
