import { act, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { Dashboard, Figure } from '../../../contract/insight/dashboard/dashboard.ts'
import { addDays, today } from '../../../contract/platform/dates/dates.ts'
import { daysOfPeriod } from '../../../contract/insight/reportPeriod.ts'
import { forgetSession } from '../../platform/session/session.ts'
import { json } from '../../testing/fakeService.ts'
import { click } from '../../testing/person.ts'
import { beSignedIn, clinician, edna, quietService, renderSite, teamLead } from '../../testing/renderSite.tsx'

const figure = (more: Partial<Figure>): Figure => ({
  ...{ id: 'waitFrat', title: 'Referral to FRAT, median', part: 'Waits that ended', unit: 'days' },
  ...{ value: 30, before: 26.5, atMost: 28, better: 'lower', definition: ['“Median days” of each step.'] },
  ...{ reportName: 'waitingTimes', reportTitle: 'Waiting times', section: 0, row: ['Referral to FRAT'] },
  ...{ column: 'median', hasPeople: false },
  ...more,
})

const dashboard: Dashboard = {
  period: { dateFrom: '2026-10-01', dateTo: '2026-10-31' },
  before: { dateFrom: '2026-09-01', dateTo: '2026-09-30' },
  countedAt: '2026-11-22T12:00:00Z',
  figures: [
    figure({}),
    figure({
      ...{ id: 'waiting', title: 'Waiting for first contact', part: 'Waiting at the end', unit: 'count' },
      ...{
        value: 7,
        before: 9,
        atMost: null,
        reportName: 'referralWaits',
        reportTitle: 'Waits from referral',
        column: 'waiting',
        hasPeople: true,
      },
    }),
  ],
  trends: [
    {
      ...{ id: 'waitFrat', title: 'Referral to FRAT, median', unit: 'days', atMost: 28 },
      months: [
        { month: '2026-08', value: 20 },
        { month: '2026-09', value: null },
        { month: '2026-10', value: 30 },
      ],
    },
  ],
  waiting: { total: 31, definition: ['Who waits.'], longest: [{ ...edna, days: 400, stage: 'inExercise' }] },
  funnel: {
    thisMonth: { dateFrom: '2026-11-01', dateTo: '2026-11-22' },
    definition: ['How far they came.'],
    steps: [
      { id: 'referred', title: 'Referred', thisMonth: 8, period: 40 },
      { id: 'completed', title: 'Completed', thisMonth: 2, period: 10 },
    ],
  },
}

const service = () => quietService({ '/api/dashboard/get': () => json(dashboard) })

beforeEach(() => beSignedIn(teamLead))
afterEach(() => {
  vi.useRealTimers()
  localStorage.clear()
  forgetSession('person')
  vi.unstubAllGlobals()
})

describe('the dashboard', () => {
  test('says each number with its target, the period before and what it counts, in words', async () => {
    service()
    renderSite('/falls/dashboard')
    const figures = within(await screen.findByRole('region', { name: 'Figures' }))
    const card = figures.getByRole('heading', { name: 'Referral to FRAT, median' }).closest('li')
    expect(card).toHaveTextContent('30 days')
    expect(card).toHaveTextContent('Up from 26.5 days: worse')
    expect(card).toHaveTextContent('Target: at most 28 days, not met')
    expect(card).toHaveTextContent('“Median days” of each step.')
    expect(screen.getByRole('link', { name: 'Show the report Waiting times', hidden: true })).toHaveAttribute(
      'href',
      '/falls/reports?report=waitingTimes&dateFrom=2026-10-01&dateTo=2026-10-31',
    )
    const people = screen.getAllByRole('link', { name: 'Show who they are', hidden: true })
    expect(people.map((link) => link.getAttribute('href'))).toEqual([
      expect.stringContaining('report=referralWaits') as string,
    ])
    expect(document.querySelector('iframe')).toBeNull()
  })

  test('draws the months with a sentence and a table, and leads to who has waited longest', async () => {
    service()
    renderSite('/falls/dashboard')
    const chart = await screen.findByRole('figure', { name: 'Referral to FRAT, median' })
    expect(chart).toHaveTextContent('Oct 2026: 30 days')
    expect(chart).toHaveTextContent('Median of the months: 25 days.')
    const rows = within(chart).getAllByRole('row', { hidden: true })
    expect(rows.map(({ textContent }) => textContent)).toEqual([
      'MonthDays',
      'Oct 202630 days',
      'Sep 2026–',
      'Aug 202620 days',
    ])
    expect(screen.getByRole('link', { name: 'ASHWORTH, Edna (Mrs)' })).toHaveAttribute(
      'href',
      '/falls/pathway/view?id=21&patientId=11',
    )
    expect(screen.getByRole('row', { name: /^Completed/ })).toHaveTextContent(
      '2 (25% of referred)10 (25% of referred)',
    )
  })

  test('opens with the last 12 weeks, and afterwards with the period that was chosen last', async () => {
    const seen = service()
    const asked = () => seen.filter(({ path }) => path === '/api/dashboard/get').map(({ query }) => query)
    const site = renderSite('/falls/dashboard')
    const weeks = await screen.findByRole('button', { name: 'Last 12 weeks' })
    expect(weeks).toHaveAttribute('aria-pressed', 'true')
    await waitFor(() => expect(asked()).toEqual([{ dateFrom: addDays(today(), -83), dateTo: today() }]))
    click(screen.getByRole('button', { name: 'Last month' }))
    const { dateFrom, dateTo } = daysOfPeriod('lastMonth', today())
    await waitFor(() => expect(asked().at(-1)).toEqual({ dateFrom, dateTo }))
    expect(site.state.location.searchStr).toBe(`?dateFrom=${dateFrom}&dateTo=${dateTo}`)
    await site.navigate({ to: '/falls/home' })
    await site.navigate({ to: '/falls/dashboard', search: {} })
    await waitFor(() =>
      expect(screen.getByRole('button', { name: 'Last month' })).toHaveAttribute('aria-pressed', 'true'),
    )
  })

  test('that takes long says so, is shown when it is ready, and can be stopped', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true })
    let isSlow = true
    let answer: (response: Response) => void = () => undefined
    const seen = quietService({
      '/api/dashboard/get': () =>
        isSlow ? new Promise<Response>((resolve) => (answer = resolve)) : json(dashboard),
    })
    const givenUp = () =>
      seen.filter(({ path }) => path === '/api/dashboard/get').map((each) => each.isGivenUp())
    const long = 'The dashboard takes longer than usual. It will be shown here as soon as it is ready.'
    renderSite('/falls/dashboard')
    expect(await screen.findByText('Loading the dashboard…')).toBeVisible()
    expect(screen.queryByText(long)).toBeNull()
    await act(() => vi.advanceTimersByTimeAsync(3_000))
    expect(screen.getByText(long)).toBeVisible()
    expect(screen.queryByText('Loading the dashboard…')).toBeNull()
    act(() => answer(json(dashboard)))
    expect(await screen.findByRole('region', { name: 'Figures' })).toBeVisible()
    expect(screen.queryByText(long)).toBeNull()

    click(screen.getByRole('button', { name: 'Last month' }))
    await waitFor(() => expect(givenUp()).toEqual([false, false]))
    expect(screen.getByRole('region', { name: 'Figures' })).toBeVisible()
    await act(() => vi.advanceTimersByTimeAsync(3_000))
    click(await screen.findByRole('button', { name: 'Stop' }))
    expect(await screen.findByText('The dashboard was stopped before it was ready.')).toBeVisible()
    expect(givenUp()).toEqual([false, true])
    // The figures of the other period would look like those of the chosen one.
    expect(screen.queryByRole('region', { name: 'Figures' })).toBeNull()
    isSlow = false
    click(screen.getByRole('button', { name: 'Try again' }))
    expect(await screen.findByRole('region', { name: 'Figures' })).toBeVisible()
  })

  test('is for Team Leads', async () => {
    forgetSession('person')
    beSignedIn(clinician)
    const seen = service()
    renderSite('/falls/dashboard')
    expect(await screen.findByText('The dashboard is not part of your current role.')).toBeVisible()
    expect(seen.filter(({ path }) => path.startsWith('/api/dashboard'))).toEqual([])
  })
})
