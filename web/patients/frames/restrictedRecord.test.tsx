import { screen, within } from '@testing-library/react'
import { afterEach, describe, expect, test, vi } from 'vitest'
import type { AccessRow } from '../../../contract/governance/restriction.ts'
import { queryClient } from '../../platform/calls/queryClient.ts'
import { forgetSession } from '../../platform/session/session.ts'
import { json } from '../../testing/fakeService.ts'
import { ednaPathway, ednaView } from '../../testing/patients.ts'
import { patienceMs } from '../../testing/patience.ts'
import { patientService, sentTo } from '../../testing/patientService.ts'
import { click, fill } from '../../testing/person.ts'
import {
  beSignedIn,
  clinician,
  edna,
  governance,
  quietService,
  renderSite,
} from '../../testing/renderSite.tsx'

afterEach(() => {
  forgetSession('person')
  queryClient.clear()
  vi.unstubAllGlobals()
})

const refused = {
  code: 'reason-needed',
  message: 'This record is restricted. Say why you need to see it, then you can go on.',
  requestId: 'r',
  restricted: { patientId: 11 },
}

test.each([
  ['the patient', '/falls/patient/view?id=11', 'Patient'],
  ['a referral', '/falls/pathway/view?id=21&patientId=11', 'Referral'],
])('a restricted record asks why, and then shows %s', async (_, address, heading) => {
  beSignedIn(clinician)
  let isOpen = false
  const seen = patientService({
    '/api/patient/get': () => (isOpen ? json(ednaView) : json(refused, 403)),
    '/api/pathway/get': () => (isOpen ? json(ednaPathway) : json(refused, 403)),
    '/api/patient/restrictedAccess': () => {
      isOpen = true
      return json({ patientId: 11, until: '2026-11-22T20:00:00Z' })
    },
  })
  renderSite(address)
  expect(await screen.findByRole('heading', { level: 1, name: 'This record is restricted' })).toBeVisible()
  expect(screen.queryByText(/ASHWORTH/)).toBeNull()
  await click(screen.getByRole('button', { name: 'Open the record' }))
  expect(await screen.findAllByText('Choose why you need to see it')).not.toHaveLength(0)
  expect(screen.getAllByText('Say it in one line')).not.toHaveLength(0)
  expect(sentTo('/api/patient/restrictedAccess', seen)).toEqual([])
  await click(screen.getByLabelText('Emergency'))
  fill(screen.getByLabelText('In one line'), 'Rang from the floor')
  await click(screen.getByRole('button', { name: 'Open the record' }))
  expect(await screen.findByRole('heading', { name: heading })).toBeVisible()
  expect(sentTo('/api/patient/restrictedAccess', seen)).toEqual([
    { patientId: 11, reason: 'emergency', words: 'Rang from the floor' },
  ])
})

describe('a save that is refused because the reason no longer holds', () => {
  const openForm = async () => {
    beSignedIn(clinician)
    let isOpen = false
    const seen = patientService({
      '/api/pathway/get': () => json(ednaPathway),
      '/api/pathway/save': () => (isOpen ? json({ id: 21, version: 4 }) : json(refused, 403)),
      '/api/patient/restrictedAccess': () => {
        isOpen = true
        return json({ patientId: 11, until: '2026-11-22T20:00:00Z' })
      },
    })
    renderSite('/falls/pathway/comments?id=21&patientId=11')
    const comments = await screen.findByLabelText(/comments/i)
    fill(comments, 'Fell in the garden')
    await click(screen.getByRole('button', { name: 'Save' }))
    const dialog = await screen.findByRole('dialog', { name: 'This record is restricted' })
    return { seen, comments, dialog }
  }
  const sent = { comments: 'Fell in the garden' }

  test('asks over the form, keeps what was typed, and saves it once the reason is given', async () => {
    const { seen, dialog } = await openForm()
    await click(within(dialog).getByLabelText('Emergency'))
    fill(within(dialog).getByLabelText('In one line'), 'Rang from the floor')
    await click(within(dialog).getByRole('button', { name: 'Give the reason and save' }))
    await vi.waitFor(() => expect(sentTo('/api/pathway/save', seen)).toMatchObject([sent, sent]), patienceMs)
    expect(sentTo('/api/patient/restrictedAccess', seen)).toEqual([
      { patientId: 11, reason: 'emergency', words: 'Rang from the floor' },
    ])
    await vi.waitFor(() => expect(screen.queryByRole('dialog')).toBeNull(), patienceMs)
  })

  test('goes back to the form with all that was typed where no reason is given', async () => {
    const { seen, dialog, comments } = await openForm()
    await click(within(dialog).getByRole('button', { name: 'Go back without saving' }))
    expect(await screen.findByText(refused.message)).toBeVisible()
    expect(comments).toHaveValue('Fell in the garden')
    expect(sentTo('/api/pathway/save', seen)).toHaveLength(1)
  })
})

