import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, describe, expect, test, vi } from 'vitest'
import type { SecurityView } from '../../../contract/accounts/security.ts'
import { forgetSession, setProfile, startSession } from '../../platform/session/session.ts'
import { json, pair, profileOf } from '../../testing/fakeService.ts'
import { beSignedIn, clinician, quietService, renderSite } from '../../testing/renderSite.tsx'
import { click, fill } from '../../testing/person.ts'

afterEach(() => {
  forgetSession('person')
  localStorage.clear()
  vi.unstubAllGlobals()
})

const view = (more: Partial<SecurityView> = {}): SecurityView => ({
  signIns: [
    {
      id: 3,
      startedAt: '2020-11-21T10:15:00Z',
      endedAt: null,
      device: 'Chrome on Windows',
      address: '192.0.2.1',
      isCurrent: true,
      isOpen: true,
    },
    {
      id: 2,
      startedAt: '2020-11-20T09:00:00Z',
      endedAt: null,
      device: 'Safari on Mac',
      address: '192.0.2.2',
      isCurrent: false,
      isOpen: true,
    },
  ],
  devices: [
    {
      id: 1,
      device: 'Chrome on Windows',
      firstSeenAt: '2020-10-01T10:00:00Z',
      lastSeenAt: '2020-11-21T10:15:00Z',
    },
  ],
  passkeys: [],
  secondFactor: { isOn: false, isRequired: false, recoveryCodesLeft: 0, addedAt: null, lastUsedAt: null },
  ...more,
})

describe('DL-2: the sign-in page while many people sign in', () => {
  const busy = () =>
    new Response(
      JSON.stringify({
        code: 'unavailable',
        message: 'Many people are signing in. Please wait a moment.',
        requestId: '1',
      }),
      { status: 503, headers: { 'content-type': 'application/json', 'retry-after': '1' } },
    )

  test('says so, tries again by itself and goes on', async () => {
    let asked = 0
    quietService({ '/oauth/token': () => ((asked += 1) < 3 ? busy() : json(pair('one'))) })
    const site = renderSite('/login')
    fill(await screen.findByLabelText('User name'), 'priya')
    fill(screen.getByLabelText('Password'), 'right words here')
    click(screen.getByRole('button', { name: 'Sign in' }))
    const notice = 'Many people are signing in. Please wait a moment. This page tries again by itself.'
    expect(await screen.findByText(notice)).toBeVisible()
    await waitFor(() => expect(site.state.location.pathname).toBe('/falls/admissions'), { timeout: 15_000 })
    expect(asked).toBe(3)
  })

  test('does not send a wrong password twice', async () => {
    const seen = quietService({
      '/oauth/token': () => json({ error: 'invalid_grant', error_description: 'Not right.' }, 400),
    })
    renderSite('/login')
    fill(await screen.findByLabelText('User name'), 'priya')
    fill(screen.getByLabelText('Password'), 'wrong words here')
    click(screen.getByRole('button', { name: 'Sign in' }))
    expect(await screen.findByText('Not right.')).toBeVisible()
    expect(seen.filter(({ path }) => path === '/oauth/token')).toHaveLength(1)
  })
})

describe('AU-12: the sign-in page', () => {
  test('asks for the code after the password, and sends all three', async () => {
    const seen = quietService({
      '/oauth/token': ({ body }) =>
        new URLSearchParams(body).has('otp')
          ? json(pair('one'))
          : json({ error: 'mfa_required', error_description: 'Enter the code.' }, 400),
    })
    const site = renderSite('/login')
    fill(await screen.findByLabelText('User name'), 'priya')
    fill(screen.getByLabelText('Password'), 'right words here')
    click(screen.getByRole('button', { name: 'Sign in' }))
    const code = await screen.findByLabelText('Code from your authenticator app')
    expect(code).toHaveFocus()
    expect(code).toHaveAttribute('autocomplete', 'one-time-code')
    fill(code, '123456')
    click(screen.getByRole('button', { name: 'Sign in' }))
    await waitFor(() => expect(site.state.location.pathname).toBe('/falls/admissions'))
    const sent = seen
      .filter(({ path }) => path === '/oauth/token')
      .map(({ body }) => new URLSearchParams(body))
    expect(Object.fromEntries(sent[1] ?? [])).toMatchObject({
      grant_type: 'password',
      username: 'priya',
      password: 'right words here',
      otp: '123456',
    })
  })

  test('keeps one random name for the browser, past log-out', async () => {
    const seen = quietService({ '/oauth/token': () => json({ error_description: 'No.' }, 400) })
    renderSite('/login')
    for (const password of ['first', 'second']) {
      fill(await screen.findByLabelText('User name'), 'priya')
      fill(screen.getByLabelText('Password'), password)
      click(screen.getByRole('button', { name: 'Sign in' }))
      await screen.findByText('No.')
      await waitFor(() => expect(seen.some(({ body }) => body.includes(password))).toBe(true))
    }
    const names = seen
      .filter(({ path }) => path === '/oauth/token')
      .map(({ body }) => new URLSearchParams(body).get('device'))
    expect(new Set(names).size).toBe(1)
    expect(names[0]).toMatch(/^[0-9a-f]{32}$/)
  })
})

