import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { CallList, CallListRow } from '../../../contract/pathways/worklists/callList.ts'
import { addDays, today } from '../../../contract/platform/dates/dates.ts'
import { forgetSession } from '../../platform/session/session.ts'
import { json } from '../../testing/fakeService.ts'
import { ednaPathway } from '../../testing/patients.ts'
import { sentTo } from '../../testing/patientService.ts'
import { click, fill } from '../../testing/person.ts'
import { beSignedIn, clinician, edna, quietService, renderSite } from '../../testing/renderSite.tsx'

beforeEach(() => beSignedIn(clinician))
afterEach(() => {
  forgetSession('person')
  vi.unstubAllGlobals()
})

const day = (days: number) => addDays(today(), days)
const call = (pathwayId: number, familyName: string, more: Partial<CallListRow> = {}): CallListRow => ({
  ...edna,
  patientId: pathwayId - 10,
  pathwayId,
  familyName,
  telephone: '01632 960 001',
  stage: 'awaitingFollowup',
  due: day(-3),
  inTimeUntil: day(11),
  countsFrom: day(-17),
  nextTryTime: null,
  tries: 0,
  lastTryDate: null,
  lastOutcome: null,
  flags: [],
  ...more,
})

/** The call list of these people, with the counts that the service would return. */
const callList = (rows: CallListRow[], leftOut: CallList['leftOut']): CallList => {
  const soon = rows.filter(({ due }) => due > today()).length
  return {
    rows,
    total: rows.length,
    toRingNow: rows.length - soon,
    dueSoon: { total: soon, days: 14 },
    leftOut,
    calendar: [],
  }
}

/** A service that removes a person from the list once they have been called. */
const service = (
  rows: CallListRow[],
  leftOut: CallList['leftOut'] = { consentRefused: 0, declined: 0 },
  more: Parameters<typeof quietService>[0] = {},
) => {
  const called = new Set<number>()
  return quietService({
    '/api/list/calls': () => {
      const left = rows.filter(({ pathwayId }) => !called.has(pathwayId))
      return json(callList(left, leftOut))
    },
    '/api/clinician/all': () => json([{ id: 1, name: 'Okafor, Ada', isActive: true }]),
    '/api/pathway/get': () => json(ednaPathway),
    '/api/followup/save': ({ body }) => {
      called.add((JSON.parse(body) as { pathwayId: number }).pathwayId)
      return json({ id: 99, version: 1 })
    },
    '/api/followup/delete': ({ body }) => {
      called.delete((JSON.parse(body) as { pathwayId: number }).pathwayId)
      return json({ id: 99, version: 2 })
    },
    ...more,
  })
}
const rung = (name: string) => screen.findByRole('heading', { level: 2, name })
const listed = (): (string | null)[] =>
  within(screen.getByRole('navigation', { name: 'People to ring' }))
    .getAllByRole('link')
    .map(({ textContent }) => textContent)
const group = (name: string): (string | null)[] =>
  within(screen.getByRole('list', { name }))
    .getAllByRole('link')
    .map(({ textContent }) => textContent)

const three = [
  call(21, 'Ashworth', { due: day(-20), inTimeUntil: day(-6) }),
  call(22, 'Bell', {
    telephone: null,
    flags: [{ kind: 'interpreter', text: 'Interpreter: Urdu', late: null }],
  }),
  call(23, 'Cole', {
    due: today(),
    inTimeUntil: today(),
    nextTryTime: 'afternoon',
    tries: 2,
    lastTryDate: day(-1),
    lastOutcome: 'ringBack',
  }),
]

