import { read as readExcel, utils } from '@e965/xlsx'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  dashboardReply,
  getDashboard,
  printDashboard,
  type Dashboard,
} from '../../../contract/insight/dashboard/dashboard.ts'
import { formatFigure } from '../../../contract/insight/dashboard/dashboardWords.ts'
import { addDays, addMonths, daysBetween, today } from '../../../contract/platform/dates/dates.ts'
import { formatDate } from '../../../contract/platform/words/format.ts'
import { getMonthEndPack, packDays } from '../../../contract/insight/monthEndPack.ts'
import { formatMonth } from '../../../contract/insight/reportPeriod.ts'
import { saveStageTargets } from '../../../contract/pathways/worklists/stageTargets.ts'
import type { PatientRow } from '../../../contract/patients/search/search.ts'
import { askReport, readSections } from '../../testing/values/askReport.ts'
import { readPdf } from '../../testing/reading/readPdf.ts'
import { fillReportWorld } from '../../testing/world/reportWorld.ts'
import { testService, type TestService } from '../../testing/process/service.ts'
import { unzipped } from '../../testing/reading/unzipped.ts'
import type { TestUser } from '../../testing/world/users.ts'
import { catalogue } from '../catalogue/catalogue.ts'
import { readTargets } from '../../pathways/worklists/targets.ts'
import { figureChoices } from './figures.ts'

const period = { dateFrom: '2026-01-01', dateTo: '2026-03-31' }
const before = { dateFrom: '2025-10-01', dateTo: '2025-12-31' }

let service: TestService
let lead: TestUser
let shown: Dashboard
beforeAll(async () => {
  service = await testService()
  lead = await service.as('Team Lead')
  await fillReportWorld(service.db)
  shown = dashboardReply.parse((await service.ask(getDashboard, period, lead)).body)
})
afterAll(() => service.close())

/** The number that the report itself prints for this figure. */
const inReport = async (
  { report, section, row, column }: (typeof figureChoices)[number],
  days: typeof period,
): Promise<number | null> => {
  const { text } = await askReport(service, lead, { reportName: report.name, ...days, type: 'csv' })
  const printed = readSections(text).get(section.title)
  const [group] = section.groups
  const label = row === null ? 'All' : (group?.labels?.[row] ?? row)
  const title = section.measures.find(({ id }) => id === column)?.title ?? ''
  const found = group === undefined ? printed?.rows[0] : printed?.rows.find(([first]) => first === label)
  const cell = found?.[printed?.columns.indexOf(title) ?? -1]
  if (cell === undefined) throw new Error(`${report.name} prints no ${title} of ${label}`)
  return cell === '' ? null : Number(cell)
}

describe('each figure', () => {
  it('is one of at most fifteen, and has something to say', () => {
    expect(shown.figures.map(({ id }) => id)).toEqual(figureChoices.map(({ id }) => id))
    expect(figureChoices.length).toBeLessThanOrEqual(15)
    for (const { value, definition } of shown.figures) {
      expect(value).not.toBeNull()
      expect(definition.length).toBeGreaterThan(1)
    }
  })

  it.each(figureChoices.map((choice) => [choice.id, choice] as const))(
    '%s is the number of its report, and so is the one before',
    async (id, choice) => {
      const figure = shown.figures.find((each) => each.id === id)
      expect(shown.before).toEqual(before)
      expect({ value: figure?.value, before: figure?.before }).toEqual({
        value: await inReport(choice, period),
        before: await inReport(choice, before),
      })
    },
  )

  it.each(figureChoices.filter(({ hasTrend }) => hasTrend).map((choice) => [choice.id, choice] as const))(
    '%s by month is what the report of that month says',
    async (id, choice) => {
      const months = shown.trends.find((each) => each.id === id)?.months ?? []
      expect(months.map(({ month }) => month)).toEqual(
        Array.from({ length: 24 }, (_, place) => addMonths('2024-04-01', place).slice(0, 7)),
      )
      expect(months.filter(({ value }) => value !== null && value > 0).length).toBeGreaterThan(2)
      for (const month of ['2025-10', '2025-12', '2026-03']) {
        const dateFrom = `${month}-01`
        const days = { dateFrom, dateTo: addDays(addMonths(dateFrom, 1), -1) }
        expect({ month, value: months.find((each) => each.month === month)?.value }).toEqual({
          month,
          value: await inReport(choice, days),
        })
      }
    },
  )

  it('leads to the patients behind it where it counts people', async () => {
    for (const { reportName, section, row, column, value, hasPeople } of shown.figures) {
      if (!hasPeople) continue
      const reply = await service.app.inject({
        method: 'POST',
        url: `/api/report/${reportName}/people`,
        headers: { authorization: `Bearer ${lead.accessToken}` },
        payload: { reportName, ...period, section, row, column },
      })
      expect({ column, people: reply.json<PatientRow[]>().length }).toEqual({ column, people: value })
    }
  })

  it('has the target that the service has set for its list', async () => {
    const { id, version, ...targets } = await readTargets(service.db.sql)
    const saved = await service.ask(
      saveStageTargets,
      { id, version, ...targets, awaitingAssessment: 21 },
      lead,
    )
    expect(saved.status).toBe(200)
    const { figures } = (await service.ask(getDashboard, period, lead)).body as Dashboard
    const atMost = Object.fromEntries(figures.map((figure) => [figure.id, figure.atMost]))
    expect(atMost).toMatchObject({ waitFrat: 21, waitWellbeing: 28, over52: 0, referrals: null })
  })
})

