import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { ReplyOf } from '../../../contract/platform/calls/endpoint.ts'
import type { listChoices } from '../../../contract/pathways/worklists/listFilters.ts'
import type { WorkListRow } from '../../../contract/pathways/worklists/listColumns.ts'
import type { ListView } from '../../../contract/pathways/worklists/listView.ts'
import { forgetSession } from '../../platform/session/session.ts'
import { json } from '../../testing/fakeService.ts'
import { click, fill, fillAndEnter } from '../../testing/person.ts'
import {
  beSignedIn,
  clinician,
  countersAnswer,
  edna,
  quietService,
  renderSite,
} from '../../testing/renderSite.tsx'

beforeEach(() => beSignedIn(clinician))
afterEach(() => {
  localStorage.clear()
  forgetSession('person')
  vi.unstubAllGlobals()
})

const bert: WorkListRow = {
  ...edna,
  patientId: 12,
  pathwayId: 22,
  familyName: 'Broughton',
  firstName: 'Bert',
  stage: 'awaitingTreatment',
  waitingDays: 40,
  due: '2020-01-02',
  dueGroup: 'late',
  dueWords: '12 days late',
  telephone: null,
}
const counts = { late: 1, thisWeek: 0, later: 1 }
const headers = (total: number) => ({
  'x-total-count': String(total),
  'x-due-counts': JSON.stringify(counts),
})

/** Two rows on the list; one if only late rows are requested. */
const service = (views: ListView[] = []) =>
  quietService({
    '/api/list/awaitingTreatment': () =>
      json([bert, { ...edna, stage: 'awaitingTreatment' }], 200, headers(2)),
    '/api/list/search': () => json([bert], 200, headers(1)),
    '/api/list/choices': () =>
      json({
        ...{ referrer: ['Ambulance', 'GP'], surgery: ['Riverside'], district: ['ZZ9'] },
        ...{ owner: ['Okafor, Ada', 'Unowned'], flag: ['Red flag'] },
      } satisfies ReplyOf<typeof listChoices>),
    ...countersAnswer({ awaitingTreatment: { count: 2, late: 1 } }),
    '/api/listView/all': () => json(views),
    '/api/listView/save': () => json({ id: 5, version: 1 }),
  })
const asked = (seen: ReturnType<typeof quietService>, path: string) =>
  seen.filter((each) => each.path === path).map(({ body }) => JSON.parse(body) as unknown)
const tabs = () => within(screen.getByRole('navigation', { name: 'By what is due' }))
const heads = () => screen.getAllByRole('columnheader').map(({ textContent }) => textContent)

