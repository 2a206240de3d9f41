import { escapeLiteral } from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { nextHeader } from '../contract/platform/calls/paging.ts'
import { workLists, workListSorts } from '../contract/pathways/worklists/workList.ts'
import { loadDemonstration } from '../db/seed/demonstration.ts'
import { testService, type TestService } from '../server/testing/process/service.ts'
import { fillTo, largestStage } from './fill.ts'
import { record } from './recording.ts'

/* That a page is read from an index in its order, however few or many rows share what they are sorted by. */

interface Plan {
  'Node Type': string
  'Actual Rows': number
  'Actual Loops': number
  'Rows Removed by Filter'?: number
  Plans?: Plan[]
}

let service: TestService
let headers: Record<string, string>
beforeAll(async () => {
  service = await testService()
  await loadDemonstration(service.db.url)
  await fillTo(service.db.url, 15_000)
  const { accessToken } = await service.as('Clinician')
  headers = { authorization: `Bearer ${accessToken}` }
})
afterAll(() => service.close())

const mostRead = (plan: Plan): number =>
  Math.max(
    (plan['Actual Rows'] + (plan['Rows Removed by Filter'] ?? 0)) * plan['Actual Loops'],
    ...(plan.Plans ?? []).map(mostRead),
  )

it.each(workListSorts.flatMap((sort) => [sort, `-${sort}`]))(
  'a page of 50 behind the first reads a few hundred rows of thousands, by %s',
  async (sort) => {
    const url = `${workLists[largestStage].path}?limit=50&sort=${sort}`
    const first = await service.app.inject({ url, headers })
    expect(Number(first.headers['x-total-count'])).toBeGreaterThan(2_000)
    const recording = record()
    const next = await service.app.inject({
      url: `${url}&after=${String(first.headers[nextHeader])}`,
      headers,
    })
    const pages = recording.stop().filter(({ text }) => text.includes('work_list as listed'))
    expect(next.statusCode).toBe(200)
    expect(pages).toHaveLength(1)
    const [{ text, values } = { text: '', values: [] }] = pages
    const { owner } = service.db
    await owner.query(`prepare page as ${text}`)
    const given = values.map((value) => (value === null ? 'null' : escapeLiteral(String(value)))).join(', ')
    for (const mode of ['force_custom_plan', 'force_generic_plan']) {
      await owner.query(`set plan_cache_mode = ${mode}`)
      const { rows } = await owner.query<{ 'QUERY PLAN': { Plan: Plan }[] }>(
        `explain (analyze, format json) execute page${given === '' ? '' : `(${given})`}`,
      )
      const plan = rows[0]?.['QUERY PLAN'][0]?.Plan
      expect(plan && mostRead(plan), JSON.stringify(plan)).toBeLessThan(500)
    }
    await owner.query('reset plan_cache_mode; deallocate page')
  },
)