it('lists those who have waited longest for care, and nobody waits longer', async () => {
  const { total, longest } = shown.waiting
  const reply = await service.app.inject({
    method: 'POST',
    url: '/api/report/referralWaits/people',
    headers: { authorization: `Bearer ${lead.accessToken}` },
    payload: { reportName: 'referralWaits', ...period, section: 1, row: ['whole'], column: 'waiting' },
  })
  const people = reply.json<PatientRow[]>()
  expect(people).toHaveLength(total)
  const { rows } = await service.db.owner.query<{ id: string; since: string }>(
    `select id, coalesce(received_date, referral_date)::text as since from pathway where id = any($1)`,
    [people.map(({ pathwayId }) => pathwayId)],
  )
  const waits = rows
    .filter(({ since }) => since !== null)
    .map(({ id, since }) => ({ id: Number(id), days: daysBetween(since, period.dateTo) }))
    .toSorted((a, b) => b.days - a.days || a.id - b.id)
  expect(longest.map(({ pathwayId, days }) => ({ id: pathwayId, days }))).toEqual(waits.slice(0, 10))
  expect(longest).toHaveLength(10)
  expect(longest.every(({ flags }) => Array.isArray(flags))).toBe(true)
})

it('shows how far the referrals of the period and of this month have come, as the report of each does', async () => {
  const funnelIn = async (days: typeof period): Promise<number[]> => {
    const { text } = await askReport(service, lead, { reportName: 'completionFunnel', ...days, type: 'csv' })
    const { columns = [], rows = [] } = readSections(text).get('Steps, by month of referral') ?? {}
    return ['Referred', 'Eligible', 'Enrolled', 'Completed'].map((title) =>
      Number(rows.at(-1)?.[columns.indexOf(title)]),
    )
  }
  expect(shown.funnel.steps.map((step) => step.period)).toEqual(await funnelIn(period))
  expect(shown.funnel.steps[0]?.period).toBeGreaterThan(5)
  const thisMonth = { dateFrom: `${today().slice(0, 7)}-01`, dateTo: today() }
  expect(shown.funnel.thisMonth).toEqual(thisMonth)
  expect(shown.funnel.steps.map((step) => step.thisMonth)).toEqual(await funnelIn(thisMonth))
})

describe('who may look', () => {
  it('is the Team Lead alone', async () => {
    for (const profile of [
      'Clinician',
      'Admissions',
      'System Administrator',
      'Information Governance',
    ] as const) {
      const user = await service.as(profile)
      for (const call of [getDashboard, printDashboard])
        expect((await service.ask(call, period, user)).status).toBe(403)
    }
  })

  it('does not look at days that have not come', async () => {
    const input = { ...period, dateTo: addDays(today(), 1) }
    const { status, body } = await service.ask(getDashboard, input, lead)
    expect({ status, body }).toEqual({ status: 400, body: { dateTo: 'The date cannot be after today' } })
  })
})

it('leaves in the audit trail whose waits were shown', async () => {
  await service.ask(getDashboard, period, lead)
  const { rows } = await service.db.owner.query<{ action: string; patient_ids: string[]; criteria: object }>(
    'select action, patient_ids, criteria from audit_event order by id desc limit 1',
  )
  expect(rows[0]).toEqual({
    action: 'GET /api/dashboard/get',
    patient_ids: [...new Set(shown.waiting.longest.map(({ patientId }) => String(patientId)))],
    criteria: period,
  })
})

