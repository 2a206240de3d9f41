import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { IncomingView } from '../../../contract/exchange/incoming/incomingReferral.ts'
import { forgetSession } from '../../platform/session/session.ts'
import { json } from '../../testing/fakeService.ts'
import { sentTo } from '../../testing/patientService.ts'
import { click, fill } from '../../testing/person.ts'
import { beSignedIn, clinician, quietService, renderSite } from '../../testing/renderSite.tsx'
import { incomingOf } from '../../testing/inventedIncoming.ts'

beforeEach(() => beSignedIn(clinician))
afterEach(() => {
  forgetSession('person')
  vi.unstubAllGlobals()
})

const reasons = [
  { id: 1, name: 'Moved away', isActive: true },
  { id: 2, name: 'Duplicate referral', isActive: true },
]
const service = (view: IncomingView, more: Parameters<typeof quietService>[0] = {}) =>
  quietService({
    '/api/incomingReferral/get': () => json(view),
    '/api/incomingReferral/all': () => json({ rows: [view], hasMore: false }),
    '/api/declinedReferral/all': () => json(reasons),
    '/api/gender/all': () => json([{ id: 2, name: 'Female', isActive: true }]),
    '/api/referrer/all': () => json([{ id: 4, name: 'Family or friend', isActive: true }]),
    '/api/method/all': () => json([{ id: 3, name: 'Online form', isActive: true }]),
    '/api/namePrefix/all': () => json([]),
    '/api/ethnicity/all': () => json([]),
    ...more,
  })
const at = (step = '') => renderSite(`/falls/incoming-referral?id=41${step}`)

describe('the list', () => {
  test('says who, from whom, since when, and what to consider', async () => {
    service(incomingOf({ redFlags: ['longLie'], isUrgent: true, isLate: true, matches: 2 }))
    renderSite('/falls/incoming-referrals')
    const table = await screen.findByRole('table')
    for (const words of [
      /TRANTER, Winifred/,
      /Carol Tranter, Daughter/,
      /late/,
      /Urgent\./,
      /Long lie/,
      /2 likely matches/,
    ])
      expect(table).toHaveTextContent(words)
  })

  test('says that nothing waits', async () => {
    service(incomingOf(), { '/api/incomingReferral/all': () => json({ rows: [], hasMore: false }) })
    renderSite('/falls/incoming-referrals')
    expect(await screen.findByText('Nothing is waiting for a decision.')).toBeVisible()
  })
})

test('a search finds decided ones too, keeps nothing in the address, and gives the list back', async () => {
  const declined = incomingOf({ state: 'declined', decidedAt: '2026-11-27T10:00:00Z', due: null })
  const seen = service(incomingOf({ familyName: 'Listed' }), {
    '/api/incomingReferral/search': () => json({ rows: [declined], hasMore: false }),
  })
  const site = renderSite('/falls/incoming-referrals')
  await screen.findByText(/LISTED/)
  await click(screen.getByText('Find an incoming referral'))
  const box = screen.getByRole('textbox', { name: 'Reference, UBRN, NHS number or family name' })
  await fill(box, '12345')
  await click(screen.getByRole('button', { name: 'Search' }))
  expect(
    (await screen.findAllByText('Enter a reference, UBRN, NHS number or family name')).length,
  ).toBeGreaterThan(0)
  await fill(box, 'Tranter')
  await click(screen.getByRole('button', { name: 'Search' }))
  expect(await screen.findByText('1 incoming referral is found.')).toBeVisible()
  expect(screen.getByRole('table')).toHaveTextContent(/TRANTER, Winifred.*Declined/)
  expect(sentTo('/api/incomingReferral/search', seen)).toEqual([{ text: 'Tranter' }])
  expect(site.state.location.href).not.toContain('Tranter')
  await click(screen.getByRole('button', { name: 'Show the list' }))
  expect(await screen.findByText(/LISTED/)).toBeVisible()
})

