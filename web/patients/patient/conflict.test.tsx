import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { patientQuery } from '../../platform/calls/patientQueries.ts'
import { queryClient } from '../../platform/calls/queryClient.ts'
import { forgetSession } from '../../platform/session/session.ts'
import { errorSummary } from '../../testing/errorSummary.ts'
import { json } from '../../testing/fakeService.ts'
import { changedBy, ednaView } from '../../testing/patients.ts'
import { patientService, sentTo } from '../../testing/patientService.ts'
import { click, fill } from '../../testing/person.ts'
import { beSignedIn, clinician, renderSite } from '../../testing/renderSite.tsx'

beforeEach(() => beSignedIn(clinician))
afterEach(() => {
  forgetSession('person')
  vi.unstubAllGlobals()
})

/** Moira records a mobile number and another family name while the contact screen is open. */
const open = async () => {
  let isChanged = false
  const stored = () =>
    isChanged ? { ...ednaView, version: 4, familyName: 'Barnes', phoneMobile: '07700 900 001' } : ednaView
  const seen = patientService(
    {
      '/api/patient/save': ({ body }) =>
        (JSON.parse(body) as { version: number }).version === stored().version
          ? json({ id: 11, version: 5 })
          : changedBy('Moira Blake', ['phone mobile', 'family name'], 4),
    },
    stored,
  )
  renderSite('/falls/patient/contact?id=11')
  fill(await screen.findByLabelText('Home telephone'), '01632 960 999')
  isChanged = true
  return seen
}
const save = (): void => click(screen.getByRole('button', { name: 'Save' }))
const notice = async (): Promise<HTMLElement> => {
  const heading = await screen.findByRole('heading', { name: /Somebody changed this patient/ })
  const frame = heading.closest<HTMLElement>('.sf-conflict')
  if (frame === null) throw new Error('The notice has no frame')
  return frame
}

test('a save that comes too late keeps what was typed, and says who changed what and what is stored now', async () => {
  await open()
  save()
  expect(await notice()).toHaveTextContent('Moira Blake, 06/01/2020 14:30: phone mobile, family name')
  expect(await within(await notice()).findByText('07700 900 001')).toBeVisible()
  expect(screen.getByLabelText('Home telephone')).toHaveValue('01632 960 999')
  expect(await errorSummary('There is a problem')).toHaveTextContent('Nothing of yours was saved.')
})

test('who keeps what is typed saves that alone: what others changed stays', async () => {
  const seen = await open()
  save()
  click(within(await notice()).getByRole('button', { name: 'Keep what I typed' }))
  await screen.findByText(/Check it, then save/)
  expect(screen.getByLabelText('Mobile telephone')).toHaveValue('07700 900 001')
  expect(screen.getByLabelText('Home telephone')).toHaveValue('01632 960 999')
  save()
  await screen.findByRole('heading', { name: 'Patient', level: 1 })
  expect(sentTo('/api/patient/save', seen).at(-1)).toMatchObject({
    version: 4,
    familyName: 'Barnes',
    phoneHome: '01632 960 999',
    phoneMobile: '07700 900 001',
  })
})

test('who takes what is stored finds it in the form', async () => {
  const seen = await open()
  save()
  click(within(await notice()).getByRole('button', { name: 'Use what is stored' }))
  await waitFor(() => expect(screen.getByLabelText('Home telephone')).toHaveValue('01632 960 001'))
  expect(screen.getByLabelText('Mobile telephone')).toHaveValue('07700 900 001')
  expect(screen.queryByRole('heading', { name: /Somebody changed/ })).toBeNull()
  expect(sentTo('/api/patient/save', seen)).toHaveLength(1)
})

test('reading the patient again in the background does not hide that somebody was first', async () => {
  const seen = await open()
  await queryClient.refetchQueries(patientQuery(11))
  await screen.findByText(/^BARNES, Edna/)
  expect(screen.getByLabelText('Home telephone')).toHaveValue('01632 960 999')
  save()
  await notice()
  expect(sentTo('/api/patient/save', seen)).toMatchObject([{ version: 3 }])
})

test('a date that somebody else recorded comes into its boxes', async () => {
  let isChanged = false
  patientService({ '/api/patient/save': () => changedBy('Moira Blake', ['consent refused date'], 4) }, () =>
    isChanged ? { ...ednaView, version: 4, consentRefusedDate: '2020-01-06' } : ednaView,
  )
  renderSite('/falls/patient/consent?id=11')
  fill(await screen.findByLabelText('Time consent refused'), '14:30')
  isChanged = true
  save()
  click(within(await notice()).getByRole('button', { name: 'Keep what I typed' }))
  await waitFor(() => expect(screen.getByLabelText('Year')).toHaveValue('2020'))
  expect(screen.getByLabelText('Day')).toHaveValue('6')
  expect(screen.getByLabelText('Time consent refused')).toHaveValue('14:30')
})

test('recording a death is asked again by name; going back saves nothing and keeps the date', async () => {
  const seen = patientService()
  renderSite('/falls/patient/deceased?id=11')
  fill(await screen.findByLabelText('Day'), '2')
  fill(screen.getByLabelText('Month'), '1')
  fill(screen.getByLabelText('Year'), '2020')
  save()
  const dialog = within(await screen.findByRole('dialog', { name: 'Record a death?' }))
  expect(dialog.getByText(/^ASHWORTH, Edna died on 02-Jan-2020\./)).toBeVisible()
  expect(dialog.getByRole('button', { name: 'Go back' })).toHaveFocus()
  click(dialog.getByRole('button', { name: 'Go back' }))
  expect(await screen.findByRole('button', { name: 'Save' })).toBeVisible()
  expect(screen.getByLabelText('Day')).toHaveValue('2')
  expect(sentTo('/api/patient/save', seen)).toEqual([])
  save()
  click(await screen.findByRole('button', { name: 'Yes, record the death' }))
  await screen.findByRole('heading', { name: 'Patient', level: 1 })
  expect(sentTo('/api/patient/save', seen)).toMatchObject([{ deceasedDate: '2020-01-02' }])
})
