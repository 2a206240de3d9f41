import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { askReport, readSections } from '../testing/askReport.ts'
import { fillReportWorld } from '../testing/reportWorld.ts'
import { testService, type TestService } from '../testing/service.ts'
import type { TestUser } from '../testing/users.ts'
import { catalogue } from './catalogue.ts'

let service: TestService
let lead: TestUser
beforeAll(async () => {
  service = await testService()
  lead = await service.as('Team Lead')
  await fillReportWorld(service.db)
})
afterAll(() => service.close())

describe('hiding small numbers', () => {
  it('leaves no count from 1 to 4, none that is not a multiple of 5, and no single entry, in any report', async () => {
    for (const { name, sections } of catalogue.filter(({ capability }) => capability === 'report.run')) {
      const { text } = await askReport(service, lead, { reportName: name, type: 'csv', suppress: true })
      expect(text).toContain('1 to 4 are shown as *')
      const read = readSections(text)
      expect([...read.keys()]).toEqual(
        sections.filter(({ kind }) => kind === 'counted').map(({ title }) => title),
      )
      for (const section of sections) {
        if (section.kind === 'listed') continue
        for (const row of read.get(section.title)?.rows ?? [])
          for (const [place, measure] of section.measures.entries()) {
            const shown = row[section.groups.length + place] ?? ''
            if (measure.kind === 'count')
              expect({ name, shown }).toEqual({
                name,
                shown: expect.stringMatching(/^(\*|\d*[05])$/) as string,
              })
          }
      }
    }
  })

  it('works percentages out from the rounded counts', async () => {
    const { text } = await askReport(service, lead, {
      reportName: 'referralsBySource',
      type: 'csv',
      suppress: true,
    })
    const section = readSections(text).get('By referrer')
    const total = Number(section?.rows.at(-1)?.[1])
    for (const [, count, share] of section?.rows ?? [])
      if (count !== '*') expect(Number(share)).toBeCloseTo((100 * Number(count)) / total, 1)
  })
})