describe('AU-12: setting up an authenticator app', () => {
  test('shows the code to scan and the key, then the recovery codes once', async () => {
    quietService({
      '/api/user/security': () => json(view()),
      '/api/user/beginSecondFactor': () =>
        json({
          secret: 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP',
          uri: 'otpauth://totp/Surefoot:priya?issuer=Surefoot&secret=JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP',
        }),
      '/api/user/confirmSecondFactor': () => json({ recoveryCodes: ['aaaa-bbbb-cccc-dddd'] }),
    })
    beSignedIn(clinician)
    renderSite('/falls/security')
    click(await screen.findByRole('button', { name: 'Set up an authenticator app' }))
    fill(await screen.findByLabelText('Your password'), 'right words here')
    click(screen.getByRole('button', { name: 'Go on' }))
    expect(await screen.findByRole('img', { name: /QR code/ })).toBeVisible()
    expect(screen.getByText('JBSW Y3DP EHPK 3PXP JBSW Y3DP EHPK 3PXP')).toBeVisible()
    fill(screen.getByLabelText('Code from the app'), '123456')
    click(screen.getByRole('button', { name: 'Finish' }))
    expect(await screen.findByText('aaaa-bbbb-cccc-dddd')).toBeVisible()
    click(screen.getByRole('button', { name: 'I have kept them' }))
    expect(screen.queryByText('aaaa-bbbb-cccc-dddd')).toBeNull()
  })
})

describe('the security page', () => {
  test.each([
    [1, 'You have 1 recovery code left.'],
    [7, 'You have 7 recovery codes left.'],
  ])('says how many recovery codes are left: %i', async (recoveryCodesLeft, words) => {
    const { secondFactor } = view()
    quietService({
      '/api/user/security': () =>
        json(view({ secondFactor: { ...secondFactor, isOn: true, recoveryCodesLeft } })),
    })
    beSignedIn(clinician)
    renderSite('/falls/security')
    expect(await screen.findByText(/An authenticator app is set up/)).toHaveTextContent(words)
  })

  test('says where a passkey cannot be added, and offers no button for it', async () => {
    quietService({
      '/api/user/security': () => json(view()),
      '/api/user/provider': () => json({ label: null, passkeys: true, demonstration: false }),
    })
    beSignedIn(clinician)
    renderSite('/falls/security')
    // This browser does not support passkeys.
    expect(await screen.findByText('This browser, at this address, cannot add one.')).toBeVisible()
    expect(screen.queryByRole('button', { name: 'Add a passkey' })).toBeNull()
  })

  test('shows who was in, and ends another session', async () => {
    const seen = quietService({
      '/api/user/security': () => json(view()),
      '/api/user/endOwnSessions': () => json({ success: true }),
    })
    beSignedIn(clinician)
    renderSite('/falls/security')
    const row = (await screen.findByRole('cell', { name: '20/11/2020 09:00' })).closest('tr')
    if (row === null) throw new Error('The session has no row')
    expect(within(row).getByText('Safari on Mac')).toBeVisible()
    click(within(row).getByRole('button', { name: /^End/ }))
    expect(await screen.findByText('The session has been ended')).toBeVisible()
    expect(JSON.parse(seen.find(({ path }) => path === '/api/user/endOwnSessions')?.body ?? '')).toEqual({
      sessionId: 2,
    })
    const present = screen.getByRole('cell', { name: '21/11/2020 10:15' }).closest('tr')
    expect(within(present as HTMLElement).queryByRole('button')).toBeNull()
  })
})

describe('AU-11, AU-12: a pending step', () => {
  test.each([
    ['password', '/falls/password', 'Change your password'],
    ['second-factor', '/falls/security', 'Your account and its safety'],
  ] as const)('%s: finds nothing open but %s', async (owes, place, heading) => {
    quietService({ '/api/user/security': () => json(view()) })
    startSession(pair('one'))
    setProfile({ ...profileOf(clinician), owes })
    const site = renderSite('/falls/awaiting-assessment')
    expect(await screen.findByRole('heading', { name: heading })).toBeVisible()
    expect(site.state.location.pathname).toBe(place)
    expect(screen.queryByRole('navigation', { name: 'Main' })).toBeNull()
    expect(screen.queryByRole('search')).toBeNull()
  })
})
