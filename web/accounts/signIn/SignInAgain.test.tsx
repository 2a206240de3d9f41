import { act, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { currentSession, forgetSession } from '../../platform/session/session.ts'
import { json, pair, profileOf } from '../../testing/fakeService.ts'
import { beSignedIn, clinician, quietService, renderSite } from '../../testing/renderSite.tsx'
import { click, fill } from '../../testing/person.ts'

beforeEach(() => {
  // jsdom has no modal dialogs.
  HTMLDialogElement.prototype.showModal = function () {
    this.open = true
  }
  HTMLDialogElement.prototype.close = function () {
    this.open = false
  }
})
afterEach(() => {
  forgetSession('person')
  localStorage.clear()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const address = '/falls/patient/demographics?id=0'
const answers = (userId = 7) => ({
  '/oauth/token': ({ body }: { body: string }) =>
    new URLSearchParams(body).get('password') === 'right'
      ? json(pair('two'))
      : json({ error: 'invalid_grant', error_description: 'No.' }, 400),
  '/api/user/profile': () => {
    const profile = profileOf(clinician)
    return json({ ...profile, user: { ...profile.user, id: userId } })
  },
  '/api/patient/save': () => json({}, 401),
})

/** Fills in a form and lets the session expire before it is saved. */
const loseSession = async (userId = 7) => {
  quietService(answers(userId))
  beSignedIn(clinician)
  const site = renderSite(address)
  fill(await screen.findByLabelText('Family name'), 'Ashworth')
  fill(screen.getByLabelText('Gender'), '1')
  await act(async () => forgetSession('expiry'))
  await screen.findByRole('heading', { name: 'Your session has ended' })
  return site
}
const signIn = (password = 'right'): void => {
  fill(screen.getByLabelText('Password'), password)
  click(screen.getByRole('button', { name: 'Sign in' }))
}

describe('AU-16: a session that ends over unsaved work', () => {
  test('hides the page, asks its owner to sign in, and goes on with nothing lost', async () => {
    const site = await loseSession()
    expect(screen.getByLabelText('Family name')).not.toBeVisible()
    expect(sessionStorage).toHaveLength(0)
    expect(screen.getByLabelText('User name')).toHaveValue('priya')
    expect(screen.getByLabelText('User name')).toHaveAttribute('readonly')
    signIn('wrong')
    expect(await screen.findByText('No.')).toBeVisible()
    signIn()
    await waitFor(() => expect(screen.getByLabelText('Family name')).toBeVisible())
    expect(screen.getByLabelText('Family name')).toHaveValue('Ashworth')
    expect(screen.getByLabelText('Gender')).toHaveValue('1')
    expect(currentSession()?.tokens).toEqual(pair('two'))
    expect(site.state.location.pathname).toBe('/falls/patient/demographics')
  })

  test('which a save found out: the form says that it is not saved yet, and no more that the session has ended', async () => {
    quietService(answers())
    beSignedIn(clinician)
    renderSite(address)
    await screen.findByRole('option', { name: 'Female' })
    fill(screen.getByLabelText('Family name'), 'Ashworth')
    fill(screen.getByLabelText('Gender'), '1')
    click(screen.getByRole('checkbox', { name: 'NHS number unknown' }))
    click(screen.getByRole('button', { name: 'Register' }))
    await screen.findByRole('heading', { name: 'Your session has ended' })
    signIn()
    await waitFor(() => expect(screen.getByLabelText('Family name')).toBeVisible())
    expect(screen.queryByText(/Your session has ended/)).toBeNull()
    expect(screen.getByText(/This is not saved yet, because your session had ended/)).toBeVisible()
    expect(screen.getByLabelText('Family name')).toHaveValue('Ashworth')
  })

  test('reads again what could not be read meanwhile', async () => {
    let refuse: (() => void) | null = null
    quietService({
      ...answers(),
      '/api/ethnicity/all': () =>
        refuse === null
          ? new Promise((resolve) => (refuse = () => resolve(json({}, 401))))
          : json([{ id: 1, name: 'White - British', isActive: true }]),
    })
    beSignedIn(clinician)
    renderSite(address)
    fill(await screen.findByLabelText('Family name'), 'Ashworth')
    await act(async () => (refuse as (() => void) | null)?.())
    await screen.findByRole('heading', { name: 'Your session has ended' })
    signIn()
    expect(await screen.findByRole('option', { name: 'White - British' })).toBeVisible()
    expect(screen.queryByText(/“Ethnicity.*could not be loaded/)).toBeNull()
  })

  test('holds for fifty endings in a row', async () => {
    await loseSession()
    for (let time = 0; time < 50; time += 1) {
      signIn()
      await waitFor(() => expect(screen.getByLabelText('Family name')).toBeVisible())
      fill(screen.getByLabelText('Family name'), `Ashworth ${time}`)
      await act(async () => forgetSession('expiry'))
      expect(screen.getByLabelText('Family name')).toHaveValue(`Ashworth ${time}`)
    }
  })

  test('can be left, which wipes the page', async () => {
    const site = await loseSession()
    click(screen.getByRole('button', { name: 'Leave without saving' }))
    expect(await screen.findByRole('heading', { name: 'Sign in' })).toBeVisible()
    expect(site.state.location.pathname).toBe('/login')
    expect(screen.queryByLabelText('Family name')).toBeNull()
  })

  test('without unsaved work leaves for the sign-in page', async () => {
    quietService(answers())
    beSignedIn(clinician)
    renderSite(address)
    await screen.findByLabelText('Family name')
    await act(async () => forgetSession('expiry'))
    expect(await screen.findByRole('heading', { name: 'Sign in' })).toBeVisible()
  })

  test('a person who logs out leaves nothing, saved or not', async () => {
    quietService(answers())
    beSignedIn(clinician)
    renderSite(address)
    fill(await screen.findByLabelText('Family name'), 'Ashworth')
    vi.stubGlobal('confirm', () => true)
    await act(async () => forgetSession('person'))
    expect(await screen.findByRole('heading', { name: 'Sign in' })).toBeVisible()
    expect(screen.queryByDisplayValue('Ashworth')).toBeNull()
  })
})
