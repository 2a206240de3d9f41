import { screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { LaunchWish } from '../../../contract/exchange/launch.ts'
import { queryClient } from '../../platform/calls/queryClient.ts'
import { forgetSession } from '../../platform/session/session.ts'
import { json, type Answer } from '../../testing/fakeService.ts'
import { click, fillAndEnter } from '../../testing/person.ts'
import {
  administrator,
  beSignedIn,
  clinician,
  edna,
  quietService,
  renderSite,
} from '../../testing/renderSite.tsx'

const wentTo = vi.fn<(address: string) => void>()
beforeEach(() =>
  vi.stubGlobal('location', { ...window.location, origin: window.location.origin, assign: wentTo }),
)
afterEach(() => {
  forgetSession('person')
  queryClient.clear()
  wentTo.mockClear()
  vi.unstubAllGlobals()
})

const person = {
  ...{ patientId: 11, familyName: 'Ashworth', firstName: 'Edna', namePrefix: 'Mrs' },
  ...{ nhsNumber: '9990000077', dateOfBirth: '1945-07-14' },
}
const wish: LaunchWish = {
  ...{ name: 'Frailty viewer', organisation: 'Sampletown Hospitals', types: ['Patient', 'Condition'] },
  ...{ isOfOnePatient: true, patient: person, mustChoose: false, seconds: 3600 },
  refusedTo: 'https://app.example.org/?error=access_denied&state=1e5',
}
const nothing = { stopped: null, returnTo: null, wish: null }
const asks = (given: Partial<LaunchWish> = {}, more: Record<string, Answer> = {}) =>
  quietService({
    '/api/fhirLaunch/ask': () => json({ ...nothing, wish: { ...wish, ...given } }),
    '/api/fhirLaunch/allow': () => json({ returnTo: 'https://app.example.org/?code=c&state=1e5' }),
    '/api/search/patients': () =>
      json([
        { ...edna, ...person, pathwayId: 21, gender: 'Female', postcode: null, address: null, isNear: false },
        ...[
          {
            ...edna,
            ...person,
            patientId: 12,
            firstName: 'Rose',
            address: null,
            isNear: false,
            isWithheld: true,
          },
        ],
      ]),
    ...more,
  })
const query =
  'response_type=code&client_id=app-of-ours&redirect_uri=https%3A%2F%2Fapp.example.org%2F&state=1e5'
const address = `/falls/app-launch?asked=q${btoa(query).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')}`

describe('an app that asks', () => {
  test('says what it is, of whom it wants to read, what and how long, and is allowed', async () => {
    const seen = asks()
    beSignedIn(clinician)
    renderSite(address)
    expect(await screen.findByRole('heading', { name: 'Let Frailty viewer read?' })).toBeVisible()
    expect(screen.getByText(/Frailty viewer is software of Sampletown Hospitals/)).toBeVisible()
    expect(screen.getByText('ASHWORTH, Edna (Mrs)')).toBeVisible()
    expect(screen.getByText('999-000-0077')).toBeVisible()
    expect(screen.getByText(/^14-Jul-1945/)).toBeVisible()
    expect(screen.getByText('problems and risks that were found')).toBeVisible()
    expect(screen.getByText(/for 60 minutes/)).toBeVisible()
    click(screen.getByRole('button', { name: 'Allow' }))
    await waitFor(() => expect(wentTo).toHaveBeenCalledWith('https://app.example.org/?code=c&state=1e5'))
    const [asked, allowed] = seen.filter(({ path }) => path.startsWith('/api/fhirLaunch/'))
    for (const each of [asked, allowed])
      expect(JSON.parse(each?.body ?? '')).toEqual({
        ...{
          responseType: 'code',
          appId: 'app-of-ours',
          redirectUri: 'https://app.example.org/',
          state: '1e5',
        },
      })
  })

  test('is refused', async () => {
    const seen = asks()
    beSignedIn(clinician)
    renderSite(address)
    click(await screen.findByRole('button', { name: 'Refuse' }))
    expect(wentTo).toHaveBeenCalledWith(wish.refusedTo)
    expect(seen.some(({ path }) => path === '/api/fhirLaunch/allow')).toBe(false)
  })

  test('waits for a patient, who is found by the search; a restricted record cannot be chosen', async () => {
    const seen = asks({ patient: null, mustChoose: true })
    beSignedIn(clinician)
    renderSite(address)
    const box = await screen.findByLabelText('Name or NHS number')
    expect(screen.queryByRole('button', { name: 'Allow' })).toBeNull()
    fillAndEnter(box, 'ashworth')
    expect(await screen.findByText('Restricted: no app can read it')).toBeVisible()
    expect(screen.queryByRole('button', { name: /Rose/ })).toBeNull()
    click(screen.getByRole('button', { name: 'Choose ASHWORTH, Edna (Mrs)' }))
    expect(await screen.findByText('This patient alone:')).toBeVisible()
    click(screen.getByRole('button', { name: 'Choose another patient' }))
    fillAndEnter(await screen.findByLabelText('Name or NHS number'), '999 000 0077')
    click(await screen.findByRole('button', { name: /^Choose ASHWORTH/ }))
    click(screen.getByRole('button', { name: 'Allow' }))
    await waitFor(() => expect(wentTo).toHaveBeenCalled())
    const allowed = seen.find(({ path }) => path === '/api/fhirLaunch/allow')
    expect(JSON.parse(allowed?.body ?? '')).toMatchObject({ patientId: 11 })
  })

  test('says that it wants to read of everybody', async () => {
    asks({ isOfOnePatient: false, patient: null })
    beSignedIn(clinician)
    renderSite(address)
    expect(await screen.findByText(/^Everybody whose record you may open/)).toBeVisible()
    expect(screen.getByRole('button', { name: 'Allow' })).toBeVisible()
  })

  test('goes back at once with its own mistakes', async () => {
    const returnTo = 'https://app.example.org/?error=invalid_scope'
    asks({}, { '/api/fhirLaunch/ask': () => json({ ...nothing, returnTo }) })
    beSignedIn(clinician)
    renderSite(address)
    await waitFor(() => expect(wentTo).toHaveBeenCalledWith(returnTo))
  })

  test('is stopped here if it is not known', async () => {
    asks(
      {},
      { '/api/fhirLaunch/ask': () => json({ ...nothing, stopped: 'This app is not registered here.' }) },
    )
    beSignedIn(clinician)
    renderSite('/falls/app-launch?asked=q%')
    expect(await screen.findByRole('heading', { name: 'This app cannot be opened' })).toBeVisible()
    expect(screen.getByText('This app is not registered here.')).toBeVisible()
    expect(wentTo).not.toHaveBeenCalled()
  })

  test('says why it could not be allowed', async () => {
    asks({}, { '/api/fhirLaunch/allow': () => json({ message: 'No app can read this record.' }, 409) })
    beSignedIn(clinician)
    renderSite(address)
    click(await screen.findByRole('button', { name: 'Allow' }))
    expect(await screen.findByText('No app can read this record.')).toBeVisible()
  })

  test('is no part of a role that reads no records', async () => {
    const seen = asks()
    beSignedIn(administrator)
    renderSite(address)
    expect(await screen.findByText(/This screen is not part of your current role/)).toBeVisible()
    expect(seen.some(({ path }) => path.startsWith('/api/fhirLaunch/'))).toBe(false)
  })
})