test('one is fetched by its UBRN where the service has e-RS', async () => {
  const seen = service(incomingOf(), {
    '/api/incomingReferral/count': () =>
      json({
        ...{ isOffered: true, fetchesErs: true, undecided: 1, late: 0 },
        ...{ lettersToPrint: 0, sendersToRing: 0 },
      }),
    '/api/incomingReferral/fetchErs': () => json({ id: 41, reference: 'KM7Q-3XWA', isNew: true }),
  })
  renderSite('/falls/incoming-referrals')
  await click(await screen.findByText('Fetch a referral by its UBRN'))
  await fill(screen.getByRole('textbox', { name: /^UBRN/ }), '0000 7000')
  await click(screen.getByRole('button', { name: 'Fetch' }))
  expect((await screen.findAllByText('A UBRN has 12 digits')).length).toBeGreaterThan(0)
  await fill(screen.getByRole('textbox', { name: /^UBRN/ }), '0000 7000 0000')
  await click(screen.getByRole('button', { name: 'Fetch' }))
  expect(await screen.findByRole('heading', { name: 'TRANTER, Winifred' })).toBeVisible()
  expect(sentTo('/api/incomingReferral/fetchErs', seen)).toMatchObject([{ ubrn: '000070000000' }])
})

const match = {
  ...{ id: 12, familyName: 'Tranter', firstName: 'Win', namePrefix: null, dateOfBirth: '1941-03-04' },
  ...{ nhsNumber: null, postcode: null, reasons: ['Names alike', 'Same date of birth'] },
  ...{ openReferrals: 1, isDeceased: false },
}

