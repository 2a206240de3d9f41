import { onlineManager } from '@tanstack/react-query'
import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { forEachStage } from '../../../contract/stages/stage.ts'
import { queryClient } from './queryClient.ts'
import { forgetSession } from '../session/session.ts'
import { json } from '../../testing/fakeService.ts'
import { patientService } from '../../testing/patientService.ts'
import { click } from '../../testing/person.ts'
import { beSignedIn, clinician, quietService, renderSite } from '../../testing/renderSite.tsx'

/* What the screens say while the service does not answer: what has happened, and how to continue. */

beforeEach(() => beSignedIn(clinician))
afterEach(() => {
  forgetSession('person')
  queryClient.clear()
  vi.unstubAllGlobals()
})

const noAnswer = (): never => {
  throw new TypeError('Failed to fetch')
}

test('a list of choices that did not come says so at its field, and comes when it is asked for again', async () => {
  let isAway = true
  patientService({
    '/api/location/all': () =>
      isAway ? noAnswer() : json([{ id: 4, name: 'Example Day Hospital', isActive: true }]),
  })
  renderSite('/falls/pathway/frat/0?id=21&patientId=11')
  expect(await screen.findByText(/The choices for “Location” could not be loaded/)).toBeVisible()
  expect(screen.queryByText(/The choices for “Team member”/)).toBeNull()
  isAway = false
  click(screen.getByRole('button', { name: 'Try again' }))
  const location = screen.getByRole('combobox', { name: 'Location' })
  expect(await within(location).findByRole('option', { name: 'Example Day Hospital' })).toBeVisible()
  expect(screen.queryByText(/could not be loaded/)).toBeNull()
  await waitFor(() => expect(location).toHaveFocus())
})

test('so does a list of boxes to tick', async () => {
  let isAway = true
  patientService({
    '/api/concern/all': () => (isAway ? noAnswer() : json([{ id: 6, name: 'Footwear', isActive: true }])),
    '/api/clinician/all': () => json([]),
  })
  renderSite('/falls/pathway/wellbeing/0?id=21&patientId=11')
  expect(await screen.findByText(/The choices for “Concerns.*” could not be loaded/)).toBeVisible()
  isAway = false
  click(screen.getByRole('button', { name: 'Try again' }))
  expect(await screen.findByRole('checkbox', { name: 'Footwear' })).toBeVisible()
})

test('counters that cannot be counted say so, on Home and over the lists, and can be tried again', async () => {
  let isAway = true
  quietService({
    '/api/kpi/all': () => (isAway ? noAnswer() : json(forEachStage(() => ({ count: 0, late: 0 })))),
  })
  const site = renderSite('/falls/admissions')
  expect(await screen.findAllByText('not counted')).toHaveLength(7)
  expect(screen.queryByText('counting…')).toBeNull()
  await site.navigate({ to: '/falls/awaiting-treatment' })
  expect(await screen.findByRole('link', { name: /^Awaiting treatment.*not counted/ })).toBeVisible()
  await site.navigate({ to: '/falls/admissions' })
  expect(await screen.findAllByText('not counted')).toHaveLength(7)
  isAway = false
  click(within(screen.getByRole('region', { name: 'Work lists' })).getByRole('button', { name: 'Try again' }))
  expect(await screen.findAllByText('nobody waiting')).toHaveLength(6)
})

test('a list that cannot be read does not speak of what was typed, where nothing was', async () => {
  quietService({ '/api/list/awaitingTreatment': noAnswer })
  renderSite('/falls/awaiting-treatment')
  expect(
    await screen.findByText('The service cannot be reached. Check the connection and try again.'),
  ).toBeVisible()
})

test('without a connection a screen says so at once, and is not loading for ever', async () => {
  onlineManager.setOnline(false)
  quietService({ '/api/list/awaitingTreatment': noAnswer })
  renderSite('/falls/awaiting-treatment')
  expect(await screen.findByText(/The service cannot be reached/)).toBeVisible()
  onlineManager.setOnline(true)
})
