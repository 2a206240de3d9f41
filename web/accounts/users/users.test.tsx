import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { UserView } from '../../../contract/accounts/user.ts'
import { forgetSession } from '../../platform/session/session.ts'
import { json, profileOf, type Answer } from '../../testing/fakeService.ts'
import { click, fill } from '../../testing/person.ts'
import { administrator, beSignedIn, quietService, renderSite } from '../../testing/renderSite.tsx'

beforeEach(() => beSignedIn(administrator))
afterEach(() => {
  forgetSession('person')
  vi.unstubAllGlobals()
})

const roles = [
  { id: 1, name: 'Admissions', profile: 'Admissions', isActive: true },
  { id: 2, name: 'Clinician', profile: 'Clinician', isActive: true },
  { id: 4, name: 'System Administrator', profile: 'System Administrator', isActive: true },
]
const ada: UserView = {
  user: {
    id: 31,
    version: 5,
    userName: 'ada',
    familyName: 'Okoro',
    firstName: 'Ada',
    displayName: 'Ada Okoro',
    email: null,
    phoneNumber: '07700 900 001',
    phoneNumberNote: null,
    defaultRole: 'Clinician',
    isActive: true,
    mustChangePassword: true,
    hasSecondFactor: false,
    searchClosedAt: null,
    passkeys: 0,
    providerIdentifier: null,
    clinicianId: null,
    teamMemberId: null,
    profession: null,
    registration: null,
    names: { clinician: null, teamMember: null },
  },
  roles: [
    { id: 1, name: 'Admissions', profile: 'Admissions' },
    { id: 2, name: 'Clinician', profile: 'Clinician' },
  ],
}
const {
  version: _version,
  familyName: _family,
  firstName: _first,
  mustChangePassword: _must,
  ...row
} = ada.user

const service = (more: Record<string, Answer> = {}) =>
  quietService({
    '/api/role/all': () => json(roles),
    '/api/user/all': () => json([row, { ...row, id: 32, displayName: 'Ben Gone', isActive: false }]),
    '/api/user/getView': () => json(ada),
    '/api/user/sessions': () =>
      json([
        {
          id: 8,
          startedAt: '2020-01-05T09:00:00Z',
          lastSeenAt: '2020-01-05T09:10:00Z',
          address: '10.0.0.8',
          device: 'Chrome on Windows',
          isOwn: false,
        },
      ]),
    '/api/user/create': () => json({ user: { id: 31, version: 1 } }),
    '/api/user/profile': () => json(profileOf(administrator)),
    ...Object.fromEntries(
      ['save', 'addRole', 'removeRole', 'adminResetPassword'].map((call) => [
        `/api/user/${call}`,
        () => json({ id: 31, version: 6 }),
      ]),
    ),
    '/api/user/endSessionsOf': () => json({ ended: 1 }),
    '/api/user/provider': () => json({ label: null, passkeys: true }),
    ...more,
  })
const sent = (seen: ReturnType<typeof quietService>, call: string) =>
  seen
    .filter(({ path }) => path === `/api/user/${call}`)
    .map(({ body, query }) => ({ ...(JSON.parse(body) as object), ...query }))

test('the list shows its columns, disabled people too, and opens a user', async () => {
  service()
  renderSite('/falls/user-list')
  await screen.findByText('2 users')
  const [head, first] = screen
    .getAllByRole('row')
    .map((each) => [...each.children].map(({ textContent }) => textContent))
  expect(head).toEqual([
    'User Name',
    'Display Name',
    'Email',
    'Mobile Phone',
    'Default Role',
    'Is Active',
    'Action',
  ])
  expect(first).toEqual(['ada', 'Ada Okoro', 'Not Recorded', '07700 900 001', 'Clinician', 'Yes', 'View'])
  click(screen.getByRole('link', { name: 'View Ada Okoro' }))
  expect(await screen.findByRole('heading', { level: 1, name: 'Ada Okoro' })).toBeVisible()
})

