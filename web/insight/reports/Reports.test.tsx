import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { today } from '../../../contract/platform/dates/dates.ts'
import { formatDate } from '../../../contract/platform/words/format.ts'
import { packMonth } from '../../../contract/insight/monthEndPack.ts'
import { daysOfPeriod } from '../../../contract/insight/reportPeriod.ts'
import type { HeldRole } from '../../../contract/accounts/session.ts'
import { forgetSession } from '../../platform/session/session.ts'
import { errorSummary } from '../../testing/errorSummary.ts'
import { json, type Answer } from '../../testing/fakeService.ts'
import { click, fill } from '../../testing/person.ts'
import { beSignedIn, clinician, edna, quietService, renderSite } from '../../testing/renderSite.tsx'

const lead: HeldRole = { id: 4, name: 'Team Lead', profile: 'Team Lead' }
const auditor: HeldRole = { id: 5, name: 'Information Governance', profile: 'Information Governance' }
const administrator: HeldRole = { id: 6, name: 'System Administrator', profile: 'System Administrator' }

const offers = [
  {
    name: 'discharges',
    title: 'Discharges',
    group: 'Caseload',
    answers: 'Why were people discharged?',
    definition: ['Referrals that ended.'],
  },
  {
    name: 'bmi',
    title: 'BMI',
    group: 'Assessments',
    answers: 'In which category are people?',
    definition: ['Measurements.', 'By category.'],
  },
]
const page = (body: string): Response =>
  new Response(`<!doctype html><html lang="en-GB"><body>${body}</body></html>`, {
    headers: { 'content-type': 'text/html' },
  })
const file = (name: string): Response =>
  new Response('bytes', { headers: { 'content-disposition': `attachment; filename="${name}"` } })

const service = (answers: Record<string, Answer> = {}) =>
  quietService({
    '/api/report/all': () => json(offers),
    '/api/reportRun/all': () => json([]),
    '/api/savedReport/all': () => json([]),
    '/api/report/discharges': ({ body }) =>
      (JSON.parse(body) as { type: string }).type === 'html'
        ? page('<h1>Discharges</h1>')
        : file('discharges.pdf'),
    ...answers,
  })