describe('the call list', () => {
  test('begins with the first person, and says how late each is', async () => {
    service(three)
    const site = renderSite('/falls/calls')
    expect(await rung('ASHWORTH, Edna (Mrs)')).toBeVisible()
    expect(site.state.location.search).toEqual({ pathwayId: 21 })
    expect(listed()).toEqual([
      'ASHWORTH, Edna (Mrs)20 days late',
      'BELL, Edna (Mrs)due now',
      'COLE, Edna (Mrs)due today',
    ])
    expect(screen.getByText('3 people to ring now; 1 late.')).toBeVisible()
    expect(screen.getByRole('link', { name: 'Ring 01632 960 001' })).toHaveAttribute(
      'href',
      'tel:01632960001',
    )
    expect(screen.getByRole('link', { name: 'Calls' })).toHaveAttribute('aria-current', 'page')
    expect(screen.getByRole('radio', { name: 'Reached' })).toBeChecked()
  })

  test('does not count as to ring now who is due in the next days, and lists them apart', async () => {
    const soon = [
      call(24, 'Dunn', { due: day(1), inTimeUntil: day(15) }),
      call(25, 'Eaves', { due: day(14), inTimeUntil: day(28) }),
    ]
    service([...three, ...soon])
    renderSite('/falls/calls')
    await rung('ASHWORTH, Edna (Mrs)')
    expect(screen.getByText(/^3 people to ring now; 1 late\./)).toHaveTextContent(
      '3 people to ring now; 1 late. 2 people are due in the next 14 days and may be rung already.',
    )
    expect(group('To ring now (3)')).toHaveLength(3)
    expect(group('Due in the next 14 days (2)')).toEqual([
      expect.stringMatching(/^DUNN, Edna \(Mrs\)due /),
      expect.stringMatching(/^EAVES, Edna \(Mrs\)due /),
    ])
  })

  test('says that nobody is to be rung now where all are due later', async () => {
    service([call(24, 'Dunn', { due: day(3), inTimeUntil: day(17) })])
    renderSite('/falls/calls')
    expect(await rung('DUNN, Edna (Mrs)')).toBeVisible()
    expect(screen.getByText(/^Nobody is to be rung now\./)).toHaveTextContent(
      'Nobody is to be rung now. 1 person is due in the next 14 days and may be rung already.',
    )
    expect(group('Due in the next 14 days (1)')).toHaveLength(1)
    expect(screen.queryByRole('list', { name: /^To ring now/ })).toBeNull()
  })

  test('tells of earlier tries, and of a missing number', async () => {
    service(three)
    renderSite('/falls/calls?pathwayId=23')
    await rung('COLE, Edna (Mrs)')
    expect(screen.getByText(/Tried 2 times, last on .*: asked to be rung back/)).toHaveTextContent(
      'try in the afternoon',
    )
    click(screen.getByRole('link', { name: /^BELL/ }))
    await rung('BELL, Edna (Mrs)')
    expect(screen.getByText('No telephone number is recorded.')).toBeVisible()
    // Shown both beside the name on the list and above the form.
    expect(screen.getAllByText('Interpreter: Urdu')).toHaveLength(2)
  })

  test('says whether somebody still wants to come, as they said on their own page', async () => {
    const said = { at: '2026-11-28T10:15:00Z', words: 'Is not sure about coming' }
    service([call(21, 'Ashworth', { saidOfWait: said })])
    renderSite('/falls/calls')
    await rung('ASHWORTH, Edna (Mrs)')
    expect(screen.getByText('Is not sure about coming, 28-Nov-2026')).toBeVisible()
  })

  test('"Save and next" saves today’s call and takes the next, with the clinician as before', async () => {
    const seen = service(three)
    renderSite('/falls/calls?pathwayId=22')
    await rung('BELL, Edna (Mrs)')
    await screen.findByRole('option', { name: 'Okafor, Ada' })
    fill(screen.getByLabelText('Clinician'), '1')
    click(screen.getByRole('button', { name: 'Save and next' }))
    const next = await rung('COLE, Edna (Mrs)')
    await waitFor(() => expect(next).toHaveFocus())
    expect(screen.getByText('Call to BELL, Edna (Mrs) saved')).toBeVisible()
    expect(screen.getByLabelText('Clinician')).toHaveValue('1')
    click(screen.getByRole('radio', { name: 'No answer' }))
    click(screen.getByRole('button', { name: 'Save and next' }))
    expect(await rung('ASHWORTH, Edna (Mrs)')).toBeVisible()
    click(screen.getByRole('button', { name: 'Save and next' }))
    expect(await screen.findByText('Nobody is to be rung now.')).toBeVisible()
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Save and next' })).toBeNull())
    expect(sentTo('/api/followup/save', seen)).toEqual([
      expect.objectContaining({ id: 0, pathwayId: 22, patientId: 12, callDate: today(), outcome: 'reached' }),
      expect.objectContaining({ pathwayId: 23, outcome: 'noAnswer', nextTryTime: expect.any(String) }),
      expect.objectContaining({ pathwayId: 21, clinicianId: 1 }),
    ])
  })

  test('goes on at its top from its end', async () => {
    service(three)
    renderSite('/falls/calls?pathwayId=23')
    await rung('COLE, Edna (Mrs)')
    await screen.findByRole('option', { name: 'Okafor, Ada' })
    fill(screen.getByLabelText('Clinician'), '1')
    click(screen.getByRole('button', { name: 'Save and next' }))
    expect(await rung('ASHWORTH, Edna (Mrs)')).toBeVisible()
  })

  const saveBell = async () => {
    const site = renderSite('/falls/calls?pathwayId=22')
    await rung('BELL, Edna (Mrs)')
    await screen.findByRole('option', { name: 'Okafor, Ada' })
    fill(screen.getByLabelText('Clinician'), '1')
    click(screen.getByRole('button', { name: 'Save and next' }))
    await rung('COLE, Edna (Mrs)')
    return site
  }
  const undo = () => screen.findByRole('button', { name: 'Undo the call to BELL, Edna (Mrs)' })

  test('takes a saved call back at one press, and leads to that person again', async () => {
    const seen = service(three)
    await saveBell()
    click(await undo())
    const again = await rung('BELL, Edna (Mrs)')
    await waitFor(() => expect(again).toHaveFocus())
    expect(
      screen.getByText('Call to BELL, Edna (Mrs) removed: it no longer counts.', { selector: 'p' }),
    ).toBeVisible()
    expect(screen.queryByRole('button', { name: /^Undo/ })).toBeNull()
    expect(sentTo('/api/followup/delete', seen)).toEqual([{ id: 99, version: 1, pathwayId: 22 }])
    expect(listed()).toHaveLength(3)
  })

  test('keeps the way to undo a call until it is closed or the list is left, and while it is refused', async () => {
    service(three, undefined, {
      '/api/followup/delete': () => json({ message: 'Somebody changed it meanwhile' }, 409),
    })
    const site = await saveBell()
    click(await undo())
    expect(await screen.findByText(/not removed: Somebody changed it meanwhile/)).toBeVisible()
    expect(await undo()).toBeVisible()
    click(screen.getByRole('button', { name: 'Close this message' }))
    expect(screen.queryByRole('button', { name: /^Undo/ })).toBeNull()
    click(screen.getByRole('button', { name: 'Save and next' }))
    expect(await screen.findByRole('button', { name: 'Undo the call to COLE, Edna (Mrs)' })).toBeVisible()
    await site.navigate({ to: '/accessibility' })
    await waitFor(() => expect(screen.queryByRole('button', { name: /^Undo/ })).toBeNull())
  })

  test('lets go of somebody whose next try was agreed on another screen meanwhile', async () => {
    let rows = three
    quietService({
      '/api/list/calls': () => json(callList(rows, { consentRefused: 0, declined: 0 })),
      '/api/clinician/all': () => json([]),
    })
    const site = renderSite('/falls/calls?pathwayId=22')
    await rung('BELL, Edna (Mrs)')
    await site.navigate({ to: '/accessibility' })
    await waitFor(() => expect(screen.queryByText('BELL, Edna (Mrs)')).toBeNull())
    rows = three.filter(({ pathwayId }) => pathwayId !== 22)
    site.history.back()
    expect(await rung('ASHWORTH, Edna (Mrs)')).toBeVisible()
    expect(screen.queryByText('BELL, Edna (Mrs)')).toBeNull()
  })

  test('says who is due and must not be rung', async () => {
    service([], { consentRefused: 2, declined: 1 })
    renderSite('/falls/calls')
    expect(await screen.findByText('Nobody is to be rung now.')).toBeVisible()
    expect(screen.getByText(/^3 people more/)).toHaveTextContent('2 refused consent, 1 declined the call')
  })
})