describe('adding a user', () => {
  test('says everything that is missing', async () => {
    const seen = service()
    renderSite('/falls/user-create')
    click(await screen.findByRole('button', { name: 'Save' }))
    for (const message of [
      'User Name required',
      'Family Name required',
      'First Name required',
      'Default Role required',
      'Password required',
    ])
      expect(await screen.findAllByText(message)).not.toHaveLength(0)
    expect(sent(seen, 'create')).toEqual([])
  })

  test('says when the passwords differ, also while names are missing', async () => {
    service()
    renderSite('/falls/user-create')
    fill(await screen.findByLabelText('Password'), 'walking stick tuesday')
    fill(screen.getByLabelText('Confirm password'), 'walking stick')
    click(screen.getByRole('button', { name: 'Save' }))
    expect(await screen.findAllByText('Password and confirm password do not match')).not.toHaveLength(0)
  })

  test('is drawn with its roles, so that nothing moves below the pointer, or says that they failed', async () => {
    const roles = Promise.withResolvers<Response>()
    service({ '/api/role/all': () => roles.promise })
    renderSite('/falls/user-create')
    await screen.findByText(/Loading/)
    expect(screen.queryByRole('button', { name: 'Save' })).toBeNull()
    roles.resolve(json({ message: 'The service is busy' }, 503))
    expect(await screen.findByRole('button', { name: /again/i })).toBeVisible()
    expect(screen.queryByRole('button', { name: 'Save' })).toBeNull()
  })

  test('sends the user with roles and shows the new one', async () => {
    const seen = service()
    const site = renderSite('/falls/user-create')
    expect(await screen.findByRole('heading', { level: 1, name: 'Add User' })).toBeVisible()
    await screen.findByRole('option', { name: 'Clinician' })
    fill(screen.getByLabelText('User name'), 'ada')
    fill(screen.getByLabelText('Family name'), 'Okoro')
    fill(screen.getByLabelText('First name'), 'Ada')
    fill(screen.getByLabelText('Default role'), '2')
    await waitFor(() => expect(screen.queryByRole('checkbox', { name: 'Clinician' })).toBeNull())
    click(screen.getByRole('checkbox', { name: 'Admissions' }))
    fill(screen.getByLabelText('Password'), 'walking stick tuesday')
    fill(screen.getByLabelText('Confirm password'), 'walking stick tuesday')
    click(screen.getByRole('button', { name: 'Save' }))
    await waitFor(() => expect(site.state.location.href).toBe('/falls/user/view?id=31'))
    expect(sent(seen, 'create')).toMatchObject([
      {
        user: { userName: 'ada', familyName: 'Okoro', firstName: 'Ada', defaultRole: '2', isActive: true },
        password: 'walking stick tuesday',
        confirmPassword: 'walking stick tuesday',
        roles: ['1'],
      },
    ])
    expect(JSON.stringify({ ...sessionStorage })).not.toContain('walking stick')
  })

  test('shows what the service refuses at its field, with what was typed', async () => {
    const seen = service({
      '/api/user/create': () => json({ 'user.userName': 'This User Name is taken' }, 400),
    })
    renderSite('/falls/user-create')
    await screen.findByRole('option', { name: 'Clinician' })
    for (const [label, value] of [
      ['User name', 'ada'],
      ['Family name', 'Okoro'],
      ['First name', 'Ada'],
      ['Default role', '2'],
      ['Password', 'walking stick tuesday'],
      ['Confirm password', 'walking stick tuesday'],
    ] as const)
      fill(screen.getByLabelText(label), value)
    click(screen.getByRole('button', { name: 'Save' }))
    expect(await screen.findAllByText(/This User Name is taken/)).not.toHaveLength(0)
    expect(screen.getByLabelText('User name')).toHaveValue('ada')
    expect(sent(seen, 'create')).toHaveLength(1)
  })
})