let saved: string[] = []
beforeEach(() => {
  beSignedIn(lead)
  saved = []
  URL.createObjectURL = () => 'blob:here'
  URL.revokeObjectURL = () => undefined
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    saved.push(this.download)
  })
})
afterEach(() => {
  localStorage.clear()
  forgetSession('person')
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

const typeDay = (name: string, [day, month, year]: [string, string, string]): void => {
  const group = within(screen.getByRole('group', { name }))
  fill(group.getByLabelText('Day'), day)
  fill(group.getByLabelText('Month'), month)
  fill(group.getByLabelText('Year'), year)
}
const run = (): void => click(screen.getByRole('button', { name: 'Run report' }))
const choose = async (name: string): Promise<void> => {
  await screen.findByRole('option', { name: 'Discharges (Caseload)' })
  fill(screen.getByLabelText('Report'), name)
}
const messages = async (): Promise<(string | null)[]> =>
  within(await errorSummary())
    .getAllByRole('link')
    .map(({ textContent }) => textContent)

describe('the reports screen', () => {
  test('says everything that is missing, in the words of the contract', async () => {
    const seen = service()
    renderSite('/falls/reports')
    await screen.findByRole('heading', { name: 'Reports', level: 1 })
    await screen.findByRole('button', { name: 'Run report' })
    run()
    expect(await screen.findByText('The form is invalid please check and try again.')).toBeVisible()
    expect(await messages()).toEqual(['Report required', 'Date From required', 'Date To required'])
    expect(seen.filter(({ method }) => method === 'POST')).toEqual([])
  })

  test.each([
    [
      'days in the wrong order',
      ['2', '3', '2026'],
      ['1', '3', '2026'],
      'Date To must be on or after Date From',
    ],
    ['more than five years', ['1', '1', '2021'], ['2', '1', '2026'], 'A report covers at most 5 years'],
    ['a day that is none', ['31', '2', '2026'], ['1', '3', '2026'], 'Enter a real date, such as 15 3 2026'],
  ] as const)('refuses %s', async (_, from, to, message) => {
    service()
    renderSite('/falls/reports')
    await choose('discharges')
    typeDay('Date From', [...from])
    typeDay('Date To', [...to])
    run()
    await screen.findByText('The form is invalid please check and try again.')
    expect(await messages()).toHaveLength(1)
    expect(screen.getAllByText(new RegExp(message.slice(0, 12))).length).toBeGreaterThan(0)
  })

  test('shows a report in a frame that runs no script', async () => {
    const seen = service()
    const site = renderSite('/falls/reports')
    await choose('discharges')
    expect(screen.getByText('Referrals that ended.')).toBeVisible()
    typeDay('Date From', ['1', '3', '2026'])
    typeDay('Date To', ['31', 'March', '2026'])
    run()
    const frame = await screen.findByTitle('Report: Discharges')
    const sandbox = (frame.getAttribute('sandbox') ?? '').split(' ')
    expect(sandbox).not.toContain('allow-scripts')
    expect(sandbox).not.toContain('allow-forms')
    expect(sandbox).not.toContain('allow-popups')
    expect(frame.getAttribute('srcdoc')).toContain('<h1>Discharges</h1>')
    const asked = seen.find(({ path }) => path === '/api/report/discharges')
    expect(JSON.parse(asked?.body ?? '')).toEqual({
      reportName: 'discharges',
      dateFrom: '2026-03-01',
      dateTo: '2026-03-31',
      type: 'html',
    })
    expect(site.state.location.searchStr).toBe('?report=discharges&dateFrom=2026-03-01&dateTo=2026-03-31')
    await waitFor(() => expect(screen.getByRole('heading', { name: 'Discharges', level: 2 })).toHaveFocus())
  })

  test('runs again when asked again', async () => {
    const seen = service()
    renderSite('/falls/reports?report=discharges&dateFrom=2026-03-01&dateTo=2026-03-31')
    await screen.findByTitle('Report: Discharges')
    run()
    await waitFor(() => expect(seen.filter(({ path }) => path === '/api/report/discharges')).toHaveLength(2))
    expect(await screen.findByTitle('Report: Discharges')).toBeVisible()
  })

  test('saves a report as a file of the name that the service gives', async () => {
    const seen = service()
    renderSite('/falls/reports')
    await choose('discharges')
    click(screen.getByRole('button', { name: 'Last month' }))
    fill(screen.getByLabelText('Show or save'), 'pdf')
    click(screen.getByLabelText(/Hide small numbers/))
    run()
    await waitFor(() => expect(saved).toEqual(['discharges.pdf']))
    const asked = JSON.parse(
      seen.find(({ path }) => path === '/api/report/discharges')?.body ?? '',
    ) as Record<string, unknown>
    expect(asked).toMatchObject({ reportName: 'discharges', type: 'pdf', suppress: true })
    expect(String(asked['dateFrom'])).toMatch(/-01$/)
    expect(screen.queryByTitle('Report: Discharges')).toBeNull()
  })

  test('saves what is shown, too', async () => {
    service()
    renderSite('/falls/reports?report=discharges&dateFrom=2026-03-01&dateTo=2026-03-31')
    click(await screen.findByRole('button', { name: 'Save PDF' }))
    await waitFor(() => expect(saved).toEqual(['discharges.pdf']))
    expect(await screen.findByText('Saved to your downloads: report as PDF')).toBeVisible()
  })

  test('says why a report could not be run, not even in the background', async () => {
    const busy = () => json({ code: 'unavailable', message: 'The service is busy.', requestId: 'x' }, 503)
    service({ '/api/report/discharges': busy, '/api/reportRun/start': busy })
    renderSite('/falls/reports?report=discharges&dateFrom=2026-03-01&dateTo=2026-03-31')
    expect(await screen.findByText('The service is busy.')).toBeVisible()
    expect(screen.getByRole('button', { name: 'Try again' })).toBeVisible()
  })

  test('says what is wrong with an address that was typed by hand', async () => {
    service({ '/api/report/other': () => json({ reportName: 'Choose a report from the list' }, 400) })
    renderSite('/falls/reports?report=other&dateFrom=2026-03-01&dateTo=2026-03-31')
    expect(await screen.findByText('Choose a report from the list.')).toBeVisible()
  })
})

describe('the list of reports', () => {
  test('is in groups, says what each answers, and is searched by words of either', async () => {
    service()
    renderSite('/falls/reports')
    const group = await screen.findByRole('region', { name: 'Caseload' })
    expect(within(group).getByRole('heading', { name: 'Discharges' })).toBeVisible()
    expect(within(group).getByText('Why were people discharged?')).toBeVisible()
    fill(screen.getByLabelText('Find a report'), 'category PEOPLE')
    expect(screen.queryByRole('region', { name: 'Caseload' })).toBeNull()
    expect(screen.getByRole('heading', { name: 'BMI' })).toBeVisible()
    expect(screen.getByText('1 of 2 reports')).toBeVisible()
    fill(screen.getByLabelText('Find a report'), 'zebra')
    expect(screen.getByText('No report has these words. Try fewer words.')).toBeVisible()
  })

  test('runs one for last month, and says afterwards when and over which days', async () => {
    const seen = service()
    renderSite('/falls/reports')
    click(await screen.findByRole('link', { name: 'Run for last month: Discharges' }))
    await screen.findByTitle('Report: Discharges')
    const { dateFrom, dateTo } = daysOfPeriod('lastMonth', today())
    const asked = seen.find(({ path }) => path === '/api/report/discharges')
    expect(JSON.parse(asked?.body ?? '')).toMatchObject({ dateFrom, dateTo })
    click(screen.getByRole('link', { name: 'Back to all reports' }))
    const again = await screen.findByRole('link', { name: /^Run Discharges again for / })
    expect(again).toHaveTextContent(`${formatDate(dateFrom)} to ${formatDate(dateTo)}`)
    expect(screen.queryByRole('link', { name: /^Run BMI again/ })).toBeNull()
  })

  test('begins with last month when a report is chosen, and can have other days', async () => {
    service()
    renderSite('/falls/reports')
    click(await screen.findByRole('link', { name: 'Choose days for Discharges' }))
    await waitFor(() => expect(screen.getByLabelText('Report')).toHaveValue('discharges'))
    const from = within(screen.getByRole('group', { name: 'Date From' }))
    expect(from.getByLabelText('Day')).toHaveValue('1')
    expect(screen.queryByTitle('Report: Discharges')).toBeNull()
  })
})

describe('the patients behind a number', () => {
  test.each([
    ['1', false],
    ['1500', true],
  ])('of which %s are counted say when only the first are shown', async (total, isCut) => {
    service({
      '/api/report/discharges/people': () => json([edna], 200, { 'x-total-count': total }),
    })
    renderSite(
      '/falls/reports?report=discharges&dateFrom=2026-03-01&dateTo=2026-03-31&section=0&column=discharges&of=Discharges',
    )
    await screen.findByRole('link', { name: 'View ASHWORTH, Edna (Mrs)' })
    expect(screen.queryByText(/The first 1 of 1500 are shown\./) !== null).toBe(isCut)
    expect(screen.queryByText(/The first/) !== null).toBe(isCut)
  })

  test('say how many of them are not named, because their records are restricted', async () => {
    service({
      '/api/report/discharges/people': () =>
        json([edna], 200, { 'x-total-count': '3', 'x-withheld-count': '2' }),
    })
    renderSite(
      '/falls/reports?report=discharges&dateFrom=2026-03-01&dateTo=2026-03-31&section=0&column=discharges&of=Discharges',
    )
    expect(
      await screen.findByText('2 restricted records of the 3 are not named here. Work lists have everybody.'),
    ).toBeVisible()
    expect(screen.queryByText(/The first/)).toBeNull()
  })

  test('are in a grid under what they are, and lead back to the report', async () => {
    const seen = service({
      '/api/report/discharges/people': () => json([edna], 200, { 'x-total-count': '1' }),
      '/api/report/discharges/people/export': () => file('discharges.csv'),
    })
    renderSite(
      '/falls/reports?report=discharges&dateFrom=2026-03-01&dateTo=2026-03-31&section=0&row=%5B%22Died%22%5D&column=discharges&of=Died%2C+Discharges',
    )
    expect(await screen.findByRole('heading', { name: 'Died, Discharges', level: 2 })).toHaveFocus()
    expect(await screen.findByRole('link', { name: 'View ASHWORTH, Edna (Mrs)' })).toBeVisible()
    expect(JSON.parse(seen.find(({ path }) => path.endsWith('/people'))?.body ?? '')).toEqual({
      reportName: 'discharges',
      dateFrom: '2026-03-01',
      dateTo: '2026-03-31',
      section: 0,
      row: ['Died'],
      column: 'discharges',
    })
    fill(screen.getByLabelText('Filter'), 'ashw')
    click(screen.getByRole('button', { name: 'Save CSV' }))
    await waitFor(() => expect(saved).toEqual(['discharges.csv']))
    expect(JSON.parse(seen.findLast(({ path }) => path.endsWith('/export'))?.body ?? '')).toMatchObject({
      filter: 'ashw',
      type: 'csv',
      column: 'discharges',
    })
    click(screen.getByRole('link', { name: 'Back to the report' }))
    expect(await screen.findByTitle('Report: Discharges')).toBeVisible()
  })
})

describe('who sees reports', () => {
  test.each([
    [lead, ['Home', 'Work lists', 'Search', 'Dashboard', 'Reports']],
    [clinician, ['Home', 'Work lists', 'Search', 'Reports']],
    [auditor, ['Home', 'Search', 'Reports']],
    [administrator, ['Home']],
  ])('$name', async (role, entries) => {
    forgetSession('person')
    beSignedIn(role)
    service()
    renderSite('/falls/reports')
    const menu = within(await screen.findByRole('navigation', { name: 'Main' }))
    const shown = menu.getAllByRole('link').map(({ textContent }) => textContent)
    for (const entry of entries) expect(shown).toContain(entry)
    expect(shown.includes('Reports')).toBe(entries.includes('Reports'))
    expect(shown.includes('Dashboard')).toBe(entries.includes('Dashboard'))
    if (role === administrator)
      expect(screen.getByText('Reports are not part of your current role.')).toBeVisible()
  })
})

test('a work list is saved as it is filtered', async () => {
  const seen = service({
    '/api/list/inExercise': () => json([edna], 200, { 'x-total-count': '1' }),
    '/api/list/export': () => file('in-exercise.xlsx'),
  })
  renderSite('/falls/in-exercise')
  fill(await screen.findByLabelText('Filter'), 'zz9')
  click(screen.getByRole('button', { name: 'Save Excel' }))
  await waitFor(() => expect(saved).toEqual(['in-exercise.xlsx']))
  expect(JSON.parse(seen.find(({ path }) => path === '/api/list/export')?.body ?? '')).toEqual({
    stage: 'inExercise',
    type: 'xlsx',
    filter: 'zz9',
  })
})

describe('the month-end pack', () => {
  test('is saved with one press, and says why when it cannot be', async () => {
    const month = packMonth(today())
    let isAway = true
    service({
      '/api/monthEndPack/get': () =>
        isAway ? json({ code: 'unavailable', message: 'Too many wait.' }, 503) : file('month-end.zip'),
    })
    renderSite('/falls/reports')
    const button = await screen.findByRole('button', { name: `Save the pack of ${month}` })
    click(button)
    expect(await screen.findByRole('alert')).toHaveTextContent('Too many wait.')
    isAway = false
    click(button)
    expect(await screen.findByText(`Saved to your downloads: the pack of ${month}`)).toBeVisible()
    expect(saved).toEqual(['month-end.zip'])
    expect(screen.queryByRole('alert')).toBeNull()
  })

  test('is not offered to users who may not see the dashboard', async () => {
    forgetSession('person')
    beSignedIn(clinician)
    service()
    renderSite('/falls/reports')
    expect(await screen.findByRole('heading', { name: 'All reports' })).toBeVisible()
    expect(screen.queryByRole('heading', { name: 'Month-end pack' })).toBeNull()
  })
})
