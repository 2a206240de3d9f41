import { screen } from '@testing-library/react'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { forgetSession } from '../../platform/session/session.ts'
import { json, pair } from '../../testing/fakeService.ts'
import { beSignedIn, clinician, noWaysIn, quietService, renderSite } from '../../testing/renderSite.tsx'
import { click, fill } from '../../testing/person.ts'

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

  const ways = {
    ...noWaysIn,
    passkeys: [
      {
        id: 4,
        device: 'Chrome on Windows',
        createdAt: '2020-10-01T10:00:00Z',
        lastUsedAt: '2020-11-20T09:00:00Z',
      },
      { id: 9, device: 'Firefox on Linux', createdAt: '2020-11-19T23:10:00Z', lastUsedAt: null },
    ],
    secondFactor: {
      ...noWaysIn.secondFactor,
      isOn: true,
      addedAt: '2020-10-02T10:00:00Z',
      lastUsedAt: '2020-11-20T09:00:00Z',
    },
  }
  const bodyOf = (seen: ReturnType<typeof quietService>): unknown =>
    JSON.parse(seen.find((asked) => asked.path === path)?.body ?? '')
  const changes = {
    password: 'old words here',
    newPassword: 'two herons under the bridge',
    confirmNewPassword: 'two herons under the bridge',
  }

  test('asks which passkeys are one’s own, with when each was added and used; none is ticked', async () => {
    const seen = quietService({
      '/api/user/security': () => json(ways),
      [path]: () => json({ success: true }),
    })
    beSignedIn(clinician)
    renderSite('/falls/password')
    const mine = await screen.findByRole('checkbox', { name: 'Chrome on Windows' })
    const other = screen.getByRole('checkbox', { name: 'Firefox on Linux' })
    expect(mine).not.toBeChecked()
    expect(mine).toHaveAccessibleDescription(/Added on 01\/10\/2020 11:00, last used on 20\/11\/2020 09:00/)
    expect(other).toHaveAccessibleDescription(/Added on 19\/11\/2020 23:10, not used yet/)
    click(mine)
    await fillIn(changes.password, changes.newPassword)
    expect(await screen.findByText(changed)).toBeVisible()
    expect(bodyOf(seen)).toEqual({ ...changes, keepPasskeys: [4] })
  })

  test('with nothing ticked says so to the service, which keeps none', async () => {
    const seen = quietService({
      '/api/user/security': () => json(ways),
      [path]: () => json({ success: true }),
    })
    beSignedIn(clinician)
    renderSite('/falls/password')
    await fillIn(changes.password, changes.newPassword)
    expect(await screen.findByText(changed)).toBeVisible()
    expect(bodyOf(seen)).toEqual({ ...changes, keepPasskeys: [] })
  })

  test('keeps the app unless its tick is cleared, which asks for a code of it', async () => {
    const seen = quietService({
      '/api/user/security': () => json({ ...ways, passkeys: [] }),
      [path]: () => json({ success: true }),
    })
    beSignedIn(clinician)
    renderSite('/falls/password')
    const app = await screen.findByRole('checkbox', { name: 'Keep my authenticator app' })
    expect(app).toBeChecked()
    expect(screen.queryByLabelText('Code from the app that is removed')).toBeNull()
    click(app)
    fill(await screen.findByLabelText('Code from the app that is removed'), '123456')
    await fillIn(changes.password, changes.newPassword)
    expect(await screen.findByText(changed)).toBeVisible()
    expect(bodyOf(seen)).toEqual({ ...changes, keepAuthenticator: false, appCode: '123456' })
  })
})
