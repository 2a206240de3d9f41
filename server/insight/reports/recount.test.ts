import { readFile } from 'node:fs/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { askReport, readSections } from '../../testing/values/askReport.ts'
import { callRecounts } from '../../testing/recount/calls.ts'
import { calendarRecounts } from '../../testing/recount/calendar.ts'
import { careRecounts } from '../../testing/recount/care.ts'
import { caseFindingRecounts } from '../../testing/recount/caseFinding.ts'
import { classRecounts } from '../../testing/recount/classes.ts'
import { exerciseRecounts } from '../../testing/recount/exercise.ts'
import { outcomeRecounts } from '../../testing/recount/outcomes.ts'
import { patientRecounts } from '../../testing/recount/patients.ts'
import type { Recount } from '../../testing/recount/recount.ts'
import { referralRecounts } from '../../testing/recount/referrals.ts'
import type { Thing } from '../../testing/recount/tally.ts'
import { letterRecounts } from '../../testing/recount/letters.ts'
import { treatmentRecounts } from '../../testing/recount/treatment.ts'
import { waitRecounts } from '../../testing/recount/waits.ts'
import { fillReportWorld } from '../../testing/world/reportWorld.ts'
import { testService, type TestService } from '../../testing/process/service.ts'
import type { TestUser } from '../../testing/world/users.ts'
import { catalogue } from '../catalogue/catalogue.ts'

/*
 * Counts every number of every report a second time (CS-12). Separate SQL, written from the report's printed
 * definition, finds the things, and plain JavaScript counts them.
 */

const recounts: readonly Recount[] = [
  ...referralRecounts,
  ...caseFindingRecounts,
  ...waitRecounts,
  ...treatmentRecounts,
  ...exerciseRecounts,
  ...classRecounts,
  ...callRecounts,
  ...careRecounts,
  ...calendarRecounts,
  ...outcomeRecounts,
  ...patientRecounts,
  ...letterRecounts,
]

const periods = [
  ['a year', '2025-11-01', '2026-10-31'],
  ['the month in which the clocks go forward', '2026-03-01', '2026-03-31'],
  ['the day on which they go back', '2026-10-25', '2026-10-25'],
  ['the end of the year', '2025-12-31', '2026-01-01'],
] as const

let service: TestService
let lead: TestUser
beforeAll(async () => {
  service = await testService()
  lead = await service.as('Team Lead')
  await fillReportWorld(service.db)
  await service.db.owner.query(
    await readFile(new URL('../../testing/recount/views.sql', import.meta.url), 'utf8'),
  )
})
afterAll(() => service.close())

/** The rows that the recount expects, as the report prints them, total last. */
const expectedRows = (things: readonly Thing[], { labels, tallies, missing = 'Not recorded' }: Recount) => {
  const keys = Object.values(labels)
  const groups = Map.groupBy(things, (thing) => JSON.stringify(keys.map((key) => thing[key])))
  const rowOf = (names: string[], own: readonly Thing[]): string[] => [
    ...names,
    ...Object.values(tallies).map((tally) => String(tally(own, things) ?? '')),
  ]
  const rows = [...groups].map(([names, own]) =>
    rowOf(
      (JSON.parse(names) as (string | number | null)[]).map((name) =>
        name === null ? missing : String(name),
      ),
      own,
    ),
  )
  return {
    rows,
    total: rowOf(
      keys.map((_, index) => (index === 0 ? 'All' : '')),
      things,
    ),
  }
}

const sorted = (rows: readonly string[][]): string[] => rows.map((row) => row.join(' | ')).sort()
const isNothing = (row: readonly string[], labels: number): boolean =>
  row.slice(labels).every((text) => text === '' || text === '0')

describe.each(periods)('in %s', (_, dateFrom, dateTo) => {
  it.each(recounts.map((recount) => [recount.report, recount.section, recount] as const))(
    '%s, %s is what its words say',
    async (reportName, title, recount) => {
      const { status, text } = await askReport(service, lead, { reportName, dateFrom, dateTo, type: 'csv' })
      expect(status).toBe(200)
      const section = readSections(text).get(title)
      const { rows: things } = await service.db.owner.query<Thing>(recount.things, [dateFrom, dateTo])
      const { rows, total } = expectedRows(things, recount)
      const labels = Object.keys(recount.labels)
      expect(section?.columns).toEqual([...labels, ...Object.keys(recount.tallies)])
      const shown = section?.rows ?? []
      if (labels.length === 0) {
        expect(shown).toEqual([total])
        return
      }
      const counted = shown.filter((row) => row[0] !== 'All' && !isNothing(row, labels.length))
      expect(sorted(counted)).toEqual(sorted(rows))
      for (const row of shown) if (row[0] === 'All') expect(row).toEqual(total)
    },
  )
})

it('leaves out no section that counts', () => {
  const recounted = new Set(recounts.map(({ section }) => section))
  const counted = catalogue
    .filter(({ capability }) => capability !== 'report.audit' && capability !== 'dashboard.read')
    .flatMap(({ sections }) => sections.filter(({ kind }) => kind !== 'listed').map(({ title }) => title))
  expect(counted.filter((title) => !recounted.has(title))).toEqual([])
})

it('has something to count in every section', async () => {
  for (const { things, report, section } of recounts) {
    const { rowCount } = await service.db.owner.query(things, ['2025-11-01', '2026-10-31'])
    expect({ report, section, found: (rowCount ?? 0) > 5 }).toEqual({ report, section, found: true })
  }
})
