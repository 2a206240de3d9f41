import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { formatName } from '../../../contract/platform/words/format.ts'
import { stageRoutes, stages, stageTitles } from '../../../contract/stages/stage.ts'
import type { PatientRow } from '../../../contract/patients/search/search.ts'
import { forgetSession } from '../../platform/session/session.ts'
import { json } from '../../testing/fakeService.ts'
import {
  beSignedIn,
  clinician,
  countersAnswer,
  edna,
  quietService,
  renderSite,
} from '../../testing/renderSite.tsx'
import { click, fill } from '../../testing/person.ts'

beforeEach(() => beSignedIn(clinician))
afterEach(() => {
  forgetSession('person')
  vi.unstubAllGlobals()
})

test.each(stages)('the list %s has its address, its title and its own rows', async (stage) => {
  quietService({ [`/api/list/${stage}`]: () => json([edna], 200, { 'x-total-count': '1' }) })
  renderSite(`/falls/${stageRoutes[stage]}`)
  expect(await screen.findByRole('heading', { name: stageTitles[stage], level: 1 })).toBeVisible()
  expect(await screen.findByRole('link', { name: 'View ASHWORTH, Edna (Mrs)' })).toHaveAttribute(
    'href',
    '/falls/pathway/view?id=21&patientId=11',
  )
  expect(screen.getByText(/^Read at \d\d:\d\d\.$/)).toBeVisible()
  expect(document.title).toBe(`${stageTitles[stage]} – Surefoot`)
})

test('all eight lists are above with their counts, red above 0 and green at 0', async () => {
  quietService(countersAnswer({ inTreatment: { count: 61 } }))
  renderSite('/falls/awaiting-discharge')
  await screen.findByText('61')
  const tabs = within(screen.getByRole('navigation', { name: 'Work lists' }))
  expect(tabs.getAllByRole('link').map(({ textContent }) => textContent)).toEqual(
    stages.map((stage) => `${stageTitles[stage]} ${stage === 'inTreatment' ? 61 : 0}`),
  )
  expect(tabs.getByText('61')).toHaveClass('sf-badge--some')
  for (const badge of tabs.getAllByText('0')) expect(badge).toHaveClass('sf-badge--none')
  expect(tabs.getByRole('link', { current: 'page' })).toHaveTextContent('Awaiting discharge')
})

test('a count follows its list when the list is read later', async () => {
  quietService({ '/api/list/inExercise': () => json([edna], 200, { 'x-total-count': '1' }) })
  renderSite('/falls/awaiting-discharge')
  click(await screen.findByRole('link', { name: 'In exercise 0' }))
  expect(await screen.findByRole('link', { name: 'In exercise 1' })).toBeVisible()
})

test('an empty list says so in words', async () => {
  quietService()
  renderSite('/falls/awaiting-followup')
  expect(await screen.findByText('Nobody is awaiting follow-up.')).toBeVisible()
})

test.each([
  ['awaiting-treatment', 'Longest on this list first'],
  ['awaiting-followup', 'Earliest due first'],
  ['awaiting-second-followup', 'Earliest due first'],
])('the list %s says its order: %s', async (path, order) => {
  quietService({
    '/api/list/awaitingTreatment': () => json([edna]),
    '/api/list/awaitingFollowup': () => json([edna]),
    '/api/list/awaitingSecondFollowup': () => json([edna]),
  })
  renderSite(`/falls/${path}`)
  expect(await screen.findByText(order, { exact: false })).toBeInTheDocument()
})

