import { screen, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { HeldRole } from '../../../contract/accounts/session.ts'
import { recordScreens } from '../../pathways/records/screens.ts'
import { forgetSession } from '../../platform/session/session.ts'
import { json } from '../../testing/fakeService.ts'
import { patientService } from '../../testing/patientService.ts'
import { click, fill } from '../../testing/person.ts'
import { beSignedIn, clinician, renderSite } from '../../testing/renderSite.tsx'
import { patienceMs } from '../../testing/patience.ts'

const external: HeldRole = { id: 6, name: 'External', profile: 'External' }
const governance: HeldRole = { id: 7, name: 'Information Governance', profile: 'Information Governance' }

beforeEach(() => beSignedIn(external))
afterEach(() => {
  forgetSession('person')
  vi.unstubAllGlobals()
})

const fillIn = async (): Promise<void> => {
  fill(await screen.findByLabelText('NHS number'), '999 000 0077')
  fill(screen.getByLabelText('Family name'), 'ashworth')
  fill(screen.getByLabelText('Day'), '14')
  fill(screen.getByLabelText('Month'), '7')
  fill(screen.getByLabelText('Year'), '1945')
}
const search = () => click(screen.getByRole('button', { name: 'Search' }))
const main = () => within(screen.getByRole('main'))

describe('looking up a patient', () => {
  test('asks for all three details', async () => {
    const seen = patientService()
    renderSite('/falls/external')
    await screen.findByLabelText('NHS number')
    search()
    for (const message of ['NHS Number required', 'Family Name required', 'Date of Birth required'])
      expect(await screen.findAllByText(message)).not.toHaveLength(0)
    expect(seen.some(({ path }) => path.startsWith('/api/search'))).toBe(false)
  })

  test('says Not Found, keeps what was typed, and says it again each time', async () => {
    const seen = patientService({ '/api/search/external': () => json(null) })
    renderSite('/falls/external')
    await fillIn()
    search()
    expect(within(await screen.findByRole('alert')).getByText('Not Found')).toBeVisible()
    expect(screen.getByLabelText('Family name')).toHaveValue('ashworth')
    expect(seen.find(({ path }) => path === '/api/search/external')?.body).toBe(
      '{"nhsNumber":"9990000077","familyName":"ashworth","dateOfBirth":"1945-07-14"}',
    )
    const first = screen.getByRole('alert')
    search()
    await vi.waitFor(() => expect(screen.getByRole('alert')).not.toBe(first), patienceMs)
  })

  test('opens the pathway, and no detail of it reaches address or storage', async () => {
    patientService({ '/api/search/external': () => json(21) })
    const site = renderSite('/falls/external')
    await fillIn()
    search()
    expect(await screen.findByRole('heading', { name: 'Pathway' })).toBeVisible()
    expect(site.state.location.pathname).toBe('/falls/pathway/view')
    expect(site.state.location.search).toMatchObject({ id: 21 })
    const kept = JSON.stringify([site.state.location, window.history.state, { ...sessionStorage }])
    expect(kept).not.toMatch(/ashworth|9990000077|1945/i)
  })

  test.each([
    [429, 'Too many searches found nobody, so searching is paused. You can search again in 15 minutes.'],
    [403, 'Your search was switched off.'],
  ])('refused with %i shows the sentence of the service and no alert of a miss', async (status, message) => {
    let answer = json(null)
    patientService({ '/api/search/external': () => answer })
    renderSite('/falls/external')
    await fillIn()
    search()
    await screen.findByText('Not Found')
    answer = json({ code: 'too-often', message, requestId: '1' }, status)
    search()
    expect(await screen.findByText(message)).toBeVisible()
    expect(screen.queryByText('Not Found')).toBeNull()
  })

  test('is open to staff and not to auditors', async () => {
    patientService()
    beSignedIn(clinician)
    const site = renderSite('/falls/external')
    expect(await screen.findByRole('heading', { name: 'Look up a patient' })).toBeVisible()
    beSignedIn(governance)
    await site.invalidate()
    expect(await screen.findByText('Looking up patients is not part of your current role.')).toBeVisible()
  })
})

describe('what an External user sees', () => {
  test('is the pathway without anything that changes it or leads where the role may not go', async () => {
    const seen = patientService()
    renderSite('/falls/pathway/view?id=21&patientId=11')
    await screen.findByRole('heading', { name: 'Pathway' })
    for (const control of [...main().getAllByRole('link'), ...main().queryAllByRole('button')])
      expect(control.textContent).not.toMatch(/\b(add|edit|delete|upload|cancel|reinstate|restore)\b/i)
    expect(screen.queryByText('History of this record')).toBeNull()
    expect(
      within(screen.getByRole('navigation', { name: 'Main' }))
        .getAllByRole('link')
        .map(({ textContent }) => textContent),
    ).toEqual(['Home'])
    expect(screen.queryByRole('search')).toBeNull()
    expect(seen.map(({ path }) => path)).not.toContain('/api/pathway/history')
  })

  test('is the patient without Edit, with a word on which referrals are shown', async () => {
    patientService()
    renderSite('/falls/patient/view?id=11')
    expect(await screen.findByText('Only what your search opened.')).toBeVisible()
    expect(main().queryByRole('link', { name: /edit|add/i })).toBeNull()
    expect(main().queryByRole('button', { name: /new referral/i })).toBeNull()
  })

  test.each([
    '/falls/pathway/referral?id=21&patientId=11',
    '/falls/pathway/referral?id=0&patientId=11',
    ...['cancel', 'reinstate', 'discharge', 'consent', 'general', 'comments', 'documents-upload'].map(
      (screenName) => `/falls/pathway/${screenName}?id=21&patientId=11`,
    ),
    '/falls/pathway/documents-delete?id=21&patientId=11&documentId=1',
    ...Object.values(recordScreens).map(
      ({ path }) =>
        `/falls/pathway/${path.replace('$exerciseId/', '1/').replace(/\$\w+$/, '0')}?id=21&patientId=11`,
    ),
    ...['demographics', 'address', 'contact', 'consent', 'deceased', 'nextofkin', 'gp-search', 'bmi/0'].map(
      (part) => `/falls/patient/${part}?id=11`,
    ),
    '/falls/patient/demographics?id=0',
    '/falls/referral-create',
    '/falls/outbox',
    '/falls/systemAdministrator',
  ])('is a sentence at %s, and nothing is read for it', async (address) => {
    const seen = patientService()
    renderSite(address)
    expect(await screen.findByRole('heading', { name: 'Not part of your role' })).toBeVisible()
    expect(main().queryByRole('button')).toBeNull()
    // Any first page reads the user's own unsaved drafts.
    expect(seen.map(({ path }) => path).filter((path) => path !== '/api/draft/all')).toEqual([])
  })

  test('is the home of the role, also at the home of those who have none', async () => {
    patientService()
    const site = renderSite('/falls/home')
    expect(await screen.findByRole('heading', { name: 'Look up a patient' })).toBeVisible()
    expect(site.state.location.pathname).toBe('/falls/external')
  })
})