describe('a work list', () => {
  test('shows who is late beside the name, and what is due behind the usual eight columns', async () => {
    service()
    renderSite('/falls/awaiting-treatment')
    const row = within((await screen.findByText('BROUGHTON, Bert (Mrs)')).closest('tr') ?? document.body)
    expect(row.getByRole('rowheader')).toHaveTextContent('BROUGHTON, Bert (Mrs) 12 days late')
    expect(heads()).toEqual([
      'Patient',
      'NHS Number',
      'Date of Birth',
      'Gender',
      'Postcode',
      'Referral Date',
      'Referrer',
      'Registered GP',
      'Waiting (days)',
      'Due',
      'Telephone',
      'Action',
    ])
    expect(row.getByText('02-Jan-2020')).toBeVisible()
    expect(row.getByText('40')).toBeVisible()
    expect(screen.getByRole('link', { name: '01632 960 001' })).toHaveAttribute('href', 'tel:01632960001')
    expect(screen.getByRole('link', { name: /Awaiting treatment 2/ })).toHaveTextContent('1 late')
  })

  test('has its parts as tabs with counts, in the address', async () => {
    const seen = service()
    const site = renderSite('/falls/awaiting-treatment')
    await screen.findByText('BROUGHTON, Bert (Mrs)')
    expect(
      tabs()
        .getAllByRole('link')
        .map(({ textContent }) => textContent),
    ).toEqual(['Late 1', 'This week 0', 'Later 1', 'All 2'])
    expect(tabs().getByRole('link', { current: 'page' })).toHaveTextContent('All 2')
    click(tabs().getByRole('link', { name: 'Late 1' }))
    await waitFor(() => expect(tabs().getByRole('link', { current: 'page' })).toHaveTextContent('Late 1'))
    expect(site.state.location.href).toBe('/falls/awaiting-treatment?due=late')
    await screen.findByText('1 patient')
    expect(asked(seen, '/api/list/search')).toEqual([{ stage: 'awaitingTreatment', due: 'late' }])
    // The counts of the whole list and of the menu stay the same.
    expect(tabs().getByRole('link', { name: 'All 2' })).toBeVisible()
    expect(screen.getByRole('link', { name: /Awaiting treatment 2/ })).toBeVisible()
  })

  test('is narrowed by filters that stand in the address, and cleared again', async () => {
    const seen = service()
    const site = renderSite('/falls/awaiting-treatment?due=late')
    click(await screen.findByRole('button', { name: 'Filters' }))
    await screen.findByRole('option', { name: 'Ambulance' })
    fill(screen.getByLabelText('Referrer'), 'Ambulance')
    click(await screen.findByRole('checkbox', { name: 'In treatment' }))
    await waitFor(() =>
      expect(site.state.location.search).toEqual({
        due: 'late',
        referrer: 'Ambulance',
        also: ['inTreatment'],
      }),
    )
    expect(screen.getByRole('button', { name: 'Filters (2 set)' })).toHaveAttribute('aria-expanded', 'true')
    expect(await screen.findByRole('columnheader', { name: 'List' })).toBeVisible()
    expect(asked(seen, '/api/list/search').at(-1)).toEqual({
      stage: 'awaitingTreatment',
      due: 'late',
      referrer: 'Ambulance',
      also: ['inTreatment'],
    })
    expect(screen.getByText(/Referrer: Ambulance; with In treatment/)).toBeVisible()
    expect(screen.getByText(/Earliest due first/)).toBeVisible()
    click(screen.getByRole('button', { name: 'Clear filters' }))
    await waitFor(() => expect(site.state.location.href).toBe('/falls/awaiting-treatment?due=late'))
  })

  test('leaves out what its address says wrongly', async () => {
    const seen = service()
    renderSite('/falls/awaiting-treatment?due=soon&also=nowhere&referrer=')
    await screen.findByText('2 patients')
    expect(asked(seen, '/api/list/search')).toEqual([])
  })

  test('shows the columns that its reader chose, also the next time', async () => {
    service()
    const site = renderSite('/falls/awaiting-treatment')
    click(await screen.findByRole('button', { name: 'Columns' }))
    click(screen.getByRole('checkbox', { name: 'Telephone' }))
    expect(heads().slice(8)).toEqual(['Waiting (days)', 'Due', 'Action'])
    await site.navigate({ to: '/falls/in-treatment' })
    await screen.findByText('Nobody is in treatment.')
    site.history.back()
    await screen.findByText('BROUGHTON, Bert (Mrs)')
    expect(heads().slice(8)).toEqual(['Waiting (days)', 'Due', 'Action'])
  })

  test('is saved as a view by name, and opened from there', async () => {
    const view: ListView = {
      id: 4,
      version: 1,
      name: 'Ambulance',
      stage: 'awaitingTreatment',
      narrowing: { referrer: 'Ambulance' },
    }
    const seen = service([view])
    const site = renderSite('/falls/awaiting-treatment?due=late')
    click(await screen.findByRole('button', { name: 'Saved views' }))
    fillAndEnter(await screen.findByLabelText('Name'), 'Late ones')
    expect(await screen.findByText('Saved as “Late ones”')).toBeVisible()
    expect(asked(seen, '/api/listView/save')).toEqual([
      { id: 0, name: 'Late ones', stage: 'awaitingTreatment', narrowing: { due: 'late' } },
    ])
    click(screen.getByRole('link', { name: 'Ambulance' }))
    await waitFor(() => expect(site.state.location.search).toEqual({ referrer: 'Ambulance' }))
  })

  test('says what is empty', async () => {
    quietService({ '/api/list/search': () => json([], 200, headers(0)) })
    renderSite('/falls/awaiting-treatment?due=late')
    expect(await screen.findByText('Nobody on this list is late.')).toBeVisible()
  })
})

test('the counters of the home page say how many are late beside how many wait', async () => {
  service()
  renderSite('/falls/admissions')
  await screen.findByText('1 late')
  await screen.findByText('2')
  expect(screen.getByRole('link', { name: /^Awaiting treatment/ })).toHaveTextContent(
    'Awaiting treatment 2 waiting 1 late',
  )
  expect(screen.getByRole('link', { name: /^Awaiting discharge/ })).toHaveTextContent(
    /^Awaiting discharge 0 nobody waiting$/,
  )
})