describe('a list that is longer than what is sent', () => {
  const everybody = Array.from({ length: 1005 }, (_, place): PatientRow => ({
    ...edna,
    patientId: 1000 + place,
    pathwayId: 5000 + place,
    familyName: `Aaa${String(place).padStart(4, '0')}`,
    // The longest wait has the last name, so sorting by name reverses the list: its last row comes first.
    firstName: place === 1004 ? 'Last' : 'Ida',
  })).reverse()
  const longest = everybody.toReversed()

  /** The parts of the server that a long list uses: pages, sorting by name, and search in names. */
  const service = (answer: () => Promise<void> = () => Promise.resolve()) =>
    quietService({
      '/api/list/inExercise': () =>
        json(longest.slice(0, 1000), 200, { 'x-total-count': '1005', 'x-next-after': '1000' }),
      '/api/list/search': async ({ body }) => {
        await answer()
        const asked = JSON.parse(body) as { q?: string; sort?: string; after?: string; limit: number }
        const all = asked.sort === '-patient' ? everybody : longest
        const found = all.filter((row) =>
          formatName(row)
            .toLowerCase()
            .includes(asked.q?.toLowerCase() ?? ''),
        )
        const begin = Number(asked.after ?? 0)
        const rows = found.slice(begin, begin + asked.limit)
        const end = begin + rows.length
        return json(rows, 200, {
          'x-total-count': String(found.length),
          ...(end < found.length && { 'x-next-after': String(end) }),
        })
      },
    })
  const askedIn = (seen: ReturnType<typeof quietService>) =>
    seen
      .filter(({ path }) => path === '/api/list/search')
      .map(({ body, query }) => ({ body: JSON.parse(body) as unknown, query }))
  const lastName = 'AAA1004, Last (Mrs)'

  test('says how many are shown and reads the rest when asked', async () => {
    const seen = service()
    renderSite('/falls/in-exercise')
    expect(await screen.findByText('1005 patients')).toBeVisible()
    expect(screen.getByText('Showing 1000 of 1005 patients')).toBeVisible()
    expect(screen.getByRole('table')).toHaveAttribute('aria-rowcount', '1006')
    const more = screen.getByRole('button', { name: 'Show 5 more' })
    click(more)
    const whole = await screen.findByText('Showing 1005 of 1005 patients')
    expect(screen.queryByRole('button', { name: /^Show/ })).toBeNull()
    // The button that had the focus has been removed.
    expect(whole).toHaveFocus()
    expect(askedIn(seen)).toEqual([{ body: { stage: 'inExercise', after: '1000', limit: 200 }, query: {} }])
  })

  test('is sorted whole, by the server', async () => {
    const seen = service()
    renderSite('/falls/in-exercise')
    await screen.findByText('1005 patients')
    const head = () => screen.getByRole('columnheader', { name: 'Patient' })
    expect(screen.queryByText(lastName)).toBeNull()
    click(within(head()).getByRole('button'))
    click(within(head()).getByRole('button'))
    expect(await screen.findByText(lastName)).toBeVisible()
    expect(head()).toHaveAttribute('aria-sort', 'descending')
    expect(screen.getAllByRole('rowheader')[0]).toHaveTextContent(lastName)
    expect(screen.getByText('Sorted by Patient, Z to A')).toBeVisible()
    expect(screen.getByText('Showing 200 of 1005 patients')).toBeVisible()
    expect(askedIn(seen).at(-1)).toEqual({
      body: { stage: 'inExercise', limit: 200, sort: '-patient' },
      query: {},
    })
    click(screen.getByRole('button', { name: 'Show 200 more' }))
    expect(await screen.findByText('Showing 400 of 1005 patients')).toBeVisible()
    click(screen.getByRole('button', { name: 'Back to longest on this list first' }))
    expect(await screen.findByText('Showing 1000 of 1005 patients')).toBeVisible()
  })

  test('is filtered whole, once the typing pauses, and no name is in an address', async () => {
    const seen = service()
    const site = renderSite('/falls/in-exercise')
    await screen.findByText('1005 patients')
    const filter = screen.getByLabelText('Filter')
    for (const typed of ['l', 'la', 'las', 'last']) fill(filter, typed)
    expect(await screen.findByText('1 of 1005 patients')).toBeVisible()
    expect(screen.getAllByRole('rowheader').map(({ textContent }) => textContent)).toEqual([lastName])
    expect(askedIn(seen)).toEqual([{ body: { stage: 'inExercise', limit: 200, q: 'last' }, query: {} }])
    expect(site.state.location.href).toBe('/falls/in-exercise')
    fill(filter, 'nobody')
    expect(await screen.findByText('No patients match the filter.')).toBeVisible()
    expect(screen.getByText('0 of 1005 patients')).toBeVisible()
    fill(filter, '')
    expect(await screen.findByText('Showing 1000 of 1005 patients')).toBeVisible()

    fill(filter, 'last')
    await screen.findByText('1 of 1005 patients')
    await site.navigate({ to: '/falls/in-treatment' })
    await screen.findByRole('heading', { name: 'In treatment' })
    site.history.back()
    expect(await screen.findByLabelText('Filter')).toHaveValue('last')
    expect(await screen.findByText(lastName)).toBeVisible()
  })

  test('leaves the rows where they are until their successors are there', async () => {
    let letGo = (): void => undefined
    let isHeld = false
    service(() => (isHeld ? new Promise((resolve) => (letGo = resolve)) : Promise.resolve()))
    renderSite('/falls/in-exercise')
    await screen.findByText('1005 patients')
    click(within(screen.getByRole('columnheader', { name: 'Patient' })).getByRole('button'))
    await screen.findByText('Showing 200 of 1005 patients')
    isHeld = true
    const before = screen.getAllByRole('rowheader').map(({ textContent }) => textContent)
    fill(screen.getByLabelText('Filter'), 'last')
    expect(await screen.findByText('Please wait…')).toBeVisible()
    expect(before).toHaveLength(200)
    expect(screen.getAllByRole('rowheader').map(({ textContent }) => textContent)).toEqual(before)
    await waitFor(() => {
      letGo()
      expect(screen.getByText(lastName)).toBeVisible()
    })
  })

  test('says when the server cannot, and tries again', async () => {
    let fails = true
    service(() => (fails ? Promise.reject(new TypeError('no network')) : Promise.resolve()))
    renderSite('/falls/in-exercise')
    await screen.findByText('1005 patients')
    click(within(screen.getByRole('columnheader', { name: 'Patient' })).getByRole('button'))
    const again = await screen.findByRole('button', { name: 'Try again' })
    expect(screen.getByText('Showing 1000 of 1005 patients')).toBeVisible()
    fails = false
    click(again)
    expect(await screen.findByText('Showing 200 of 1005 patients')).toBeVisible()
  })
})

