import { act, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { ReportRun } from '../../../contract/insight/reportRun.ts'
import type { SavedReport } from '../../../contract/insight/savedReport.ts'
import type { HeldRole } from '../../../contract/accounts/session.ts'
import { queryClient } from '../../platform/calls/queryClient.ts'
import { forgetSession } from '../../platform/session/session.ts'
import { json, type Answer, type Seen } from '../../testing/fakeService.ts'
import { click, fill } from '../../testing/person.ts'
import { administrator, beSignedIn, quietService, renderSite } from '../../testing/renderSite.tsx'

const lead: HeldRole = { id: 4, name: 'Team Lead', profile: 'Team Lead' }
const offers = [
  { name: 'discharges', title: 'Discharges', group: 'Caseload', answers: 'Why?', definition: ['Ended.'] },
]
const runOf = (more: Partial<ReportRun> = {}): ReportRun => ({
  id: 12,
  reportName: 'discharges',
  title: 'Discharges',
  savedAs: null,
  dateFrom: '2020-03-01',
  dateTo: '2020-03-31',
  suppress: false,
  state: 'running',
  progress: 'Counting part 2 of 5: By reason',
  askedAt: '2020-04-01T09:00:00Z',
  expiresAt: '2020-04-02T09:00:00Z',
  ...more,
})
const savedOf = (more: Partial<SavedReport> = {}): SavedReport => ({
  id: 3,
  version: 2,
  name: 'For the board',
  reportName: 'discharges',
  title: 'Discharges',
  mayRun: true,
  period: 'fixed',
  dateFrom: '2020-01-01',
  dateTo: '2020-01-31',
  suppress: true,
  isMonthly: false,
  nextOn: null,
  stoppedAt: null,
  ...more,
})
const page = () =>
  new Response('<!doctype html><html><body><h1>Discharges</h1></body></html>', {
    headers: { 'content-type': 'text/html' },
  })
const file = () =>
  new Response('bytes', { headers: { 'content-disposition': 'attachment; filename="discharges.xlsx"' } })

let runs: ReportRun[] = []
let saved: SavedReport[] = []
const service = (answers: Record<string, Answer> = {}) =>
  quietService({
    '/api/report/all': () => json(offers),
    '/api/reportRun/all': () => json(runs),
    '/api/savedReport/all': () => json(saved),
    '/api/reportRun/start': () => {
      runs = [runOf({ state: 'waiting', progress: 'Waiting to start' })]
      return json({ id: 12 })
    },
    '/api/reportRun/open': ({ body }) =>
      (JSON.parse(body) as { type: string }).type === 'html' ? page() : file(),
    '/api/reportRun/remove': () => {
      runs = []
      return json({ success: true })
    },
    ...answers,
  })
const bodiesTo = (seen: Seen[], path: string): unknown[] =>
  seen.filter((each) => each.path === path).map(({ body }) => JSON.parse(body) as unknown)
const lookAgain = () => act(() => queryClient.refetchQueries({ queryKey: ['reportRuns'] }))

let downloads: string[] = []
beforeEach(() => {
  beSignedIn(lead)
  runs = []
  saved = []
  downloads = []
  URL.createObjectURL = () => 'blob:here'
  URL.revokeObjectURL = () => undefined
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    downloads.push(this.download)
  })
})
afterEach(() => {
  vi.useRealTimers()
  forgetSession('person')
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

const shown = '/falls/reports?report=discharges&dateFrom=2020-03-01&dateTo=2020-03-31'
const march = { reportName: 'discharges', dateFrom: '2020-03-01', dateTo: '2020-03-31' }
const never = () => new Promise<Response>(() => undefined)

describe('a report that takes longer than people wait', () => {
  test('goes on in the background, says so, and is shown when it is ready', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true })
    const seen = service({ '/api/report/discharges': never })
    const site = renderSite(shown)
    expect(await screen.findByText('Loading the report…')).toBeVisible()
    expect(bodiesTo(seen, '/api/reportRun/start')).toEqual([])
    const waitedFor = seen.find(({ path }) => path === '/api/report/discharges')
    expect(waitedFor?.isGivenUp()).toBe(false)
    await act(() => vi.advanceTimersByTimeAsync(3_000))
    expect(waitedFor?.isGivenUp()).toBe(true)
    expect(await screen.findByText('Waiting to start')).toBeVisible()
    expect(screen.getByText('Waiting to start')).toHaveAttribute('role', 'status')
    expect(
      screen.getByText(/opens here by itself as soon as it is ready\. You can leave this page/),
    ).toBeVisible()
    expect(bodiesTo(seen, '/api/reportRun/start')).toEqual([march])
    expect(site.state.location.searchStr).toBe('?run=12')
    runs = [runOf()]
    await act(() => vi.advanceTimersByTimeAsync(1_100))
    expect(await screen.findByText('Counting part 2 of 5: By reason')).toBeVisible()
    runs = [runOf({ state: 'ready', progress: 'Ready' })]
    await act(() => vi.advanceTimersByTimeAsync(1_100))
    const frame = await screen.findByTitle('Report: Discharges')
    expect(frame.getAttribute('srcdoc')).toContain('<h1>Discharges</h1>')
    expect(screen.getByText('Kept until 02/04/2020 10:00, for you alone.')).toBeVisible()
    expect(bodiesTo(seen, '/api/reportRun/open')).toEqual([{ id: 12, type: 'html' }])
    const asked = seen.filter(({ path }) => path === '/api/reportRun/all').length
    await act(() => vi.advanceTimersByTimeAsync(5_000))
    expect(seen.filter(({ path }) => path === '/api/reportRun/all')).toHaveLength(asked)
  })

  test('is cancelled where its progress is shown, which leads back to all reports', async () => {
    runs = [runOf()]
    const seen = service()
    const site = renderSite('/falls/reports?run=12')
    click(await screen.findByRole('button', { name: 'Cancel Discharges of 01/04/2020 10:00' }))
    expect(await screen.findByText('Discharges has been cancelled')).toBeVisible()
    expect(await screen.findByRole('heading', { name: 'My reports' })).toBeVisible()
    expect(site.state.location.searchStr).toBe('')
    expect(bodiesTo(seen, '/api/reportRun/remove')).toEqual([{ id: 12 }])
  })

  test.each(['on screen', 'as a file'])('goes there too if the service is busy, %s', async (how) => {
    const busy = () => json({ code: 'unavailable', message: 'The service is busy.', requestId: 'x' }, 503)
    const isFile = how === 'as a file'
    const seen = service({
      '/api/report/discharges': ({ body }) =>
        isFile && (JSON.parse(body) as { type: string }).type === 'html' ? page() : busy(),
    })
    renderSite(shown)
    if (isFile) click(await screen.findByRole('button', { name: 'Save Excel' }))
    // The list of runs shows it too, until the page of this one does.
    await waitFor(() => expect(screen.getByText('Waiting to start')).toBeVisible())
    expect(bodiesTo(seen, '/api/reportRun/start')).toEqual([march])
    expect(screen.queryByText('The service is busy.')).toBeNull()
  })

  test('and one that is quick does not', async () => {
    const seen = service({ '/api/report/discharges': page })
    renderSite(shown)
    await screen.findByTitle('Report: Discharges')
    expect(bodiesTo(seen, '/api/reportRun/start')).toEqual([])
  })

  test('to be saved as a file goes there too', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true })
    const seen = service({
      '/api/report/discharges': ({ body }) =>
        (JSON.parse(body) as { type: string }).type === 'html' ? page() : never(),
    })
    const site = renderSite(shown)
    click(await screen.findByRole('button', { name: 'Save Excel' }))
    await act(() => vi.advanceTimersByTimeAsync(3_000))
    expect(await screen.findByText('Waiting to start')).toBeVisible()
    expect(site.state.location.searchStr).toBe('?run=12')
    expect(bodiesTo(seen, '/api/reportRun/start')).toEqual([march])
    expect(downloads).toEqual([])
  })
})

