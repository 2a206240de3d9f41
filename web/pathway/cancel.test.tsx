import { screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { forgetSession } from '../session.ts'
import { json } from '../testing/fakeService.ts'
import { ednaPathway } from '../testing/patients.ts'
import { patientService } from '../testing/patientService.ts'
import { beSignedIn, clinician, renderSite } from '../testing/renderSite.tsx'

beforeEach(() => beSignedIn(clinician))
afterEach(() => {
  forgetSession('person')
  vi.unstubAllGlobals()
})

const open = (screenName: 'cancel' | 'reinstate', cancelReferralDate: string | null) => {
  patientService({
    '/api/pathway/get': () =>
      json({ ...ednaPathway, pathway: { ...ednaPathway.pathway, cancelReferralDate } }),
  })
  renderSite(`/falls/pathway/${screenName}?id=21&patientId=11`)
}
const here = 'main form > .sf-actions :is(button, a)'
const choices = (): (string | null)[] =>
  [...document.querySelectorAll(here)].map(({ textContent }) => textContent)

test.each([
  [
    'a referral is cancelled',
    'cancel',
    null,
    'Cancel referral',
    ['Cancel the referral', 'Keep the referral'],
  ],
  [
    'a cancellation is corrected',
    'cancel',
    '2020-01-07',
    'Edit cancellation',
    ['Save', 'Go back without saving'],
  ],
  [
    'a cancellation is taken back',
    'reinstate',
    '2020-01-07',
    'Reinstate referral',
    ['Reinstate the referral', 'Leave it cancelled'],
  ],
] as const)('nothing on the form by which %s is called Cancel alone', async (_, name, day, title, all) => {
  open(name, day)
  expect(await screen.findByRole('heading', { level: 1, name: title })).toBeVisible()
  expect(choices()).toEqual(all)
})

test('a referral that is not cancelled cannot be reinstated, and the screen says so', async () => {
  open('reinstate', null)
  expect(await screen.findByText(/is not cancelled, so there is nothing to reinstate/)).toBeVisible()
  expect(screen.queryByRole('button', { name: 'Reinstate the referral' })).toBeNull()
  expect(screen.getByRole('link', { name: 'Go back to the pathway' })).toHaveAttribute(
    'href',
    '/falls/pathway/view?id=21&patientId=11&section=closing',
  )
})