test('the list is read again when the window gets the focus', async () => {
  const seen = quietService()
  renderSite('/falls/in-exercise')
  await screen.findByText('Nobody is in exercise.')
  const reads = () => seen.filter(({ path }) => path === '/api/list/inExercise').length
  const before = reads()
  window.dispatchEvent(new Event('visibilitychange'))
  await waitFor(() => expect(reads()).toBeGreaterThan(before))
})

test('a list that cannot be read can be tried again', async () => {
  let fails = true
  quietService({
    '/api/list/inExercise': () => (fails ? json({ message: 'Too busy.' }, 429) : json([edna])),
  })
  renderSite('/falls/in-exercise')
  expect(await screen.findByText('Too busy.')).toBeVisible()
  fails = false
  click(screen.getByRole('button', { name: 'Try again' }))
  expect(await screen.findByText('ASHWORTH, Edna (Mrs)')).toBeVisible()
})

test('coming back finds the filter, and the address never held it', async () => {
  quietService({
    '/api/list/inExercise': () =>
      json([edna, { ...edna, patientId: 12, pathwayId: 22, familyName: 'Okafor' }]),
  })
  const site = renderSite('/falls/in-exercise')
  const box = await screen.findByLabelText('Filter')
  const frame = screen.getByRole('table').parentElement as HTMLElement
  frame.scrollTop = 40
  fill(box, 'ashw')
  // The results start at the top.
  expect(frame.scrollTop).toBe(0)
  expect(screen.getByText('1 of 2 patients')).toBeVisible()
  expect(site.state.location.href).toBe('/falls/in-exercise')
  await site.navigate({ to: '/falls/in-treatment' })
  await screen.findByRole('heading', { name: 'In treatment' })
  site.history.back()
  expect(await screen.findByLabelText('Filter')).toHaveValue('ashw')
})
