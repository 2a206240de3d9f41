import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, describe, expect, test, vi } from 'vitest'
import type { ClientView } from '../../../contract/exchange/client.ts'
import type { SubscriptionRow } from '../../../contract/exchange/subscription.ts'
import { addDays, today } from '../../../contract/platform/dates/dates.ts'
import { queryClient } from '../../platform/calls/queryClient.ts'
import { forgetSession } from '../../platform/session/session.ts'
import { json, profileOf, type Answer } from '../../testing/fakeService.ts'
import { click, fill } from '../../testing/person.ts'
import { administrator, beSignedIn, governance, quietService, renderSite } from '../../testing/renderSite.tsx'

afterEach(() => {
  forgetSession('person')
  queryClient.clear()
  vi.unstubAllGlobals()
})

/** The user who is signed in. */
const ownId = profileOf(governance).user.id
const client: ClientView = {
  ...{ kind: 'program', redirectUrls: null, launchUrl: null, messageUrl: null },
  ...{ id: 4, version: 2, clientId: '7b0c2f6e-0000-4000-8000-000000000001', name: 'Hospital record' },
  ...{ organisation: 'Sampletown Hospitals', contact: 'Sam Okoro, sam.okoro@example.org' },
  ...{ purpose: 'ownCare', teamId: null, types: ['Patient', 'Condition'], expiresDate: addDays(today(), 90) },
  ...{ state: 'waiting', registeredById: 901, registeredBy: 'Ada Okoro', changedById: 901 },
  ...{ changedBy: 'Ada Okoro', changedAt: '2026-03-02T09:15:00.000Z', approvedBy: null, approvedAt: null },
  ...{ revokedBy: null, revokedAt: null, lastUsedAt: null, names: { team: null } },
  ...{ jwks: null, jwksUrl: 'https://record.example.org/jwks.json' },
}
const list = {
  isOffered: true,
  base: 'https://falls.example.org/fhir/R4',
  tokenUrl: 'https://falls.example.org/fhir/token',
}

const service = (given: Partial<ClientView> = {}, more: Record<string, Answer> = {}) =>
  quietService({
    '/api/fhirClient/all': () => json({ ...list, clients: [{ ...client, ...given }] }),
    '/api/fhirClient/get': () => json({ ...client, ...given }),
    '/api/fhirClient/save': () => json({ id: 4, version: 3 }),
    '/api/fhirClient/approve': () => json({ id: 4, version: 3 }),
    '/api/fhirClient/revoke': () => json({ id: 4, version: 3 }),
    '/api/fhirSubscription/list': () => json([]),
    '/api/team/all': () => json([{ id: 1, name: 'North', isActive: true }]),
    ...more,
  })
type Seen = ReturnType<typeof service>
const sentTo = (seen: Seen, path: string) =>
  seen.filter((each) => each.path === path).map(({ body }) => JSON.parse(String(body)) as unknown)

test('who waits for Information Governance is said on its home', async () => {
  service()
  beSignedIn(governance)
  renderSite('/falls/home')
  expect(
    await screen.findByRole('link', { name: 'A FHIR client waits for Information Governance' }),
  ).toHaveAttribute('href', '/falls/fhir-clients')
})

describe('the list of FHIR clients', () => {
  test('explains FHIR, and says of each client for whom it reads and whether it may', async () => {
    service()
    beSignedIn(governance)
    renderSite('/falls/fhir-clients')
    const row = await screen.findByRole('row', { name: /Hospital record/ })
    expect(within(row).getByText('Waits for Information Governance')).toBeVisible()
    expect(within(row).getByText('Care by our own organisation')).toBeVisible()
    expect(within(row).getByText('Never')).toBeVisible()
    expect(screen.getByText(/FHIR is the standard by which other systems read health records/)).toBeVisible()
    expect(screen.queryByText(/switched off/)).toBeNull()
    expect(screen.queryByRole('link', { name: 'Register a client' })).toBeNull()
  })

  test('says that FHIR is switched off', async () => {
    service({}, { '/api/fhirClient/all': () => json({ ...list, isOffered: false, clients: [] }) })
    beSignedIn(administrator)
    renderSite('/falls/fhir-clients')
    expect(await screen.findByText(/FHIR is switched off/)).toBeVisible()
    expect(screen.getByText('No client is registered yet.')).toBeVisible()
    expect(screen.getByRole('link', { name: 'Register a client' })).toBeVisible()
  })
})

