import { act, screen, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { addDays, today } from '../../../contract/platform/dates/dates.ts'
import type { Owner } from '../../../contract/pathways/owner.ts'
import type { HeldRole } from '../../../contract/accounts/session.ts'
import type { Task } from '../../../contract/pathways/task.ts'
import type { Today, TodayLine } from '../../../contract/pathways/today.ts'
import { forgetSession } from '../../platform/session/session.ts'
import { json } from '../../testing/fakeService.ts'
import { patientService, sentTo } from '../../testing/patientService.ts'
import { click, fill } from '../../testing/person.ts'
import { beSignedIn, clinician, quietService, renderSite } from '../../testing/renderSite.tsx'

const lead: HeldRole = { id: 2, name: 'Team Lead', profile: 'Team Lead' }
afterEach(() => {
  forgetSession('person')
  vi.unstubAllGlobals()
})

const line: TodayLine = {
  what: 'task',
  taskId: 5,
  version: 2,
  isAutomatic: false,
  text: 'Ring about the grab rail',
  due: '2020-01-03',
  inTimeUntil: '2020-01-03',
  pathwayId: 21,
  patientId: 11,
  familyName: 'Ashworth',
  firstName: 'Edna',
  namePrefix: 'Mrs',
  nhsNumber: '9990000077',
  dateOfBirth: '1945-07-14',
  deceased: false,
  flags: [],
  telephone: '01632 960 001',
  doNotCall: false,
  owner: 'NAIR, Priya (physiotherapist)',
}
const missed: TodayLine = {
  ...line,
  taskId: 6,
  isAutomatic: true,
  text: 'In treatment: target was 01-Jan-2020',
}
const call: TodayLine = {
  ...line,
  what: 'call',
  taskId: null,
  version: null,
  text: 'Awaiting follow-up',
  due: '2020-01-02',
  inTimeUntil: '2020-01-16',
}
const none = { total: 0, hasMore: false, lines: [] }
const shown: Today = {
  day: '2020-01-05',
  clinician: 'NAIR, Priya (physiotherapist)',
  late: { total: 2, hasMore: false, lines: [missed, line] },
  today: none,
  week: none,
  calls: { total: 1, hasMore: false, lines: [call] },
  visits: none,
  outstanding: { mine: 2, all: 14 },
  unowned: null,
  longLate: null,
  lateMail: null,
}
const ofLead: Today = {
  ...shown,
  unowned: { ...none, referrals: 12 },
  longLate: { total: 500, hasMore: true, lines: [{ ...line, owner: null }] },
  lateMail: true,
}
/** A part of the page; the box around its table is also a region. */
const part = (name: RegExp) => within(screen.getAllByRole('region', { name })[0] ?? document.body)

describe('Today', () => {
  test('shows a clinician what is late in words, and closes a task that somebody recorded with one press', async () => {
    beSignedIn(clinician)
    const seen = quietService({
      '/api/today/get': () => json(shown),
      '/api/task/close': () => json({ id: 5, version: 3 }),
    })
    renderSite('/falls/today')
    await screen.findByText('Ring about the grab rail')
    expect(screen.getByText(/What NAIR, Priya \(physiotherapist\) is responsible for/)).toBeVisible()
    // One person with two reasons that are due on the same day.
    expect(part(/^Mine, late/).getAllByText('2 days late')).toHaveLength(1)
    expect(part(/^Mine, late/).getAllByRole('row')).toHaveLength(2)
    expect(part(/^Mine, late/).getByText(/^In treatment: target was/)).toBeVisible()
    expect(
      screen.getByRole('link', {
        name: 'View ASHWORTH, Edna (Mrs): In treatment: target was 01-Jan-2020; Ring about the grab rail',
      }),
    ).toHaveAttribute('href', '/falls/pathway/view?id=21&patientId=11&section=tasks')
    expect(part(/^Mine, today/).getByText('Nothing of yours is due today.')).toBeVisible()
    // Its day has passed but its window is still open; the call list says the same.
    expect(part(/^Calls/).getByText('now')).toBeVisible()
    expect(part(/^Calls/).getByRole('link', { name: '01632 960 001' })).toHaveAttribute(
      'href',
      'tel:01632960001',
    )
    expect(screen.queryByRole('heading', { name: /Unowned|Seven days late|Weekly mail/ })).toBeNull()
    // Closing an automatic task requires a note, on the pathway page.
    expect(screen.getAllByRole('button', { name: /^Done/ })).toHaveLength(1)
    click(screen.getByRole('button', { name: 'Done: Ring about the grab rail, ASHWORTH, Edna (Mrs)' }))
    await screen.findByText('Task done')
    expect(sentTo('/api/task/close', seen)).toEqual([{ id: 5, version: 2 }])
  })

  test.each([
    [1, 0, '1 form from a visit was handed in and waits'],
    [3, 2, '3 forms from visits were handed in and wait, and nothing was handed in from 2 visits'],
    [0, 1, 'Nothing was handed in from 1 visit'],
  ])('leads to what waits from visits: %s forms, %s visits', async (waiting, missing, words) => {
    beSignedIn(clinician)
    quietService({ '/api/today/get': () => json({ ...shown, visitForms: { waiting, missing } }) })
    renderSite('/falls/today')
    expect(await screen.findByRole('link', { name: words })).toHaveAttribute('href', '/visits?show=handedIn')
  })

  test.each([[undefined], [{ waiting: 0, missing: 0 }]])(
    'says nothing of visits from which nothing waits: %j',
    async (visitForms) => {
      beSignedIn(clinician)
      quietService({ '/api/today/get': () => json({ ...shown, visitForms }) })
      renderSite('/falls/today')
      await screen.findByText('Ring about the grab rail')
      expect(screen.queryByText(/from .* visits?/)).toBeNull()
    },
  )

  test.each([
    [1, /^1 text came within 7 days .*, on 06\/01\/2020 10:00.*read it at GOV.UK Notify/],
    [2, /^2 texts came within 7 days .*, the last on 06\/01\/2020 10:00.*read them at GOV.UK Notify/],
  ])('says that texts came whose sender nobody knows: %i', async (count, words) => {
    beSignedIn(lead)
    const unknownTexts = { count, lastAt: '2020-01-06T10:00:00Z' }
    quietService({ '/api/today/get': () => json({ ...shown, unknownTexts }) })
    renderSite('/falls/today')
    expect(await screen.findByText(words)).toBeVisible()
  })

  test('shows a Team Lead besides what nobody owns and what is seven days late, and stops the mail', async () => {
    beSignedIn(lead)
    const seen = quietService({
      '/api/today/get': () => json(ofLead),
      '/api/today/mail': () => json({ lateMail: false }),
    })
    renderSite('/falls/today')
    expect(await screen.findByRole('link', { name: '12 open referrals are in Unowned' })).toHaveAttribute(
      'href',
      '/falls/owners',
    )
    expect(part(/^Seven days late/).getByText('Unowned')).toBeVisible()
    expect(part(/^Seven days late/).getByText(/The first 1 of 500 or more/)).toBeVisible()
    click(screen.getByRole('button', { name: 'Stop the weekly mail' }))
    await screen.findByText('You no longer get the weekly mail')
    expect(sentTo('/api/today/mail', seen)).toEqual([{ lateMail: false }])
  })

  test('shows the first ten of a part, the rest behind a button, and all of it on paper', async () => {
    beSignedIn(clinician)
    const lines = Array.from({ length: 25 }, (_, place) => ({
      ...line,
      taskId: 100 + place,
      familyName: `Person${place}`,
      // Two lines for each pathway except the last.
      pathwayId: 200 + Math.floor(place / 2),
      text: `Ring, ${place}`,
      due: addDays(line.due, place % 2),
    }))
    quietService({ '/api/today/get': () => json({ ...shown, late: { total: 25, hasMore: false, lines } }) })
    renderSite('/falls/today')
    const more = await screen.findByRole('button', { name: 'Show all 13 of Mine, late' })
    const rows = () => part(/^Mine, late/).getAllByRole('row').length - 1
    expect(rows()).toBe(10)
    expect(more).toHaveAttribute('aria-expanded', 'false')
    expect(screen.getByText(/^Ring, 19/)).toHaveTextContent('Ring, 19, 04-Jan-2020 1 day late')
    expect(screen.queryByText('Ring, 20')).toBeNull()
    act(() => void window.dispatchEvent(new Event('beforeprint')))
    expect(rows()).toBe(13)
    expect(screen.queryByRole('button', { name: /^Show/ })).toBeNull()
    act(() => void window.dispatchEvent(new Event('afterprint')))
    expect(rows()).toBe(10)
    click(screen.getByRole('button', { name: 'Show all 13 of Mine, late' }))
    expect(rows()).toBe(13)
    click(screen.getByRole('button', { name: 'Show the first 10 of Mine, late' }))
    expect(rows()).toBe(10)
  })

  test('leads from one row to the flags and to the pathway, and names which of two tasks is done', async () => {
    beSignedIn(clinician)
    const lines: TodayLine[] = [
      line,
      { ...line, taskId: 7, text: 'Send the leaflet' },
      { ...line, what: 'flag', taskId: null, version: null, text: 'Red flag: blackout' },
    ]
    quietService({ '/api/today/get': () => json({ ...shown, late: { total: 3, hasMore: false, lines } }) })
    renderSite('/falls/today')
    expect(
      await screen.findByRole('link', { name: 'View flags of ASHWORTH, Edna (Mrs): Red flag: blackout' }),
    ).toHaveAttribute('href', '/falls/patient/flags?id=11')
    expect(
      part(/^Mine, late/)
        .getAllByRole('button', { name: /^Done/ })
        .map(({ textContent }) => textContent),
    ).toEqual(['Done: Ring about the grab rail', 'Done: Send the leaflet'])
  })

  test('says what to do where the sign-in is tied to no clinician', async () => {
    beSignedIn(clinician)
    quietService({ '/api/today/get': () => json({ ...shown, clinician: null, late: none }) })
    renderSite('/falls/today')
    expect(await screen.findByText(/not linked to a clinician.*under Users/)).toBeVisible()
  })

  test('is counted on Home, beside the two searches and the seven counters', async () => {
    beSignedIn(lead)
    quietService({ '/api/today/get': () => json(ofLead) })
    renderSite('/falls/admissions')
    const strip = within(await screen.findByRole('region', { name: 'Today' }))
    await strip.findByText('500 or more')
    expect(strip.getAllByRole('link').map(({ textContent }) => textContent)).toEqual([
      '2 Mine, late',
      '0 Mine, today',
      '0 Mine, this week',
      '1 Calls',
      '0 Visits',
      '0 Unowned, due',
      '500 or more Seven days late',
      '14 Outstanding flags, referrals, equipment, letters and messages',
    ])
    expect(screen.getByRole('region', { name: 'Find by NHS number' })).toBeVisible()
    expect(screen.getByRole('region', { name: 'Find by details' })).toBeVisible()
    expect(within(screen.getByRole('region', { name: 'Work lists' })).getAllByRole('link')).toHaveLength(7)
  })
})

const nobodys: Owner = {
  id: null,
  version: null,
  isOpen: true,
  holdsRedFlag: false,
  ownerId: null,
  owner: null,
  left: 'ROWE, Ty (nurse)',
  teamId: 1,
  team: 'Falls service',
  ownClinicianId: 3,
}
const automatic: Task = {
  id: 6,
  version: 1,
  pathwayId: 21,
  kind: 'targetMissed',
  text: missed.text,
  dueDate: '2020-01-01',
  clinicianId: null,
  clinician: null,
  closedAt: null,
  closedHow: null,
  closedBy: null,
  closedNote: null,
  lookAgainDate: null,
}

describe('the page of a pathway', () => {
  beforeEach(() => beSignedIn(clinician))

  test('says that nobody owns it and who did, and a clinician takes it', async () => {
    let owner = nobodys
    const seen = patientService({
      '/api/owner/get': () => json(owner),
      '/api/task/all': () => json([]),
      '/api/owner/take': () => {
        owner = {
          ...nobodys,
          id: 1,
          version: 1,
          ownerId: 3,
          owner: 'NAIR, Priya (physiotherapist)',
          left: null,
        }
        return json({ referrals: 1 })
      },
    })
    renderSite('/falls/pathway/view?id=21&patientId=11')
    expect(
      await screen.findByText(/ROWE, Ty \(nurse\) was the owner and no longer works in the service/),
    ).toBeVisible()
    expect(screen.queryByRole('link', { name: 'Change owner' })).toBeNull()
    click(screen.getByRole('button', { name: 'Take this referral' }))
    expect(await part(/^Owner/).findByText('NAIR, Priya (physiotherapist)')).toBeVisible()
    expect(sentTo('/api/owner/take', seen)).toEqual([{ pathwayId: 21 }])
  })

  test('asks why a task that opened by itself is closed', async () => {
    const seen = patientService({
      '/api/owner/get': () => json(nobodys),
      '/api/task/all': () => json([automatic]),
      '/api/task/close': ({ body }) =>
        (JSON.parse(body) as { closedNote: string }).closedNote === ''
          ? json({ closedNote: 'Say what came of it' }, 400)
          : json({ id: 6, version: 2 }),
    })
    renderSite('/falls/pathway/view?id=21&patientId=11')
    const close = await screen.findByRole('link', { name: `Close with a note: ${missed.text}` })
    expect(screen.queryByRole('button', { name: /^Done/ })).toBeNull()
    click(close)
    const note = await screen.findByLabelText('What came of it')
    fill(note, 'On holiday')
    click(screen.getByRole('button', { name: 'Close task' }))
    await screen.findByText('Task closed')
    expect(sentTo('/api/task/close', seen)).toEqual([
      { id: 6, version: 1, closedNote: 'On holiday', lookAgainDate: addDays(today(), 7) },
    ])
  })

  test('shows people outside the service neither owner nor tasks, and asks for none', async () => {
    beSignedIn({ id: 6, name: 'External', profile: 'External' })
    const seen = patientService()
    renderSite('/falls/pathway/view?id=21&patientId=11')
    await screen.findByRole('heading', { name: 'Referral' })
    expect(screen.queryByRole('heading', { name: /^(Owner|Tasks)$/ })).toBeNull()
    expect(seen.filter(({ path }) => /owner|task|today/.test(path))).toEqual([])
  })
})
