import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { stageRoutes, stages, stageTitles } from '../../contract/pathway/stage.ts'
import { forgetSession } from '../session.ts'
import { json } from '../testing/fakeService.ts'
import { beSignedIn, clinician, edna, quietService, renderSite } from '../testing/renderSite.tsx'
import { click, fill } from '../testing/person.ts'

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

test('all eight lists stand above with their counts, red above 0 and green at 0', async () => {
  quietService({ '/api/kpi/inTreatment': () => json(61) })
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

test('a list that is longer than what is sent says so, and that its filter does not look further', async () => {
  quietService({ '/api/list/inExercise': () => json([edna], 200, { 'x-total-count': '1234' }) })
  renderSite('/falls/in-exercise')
  expect(await screen.findByText(/The first 1 of 1234 are shown\./)).toBeVisible()
  fill(screen.getByLabelText('Filter'), 'okafor')
  expect(screen.getByText('No patient matches the filter.')).toBeVisible()
  expect(screen.getByText(/^The filter looks only through the 1 that/)).toBeVisible()
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
  fill(await screen.findByLabelText('Filter'), 'ashw')
  expect(screen.getByText('1 of 2 patients')).toBeVisible()
  expect(site.state.location.href).toBe('/falls/in-exercise')
  await site.navigate({ to: '/falls/in-treatment' })
  await screen.findByRole('heading', { name: 'In treatment' })
  site.history.back()
  expect(await screen.findByLabelText('Filter')).toHaveValue('ashw')
})