describe('one FHIR client', () => {
  test('is agreed to by Information Governance, after a question that says what it may read', async () => {
    const seen = service()
    beSignedIn(governance)
    renderSite('/falls/fhir-client/4')
    click(await screen.findByRole('button', { name: 'Agree' }))
    expect(
      await screen.findByText(/All patients, except restricted records\. It can read this until/),
    ).toBeVisible()
    expect(sentTo(seen, '/api/fhirClient/approve')).toEqual([])
    click(screen.getByRole('button', { name: 'Yes, agree' }))
    await waitFor(() => expect(sentTo(seen, '/api/fhirClient/approve')).toEqual([{ id: 4, version: 2 }]))
    expect(await screen.findByText('Hospital record can read now')).toBeInTheDocument()
  })

  test('is not agreed to by who registered it', async () => {
    service({ registeredById: ownId })
    beSignedIn(governance)
    renderSite('/falls/fhir-client/4')
    expect(await screen.findByText(/You registered or changed it yourself/)).toBeVisible()
    expect(screen.queryByRole('button', { name: 'Agree' })).toBeNull()
  })

  test('has what those need who set it up, and is revoked for good', async () => {
    const seen = service({ state: 'active', approvedBy: 'Priya Nair', approvedAt: client.changedAt })
    beSignedIn(administrator)
    renderSite('/falls/fhir-client/4')
    expect(await screen.findByLabelText('Client ID')).toHaveValue(client.clientId)
    expect(await screen.findByLabelText('Address of the record')).toHaveValue(list.base)
    expect(screen.getByLabelText('Address for tokens')).toHaveValue(list.tokenUrl)
    expect(screen.queryByRole('button', { name: 'Agree' })).toBeNull()
    click(screen.getByRole('button', { name: 'Revoke' }))
    click(await screen.findByRole('button', { name: 'Yes, revoke it' }))
    await waitFor(() => expect(sentTo(seen, '/api/fhirClient/revoke')).toEqual([{ id: 4, version: 2 }]))
  })

  test('that is an app is agreed to for those who sign in, and shows where it returns', async () => {
    service({ kind: 'app', jwksUrl: null, redirectUrls: 'https://app.example.org/\nhttp://localhost:9000/' })
    beSignedIn(governance)
    renderSite('/falls/fhir-client/4')
    expect(await screen.findByText('An app that staff open after they have signed in')).toBeVisible()
    expect(screen.getAllByLabelText('Addresses to return to')).toHaveLength(2)
    click(screen.getByRole('button', { name: 'Agree' }))
    expect(await screen.findByText(/each time for somebody who has signed in/)).toBeVisible()
  })

  test('that was revoked can only be looked at', async () => {
    service({ state: 'revoked', revokedBy: 'Priya Nair', revokedAt: client.changedAt })
    beSignedIn(administrator)
    renderSite('/falls/fhir-client/4')
    expect(await screen.findByText(/^Priya Nair, .*\d/)).toBeVisible()
    expect(screen.queryByRole('button', { name: 'Revoke' })).toBeNull()
    expect(screen.queryByRole('link', { name: 'Edit client' })).toBeNull()
  })
})

