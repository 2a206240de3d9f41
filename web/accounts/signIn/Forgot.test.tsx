import { screen, waitFor } from '@testing-library/react'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { queryClient } from '../../platform/calls/queryClient.ts'
import { forgetSession } from '../../platform/session/session.ts'
import { json, type Seen } from '../../testing/fakeService.ts'
import { beSignedIn, clinician, quietService, renderSite } from '../../testing/renderSite.tsx'
import { click, fill } from '../../testing/person.ts'

afterEach(() => {
  forgetSession('person')
  vi.unstubAllGlobals()
  queryClient.clear()
})

const bodySentTo = (seen: readonly Seen[], path: string): unknown =>
  JSON.parse(seen.findLast((asked) => asked.path === path)?.body ?? 'null')

const done = () => json({ success: true })
const changed = 'Your password has been changed. Sign in with the new one.'
const chosen = 'two herons under the bridge'

const choose = (again = chosen): void => {
  fill(screen.getByLabelText('New password'), chosen)
  fill(screen.getByLabelText('Confirm new password'), again)
  click(screen.getByRole('button', { name: 'Save new password' }))
}

describe('forgotten password', () => {
  test('asks for the user name, in the words of the specification', async () => {
    const seen = quietService()
    renderSite('/forgot')
    click(await screen.findByRole('button', { name: 'Send me a link by e-mail' }))
    expect(await screen.findByRole('link', { name: 'User name is required.' })).toBeVisible()
    expect(seen.map(({ path }) => path)).toEqual(['/api/user/provider'])
  })

  test('by e-mail says that a link is on its way, if there is such a user', async () => {
    const seen = quietService({ '/api/user/forgotPasswordEmail': done })
    renderSite('/login')
    click(await screen.findByRole('link', { name: 'Forgotten your password?' }))
    await screen.findByRole('heading', { name: 'Forgotten your password?' })
    fill(await screen.findByLabelText('User name'), 'priya')
    click(screen.getByRole('button', { name: 'Send me a link by e-mail' }))
    expect(await screen.findByText(/If there is an account .* a link is on its way/)).toBeVisible()
    expect(seen.at(-1)).toMatchObject({ method: 'GET', query: { username: 'priya' } })
  })

  test('by text message goes on to the screen for the code, with the name but not in the address', async () => {
    quietService({ '/api/user/forgotPasswordSms': done })
    const site = renderSite('/forgot')
    fill(await screen.findByLabelText('User name'), 'priya')
    click(screen.getByRole('button', { name: 'Send me a code by text' }))
    expect(await screen.findByText(/If there is an account .* a code is on its way/)).toBeVisible()
    expect(site.state.location.href).toBe('/reset-sms')
    expect(screen.getByLabelText('User name')).toHaveValue('priya')
  })

  test.each([
    [{ mail: true, texts: false }, ['Send me a link by e-mail']],
    [{ mail: false, texts: true }, ['Send me a code by text']],
    [{ mail: false, texts: false }, []],
    [{}, ['Send me a link by e-mail', 'Send me a code by text']],
  ])('offers what the service can send: %j', async (sends, offered) => {
    const seen = quietService({
      '/api/user/provider': () => json({ label: null, passkeys: false, ...sends }),
      '/api/user/forgotPasswordSms': done,
    })
    renderSite('/forgot')
    await waitFor(() =>
      expect(
        screen.queryAllByRole('button', { name: /^Send me/ }).map((button) => button.textContent),
      ).toEqual(offered),
    )
    if (offered.length === 0) expect(await screen.findByText(/sends no messages/)).toBeVisible()
    if (offered[0] !== 'Send me a code by text') return
    fill(screen.getByLabelText('User name'), 'priya')
    click(screen.getByRole('button', { name: 'Send me a code by text' }))
    expect(await screen.findByText(/If there is an account .* a code is on its way/)).toBeVisible()
    expect(seen.some(({ path }) => path === '/api/user/forgotPasswordEmail')).toBe(false)
  })

  test.each([
    ['without a name', ''],
    ['too often', 'priya'],
  ])('goes by e-mail when that is pressed after a code by text was asked for %s', async (_, name) => {
    const seen = quietService({
      '/api/user/forgotPasswordEmail': done,
      '/api/user/forgotPasswordSms': () =>
        json({ code: 'too-often', message: 'Too often.', requestId: '1' }, 429),
    })
    renderSite('/forgot')
    fill(await screen.findByLabelText('User name'), name)
    click(screen.getByRole('button', { name: 'Send me a code by text' }))
    await screen.findByRole('heading', { name: /problem|invalid/i })
    fill(screen.getByLabelText('User name'), 'priya')
    click(screen.getByRole('button', { name: 'Send me a link by e-mail' }))
    expect(await screen.findByText(/a link is on its way/)).toBeVisible()
    expect(seen.at(-1)?.path).toBe('/api/user/forgotPasswordEmail')
  })

  test('says so when it was asked too often', async () => {
    const sentence = 'There have been too many attempts. Please wait a while, then try again.'
    quietService({
      '/api/user/forgotPasswordEmail': () =>
        json({ code: 'too-often', message: sentence, requestId: '1' }, 429),
    })
    renderSite('/forgot')
    fill(await screen.findByLabelText('User name'), 'priya')
    click(screen.getByRole('button', { name: 'Send me a link by e-mail' }))
    expect(await screen.findByText(sentence)).toBeVisible()
  })
})