it('is one A4 page with every number and no name', async () => {
  const reply = await service.ask(printDashboard, period, lead)
  expect(reply.status).toBe(200)
  const { pages, text } = await readPdf(reply.body as Buffer)
  const words = text.replaceAll(/\s+/g, ' ')
  expect(pages).toBe(1)
  for (const { title, value, unit } of shown.figures) {
    expect(words).toContain(title)
    expect(words).toContain(formatFigure(value, unit))
  }
  expect(words).toContain(formatMonth('2026-03'))
  expect(words).toContain('Longest waits for care')
  for (const { familyName, nhsNumber } of shown.waiting.longest) {
    expect(words.toLowerCase()).not.toContain(familyName.toLowerCase())
    if (nhsNumber !== null) expect(words.replaceAll('-', '')).not.toContain(nhsNumber)
  }
})

describe('the month-end pack', () => {
  it('has the last month’s dashboard and reports, with the numbers that these show without small ones', async () => {
    const { dateFrom, dateTo } = packDays(today())
    const reply = await service.ask(getMonthEndPack, {}, lead)
    expect(reply.status).toBe(200)
    const month = dateFrom.slice(0, 7)
    const files = await unzipped(reply.body)
    expect([...files.keys()]).toEqual([`dashboard-${month}.pdf`, `reports-${month}.xlsx`])

    const pdf = await readPdf(files.get(`dashboard-${month}.pdf`) ?? Buffer.alloc(0))
    expect(pdf.pages).toBe(1)
    expect(pdf.text.replaceAll(/\s+/g, ' ')).toContain(`${formatDate(dateFrom)} to ${formatDate(dateTo)}`)

    const book = readExcel(files.get(`reports-${month}.xlsx`) ?? Buffer.alloc(0), { type: 'buffer' })
    const asked = { reportName: 'monthEndPack', dateFrom, dateTo, suppress: true }
    const { text } = await askReport(service, lead, { ...asked, type: 'csv' })
    const sections = [...readSections(text).values()]
    expect(book.SheetNames).toHaveLength(1 + sections.length)
    for (const [place, { columns, rows }] of sections.entries()) {
      const sheet = book.Sheets[book.SheetNames[place + 1] ?? ''] ?? {}
      const [, ...shown] = utils.sheet_to_json<unknown[]>(sheet, { header: 1, defval: '', blankrows: true })
      // The sheet and the file use the same text for missing values, such as an organisation without a code.
      expect([columns[0], shown.map((row) => row.map(String))]).toEqual([columns[0], rows])
    }
  })

  it('hides small numbers on its page too, lists no single wait, and says the same when it is fetched later', async () => {
    const february = { dateFrom: '2026-02-01', dateTo: '2026-02-28' }
    const now = service.time.now
    const pageOn = async (day: string): Promise<string> => {
      service.time.now = Date.parse(`${day}T10:00:00Z`)
      const { body } = await service.ask(getMonthEndPack, {}, await service.as('Team Lead'))
      const { text } = await readPdf((await unzipped(body)).get('dashboard-2026-02.pdf') ?? Buffer.alloc(0))
      return text.replaceAll(/\s+/g, ' ').replaceAll(/Surefoot: Service dashboard, printed.*$/g, '')
    }
    const words = await pageOn('2026-03-03')
    expect(await pageOn('2026-03-27')).toBe(words)
    service.time.now = now
    const { figures } = (await service.ask(getDashboard, february, lead)).body as Dashboard
    const counts = figures.filter(({ unit }) => unit === 'count')
    expect(counts.some(({ value }) => (value ?? 0) > 4)).toBe(true)
    expect(counts.some(({ value }) => (value ?? 0) > 0 && (value ?? 0) < 5)).toBe(true)
    for (const { title, value } of counts) {
      const isSmall = (value ?? 0) > 0 && (value ?? 0) < 5
      expect(words).toContain(`${title} ${isSmall ? '–' : 5 * Math.round((value ?? 0) / 5)}`)
    }
    expect(words).toContain('Small numbers are hidden')
    expect(words).toContain(`since ${formatDate(february.dateFrom)}`)
    expect(words).not.toContain('Longest waits')
  })

  it('is made of the sections of other reports, and is for Team Leads', async () => {
    const own = catalogue.find(({ name }) => name === 'monthEndPack')
    const facts = new Set(
      catalogue
        .filter((report) => report !== own)
        .flatMap(({ sections }) => sections.map((each) => each.facts)),
    )
    expect(own?.sections.filter((each) => !facts.has(each.facts))).toEqual([])
    expect(new Set(own?.sections.map(({ title }) => title)).size).toBe(own?.sections.length)
    expect((await service.ask(getMonthEndPack, {}, await service.as('Clinician'))).status).toBe(403)
  })
})