test('a list says that the postcode is withheld, and not that none is recorded', async () => {
  beSignedIn(clinician)
  const flags = [{ kind: 'restricted', text: 'Restricted record', late: null }]
  const row = { ...edna, postcode: null, registeredGP: null, isWithheld: true, flags }
  quietService({ '/api/search/nhsNumber': () => json([row], 200, { 'x-total-count': '1' }) })
  renderSite('/falls/admissions')
  fill(await screen.findByLabelText('NHS number'), '9990000077')
  await click(screen.getAllByRole('button', { name: 'Search' })[0] as HTMLElement)
  expect(await screen.findByText('Restricted record')).toBeVisible()
  expect(screen.getAllByText('Withheld')).toHaveLength(2)
})

test('ending a restriction does not need the record opened', async () => {
  beSignedIn(governance)
  const restricted = {
    ...{ id: 5, version: 1, kind: 'safety', reason: 'Left a violent partner', setBy: 'Sam Tester' },
    ...{ setAt: '2026-11-22T10:00:00Z', endedAt: null, endedBy: null, endedNote: null },
  }
  const whose = { patientId: 11, familyName: 'Ashworth', firstName: 'Edna', namePrefix: 'Mrs' }
  const seen = quietService({
    '/api/patient/get': () => json(refused, 403),
    '/api/restriction/get': () => json([restricted]),
    '/api/restriction/all': () => json([{ ...restricted, ...whose, nhsNumber: '9990000077', flags: [] }]),
    '/api/restriction/end': () => json({ id: 5, version: 2 }),
  })
  renderSite('/falls/patient/restriction?id=11')
  expect(await screen.findByRole('heading', { name: 'Who may open this record' })).toBeVisible()
  expect(await screen.findByText('ASHWORTH, Edna (Mrs)')).toBeVisible()
  fill(await screen.findByRole('textbox'), 'Moved away')
  await click(screen.getByRole('button', { name: /End/ }))
  await vi.waitFor(
    () =>
      expect(sentTo('/api/restriction/end', seen)).toEqual([
        { id: 5, version: 1, patientId: 11, endedNote: 'Moved away' },
      ]),
    patienceMs,
  )
})

test('Information Governance sees in menu and home what waits, and reviews it', async () => {
  const row: AccessRow = {
    ...{ id: 4, version: 1, patientId: 11, familyName: 'Ashworth', firstName: 'Edna', namePrefix: 'Mrs' },
    ...{ nhsNumber: '9990000077', flags: [], who: 'Robin Tester', role: 'Clinician', reason: 'emergency' },
    ...{ words: 'Rang from the floor', at: '2026-11-22T10:00:00Z', until: '2026-11-22T18:00:00Z' },
    ...{ isOwn: false, reviewedAt: null, reviewedBy: null, reviewNote: null },
  }
  beSignedIn(governance)
  const seen = quietService({
    '/api/restrictedAccess/waiting': () => json({ waiting: 1 }),
    '/api/restrictedAccess/all': () => json([row]),
    '/api/restriction/all': () => json([]),
    '/api/restrictedAccess/review': () => json({ id: 4, version: 2 }),
  })
  const site = renderSite('/falls/home')
  expect(await screen.findByRole('link', { name: 'Restricted: 1 to review' })).toBeVisible()
  expect(
    await screen.findByRole('link', { name: 'A restricted record was opened with a reason' }),
  ).toHaveAttribute('href', '/falls/restricted-access')
  const duties = within(within(screen.getByRole('main')).getByRole('list')).getAllByRole('link')
  expect(duties.map((link) => link.getAttribute('href'))).toEqual([
    '/falls/referral-search',
    '/falls/possible-duplicates',
    '/falls/subject-requests',
    '/falls/restricted-access',
    '/falls/retention',
    '/falls/audit',
    '/falls/fhir-clients',
    '/falls/reports',
  ])
  await site.navigate({ to: '/falls/restricted-access' })
  await click(
    await screen.findByRole('button', { name: 'Review what Robin Tester said of ASHWORTH, Edna (Mrs)' }),
  )
  fill(await screen.findByLabelText('What you found'), 'She did ring')
  await click(screen.getByRole('button', { name: 'Mark as reviewed' }))
  await vi.waitFor(
    () =>
      expect(sentTo('/api/restrictedAccess/review', seen)).toEqual([
        { id: 4, version: 1, patientId: 11, reviewNote: 'She did ring' },
      ]),
    patienceMs,
  )
})
