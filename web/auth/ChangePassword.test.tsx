import { screen } from '@testing-library/react'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { forgetSession } from '../session.ts'
import { json, pair } from '../testing/fakeService.ts'
import { beSignedIn, clinician, quietService, renderSite } from '../testing/renderSite.tsx'
import { click, fill } from '../testing/person.ts'

afterEach(() => {
  forgetSession('person')
  vi.unstubAllGlobals()
})

const path = '/api/user/changepassword'
const changed = 'Your password has been changed. Sign in with the new one.'

const fillIn = async (current: string, next: string, again = next): Promise<void> => {
  fill(await screen.findByLabelText('Current password'), current)
  fill(screen.getByLabelText('New password'), next)
  fill(screen.getByLabelText('Confirm new password'), again)
  click(screen.getByRole('button', { name: 'Change password' }))
}

describe('AU-15: changing one’s own password', () => {
  test('asks for all three, in the words of the specification', async () => {
    const seen = quietService()
    beSignedIn(clinician)
    renderSite('/falls/password')
    await fillIn('', '')
    for (const message of [
      'Please your current password',
      'Please enter your new password',
      'Please confirm your new password',
    ])
      expect(await screen.findByRole('link', { name: message })).toBeVisible()
    expect(seen.filter((asked) => asked.path === path)).toEqual([])
  })

  test.each([
    [
      'the same again',
      'old words here',
      'old words here',
      'New password cannot be the same as your current password',
    ],
    [
      'another confirmation',
      'new words here',
      'new words',
      'New password and confirm new password do not match',
    ],
  ])('refuses %s', async (_, next, again, message) => {
    quietService()
    beSignedIn(clinician)
    renderSite('/falls/password')
    await fillIn('old words here', next, again)
    expect(await screen.findByRole('link', { name: message })).toBeVisible()
  })

  test('logs out and says so on the sign-in page, which leads home and not back', async () => {
    const seen = quietService({ [path]: () => json({ success: true }) })
    beSignedIn(clinician)
    const site = renderSite('/falls/password')
    await fillIn('old words here', 'two herons under the bridge')
    expect(await screen.findByText(changed)).toBeVisible()
    expect(site.state.location.href).toBe('/login')
    expect(sessionStorage).toHaveLength(0)
    expect(JSON.parse(seen.find((asked) => asked.path === path)?.body ?? '')).toEqual({
      password: 'old words here',
      newPassword: 'two herons under the bridge',
      confirmNewPassword: 'two herons under the bridge',
    })
  })

  test('shows what the service finds wrong, and stays', async () => {
    quietService({ [path]: () => json({ password: 'This is not your current password' }, 400) })
    beSignedIn(clinician)
    const site = renderSite('/falls/password')
    await fillIn('old words here', 'two herons under the bridge')
    expect(await screen.findByRole('link', { name: 'This is not your current password' })).toBeVisible()
    expect(site.state.location.pathname).toBe('/falls/password')
  })

  test.each([
    ['was changed: the session is over', () => json({ error: 'invalid_grant' }, 400), changed],
    ['was not: the session goes on', () => json(pair('two')), /cannot be reached/],
  ])('with the reply lost finds out that the password %s', async (_, answer, seen) => {
    quietService({ [path]: () => Promise.reject(new TypeError('lost')), '/oauth/token': answer })
    beSignedIn(clinician)
    renderSite('/falls/password')
    await fillIn('old words here', 'two herons under the bridge')
    expect(await screen.findByText(seen)).toBeVisible()
  })

  test('advises while the new password is typed', async () => {
    quietService()
    beSignedIn(clinician)
    renderSite('/falls/password')
    const box = await screen.findByLabelText('New password')
    const advice = async (typed: string, sentence: RegExp) => {
      fill(box, typed)
      expect(await screen.findByText(sentence)).toBeVisible()
    }
    await advice('heron', /7 more characters/)
    await advice('priya nair 123', /your name/)
    await advice('two herons under', /Long enough/)
  })
})