describe('a user', () => {
  test('is shown with roles and sessions', async () => {
    service()
    renderSite('/falls/user?id=31')
    expect(await screen.findByRole('heading', { level: 1, name: 'Ada Okoro' })).toBeVisible()
    const account = within(screen.getByRole('region', { name: 'Account' }))
    expect(account.getByText('07700 900 001')).toBeVisible()
    // The user has no e-mail address and is neither a clinician nor a team member.
    expect(account.getAllByText('Not Recorded')).toHaveLength(3)
    expect(await screen.findByText('Chrome on Windows')).toBeVisible()
  })

  test('loses a role after a question, under the version that was read', async () => {
    const seen = service()
    renderSite('/falls/user/view?id=31')
    click(await screen.findByRole('button', { name: 'Remove role Admissions' }))
    const dialog = await screen.findByRole('dialog', { name: 'Remove the role Admissions?' })
    click(within(dialog).getByRole('button', { name: 'Yes, remove it' }))
    expect(await screen.findByText('Role removed')).toBeVisible()
    expect(sent(seen, 'removeRole')).toEqual([{ id: 31, version: 5, role: '1' }])
    await waitFor(() =>
      expect(seen.filter(({ path }) => path === '/api/user/getView').length).toBeGreaterThan(1),
    )
  })

  test('keeps the last word of the service on the screen', async () => {
    service({
      '/api/user/removeRole': () =>
        json({ message: 'You cannot take away your own administrator role.' }, 409),
    })
    renderSite('/falls/user/view?id=31')
    click(await screen.findByRole('button', { name: 'Remove role Admissions' }))
    click(await screen.findByRole('button', { name: 'Yes, remove it' }))
    expect(await screen.findByText('You cannot take away your own administrator role.')).toBeVisible()
  })

  test('gets a role that is not held yet', async () => {
    const seen = service()
    renderSite('/falls/user/role?id=31')
    expect(await screen.findByRole('heading', { level: 1, name: 'Add Role' })).toBeVisible()
    await screen.findByRole('option', { name: 'System Administrator' })
    expect(screen.queryByRole('option', { name: 'Clinician' })).toBeNull()
    click(screen.getByRole('button', { name: 'Save' }))
    expect(await screen.findAllByText('Role required')).not.toHaveLength(0)
    fill(screen.getByLabelText('Role'), '4')
    click(screen.getByRole('button', { name: 'Save' }))
    expect(await screen.findByText('Role added')).toBeVisible()
    expect(sent(seen, 'addRole')).toEqual([{ id: 31, version: 5, role: '4' }])
  })

  test('is edited, and disabled after a question', async () => {
    const seen = service()
    renderSite('/falls/user/edit?id=31')
    expect(await screen.findByRole('heading', { level: 1, name: 'Edit User' })).toBeVisible()
    expect(screen.getByLabelText('Default role')).toHaveValue('2')
    fill(screen.getByLabelText('Family name'), '')
    click(screen.getByRole('button', { name: 'Save' }))
    expect(await screen.findAllByText('Family Name required')).not.toHaveLength(0)
    fill(screen.getByLabelText('Family name'), 'Bell')
    click(screen.getByRole('checkbox', { name: 'Active' }))
    click(screen.getByRole('button', { name: 'Save' }))
    click(await screen.findByRole('button', { name: 'Yes, disable the account' }))
    expect(await screen.findByText('User saved')).toBeVisible()
    expect(sent(seen, 'save')).toMatchObject([
      { id: 31, version: 5, userName: 'ada', familyName: 'Bell', isActive: false, defaultRole: '2' },
    ])
  })

  test('gets another password', async () => {
    const seen = service()
    renderSite('/falls/user/password?id=31')
    click(await screen.findByRole('button', { name: 'Save' }))
    expect(await screen.findAllByText('Please enter your new password')).not.toHaveLength(0)
    expect(screen.getAllByText('Please confirm your new password')).not.toHaveLength(0)
    fill(screen.getByLabelText('New password'), 'umbrella marmalade violin')
    fill(screen.getByLabelText('Confirm new password'), 'umbrella')
    click(screen.getByRole('button', { name: 'Save' }))
    expect(await screen.findAllByText('New password and confirm new password do not match')).not.toHaveLength(
      0,
    )
    fill(screen.getByLabelText('Confirm new password'), 'umbrella marmalade violin')
    click(screen.getByRole('button', { name: 'Save' }))
    expect(await screen.findByText('Password changed')).toBeVisible()
    expect(sent(seen, 'adminResetPassword')).toEqual([
      { userId: 31, password: 'umbrella marmalade violin', confirmPassword: 'umbrella marmalade violin' },
    ])
  })

  test('with a new password keeps passkeys and app only when the administrator says so', async () => {
    const seen = service({
      '/api/user/getView': () => json({ ...ada, user: { ...ada.user, hasSecondFactor: true, passkeys: 2 } }),
    })
    renderSite('/falls/user/password?id=31')
    const passkeys = await screen.findByRole('checkbox', { name: 'Keep all 2 passkeys' })
    const app = screen.getByRole('checkbox', { name: 'Keep the authenticator app' })
    expect(passkeys).not.toBeChecked()
    expect(app).not.toBeChecked()
    click(app)
    fill(screen.getByLabelText('New password'), 'umbrella marmalade violin')
    fill(screen.getByLabelText('Confirm new password'), 'umbrella marmalade violin')
    click(screen.getByRole('button', { name: 'Save' }))
    expect(await screen.findByText('Password changed')).toBeVisible()
    expect(sent(seen, 'adminResetPassword')).toEqual([
      {
        userId: 31,
        password: 'umbrella marmalade violin',
        confirmPassword: 'umbrella marmalade violin',
        keepAuthenticator: true,
      },
    ])
  })

  test('is unlocked, and freed of a lost authenticator app after a question', async () => {
    const seen = service({
      '/api/user/getView': () => json({ ...ada, user: { ...ada.user, hasSecondFactor: true } }),
      '/api/user/openSignIn': () => json({ success: true }),
      '/api/user/liftSecondFactor': () => json({ success: true }),
    })
    renderSite('/falls/user/view?id=31')
    click(await screen.findByRole('button', { name: 'Unlock' }))
    expect(await screen.findByText('The user can sign in again')).toBeVisible()
    click(screen.getByRole('button', { name: 'Remove app and passkeys' }))
    click(await screen.findByRole('button', { name: 'Yes, remove it' }))
    expect(await screen.findByText('App and passkeys removed')).toBeVisible()
    expect([...sent(seen, 'openSignIn'), ...sent(seen, 'liftSecondFactor')]).toEqual([
      { userId: 31 },
      { userId: 31 },
    ])
  })

  test('whose patient search was switched off stands out on both screens, and can search again', async () => {
    const closed = { ...ada.user, searchClosedAt: '2020-01-05T14:30:00Z' }
    const seen = service({
      '/api/user/all': () => json([closed]),
      '/api/user/getView': () => json({ ...ada, user: closed }),
      '/api/user/openExternalSearch': () => json({ success: true }),
    })
    const site = renderSite('/falls/user-list')
    expect(await screen.findByRole('heading', { name: /Patient search switched off/ })).toBeVisible()
    expect(screen.getByRole('link', { name: ada.user.displayName })).toHaveAttribute(
      'href',
      '/falls/user/view?id=31',
    )
    await site.navigate({ to: '/falls/user/view', search: { id: 31 } })
    expect(await screen.findByText(/the last on 05\/01\/2020 14:30/)).toBeVisible()
    click(screen.getByRole('button', { name: 'Switch the search on again' }))
    expect(await screen.findByText('The user can search again')).toBeVisible()
    expect(sent(seen, 'openExternalSearch')).toEqual([{ userId: 31 }])
  })

  test('who is the administrator at the screen changes password and app where both are asked for first', async () => {
    const own = { ...ada.user, id: profileOf(administrator).user.id, hasSecondFactor: true }
    service({ '/api/user/getView': () => json({ ...ada, user: own }) })
    renderSite(`/falls/user/view?id=${own.id}`)
    expect(await screen.findByRole('button', { name: 'Unlock' })).toBeVisible()
    const account = within(screen.getByRole('region', { name: 'Account' }))
    expect(account.queryByRole('link', { name: 'Change password' })).toBeNull()
    expect(account.queryByRole('button', { name: 'Remove app and passkeys' })).toBeNull()
  })

  test('is given the identifier by which the provider knows the person, where there is a provider', async () => {
    const seen = service({
      '/api/user/provider': () => json({ label: 'NHS CIS2', passkeys: true }),
      '/api/user/nameAtProvider': () => json({ success: true }),
    })
    renderSite('/falls/user/view?id=31')
    click(await screen.findByRole('link', { name: 'Identifier at NHS CIS2' }))
    expect(await screen.findByRole('heading', { level: 1, name: 'Identifier at NHS CIS2' })).toBeVisible()
    fill(screen.getByLabelText('Identifier (optional)'), ' 656012345678 ')
    click(screen.getByRole('button', { name: 'Save' }))
    expect(await screen.findByText('Identifier saved')).toBeVisible()
    expect(sent(seen, 'nameAtProvider')).toEqual([{ userId: 31, identifier: '656012345678' }])
  })

  test('is signed out of one session or all', async () => {
    const seen = service()
    renderSite('/falls/user/view?id=31')
    click(await screen.findByRole('button', { name: 'End the session of 05/01/2020 09:00' }))
    expect(await screen.findByText('Session ended')).toBeVisible()
    click(screen.getByRole('button', { name: 'End all sessions' }))
    expect(await screen.findByText('All sessions ended')).toBeVisible()
    expect(sent(seen, 'endSessionsOf')).toEqual([{ userId: 31, sessionId: 8 }, { userId: 31 }])
  })

  test('who is not there is said so', async () => {
    service({ '/api/user/getView': () => json({ message: 'Not found.' }, 404) })
    renderSite('/falls/user/view?id=99')
    expect(await screen.findByText('This record is not there, or you may not see it.')).toBeVisible()
  })
})