describe('the form of a FHIR client', () => {
  const tick = (name: RegExp) => click(screen.getByRole('checkbox', { name }))

  test('offers the types that the purpose allows, and unticks the others', async () => {
    const seen = service()
    beSignedIn(administrator)
    renderSite('/falls/fhir-client-edit/0')
    fill(await screen.findByLabelText('Name of the software'), 'Hospital record')
    fill(screen.getByLabelText('Organisation'), 'Sampletown Hospitals')
    fill(screen.getByLabelText('Who answers for it'), 'Sam Okoro, sam.okoro@example.org')
    expect(screen.queryByRole('checkbox')).toBeNull()
    click(screen.getByRole('radio', { name: /^Care by our own organisation/ }))
    tick(/^Patient:/)
    tick(/^Task:/)
    click(screen.getByRole('radio', { name: /^Care by another organisation/ }))
    await waitFor(() => expect(screen.queryByRole('checkbox', { name: /^Task:/ })).toBeNull())
    expect(screen.getByRole('checkbox', { name: /^Patient:/ })).toBeChecked()
    const [year, month, day] = addDays(today(), 90).split('-')
    fill(screen.getByLabelText('Day'), day ?? '')
    fill(screen.getByLabelText('Month'), month ?? '')
    fill(screen.getByLabelText('Year'), year ?? '')
    fill(screen.getByLabelText(/^Address of its public keys/), 'https://record.example.org/jwks.json')
    click(screen.getByRole('button', { name: 'Save' }))
    await waitFor(() =>
      expect(sentTo(seen, '/api/fhirClient/save')).toMatchObject([
        { id: 0, purpose: 'sharedCare', types: ['Patient'], jwksUrl: 'https://record.example.org/jwks.json' },
      ]),
    )
  })

  test('asks for the addresses of an app alone, which needs no keys', async () => {
    const seen = service()
    beSignedIn(administrator)
    renderSite('/falls/fhir-client-edit/4')
    expect(await screen.findByRole('radio', { name: /^A program/ })).toBeChecked()
    expect(screen.queryByLabelText(/^Addresses to return to/)).toBeNull()
    click(screen.getByRole('radio', { name: /^An app/ }))
    fill(await screen.findByLabelText(/^Addresses to return to/), 'https://app.example.org/#top')
    fill(screen.getByLabelText(/^Address to open it/), 'https://app.example.org/launch')
    fill(screen.getByLabelText(/^Address of its public keys/), '')
    click(screen.getByRole('button', { name: 'Save' }))
    expect(await screen.findByRole('link', { name: 'An address must have no #' })).toBeVisible()
    fill(screen.getByLabelText(/^Addresses to return to/), 'https://app.example.org/')
    click(screen.getByRole('button', { name: 'Save' }))
    await waitFor(() =>
      expect(sentTo(seen, '/api/fhirClient/save')).toMatchObject([
        {
          kind: 'app',
          redirectUrls: 'https://app.example.org/',
          launchUrl: 'https://app.example.org/launch',
        },
      ]),
    )
  })

  test('asks what sends referrals for the address for answers alone', async () => {
    const seen = service()
    beSignedIn(administrator)
    renderSite('/falls/fhir-client-edit/4')
    expect(await screen.findByRole('checkbox', { name: /^Patient:/ })).toBeChecked()
    expect(screen.queryByLabelText('Address for answers')).toBeNull()
    click(screen.getByRole('radio', { name: /^Sending referrals to us/ }))
    fill(await screen.findByLabelText('Address for answers'), 'https://ambulance.example.org/FHIR/R4')
    expect(screen.queryByRole('checkbox')).toBeNull()
    expect(screen.queryByLabelText(/^Only referrals of this team/)).toBeNull()
    click(screen.getByRole('button', { name: 'Save' }))
    await waitFor(() =>
      expect(sentTo(seen, '/api/fhirClient/save')).toMatchObject([
        {
          purpose: 'referring',
          types: ['ServiceRequest'],
          messageUrl: 'https://ambulance.example.org/FHIR/R4',
        },
      ]),
    )
  })

  test('ticks all that the purpose allows at once', async () => {
    service()
    beSignedIn(administrator)
    renderSite('/falls/fhir-client-edit/4')
    click(await screen.findByRole('button', { name: 'Tick all that this purpose allows' }))
    for (const box of screen.getAllByRole('checkbox')) expect(box).toBeChecked()
    click(screen.getByRole('radio', { name: /^Information governance/ }))
    await waitFor(() => expect(screen.getAllByRole('checkbox')).toHaveLength(1))
    expect(screen.queryByLabelText(/^Only referrals of this team/)).toBeNull()
  })

  test('says that keys are missing', async () => {
    service()
    beSignedIn(administrator)
    renderSite('/falls/fhir-client-edit/0')
    click(await screen.findByRole('button', { name: 'Save' }))
    for (const words of [
      ...['Purpose required', 'Choose at least one type of resource', 'Last day required'],
      'Give the public keys, or the address where they are published',
    ])
      expect(await screen.findByRole('link', { name: words })).toBeVisible()
  })
})