test('the people behind a number that takes long are waited for, with a way to stop', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  const seen = service({ '/api/report/discharges/people': never })
  renderSite(`${shown}&section=0&column=discharges&of=Discharges`)
  expect(await screen.findByText('Loading the list…')).toBeVisible()
  await act(() => vi.advanceTimersByTimeAsync(3_000))
  const long = 'The list takes longer than usual. It will be shown here as soon as it is ready.'
  expect(screen.getByText(long).closest('[role=status]')).not.toBeNull()
  expect(screen.queryByText('Loading the list…')).toBeNull()
  const asked = () => seen.filter(({ path }) => path === '/api/report/discharges/people')
  const stop = screen.getByRole('button', { name: 'Stop' })
  stop.focus()
  click(stop)
  expect(await screen.findByText('The list was stopped before it was ready.')).toBeVisible()
  expect(asked().map((each) => each.isGivenUp())).toEqual([true])
  expect(screen.getByRole('button', { name: 'Try again' })).toHaveFocus()
  click(screen.getByRole('button', { name: 'Try again' }))
  expect(await screen.findByText(long)).toBeVisible()
  expect(asked().map((each) => each.isGivenUp())).toEqual([true, false])
})

test('a report is run in the background when that is asked', async () => {
  const seen = service()
  const site = renderSite(shown.replace('report=discharges&', ''))
  await screen.findByRole('option', { name: 'Discharges (Caseload)' })
  fill(screen.getByLabelText('Report'), 'discharges')
  fill(screen.getByLabelText('Show or save'), 'later')
  click(screen.getByRole('button', { name: 'Run report' }))
  expect(await screen.findByText('Waiting to start')).toBeVisible()
  expect(bodiesTo(seen, '/api/reportRun/start')).toEqual([march])
  expect(seen.find(({ path }) => path === '/api/reportRun/start')?.headers.get('idempotency-key')).toMatch(
    /^[0-9a-f-]{36}$/,
  )
  expect(seen.some(({ path }) => path === '/api/report/discharges')).toBe(false)
  click(screen.getByRole('link', { name: 'Back to all reports' }))
  expect(await screen.findByRole('heading', { name: 'My reports' })).toBeVisible()
  expect(site.state.location.searchStr).toBe('')
})

