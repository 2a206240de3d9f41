import { expect, it } from 'vitest'
import { inventedWords } from '../../../contract/platform/calls/demonstration.ts'
import { readPages } from '../../testing/reading/pdfPages.ts'
import { renderDashboard, type PrintedDashboard } from './dashboardPdf.ts'

const period = { dateFrom: '2026-05-01', dateTo: '2026-11-29' }
const months = Array.from({ length: 24 }, (_, month) => ({
  month: `${2025 + Math.trunc(month / 12)}-${String((month % 12) + 1).padStart(2, '0')}`,
  value: month,
}))

/** As much as the dashboard has when the service is busy. */
const full: PrintedDashboard = {
  period,
  before: { dateFrom: '2025-09-30', dateTo: '2026-04-30' },
  countedAt: '2026-11-30T14:48:00Z',
  figures: Array.from({ length: 15 }, (_, place) => ({
    id: `figure${place}`,
    title: `Figure ${place}`,
    part: 'People',
    unit: 'count' as const,
    value: 208,
    before: 117,
    atMost: 300,
    better: 'lower' as const,
    definition: [],
    reportName: 'people',
    reportTitle: 'People',
    section: 0,
    row: null,
    column: 'people',
    hasPeople: false,
  })),
  trends: Array.from({ length: 6 }, (_, place) => ({
    id: `figure${place}`,
    title: `Figure ${place}`,
    unit: 'count' as const,
    atMost: null,
    months,
  })),
  waiting: {
    total: 91,
    longest: Array.from({ length: 10 }, (_, place) => ({
      days: 300 - place,
      stage: 'awaitingTreatment' as const,
      referralDate: `2026-01-${10 + place}`,
    })),
  },
  funnel: {
    thisMonth: { dateFrom: '2026-11-01', dateTo: '2026-11-29' },
    steps: ['Referred', 'Eligible', 'Enrolled', 'Completed'].map((title) => ({
      title,
      thisMonth: 40,
      period: 208,
    })),
  },
  isSuppressed: false,
}

it.each([
  ['one line', 'Priya Nair', ''],
  ['two lines', 'Bartholomea Featherstonehaugh-Cholmondeley', inventedWords],
])('a dashboard with all it can have ends above a foot of %s, on one page', async (_, printedBy, note) => {
  const pages = await readPages(await renderDashboard(full, printedBy, note))
  expect(pages).toHaveLength(1)
  const words = pages[0]?.words ?? []
  const foot = words.find(({ text }) => text.startsWith('Falls prevention service: '))
  const lastRow = words.find(({ text }) => text === '19-Jan-2026')
  expect(lastRow?.bottom).toBeGreaterThan((foot?.bottom ?? Infinity) + 10)
  const trend = words.filter(({ text }) => text === 'Jan 2025').map(({ bottom }) => bottom)
  const heading = words.find(({ text }) => text === 'Longest waits for care')
  expect(trend).toHaveLength(6)
  expect(Math.min(...trend)).toBeGreaterThan((heading?.bottom ?? Infinity) + 11)
})