describe('what a FHIR client is told of', () => {
  const row: SubscriptionRow = {
    ...{ id: 7, version: 3, endpoint: 'https://record.example.org/notices', topics: ['newReferral'] },
    ...{ state: 'active', hasSecret: true, events: 12, waiting: 2, problem: null, failingSince: null },
    lastSuccessAt: '2026-03-02T09:15:00.000Z',
  }
  const secret = 'whsec_b25seSBzaG93biBvbmNl'
  const shown = (given: Partial<SubscriptionRow>[] = [{}], more: Record<string, Answer> = {}) =>
    service(
      { state: 'active' },
      {
        '/api/fhirSubscription/list': () => json(given.map((each) => ({ ...row, ...each }))),
        '/api/fhirSubscription/add': () => json({ id: 7, version: 1 }),
        '/api/fhirSubscription/change': () => json({ id: 7, version: 4 }),
        '/api/fhirSubscription/renewSecret': () => json({ secret }),
        ...more,
      },
    )

  test('is said with how far it is, and Information Governance changes nothing of it', async () => {
    shown([{ state: 'error', failingSince: '2026-03-02T09:15:00.000Z', problem: 'It answered 500.' }])
    beSignedIn(governance)
    renderSite('/falls/fhir-client/4')
    const group = await screen.findByRole('group', { name: `Notices to ${row.endpoint}` })
    expect(within(group).getByText('Stopped: its address does not answer')).toBeVisible()
    expect(within(group).getByText(/12 notices so far, 2 wait/)).toBeVisible()
    expect(within(group).getByText(/It answered 500/)).toBeVisible()
    expect(within(group).queryByRole('button')).toBeNull()
    expect(screen.queryByRole('button', { name: 'Add notices' })).toBeNull()
  })

  test('is added by a System Administrator, who sees the secret once', async () => {
    let rows: SubscriptionRow[] = []
    const seen = shown([], {
      '/api/fhirSubscription/list': () => json(rows),
      '/api/fhirSubscription/add': () => {
        rows = [row]
        return json({ id: 7, version: 1 })
      },
    })
    beSignedIn(administrator)
    renderSite('/falls/fhir-client/4')
    expect(await screen.findByText('It is told of nothing.')).toBeVisible()
    click(screen.getByRole('button', { name: 'Add notices' }))
    fill(await screen.findByLabelText(/Address for notices/), row.endpoint)
    click(screen.getByLabelText('A referral was received'))
    click(screen.getByRole('button', { name: 'Save' }))
    expect(await screen.findByLabelText(/Secret. It is shown only once/)).toHaveValue(secret)
    expect(sentTo(seen, '/api/fhirSubscription/add')).toEqual([
      { clientId: 4, endpoint: row.endpoint, topics: ['newReferral'] },
    ])
    expect(sentTo(seen, '/api/fhirSubscription/renewSecret')).toEqual([{ id: 7, version: 1 }])
  })

  test.each([
    ['active', 'Pause', null, { id: 7, version: 3, to: 'paused' }],
    ['paused', 'Start again', null, { id: 7, version: 3, to: 'requested' }],
    ['active', 'Remove', 'Yes, remove them', { id: 7, version: 3, to: 'removed' }],
  ] as const)('of one that is %s: %s', async (state, button, confirm, sent) => {
    const seen = shown([{ state }])
    beSignedIn(administrator)
    renderSite('/falls/fhir-client/4')
    click(await screen.findByRole('button', { name: button }))
    if (confirm !== null) click(await screen.findByRole('button', { name: confirm }))
    await waitFor(() => expect(sentTo(seen, '/api/fhirSubscription/change')).toEqual([sent]))
  })

  test('is nothing for an app', async () => {
    service({ kind: 'app', state: 'active' })
    beSignedIn(administrator)
    renderSite('/falls/fhir-client/4')
    expect(await screen.findByRole('region', { name: 'How it connects' })).toBeVisible()
    expect(screen.queryByRole('region', { name: 'What it is told of' })).toBeNull()
  })
})