describe('a referral to decide', () => {
  test('offers each likely match, and a new patient last', async () => {
    service(incomingOf({ likelyMatches: [match], matches: 1 }))
    at()
    const section = await screen.findByRole('region', { name: 'Is it this person?' })
    expect(section).toHaveTextContent('In common: Names alike, same date of birth.')
    expect(section).toHaveTextContent('This patient has an open referral.')
    expect(within(section).getByRole('link', { name: /^Accept for TRANTER, Win/ })).toHaveAttribute(
      'href',
      '/falls/incoming-referral?id=41&step=accept&patientId=12',
    )
    expect(screen.getByRole('link', { name: 'Accept as a new patient' })).toBeVisible()
  })

  test('is accepted with what the sender said, without typing', async () => {
    const seen = service(incomingOf(), {
      '/api/incomingReferral/accept': () => json({ id: 41, version: 2, patientId: 11, pathwayId: 21 }),
    })
    at('&step=accept')
    await click(await screen.findByRole('button', { name: 'Register and accept' }))
    await waitFor(() => expect(sentTo('/api/incomingReferral/accept', seen)).toHaveLength(1))
    expect(sentTo('/api/incomingReferral/accept', seen)[0]).toMatchObject({
      id: 41,
      version: 1,
      patient: { id: 0, familyName: 'Tranter', nhsNumber: '9990000018', registeredGP: 'Z90001', genderId: 2 },
      nextOfKin: { familyName: 'Tranter', firstName: 'Carol' },
      referral: { referralDate: '2026-11-26', referrerId: 4, referralMethodId: 3 },
    })
  })

  test('asks for the practice that the sender did not name', async () => {
    service(incomingOf({ suggested: { genderId: 2, referrerId: 4, referralMethodId: 3, practices: [] } }))
    at('&step=accept')
    await click(await screen.findByRole('button', { name: 'Register and accept' }))
    expect((await screen.findAllByText('Registered GP required')).length).toBeGreaterThan(0)
  })

  test('asks about a second open referral of a registered patient', async () => {
    const seen = service(incomingOf({ likelyMatches: [match], matches: 1 }), {
      '/api/incomingReferral/accept': () =>
        json(
          {
            'referral.secondReferral':
              'This patient already has an open referral. Tick to record a second one.',
          },
          400,
        ),
    })
    at('&step=accept&patientId=12')
    await click(await screen.findByRole('button', { name: 'Accept' }))
    await click(
      await screen.findByRole('checkbox', { name: 'Record a second open referral for this patient' }),
    )
    await click(screen.getByRole('button', { name: 'Accept' }))
    await waitFor(() => expect(sentTo('/api/incomingReferral/accept', seen)).toHaveLength(2))
    expect(sentTo('/api/incomingReferral/accept', seen)[1]).toMatchObject({
      patientId: 12,
      referral: { secondReferral: true },
    })
  })

  test('is not accepted for somebody who is no match: nobody could see who it is', async () => {
    service(incomingOf({ likelyMatches: [match], matches: 1 }))
    at('&step=accept&patientId=99')
    expect(await screen.findByRole('region', { name: 'Is it this person?' })).toBeVisible()
    expect(screen.queryByRole('button', { name: 'Accept' })).toBeNull()
  })

  test('is declined with a reason; the form says that one is missing', async () => {
    const seen = service(incomingOf(), {
      '/api/incomingReferral/decline': () => json({ id: 41, version: 2, letterId: 5 }),
      '/api/incomingReferral/printLetter': () => json({ id: 5, version: 2 }),
    })
    at('&step=decline')
    await click(await screen.findByRole('button', { name: 'Decline and print the letter' }))
    expect((await screen.findAllByText('Say why the referral is declined')).length).toBeGreaterThan(0)
    await click(screen.getByRole('radio', { name: 'Moved away' }))
    await click(screen.getByRole('button', { name: 'Decline and print the letter' }))
    await waitFor(() =>
      expect(sentTo('/api/incomingReferral/decline', seen)).toMatchObject([
        { id: 41, version: 1, declinedReferralId: 1 },
      ]),
    )
  })

  test('of a list is declined by a letter to the sender of the list', async () => {
    service(incomingOf({ source: 'caseFinding' }))
    at('&step=decline')
    expect(await screen.findByText('the sender of the list')).toBeVisible()
  })

  test('of a relative without consent is declined with nothing chosen before, and perhaps without a letter', async () => {
    const { told } = incomingOf()
    if (told === null) throw new Error('Something was told')
    const seen = service(incomingOf({ told: { ...told, consent: 'no' } }), {
      '/api/incomingReferral/decline': () => json({ id: 41, version: 2, letterId: null }),
    })
    at('&step=decline')
    expect(await screen.findByText(/The relative who referred gets no letter/)).toBeVisible()
    expect(screen.getByRole('radio', { name: 'A letter to the person' })).not.toBeChecked()
    await click(screen.getByRole('radio', { name: 'Moved away' }))
    await click(screen.getByRole('radio', { name: /^No letter\./ }))
    await click(screen.getByRole('button', { name: 'Decline' }))
    await waitFor(() =>
      expect(sentTo('/api/incomingReferral/decline', seen)).toMatchObject([{ id: 41, letterTo: 'none' }]),
    )
    expect(await screen.findByText('Referral declined without a letter')).toBeVisible()
  })

  test('waits for an answer, and takes it', async () => {
    const asked = {
      state: 'asked',
      askedWhat: 'Which practice?',
      askedDate: '2026-11-27',
      chaseDate: '2026-12-01',
    } as const
    const seen = service(incomingOf(asked), {
      '/api/incomingReferral/answer': () => json({ id: 41, version: 2 }),
    })
    at()
    expect(await screen.findByText(/Asked on 27-Nov-2026: Which practice\?/)).toBeVisible()
    await click(screen.getByRole('link', { name: 'Record the answer' }))
    await fill(await screen.findByRole('textbox', { name: 'What you were told' }), 'Willow Lane')
    await click(screen.getByRole('button', { name: 'Save' }))
    await waitFor(() =>
      expect(sentTo('/api/incomingReferral/answer', seen)).toMatchObject([{ id: 41, answer: 'Willow Lane' }]),
    )
    expect(await screen.findByRole('heading', { name: 'TRANTER, Winifred' })).toBeVisible()
    // The button that was pressed is gone.
    await waitFor(() => expect(screen.getByRole('main')).toHaveFocus())
  })

  test('whose sender could not be told by message asks to ring them, and records who did', async () => {
    const failed = incomingOf({
      ...{ state: 'declined', decidedAt: '2026-11-27T10:00:00Z', decidedBy: 'Ada Okafor', isToPassOn: true },
      answers: [
        {
          ...{ kind: 'interim', outcome: 'declined', state: 'failed', at: '2026-11-30T10:00:00Z' },
          ...{ problem: 'It was answered with 410.', toldAt: null, toldBy: null },
        },
      ],
    })
    const seen = service(failed, {
      '/api/incomingReferral/toldByTelephone': () => json({ id: 41, version: 2 }),
    })
    at()
    const note = await screen.findByText('Ring the sender')
    expect(note.closest('div')).toHaveTextContent('Carol Tranter, 07700 900 311')
    await click(screen.getByRole('button', { name: 'Told by telephone' }))
    await waitFor(() =>
      expect(sentTo('/api/incomingReferral/toldByTelephone', seen)).toMatchObject([{ id: 41, version: 1 }]),
    )
  })

  test('that was declined before says when and why', async () => {
    service(incomingOf({ declinedBefore: { id: 7, at: '2026-10-01T10:00:00Z', reason: 'Moved away' } }))
    at()
    expect(await screen.findByText('Declined before, on 01-Oct-2026, because Moved away.')).toBeVisible()
  })

  test('that a colleague decided meanwhile shows the decision instead of a form', async () => {
    service(
      incomingOf({
        state: 'declined',
        decidedAt: '2026-11-27T10:00:00Z',
        decidedBy: 'Ada Okafor',
        declinedReason: 'Moved away',
      }),
    )
    at('&step=accept')
    expect(await screen.findByRole('heading', { name: 'Declined' })).toBeVisible()
    expect(screen.getByRole('button', { name: 'Undo: decide again' })).toBeVisible()
  })
})

