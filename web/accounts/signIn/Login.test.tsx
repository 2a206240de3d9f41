import { fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import {
  currentSession,
  forgetSession,
  lastEnding,
  leaveForNewPassword,
} from '../../platform/session/session.ts'
import { json, pair } from '../../testing/fakeService.ts'
import { beSignedIn, clinician, quietService, renderSite } from '../../testing/renderSite.tsx'
import { click, fill } from '../../testing/person.ts'

afterEach(() => {
  forgetSession('person')
  vi.unstubAllGlobals()
})

const wrong = 'The user name or password is wrong.'
const signInWith = async (password: string): Promise<void> => {
  const box = await screen.findByLabelText('User name')
  fill(box, 'priya')
  fill(screen.getByLabelText('Password'), password)
  click(screen.getByRole('button', { name: 'Sign in' }))
}
const tokenFor =
  (password: string) =>
  ({ body }: { body: string }) =>
    new URLSearchParams(body).get('password') === password
      ? json(pair('one'))
      : json({ error: 'invalid_grant', error_description: wrong }, 400)

test('a demonstration says before anybody signs in that its people are invented', async () => {
  quietService({
    '/api/user/provider': () => json({ label: null, passkeys: false, demonstration: true }),
  })
  renderSite('/login')
  expect(await screen.findByText(/every patient here is invented/)).toBeVisible()
})

test('both fields are required, in the words of the specification', async () => {
  const seen = quietService()
  renderSite('/login')
  click(await screen.findByRole('button', { name: 'Sign in' }))
  expect(await screen.findAllByText('Username required')).not.toHaveLength(0)
  expect(screen.getAllByText('Password required')).not.toHaveLength(0)
  expect(seen.filter(({ path }) => path !== '/api/user/provider')).toEqual([])
})

test('the fields can be filled by a password manager, and pasted into', async () => {
  quietService()
  renderSite('/login')
  const user = await screen.findByLabelText('User name')
  expect(user).toHaveAttribute('autocomplete', 'username')
  expect(user).toHaveFocus()
  const password = screen.getByLabelText('Password')
  expect(password).toHaveAttribute('autocomplete', 'current-password')
  for (const field of [user, password]) expect(fireEvent.paste(field)).toBe(true)
})

test('a failed attempt shows what the service says, and the next one still goes where it was asked to', async () => {
  quietService({ '/oauth/token': tokenFor('right') })
  const site = renderSite('/login?redirect=%2Ffalls%2Fin-exercise')
  await signInWith('bad')
  expect(await screen.findByText(wrong)).toBeVisible()
  await signInWith('right')
  await screen.findByRole('heading', { name: 'In exercise' })
  expect(site.state.location.pathname).toBe('/falls/in-exercise')
})

test('the code of an authenticator app is asked for after the password, and leads on where it was asked to', async () => {
  const seen = quietService({
    '/oauth/token': ({ body }) =>
      new URLSearchParams(body).get('otp') === '123456'
        ? json(pair('one'))
        : json({ error: 'mfa_required', error_description: 'A code is needed.' }, 400),
  })
  const site = renderSite('/login?redirect=%2Ffalls%2Fin-exercise')
  await signInWith('right')
  const code = await screen.findByLabelText('Code from your authenticator app')
  expect(code).toHaveFocus()
  fill(code, '123456')
  click(screen.getByRole('button', { name: 'Sign in' }))
  await screen.findByRole('heading', { name: 'In exercise' })
  expect(site.state.location.pathname).toBe('/falls/in-exercise')
  // The password is sent again, because the server keeps nothing of it in between.
  const last = seen.filter(({ path }) => path === '/oauth/token').at(-1)
  expect(new URLSearchParams(last?.body).get('password')).toBe('right')
})

test.each(['//example.org', 'https://example.org/falls', '/falls/../login', 'javascript:alert(1)'])(
  'signing in with the redirect %s goes home',
  async (redirect) => {
    quietService({ '/oauth/token': tokenFor('right') })
    const site = renderSite(`/login?redirect=${encodeURIComponent(redirect)}`)
    await signInWith('right')
    await screen.findByRole('heading', { name: 'Home' })
    expect(site.state.location.href).toBe('/falls/admissions')
  },
)

test.each([
  ['the same person', 7, '/falls/in-exercise'],
  ['another person', 70, '/falls/admissions'],
])('after an interruption %s goes on at the right place', async (_, userId, place) => {
  quietService({ '/oauth/token': tokenFor('right') })
  beSignedIn(clinician)
  const profile = currentSession()?.profile
  if (profile == null) throw new Error('Nobody is signed in')
  quietService({
    '/oauth/token': tokenFor('right'),
    '/api/user/profile': () => json({ ...profile, user: { ...profile.user, id: userId } }),
  })
  forgetSession('expiry')
  expect(lastEnding()).toEqual({ how: 'expiry', userId: 7 })
  const site = renderSite('/login?redirect=%2Ffalls%2Fin-exercise')
  expect(await screen.findByText(/Your session has ended/)).toBeVisible()
  await signInWith('right')
  await waitFor(() => expect(site.state.location.pathname).toBe(place))
})

test('after a new password of somebody who was not signed in here, signing in leads on where it was asked to', async () => {
  leaveForNewPassword()
  quietService({ '/oauth/token': tokenFor('right') })
  const site = renderSite('/login?redirect=%2Ffalls%2Fin-exercise')
  await signInWith('right')
  await waitFor(() => expect(site.state.location.pathname).toBe('/falls/in-exercise'))
})