test('why it could not be put into the background is said at the form', async () => {
  const message = '5 of your reports are under way. Wait for one to end, or cancel one.'
  service({ '/api/reportRun/start': () => json({ code: 'too-many', message, requestId: 'x' }, 429) })
  renderSite(shown.replace('report=discharges&', ''))
  await screen.findByRole('option', { name: 'Discharges (Caseload)' })
  fill(screen.getByLabelText('Report'), 'discharges')
  fill(screen.getByLabelText('Show or save'), 'later')
  click(screen.getByRole('button', { name: 'Run report' }))
  expect(await screen.findByText(message)).toBeVisible()
})

describe('my reports', () => {
  test('stand with their states, and the end of one is spoken', async () => {
    runs = [
      runOf({ id: 14 }),
      runOf({ id: 13, state: 'failed', progress: 'Your account may no longer run this report.' }),
      runOf({ id: 12, state: 'ready', progress: 'Ready', savedAs: 'For the board' }),
    ]
    service()
    renderSite('/falls/reports')
    await screen.findByText('Counting part 2 of 5: By reason')
    const entries = within(screen.getByRole('region', { name: 'My reports' })).getAllByRole('listitem')
    expect(entries.map(({ textContent }) => textContent)).toEqual([
      expect.stringContaining('RunningCounting part 2 of 5: By reason') as string,
      expect.stringContaining('FailedYour account may no longer run this report.') as string,
      expect.stringMatching(
        /^Discharges \(monthly: For the board\)01-Mar-2020 to 31-Mar-2020\. .*ReadyKept until 02\/04\/2020 10:00/,
      ) as string,
    ])
    const spoken = within(screen.getByRole('region', { name: 'My reports' })).getByRole('status')
    expect(spoken).toHaveTextContent('')
    runs = [runOf({ id: 14, state: 'ready', progress: 'Ready' }), ...runs.slice(1)]
    await lookAgain()
    await waitFor(() => expect(spoken).toHaveTextContent('Discharges is ready.'))
  })

  test('are opened, saved, cancelled and removed', async () => {
    runs = [runOf({ state: 'ready', progress: 'Ready' })]
    const seen = service()
    renderSite('/falls/reports')
    click(await screen.findByRole('link', { name: 'Open Discharges of 01/04/2020 10:00' }))
    await screen.findByTitle('Report: Discharges')
    click(screen.getByRole('button', { name: 'Save Excel' }))
    await waitFor(() => expect(downloads).toEqual(['discharges.xlsx']))
    expect(bodiesTo(seen, '/api/reportRun/open').at(-1)).toEqual({ id: 12, type: 'xlsx' })
    click(screen.getByRole('link', { name: 'Back to all reports' }))
    click(await screen.findByRole('button', { name: 'Remove Discharges of 01/04/2020 10:00' }))
    expect(await screen.findByText('Discharges has been removed')).toBeVisible()
    expect(await screen.findByText(/^Nothing here now\./)).toBeVisible()
    runs = [runOf()]
    await lookAgain()
    click(await screen.findByRole('button', { name: 'Cancel Discharges of 01/04/2020 10:00' }))
    expect(await screen.findByText('Discharges has been cancelled')).toBeVisible()
    expect(bodiesTo(seen, '/api/reportRun/remove')).toEqual([{ id: 12 }, { id: 12 }])
  })

  test('that are gone, or somebody else’s, are said to be so', async () => {
    service()
    renderSite('/falls/reports?run=99')
    expect(await screen.findByText(/This report is not here any more\./)).toBeVisible()
  })

  test('that failed say why', async () => {
    runs = [runOf({ state: 'failed', progress: 'It was interrupted 3 times.' })]
    service()
    renderSite('/falls/reports?run=12')
    expect(await screen.findByText('It was interrupted 3 times.')).toBeVisible()
    expect(screen.queryByText(/You can leave this page/)).toBeNull()
  })
})