describe('a person of a case-finding list', () => {
  const listed = (changes: Partial<IncomingView> = {}) =>
    incomingOf({ source: 'caseFinding', invitation: 'may', sender: 'Willow Lane Surgery', ...changes })

  test('is invited by a letter, which is printed', async () => {
    vi.stubGlobal(
      'URL',
      Object.assign(URL, { createObjectURL: () => 'blob:x', revokeObjectURL: () => undefined }),
    )
    const seen = service(listed(), {
      '/api/incomingReferral/invite': () => json({ id: 41, version: 2, letterId: 7 }),
      '/api/incomingReferral/letter': () =>
        new Response('%PDF', { headers: { 'content-type': 'application/pdf' } }),
      '/api/incomingReferral/printLetter': () => json({ id: 7, version: 2 }),
    })
    at()
    expect(screen.queryByRole('link', { name: 'Ask for more' })).toBeNull()
    await click(await screen.findByRole('link', { name: 'Invite' }))
    expect(await screen.findByRole('heading', { name: 'Invite' })).toBeVisible()
    expect(document.body).toHaveTextContent('12 Invented Lane, Sampletown, ZZ10 1AA')
    await click(screen.getByRole('button', { name: 'Invite and print the letter' }))
    await waitFor(() =>
      expect(sentTo('/api/incomingReferral/printLetter', seen)).toEqual([{ id: 7, version: 1 }]),
    )
    expect(sentTo('/api/incomingReferral/invite', seen)).toMatchObject([{ id: 41, version: 1 }])
  })

  test.each([
    ['optedOut', /asked not to be contacted/],
    ['died', /died\. Nobody is written to/],
  ] as const)('is neither invited nor asked: %s', async (invitation, words) => {
    service(listed({ invitation }))
    at()
    expect(await screen.findByText(words)).toBeVisible()
    expect(screen.queryByRole('link', { name: 'Invite' })).toBeNull()
    expect(screen.queryByRole('link', { name: 'Ask for more' })).toBeNull()
  })

  test('without an address is rung', async () => {
    service(listed({ invitation: 'noAddress' }))
    at()
    expect(await screen.findByText(/no address, so no letter can be written/)).toBeVisible()
    expect(screen.getByRole('link', { name: 'Ask for more' })).toBeVisible()
  })

  test('may not want to be contacted again', async () => {
    const seen = service(listed(), { '/api/incomingReferral/decline': () => json({}, 409) })
    at('&step=decline')
    await click(await screen.findByRole('radio', { name: 'Moved away' }))
    await click(screen.getByRole('checkbox', { name: /does not want to be contacted again/ }))
    await click(screen.getByRole('button', { name: 'Decline and print the letter' }))
    await waitFor(() =>
      expect(sentTo('/api/incomingReferral/decline', seen)).toMatchObject([{ doNotContact: true }]),
    )
  })
})