describe('AU-14: a reset by link', () => {
  const address = '/reset?userId=7&code=abc_-DEF'

  test('takes the code out of the address at once, sends it, and returns to the sign-in page', async () => {
    const seen = quietService({ '/api/user/resetPassword': done })
    const site = renderSite(address)
    await screen.findByRole('heading', { name: 'Choose a new password' })
    await waitFor(() => expect(site.state.location.href).toBe('/reset'))
    choose()
    expect(await screen.findByText(changed)).toBeVisible()
    expect(site.state.location.pathname).toBe('/login')
    expect(bodySentTo(seen, '/api/user/resetPassword')).toEqual({
      password: chosen,
      confirmNewPassword: chosen,
      userId: '7',
      code: 'abc_-DEF',
    })
  })

  test('keeps a code of digits as it was written', async () => {
    const seen = quietService({ '/api/user/resetPassword': done })
    renderSite('/reset?userId=7&code=0123')
    await screen.findByRole('heading', { name: 'Choose a new password' })
    choose()
    await screen.findByText(changed)
    expect(bodySentTo(seen, '/api/user/resetPassword')).toMatchObject({ code: '0123' })
  })

  test('sends a code of the authenticator app when the person has one and types it', async () => {
    const seen = quietService({ '/api/user/resetPassword': done })
    renderSite(address)
    await screen.findByRole('heading', { name: 'Choose a new password' })
    fill(screen.getByLabelText('Code from your authenticator app (optional)'), '123456')
    choose()
    await screen.findByText(changed)
    expect(bodySentTo(seen, '/api/user/resetPassword')).toMatchObject({ appCode: '123456' })
  })

  test('ends the session of the user who is signed in here', async () => {
    quietService({ '/api/user/resetPassword': done })
    beSignedIn(clinician)
    renderSite(address)
    await screen.findByRole('heading', { name: 'Choose a new password' })
    choose()
    await screen.findByText(changed)
    expect(sessionStorage).toHaveLength(0)
  })

  test('without a code asks for the whole link', async () => {
    quietService()
    renderSite('/reset?userId=7')
    expect(await screen.findByRole('heading', { name: 'This link is not complete' })).toBeVisible()
  })

  test.each([
    ['a mismatch', () => choose('other'), 'New password and confirm new password do not match'],
    ['an old link', () => choose(), 'This link has been used or is too old. Please ask for a new one.'],
  ])('shows %s', async (_, act, sentence) => {
    quietService({
      '/api/user/resetPassword': () =>
        json(
          {
            code: 'bad-request',
            message: 'This link has been used or is too old. Please ask for a new one.',
            requestId: '1',
          },
          400,
        ),
    })
    renderSite(address)
    await screen.findByRole('heading', { name: 'Choose a new password' })
    act()
    expect((await screen.findAllByText(sentence)).length).toBeGreaterThan(0)
  })
})

describe('AU-14: a reset by text message', () => {
  test('asks for everything, in the words of the specification', async () => {
    quietService()
    renderSite('/reset-sms')
    click(await screen.findByRole('button', { name: 'Save new password' }))
    for (const message of [
      'Please enter your user name',
      'Please enter the code',
      'Please enter your new password',
      'Please confirm your new password',
    ])
      expect(await screen.findByRole('link', { name: message })).toBeVisible()
  })

  test('sends name, code and password, and returns to the sign-in page', async () => {
    const seen = quietService({ '/api/user/resetPasswordSms': done })
    renderSite('/reset-sms')
    fill(await screen.findByLabelText('User name'), 'priya')
    fill(screen.getByLabelText('Code from the text message'), '1234 5678')
    choose()
    expect(await screen.findByText(changed)).toBeVisible()
    expect(bodySentTo(seen, '/api/user/resetPasswordSms')).toEqual({
      userName: 'priya',
      code: '12345678',
      password: chosen,
      confirmNewPassword: chosen,
    })
  })
})