describe('saved reports', () => {
  const save = async () => click(await screen.findByRole('button', { name: 'Save' }))

  test('are run with their days', async () => {
    saved = [savedOf()]
    const seen = service({ '/api/report/discharges': page })
    renderSite('/falls/reports')
    click(await screen.findByRole('link', { name: 'Run For the board' }))
    await screen.findByTitle('Report: Discharges')
    expect(bodiesTo(seen, '/api/report/discharges')).toEqual([
      {
        reportName: 'discharges',
        dateFrom: '2020-01-01',
        dateTo: '2020-01-31',
        suppress: true,
        type: 'html',
      },
    ])
  })

  test.each([
    [
      savedOf({ isMonthly: true, nextOn: '2020-05-01', period: 'lastMonth' }),
      'Last month',
      'Each month, next on 01-May-2020',
    ],
    [savedOf(), '01-Jan-2020 to 31-Jan-2020', 'Run when you ask'],
    [
      savedOf({ period: 'last12Months', stoppedAt: '2020-05-01T00:00:00Z' }),
      'Last 12 months',
      'Monthly runs have stopped: your account may not run it',
    ],
  ])('say their period and whether they run each month: %#', async (each, period, monthly) => {
    saved = [each]
    service()
    renderSite('/falls/reports')
    const mine = within(await screen.findByRole('region', { name: 'Saved reports' }))
    expect(await mine.findByText(period)).toBeVisible()
    expect(mine.getByText(monthly)).toBeVisible()
  })

  test('of a report that the current role may not run offer no run', async () => {
    saved = [savedOf({ mayRun: false })]
    service()
    renderSite('/falls/reports')
    const own = within(await screen.findByRole('region', { name: 'Saved reports' }))
    expect(own.getByText('Not for your current role')).toBeVisible()
    expect(own.queryByRole('link', { name: /^Run/ })).toBeNull()
  })

  test('are added with what is missing said', async () => {
    const seen = service({ '/api/savedReport/save': () => json({ id: 3, version: 1 }) })
    const site = renderSite('/falls/reports')
    click(await screen.findByRole('link', { name: 'Add a saved report' }))
    await screen.findByRole('option', { name: 'Discharges (Caseload)' })
    await save()
    for (const message of ['Name required', 'Report required', 'Period required'])
      expect((await screen.findAllByText(message))[0]).toBeVisible()
    fill(screen.getByLabelText('Name'), 'For the board')
    fill(screen.getByLabelText('Report'), 'discharges')
    fill(screen.getByLabelText('Period'), 'fixed')
    await save()
    await screen.findByText('The form is invalid please check and try again.')
    await waitFor(() => expect(screen.getAllByText('Date From required').length).toBeGreaterThan(0))
    fill(screen.getByLabelText('Period'), 'lastMonth')
    click(screen.getByLabelText('Run it on the first of each month'))
    await save()
    await waitFor(() => expect(site.state.location.pathname).toBe('/falls/reports'))
    expect(bodiesTo(seen, '/api/savedReport/save')).toEqual([
      {
        id: 0,
        name: 'For the board',
        reportName: 'discharges',
        period: 'lastMonth',
        dateFrom: null,
        dateTo: null,
        suppress: false,
        isMonthly: true,
      },
    ])
  })

  test('are edited under their version', async () => {
    saved = [savedOf({ stoppedAt: '2020-05-01T00:00:00Z' })]
    const seen = service({ '/api/savedReport/save': () => json({ id: 3, version: 3 }) })
    renderSite('/falls/reports')
    click(await screen.findByRole('link', { name: 'Edit For the board' }))
    expect(await screen.findByDisplayValue('For the board')).toBeVisible()
    expect(screen.getByText(/Its monthly runs were stopped/)).toBeVisible()
    fill(screen.getByLabelText('Name'), 'January')
    await save()
    await screen.findByText('Saved')
    expect(bodiesTo(seen, '/api/savedReport/save')).toMatchObject([
      { id: 3, version: 2, name: 'January', period: 'fixed', dateFrom: '2020-01-01', suppress: true },
    ])
  })

  test('are deleted once that is sure', async () => {
    saved = [savedOf()]
    const seen = service({
      '/api/savedReport/delete': () => {
        saved = []
        return json({ id: 3, version: 3 })
      },
    })
    renderSite('/falls/reports')
    click(await screen.findByRole('button', { name: 'Delete For the board' }))
    click(await screen.findByRole('button', { name: 'Go back' }))
    expect(bodiesTo(seen, '/api/savedReport/delete')).toEqual([])
    click(screen.getByRole('button', { name: 'Delete For the board' }))
    click(await screen.findByRole('button', { name: 'Yes, delete it' }))
    expect(await screen.findByText('“For the board” has been deleted')).toBeVisible()
    expect(bodiesTo(seen, '/api/savedReport/delete')).toEqual([{ id: 3 }])
    expect(await screen.findByText(/^None yet\./)).toBeVisible()
  })

  test('are not for a role without reports', async () => {
    forgetSession('person')
    beSignedIn(administrator)
    service()
    renderSite('/falls/reports/saved/0')
    expect(await screen.findByText('Reports are not part of your current role.')).toBeVisible()
  })
})
